-- The list of sessions, the one that changed last first: a far stretch is found by counting along it.
CREATE INDEX sessions_changed ON sessions (updated_at_ms, seq);
