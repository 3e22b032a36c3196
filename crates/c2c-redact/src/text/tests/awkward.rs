//! Places where secrets hide, and text that only looks like one.

use crate::text::{Verdict, redact, scan};

use super::examples::{example, made};

#[track_caller]
fn found(text: &str, expected: &[&str]) {
    let rules: Vec<&str> = scan(text).iter().map(|finding| finding.rule).collect();
    assert_eq!(rules, expected, "in `{text}`");
}

#[test]
fn source_code_is_left_alone() {
    for line in [
        "let token = self.tokens.next();",
        "password: String,",
        "token: TokenKind2,",
        "if header == \"-----BEGIN PRIVATE KEY-----\" { parse(&line) }",
        "const HEADS: &[&str] = &[\"-----BEGIN PRIVATE KEY-----\", \"-----BEGIN RSA PRIVATE KEY-----\"];",
        "see `-----END PRIVATE KEY-----` in RFC 7468",
        "class=\"sk-folding-cube-animation-container\"",
        "\"password\": \"Enter your password\"",
        "\"tokenType\": \"access_token\"",
        "secret = os.environ[\"SECRET\"]",
        "api_key: ${API_KEY_2}",
        "password: <your-password-1>",
        "https://example.org:8080/path@v2",
        "git@github.com:owner/name.git",
        "ssh://git@host:22/x",
        "http://user:$PASSWORD@host/",
        "http://user:{password}@host/",
        "Authorization: Bearer <token>",
        "bearer authentication is described below",
        "3b1d9f0c6c1e5b0fb0c6d5e3f7a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3  file.bin",
        "commit 65eb0f9c1d2e3f405162738495a6b7c8d9e0f1a2",
        "sha512-Qk8x5Yk0Yw3J0x1d2e3f4g5h6i7j8k9l0m1n2o3p4q5r6s7t8u9v0w1x2y3z4A5B6C7D8E9F0G1H2I3J4K5L6M7N8O9P0Q==",
        "token_count = 128000000",
        "TOKEN=true",
    ] {
        found(line, &[]);
    }
}

#[test]
fn certificates_and_public_keys_are_left_alone() {
    let body = super::examples::key_lines(8, 64);
    for kind in ["CERTIFICATE", "PUBLIC KEY", "PGP SIGNATURE"] {
        found(&format!("-----BEGIN {kind}-----\n{body}\n-----END {kind}-----\n"), &[]);
    }
}

#[test]
fn a_list_of_checksums_is_left_alone() {
    let list: String = (0..20).map(|seed| made("<h64>\n", seed)).collect();
    found(&list, &[]);
}

#[test]
fn what_stands_close_to_a_secret_stays() {
    let token = example("github-token");
    for (before, after) in [
        ("", ""),
        ("é", "é"),
        ("\"", "\""),
        ("(", ")"),
        ("日本", "語"),
        ("", "\u{301}"),
        ("?t=", "&x=1"),
        ("\\n", "\\n"),
    ] {
        let text = format!("{before}{token}{after}");
        let redacted = redact(&text);
        assert_eq!(redacted.text, format!("{before}[REDACTED:github-token,{}]{after}", token.len()), "{text}");
    }
}

#[test]
fn two_secrets_side_by_side_are_both_replaced() {
    let (one, two) = (example("github-token"), example("npm-token"));
    for separator in [" ", ",", "\n", ":", "|", "\\n", "%"] {
        let redacted = redact(&format!("{one}{separator}{two}"));
        assert!(!redacted.text.contains(&one[8..]) && !redacted.text.contains(&two[8..]), "{}", redacted.text);
        assert_eq!(redacted.findings.len(), 2, "{}", redacted.text);
    }
}

#[test]
fn a_mark_is_not_a_secret() {
    for text in [
        "password = \"[REDACTED:secret-assignment,16]\"",
        "https://u:[REDACTED:url-password,9]@h/",
        "Authorization: Bearer [REDACTED:bearer-token,40]",
    ] {
        assert_eq!(redact(text).verdict, Verdict::Clean, "{text}");
    }
}

#[test]
fn what_only_begins_like_a_mark_hides_nothing() {
    let token = example("github-token");
    for text in [
        format!("[REDACTED:{token} and more"),
        format!("[REDACTED:{token}]"),
        format!("[REDACTED:{token},40]"),
        format!("[REDACTED:github-token,{token}]"),
        format!("[REDACTED:github-token,]{token}]"),
        format!("[REDACTED:[REDACTED:github-token,40{token}]"),
    ] {
        let redacted = redact(&text);
        assert_eq!(redacted.verdict, Verdict::Redacted, "{text}");
        assert!(!redacted.text.contains(&token[4..]), "{}", redacted.text);
    }
}

#[test]
fn a_secret_in_utf16_within_a_text_is_found() {
    let token = example("github-token");
    let spread = |mark: &str| token.chars().map(|letter| format!("{letter}{mark}")).collect::<String>();
    let redacted = redact(&format!("text\n{}\nend", spread("\0")));
    assert_eq!(redacted.text, format!("text\n[REDACTED:github-token,{}]\0\nend", 2 * token.len() - 1));
    assert_eq!(redact("\0").verdict, Verdict::Clean);
    assert_eq!(redact("a\0\0b\0\n").text, "a\0\0b\0\n");
}

#[test]
fn a_very_long_secret_takes_linear_time_and_is_replaced_elsewhere_too() {
    let long = "aB3dE5fG7-\u{e9}".repeat(20_000);
    for text in [format!("password = \"{long}\"\n"), format!("token: \"{long}\"\nalone {long} twice {long}\n")] {
        let redacted = redact(&text);
        assert_eq!(redacted.verdict, Verdict::Redacted);
        assert!(!redacted.text.contains("aB3dE5fG7-"), "{}", redacted.text.len());
    }
}

/// Beginnings and middles of matches, which repeat into texts that are all keywords and hold nothing.
const PIECES: &[&str] = &[
    "://",
    "://a:",
    "password=",
    "token: \"",
    "token: string",
    "secret, \"",
    "<secret>",
    "login a password ",
    "PRIVATE KEY",
    "-----BEGIN ",
    "[REDACTED:",
    "bearer ",
    "a.bcdefg.",
    "eyJa.",
    "curl -u ",
    "curl -H ",
    "curl\n",
    "kind: secret\ndata:\n",
    "<add key=",
    "?token=",
    "\"aB3dE5fG7hI9jK1lM3nO5\"",
    "aB3dE5fG7",
    "\n+token:\n-",
];

#[test]
fn many_keywords_without_secrets_take_linear_time() {
    // Some of these once made a naive search walk over the rest of the text for every keyword. Anything but linear
    // would be minutes here.
    let keywords = crate::text::search::rules().iter().flat_map(|rule| &rule.keywords);
    let keywords = keywords.map(|keyword| (keyword.text.as_str(), 3_000));
    for (piece, bytes) in keywords.chain(PIECES.iter().map(|piece| (*piece, 60_000))) {
        let text = piece.repeat(bytes / piece.len());
        let findings = scan(&text);
        assert!(findings.iter().all(|finding| finding.range.end <= text.len()), "{piece}");
    }
}
