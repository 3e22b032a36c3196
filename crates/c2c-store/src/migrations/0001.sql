-- Times are milliseconds since 1970. Enums, ids and structures are text.

CREATE TABLE workspaces (
    id TEXT PRIMARY KEY NOT NULL,
    root TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    connector_name TEXT NOT NULL,
    accepted_config_hash TEXT,
    created_at_ms INTEGER NOT NULL,
    last_used_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE conversations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id),
    mode TEXT NOT NULL,
    url TEXT,
    project_url TEXT,
    title TEXT,
    connector_name TEXT,
    booted INTEGER NOT NULL,
    active INTEGER NOT NULL,
    created_at_ms INTEGER NOT NULL,
    updated_at_ms INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX conversations_active ON conversations (workspace_id) WHERE active = 1;

CREATE TABLE sessions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id),
    conversation_id INTEGER REFERENCES conversations (id),
    task_id TEXT NOT NULL,
    goal TEXT NOT NULL,
    driver TEXT NOT NULL,
    carrier TEXT NOT NULL,
    approval TEXT NOT NULL,
    sandbox TEXT NOT NULL,
    max_iterations INTEGER NOT NULL,
    reply_deadline_s INTEGER NOT NULL,
    status TEXT NOT NULL,
    iteration INTEGER NOT NULL,
    created_at_ms INTEGER NOT NULL,
    updated_at_ms INTEGER NOT NULL,
    ended_at_ms INTEGER
) STRICT;
CREATE UNIQUE INDEX sessions_open ON sessions (workspace_id) WHERE ended_at_ms IS NULL;
CREATE INDEX sessions_task ON sessions (task_id);

-- The orchestrator's own state.
CREATE TABLE states (
    session_id TEXT PRIMARY KEY NOT NULL REFERENCES sessions (id),
    state TEXT NOT NULL,
    updated_at_ms INTEGER NOT NULL
) STRICT;

-- The journal: an intent is here before the effect happens, its outcome after.
CREATE TABLE effects (
    id TEXT PRIMARY KEY NOT NULL,
    session_id TEXT NOT NULL REFERENCES sessions (id),
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    intent TEXT NOT NULL,
    outcome TEXT,
    epoch INTEGER NOT NULL,
    created_at_ms INTEGER NOT NULL,
    finished_at_ms INTEGER,
    UNIQUE (session_id, seq)
) STRICT;
CREATE INDEX effects_open ON effects (session_id, seq) WHERE finished_at_ms IS NULL;

-- The protocol's checkpoint, a picture for people.
CREATE TABLE checkpoints (
    session_id TEXT PRIMARY KEY NOT NULL REFERENCES sessions (id),
    protocol_state TEXT NOT NULL,
    waiting_for TEXT NOT NULL,
    goal TEXT NOT NULL,
    completed_subtasks TEXT NOT NULL,
    known_issues TEXT NOT NULL,
    next_step TEXT NOT NULL,
    iteration INTEGER NOT NULL,
    updated_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE messages (
    session_id TEXT NOT NULL REFERENCES sessions (id),
    number INTEGER NOT NULL,
    direction TEXT NOT NULL,
    effect_id TEXT REFERENCES effects (id) DEFERRABLE INITIALLY DEFERRED,
    answers INTEGER,
    state TEXT NOT NULL,
    task_id TEXT NOT NULL,
    iteration INTEGER NOT NULL,
    text TEXT NOT NULL,
    delivery TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    updated_at_ms INTEGER NOT NULL,
    PRIMARY KEY (session_id, number)
) STRICT;

CREATE TABLE iterations (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id),
    session_id TEXT REFERENCES sessions (id),
    task_id TEXT NOT NULL,
    iteration INTEGER NOT NULL,
    plan TEXT NOT NULL,
    changed_files TEXT NOT NULL,
    tests TEXT NOT NULL,
    test_source TEXT NOT NULL,
    exit_status TEXT NOT NULL,
    notes TEXT NOT NULL,
    head TEXT,
    dirty_before TEXT NOT NULL,
    before_snapshot TEXT,
    after_snapshot TEXT,
    patch BLOB NOT NULL,
    thread_id TEXT,
    started_at_ms INTEGER NOT NULL,
    ended_at_ms INTEGER NOT NULL,
    undone_at_ms INTEGER,
    UNIQUE (workspace_id, task_id, iteration)
) STRICT;

-- Released command output.
CREATE TABLE outputs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id),
    task_id TEXT NOT NULL,
    iteration INTEGER NOT NULL,
    command TEXT NOT NULL,
    exit_code INTEGER,
    text TEXT NOT NULL,
    status TEXT NOT NULL,
    reason TEXT,
    size_bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    source TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX outputs_task ON outputs (workspace_id, task_id, seq);

-- What other processes ask of a session's owner.
CREATE TABLE commands (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id TEXT NOT NULL REFERENCES sessions (id),
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    answered_at_ms INTEGER,
    answer TEXT
) STRICT;
CREATE INDEX commands_open ON commands (session_id, id) WHERE answered_at_ms IS NULL;

-- A row stays when its lease is free (no pid), so that epochs only ever grow.
CREATE TABLE leases (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    pid INTEGER,
    process_start INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    heartbeat_at_ms INTEGER NOT NULL,
    detail TEXT,
    PRIMARY KEY (kind, key)
) STRICT;

-- Tool calls that came in through the connector.
CREATE TABLE calls (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id TEXT NOT NULL REFERENCES workspaces (id),
    tool TEXT NOT NULL,
    arguments TEXT NOT NULL,
    client TEXT NOT NULL,
    ok INTEGER NOT NULL,
    code TEXT,
    answer_bytes INTEGER NOT NULL,
    duration_us INTEGER NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX calls_time ON calls (workspace_id, at_ms);

-- Who shows a notification: whoever wrote its row.
CREATE TABLE notices (
    session_id TEXT NOT NULL REFERENCES sessions (id),
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    claimed_at_ms INTEGER NOT NULL,
    PRIMARY KEY (session_id, kind, key)
) STRICT;
