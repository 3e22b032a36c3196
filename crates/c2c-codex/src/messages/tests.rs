//! Every row of the table against what the real Codex wrote (`tests/fixtures/failures`).

use std::fs;
use std::path::{Path, PathBuf};

use c2c_ports::{Ended, FailureKind};

use super::*;
use crate::events::Transcript;
use crate::outcome::{self, Gone};

/// What the stand-in did or what was wrong, and what it has to be taken for.
const MEASURED: &[(&str, FailureKind)] = &[
    ("http_401.jsonl", NotLoggedIn),
    ("http_401_missing.jsonl", NotLoggedIn),
    ("not_logged_in_401.jsonl", NotLoggedIn),
    ("refresh_refresh_token_expired.jsonl", NotLoggedIn),
    ("refresh_refresh_token_reused.jsonl", NotLoggedIn),
    ("refresh_refresh_token_invalidated.jsonl", NotLoggedIn),
    ("refresh_other.jsonl", NotLoggedIn),
    ("env_key_missing.jsonl", NotLoggedIn),
    ("usage_limit.jsonl", UsageLimit),
    ("usage_limit_free.jsonl", UsageLimit),
    ("usage_limit_team.jsonl", UsageLimit),
    ("usage_limit_noreset.jsonl", UsageLimit),
    ("http_429_quota.jsonl", UsageLimit),
    ("failed_insufficient_quota.jsonl", UsageLimit),
    ("usage_not_included.jsonl", UsageLimit),
    ("failed_usage_not_included.jsonl", UsageLimit),
    ("http_402.jsonl", UsageLimit),
    ("http_429.jsonl", RateLimited),
    ("http_429_empty.jsonl", RateLimited),
    ("failed_rate_limit_exceeded.jsonl", RateLimited),
    ("failed_slow_down.jsonl", RateLimited),
    ("http_500.jsonl", ProviderDown),
    ("http_502.jsonl", ProviderDown),
    ("http_503.jsonl", ProviderDown),
    ("http_503_after_retries.jsonl", ProviderDown),
    ("http_529.jsonl", ProviderDown),
    ("failed_server_is_overloaded.jsonl", ProviderDown),
    ("failed_server_error.jsonl", ProviderDown),
    ("closed_port.jsonl", ProviderDown),
    ("refresh_unreachable.jsonl", ProviderDown),
    ("drop.jsonl", ProviderDown),
    ("http_400.jsonl", BadRequest),
    ("http_403.jsonl", BadRequest),
    ("http_413.jsonl", BadRequest),
    ("failed_context_length_exceeded.jsonl", BadRequest),
    ("bad_toml.stderr", BadConfig),
    ("bad_value.stderr", BadConfig),
    ("unknown_provider.stderr", BadConfig),
    ("no_home.stderr", BadConfig),
    ("not_git.stderr", BadConfig),
    // The words of these are the provider's own, or nothing a person could mend.
    ("http_404.jsonl", FailureKind::Unknown),
    ("failed_invalid_prompt.jsonl", FailureKind::Unknown),
    ("empty_prompt.stderr", FailureKind::Unknown),
    ("bad_schema_file.stderr", FailureKind::Unknown),
    ("resume_unknown_thread.stderr", FailureKind::Unknown),
    ("resume_thread_in_use.stderr", FailureKind::Unknown),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/failures")
}

/// The failure that one fixture ends with.
fn failure(name: &str) -> (FailureKind, String) {
    let text = fs::read_to_string(folder().join(name)).unwrap();
    let mut transcript = Transcript::default();
    let mut stderr = "";
    if name.ends_with(".jsonl") {
        text.lines().for_each(|line| transcript.line(line.as_bytes()));
        assert_eq!(transcript.damaged_lines, 0, "{name}");
    } else {
        stderr = &text;
    }
    match outcome::execution(transcript, Gone::ByItself, stderr).ended {
        Ended::Failed { kind, message } => (kind, message),
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn what_codex_wrote_is_taken_for_what_it_was() {
    for (name, kind) in MEASURED {
        let (found, message) = failure(name);
        assert_eq!(found, *kind, "{name}: {message}");
    }
}

#[test]
fn every_fixture_is_in_the_list() {
    let mut files: Vec<String> =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    let mut listed: Vec<String> = MEASURED.iter().map(|(name, _)| (*name).to_owned()).collect();
    files.sort();
    listed.sort();
    assert_eq!(files, listed);
}

#[test]
fn every_row_was_measured_and_only_one_row_fits() {
    let messages: Vec<(&str, String)> = MEASURED.iter().map(|(name, _)| (*name, failure(name).1)).collect();
    let fits = |wording: &Wording, message: &str| message.lines().any(|line| wording.fits(line));
    for (wording, _) in TABLE {
        let measured = messages.iter().any(|(_, message)| fits(wording, message));
        assert!(measured, "{wording:?} was never measured");
    }
    for (name, message) in &messages {
        let rows = TABLE.iter().filter(|(wording, _)| fits(wording, message)).count();
        assert!(rows <= 1, "{name} fits {rows} rows");
    }
}

#[test]
fn text_that_only_resembles_a_row_is_unknown() {
    for text in [
        "",
        "You've hit your usage limit.",
        "the tool said: unexpected status 401 Unauthorized",
        "invalid_request_error",
        "QUOTA EXCEEDED. CHECK YOUR PLAN AND BILLING DETAILS.",
    ] {
        assert_eq!(classify(text), FailureKind::Unknown, "{text}");
    }
}

#[test]
fn the_line_that_tells_may_stand_anywhere() {
    let text = "something else\nError loading config.toml: no\nmore";
    assert_eq!(classify(text), BadConfig);
}

#[test]
fn codex_s_own_log_lines_are_left_out_of_its_words() {
    let thread_in_use = fs::read_to_string(folder().join("resume_thread_in_use.stderr")).unwrap();
    assert_eq!(
        own_words(&thread_in_use, 4096),
        "Error: thread/resume: thread/resume failed: thread 01a20000-0000-7000-8000-000000000001 already has an active \
         writer (code -32600)"
    );
    assert_eq!(own_words("warning: Untrusted\n\nReading additional input from stdin...\n", 4096), "");
    assert_eq!(own_words("2026 was a year\n", 4096), "2026 was a year");
}

#[test]
fn only_the_end_of_many_words_is_kept_and_no_letter_is_cut() {
    assert_eq!(own_words("abcdé", 3), "dé");
    assert_eq!(own_words("abcdé", 1), "");
    assert_eq!(own_words("one\ntwo", 3), "two");
}
