//! The canonical form, and whose text a composer holds.

use proptest::prelude::*;

use super::*;
use crate::find::{self, Mode, Outcome};
use crate::sample;

#[track_caller]
fn same(one: &str, other: &str) {
    assert!(is_same(one, other), "{one:?} and {other:?}");
}

#[track_caller]
fn different(one: &str, other: &str) {
    assert!(!is_same(one, other), "{one:?} and {other:?}");
}

#[test]
fn what_an_editor_does_to_a_text_does_not_matter() {
    same("a\nb", "a\r\nb");
    same("a\nb", "a\n\n\nb");
    same("a\nb", "a\u{2029}b\r");
    same("a  b", "a \u{a0}b");
    same("a\tb", "a b");
    same("a \nb", "a\nb\n");
    same("ab", "a\u{200b}b\u{feff}");
    same("", "\n\u{fffc}");
}

#[test]
fn everything_else_does() {
    different("a", "b");
    different("a", "A");
    different("a  b", "a b");
    different("  a", "a");
    different("a\nb", "ab");
    different("a\nb", "a b");
    different("é", "e\u{301}");
    different("👩\u{200d}🔬", "👩🔬");
    different("\u{202e}a", "a");
    different("a", "");
}

#[track_caller]
fn check_mention(text: &str, mention: Option<&str>, expected: &str) {
    assert_eq!(without_mention(text, mention), expected);
}

#[test]
fn a_mention_is_taken_off_only_at_the_beginning_and_whole() {
    check_mention("C2C demo [C2C]\nx", Some("C2C demo"), "[C2C]\nx");
    check_mention("@C2C demo\n[C2C]", Some("C2C demo"), "[C2C]");
    check_mention("C2C demonstration", Some("C2C demo"), "C2C demonstration");
    check_mention("see C2C demo", Some("C2C demo"), "see C2C demo");
    check_mention("C2C demo x", None, "C2C demo x");
    check_mention("x", Some(" "), "x");
}

const FORM: &str = r#"
    document web URI=https://chatgpt.com/
      form tag=form
        entry "Ask ChatGPT" placeholder-text="Ask anything" class=ProseMirror +editable
          CONTENT
        push button "Send"
        MORE
"#;

/// The composer's content, for lines below its text box and lines beside it.
#[track_caller]
fn read(lines: &str, beside: &str) -> Content {
    let indented =
        |lines: &str, by: usize| lines.lines().map(|line| format!("{}{line}\n", " ".repeat(by))).collect::<String>();
    let page =
        FORM.replace("          CONTENT\n", &indented(lines, 10)).replace("        MORE\n", &indented(beside, 8));
    let tree = sample::tree(&page);
    let Outcome::Found(composer) = find::composer(&tree, Mode::Chat) else { panic!("no composer in {page}") };
    content(&tree, &composer)
}

#[track_caller]
fn check(lines: &str, intended: &str, mention: Option<&str>, expected: &Composer) {
    assert_eq!(judge(&read(lines, ""), intended, mention), *expected, "{lines}");
}

fn foreign(excerpt: &str) -> Composer {
    Composer::Foreign { excerpt: excerpt.to_owned() }
}

#[test]
fn an_empty_composer_is_empty_whatever_it_shows_in_grey() {
    for lines in [
        "paragraph tag=p",
        "paragraph tag=p\n  static \"\\n\"",
        "paragraph tag=p\n  static \"Ask anything\"",
        "static \"Ask ChatGPT\"",
        "static \"New chat in Demo\"",
        "static \"\u{fffc}\"",
    ] {
        check(lines, "Hello", None, &Composer::Empty);
    }
}

#[test]
fn our_own_text_is_ours_in_the_forms_of_the_editor() {
    let intended = "[C2C]\nSTATE: INIT\n\nGOAL:\nKeep  two spaces.\n";
    let paragraphs = "paragraph tag=p\n  static \"[C2C]\"\nparagraph tag=p\n  static \"STATE: INIT\"\nparagraph tag=p\n  static \"GOAL:\"\nparagraph tag=p\n  static \"Keep \u{a0}two \"\n  static \"spaces.\"\nparagraph tag=p\n  section tag=br";
    check(paragraphs, intended, None, &Composer::Ours);
    let breaks = "paragraph tag=p\n  static \"[C2C]\"\n  section tag=br\n  static \"STATE: INIT\"\n  section tag=br\n  section tag=br\n  static \"GOAL:\\nKeep  two spaces.\"";
    check(breaks, intended, None, &Composer::Ours);
    let one = "static \"[C2C]\\nSTATE: INIT\\n\\nGOAL:\\nKeep  two spaces.\"";
    check(one, intended, None, &Composer::Ours);
}

#[test]
fn a_beginning_of_our_text_is_partly_ours_and_anything_else_foreign() {
    check("static \"Hel\"", "Hello", None, &Composer::PartlyOurs { characters: 3 });
    check("static \"ello\"", "Hello", None, &foreign("ello"));
    let mixed = |added: &str| Composer::Mixed { added: added.to_owned() };
    check("static \"Hello!\"", "Hello", None, &mixed("!"));
    check("static \"My draft. Hello\"", "Hello", None, &mixed("My draft."));
    check("static \"My draft. Hello there\"", "Hello", None, &mixed("My draft. there"));
    check("static \"hello\"", "Hello", None, &foreign("hello"));
    let long = "x".repeat(500);
    check(&format!("static \"{long}\""), "Hello", None, &foreign(&long[..EXCERPT_MAX]));
}

#[test]
fn a_mention_belongs_to_our_text_where_one_is_wanted() {
    let chip = "paragraph tag=p\n  static class=app-mention\n    static \"C2C demo\"\n  static \" Hello\"";
    check(chip, "Hello", Some("C2C demo"), &Composer::Ours);
    check(chip, "Hello", None, &foreign("C2C demo"));
    check(chip, "Hello", Some("Another"), &foreign("C2C demo"));
    check("static \"@C2C demo Hello\"", "Hello", Some("C2C demo"), &Composer::Ours);
    check("static \"Hello\"", "Hello", Some("C2C demo"), &Composer::PartlyOurs { characters: 5 });
    check("link \"C2C demo\"", "Hello", Some("C2C demo"), &Composer::PartlyOurs { characters: 0 });
    check("static \"@C2C demo \"", "Hello", Some("C2C demo"), &Composer::PartlyOurs { characters: 0 });
}

#[test]
fn an_attachment_makes_a_composer_foreign() {
    let with_file = read("static \"Hello\"", "push button \"Remove file notes.md\"");
    assert_eq!(judge(&with_file, "Hello", None), foreign("Hello"));
    let pasted = read("paragraph tag=p", "push button \"Remove Pasted text.txt\"");
    assert_eq!(judge(&pasted, "Hello", None), foreign("Remove Pasted text.txt"));
}

#[test]
fn a_composer_without_children_holds_its_value() {
    let content = Content { text: "Hello".to_owned(), ..Content::default() };
    let tree = sample::recording(
        crate::tree::Shape::Ax,
        "AXWindow\n  AXTextArea value=Hello AXDescription=x\n  AXButton AXDescription=Send",
    );
    let tree = tree.tree(crate::tree::Limits::default()).unwrap();
    let composer = find::Composer { text_box: crate::tree::NodeId(1), surface: crate::tree::NodeId(0) };
    assert_eq!(super::content(&tree, &composer), content);
}

/// What the page's editor makes of a text: a paragraph for each line that is not blank, runs of
/// spaces with no-break spaces, a break at the end.
fn page_form(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let paragraphs: Vec<String> = lines.map(|line| line.replace("  ", " \u{a0}")).collect();
    format!("{}\n\n", paragraphs.join("\n\n"))
}

fn line() -> impl Strategy<Value = String> {
    "[ a-zA-Z:é测👩\u{200d}\u{301}ש_.]{0,12}"
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(line(), 0..6).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #[test]
    fn a_text_is_the_same_in_the_form_of_the_page(text in text()) {
        prop_assert!(is_same(&text, &page_form(&text)));
    }

    #[test]
    fn the_canonical_form_is_its_own(text in any::<String>()) {
        let form = canonical(&text);
        prop_assert_eq!(canonical(&form), form);
    }

    #[test]
    fn a_text_with_another_character_in_it_is_never_the_same(text in text(), at in any::<prop::sample::Index>(), other in "[#0-9漢ñ]") {
        let characters: Vec<char> = text.chars().collect();
        let at = at.index(characters.len() + 1);
        let more: String = characters[..at].iter().collect::<String>() + &other + &characters[at..].iter().collect::<String>();
        prop_assert!(!is_same(&text, &more));
        if at < characters.len() && !characters[at].is_whitespace() {
            let replaced: String = characters[..at].iter().collect::<String>() + &other + &characters[at + 1..].iter().collect::<String>();
            prop_assert!(!is_same(&text, &replaced));
        }
    }

    #[test]
    fn a_foreign_draft_is_never_ours(draft in text(), intended in text()) {
        let content = Content { text: draft.clone(), ..Content::default() };
        let is_ours = judge(&content, &intended, None) == Composer::Ours;
        prop_assert_eq!(is_ours, is_same(&draft, &intended) && !canonical(&draft).is_empty());
    }

    #[test]
    fn a_draft_before_or_behind_our_text_is_never_ours(draft in "[a-z]{1,9}", intended in "[A-Z]{1,9}") {
        for text in [format!("{draft}{intended}"), format!("{intended}{draft}"), format!("{draft}\n{intended}")] {
            let content = Content { text, ..Content::default() };
            let judged = judge(&content, &intended, None);
            prop_assert_eq!(judged, Composer::Mixed { added: draft.clone() });
        }
    }
}
