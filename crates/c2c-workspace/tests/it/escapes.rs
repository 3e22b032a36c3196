//! Ways out of a workspace that were published against programs of this kind, and a race. Nothing from outside is ever
//! shown, and nothing is written.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use c2c_workspace::Workspace;

use crate::every_tool::{Answered, call_paths, call_plain, call_with};
use crate::git_repo::{Reader, Repo, our_git};

/// Stands in every file outside of the workspace, and nowhere in it.
const OUTSIDE: &str = "content from outside";

/// A workspace beside folders whose names begin like its own, with links, a pipe and a second name that lead there.
fn surrounded() -> Repo {
    let repo = Repo::with(&[("plain.txt", "needle inside\n"), ("sub/inner.txt", "needle inside\n")]);
    for neighbour in ["root-evil", "root\"", "root ", "root.", "ROOT"] {
        let folder = repo.outer().join(neighbour);
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join("s.txt"), format!("needle {OUTSIDE}\n")).unwrap();
    }
    let outside = repo.outer().join("root-evil/s.txt");
    repo.link("../root-evil/s.txt", "link.txt");
    repo.link("../root-evil", "linked");
    repo.link("/etc/passwd", "absolute.txt");
    repo.link("/proc/self", "magic");
    repo.link("linked", "twice");
    std::fs::hard_link(&outside, repo.path("second-name.txt")).unwrap();
    let pipe = rustix::fs::mknodat(
        rustix::fs::CWD,
        repo.path("pipe"),
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR,
        0,
    );
    pipe.unwrap();
    repo
}

fn reader(repo: &Repo) -> Reader {
    let scratch = repo.outer().join("scratch");
    let workspace = Workspace::open("ws", &repo.root()).unwrap().with_git(our_git(&scratch).into());
    Reader { git: our_git(&scratch), workspace }
}

/// Everything that lies in a folder, with its size, but for git's own folder and ours.
fn listed(folder: &Path) -> Vec<(std::path::PathBuf, u64)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let metadata = entry.metadata().unwrap();
        if entry.file_name() == "scratch" {
            continue;
        }
        found.push((entry.path(), metadata.len()));
        if metadata.is_dir() {
            found.extend(listed(&entry.path()));
        }
    }
    found.sort();
    found
}

/// What clients have sent to other programs in the place of a path.
fn paths(repo: &Repo) -> Vec<String> {
    let root = repo.root();
    let root = root.to_str().unwrap();
    let outer = repo.outer().to_str().unwrap();
    let mut texts: Vec<String> = [
        // Up, and beside: prefixes of strings, quotes and blanks that only the check took away.
        "..",
        "../root-evil/s.txt",
        "sub/../../root-evil/s.txt",
        "./sub/./../../root-evil",
        "..\\root-evil\\s.txt",
        "..%2froot-evil%2fs.txt",
        "%2e%2e/root-evil/s.txt",
        "..%c0%af..%c0%afetc/passwd",
        "\"",
        "../root\"",
        "sub\"/../../root\"/s.txt",
        " ../root-evil",
        "../root /s.txt",
        "../root./s.txt",
        "../ROOT/s.txt",
        // Links, also in another spelling, also through one that does not exist yet.
        "link.txt",
        "linked/s.txt",
        "linked/not-yet-there/s.txt",
        "twice/s.txt",
        "LINKED/s.txt",
        "linked/",
        "absolute.txt",
        "magic/environ",
        "magic/root/etc/passwd",
        "magic/cwd",
        "second-name.txt",
        "pipe",
        // Absolute, and other people's folders.
        "/etc/passwd",
        "//etc/passwd",
        "~/.ssh/id_rsa",
        "~root",
        "$HOME/.bashrc",
        "/proc/self/environ",
        "/dev/zero",
        "file:///etc/passwd",
        "workspace://../root-evil/s.txt",
        "workspace:/../root-evil/s.txt",
        "c2c://other/plain.txt",
        "c2c://ws/../root-evil/s.txt",
        "\\\\?\\C:\\Windows\\win.ini",
        "C:\\Windows\\win.ini",
        "plain.txt::$DATA",
        "CON",
        // Git's own folder in every spelling.
        ".git/config",
        ".GIT/config",
        ".git./config",
        "git~1/config",
        "sub/../.git/HEAD",
        ".g\u{200c}it/config",
        "plain.txt\0../root-evil/s.txt",
        "plain.txt\n../root-evil/s.txt",
        "\r\n",
        "",
        "*",
        "../**",
        "{..,.}/root-evil/*",
        "list::../root-evil",
        "search:0:../root-evil/s.txt",
        "search:0:link.txt",
        "read:0,9999:../root-evil/s.txt",
    ]
    .map(str::to_owned)
    .into();
    texts.push(format!("{root}-evil/s.txt"));
    texts.push(format!("{outer}/root-evil/s.txt"));
    texts.push(format!("{root}/../root-evil/s.txt"));
    texts.push("a/".repeat(3_000));
    texts.push("x".repeat(70_000));
    texts
}

/// What clients have sent to other programs in the place of a revision, or anywhere: options, programs, other syntax.
fn options(repo: &Repo) -> Vec<String> {
    let mut texts: Vec<String> = [
        "--output=escaped",
        "-o",
        "--upload-pack=touch escaped",
        "--exec=touch escaped",
        "--no-index",
        "HEAD --output=escaped",
        ":(exclude)*",
        ":/needle",
        "HEAD:plain.txt",
        "HEAD^{/needle}",
        "@{upstream}",
        "main..",
        "--git-dir=../root-evil",
        "ext::sh -c touch% escaped",
        "; touch escaped",
        "$(touch escaped)",
        "`touch escaped`",
        "| touch escaped",
        "../root-evil",
        "link.txt",
    ]
    .map(str::to_owned)
    .into();
    texts.push(format!("--output={}/escaped", repo.outer().display()));
    texts
}

#[test]
fn no_published_way_out_shows_or_writes_anything() {
    let repo = surrounded();
    let reader = reader(&repo);
    let before = listed(repo.outer());
    let check = |text: &str, answers: Vec<Answered>| {
        for answered in answers {
            let shown = &answered.text;
            assert!(!shown.contains(OUTSIDE), "`{}` with {text:?} shows {shown}", answered.call);
            assert!(!shown.contains("root:x:0:0"), "`{}` with {text:?} shows {shown}", answered.call);
            // The person's folders are theirs: no answer names where the workspace lies.
            let place = repo.outer().to_str().unwrap();
            assert!(text.contains(place) || !shown.contains(place), "`{}` with {text:?}: {shown}", answered.call);
        }
    };
    for text in paths(&repo) {
        let begun = Instant::now();
        check(&text, call_paths(&reader, &text));
        assert!(begun.elapsed() < Duration::from_secs(60), "{text:?} held it up");
    }
    for text in options(&repo) {
        check(&text, call_with(&reader, &text));
    }
    assert_eq!(listed(repo.outer()), before, "something was written");
}

#[test]
fn plain_calls_are_answered_all_the_same() {
    let repo = surrounded();
    let reader = reader(&repo);
    let answers: Vec<Answered> = call_with(&reader, "plain.txt").into_iter().chain(call_plain(&reader)).collect();
    let answer = |call: &str| answers.iter().find(|answered| answered.call == call).unwrap();
    for call in
        ["read_file path", "list_directory", "search_workspace", "git_status", "git_diff head", "git_log", "git_show"]
    {
        assert!(answer(call).is_answer, "{call}: {}", answer(call).text);
    }
    assert!(answer("read_file path").text.contains("needle inside"));
    assert!(answer("search_workspace").text.contains("sub/inner.txt"));
}

#[test]
fn folders_that_are_swapped_for_links_while_they_are_read_lead_nowhere() {
    let repo = surrounded();
    let (sub, aside, link) = (repo.path("sub"), repo.outer().join("aside"), repo.outer().join("swap"));
    std::fs::write(repo.outer().join("root-evil/inner.txt"), format!("needle {OUTSIDE}\n")).unwrap();
    std::fs::write(sub.join("inner.txt"), "needle changed\n").unwrap();
    let reader = reader(&repo);
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                std::os::unix::fs::symlink("../root-evil", &link).unwrap();
                std::fs::rename(&sub, &aside).unwrap();
                std::fs::rename(&link, &sub).unwrap();
                std::fs::remove_file(&sub).unwrap();
                std::fs::rename(&aside, &sub).unwrap();
            }
        });
        let begun = Instant::now();
        let mut answers = 0;
        while begun.elapsed() < Duration::from_secs(4) {
            for answered in call_with(&reader, "sub/inner.txt").into_iter().chain(call_plain(&reader)) {
                let shown = &answered.text;
                let is_shown = shown.contains(OUTSIDE);
                if is_shown {
                    over.store(true, Ordering::Relaxed);
                }
                assert!(!is_shown, "`{}` shows {shown}", answered.call);
                answers += usize::from(answered.is_answer);
            }
        }
        over.store(true, Ordering::Relaxed);
        assert!(answers > 10, "{answers}");
    });
}

#[test]
fn a_nested_folder_that_names_another_repository_is_not_followed() {
    let other = Repo::with(&[("theirs.txt", "needle content from outside\n")]);
    let repo = surrounded();
    repo.write("nested/.git", format!("gitdir: {}\n", other.path(".git").display()));
    repo.write("nested/file.txt", "needle inside\n");
    let scratch = repo.outer().join("scratch");
    let nested = Reader::of(&repo.path("nested"), &scratch);
    for reader in [reader(&repo), nested] {
        for answered in call_with(&reader, "nested/file.txt").into_iter().chain(call_plain(&reader)) {
            assert!(!answered.text.contains(OUTSIDE), "`{}`: {}", answered.call, answered.text);
        }
    }
}
