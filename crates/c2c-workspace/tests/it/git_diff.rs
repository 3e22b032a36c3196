//! `git_diff`: pages, limits, what is withheld, and repositories in unusual states.

use c2c_workspace::ErrorCode;
use c2c_workspace::git::diff::DiffMode;
use c2c_workspace::git::status::Change;
use c2c_workspace::git::{GitDiffParams, GitShowParams};

use crate::git_repo::{Hash, Repo, awkward};

fn mode(mode: DiffMode) -> GitDiffParams {
    GitDiffParams { mode, ..GitDiffParams::default() }
}

#[test]
fn pages_put_together_equal_the_whole() {
    let repo = awkward(Hash::Sha1);
    repo.write("one-line.txt", "ü".repeat(2_000));
    let reader = repo.reader();
    let whole = reader.whole_diff(&GitDiffParams { max_bytes: Some(262_144), ..GitDiffParams::default() });
    for max_bytes in [1_024, 5_000] {
        let params = GitDiffParams { max_bytes: Some(max_bytes), ..GitDiffParams::default() };
        let first = reader.diff(&params).unwrap();
        assert!(first.truncated && first.diff.len() <= 1_024.max(usize::try_from(max_bytes).unwrap()));
        assert!(first.diff.ends_with('\n'), "cut on a line border");
        let paged = reader.whole_diff(&params);
        assert_eq!((paged.diff, paged.files, paged.summary), (whole.diff.clone(), whole.files.clone(), whole.summary));
    }
}

#[test]
fn a_page_of_a_tree_that_changed_is_refused() {
    let repo = awkward(Hash::Sha1);
    let reader = repo.reader();
    let first = reader.diff(&GitDiffParams { max_bytes: Some(1_024), ..GitDiffParams::default() }).unwrap();
    repo.write("plain.txt", "changed meanwhile\n");
    let next = GitDiffParams { cursor: Some(first.next), max_bytes: Some(1_024), ..GitDiffParams::default() };
    assert_eq!(reader.diff(&next).unwrap_err().code, ErrorCode::ChangedMeanwhile);
    let foreign = GitDiffParams { cursor: Some("log:1:abc".to_owned()), ..GitDiffParams::default() };
    assert_eq!(reader.diff(&foreign).unwrap_err().code, ErrorCode::InvalidArgument);
}

#[test]
fn stat_only_has_files_and_numbers_and_no_text() {
    let repo = awkward(Hash::Sha1);
    let whole = repo.reader().whole_diff(&GitDiffParams::default());
    let stat = repo.reader().whole_diff(&GitDiffParams { stat_only: true, ..GitDiffParams::default() });
    assert_eq!((stat.diff.as_str(), stat.files, stat.summary), ("", whole.files, whole.summary));
}

#[test]
fn a_path_and_the_context_narrow_the_diff() {
    let repo = Repo::with(&[("src/a.txt", "1\n2\n3\n4\n5\n6\n7\n8\n9\n"), ("b*.txt", "b\n"), ("bx.txt", "b\n")]);
    repo.write("src/a.txt", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n");
    repo.write("b*.txt", "c\n");
    repo.write("bx.txt", "c\n");
    let narrow = |path: &str, context| {
        let params = GitDiffParams { path: Some(path.to_owned()), context: Some(context), ..GitDiffParams::default() };
        repo.reader().diff(&params).unwrap()
    };
    let diff = narrow("src", 0);
    assert!(diff.diff.contains("@@ -5 +5 @@"), "{}", diff.diff);
    assert_eq!(diff.files.len(), 1);
    let literal: Vec<String> = narrow("b*.txt", 3).files.into_iter().map(|file| file.path).collect();
    assert_eq!(literal, ["b*.txt"], "a path is no pattern");
}

#[test]
fn without_a_commit_everything_is_an_addition_to_the_empty_tree() {
    for hash in Hash::BOTH {
        let repo = Repo::empty(hash);
        let nothing = repo.reader().diff(&GitDiffParams::default()).unwrap();
        assert_eq!((nothing.files.len(), nothing.from.as_str()), (0, "empty"));
        repo.write("staged.txt", "one\n");
        repo.git(["add", "staged.txt"]);
        repo.write("untracked.txt", "two\n");
        let head = repo.reader().diff(&GitDiffParams::default()).unwrap();
        assert_eq!(head.files.iter().map(|file| file.change).collect::<Vec<_>>(), [Change::Added, Change::Added]);
        let staged = repo.reader().diff(&mode(DiffMode::Staged)).unwrap();
        assert_eq!(staged.files.len(), 1);
        assert_eq!(staged.diff, repo.git(["-c", "core.abbrev=12", "diff", "--cached"]));
    }
}

#[test]
fn base_compares_with_the_common_ancestor() {
    let repo = Repo::with(&[("a.txt", "a\n")]);
    repo.git(["checkout", "--quiet", "-b", "work"]);
    repo.write("mine.txt", "mine\n");
    repo.commit_all("mine");
    repo.git(["checkout", "--quiet", "main"]);
    repo.write("theirs.txt", "theirs\n");
    repo.commit_all("theirs");
    repo.git(["checkout", "--quiet", "work"]);
    repo.write("not-committed.txt", "new\n");
    let params = GitDiffParams { base: Some("main".to_owned()), ..mode(DiffMode::Base) };
    let diff = repo.reader().diff(&params).unwrap();
    assert_eq!(diff.from, repo.git(["merge-base", "main", "work"]).trim());
    assert_eq!(diff.files.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(), ["mine.txt", "not-committed.txt"]);
}

#[test]
fn a_merge_in_conflict_is_shown_in_every_mode() {
    let repo = Repo::with(&[("a.txt", "a\n"), ("kept.txt", "a\n")]);
    repo.git(["checkout", "--quiet", "-b", "other"]);
    repo.write("a.txt", "other\n");
    repo.remove("kept.txt");
    repo.commit_all("other");
    repo.git(["checkout", "--quiet", "main"]);
    repo.write("a.txt", "main\n");
    repo.write("kept.txt", "changed\n");
    repo.commit_all("main");
    assert!(!repo.try_git(["merge", "other"]).success());
    let status = repo.reader().status().unwrap();
    assert_eq!(status.operation.as_deref(), Some("merge"));
    let conflicts: Vec<(&str, &str)> =
        status.conflicted.iter().map(|entry| (entry.path.as_str(), entry.conflict.as_str())).collect();
    assert_eq!(conflicts, [("a.txt", "both modified"), ("kept.txt", "deleted by them")]);
    let head = repo.reader().diff(&GitDiffParams::default()).unwrap();
    assert!(head.diff.contains("+<<<<<<< HEAD"), "{}", head.diff);
    let staged = repo.reader().diff(&mode(DiffMode::Staged)).unwrap();
    assert!(staged.diff.contains("* Unmerged path a.txt"), "{}", staged.diff);
    assert!(staged.files.iter().any(|file| file.change == Change::Unmerged));
    assert!(repo.reader().diff(&mode(DiffMode::Unstaged)).unwrap().diff.contains("+<<<<<<< HEAD"));
}

#[test]
fn sensitive_names_are_withheld_on_either_side_of_a_rename() {
    let secret = "SETTING_ONE=abcdefgh\nSETTING_TWO=ijklmnop\nSETTING_THREE=qrstuvwx\n";
    let repo = Repo::with(&[(".env", secret), ("hidden/a.txt", "hidden content\n"), (".c2cignore", "hidden/\n")]);
    std::fs::rename(repo.path(".env"), repo.path("harmless.txt")).unwrap();
    repo.write("hidden/a.txt", "hidden changed\n");
    repo.write("id_rsa", "whatever\n");
    let diff = repo.reader().whole_diff(&GitDiffParams::default());
    assert!(!diff.diff.contains("SETTING") && !diff.diff.contains("hidden c") && !diff.diff.contains("whatever"));
    assert_eq!(diff.files.iter().filter(|file| file.withheld.is_some()).count(), diff.files.len());
    assert_eq!(diff.withheld.len(), diff.files.len());
    assert_eq!(diff.summary.insertions, 0);
    let asked = GitDiffParams { path: Some("hidden/a.txt".to_owned()), ..GitDiffParams::default() };
    assert_eq!(repo.reader().diff(&asked).unwrap_err().code, ErrorCode::Withheld);
}

#[test]
fn secrets_in_content_are_replaced_and_private_keys_withhold_the_file() {
    let repo = Repo::with(&[("a.txt", "a\n")]);
    let token = format!("ghp_{}", "Ab3".repeat(12));
    repo.write("a.txt", format!("a\ntoken: {token}\n"));
    repo.write("key.txt", "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----\n");
    let diff = repo.reader().whole_diff(&GitDiffParams::default());
    assert!(!diff.diff.contains(&token) && diff.diff.contains("[REDACTED:"), "{}", diff.diff);
    assert!(!diff.diff.contains("MIIEow"));
    assert_eq!(diff.withheld.len(), 2);
}

/// A key as programs write it.
fn key(lines: usize) -> String {
    let head = ["-----BEGIN RSA PRIV", "ATE KEY-----"].concat();
    let foot = ["-----END RSA PRIV", "ATE KEY-----"].concat();
    let body =
        (0..lines).map(|line| format!("q{line}Rk2vXw9Lm4Tz8P{}\n", "aB3dEf7hJk".repeat(5))[..65].to_owned() + "\n");
    format!("{head}\n{}{foot}\n", body.collect::<String>().replace("\n\n", "\n"))
}

#[test]
fn a_key_on_either_side_withholds_the_file_however_little_is_shown_of_it() {
    let tail = " a=1\n b=2\n c=3\n d=4\n e=5\n f=6\n";
    let before = format!("[server]\n{}{tail}", key(12));
    let changed_below = before.replace("f=6", "f=7");
    let changed_inside = before.replace("q7Rk", "q7Rj");
    let without = format!("[server]\n{tail}");
    for after in [&changed_below, &changed_inside, &without] {
        let repo = Repo::with(&[("server.conf", &before)]);
        repo.write("server.conf", after);
        for context in [0, 1, 3, 20] {
            let diff = repo.reader().whole_diff(&GitDiffParams { context: Some(context), ..GitDiffParams::default() });
            assert!(!diff.diff.contains("aB3dEf7hJk"), "context {context}: {}", diff.diff);
            let reason = diff.files[0].withheld.as_deref();
            assert!(reason.is_some_and(|reason| reason.contains("private key")), "context {context}: {reason:?}");
        }
        repo.commit_all("second");
        let show = GitShowParams { commit: "HEAD".to_owned(), ..GitShowParams::default() };
        assert!(!serde_json::to_string(&repo.reader().show(&show).unwrap()).unwrap().contains("aB3dEf7hJk"));
    }
}

#[test]
fn a_value_whose_name_stands_on_another_line_is_replaced_on_both_sides() {
    for (before, after) in [
        ("- name: DB_PASSWORD\n  value: Sommer2024wow\n", "- name: DB_PASSWORD\n  value: Winter2025wow\n"),
        (
            "{\n  \"name\": \"DB_PASSWORD\",\n  \"value\": \"Sommer2024wow\"\n}\n",
            "{\n  \"name\": \"DB_PASSWORD\",\n  \"value\": \"Winter2025wow\"\n}\n",
        ),
    ] {
        let rest = " one\n two\n three\n four\n five\n";
        let repo = Repo::with(&[("app.txt", &format!("{before}{rest}"))]);
        repo.write("app.txt", format!("{after}{rest}"));
        for context in [0, 1, 3] {
            let params = GitDiffParams { context: Some(context), ..GitDiffParams::default() };
            let diff = repo.reader().whole_diff(&params);
            assert!(!diff.diff.contains("2024wow") && !diff.diff.contains("2025wow"), "{context}: {}", diff.diff);
            assert_eq!((diff.summary.insertions, diff.summary.deletions), (1, 1));
            assert!(diff.diff.contains("[REDACTED:") && !diff.withheld.is_empty());
            // Nothing confirms a guess: the name of an object is made of all of its content.
            assert!(!diff.diff.contains("\nindex "), "{}", diff.diff);
        }
        // Below it, with the value as the heading of the hunk.
        repo.commit_all("second");
        repo.write("app.txt", format!("{after}{}", rest.replace("five", "5")));
        let diff = repo.reader().whole_diff(&GitDiffParams { context: Some(0), ..GitDiffParams::default() });
        assert!(!diff.diff.contains("2025wow"), "{}", diff.diff);
    }
}

#[test]
fn a_file_with_two_names_is_not_read() {
    let repo = Repo::with(&[("a.txt", "a\n")]);
    std::fs::write(repo.outer().join("outside.txt"), "outside content\n").unwrap();
    std::fs::hard_link(repo.outer().join("outside.txt"), repo.path("inside.txt")).unwrap();
    let diff = repo.reader().whole_diff(&GitDiffParams::default());
    assert_eq!(diff.diff, "");
    assert!(diff.files[0].withheld.as_deref().unwrap().contains("hard link"));
}

#[test]
fn a_folder_swapped_for_a_link_leads_nowhere() {
    let repo = Repo::with(&[("sub/a.txt", "a\n")]);
    std::fs::create_dir(repo.outer().join("elsewhere")).unwrap();
    std::fs::write(repo.outer().join("elsewhere/a.txt"), "outside content\n").unwrap();
    std::fs::remove_dir_all(repo.path("sub")).unwrap();
    repo.link("../elsewhere", "sub");
    let diff = repo.reader().whole_diff(&GitDiffParams::default());
    assert!(!diff.diff.contains("outside content"));
    assert_eq!(
        diff.files.iter().map(|file| (file.path.as_str(), file.change)).collect::<Vec<_>>(),
        [("sub", Change::Added), ("sub/a.txt", Change::Deleted)]
    );
}

#[test]
fn a_filter_is_named_and_not_run() {
    let repo = Repo::with(&[("a.big", "pointer\n"), (".gitattributes", "*.big filter=lfs\n")]);
    repo.write("a.big", "content\n");
    let diff = repo.reader().whole_diff(&GitDiffParams::default());
    assert_eq!(diff.files[0].filter.as_deref(), Some("lfs"));
    assert!(diff.diff.contains("-pointer\n+content\n"));
}

#[test]
fn fields_that_do_not_fit_and_revisions_that_are_none_are_refused() {
    let repo = Repo::with(&[("a.txt", "a\n")]);
    let refused = |params: GitDiffParams| repo.reader().diff(&params).unwrap_err().code;
    let from = |from: &str| GitDiffParams { from: Some(from.to_owned()), ..mode(DiffMode::Commits) };
    for wrong in [
        "--output=/tmp/x",
        "-p",
        "HEAD..HEAD",
        "HEAD@{0}",
        ":a.txt",
        "no-such-branch",
        "",
        "a b",
        "HEAD\n",
        "HEAD:a.txt",
    ] {
        assert_eq!(refused(from(wrong)), ErrorCode::InvalidArgument, "{wrong}");
    }
    assert_eq!(refused(mode(DiffMode::Commits)), ErrorCode::InvalidArgument);
    assert_eq!(refused(mode(DiffMode::Base)), ErrorCode::InvalidArgument);
    assert_eq!(
        refused(GitDiffParams { base: Some("main".to_owned()), ..GitDiffParams::default() }),
        ErrorCode::InvalidArgument
    );
    assert_eq!(refused(GitDiffParams { context: Some(21), ..GitDiffParams::default() }), ErrorCode::InvalidArgument);
    assert_eq!(
        refused(GitDiffParams { path: Some("../x".to_owned()), ..GitDiffParams::default() }),
        ErrorCode::OutsideWorkspace
    );
}

#[test]
fn reading_changes_nothing_in_the_repository() {
    let repo = awkward(Hash::Sha1);
    let before = repo.git_folder();
    let reader = repo.reader();
    for mode in [DiffMode::Head, DiffMode::Unstaged, DiffMode::Staged] {
        reader.whole_diff(&GitDiffParams { mode, ..GitDiffParams::default() });
    }
    reader.status().unwrap();
    reader.info();
    assert_eq!(repo.git_folder(), before);
    assert_eq!(std::fs::read_dir(repo.outer().join("scratch")).unwrap().count(), 0, "nothing is left behind");
}

#[test]
fn a_path_that_is_on_no_side_is_not_found() {
    let repo = Repo::with(&[("a.txt", "a\n"), ("gone/b.txt", "b\n")]);
    repo.git(["rm", "--quiet", "-r", "gone"]);
    repo.commit_all("second");
    repo.write("new/c.txt", "c\n");
    let ask = |mode: DiffMode, path: &str| {
        let from = (mode == DiffMode::Commits).then(|| "HEAD~1".to_owned());
        let params = GitDiffParams { mode, from, path: Some(path.to_owned()), ..GitDiffParams::default() };
        repo.reader().diff(&params).map(|diff| diff.files.len()).map_err(|error| error.code)
    };
    for mode in [DiffMode::Head, DiffMode::Staged, DiffMode::Unstaged, DiffMode::Commits] {
        for path in ["a.tx", "*.txt", ":/", "a.txt/b"] {
            assert_eq!(ask(mode, path), Err(ErrorCode::NotFound), "{mode:?} {path}");
        }
        assert_eq!(ask(mode, "a.txt"), Ok(0), "{mode:?}");
    }
    assert_eq!(ask(DiffMode::Staged, "new"), Ok(0), "it is in the work tree");
    assert_eq!(ask(DiffMode::Commits, "gone"), Ok(1));
    assert_eq!(ask(DiffMode::Head, "gone"), Err(ErrorCode::NotFound));
}

#[test]
fn a_field_of_another_mode_says_which_mode_takes_it() {
    let repo = Repo::with(&[("a.txt", "a\n")]);
    let told = |params: GitDiffParams| {
        let error = repo.reader().diff(&params).unwrap_err();
        format!("{error} / {}", error.hint)
    };
    assert_eq!(
        told(GitDiffParams { base: Some("main".to_owned()), ..GitDiffParams::default() }),
        "INVALID_ARGUMENT: `base` is `main`, and only mode `base` takes it / call again without `base`, or with `mode` as \
         `base`"
    );
    assert_eq!(
        told(GitDiffParams { mode: DiffMode::Commits, ..GitDiffParams::default() }),
        "INVALID_ARGUMENT: `from` is missing; mode `commits` needs it / call again with `from` as a commit"
    );
}
