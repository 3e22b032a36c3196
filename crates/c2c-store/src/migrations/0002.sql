-- The browser that C2C started last: one row at most.
CREATE TABLE browser (
    id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
    pid INTEGER NOT NULL,
    process_start INTEGER NOT NULL,
    program TEXT NOT NULL,
    profile TEXT NOT NULL,
    switches TEXT NOT NULL,
    started_at_ms INTEGER NOT NULL
) STRICT;
