//! Properties that hold for every text.

use proptest::prelude::*;

use crate::text::{Verdict, redact, scan};

use super::examples::{EXAMPLES, made};

/// Texts made of pieces that matter to the rules, whole secrets, and noise.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => (0..EXAMPLES.len(), any::<u64>()).prop_map(|(at, seed)| made(EXAMPLES[at].1, seed)),
        3 => "[ -~\\n]{0,12}",
        1 => "\\PC{0,6}",
        2 => proptest::sample::select(vec![
            "\n", "+", "-", " ", "password=", "token: ", "\"", "://", "@", ":", "[REDACTED:", "]", "-----BEGIN ", "é", "\r\n", "Bearer ", ".", "eyJ", "=",
        ]).prop_map(str::to_owned),
    ];
    proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn findings_are_in_order_apart_and_on_character_borders(text in texts()) {
        let findings = scan(&text);
        let mut end = 0;
        for finding in &findings {
            prop_assert!(finding.range.start >= end && finding.range.end > finding.range.start);
            prop_assert!(text.is_char_boundary(finding.range.start) && text.is_char_boundary(finding.range.end));
            end = finding.range.end;
        }
        prop_assert!(end <= text.len());
    }

    #[test]
    fn a_redacted_text_holds_none_of_the_secrets(text in texts()) {
        let redacted = redact(&text);
        for finding in redacted.findings.iter().filter(|finding| finding.range.len() >= 8) {
            let secret = &text[finding.range.clone()];
            prop_assert!(!redacted.text.contains(secret), "{secret} in {}", redacted.text);
        }
    }

    #[test]
    fn redacting_twice_changes_nothing(text in texts()) {
        let once = redact(&text);
        if once.verdict != Verdict::Clean {
            let twice = redact(&once.text);
            prop_assert_eq!(&twice.text, &once.text);
            prop_assert_eq!(twice.verdict, Verdict::Clean);
        } else {
            prop_assert_eq!(&once.text, &text);
        }
    }

    #[test]
    fn any_text_at_all_is_judged(text in any::<String>()) {
        let redacted = redact(&text);
        prop_assert_eq!(redacted.verdict == Verdict::Clean, redacted.findings.is_empty());
    }
}
