//! Every kind of answer in its text form.

use c2c_api::{LookBody, LookChange, LookEntry, LookMatch};
use c2c_ipc::OutputView;
use c2c_ipc::app::WithheldView;

use super::*;

fn view(tool: &str, body: LookBody) -> LookAnswer {
    LookAnswer {
        connector_name: "C2C shop".to_owned(),
        tool: tool.to_owned(),
        arguments: "{}".to_owned(),
        bytes: 1,
        body,
        truncated: false,
        next: String::new(),
        withheld: Vec::new(),
    }
}

fn told(body: LookBody) -> String {
    preview(&view("tool", body), 1, false)
}

fn output(status: &str) -> OutputView {
    OutputView {
        id: "out_1".to_owned(),
        task_id: "c2c_1".to_owned(),
        iteration: 1,
        command: "cargo test\n--all".to_owned(),
        exit_code: Some(101),
        status: status.to_owned(),
        reason: None,
        size_bytes: 2_380,
        source: "seen".to_owned(),
    }
}

#[test]
fn a_file_that_is_cut_says_how_it_goes_on() {
    let body = LookBody::File {
        path: "a\x1b[31m.rs".to_owned(),
        encoding: "UTF-8".to_owned(),
        size: 1,
        total_lines: 12,
        start_line: 9,
        end_line: 10,
        content: "nine\x1b[2J\nten".to_owned(),
    };
    let withheld = vec![
        WithheldView { place: "a.rs:9".to_owned(), reason: "a secret was replaced (x)".to_owned() },
        WithheldView { place: String::new(), reason: "and 3 more".to_owned() },
    ];
    let file = LookAnswer {
        bytes: 31_007,
        truncated: true,
        next: "read:1:2:ff".to_owned(),
        withheld,
        ..view("read_file", body)
    };
    insta::assert_snapshot!(preview(&file, 1, true), @"
         9  nine�[2J
        10  ten

    Not shown:
      a.rs:9: a secret was replaced (x)
      and 3 more

    ────
    read_file {}
    a�[31m.rs: lines 9 to 10 of 12, UTF-8, 1 byte on disk
    The answer has 31007 bytes, and there is more: ChatGPT goes on with `cursor` read:1:2:ff
    `--cursor 'read:1:2:ff'` shows the next page, `--all` everything.
    ");
}

#[test]
fn folders_changes_outputs_and_matches_are_told() {
    let entry = |path: &str, kind: &str, size: Option<u64>, target: Option<&str>| LookEntry {
        path: path.to_owned(),
        kind: kind.to_owned(),
        size,
        link_target: target.map(str::to_owned),
    };
    let entries = vec![
        entry("src", "directory", None, None),
        entry("README.md", "file", Some(1_204), None),
        entry("docs", "symlink", None, Some("../docs")),
        entry("pipe", "special", None, None),
    ];
    insta::assert_snapshot!(told(LookBody::Folder { path: ".".to_owned(), entries, total: 9, ignored: 2 }), @"
          folder  src/
            1204  README.md
            link  docs → ../docs
         special  pipe

    ────
    tool {}
    .: 4 of 9 entries; 2 more are left out by `.gitignore` files
    The answer has 1 byte, and nothing follows.
    ");
    let change = |path: &str, change: &str| LookChange {
        path: path.to_owned(),
        old_path: None,
        change: change.to_owned(),
        binary: false,
        insertions: Some(1),
        deletions: Some(0),
        withheld: None,
        filter: None,
    };
    let files = vec![
        change("a.rs", "modified"),
        LookChange { old_path: Some("b.rs".to_owned()), ..change("c.rs", "renamed") },
        LookChange { binary: true, filter: Some("lfs".to_owned()), ..change("d.png", "added") },
        LookChange { withheld: Some("its name".to_owned()), ..change(".env", "deleted") },
    ];
    let changes = LookBody::Changes {
        from: "4f1d".to_owned(),
        to: "worktree".to_owned(),
        total: 4,
        insertions: 2,
        deletions: 0,
        files,
        diff: "@@ -0,0 +1 @@\n+x\n".to_owned(),
    };
    insta::assert_snapshot!(told(changes), @"
    modified      a.rs  +1 −0
    renamed       c.rs (was b.rs)  +1 −0
    added         d.png  binary, filter `lfs` not run
    deleted       .env  not shown

    @@ -0,0 +1 @@
    +x

    ────
    tool {}
    4 files changed, 2 lines added, 0 removed, from 4f1d to worktree
    The answer has 1 byte, and nothing follows.
    ");
    insta::assert_snapshot!(told(LookBody::Outputs { outputs: vec![output("readable"), output("restricted")] }), @"
    out_1   101        2380  cargo test --all
    out_1   101        2380  cargo test --all  (not shown)

    ────
    tool {}
    2 outputs
    The answer has 1 byte, and nothing follows.
    ");
    insta::assert_snapshot!(told(LookBody::Output { output: output("readable"), text: "1 failed\n".to_owned() }), @"
    1 failed

    ────
    tool {}
    out_1: cargo test --all, exit code 101
    The answer has 1 byte, and nothing follows.
    ");
    let found = LookMatch {
        path: "a.rs".to_owned(),
        line: 7,
        column: 3,
        text: "seven".to_owned(),
        before: vec!["six".to_owned()],
        after: vec!["eight".to_owned()],
    };
    insta::assert_snapshot!(told(LookBody::Matches { matches: vec![found], files_searched: 31 }), @"
    a.rs-6-  six
    a.rs:7:3  seven
    a.rs-8-  eight
    --

    ────
    tool {}
    1 match in 31 files
    The answer has 1 byte, and nothing follows.
    ");
    insta::assert_snapshot!(told(LookBody::Other { text: "{}".to_owned() }), @"
    {}

    ────
    tool {}
    as JSON
    The answer has 1 byte, and nothing follows.
    ");
}
