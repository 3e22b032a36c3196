//! Every stage of a send with everything that can be seen, and whole sends.

use super::*;
use crate::page::Unfit;
use crate::tree::NodeId;

/// Everything is ready, the composer is empty.
fn ready() -> Sight {
    Sight {
        unfit: None,
        moods: Vec::new(),
        person: Person::Idle,
        focus: Focus::OnComposer,
        composer: Spot::Found(Composer::Empty),
        send: SendButton::Disabled,
        press: Press::NotTried,
        is_answering: false,
        last_user: LastUser::Other,
        turns: 4,
    }
}

/// Our text is in the composer.
fn inserted() -> Sight {
    Sight { composer: Spot::Found(Composer::Ours), send: SendButton::Enabled, ..ready() }
}

/// Send was pressed, and the composer was emptied.
fn sent() -> Sight {
    Sight { press: Press::Done, ..ready() }
}

fn foreign() -> Spot {
    Spot::Found(Composer::Foreign { excerpt: "mine".to_owned() })
}

/// A plan that has come to each stage at 10 s.
fn stages() -> Vec<(&'static str, SendPlan)> {
    let mut plan = SendPlan::new(0);
    assert_eq!(plan.next(&ready(), 0), Step::Wait(WaitFor::Page));
    let mut stages = vec![("preparing", plan.clone())];
    for (name, sight, expected) in [
        ("focused", ready(), Step::TakeFocus),
        ("pasted", ready(), Step::Paste),
        ("verified", inserted(), Step::RestoreClipboard),
        ("pressed", inserted(), Step::PressSend),
    ] {
        assert_eq!(plan.next(&sight, 10_000), expected, "{name}");
        stages.push((name, plan.clone()));
    }
    let refused = Sight { press: Press::Refused, ..inserted() };
    assert_eq!(plan.next(&refused, 10_000), Step::PressKey);
    stages.push(("key pressed", plan.clone()));
    stages
}

/// Everything that can be seen, one thing at a time out of the ordinary.
fn sights() -> Vec<(&'static str, Sight)> {
    let moods = |mood: Mood| Sight { moods: vec![mood], ..ready() };
    vec![
        ("ready", ready()),
        ("our text", inserted()),
        ("our text, Send disabled", Sight { send: SendButton::Disabled, ..inserted() }),
        ("our text, no Send", Sight { send: SendButton::Missing, ..inserted() }),
        ("our text, focus elsewhere", Sight { focus: Focus::Elsewhere, ..inserted() }),
        ("our text, press refused", Sight { press: Press::Refused, ..inserted() }),
        (
            "our text, press refused, focus elsewhere",
            Sight { press: Press::Refused, focus: Focus::Elsewhere, ..inserted() },
        ),
        ("partly ours", Sight { composer: Spot::Found(Composer::PartlyOurs { characters: 3 }), ..ready() }),
        ("mixed draft", Sight { composer: Spot::Found(Composer::Mixed { added: "mine".to_owned() }), ..ready() }),
        ("foreign draft", Sight { composer: foreign(), ..ready() }),
        ("no composer", Sight { composer: Spot::Missing(Missing::NoComposer), ..ready() }),
        ("other mode", Sight { composer: Spot::Missing(Missing::OtherMode), ..ready() }),
        ("two composers", Sight { composer: Spot::Several, ..ready() }),
        ("focus elsewhere", Sight { focus: Focus::Elsewhere, ..ready() }),
        ("person active", Sight { person: Person::Active, ..ready() }),
        ("screen locked", Sight { person: Person::Locked, ..ready() }),
        ("another origin", Sight { unfit: Some(Unfit::OtherOrigin { url: "https://x/".to_owned() }), ..ready() }),
        ("login", moods(Mood::LogIn)),
        ("reconnecting", moods(Mood::Reconnecting)),
        ("other model", moods(Mood::PlanLimit { resets: None, other_model: true })),
        ("cut answer", moods(Mood::ContinueGenerating { button: NodeId(1) })),
        ("answer running", Sight { is_answering: true, ..ready() }),
        ("ours seen", Sight { last_user: LastUser::Ours, ..sent() }),
        ("ours seen on another page", Sight { last_user: LastUser::Ours, unfit: Some(Unfit::NoAddress), ..sent() }),
        ("ours answered", Sight { last_user: LastUser::OursAnswered, ..sent() }),
        ("unreadable", Sight { last_user: LastUser::Unreadable, ..sent() }),
        (
            "unreadable, answer running",
            Sight { last_user: LastUser::Unreadable, is_answering: true, turns: 5, ..sent() },
        ),
        ("new conversation", Sight { last_user: LastUser::None, turns: 0, ..ready() }),
    ]
}

/// What a plan at `stage` does about everything that can be seen, soon and much later.
#[track_caller]
fn table(stage: &str) -> String {
    let (_, plan) = stages().into_iter().find(|(name, _)| *name == stage).unwrap();
    let mut table = String::new();
    for (name, sight) in sights() {
        let soon = plan.clone().next(&sight, 11_500);
        let late = plan.clone().next(&sight, 200_000);
        let steps = if soon == late { format!("{soon:?}") } else { format!("{soon:?}, late {late:?}") };
        table.push_str(&format!("{name}: {steps}\n"));
    }
    table
}

#[test]
fn a_send_that_has_not_begun() {
    insta::assert_snapshot!(table("preparing"), @r#"
    ready: TakeFocus
    our text: TakeFocus
    our text, Send disabled: TakeFocus
    our text, no Send: TakeFocus
    our text, focus elsewhere: TakeFocus
    our text, press refused: TakeFocus
    our text, press refused, focus elsewhere: TakeFocus
    partly ours: Stop(ForeignDraft { excerpt: "" })
    mixed draft: Stop(MixedDraft { added: "mine" })
    foreign draft: Stop(ForeignDraft { excerpt: "mine" })
    no composer: Wait(Page), late Stop(NoComposer(NoComposer))
    other mode: Stop(NoComposer(OtherMode))
    two composers: Stop(SeveralComposers)
    focus elsewhere: TakeFocus
    person active: Wait(Idle)
    screen locked: Wait(Unlock)
    another origin: Stop(Unfit(OtherOrigin { url: "https://x/" }))
    login: Stop(Mood(LogIn))
    reconnecting: Wait(Page)
    other model: TakeFocus
    cut answer: TakeFocus
    answer running: Wait(Answer)
    ours seen: Done(Seen)
    ours seen on another page: Stop(Unfit(NoAddress))
    ours answered: Done(Unknown)
    unreadable: Wait(Page), late Stop(Unreadable)
    unreadable, answer running: Wait(Page), late Stop(Unreadable)
    new conversation: Wait(Page)
    "#);
}

#[test]
fn a_send_that_has_the_focus() {
    insta::assert_snapshot!(table("focused"), @r#"
    ready: Paste
    our text: RestoreClipboard
    our text, Send disabled: RestoreClipboard
    our text, no Send: RestoreClipboard
    our text, focus elsewhere: Stop(FocusLost)
    our text, press refused: RestoreClipboard
    our text, press refused, focus elsewhere: Stop(FocusLost)
    partly ours: Stop(ForeignDraft { excerpt: "" })
    mixed draft: Stop(MixedDraft { added: "mine" })
    foreign draft: Stop(ForeignDraft { excerpt: "mine" })
    no composer: Wait(Text), late Stop(NoComposer(NoComposer))
    other mode: Wait(Text), late Stop(NoComposer(OtherMode))
    two composers: Stop(SeveralComposers)
    focus elsewhere: Stop(FocusLost)
    person active: Paste
    screen locked: Stop(FocusLost)
    another origin: Stop(Unfit(OtherOrigin { url: "https://x/" }))
    login: Stop(Mood(LogIn))
    reconnecting: Stop(Mood(Reconnecting))
    other model: Paste
    cut answer: Paste
    answer running: Paste
    ours seen: Done(Seen)
    ours seen on another page: Wait(Page), late Stop(Unfit(NoAddress))
    ours answered: Done(Seen)
    unreadable: Paste
    unreadable, answer running: Paste
    new conversation: Paste
    "#);
}

#[test]
fn a_send_whose_text_was_pasted() {
    insta::assert_snapshot!(table("pasted"), @r#"
    ready: Wait(Text), late Stop(NotInserted)
    our text: RestoreClipboard
    our text, Send disabled: RestoreClipboard
    our text, no Send: RestoreClipboard
    our text, focus elsewhere: Stop(FocusLost)
    our text, press refused: RestoreClipboard
    our text, press refused, focus elsewhere: Stop(FocusLost)
    partly ours: Wait(Text), late Stop(NotInserted)
    mixed draft: Stop(MixedDraft { added: "mine" })
    foreign draft: Stop(ForeignDraft { excerpt: "mine" })
    no composer: Wait(Text), late Stop(NoComposer(NoComposer))
    other mode: Wait(Text), late Stop(NoComposer(OtherMode))
    two composers: Stop(SeveralComposers)
    focus elsewhere: Stop(FocusLost)
    person active: Wait(Text), late Stop(NotInserted)
    screen locked: Stop(FocusLost)
    another origin: Stop(Unfit(OtherOrigin { url: "https://x/" }))
    login: Stop(Mood(LogIn))
    reconnecting: Stop(Mood(Reconnecting))
    other model: Wait(Text), late Stop(NotInserted)
    cut answer: Wait(Text), late Stop(NotInserted)
    answer running: Wait(Text), late Stop(NotInserted)
    ours seen: Done(Seen)
    ours seen on another page: Wait(Page), late Stop(Unfit(NoAddress))
    ours answered: Done(Seen)
    unreadable: Wait(Text), late Stop(NotInserted)
    unreadable, answer running: Wait(Text), late Stop(NotInserted)
    new conversation: Wait(Text), late Stop(NotInserted)
    "#);
}

#[test]
fn a_send_whose_text_is_in_the_composer() {
    insta::assert_snapshot!(table("verified"), @r#"
    ready: Stop(NotInserted)
    our text: PressSend
    our text, Send disabled: Wait(Enabled), late Stop(NotEnabled)
    our text, no Send: Wait(Enabled), late Stop(NotEnabled)
    our text, focus elsewhere: Stop(FocusLost)
    our text, press refused: PressSend
    our text, press refused, focus elsewhere: Stop(FocusLost)
    partly ours: Stop(NotInserted)
    mixed draft: Stop(MixedDraft { added: "mine" })
    foreign draft: Stop(ForeignDraft { excerpt: "mine" })
    no composer: Wait(Text), late Stop(NoComposer(NoComposer))
    other mode: Wait(Text), late Stop(NoComposer(OtherMode))
    two composers: Stop(SeveralComposers)
    focus elsewhere: Stop(FocusLost)
    person active: Stop(NotInserted)
    screen locked: Stop(FocusLost)
    another origin: Stop(Unfit(OtherOrigin { url: "https://x/" }))
    login: Stop(Mood(LogIn))
    reconnecting: Stop(Mood(Reconnecting))
    other model: Stop(NotInserted)
    cut answer: Stop(NotInserted)
    answer running: Stop(NotInserted)
    ours seen: Done(Seen)
    ours seen on another page: Wait(Page), late Stop(Unfit(NoAddress))
    ours answered: Done(Seen)
    unreadable: Stop(NotInserted)
    unreadable, answer running: Stop(NotInserted)
    new conversation: Stop(NotInserted)
    "#);
}

#[test]
fn a_send_whose_button_was_pressed() {
    insta::assert_snapshot!(table("pressed"), @"
    ready: Wait(Seen), late Done(Unknown)
    our text: Wait(Seen), late Done(Unknown)
    our text, Send disabled: Wait(Seen), late Done(Unknown)
    our text, no Send: Wait(Seen), late Done(Unknown)
    our text, focus elsewhere: Wait(Seen), late Done(Unknown)
    our text, press refused: PressKey
    our text, press refused, focus elsewhere: Stop(FocusLost)
    partly ours: Wait(Seen), late Done(Unknown)
    mixed draft: Wait(Seen), late Done(Unknown)
    foreign draft: Wait(Seen), late Done(Unknown)
    no composer: Wait(Seen), late Done(Unknown)
    other mode: Wait(Seen), late Done(Unknown)
    two composers: Wait(Seen), late Done(Unknown)
    focus elsewhere: Wait(Seen), late Done(Unknown)
    person active: Wait(Seen), late Done(Unknown)
    screen locked: Wait(Seen), late Done(Unknown)
    another origin: Wait(Seen), late Done(Unknown)
    login: Wait(Seen), late Done(Unknown)
    reconnecting: Wait(Seen), late Done(Unknown)
    other model: Wait(Seen), late Done(Unknown)
    cut answer: Wait(Seen), late Done(Unknown)
    answer running: Wait(Seen), late Done(Unknown)
    ours seen: Done(Seen)
    ours seen on another page: Wait(Seen), late Done(Unknown)
    ours answered: Done(Seen)
    unreadable: Wait(Seen), late Done(Unknown)
    unreadable, answer running: Done(Seen)
    new conversation: Wait(Seen), late Done(Unknown)
    ");
}

#[test]
fn a_send_whose_key_was_pressed() {
    insta::assert_snapshot!(table("key pressed"), @"
    ready: Wait(Seen), late Done(Unknown)
    our text: Wait(Seen), late Done(Unknown)
    our text, Send disabled: Wait(Seen), late Done(Unknown)
    our text, no Send: Wait(Seen), late Done(Unknown)
    our text, focus elsewhere: Wait(Seen), late Done(Unknown)
    our text, press refused: Wait(Seen), late Done(Unknown)
    our text, press refused, focus elsewhere: Wait(Seen), late Done(Unknown)
    partly ours: Wait(Seen), late Done(Unknown)
    mixed draft: Wait(Seen), late Done(Unknown)
    foreign draft: Wait(Seen), late Done(Unknown)
    no composer: Wait(Seen), late Done(Unknown)
    other mode: Wait(Seen), late Done(Unknown)
    two composers: Wait(Seen), late Done(Unknown)
    focus elsewhere: Wait(Seen), late Done(Unknown)
    person active: Wait(Seen), late Done(Unknown)
    screen locked: Wait(Seen), late Done(Unknown)
    another origin: Wait(Seen), late Done(Unknown)
    login: Wait(Seen), late Done(Unknown)
    reconnecting: Wait(Seen), late Done(Unknown)
    other model: Wait(Seen), late Done(Unknown)
    cut answer: Wait(Seen), late Done(Unknown)
    answer running: Wait(Seen), late Done(Unknown)
    ours seen: Done(Seen)
    ours seen on another page: Wait(Seen), late Done(Unknown)
    ours answered: Done(Seen)
    unreadable: Wait(Seen), late Done(Unknown)
    unreadable, answer running: Done(Seen)
    new conversation: Wait(Seen), late Done(Unknown)
    ");
}

/// Feeds sights at their times and compares each step.
#[track_caller]
fn check(looks: &[(i64, Sight, Step)]) -> SendPlan {
    let mut plan = SendPlan::new(0);
    for (index, (at_ms, sight, expected)) in looks.iter().enumerate() {
        assert_eq!(plan.next(sight, *at_ms), *expected, "look {index} at {at_ms}");
    }
    plan
}

#[test]
fn a_send_from_beginning_to_end() {
    let plan = check(&[
        (0, ready(), Step::Wait(WaitFor::Page)),
        (STEADY_MS, ready(), Step::TakeFocus),
        (1_010, ready(), Step::Paste),
        (1_020, ready(), Step::Wait(WaitFor::Text)),
        (1_100, inserted(), Step::RestoreClipboard),
        (1_110, Sight { send: SendButton::Disabled, ..inserted() }, Step::Wait(WaitFor::Enabled)),
        (1_600, inserted(), Step::PressSend),
        (1_700, sent(), Step::Wait(WaitFor::Seen)),
        (2_000, Sight { last_user: LastUser::Ours, ..sent() }, Step::Done(Delivery::Seen)),
    ]);
    assert!(!plan.may_be_sent());
}

#[test]
fn our_own_text_that_is_there_already_is_not_pasted_again() {
    check(&[
        (0, inserted(), Step::Wait(WaitFor::Page)),
        (1_000, inserted(), Step::TakeFocus),
        (1_010, inserted(), Step::RestoreClipboard),
        (1_020, inserted(), Step::PressSend),
    ]);
}

#[test]
fn a_page_whose_turns_still_come_is_waited_for() {
    let with = |turns| Sight { turns, ..ready() };
    check(&[
        (0, with(0), Step::Wait(WaitFor::Page)),
        (900, with(2), Step::Wait(WaitFor::Page)),
        (1_800, with(6), Step::Wait(WaitFor::Page)),
        (2_799, with(6), Step::Wait(WaitFor::Page)),
        (2_800, with(6), Step::TakeFocus),
    ]);
}

#[test]
fn a_person_and_a_lock_are_waited_for_without_end() {
    const DAY_MS: i64 = 86_400_000;
    check(&[
        (0, ready(), Step::Wait(WaitFor::Page)),
        (2 * DAY_MS, Sight { person: Person::Locked, ..ready() }, Step::Wait(WaitFor::Unlock)),
        (3 * DAY_MS, Sight { person: Person::Active, ..ready() }, Step::Wait(WaitFor::Idle)),
        (3 * DAY_MS + 1, Sight { composer: Spot::Missing(Missing::NotLoaded), ..ready() }, Step::Wait(WaitFor::Page)),
        (3 * DAY_MS + 2, ready(), Step::TakeFocus),
    ]);
}

#[test]
fn send_is_pressed_once_whatever_is_seen_after_it() {
    let mut looks = vec![
        (0, inserted(), Step::Wait(WaitFor::Page)),
        (1_000, inserted(), Step::TakeFocus),
        (1_000, inserted(), Step::RestoreClipboard),
        (1_000, inserted(), Step::PressSend),
    ];
    // The page takes its time, and our text stays in the composer as if nothing had been pressed.
    let still_there = Sight { press: Press::Done, ..inserted() };
    looks.extend((1..60).map(|second| (second * 1_000, still_there.clone(), Step::Wait(WaitFor::Seen))));
    looks.push((1_000 + SEEN_MS, still_there, Step::Done(Delivery::Unknown)));
    check(&looks);
}

#[test]
fn the_key_is_pressed_once_and_only_after_a_refusal() {
    let refused = Sight { press: Press::Refused, ..inserted() };
    let mut plan = check(&[
        (0, inserted(), Step::Wait(WaitFor::Page)),
        (1_000, inserted(), Step::TakeFocus),
        (1_000, inserted(), Step::RestoreClipboard),
        (1_000, inserted(), Step::PressSend),
        (1_000, refused.clone(), Step::PressKey),
        (1_100, refused.clone(), Step::Wait(WaitFor::Seen)),
    ]);
    assert!(plan.may_be_sent());
    assert_eq!(plan.next(&refused, 1_000 + SEEN_MS), Step::Done(Delivery::Unknown));
}

#[test]
fn what_is_over_stays_over() {
    let refused = Step::Stop(Refusal::ForeignDraft { excerpt: "mine".to_owned() });
    let mut plan = check(&[(0, Sight { composer: foreign(), ..ready() }, refused.clone())]);
    assert_eq!(plan.next(&ready(), 1), refused);
    assert!(!plan.may_be_sent());
}

#[test]
fn text_may_be_put_in_or_sent_only_with_everything_in_place() {
    for (stage, plan) in stages() {
        for (name, sight) in sights() {
            for at_ms in [10_000, 11_500, 200_000] {
                let step = plan.clone().next(&sight, at_ms);
                let acts = matches!(step, Step::Paste | Step::PressSend | Step::PressKey);
                let in_place = sight.unfit.is_none()
                    && sight.focus == Focus::OnComposer
                    && sight.person != Person::Locked
                    && matches!(sight.composer, Spot::Found(Composer::Empty | Composer::Ours));
                assert!(!acts || in_place, "{step:?} when {stage} and {name}");
                let is_empty = sight.composer == Spot::Found(Composer::Empty);
                assert!(step != Step::Paste || is_empty, "pastes when {stage} and {name}");
            }
        }
    }
}

#[test]
fn a_message_that_the_page_does_not_take_was_not_sent() {
    let plan = || {
        let (_, plan) = stages().into_iter().find(|(name, _)| *name == "pressed").unwrap();
        plan
    };
    let said = |mood: &Mood| Sight { moods: vec![mood.clone()], press: Press::Done, ..inserted() };
    for mood in [
        Mood::TooManyRequests { wait: None },
        Mood::LogIn,
        Mood::MessageTooLong,
        Mood::MaxLength { new_chat: None },
        Mood::PlanLimit { resets: None, other_model: false },
    ] {
        assert_eq!(plan().next(&said(&mood), 10_500), Step::Wait(WaitFor::Seen));
        assert_eq!(plan().next(&said(&mood), 11_500), Step::Stop(Refusal::Mood(mood.clone())));
        // What is not there any more may be on its way.
        let gone = Sight { composer: Spot::Found(Composer::Empty), ..said(&mood) };
        assert_eq!(plan().next(&gone, 11_500), Step::Wait(WaitFor::Seen));
        let more = Sight { turns: 5, ..said(&mood) };
        assert_eq!(plan().next(&more, 11_500), Step::Wait(WaitFor::Seen));
        let answering = Sight { is_answering: true, ..said(&mood) };
        assert_eq!(plan().next(&answering, 11_500), Step::Wait(WaitFor::Seen));
    }
    // These say nothing about the message.
    for mood in [Mood::Chooser, Mood::Reconnecting, Mood::PlanLimit { resets: None, other_model: true }] {
        assert_eq!(plan().next(&said(&mood), 11_500), Step::Wait(WaitFor::Seen));
    }
}

#[test]
fn a_window_that_went_elsewhere_after_send_is_not_waited_for() {
    let elsewhere = Sight { unfit: Some(Unfit::OtherOrigin { url: "https://x/".to_owned() }), ..sent() };
    let mut plan = stages().pop().unwrap().1;
    // A page that loads anew tells no address for a moment.
    for (now_ms, sight) in
        [(10_100, sent()), (11_000, elsewhere.clone()), (12_000, sent()), (13_000, elsewhere.clone())]
    {
        assert_eq!(plan.next(&sight, now_ms), Step::Wait(WaitFor::Seen), "{now_ms}");
    }
    assert_eq!(plan.next(&elsewhere, 12_000 + ELSEWHERE_MS - 1), Step::Wait(WaitFor::Seen));
    assert_eq!(plan.next(&elsewhere, 12_000 + ELSEWHERE_MS), Step::Done(Delivery::Unknown));
}

#[test]
fn a_page_without_an_address_is_another_one_only_after_a_moment() {
    let without = Sight { unfit: Some(Unfit::NoAddress), ..inserted() };
    for (name, mut plan) in stages().into_iter().skip(1).take(3) {
        assert_eq!(plan.next(&without, 10_000 + NO_ADDRESS_MS - 1), Step::Wait(WaitFor::Page), "{name}");
        let stops = Step::Stop(Refusal::Unfit(Unfit::NoAddress));
        assert_eq!(plan.next(&without, 10_000 + NO_ADDRESS_MS), stops, "{name}");
    }
}
