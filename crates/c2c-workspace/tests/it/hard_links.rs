//! Files with more than one name: shown only where git's index holds what they hold.

use c2c_workspace::tools::read_file::{ReadFileParams, read_file};
use c2c_workspace::tools::search_workspace::{SearchWorkspaceParams, search_workspace};
use c2c_workspace::{ErrorCode, Limits, Workspace};

use crate::git_repo::{Hash, Repo, our_git};

fn workspace(repo: &Repo) -> Workspace {
    let git = our_git(&repo.outer().join("scratch"));
    Workspace::open("ws", &repo.root()).unwrap().with_git(git.into())
}

fn read(workspace: &Workspace, path: &str) -> Result<String, ErrorCode> {
    let params = ReadFileParams { path: path.to_owned(), ..ReadFileParams::default() };
    read_file(workspace, &params, &Limits::default()).map(|read| read.content).map_err(|error| error.code)
}

/// The paths with a match, and those that were withheld.
fn search(workspace: &Workspace, query: &str) -> (Vec<String>, Vec<String>) {
    let params = SearchWorkspaceParams { query: query.to_owned(), ..SearchWorkspaceParams::default() };
    let found = search_workspace(workspace, &params, &Limits::default()).unwrap();
    let withheld = found.withheld.into_iter().map(|entry| entry.path);
    (found.matches.into_iter().map(|found| found.path).collect(), withheld.collect())
}

#[test]
fn what_the_index_holds_is_shown_and_nothing_else() {
    for hash in Hash::BOTH {
        let repo = Repo::empty(hash);
        let outside = repo.outer().join("outside.txt");
        std::fs::write(&outside, "needle of somebody else\n").unwrap();
        repo.write("same.txt", "needle\n");
        repo.write("changed.txt", "needle\n");
        repo.write("plain.txt", "needle\n");
        repo.commit_all("first");
        std::fs::hard_link(repo.path("same.txt"), repo.outer().join("kept.txt")).unwrap();
        repo.write("changed.txt", "needle, changed\n");
        std::fs::hard_link(repo.path("changed.txt"), repo.outer().join("kept-changed.txt")).unwrap();
        std::fs::hard_link(&outside, repo.path("untracked.txt")).unwrap();
        // In the place of a tracked file, which git then takes for changed.
        std::fs::remove_file(repo.path("plain.txt")).unwrap();
        std::fs::hard_link(&outside, repo.path("plain.txt")).unwrap();

        let workspace = workspace(&repo);
        assert_eq!(read(&workspace, "same.txt").as_deref(), Ok("needle\n"));
        for path in ["changed.txt", "untracked.txt", "plain.txt"] {
            assert_eq!(read(&workspace, path), Err(ErrorCode::Withheld), "{path}");
        }
        let (found, withheld) = search(&workspace, "needle");
        assert_eq!(found, ["same.txt"]);
        assert_eq!(withheld, ["changed.txt", "plain.txt", "untracked.txt"]);
        let diff = repo.reader().whole_diff(&c2c_workspace::git::GitDiffParams::default());
        assert!(!diff.diff.contains("somebody else") && !diff.diff.contains("changed\n"), "{}", diff.diff);
        assert_eq!(diff.withheld.len(), 3, "{:?}", diff.withheld);
    }
}

#[test]
fn the_content_of_one_path_vouches_for_no_other() {
    let repo = Repo::with(&[("a.txt", "needle a\n"), ("b.txt", "needle b\n")]);
    std::fs::remove_file(repo.path("b.txt")).unwrap();
    std::fs::hard_link(repo.path("a.txt"), repo.path("b.txt")).unwrap();
    let workspace = workspace(&repo);
    assert_eq!(read(&workspace, "a.txt").as_deref(), Ok("needle a\n"));
    assert_eq!(read(&workspace, "b.txt"), Err(ErrorCode::Withheld));
}

#[test]
fn below_a_repository_the_paths_are_the_workspace_s() {
    let repo = Repo::with(&[("sub/a.txt", "needle\n")]);
    std::fs::hard_link(repo.path("sub/a.txt"), repo.outer().join("kept.txt")).unwrap();
    let git = our_git(&repo.outer().join("scratch"));
    let workspace = Workspace::open("ws", &repo.path("sub")).unwrap().with_git(git.into());
    assert_eq!(read(&workspace, "a.txt").as_deref(), Ok("needle\n"));
}

#[test]
fn without_a_repository_nothing_vouches_for_a_file() {
    let repo = Repo::folder();
    repo.write("a.txt", "needle\n");
    std::fs::hard_link(repo.path("a.txt"), repo.path("b.txt")).unwrap();
    let workspace = workspace(&repo);
    assert_eq!(read(&workspace, "a.txt"), Err(ErrorCode::Withheld));
    assert_eq!(search(&workspace, "needle"), (Vec::new(), vec!["a.txt".to_owned(), "b.txt".to_owned()]));
}
