//! The templates.

use serde_json::json;

use crate::engine::Engine;
use crate::fixtures;
use crate::stage::play;

#[test]
fn a_text_is_copied_edited_and_reset() {
    play(|stage| async move {
        let window = stage.open(&Engine::new(), "/templates").await;
        window.see("Boot prompt").await;
        window.see("of 7,999 characters").await;
        window.press("Copy").await;
        assert_eq!(window.called("copy").await["text"], json!(fixtures::templates().boot_prompt.text));
        window.press("Edit").await;
        window.focused("textarea").await;
        window.write("textarea", "Shorter.").await;
        window.see("8 of 7,999 characters").await;
        // Half-written, it is kept.
        window.change("state.templates.boot_prompt.warnings = ['original_changed']").await;
        window.see("C2C's own text has changed since you edited it.").await;
        window.page.reload(None).await.unwrap();
        window.wait("document.querySelector('textarea')?.value === 'Shorter.'").await;
        window.press("Save").await;
        window.see("Saved").await;
        window.see("Edited").await;
        let call = window.called("save_template").await;
        assert_eq!((&call["kind"], &call["text"]), (&json!("boot_prompt"), &json!("Shorter.")));
        window.press("Reset…").await;
        window.see("Your edits are lost.").await;
        window.press("Reset text").await;
        window.see("C2C's own text is back").await;
        assert_eq!(window.called("save_template").await.get("text"), None);
        window.lawful().await;
    });
}

#[test]
fn an_edit_that_is_not_saved_outlives_other_pages_and_says_so() {
    play(|stage| async move {
        let window = stage.open(&Engine::new(), "/templates").await;
        window.press("Edit").await;
        window.miss("Not saved").await;
        window.write("textarea", "Shorter.").await;
        window.see("Not saved").await;
        for page in ["/settings", "/session/ses_work", "/new", "/"] {
            window.eval(&format!("location.hash = '{page}'")).await;
            window.wait("!document.querySelector('.template')").await;
            window.eval("location.hash = '/templates'").await;
            window.wait("document.querySelector('textarea')?.value === 'Shorter.'").await;
        }
        // Another folder has its own text; back in this one it is there.
        window.page.locator("#folder").select_option("/home/me/src/shop", None).await.unwrap();
        window.wait("document.querySelector('.template') && !document.querySelector('textarea')").await;
        window.page.locator("#folder").select_option("/home/me/src/atlas", None).await.unwrap();
        window.wait("document.querySelector('textarea')?.value === 'Shorter.'").await;
        window.see("Not saved").await;
        // The window is closed, and made anew.
        window.eval("sessionStorage.clear()").await;
        window.page.reload(None).await.unwrap();
        window.wait("document.querySelector('textarea')?.value === 'Shorter.'").await;
        window.press("Discard changes…").await;
        window.press("Discard changes").await;
        window.wait("!document.querySelector('textarea')").await;
        window.miss("Not saved").await;
        window.page.reload(None).await.unwrap();
        window.see("Boot prompt").await;
        window.wait("document.querySelector('.template') && !document.querySelector('textarea')").await;
        assert!(window.calls("save_template").await.is_empty());
    });
}

#[test]
fn a_text_that_chatgpt_does_not_take_is_not_saved() {
    play(|stage| async move {
        let window = stage.open(&Engine::new(), "/templates").await;
        window.press("Edit").await;
        window.write("textarea", &"x".repeat(8_001)).await;
        window.see("2 characters too many: ChatGPT takes at most 7,999.").await;
        assert!(window.button("Save").is_disabled().await.unwrap());
        window.write("textarea", "").await;
        window.see("A text is needed.").await;
        window.write("textarea", "No form").await;
        window
            .change(
                "state.failures.save_template = { code: 'user', reason: 'template_incomplete', message: 'no [C2C]' }",
            )
            .await;
        window.press("Save").await;
        window.see("The text lacks something that C2C needs in it").await;
        window.press("Discard changes…").await;
        window.press("Discard changes").await;
        window.wait("!document.querySelector('textarea')").await;
    });
}

#[test]
fn without_a_folder_there_are_no_texts() {
    play(|stage| async move {
        let window = stage.open(&Engine::fresh(), "/templates").await;
        window.see("The texts are written for a folder.").await;
        window.press("Choose folder…").await;
        window.see("Project instructions").await;
        let error = fixtures::error("user", Some("folder_missing"), "`/home/me/src/atlas` is not there");
        let window = stage.open(&Engine::new().fails("templates", error), "/templates").await;
        window.see("The folder is not there any more").await;
        window.see("Try again").await;
    });
}

#[test]
fn what_was_written_is_not_discarded_without_a_question() {
    play(|stage| async move {
        let window = stage.open(&Engine::new(), "/templates").await;
        window.press("Edit").await;
        window.focused("#boot-prompt-text").await;
        // As it was there is nothing to lose.
        window.press("Discard changes…").await;
        window.focused("pre#boot-prompt-text").await;
        window.press("Edit").await;
        window.write("textarea", &"x".repeat(100_000)).await;
        window.see("92,001 characters too many: ChatGPT takes at most 7,999.").await;
        window.page.locator("textarea").focus().await.unwrap();
        // Save cannot be pressed, so the next button is the one that discards.
        window.keys(&["Tab", "Enter"]).await;
        window.see("Discard what you wrote?").await;
        window.wait("document.activeElement.textContent === 'Cancel'").await;
        window.keys(&["Enter"]).await;
        window.focused("textarea").await;
        window.wait("document.querySelector('textarea').value.length === 100000").await;
        window.keys(&["Tab", "Enter"]).await;
        window.see("Discard what you wrote?").await;
        window.keys(&["Shift+Tab", "Enter"]).await;
        window.focused("pre#boot-prompt-text").await;
        window.miss("Not saved").await;
    });
}
