//! Roles and names as the browser's accessibility tree has them, and how an answer comes and settles.

use serde_json::json;

use super::ChatGpt;

#[track_caller]
fn check(tree: &[(String, String)], role: &str, name: &str) {
    let wanted = (role.to_owned(), name.to_owned());
    assert!(tree.contains(&wanted), "no {role} `{name}` in {tree:?}");
}

#[test]
fn names_and_roles_are_those_of_the_generation_and_the_language() {
    let mut page = ChatGpt::start();
    // Generation, language, composer, Send, headings, copies of answer and message.
    let cases = [
        ("c", "en", "Ask ChatGPT", "Send", "You said:", "ChatGPT said:", "Copy", "Copy message"),
        ("b", "en", "Chat with ChatGPT", "Send message", "You said:", "ChatGPT said:", "Copy", "Copy message"),
        ("a", "en", "Message ChatGPT", "Send prompt", "You said:", "ChatGPT said:", "Copy", "Copy message"),
        ("c", "zh-CN", "与 ChatGPT 聊天", "发送", "你说：", "ChatGPT 说：", "复制", "复制消息"),
        ("a", "zh-CN", "与 ChatGPT 聊天", "发送提示", "您说：", "ChatGPT 说：", "复制", "复制消息"),
        ("c", "ja", "Ask ChatGPT", "送信", "あなたの発言:", "ChatGPT の発言:", "コピーする", "メッセージをコピーする"),
        ("c", "de", "Ask ChatGPT", "Send", "You said:", "ChatGPT hat gesagt:", "Copy", "Copy message"),
        ("c", "fr", "Ask ChatGPT", "Send", "Vous avez dit :", "ChatGPT a dit :", "Copier la réponse", "Copy message"),
        ("c", "es", "Ask ChatGPT", "Send", "Dijiste:", "ChatGPT dijo:", "Copy", "Copy message"),
        ("c", "pt-BR", "Ask ChatGPT", "Send", "Você disse:", "O ChatGPT disse:", "Copy", "Copy message"),
    ];
    for (generation, language, composer, send, you, chatgpt, copy, copy_message) in cases {
        page.open(&format!("/?generation={generation}&language={language}"));
        page.say("hello");
        page.paste("next");
        let tree = page.browser.tree();
        check(&tree, "textbox", composer);
        check(&tree, "button", send);
        check(&tree, "heading", you);
        check(&tree, "heading", chatgpt);
        check(&tree, "button", copy);
        check(&tree, "button", copy_message);
        check(&tree, "radio", if language == "zh-CN" { "聊天" } else { "Chat" });
    }
}

#[test]
fn there_may_be_no_headings_and_no_tree() {
    let mut page = ChatGpt::start();
    page.open("/?headings=off");
    page.say("hello");
    let tree = page.browser.tree();
    check(&tree, "StaticText", "hello");
    assert!(!tree.iter().any(|(role, _)| role == "heading"), "{tree:?}");
    page.open("/?tree=off");
    let tree = page.browser.tree();
    assert!(
        !tree.iter().any(|(role, name)| role == "textbox" || role == "button" || name.contains("hello")),
        "{tree:?}"
    );
}

#[test]
fn words_come_one_by_one_and_are_merged() {
    let mut page = ChatGpt::start();
    page.prepare(&["one two three four five six seven eight"]);
    page.open("/?word_ms=120&early_stop_ms=2000&merge_ms=300");
    page.paste("count");
    page.press_send();
    page.wait("Stop", "document.querySelector('main form button[aria-label=Stop]')");
    page.wait("some words", "document.querySelectorAll('.answer p')[0]?.childNodes.length > 2");
    page.wait(
        "Stop to go before the text has settled",
        "!document.querySelector('main form button[aria-label=Stop]') && document.querySelector('[data-markdown-animated]')",
    );
    assert_eq!(page.browser.value("document.querySelector('.turn-action-controls')"), serde_json::Value::Null);
    page.wait("the merge", "document.querySelector('.answer p').childNodes.length === 1 && !document.querySelector('[data-markdown-animated]')");
    assert_eq!(
        page.browser.value("document.querySelector('.answer').innerText"),
        "one two three four five six seven eight"
    );
    page.wait("the words that say so", "document.querySelector('[role=status]').textContent === 'Response complete'");
}

#[test]
fn thinking_and_tools_are_rows_with_their_text_twice() {
    let mut page = ChatGpt::start();
    page.open("/?thinking_ms=60000&answer_now=on");
    page.paste("think");
    page.press_send();
    page.wait("the rows", "document.querySelectorAll('.activity').length === 2");
    assert_eq!(page.browser.value("document.querySelector('.activity').textContent"), "ThinkingThinking");
    check(&page.browser.tree(), "button", "Answer now");
    page.press("Answer now");
    page.wait("the answer", "document.querySelector('.turn-action-controls')");
    let tree = page.browser.tree();
    check(&tree, "StaticText", "Called tool");
    assert_eq!(tree.iter().filter(|(role, name)| role == "StaticText" && name == "Called tool").count(), 1);
}

#[test]
fn copy_gives_the_markdown_and_code_has_a_header() {
    let mut page = ChatGpt::start();
    let markdown = "Look:\n\n1. one `x`\n2. two\n\n```text\n[C2C]\nSTATE: PLAN  \n\n  indented\n```";
    for (generation, label, copy) in
        [("c", "Plain text", "Copy"), ("b", "text", "Copy code"), ("a", "text", "Copy code")]
    {
        page.prepare(&[markdown]);
        page.open(&format!("/?generation={generation}"));
        page.say("plan");
        page.browser.run("document.querySelector('.turn-action-controls button').click()");
        crate::wait_for("the copy", || page.events("copied").last().is_some_and(|copied| copied["text"] == markdown));
        let tree = page.browser.tree();
        check(&tree, "StaticText", label);
        check(&tree, "button", copy);
        assert_eq!(
            page.browser.value("document.querySelector('code:not(li code)').textContent"),
            "[C2C]\nSTATE: PLAN  \n\n  indented\n"
        );
    }
}

#[test]
fn far_turns_are_not_in_the_document_until_they_are_scrolled_to() {
    let mut page = ChatGpt::start();
    let turns: Vec<(String, String)> =
        (0..40).map(|number| (format!("message {number}"), format!("answer {number}"))).collect();
    let path = page.ask("POST", "/__stand-in/conversations", &json!({"turns": turns}))["path"].clone();
    page.open(&format!("{}?late_body_ms=200", path.as_str().unwrap()));
    page.wait("the newest turn", "document.body.innerText.includes('answer 39')");
    assert!(!page.text().contains("message 7\n"));
    page.press("Jump to user message message 7");
    page.wait("an old turn", "document.body.innerText.includes('answer 7')");
    page.wait("its body", "document.body.innerText.includes('message 7\\n')");
    page.wait("the newest turn to go", "!document.body.innerText.includes('answer 37')");
    page.press("Scroll to bottom");
    page.wait("the newest turn", "document.body.innerText.includes('answer 37')");
}

#[test]
fn the_elements_are_those_of_the_generation() {
    let mut page = ChatGpt::start();
    let cases = [
        ("c", "form[data-chatgpt-composer] [data-composer-markdown].ProseMirror"),
        ("c", "main [data-turn-key] > [data-content-search-turn-key=fallback-turn-0] h4.sr-only"),
        ("c", "[data-chatgpt-search-unit-key$=':user'] [data-user-message-bubble] > div[dir=auto]"),
        ("c", "[data-chatgpt-search-unit-key$=':assistant'] [data-markdown-text-style=assistant-message]"),
        ("b", "form[data-type=unified-composer] #prompt-textarea.ProseMirror"),
        ("b", "section[data-turn=assistant] [data-message-author-role=assistant] .markdown"),
        ("b", "button.__composer-pill[aria-haspopup=menu]"),
        ("a", "form textarea[name=prompt-textarea]"),
        ("a", "article[data-testid=conversation-turn-2] [data-testid=copy-turn-action-button]"),
    ];
    let mut opened = "";
    for (generation, selector) in cases {
        if opened != generation {
            page.open(&format!("/?generation={generation}"));
            page.say(&format!("hello {generation}"));
            opened = generation;
        }
        assert_eq!(page.browser.value(&format!("Boolean(document.querySelector({selector:?}))")), true, "{selector}");
    }
}

#[test]
fn a_project_has_its_own_composer_and_addresses() {
    let mut page = ChatGpt::start();
    page.open("/g/g-p-0a1b2c-garden/project");
    check(&page.browser.tree(), "textbox", "New chat in garden");
    page.say("hello");
    page.wait("the address", "/^\\/g\\/g-p-0a1b2c-garden\\/c\\/[0-9a-f-]{36}$/.test(location.pathname)");
}

#[test]
fn the_list_of_mentions_may_be_missing_in_the_tree() {
    let mut page = ChatGpt::start();
    for (shown, path) in [(true, "/"), (false, "/?mention_popup=off")] {
        page.open(path);
        page.browser.run("document.querySelector('main form [role=textbox]').focus()");
        page.browser.insert("@");
        page.wait("the list", "document.querySelector('[data-list-navigation-item]')");
        assert_eq!(page.browser.tree().contains(&("button".to_owned(), "C2C".to_owned())), shown);
    }
}

#[test]
fn the_model_is_picked_in_a_menu_and_goes_with_the_message() {
    let mut page = ChatGpt::start();
    for (generation, name) in [("c", "Select ChatGPT model"), ("b", "Medium"), ("a", "Select ChatGPT model")] {
        page.open(&format!("/?generation={generation}"));
        page.press(name);
        check(&page.browser.tree(), "menuitemradio", "High");
        page.press("High");
        page.wait("the menu to close", "!document.querySelector('[role=menu]')");
        page.say(&format!("hello {generation}"));
    }
    let state = page.state();
    let efforts: Vec<&str> =
        state["messages"].as_array().unwrap().iter().map(|row| row["details"]["effort"].as_str().unwrap()).collect();
    assert_eq!(efforts, ["high"; 3]);
}

#[test]
fn a_long_message_may_be_there_in_part_until_more_is_asked_for() {
    let mut page = ChatGpt::start();
    let long = format!("{}end", "a line of a message\n".repeat(100));
    for (how, is_whole) in [("whole", true), ("clamped", true), ("cut", false)] {
        page.open(&format!("/?long_messages={how}"));
        let text = format!("{how} {long}");
        page.say(&text);
        let shown = "document.querySelector('[data-user-message-bubble]').textContent";
        let has_end = page.browser.value(&format!("{shown}.includes('end')"));
        assert_eq!(has_end, is_whole, "{how}");
        if how != "whole" {
            page.press("Show more");
            page.wait("all of it", &format!("{shown} === {:?}", format!("{text}Show less")));
        }
    }
}
