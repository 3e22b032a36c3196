//! The right text box and the right buttons among wrong ones.

use super::*;
use crate::sample;

const COMPOSER: &str = r#"
      form tag=form
        entry "Ask ChatGPT" class=ProseMirror +editable
          paragraph tag=p
        push button "Add files and more"
        push button "Send"
"#;

/// A page with `lines` in its main part, each indented by six.
fn page(lines: &str) -> Tree {
    sample::tree(&format!("  document web URI=https://chatgpt.com/\n    landmark xml-roles=main\n{lines}"))
}

#[track_caller]
fn check(tree: &Tree, mode: Mode, expected: Outcome<&str>) {
    let found = match composer(tree, mode) {
        Outcome::Found(found) => Outcome::Found(tree.node(found.text_box).name.clone()),
        Outcome::Nothing { why } => Outcome::Nothing { why },
        Outcome::Several { what } => Outcome::Several { what },
    };
    let expected = match expected {
        Outcome::Found(name) => Outcome::Found(name.to_owned()),
        Outcome::Nothing { why } => Outcome::Nothing { why },
        Outcome::Several { what } => Outcome::Several { what },
    };
    assert_eq!(found, expected);
}

#[test]
fn a_box_elsewhere_is_never_the_composer() {
    for other in [
        "      section xml-roles=search\n        entry \"Message ChatGPT\" +editable\n        push button \"Send\"",
        "      section xml-roles=searchbox \"Ask ChatGPT\" +editable",
        "      landmark xml-roles=navigation\n        entry \"Ask ChatGPT\" +editable",
        "      section tag=aside\n        entry \"Ask ChatGPT\" +editable\n        push button \"Send\"",
        "      dialog\n        entry \"Ask ChatGPT\" +editable\n        push button \"Send\"",
        "      section class=writing-block-container\n        entry \"Ask ChatGPT\" class=ProseMirror +editable",
        "      section class=cm-editor\n        entry \"Edit code\" class=cm-content +editable",
        "      entry \"Ask ChatGPT\" id=pending-home-input +editable",
        "      entry \"Ask ChatGPT\" -enabled -sensitive",
        "      entry \"Ask ChatGPT\" -visible",
        "      heading \"You said:\" class=sr-only\n      section\n        entry \"Edit message\" +editable\n        push button \"Send\"",
    ] {
        check(&page(&format!("{other}\n{COMPOSER}")), Mode::Chat, Outcome::Found("Ask ChatGPT"));
        let alone = composer(&page(other), Mode::Chat);
        assert!(matches!(alone, Outcome::Nothing { .. }), "{other}");
    }
}

#[test]
fn the_composer_is_known_by_where_it_stands_in_any_language() {
    let unknown = COMPOSER.replace("Ask ChatGPT", "?").replace("Add files and more", "?").replace("\"Send\"", "\"?\"");
    check(&page(&unknown), Mode::Chat, Outcome::Found("?"));
    let without_form = "      section\n        entry \"?\" +editable\n        section\n          push button \"Send\"";
    check(&page(without_form), Mode::Chat, Outcome::Found("?"));
    let by_id = "      section\n        entry \"?\" id=prompt-textarea +editable";
    check(&page(by_id), Mode::Chat, Outcome::Found("?"));
}

#[test]
fn a_name_is_enough_where_nothing_stands_around() {
    check(&page("      entry \"Ask anything\" +editable"), Mode::Chat, Outcome::Found("Ask anything"));
    check(&page("      entry \"x\" +editable"), Mode::Chat, Outcome::Nothing { why: Missing::NoComposer });
}

#[test]
fn two_that_fit_are_told_and_not_chosen_between() {
    let two = page(&format!("{COMPOSER}{COMPOSER}"));
    assert!(matches!(composer(&two, Mode::Chat), Outcome::Several { what } if what.len() == 2));
    // A name decides between two that stand alike.
    let one_named = page(&format!("{COMPOSER}{}", COMPOSER.replace("Ask ChatGPT", "?")));
    check(&one_named, Mode::Chat, Outcome::Found("Ask ChatGPT"));
    let nameless = page("      entry \"Ask anything\" +editable\n      entry \"Ask ChatGPT\" +editable");
    assert!(matches!(composer(&nameless, Mode::Chat), Outcome::Several { .. }));
}

#[test]
fn chat_and_work_are_never_taken_for_each_other() {
    let pair = page(&format!("{COMPOSER}{}", COMPOSER.replace("Ask ChatGPT", "Do anything")));
    check(&pair, Mode::Chat, Outcome::Found("Ask ChatGPT"));
    check(&pair, Mode::Work, Outcome::Found("Do anything"));
    let set_to = |mode: &str| {
        let checked = |name| if name == mode { " +checked" } else { "" };
        let radio = |name| format!("      radio button \"{name}\"{}\n", checked(name));
        page(&format!("{}{}{COMPOSER}", radio("Chat"), radio("Work")))
    };
    assert_eq!(mode_of(&set_to("Chat")), Some(Mode::Chat));
    check(&set_to("Chat"), Mode::Chat, Outcome::Found("Ask ChatGPT"));
    check(&set_to("Work"), Mode::Chat, Outcome::Nothing { why: Missing::OtherMode });
    check(&set_to("Chat"), Mode::Work, Outcome::Nothing { why: Missing::OtherMode });
    assert_eq!(mode_of(&set_to("")), None);
    assert_eq!(mode_of(&page(COMPOSER)), None);
    // A box with Chat's name is Work's where the page says so, and one that nothing tells of is Chat's.
    check(&set_to("Work"), Mode::Work, Outcome::Found("Ask ChatGPT"));
    check(&page(&COMPOSER.replace("Ask ChatGPT", "?")), Mode::Work, Outcome::Nothing { why: Missing::NoComposer });
}

#[test]
fn chat_and_work_are_told_apart_where_their_names_are_unknown() {
    let set_to = |names: [&str; 2], on: usize| {
        let checked = |at| if on == at { " +checked" } else { "" };
        let radio = |at: usize| format!("        radio button \"{}\"{}\n", names[at], checked(at));
        page(&format!("{COMPOSER}{}{}", radio(0), radio(1)))
    };
    for names in [["?", "!"], ["聊天", "?"], ["?", "Work"]] {
        assert_eq!(mode_of(&set_to(names, 0)), Some(Mode::Chat), "{names:?}");
        assert_eq!(mode_of(&set_to(names, 1)), Some(Mode::Work), "{names:?}");
        check(&set_to(names, 1), Mode::Chat, Outcome::Nothing { why: Missing::OtherMode });
    }
    assert_eq!(mode_of(&set_to(["Work", "?"], 0)), Some(Mode::Work));
    // Radio buttons elsewhere are others.
    let elsewhere = format!("      radio button \"?\" +checked\n      radio button \"!\"\n{COMPOSER}");
    assert_eq!(mode_of(&page(&elsewhere)), None);
}

#[test]
fn a_page_that_is_not_there_or_loading_says_so() {
    check(&sample::tree("frame"), Mode::Chat, Outcome::Nothing { why: Missing::NoPage });
    let loading = page("      entry \"Ask ChatGPT\" id=pending-home-input +editable");
    check(&loading, Mode::Chat, Outcome::Nothing { why: Missing::NotLoaded });
    let busy = sample::tree("document web +busy\n  section");
    check(&busy, Mode::Chat, Outcome::Nothing { why: Missing::NotLoaded });
}

#[track_caller]
fn buttons_of(tree: &Tree) -> (Option<(String, By, bool)>, Option<String>) {
    let Outcome::Found(found) = composer(tree, Mode::Chat) else { panic!("no composer") };
    let send = send(tree, &found).found();
    let stop = stop(tree, &found).found();
    let name = |button: Button| tree.node(button.node).name.clone();
    (send.map(|button| (name(button), button.by, button.enabled)), stop.map(name))
}

#[test]
fn send_is_known_by_id_or_name() {
    let send = |name: &str, by| (Some((name.to_owned(), by, true)), None);
    assert_eq!(buttons_of(&page(COMPOSER)), send("Send", By::Name));
    let with_id = COMPOSER.replace("Add files and more", "?").replace("\"Send\"", "\"?\" id=composer-submit-button");
    assert_eq!(buttons_of(&page(&with_id)), send("?", By::Id));
    // The id is there too while an answer runs: then it is Stop.
    let turn = "      heading \"ChatGPT hat gesagt:\"\n      paragraph\n        static \"a\"\n";
    assert_eq!(buttons_of(&page(&format!("{turn}{with_id}"))).0, None);
    let disabled = COMPOSER.replace("\"Send\"", "\"Send\" -enabled -sensitive");
    assert_eq!(buttons_of(&page(&disabled)).0, Some(("Send".to_owned(), By::Name, false)));
}

#[test]
fn the_same_place_may_hold_stop_or_voice() {
    let stop = COMPOSER.replace("\"Send\"", "\"Stop\" id=composer-submit-button");
    assert_eq!(buttons_of(&page(&stop)), (None, Some("Stop".to_owned())));
    let voice = COMPOSER.replace("\"Send\"", "\"Start new voice chat\"");
    assert_eq!(buttons_of(&page(&voice)), (None, None));
    let with_id = stop.replace("Stop", "Stop streaming");
    assert_eq!(buttons_of(&page(&with_id)), (None, Some("Stop streaming".to_owned())));
}

#[test]
fn what_stops_something_else_is_not_stop() {
    let reading = format!("      push button \"Stop\"\n{COMPOSER}");
    let around = sample::tree(&format!(
        "  document web\n    heading \"ChatGPT said:\"\n    section\n      push button \"Stop\"\n{COMPOSER}"
    ));
    assert_eq!(buttons_of(&page(&reading)).1, None);
    assert_eq!(buttons_of(&around).1, None);
}

#[test]
fn send_is_taken_by_its_place_only_in_a_language_without_its_name_and_while_nothing_runs() {
    let french =
        COMPOSER.replace("Add files and more", "Ajouter des fichiers et plus encore").replace("\"Send\"", "\"?\"");
    assert_eq!(buttons_of(&page(&french)).0, Some(("?".to_owned(), By::Place, true)));
    // In English it would be known: the last button is another.
    let english = COMPOSER.replace("\"Send\"", "\"Medium\"");
    assert_eq!(buttons_of(&page(&english)).0, None);
    let with_turn = |answer: &str| {
        let turn = "      section\n        heading \"Vous avez dit :\" class=sr-only\n        static \"a\"\n        heading \"ChatGPT a dit :\" class=sr-only\n";
        page(&format!("{turn}{answer}{french}"))
    };
    assert_eq!(buttons_of(&with_turn("        paragraph\n          static \"b\"\n")).0, None);
    let bar = "        push button \"1\"\n        push button \"2\"\n        push button \"3\"\n";
    let finished = with_turn(&format!("        paragraph\n          static \"b\"\n{bar}"));
    assert_eq!(buttons_of(&finished).0, Some(("?".to_owned(), By::Place, true)));
}

#[test]
fn a_button_can_be_found_anywhere_by_what_it_means() {
    let tree = page("      push button \"Retry\"\n      push button \"New chat\"\n      push button \"New chat\"");
    assert!(matches!(anywhere(&tree, Meaning::Retry), Outcome::Found(Button { enabled: true, by: By::Name, .. })));
    assert!(matches!(anywhere(&tree, Meaning::NewChat), Outcome::Several { .. }));
    assert_eq!(anywhere(&tree, Meaning::UseWork), Outcome::Nothing { why: Missing::NoButton });
}

#[test]
fn every_reason_reads_well() {
    let all = [Missing::NoPage, Missing::NotLoaded, Missing::OtherMode, Missing::NoComposer, Missing::NoButton];
    insta::assert_snapshot!(all.map(|why| why.to_string()).join("\n"), @"
    the window shows no page that can be read
    the page has not finished loading
    the page is set to the other one of Chat and Work
    the page has no text box for messages
    the button is not there
    ");
}
