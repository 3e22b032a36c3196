//! Pages that the app may show, and what a person is told.

use super::*;
use crate::sample;

fn of(page: &str) -> AppLook {
    AppLook::of(&sample::tree(page), &Site::default())
}

const CHAT: &str = r#"
frame "ChatGPT"
  document web "ChatGPT" URI=https://chatgpt.com/c/68a1b2c3-0000-4000-8000-000000000001
    form tag=form
      entry "Ask ChatGPT" class=ProseMirror +editable
      push button "Add files and more"
      push button "Send""#;

#[test]
fn only_a_page_of_the_site_that_looks_like_chatgpt_can_be_used() {
    assert_eq!(of(CHAT), AppLook::Readable { parts: 6 });
    let own = "app://-/index.html";
    let at = |url: &str| CHAT.replace("https://chatgpt.com/c/68a1b2c3-0000-4000-8000-000000000001", url);
    assert_eq!(of(&at(own)), AppLook::Elsewhere { at: "app://-".to_owned() });
    let stolen = "https://me:secret@chatgpt.com.example.org/c/68a1b2c3?x=1";
    assert_eq!(of(&at(stolen)), AppLook::Elsewhere { at: "https://chatgpt.com.example.org".to_owned() });
    assert_eq!(of(&at("about:blank")), AppLook::Elsewhere { at: "about".to_owned() });
    assert_eq!(
        of(&CHAT.replace(" URI=https://chatgpt.com/c/68a1b2c3-0000-4000-8000-000000000001", "")),
        AppLook::NoAddress
    );
    assert_eq!(of(&at("https://chatgpt.com/auth/login")), AppLook::LogIn);
    assert_eq!(of(r#"frame "ChatGPT""#), AppLook::NoTree);
    assert_eq!(of("frame\n  document web URI=https://chatgpt.com/\n    section"), AppLook::NoTree);
    assert_eq!(of("frame\n  document web URI=https://chatgpt.com/\n    static \"Oops\""), AppLook::Unknown);
}

#[test]
fn every_finding_says_what_is_the_matter_and_what_to_do() {
    let all = [
        AppLook::NoWindow,
        AppLook::Failed { reason: "no answer".to_owned() },
        AppLook::NoTree,
        AppLook::NoAddress,
        AppLook::Elsewhere { at: "app://-".to_owned() },
        AppLook::LogIn,
        AppLook::Unknown,
        AppLook::Readable { parts: 812 },
    ];
    let lines: Vec<String> = all.iter().map(|look| format!("The app {look}. {}", look.hint())).collect();
    insta::assert_snapshot!(lines.join("\n").trim(), @"
    The app has no window. 
    The app cannot be read: no answer. Look again in a moment.
    The app shows nothing to accessibility. Accessibility must be on before the app starts: on Linux, start it with `ACCESSIBILITY_ENABLED=1` and `--force-renderer-accessibility`. C2C's browser needs none of this.
    The app does not tell the address of its page. C2C writes only where the page itself tells that it is ChatGPT's. Nothing needs to be done: its browser is used.
    The app shows `app://-`, which is not where ChatGPT is. C2C writes only where the page itself tells that it is ChatGPT's. Nothing needs to be done: its browser is used.
    The app asks for a login. Log in there to have it used.
    The app shows a page that does not look like ChatGPT's. Bring it to a chat to have it used.
    The app can be read (812 parts of its page).
    ");
    assert!(all.is_sorted(), "the best of several windows counts");
}
