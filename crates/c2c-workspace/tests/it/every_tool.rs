//! All tools over files and git, called with the same text wherever they take one.

use c2c_workspace::git::diff::DiffMode;
use c2c_workspace::git::{
    GitDiffParams, GitLogParams, GitShowParams, GitStatusParams, git_diff, git_log, git_show, git_status,
    repository_info,
};
use c2c_workspace::tools::fetch::{FetchParams, fetch};
use c2c_workspace::tools::find_files::{FindFilesParams, find_files};
use c2c_workspace::tools::list_directory::{ListDirectoryParams, list_directory};
use c2c_workspace::tools::read_file::{ReadFileParams, read_file};
use c2c_workspace::tools::search::{SearchParams, search};
use c2c_workspace::tools::search_workspace::{SearchWorkspaceParams, search_workspace};
use c2c_workspace::{Limits, ToolError};
use serde::Serialize;

use crate::git_repo::Reader;

/// What a tool answered, as the client would read it.
#[derive(Debug)]
pub(crate) struct Answered {
    /// The tool, and the field that took the text.
    pub(crate) call: &'static str,
    /// The answer or the error, as JSON.
    pub(crate) text: String,
    /// Whether it is an answer.
    pub(crate) is_answer: bool,
}

fn answered<T: Serialize>(call: &'static str, result: Result<T, ToolError>) -> Answered {
    let (text, is_answer) = match result {
        Ok(answer) => (serde_json::to_string(&answer).unwrap(), true),
        Err(error) => (format!("{error} {}", error.hint), false),
    };
    Answered { call, text, is_answer }
}

/// Every call that takes `text`: as a path, address, pattern, cursor or revision.
pub(crate) fn call_with(reader: &Reader, text: &str) -> Vec<Answered> {
    let mut answers = call_paths(reader, text);
    answers.extend(call_revisions(reader, text));
    answers
}

/// Every call that takes `text` as a revision.
pub(crate) fn call_revisions(reader: &Reader, text: &str) -> Vec<Answered> {
    let (git, workspace, limits) = (&reader.git, &reader.workspace, &Limits::default());
    let some = || Some(text.to_owned());
    let head = || "HEAD".to_owned();
    let diff = |params: GitDiffParams| git_diff(git, workspace, &params, limits);
    let log = |params: GitLogParams| git_log(git, workspace, &params, limits);
    let show = |params: GitShowParams| git_show(git, workspace, &params, limits);
    vec![
        answered("git_diff base", diff(GitDiffParams { mode: DiffMode::Base, base: some(), ..Default::default() })),
        answered("git_diff from", diff(GitDiffParams { mode: DiffMode::Commits, from: some(), ..Default::default() })),
        answered(
            "git_diff to",
            diff(GitDiffParams { mode: DiffMode::Commits, from: Some(head()), to: some(), ..Default::default() }),
        ),
        answered("git_log ref", log(GitLogParams { reference: some(), ..Default::default() })),
        answered("git_show commit", show(GitShowParams { commit: text.to_owned(), ..Default::default() })),
    ]
}

/// Every call that takes `text` as something else.
pub(crate) fn call_paths(reader: &Reader, text: &str) -> Vec<Answered> {
    let (git, workspace, limits) = (&reader.git, &reader.workspace, &Limits::default());
    let some = || Some(text.to_owned());
    let read = |path: &str, cursor: Option<String>| {
        read_file(workspace, &ReadFileParams { path: path.to_owned(), cursor, ..Default::default() }, limits)
    };
    let list = |path, cursor| {
        list_directory(workspace, &ListDirectoryParams { path, cursor, depth: Some(4), ..Default::default() }, limits)
    };
    let grep = |query: &str, path, glob, cursor| {
        let query = query.to_owned();
        search_workspace(workspace, &SearchWorkspaceParams { query, path, glob, cursor, ..Default::default() }, limits)
    };
    let diff = |params: GitDiffParams| git_diff(git, workspace, &params, limits);
    let log = |params: GitLogParams| git_log(git, workspace, &params, limits);
    let show = |params: GitShowParams| git_show(git, workspace, &params, limits);
    let head = || "HEAD".to_owned();
    vec![
        answered("read_file path", read(text, None)),
        answered("read_file cursor", read("plain.txt", some())),
        answered("list_directory path", list(some(), None)),
        answered("list_directory cursor", list(None, some())),
        answered(
            "find_files",
            find_files(workspace, &FindFilesParams { query: text.to_owned(), ..Default::default() }, limits),
        ),
        answered("search_workspace query", grep(text, None, None, None)),
        answered("search_workspace path", grep("needle", some(), None, None)),
        answered("search_workspace glob", grep("needle", None, some(), None)),
        answered("search_workspace cursor", grep("needle", None, None, some())),
        answered("search", search(workspace, &SearchParams { query: text.to_owned() }, limits)),
        answered("fetch", fetch(workspace, &FetchParams { id: text.to_owned() }, limits)),
        answered("fetch address", fetch(workspace, &FetchParams { id: format!("c2c://ws/{text}") }, limits)),
        answered(
            "git_status cursor",
            git_status(git, workspace, &GitStatusParams { cursor: some(), ..Default::default() }, limits),
        ),
        answered("git_diff path", diff(GitDiffParams { path: some(), ..Default::default() })),
        answered("git_diff cursor", diff(GitDiffParams { cursor: some(), ..Default::default() })),
        answered("git_log path", log(GitLogParams { path: some(), ..Default::default() })),
        answered("git_log cursor", log(GitLogParams { cursor: some(), ..Default::default() })),
        answered("git_show path", show(GitShowParams { commit: head(), path: some(), ..Default::default() })),
        answered("git_show cursor", show(GitShowParams { commit: head(), cursor: some(), ..Default::default() })),
    ]
}

/// Every call that needs nothing.
pub(crate) fn call_plain(reader: &Reader) -> Vec<Answered> {
    let (git, workspace, limits) = (&reader.git, &reader.workspace, &Limits::default());
    let diff = |mode| git_diff(git, workspace, &GitDiffParams { mode, ..Default::default() }, limits);
    let needle = SearchWorkspaceParams { query: "needle".to_owned(), ..Default::default() };
    let list = ListDirectoryParams { depth: Some(4), ..Default::default() };
    let show = GitShowParams { commit: "HEAD".to_owned(), ..Default::default() };
    vec![
        answered("list_directory", list_directory(workspace, &list, limits)),
        answered("search_workspace", search_workspace(workspace, &needle, limits)),
        answered("workspace_info", repository_info(git, workspace, limits)),
        answered("git_status", git_status(git, workspace, &GitStatusParams::default(), limits)),
        answered("git_diff unstaged", diff(DiffMode::Unstaged)),
        answered("git_diff staged", diff(DiffMode::Staged)),
        answered("git_diff head", diff(DiffMode::Head)),
        answered("git_log", git_log(git, workspace, &GitLogParams::default(), limits)),
        answered("git_show", git_show(git, workspace, &show, limits)),
    ]
}
