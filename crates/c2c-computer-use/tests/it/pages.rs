//! Pages of every generation, language and platform, in full.

use crate::{names, summary, tree};

/// Pages, shown one after the other.
fn pages(names: &[&str]) -> String {
    names.iter().map(|name| format!("== {name}\n{}", summary(&tree(name)))).collect()
}

#[test]
fn the_older_page_in_english() {
    insta::assert_snapshot!(pages(&["older-en", "older-en-sections"]), @r#"
    == older-en
    page: Conversation { id: "68a1b2c3-0000-4000-8000-000000000001", project: None, temporary: false }
    composer: TextBox `Chat with ChatGPT`
    send: Button `Send prompt` by Name, disabled
    stop: nothing: the button is not there
    content: Content { text: "", chips: [], attachments: [] }
    user: the message, to the letter
    assistant: the answer, to the letter
    copy: true, stop: false, Quiet
    moods: []
    == older-en-sections
    page: Conversation { id: "68a1b2c3-0000-4000-8000-000000000001", project: None, temporary: false }
    composer: TextBox `Chat with ChatGPT`
    send: Button `Send prompt` by Name, disabled
    stop: nothing: the button is not there
    content: Content { text: "", chips: [], attachments: [] }
    user: the message, to the letter
    assistant: the answer, to the letter
    copy: true, stop: false, Quiet
    moods: []
    "#);
}

#[test]
fn the_older_page_in_other_languages() {
    insta::assert_snapshot!(pages(&["older-de", "older-es", "older-zh-cn"]), @r#"
    == older-de
    page: Conversation { id: "68a1b2c3-0000-4000-8000-000000000001", project: None, temporary: false }
    composer: TextBox `(name not captured)`
    send: Button `(name not captured)` by Id, disabled
    stop: nothing: the button is not there
    content: Content { text: "", chips: [], attachments: [] }
    user: the message, to the letter
    assistant: the answer, to the letter
    copy: true, stop: false, Quiet
    moods: []
    == older-es
    page: Conversation { id: "68a1b2c3-0000-4000-8000-000000000001", project: None, temporary: false }
    composer: TextBox `(name not captured)`
    send: Button `(name not captured)` by Id, disabled
    stop: nothing: the button is not there
    content: Content { text: "", chips: [], attachments: [] }
    user: the message, to the letter
    assistant: the answer, to the letter
    copy: true, stop: false, Quiet
    moods: []
    == older-zh-cn
    page: Conversation { id: "68a1b2c3-0000-4000-8000-000000000001", project: None, temporary: false }
    composer: TextBox `与 ChatGPT 聊天`
    send: Button `发送提示` by Name, disabled
    stop: nothing: the button is not there
    content: Content { text: "", chips: [], attachments: [] }
    user: the message, to the letter
    assistant: the answer, to the letter
    copy: true, stop: false, Quiet
    moods: []
    "#);
}

#[test]
fn every_language_and_generation_has_the_same_conversation() {
    let current = ["current-en", "current-zh-cn", "current-ja", "current-fr-bar"].map(str::to_owned);
    for name in names("older-").into_iter().chain(current) {
        let page = summary(&tree(&name));
        let parts: Vec<&str> =
            page.lines().filter(|line| line.starts_with("user:") || line.starts_with("assistant:")).collect();
        assert_eq!(parts, ["user: the message, to the letter", "assistant: the answer, to the letter"], "{name}");
    }
}

#[test]
fn the_current_page() {
    insta::assert_snapshot!(pages(&["current-en", "current-ja", "current-fr-bar"]), @r#"
    == current-en
    page: Conversation { id: "68a1b2c3-0000-4000-8000-000000000001", project: None, temporary: false }
    composer: TextBox `Ask ChatGPT`
    send: nothing: the button is not there
    stop: nothing: the button is not there
    content: Content { text: "", chips: [], attachments: [] }
    user: the message, to the letter
    assistant: the answer, to the letter
    copy: true, stop: false, Quiet
    moods: []
    == current-ja
    page: Conversation { id: "68a1b2c3-0000-4000-8000-000000000001", project: None, temporary: false }
    composer: TextBox `(name not captured)`
    send: nothing: the button is not there
    stop: nothing: the button is not there
    content: Content { text: "", chips: [], attachments: [] }
    user: the message, to the letter
    assistant: the answer, to the letter
    copy: true, stop: false, Quiet
    moods: []
    == current-fr-bar
    page: Conversation { id: "68a1b2c3-0000-4000-8000-000000000001", project: None, temporary: false }
    composer: TextBox `(name not captured)`
    send: Button `(name not captured)` by Place
    stop: nothing: the button is not there
    content: Content { text: "Bonjour", chips: [], attachments: [] }
    user: the message, to the letter
    assistant: the answer, to the letter
    copy: true, stop: false, Quiet
    moods: []
    "#);
}

#[test]
fn answers_that_are_under_way() {
    let names = ["current-en-thinking", "current-en-streaming", "current-en-stop-gone", "current-en-commentary"];
    insta::assert_snapshot!(pages(&names), @r#"
    == current-en-thinking
    page: Conversation { id: "68a1b2c3-0000-4000-8000-000000000001", project: None, temporary: false }
    composer: TextBox `Ask ChatGPT`
    send: nothing: the button is not there
    stop: Button `Stop` by Name
    content: Content { text: "", chips: [], attachments: [] }
    user: the message, to the letter
    copy: false, stop: true, Running
    moods: []
    == current-en-streaming
    page: Conversation { id: "68a1b2c3-0000-4000-8000-000000000001", project: None, temporary: false }
    composer: TextBox `Ask ChatGPT`
    send: nothing: the button is not there
    stop: Button `Stop` by Name
    content: Content { text: "", chips: [], attachments: [] }
    user: the message, to the letter
    assistant:
        | Here is the pl
    copy: false, stop: true, Quiet
    moods: []
    == current-en-stop-gone
    page: Conversation { id: "68a1b2c3-0000-4000-8000-000000000001", project: None, temporary: false }
    composer: TextBox `Ask ChatGPT`
    send: nothing: the button is not there
    stop: nothing: the button is not there
    content: Content { text: "", chips: [], attachments: [] }
    user: the message, to the letter
    assistant:
        | Here is the pl
    copy: false, stop: false, Quiet
    moods: []
    == current-en-commentary
    page: Conversation { id: "68a1b2c3-0000-4000-8000-000000000001", project: None, temporary: false }
    composer: TextBox `Ask ChatGPT`
    send: nothing: the button is not there
    stop: nothing: the button is not there
    content: Content { text: "", chips: [], attachments: [] }
    user: the message, to the letter
    assistant:
        | Thinking about it paid off.
    copy: true, stop: false, Quiet
    moods: []
    "#);
}

#[test]
fn texts_that_are_not_loaded() {
    insta::assert_snapshot!(pages(&["current-en-virtualised", "current-en-shell"]), @r#"
    == current-en-virtualised
    page: Conversation { id: "68a1b2c3-0000-4000-8000-000000000001", project: None, temporary: false }
    composer: TextBox `Ask ChatGPT`
    send: nothing: the button is not there
    stop: nothing: the button is not there
    content: Content { text: "", chips: [], attachments: [] }
    user: incomplete, EmptyShell
    assistant: the answer, to the letter
    user: the message, to the letter
    assistant: the answer, to the letter
    copy: true, stop: false, Quiet
    moods: []
    == current-en-shell
    page: Conversation { id: "68a1b2c3-0000-4000-8000-000000000001", project: None, temporary: false }
    composer: TextBox `Ask ChatGPT`
    send: nothing: the button is not there
    stop: nothing: the button is not there
    content: Content { text: "", chips: [], attachments: [] }
    user: the message, to the letter
    assistant: the answer, to the letter
    user: incomplete, EmptyShell
    assistant: incomplete, EmptyShell
    copy: false, stop: false, Quiet
    moods: []
    "#);
}

#[test]
fn composers_among_other_boxes() {
    let names = ["current-en-new", "current-en-work", "current-en-pair", "current-en-two", "current-en-loading"];
    insta::assert_snapshot!(pages(&names), @r#"
    == current-en-new
    page: NewChat { temporary: false }
    composer: TextBox `Ask ChatGPT`
    send: nothing: the button is not there
    stop: nothing: the button is not there
    content: Content { text: "", chips: [], attachments: [] }
    copy: false, stop: false, Quiet
    moods: []
    == current-en-work
    page: NewChat { temporary: false }
    composer: nothing: the page is set to the other one of Chat and Work
    copy: false, stop: false, Quiet
    moods: []
    == current-en-pair
    page: NewChat { temporary: false }
    composer: TextBox `Ask ChatGPT`
    send: nothing: the button is not there
    stop: nothing: the button is not there
    content: Content { text: "", chips: [], attachments: [] }
    copy: false, stop: false, Quiet
    moods: []
    == current-en-two
    page: NewChat { temporary: false }
    composer: several: 2
    copy: false, stop: false, Quiet
    moods: []
    == current-en-loading
    page: NewChat { temporary: false }
    composer: nothing: the page has not finished loading
    copy: false, stop: false, Quiet
    moods: []
    "#);
    insta::assert_snapshot!(pages(&["current-en-canvas"]), @r#"
    == current-en-canvas
    page: Conversation { id: "68a1b2c3-0000-4000-8000-000000000001", project: None, temporary: false }
    composer: TextBox `Ask ChatGPT`
    send: nothing: the button is not there
    stop: nothing: the button is not there
    content: Content { text: "", chips: [], attachments: [] }
    user: the message, to the letter
    assistant:
        | See the draft.
        | 
        | A draft.
    copy: false, stop: false, Quiet
    moods: []
    "#);
}

#[test]
fn the_desktop_app_on_windows() {
    insta::assert_snapshot!(pages(&["windows-zh-cn", "windows-zh-cn-without-headings"]), @r#"
    == windows-zh-cn
    page: Conversation { id: "68a1b2c3-0000-4000-8000-000000000001", project: None, temporary: false }
    composer: TextBox `与 ChatGPT 聊天`
    send: Button `发送` by Name, disabled
    stop: nothing: the button is not there
    content: Content { text: "", chips: [], attachments: [] }
    user: the message, to the letter
    assistant:
        | 计划如下：
        | 
        | ```
        | [C2C]
        | STATE: PLAN
        | TASK_ID: c2c_f81a000c
        | ITERATION: 1
        | GOAL:
        | Keep the theme.
        | ACTIONS:
        | 1. Store it in src/theme.rs.
        |     indented  twice
        | ```
        | 
        | - 读 规范
        | - 测试
    copy: true, stop: false, Quiet
    moods: []
    == windows-zh-cn-without-headings
    page: Conversation { id: "68a1b2c3-0000-4000-8000-000000000001", project: None, temporary: false }
    composer: TextBox `与 ChatGPT 聊天`
    send: Button `发送` by Name, disabled
    stop: nothing: the button is not there
    content: Content { text: "", chips: [], attachments: [] }
    user: the message, to the letter
    assistant:
        | 计划如下：
        | 
        | ```
        | [C2C]
        | STATE: PLAN
        | TASK_ID: c2c_f81a000c
        | ITERATION: 1
        | GOAL:
        | Keep the theme.
        | ACTIONS:
        | 1. Store it in src/theme.rs.
        |     indented  twice
        | ```
        | 
        | - 读 规范
        | - 测试
    copy: true, stop: false, Quiet
    moods: []
    "#);
}

#[test]
fn macos() {
    insta::assert_snapshot!(pages(&["macos-web-en", "macos-native-en", "macos-empty"]), @r#"
    == macos-web-en
    page: Conversation { id: "68a1b2c3-0000-4000-8000-000000000001", project: None, temporary: false }
    composer: TextBox `Ask ChatGPT`
    send: Button `Send` by Name
    stop: nothing: the button is not there
    content: Content { text: "", chips: [], attachments: [] }
    user: the message, to the letter
    assistant:
        | Use cargo:
        | 
        | ```
        | cargo test
        | cargo fmt
        | ```
        | 
        | - one
    copy: true, stop: false, Quiet
    moods: []
    == macos-native-en
    page: the page does not tell its address
    composer: TextBox `hello`
    send: Button `Send` by Name
    stop: nothing: the button is not there
    content: Content { text: "hello", chips: [], attachments: [] }
    copy: false, stop: false, Quiet
    moods: []
    == macos-empty
    page: the page does not tell its address
    composer: nothing: the window shows no page that can be read
    copy: false, stop: false, Quiet
    moods: []
    "#);
}

#[test]
fn a_browser_whose_accessibility_is_off() {
    insta::assert_snapshot!(pages(&["linux-accessibility-off"]), @r#"
    == linux-accessibility-off
    page: Conversation { id: "68a1b2c3-0000-4000-8000-000000000001", project: None, temporary: false }
    composer: nothing: the window shows no page that can be read
    copy: false, stop: false, Quiet
    moods: []
    "#);
}
