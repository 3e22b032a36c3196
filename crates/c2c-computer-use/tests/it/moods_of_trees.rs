//! Every mood, in the languages in which its words were captured, and what happens then.

use std::fmt::Write;

use c2c_computer_use::moods::{self, Next, Now, Policy};
use c2c_computer_use::turns;

use crate::{named, names, tree};

/// 2026-11-30 12:00:00 UTC, for a person one hour ahead.
const NOW: Now = Now { ms: 1_796_040_000_000, offset_minutes: 60 };

fn line(name: &str, policy: &Policy) -> String {
    let tree = tree(name);
    let mut line = format!("{name}:");
    for mood in moods::moods(&tree, &turns::turns(&tree)) {
        let next = match moods::next(&mood, policy, NOW) {
            Next::WaitUntil { at_ms } => format!("wait {} minutes", (at_ms - NOW.ms) / 60_000),
            Next::RetryOnce { button } => format!("once {}", named(&tree, button)),
            Next::Press { button } => format!("press {}", named(&tree, button)),
            Next::OfferHandOver { new_chat } => {
                format!("offer hand-over {}", new_chat.map_or_else(String::new, |button| named(&tree, button)))
            }
            other => format!("{other:?}"),
        };
        let mood = format!("{mood:?}");
        let mood = mood.split([' ', '{', '(']).next().unwrap_or("");
        write!(line, " {mood} -> {next};").unwrap();
    }
    line
}

#[test]
fn every_mood_has_its_outcome() {
    let lines: Vec<String> = names("mood-").iter().map(|name| line(name, &Policy::default())).collect();
    insta::assert_snapshot!(lines.join("\n"), @"
    mood-account-blocked: AccountBlocked -> AskPerson;
    mood-chooser: Chooser -> AskPerson;
    mood-connector-card: ConnectorPermission -> AskPerson;
    mood-connector-permission: ConnectorPermission -> AskPerson;
    mood-continue-generating: ContinueGenerating -> press Button `Continue generating`;
    mood-conversation-missing: ConversationMissing -> offer hand-over ;
    mood-delivery-timeout: DeliveryTimeout -> once Button `Retry`;
    mood-delivery-timeout-ja: DeliveryTimeout -> once Button `再試行`;
    mood-delivery-timeout-zh-cn: DeliveryTimeout -> once Button `重试`;
    mood-failed-fr: StreamError -> once Button `(name not captured)`;
    mood-human-check: HumanCheck -> AskPerson;
    mood-log-in: LogIn -> AskPerson;
    mood-max-length: MaxLength -> offer hand-over Button `Start new chat`;
    mood-max-length-zh-cn: MaxLength -> offer hand-over Button `(button)`;
    mood-none-quoted:
    mood-plan-limit: PlanLimit -> wait 165 minutes;
    mood-plan-limit-other-model: PlanLimit -> GoOn;
    mood-reconnecting: Reconnecting -> Wait;
    mood-reconnecting-ja: Reconnecting -> Wait;
    mood-reconnecting-zh-cn: Reconnecting -> Wait;
    mood-session-expired: LogIn -> AskPerson;
    mood-something-wrong: SomethingWrong -> once Button `Retry`;
    mood-stream-error: StreamError -> once Button `Retry`;
    mood-stream-error-vi: StreamError -> once Button `(retry)`;
    mood-too-long: MessageTooLong -> AskPerson;
    mood-too-many-requests: TooManyRequests -> wait 15 minutes;
    mood-too-many-requests-alert: TooManyRequests -> wait 15 minutes;
    mood-too-many-requests-ko: TooManyRequests -> wait 15 minutes;
    mood-unknown-modal: UnknownModal -> AskPerson;
    mood-use-work: UseWork -> AskPerson; SomethingWrong -> once Button `Retry`;
    ");
}

#[test]
fn retry_is_pressed_once_only() {
    let policy = Policy { has_retried: true, ..Policy::default() };
    for name in ["mood-delivery-timeout", "mood-stream-error", "mood-failed-fr", "mood-something-wrong"] {
        assert!(line(name, &policy).contains("-> AskPerson;"), "{name}");
    }
}

#[test]
fn a_connector_is_allowed_only_if_the_person_said_so_and_it_is_that_one() {
    let allow = |name: &str| Policy { allow_connector: Some(name.to_owned()), ..Policy::default() };
    for page in ["mood-connector-permission", "mood-connector-card"] {
        assert!(line(page, &allow("C2C demo")).contains("-> press Button `Allow once`"), "{page}");
        assert!(line(page, &allow("C2C")).contains("-> AskPerson"), "{page}");
    }
}

#[test]
fn pages_where_all_is_well_have_no_mood() {
    for name in names("").iter().filter(|name| !name.contains("mood-")) {
        let tree = tree(name);
        assert_eq!(moods::moods(&tree, &turns::turns(&tree)), [], "{name}");
    }
}
