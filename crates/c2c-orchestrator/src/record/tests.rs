//! Which command is the test, and what is said about it.

use c2c_ports::{ChangeKind, ChangedFile, Reported, SnapshotId};

use super::*;

fn run(command: &str, exit_code: i32) -> CommandRun {
    CommandRun { command: command.to_owned(), exit_code: Some(exit_code), output: String::new() }
}

fn reported(status: ResultStatus, test_command: &str, tests: &str) -> Option<Reported> {
    Some(Reported {
        status,
        summary: "Did it.".to_owned(),
        test_command: test_command.to_owned(),
        tests: tests.to_owned(),
        known_issues: Vec::new(),
    })
}

fn execution(commands: Vec<CommandRun>, reported: Option<Reported>) -> Execution {
    Execution {
        ended: Ended::Completed,
        thread_id: None,
        commands,
        reported,
        final_message: "Words.".to_owned(),
        usage: None,
    }
}

fn plan(tests: &str) -> PlanInForce {
    PlanInForce { number: 1, iteration: 1, sections: vec![("TESTS".to_owned(), tests.to_owned())] }
}

fn summary(execution: &Execution, evidence: &[Evidence]) -> Recorded {
    let plan = plan("");
    let before = Snapshot { id: SnapshotId("a".to_owned()), head: None, dirty: Vec::new() };
    let effect_id = EffectId::from_random([0; 8]);
    let request = Request {
        effect_id: &effect_id,
        root: Path::new("/project"),
        sandbox: Sandbox::WorkspaceWrite,
        deadline_s: 1,
        plan: &plan,
        before: &before,
        execution,
    };
    let file =
        ChangedFile { path: "a".to_owned(), change: ChangeKind::Modified, insertions: Some(1), deletions: Some(0) };
    summarise(&request, &ChangeSet { files: vec![file], patch: Vec::new() }, evidence)
}

#[track_caller]
fn same(run: &str, wanted: &str, expected: bool) {
    assert_eq!(is_same_command(run, wanted), expected, "`{run}` as `{wanted}`");
}

#[test]
fn a_command_is_known_through_its_wrapping() {
    same("sh test.sh", "sh test.sh", true);
    same("/bin/bash -lc 'sh test.sh'", "sh test.sh", true);
    same("/bin/bash -c \"sh  test.sh\"", "sh test.sh", true);
    same("/usr/bin/zsh -lc sh\\ test.sh", "sh test.sh", true);
    same("/bin/bash -lc 'cd app && sh test.sh'", "sh test.sh", true);
    same("/bin/bash -lc 'echo '\\''a b'\\'''", "echo 'a b'", true);
}

#[test]
fn a_command_whose_exit_code_is_not_the_tests_does_not_count() {
    same("/bin/bash -lc 'sh test.sh | tail'", "sh test.sh", false);
    same("/bin/bash -lc 'sh test.sh; true'", "sh test.sh", false);
    same("/bin/bash -lc 'sh test.sh || true'", "sh test.sh", false);
    same("cat test.sh", "sh test.sh", false);
    same("sh test.sh", "", false);
}

#[test]
fn the_plans_tests_name_commands_in_backquotes_or_as_lines() {
    let execution = execution(Vec::new(), reported(ResultStatus::Ok, "make check", ""));
    let found = command_line::candidates("1. Run `cargo test` and `cargo fmt --check`.\n- npm test", &execution);
    assert!(
        ["make check", "cargo test", "cargo fmt --check", "npm test"]
            .iter()
            .all(|want| found.iter().any(|have| have == want)),
        "{found:?}"
    );
}

#[test]
fn the_last_run_of_each_test_counts() {
    let runs = vec![run("sh test.sh", 1), run("ls", 0), run("/bin/bash -lc 'sh test.sh'", 0), run("make lint", 0)];
    let wanted = ["sh test.sh".to_owned(), "make lint".to_owned()];
    let last: Vec<_> = last_runs(&runs, &wanted).into_iter().map(|run| (run.command.as_str(), run.exit_code)).collect();
    assert_eq!(last, [("/bin/bash -lc 'sh test.sh'", Some(0)), ("make lint", Some(0))]);
}

#[test]
fn what_was_seen_outweighs_what_is_told() {
    let told = execution(Vec::new(), reported(ResultStatus::Ok, "sh test.sh", "27 passed"));
    let seen = [Evidence { run: run("sh test.sh", 1), rerun: false }];
    let recorded = summary(&told, &seen);
    assert_eq!((recorded.verdict, recorded.source), (Verdict::Failed, Source::Seen));
    assert_eq!(recorded.tests, "`sh test.sh` failed (exit 1)");
}

#[test]
fn what_only_the_model_told_is_marked() {
    let recorded = summary(&execution(Vec::new(), reported(ResultStatus::Ok, "", "27 passed")), &[]);
    assert_eq!(recorded.source, Source::Reported);
    assert_eq!(recorded.tests, "27 passed (reported by Codex, not seen)");
}

#[test]
fn nothing_seen_and_nothing_told_is_said() {
    let recorded = summary(&execution(Vec::new(), None), &[]);
    assert_eq!((recorded.source, recorded.tests.as_str()), (Source::NotSeen, "no test run was seen"));
    assert_eq!(recorded.summary, "Words.");
}

#[test]
fn an_execution_out_of_time_failed_and_says_so() {
    let mut late = execution(Vec::new(), None);
    late.ended = Ended::DeadlinePassed;
    let recorded = summary(&late, &[]);
    assert_eq!(recorded.verdict, Verdict::Failed);
    assert_eq!(recorded.known_issues.len(), 1);
}
