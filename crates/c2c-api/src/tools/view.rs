//! The answers of the tools as a person looks at them. Nothing is added, and nothing decided.

use c2c_ipc::OutputView;
use c2c_workspace::git::GitDiffResponse;
use c2c_workspace::tools::list_directory::ListDirectoryResponse;
use c2c_workspace::tools::read_file::ReadFileResponse;
use c2c_workspace::tools::search_workspace::SearchWorkspaceResponse;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::execution_output::{ExecutionOutputResponse, OutputItem};
use crate::verbs::{LookBody, LookChange, LookEntry, LookMatch};

/// What is in an answer of a tool. That of a tool without a form of its own is JSON.
pub(crate) fn body(tool: &str, arguments: &Value, answer: &Value) -> LookBody {
    let found = match tool {
        "read_file" => read(answer).map(file),
        "list_directory" => read(answer).map(folder),
        "git_diff" => read(answer).map(changes),
        "execution_output" if arguments["action"] == "read" => read(answer).and_then(output_text),
        "execution_output" => read(answer).map(outputs),
        "search_workspace" => read(answer).map(matches),
        _ => None,
    };
    found.unwrap_or_else(|| LookBody::Other { text: format!("{answer:#}") })
}

fn read<T: DeserializeOwned>(answer: &Value) -> Option<T> {
    T::deserialize(answer).ok()
}

fn file(answer: ReadFileResponse) -> LookBody {
    LookBody::File {
        path: answer.path,
        encoding: answer.encoding,
        size: answer.size,
        total_lines: answer.total_lines,
        start_line: answer.start_line,
        end_line: answer.end_line,
        content: answer.content,
    }
}

fn folder(answer: ListDirectoryResponse) -> LookBody {
    let entries = answer.entries.into_iter().map(|entry| LookEntry {
        path: entry.path,
        kind: name(&entry.kind),
        size: entry.size,
        link_target: entry.link_target,
    });
    LookBody::Folder { path: answer.path, entries: entries.collect(), total: answer.total, ignored: answer.ignored }
}

fn changes(answer: GitDiffResponse) -> LookBody {
    let files = answer.files.into_iter().map(|file| LookChange {
        path: file.path,
        old_path: file.old_path,
        change: name(&file.change),
        binary: file.binary,
        insertions: file.insertions,
        deletions: file.deletions,
        withheld: file.withheld,
        filter: file.filter,
    });
    LookBody::Changes {
        from: answer.from,
        to: answer.to,
        total: answer.summary.files,
        insertions: answer.summary.insertions,
        deletions: answer.summary.deletions,
        files: files.collect(),
        diff: answer.diff,
    }
}

fn outputs(answer: ExecutionOutputResponse) -> LookBody {
    LookBody::Outputs { outputs: answer.items.into_iter().map(output).collect() }
}

fn output_text(answer: ExecutionOutputResponse) -> Option<LookBody> {
    let item = answer.items.into_iter().next()?;
    Some(LookBody::Output { output: output(item), text: answer.text })
}

fn output(item: OutputItem) -> OutputView {
    OutputView {
        id: item.id,
        task_id: item.task_id,
        iteration: item.iteration,
        command: item.command,
        exit_code: item.exit_code,
        status: item.status,
        reason: Some(item.reason).filter(|reason| !reason.is_empty()),
        size_bytes: item.size,
        source: item.source,
    }
}

fn matches(answer: SearchWorkspaceResponse) -> LookBody {
    let matches = answer.matches.into_iter().map(|found| LookMatch {
        path: found.path,
        line: found.line,
        column: found.column,
        text: found.text,
        before: found.before,
        after: found.after,
    });
    LookBody::Matches { matches: matches.collect(), files_searched: answer.files_searched }
}

/// A value as it stands on the wire.
fn name(value: &impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
