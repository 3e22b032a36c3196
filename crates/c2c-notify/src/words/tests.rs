//! What notifications say, also when the text means ill.

use super::*;

const ALL: Abilities = Abilities { reads_markup: true, has_actions: true };
const KINDS: [NoticeKind; 8] = [
    NoticeKind::Done,
    NoticeKind::Blocked,
    NoticeKind::Approval,
    NoticeKind::Carry,
    NoticeKind::Overdue,
    NoticeKind::Limit,
    NoticeKind::Paused,
    NoticeKind::Failed,
];

fn notice(kind: NoticeKind, title: &str, body: &str) -> Notice {
    let (session_id, workspace) = ("ses_1".parse().unwrap(), "shop".to_owned());
    let plan = (kind == NoticeKind::Approval).then_some(1);
    Notice { session_id, workspace, kind, title: title.to_owned(), body: body.to_owned(), plan }
}

#[test]
fn a_plan_can_be_approved_and_a_pause_ended_in_a_notification() {
    for kind in KINDS {
        let actions = words(&notice(kind, "t", "b"), ALL, true).actions;
        let expected: &[Action] = match kind {
            NoticeKind::Approval => &[Action::Open, Action::Approve, Action::Reject],
            NoticeKind::Overdue | NoticeKind::Limit | NoticeKind::Paused | NoticeKind::Failed => {
                &[Action::Open, Action::Continue]
            }
            NoticeKind::Done | NoticeKind::Blocked | NoticeKind::Carry => &[Action::Open],
        };
        assert_eq!(actions, expected, "{kind:?}");
    }
}

#[test]
fn there_is_nothing_to_press_where_nobody_answers_or_the_desktop_cannot() {
    let plan = notice(NoticeKind::Approval, "t", "b");
    assert_eq!(words(&plan, ALL, false).actions, []);
    assert_eq!(words(&plan, Abilities { has_actions: false, ..ALL }, true).actions, []);
}

#[test]
fn what_waits_for_the_person_stays() {
    for kind in KINDS {
        assert_eq!(words(&notice(kind, "t", "b"), ALL, true).stays, kind != NoticeKind::Done, "{kind:?}");
    }
}

#[test]
fn markup_is_text() {
    let hostile = notice(NoticeKind::Done, "<b>done</b>", "<a href=\"x\">it's</a> & <img src=x>");
    let escaped = words(&hostile, ALL, false);
    assert_eq!(escaped.body, "&lt;a href=&quot;x&quot;&gt;it&#39;s&lt;/a&gt; &amp; &lt;img src=x&gt;");
    // A title is plain text everywhere.
    assert_eq!(escaped.title, "shop: <b>done</b>");
    assert_eq!(words(&hostile, Abilities::default(), false).body, hostile.body);
}

#[test]
fn what_cannot_be_seen_is_dropped() {
    let hostile =
        notice(NoticeKind::Blocked, " a\nb\u{202e}c\u{7}\u{1b}[1m ", "\u{feff}one\r\ntwo\u{2066}\t👩\u{200d}👧");
    let shown = words(&hostile, Abilities::default(), false);
    assert_eq!((shown.title.as_str(), shown.body.as_str()), ("shop: a bc[1m", "one\ntwo 👩\u{200d}👧"));
}

#[test]
fn long_texts_are_cut_between_characters_and_before_they_are_escaped() {
    let long = notice(NoticeKind::Failed, &"ü".repeat(500), &"<".repeat(500));
    let shown = words(&long, ALL, false);
    assert_eq!(shown.title, format!("shop: {}…", "ü".repeat(TITLE)));
    assert_eq!(shown.body, "&lt;".repeat(BODY) + "…");
    let fits = notice(NoticeKind::Failed, &"ü".repeat(TITLE), "b");
    assert_eq!(words(&fits, ALL, false).title, format!("shop: {}", fits.title));
    let named = Notice { workspace: "文".repeat(NAME + 1), ..fits };
    assert!(words(&named, ALL, false).title.starts_with(&("文".repeat(NAME) + "…: ü")));
}

#[test]
fn nobody_approves_what_they_cannot_read() {
    let long = notice(NoticeKind::Approval, "t", &"1. Do it.\n".repeat(40));
    assert_eq!(words(&long, ALL, true).actions, [Action::Open, Action::Reject]);
    let unnumbered = Notice { plan: None, ..notice(NoticeKind::Approval, "t", "1. Do it.") };
    assert_eq!(words(&unnumbered, ALL, true).actions, [Action::Open, Action::Reject]);
}

#[test]
fn names_on_the_wire_lead_back() {
    for action in Action::ALL {
        assert_eq!(Action::named(action.name()), Some(action));
    }
    assert_eq!(Action::named("__closed"), None);
}

#[test]
fn abilities_are_told_by_their_names() {
    assert_eq!(Abilities::of(["body", "actions", "icon-static"]), Abilities { reads_markup: false, has_actions: true });
    assert_eq!(Abilities::of(["body-markup"]), Abilities { reads_markup: true, has_actions: false });
}
