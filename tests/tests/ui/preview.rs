//! The preview of what ChatGPT gets.

use playwright_rs::protocol::AriaRole;
use serde_json::json;

use crate::engine::Engine;
use crate::fixtures;
use crate::stage::play;

#[test]
fn a_folder_and_the_pages_of_a_file_are_looked_at() {
    play(|stage| async move {
        let window = stage.open(&Engine::new(), "/preview").await;
        // The folder that was used last.
        window.see("vitest.config.ts").await;
        assert_eq!(window.called("look").await["what"], json!({ "kind": "path", "path": "." }));
        window.see("Not shown (2)").await;
        window.see("its name says that it holds secrets").await;
        window.write("#path", "src/theme.ts").await;
        window.keys(&["Enter"]).await;
        window.see("export function start").await;
        window.see("src/theme.ts:3").await;
        window.see("read_file, page 1, 902 bytes").await;
        // The text is shown to the byte, tabs too.
        window.wait("document.querySelector('.look-answer pre').textContent.includes('{\\n\\tconst chosen')").await;
        let what = json!({ "kind": "path", "path": "src/theme.ts" });
        assert_eq!(window.called("look").await["what"], what);
        window.press("Next page").await;
        window.see("export function follow").await;
        window.see("Nothing is held back.").await;
        window.focused("#answer").await;
        window.wait("document.querySelector('[role=status].aloud').textContent.includes('Page 2')").await;
        let call = window.called("look").await;
        assert_eq!((&call["what"], &call["cursor"]), (&what, &json!("read:420:811:5f1c")));
        window.miss("Next page").await;
        window.press("Show").await;
        window.see("export function start").await;
        window.lawful().await;
    });
}

#[test]
fn changes_outputs_and_searches_are_looked_at() {
    play(|stage| async move {
        let window = stage.open(&Engine::new(), "/preview").await;
        window.see("vitest.config.ts").await;
        window.role(AriaRole::Radio, "Changes").check(None).await.unwrap();
        window.see("was src/legacy/cookie.ts").await;
        assert_eq!(window.called("look").await["what"], json!({ "kind": "changes" }));
        window.page.locator("#mode").select_option("2", None).await.unwrap();
        window.see("There is nothing in it").await;
        assert_eq!(window.called("look").await["what"], json!({ "kind": "changes", "mode": "staged" }));
        window.page.locator("#mode").select_option("4", None).await.unwrap();
        window.miss("There is nothing in it").await;
        let before = window.calls("look").await.len();
        window.press("Show").await;
        window.see("Name the older commit.").await;
        assert_eq!(window.calls("look").await.len(), before, "nothing is asked without it");
        window.role(AriaRole::Radio, "Command output").check(None).await.unwrap();
        window.miss("Name the older commit.").await;
        window.see("npm test").await;
        window.page.locator("#output").select_option("out_1", None).await.unwrap();
        window.see("27 passed").await;
        assert_eq!(window.called("look").await["what"], json!({ "kind": "output", "id": "out_1" }));
        window.page.locator("#output").select_option("out_2", None).await.unwrap();
        window.see("ChatGPT does not get this output").await;
        window.see("OUTPUT_RESTRICTED").await;
        window.role(AriaRole::Radio, "Search").check(None).await.unwrap();
        window.press("Show").await;
        window.see("Write what to look for.").await;
        window.write("#query", "theme").await;
        window.keys(&["Enter"]).await;
        window.see("src/theme.ts:2:10").await;
        window.lawful().await;
    });
}

#[test]
fn what_chatgpt_does_not_get_is_named_with_the_reason() {
    play(|stage| async move {
        let window = stage.open(&Engine::new(), "/preview").await;
        window.see("vitest.config.ts").await;
        window.write("#path", ".env").await;
        window.keys(&["Enter"]).await;
        window.see("ChatGPT does not get this").await;
        window.see("`.env` is withheld: its name says that it holds secrets").await;
        window.see("To ChatGPT: work without its content").await;
        window.write("#path", "elsewhere").await;
        window.press("Show").await;
        window.see("Nothing is there").await;
        window.lawful().await;
    });
}

#[test]
fn without_a_folder_or_an_answer_the_preview_says_so() {
    play(|stage| async move {
        let window = stage.open(&Engine::fresh(), "/preview").await;
        window.see("Start a task, or choose a folder.").await;
        window.press("Choose folder…").await;
        window.see("vitest.config.ts").await;
        let error = fixtures::error("user", Some("folder_missing"), "`/home/me/src/atlas` is not there");
        let window = stage.open(&Engine::new().fails("look", error), "/preview").await;
        window.see("The folder is not there any more").await;
        window.know("state.failures = {}").await;
        window.press("Try again").await;
        window.see("vitest.config.ts").await;
        let window = stage.open(&Engine::new().takes("look", 1_500), "/preview").await;
        window.see("Loading").await;
        window.see("vitest.config.ts").await;
        window.miss("Loading").await;
    });
}

#[test]
fn the_last_question_of_the_preview_counts_and_another_folder_begins_anew() {
    play(|stage| async move {
        let window = stage.open(&Engine::new(), "/preview").await;
        window.see("vitest.config.ts").await;
        window.know("state.delays.look = 600").await;
        window.write("#path", ".env").await;
        window.press("Show").await;
        window.know("state.delays.look = 0").await;
        window.write("#path", "src/theme.ts").await;
        window.press("Show").await;
        window.see("export function start").await;
        tokio::time::sleep(std::time::Duration::from_millis(900)).await;
        window.miss("is withheld").await;
        window.page.locator("#folder").select_option("/home/me/src/shop", None).await.unwrap();
        window.wait("document.querySelector('#path').value === ''").await;
        window.see("vitest.config.ts").await;
        assert_eq!(window.called("look").await["root"], "/home/me/src/shop");
    });
}
