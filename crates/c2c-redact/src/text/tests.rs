//! Tests of finding and replacing secrets. The secrets are made here from pieces, so that no file of the repository
//! holds one.

mod awkward;
mod committed;
mod generate;
mod gitleaks;
mod named;
mod properties;
mod random;
mod signs;
mod windows;

use super::{Finding, RULES, Verdict, examples, redact, scan};
use examples::{EXAMPLES, example, key_examples, made};

#[test]
fn every_rule_has_an_example() {
    for rule in RULES {
        assert!(EXAMPLES.iter().any(|(id, _)| *id == rule.id), "no example for `{}`", rule.id);
    }
}

#[test]
fn every_example_is_found_by_its_own_rule() {
    for (seed, (rule, template)) in EXAMPLES.iter().enumerate() {
        let text = format!("before\n{}\nafter", made(template, seed as u64));
        let rules: Vec<&str> = scan(&text).iter().map(|finding| finding.rule).collect();
        assert_eq!(rules, [*rule], "in `{text}`");
    }
}

#[test]
fn every_example_is_replaced_also_in_a_diff_and_in_json() {
    for (seed, (rule, template)) in EXAMPLES.iter().enumerate() {
        let secret = made(template, seed as u64);
        for text in [
            format!("@@ -1 +1,2 @@\n+{secret}\n"),
            format!(" \"note\": \"{}\",\n", secret.replace('"', "\\\"")),
            format!("x\r\n-{secret}\r\n"),
        ] {
            let redacted = redact(&text);
            assert_eq!(redacted.verdict, Verdict::Redacted, "`{rule}` in `{text}`");
            for finding in &redacted.findings {
                assert!(!redacted.text.contains(&text[finding.range.clone()]), "`{rule}` in `{}`", redacted.text);
            }
        }
    }
}

#[test]
fn every_example_is_replaced_in_a_message_and_in_output() {
    for (seed, (rule, template)) in EXAMPLES.iter().enumerate() {
        let secret = made(template, seed as u64);
        let message = format!("Add a thing\n\nIt needs this:\n    {secret}\n\nSigned-off-by: x\n");
        let middle = secret.len() / 2;
        let raw = format!("\x1b[2K\x1b[31m{}\x1b[0m{}\x1b[K\r\n", &secret[..middle], &secret[middle..]);
        let found = scan(&message);
        let hidden: Vec<&str> = found.iter().map(|finding| &message[finding.range.clone()]).collect();
        assert!(!hidden.is_empty(), "`{rule}` in `{message}`");
        let (message, judged) = (redact(&message), crate::output::judge(raw.as_bytes(), None, None));
        for text in [&message.text, &judged.text] {
            assert!(text.contains("[REDACTED:"), "`{rule}` in `{text}`");
            assert!(hidden.iter().all(|hidden| !text.contains(hidden)), "`{rule}` in `{text}`");
        }
    }
}

#[test]
fn every_kind_of_private_key_withholds_the_text() {
    for (name, text) in key_examples() {
        let redacted = redact(&text);
        assert!(matches!(redacted.verdict, Verdict::Withhold { .. }), "{name}: {:?}\n{text}", redacted.verdict);
        assert_eq!(redacted.text, "", "{name}");
    }
}

#[test]
fn a_private_key_is_found_in_a_diff_an_escape_a_quote_and_a_comment() {
    for (name, key) in key_examples() {
        let prefixed = |prefix: &str| key.lines().map(|line| format!("{prefix}{line}\n")).collect::<String>();
        let mut disguises: Vec<String> = ["+", "-", " ", "> ", "    ", "// ", "# ", "+    "].map(prefixed).into();
        disguises.push(format!("{{\"key\": \"{}\"}}", key.replace('\n', "\\n").replace('"', "\\\"")));
        disguises.push(format!("KEY=\"{}\"", key.replace('\n', "\\r\\n")));
        disguises.push(key.replace('\n', "\r\n"));
        for text in disguises {
            let verdict = redact(&text).verdict;
            assert!(matches!(verdict, Verdict::Withhold { .. }), "{name}: {verdict:?}\n{text}");
        }
    }
}

#[test]
fn a_key_of_which_only_a_part_is_there_is_not_shown() {
    let body = examples::key_lines(12, 64);
    let head = ["-----BEGIN RSA PRIV", "ATE KEY-----"].concat();
    let foot = ["-----END RSA PRIV", "ATE KEY-----"].concat();
    let whole = format!("{head}\n{body}\n{foot}\n");
    // The head alone or with little after it; the foot with its last lines; the head without its beginning.
    let first = &whole[..head.len() + 8];
    let last = format!("{}\n{foot}\n", body.lines().last().unwrap_or_default());
    let headless = &whole[16..300];
    for text in [head.as_str(), first, last.as_str(), headless] {
        assert!(matches!(redact(text).verdict, Verdict::Withhold { .. }), "{text}");
    }
    // Nothing but body: replaced line by line.
    let middle: String = body.lines().skip(2).map(|line| format!("+{line}\n")).collect();
    let redacted = redact(&format!("@@ -3,4 +3,9 @@\n{middle} fn main() {{}}\n"));
    assert!(redacted.findings.iter().all(|finding| finding.rule == "key-body"), "{:?}", redacted.findings);
    assert_eq!(redacted.text.lines().count(), middle.lines().count() + 2);
    for line in body.lines().skip(2) {
        assert!(!redacted.text.contains(line), "{}", redacted.text);
    }
    assert!(redacted.text.ends_with(" fn main() {}\n"), "{}", redacted.text);
}

#[test]
fn a_mark_names_the_rule_and_the_length() {
    let token = example("github-token");
    let redacted = redact(&format!("a {token} b"));
    assert_eq!(redacted.text, format!("a [REDACTED:github-token,{}] b", token.len()));
    assert_eq!(redacted.findings, [Finding { rule: "github-token", range: 2..2 + token.len() }]);
}

#[test]
fn a_token_longer_than_its_window_goes_whole() {
    let token = format!("{}{}", example("github-token"), "aB3".repeat(2_000));
    let redacted = redact(&format!("x={token};"));
    assert_eq!(redacted.text, format!("x=[REDACTED:github-token,{}];", token.len()));
}

#[test]
fn a_password_found_once_is_replaced_wherever_it_stands() {
    let redacted = redact("postgres://app:Tr0ub4dor-and-3@db/main\nconnecting with Tr0ub4dor-and-3 as app\n");
    assert_eq!(
        redacted.text,
        "postgres://app:[REDACTED:url-password,15]@db/main\nconnecting with [REDACTED:url-password,15] as app\n"
    );
    assert_eq!(redacted.findings.len(), 2);
}

#[test]
fn clean_text_comes_back_as_it_was() {
    let text = "fn main() {\n    println!(\"hello\");\n}\n";
    let redacted = redact(text);
    assert_eq!((redacted.text.as_str(), redacted.findings.len(), redacted.verdict), (text, 0, Verdict::Clean));
    assert_eq!(redact("").verdict, Verdict::Clean);
}
