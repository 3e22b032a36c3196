//! The schema as it stands in the file. A change here is a new migration, never an edit of a released one.

use rusqlite::Connection;

use crate::support::{Fixture, raw};

fn dump(connection: &Connection) -> String {
    let mut statement = connection
        .prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY name")
        .unwrap();
    let rows: Vec<String> = statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    rows.join(";\n") + ";"
}

#[expect(clippy::too_many_lines, reason = "the schema is that long")]
#[test]
fn the_schema_is_this() {
    let fixture = Fixture::new();
    insta::assert_snapshot!(dump(&raw(&fixture.file())), @"
    CREATE TABLE browser (
        id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
        pid INTEGER NOT NULL,
        process_start INTEGER NOT NULL,
        program TEXT NOT NULL,
        profile TEXT NOT NULL,
        switches TEXT NOT NULL,
        started_at_ms INTEGER NOT NULL
    ) STRICT;
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
    CREATE INDEX iterations_standing ON iterations (workspace_id, task_id)
        WHERE undone_at_ms IS NULL AND before_snapshot IS NOT NULL AND after_snapshot IS NOT NULL;
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
    CREATE TABLE notices (
        session_id TEXT NOT NULL REFERENCES sessions (id),
        kind TEXT NOT NULL,
        key TEXT NOT NULL,
        claimed_at_ms INTEGER NOT NULL,
        PRIMARY KEY (session_id, kind, key)
    ) STRICT;
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
    , in_app INTEGER NOT NULL DEFAULT 0) STRICT;
    CREATE INDEX sessions_changed ON sessions (updated_at_ms, seq);
    CREATE UNIQUE INDEX sessions_open ON sessions (workspace_id) WHERE ended_at_ms IS NULL;
    CREATE INDEX sessions_order ON sessions (seq);
    CREATE INDEX sessions_task ON sessions (task_id);
    CREATE INDEX sessions_workspace ON sessions (workspace_id);
    CREATE TABLE states (
        session_id TEXT PRIMARY KEY NOT NULL REFERENCES sessions (id),
        state TEXT NOT NULL,
        updated_at_ms INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE templates (
        workspace_id TEXT NOT NULL REFERENCES workspaces (id),
        kind TEXT NOT NULL,
        text TEXT NOT NULL,
        original TEXT NOT NULL,
        updated_at_ms INTEGER NOT NULL,
        PRIMARY KEY (workspace_id, kind)
    ) STRICT;
    CREATE TABLE workspaces (
        id TEXT PRIMARY KEY NOT NULL,
        root TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        connector_name TEXT NOT NULL,
        accepted_config_hash TEXT,
        created_at_ms INTEGER NOT NULL,
        last_used_at_ms INTEGER NOT NULL
    ) STRICT;
    ");
}

#[test]
fn the_header_says_whose_file_it_is_and_which_version() {
    let fixture = Fixture::new();
    let connection = raw(&fixture.file());
    let number = |pragma| connection.pragma_query_one::<i64>(None, pragma).unwrap();
    let mode: String = connection.pragma_query_one(None, "journal_mode").unwrap();
    assert_eq!((number("application_id"), number("user_version"), mode.as_str()), (0x4332_4373, 4, "wal"));
}

#[test]
fn opening_again_changes_nothing() {
    let fixture = Fixture::new();
    let before = dump(&raw(&fixture.file()));
    drop(fixture.second_handle());
    assert_eq!(dump(&raw(&fixture.file())), before);
}

/// A store as an earlier version left it: its migrations up to `version`, with a workspace and a session.
fn earlier(fixture: &Fixture, version: usize) -> std::path::PathBuf {
    let migrations = [
        include_str!("../../src/migrations/0001.sql"),
        include_str!("../../src/migrations/0002.sql"),
        include_str!("../../src/migrations/0003.sql"),
    ];
    let old = fixture.folder.path().join(format!("old-{version}.sqlite"));
    let connection = raw(&old);
    for migration in &migrations[..version] {
        connection.execute_batch(migration).unwrap();
    }
    let rows = "INSERT INTO workspaces VALUES ('ws_00000000000000000001', '/w', 'w', 'C2C w', NULL, 1, 2);
                INSERT INTO sessions (seq, id, workspace_id, conversation_id, task_id, goal, driver, carrier, approval,
                    sandbox, max_iterations, reply_deadline_s, status, iteration, created_at_ms, updated_at_ms,
                    ended_at_ms)
                VALUES (7, 'ses_0000000000000000', 'ws_00000000000000000001', NULL, 'c2c_1', 'g',
                    'orchestrator', 'manual', 'first', 'workspace-write', 12, 60, 'active', 0, 1, 2, NULL);";
    connection.execute_batch(rows).unwrap();
    let header = format!("PRAGMA application_id = 0x43324373; PRAGMA user_version = {version}");
    connection.execute_batch(&header).unwrap();
    old
}

#[test]
fn a_store_of_every_earlier_version_is_led_to_this_one_with_all_that_is_in_it() {
    let fixture = Fixture::new();
    let now = dump(&raw(&fixture.file()));
    for version in 1..=3 {
        let old = earlier(&fixture, version);
        drop(crate::support::open(&old).unwrap());
        let connection = raw(&old);
        assert_eq!(dump(&connection), now, "version {version}");
        let kept = connection.query_one("SELECT name FROM workspaces", [], |row| row.get::<_, String>(0)).unwrap();
        assert_eq!(kept, "w");
        let in_app =
            connection.query_one("SELECT in_app FROM sessions WHERE seq = 7", [], |row| row.get::<_, i64>(0)).unwrap();
        assert_eq!(in_app, 0, "a session of an earlier version is a terminal's");
    }
}
