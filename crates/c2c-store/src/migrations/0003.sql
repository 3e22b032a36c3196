-- Whether the app runs the session: it takes it up again when it is started. A terminal that takes it over clears it.
ALTER TABLE sessions ADD COLUMN in_app INTEGER NOT NULL DEFAULT 0;
CREATE INDEX sessions_workspace ON sessions (workspace_id);
-- Small enough that a far stretch of a long list is found by counting along it.
CREATE INDEX sessions_order ON sessions (seq);

-- Iterations that can be taken back, found without reading their patches.
CREATE INDEX iterations_standing ON iterations (workspace_id, task_id)
    WHERE undone_at_ms IS NULL AND before_snapshot IS NOT NULL AND after_snapshot IS NOT NULL;

-- Texts that the person edited, with the one of C2C's own that they were edited from.
CREATE TABLE templates (
    workspace_id TEXT NOT NULL REFERENCES workspaces (id),
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    original TEXT NOT NULL,
    updated_at_ms INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, kind)
) STRICT;
