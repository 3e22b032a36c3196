//! `c2c preview` prints what the served connector answers: the same program on both sides, over real HTTP.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::home::Home;

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// A connector that is served, until the test ends.
struct Served {
    child: std::process::Child,
    host: String,
    path: String,
    bearer: String,
}

impl Served {
    fn start(home: &Home) -> Self {
        let child = home.start(&["serve", "--port", "0", "--json"]);
        let deadline = Instant::now() + PATIENCE;
        let view: Value = loop {
            let text = std::fs::read_to_string(home.path("out")).unwrap_or_default();
            if let Ok(view) = serde_json::from_str(&text) {
                break view;
            }
            assert!(Instant::now() < deadline, "nothing is served");
            std::thread::sleep(Duration::from_millis(50));
        };
        let url = view["url"].as_str().unwrap().strip_prefix("http://").unwrap();
        let (host, path) = url.split_once('/').unwrap();
        let bearer = std::fs::read_to_string(view["token_file"].as_str().unwrap()).unwrap().trim().to_owned();
        Self { child, host: host.to_owned(), path: format!("/{path}"), bearer }
    }

    /// Calls a tool as ChatGPT does: whether it is an error, and the text of its answer.
    fn call(&self, tool: &str, arguments: &Value) -> (bool, String) {
        let body = json!({
            "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": tool, "arguments": arguments }
        })
        .to_string();
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(
            stream,
            "POST {} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2025-11-25\r\n\
             Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
            self.path,
            self.host,
            self.bearer,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(" 200 "), "{answer}");
        let result = serde_json::from_str::<Value>(body).unwrap()["result"].clone();
        (result["isError"] == true, result["content"][0]["text"].as_str().unwrap().to_owned())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// What is previewed is what is answered, byte for byte.
#[track_caller]
fn check(home: &Home, served: &Served, line: &[&str], tool: &str, arguments: &Value) {
    let ran = home.c2c(&[&["preview", "--json"], line].concat());
    let (is_error, text) = served.call(tool, arguments);
    if is_error {
        let error: Value = serde_json::from_str(&text).unwrap();
        let expected =
            json!({ "error": { "code": error["code"], "message": error["message"], "hints": [error["hint"]] } });
        assert_eq!(serde_json::from_str::<Value>(&ran.stdout).unwrap(), expected, "{line:?}");
        assert_eq!(ran.code, Some(1), "{line:?}");
    } else {
        assert_eq!(ran.stdout.strip_suffix('\n'), Some(text.as_str()), "{line:?}");
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{line:?}");
        let told = home.c2c(&[&["preview"], line].concat());
        let bytes = format!("The answer has {} bytes", text.len());
        assert!(told.stdout.contains(&bytes), "{line:?}: {}", told.stdout);
    }
}

fn token() -> String {
    format!("ghp_{}", "a1B2".repeat(9))
}

fn fill(home: &Home) {
    let write = |name: &str, text: &[u8]| std::fs::write(home.path("shop").join(name), text).unwrap();
    std::fs::create_dir(home.path("shop/src")).unwrap();
    write("src/main.rs", format!("fn main() {{\n    let token = \"{}\";\n}}\n", token()).as_bytes());
    write(".env", b"PASSWORD=x\n");
    write("notes.txt", b"mine\n");
    write(".c2cignore", b"notes.txt\n");
    write("binary.bin", b"a\0b");
    write("long.txt", "a line of a long file\n".repeat(4_000).as_bytes());
    write("hostile.txt", b"red \x1b[31m bell \x07\n");
    std::fs::File::create(home.path("shop/big.txt")).unwrap().set_len(33 << 20).unwrap();
}

fn record(home: &Home, iteration: &str, text: &str) -> String {
    std::fs::write(home.path("printed.log"), text).unwrap();
    let file = home.path("printed.log").display().to_string();
    let ran = home.c2c(&[
        "record",
        "--json",
        "--task",
        "c2c_f81a",
        "--iteration",
        iteration,
        "--exit-status",
        "ok",
        "--command",
        "x",
        "--output-file",
        &file,
    ]);
    let view: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{ran:?}"));
    view["output"]["id"].as_str().unwrap().to_owned()
}

#[test]
fn the_preview_is_what_the_served_connector_answers() {
    let home = Home::with_repository();
    fill(&home);
    let (readable, held) = (
        record(&home, "1", "1 passed\n"),
        record(&home, "2", &format!("-----BEGIN PRIVATE KEY-----\n{}\n", "MIIE".repeat(40))),
    );
    let served = Served::start(&home);
    let check = |line: &[&str], tool: &str, arguments: Value| check(&home, &served, line, tool, &arguments);
    for path in ["src/main.rs", ".env", "notes.txt", "binary.bin", "big.txt", "long.txt", "hostile.txt", "none.txt"] {
        check(&[path], "read_file", json!({ "path": path }));
    }
    check(&["."], "list_directory", json!({ "path": "." }));
    check(&["src"], "list_directory", json!({ "path": "src" }));
    check(&["--diff"], "git_diff", json!({}));
    check(&["--diff", "src"], "git_diff", json!({ "path": "src" }));
    check(&["--diff", "--mode", "staged"], "git_diff", json!({ "mode": "staged" }));
    check(&["--diff", "--mode", "base", "--base", "main"], "git_diff", json!({ "mode": "base", "base": "main" }));
    check(&["--diff", "--mode", "commits"], "git_diff", json!({ "mode": "commits" }));
    check(&["--search", "LINE"], "search_workspace", json!({ "query": "LINE" }));
    let arguments = json!({ "query": "fn \\w+", "regex": true, "case_sensitive": true, "glob": "*.rs", "context": 1 });
    let line = ["--search", "fn \\w+", "--regex", "--case-sensitive", "--glob", "*.rs", "--context", "1"];
    check(&line, "search_workspace", arguments);
    check(&["--search", "("], "search_workspace", json!({ "query": "(" }));
    check(&["--search", "(", "--regex"], "search_workspace", json!({ "query": "(", "regex": true }));
    check(&["--outputs"], "execution_output", json!({}));
    for id in [&readable, &held, &"none".to_owned()] {
        check(&["--output", id], "execution_output", json!({ "action": "read", "id": id }));
    }
    std::fs::rename(home.path("shop/.git"), home.path("moved")).unwrap();
    let folder = home.path("shop").display().to_string();
    check(&["-w", &folder, "--diff"], "git_diff", json!({}));
}

#[test]
fn what_is_printed_says_what_is_not_shown_and_never_moves_the_cursor() {
    let home = Home::with_repository();
    fill(&home);
    let ran = home.c2c(&["preview", "src/main.rs", "-n"]);
    insta::assert_snapshot!(ran.stdout, @r#"
         1  fn main() {
         2      let token = "[REDACTED:github-token,40]";
         3  }

    Not shown:
      src/main.rs:2: a secret was replaced (github-token)

    ────
    read_file {"path":"src/main.rs"}
    src/main.rs: lines 1 to 3 of 3, UTF-8, 74 bytes on disk
    The answer has 390 bytes, and nothing follows.
    "#);
    insta::assert_snapshot!(ran.stderr, @"
    Nothing was sent. ChatGPT gets this only when it calls `read_file` itself, in the account with the connector `C2C shop`.
    ");
    insta::assert_snapshot!(home.c2c(&["preview", "."]).stdout, @r#"
              10  .c2cignore
        34603008  big.txt
               3  binary.bin
              17  hostile.txt
           88000  long.txt
          folder  src/
               4  value.txt

    Not shown:
      .env: environment files hold credentials (environment-file)
      .git: git's own folder is never read
      notes.txt: a rule in `.c2cignore`

    ────
    list_directory {"path":"."}
    .: 7 of 7 entries
    The answer has 593 bytes, and nothing follows.
    "#);
    let ran = home.c2c(&["preview", "hostile.txt"]);
    assert!(ran.stdout.contains("red \u{fffd}[31m bell \u{fffd}") && !ran.stdout.contains('\x1b'), "{}", ran.stdout);
    let ran = home.c2c(&["preview", ".env"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""));
    insta::assert_snapshot!(ran.stderr, @"
    Error: WITHHELD: `.env` is withheld: environment files hold credentials (environment-file)
    Hint: work without its content, or ask the person who runs C2C
    ");
}

#[test]
fn pages_are_followed_to_the_end_or_one_at_a_time() {
    let home = Home::with_repository();
    fill(&home);
    let first = home.c2c(&["preview", "--json", "long.txt"]);
    let first: Value = serde_json::from_str(&first.stdout).unwrap();
    let next = home.c2c(&["preview", "--json", "long.txt", "--cursor", first["next"].as_str().unwrap()]);
    let next: Value = serde_json::from_str(&next.stdout).unwrap();
    assert_eq!(next["start_byte"], first["end_byte"]);
    let all = home.c2c(&["preview", "--json", "long.txt", "--all"]);
    let pages: Vec<Value> = all.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&pages[0], &pages[1], &pages[2]["next"]), (&first, &next, &json!("")));
    let whole: String = pages.iter().map(|page| page["content"].as_str().unwrap()).collect();
    assert_eq!(whole, std::fs::read_to_string(home.path("shop/long.txt")).unwrap());
    let told = home.c2c(&["preview", "long.txt", "--all"]).stdout;
    assert!(told.starts_with(&whole) && told.contains("The 3 answers have"), "{}", &told[whole.len()..]);
    let told = home.c2c(&["preview", "long.txt"]).stdout;
    let hint = format!("`--cursor '{}'` shows the next page", first["next"].as_str().unwrap());
    assert!(told.contains("there is more") && told.contains(&hint), "{told}");
}
