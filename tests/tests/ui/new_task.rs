//! A new task.

use serde_json::json;

use crate::engine::Engine;
use crate::fixtures;
use crate::stage::play;

#[test]
fn a_task_is_started_with_what_was_chosen() {
    play(|stage| async move {
        let window = stage.open(&Engine::new(), "/new").await;
        window.see("Shown once there is a folder and a goal.").await;
        window.write("#goal", "Make the failing test pass").await;
        window.see("First message of the task").await;
        window.see("STATE: INIT").await;
        window.see("of 1,023 bytes").await;
        window.see("TASK_ID is an example.").await;
        window.page.locator("#folder").select_option("/home/me/src/shop", None).await.unwrap();
        window.page.locator("#carrier-manual").check(None).await.unwrap();
        window.page.locator("#approval").select_option("every", None).await.unwrap();
        window.page.locator("#chat").select_option("at", None).await.unwrap();
        window.write("#address", "https://chatgpt.com/c/1").await;
        window.page.get_by_text("More options", true).click(None).await.unwrap();
        window.write("#limit", "3").await;
        window.page.locator("#sandbox").select_option("danger-full-access", None).await.unwrap();
        window.see("Codex runs without a sandbox").await;
        window.press("Start task").await;
        window.see("Session in atlas").await;
        assert_eq!(
            window.called("start").await,
            json!({
                "command": "call", "call": "start", "root": "/home/me/src/shop", "goal": "Make the failing test pass",
                "carrier": "manual", "approval": "every", "sandbox": "danger-full-access", "max_iterations": 3,
                "chat": { "kind": "at", "url": "https://chatgpt.com/c/1" }
            })
        );
        // The goal is sent and gone.
        window.keys(&["Control+n"]).await;
        window.wait("document.querySelector('#goal')?.value === ''").await;
    });
}

#[test]
fn problems_stand_at_their_fields() {
    play(|stage| async move {
        let window = stage.open(&Engine::fresh(), "/new").await;
        window.wait("document.querySelector('#goal')").await;
        window.press("Start task").await;
        window.see("Choose a folder first.").await;
        window.see("Write down what is to be reached.").await;
        window.focused("#folder").await;
        window.press("Choose folder…").await;
        window.miss("Choose a folder first.").await;
        window.wait("document.querySelector('#folder').value === '/home/me/src/blog'").await;
        window.write("#goal", "x").await;
        window.miss("Write down what is to be reached.").await;
        assert!(window.calls("start").await.is_empty());

        // What the engine finds while one types.
        let mut engine = Engine::new();
        let mut preview = fixtures::preview();
        preview.problem =
            Some(fixtures::error("conflict", Some("session_exists"), "`/home/me/src/shop` has a session"));
        engine.previews.insert("/home/me/src/shop".to_owned(), preview);
        let window = stage.open(&engine, "/new").await;
        window.wait("document.querySelector('#folder')?.options.length === 3").await;
        window.page.locator("#folder").select_option("/home/me/src/shop", None).await.unwrap();
        window.wait("document.querySelector('#folder-wrong').textContent.includes('has an open session')").await;
        // What it finds at the start.
        window.page.locator("#folder").select_option("/home/me/src/atlas", None).await.unwrap();
        window.wait("document.querySelector('#folder-wrong').textContent === ''").await;
        window.write("#goal", "Make it all work").await;
        window.change("state.failures.start = { code: 'user', reason: 'goal_too_long', message: 'too long' }").await;
        window.page.locator("#goal").press("Control+Enter", None).await.unwrap();
        window.wait("document.querySelector('#goal-wrong').textContent.includes('The goal is too long')").await;
        window.focused("#goal").await;
        // One that belongs to no field.
        window
            .change("state.failures.start = { code: 'precondition', reason: 'codex_missing', message: 'no codex' }")
            .await;
        window.press("Start task").await;
        window.see("Codex is not installed").await;
        window.lawful().await;
    });
}

#[test]
fn a_half_written_task_is_kept() {
    play(|stage| async move {
        let window = stage.open(&Engine::new(), "/new").await;
        window.wait("document.querySelector('#goal')").await;
        window.write("#goal", "Half a goal").await;
        window.page.locator("#carrier-manual").check(None).await.unwrap();
        window.change("state.workspaces.workspaces.pop()").await;
        window.wait("document.querySelector('#folder').options.length === 2").await;
        window.wait("document.querySelector('#goal').value === 'Half a goal'").await;
        window.page.reload(None).await.unwrap();
        window.wait("document.querySelector('#goal')?.value === 'Half a goal'").await;
        window.wait("document.querySelector('#carrier-manual').checked").await;
    });
}

#[test]
fn a_build_that_cannot_drive_a_window_says_so() {
    play(|stage| async move {
        let mut engine = Engine::new();
        engine.app.drives_window = false;
        let window = stage.open(&engine, "/new").await;
        window.see("This build of C2C cannot use ChatGPT's window.").await;
        window.wait("document.querySelector('#carrier-manual').checked && document.querySelector('#carrier-window').disabled").await;
    });
}

#[test]
fn a_folder_that_is_taken_is_not_offered_and_leads_to_its_session() {
    play(|stage| async move {
        let mut engine = Engine::new();
        engine.workspaces.workspaces[0].taken_by = Some("ses_work".to_owned());
        let taken = c2c_ipc::app::PreviewView {
            problem: Some(fixtures::error("conflict", Some("session_exists"), "`/home/me/src/atlas` has a session")),
            taken_by: Some("ses_work".to_owned()),
            ..fixtures::preview()
        };
        engine.previews.insert("/home/me/src/atlas".to_owned(), taken);
        let window = stage.open(&engine, "/new").await;
        window.wait("document.querySelector('#folder')?.value === '/home/me/src/shop'").await;
        window.see("/home/me/src/atlas (has an open session)").await;
        window.miss("Show that session").await;
        window.page.locator("#folder").select_option("/home/me/src/atlas", None).await.unwrap();
        window.see("This folder has an open session").await;
        window.page.get_by_text("Show that session", true).click(None).await.unwrap();
        window.see("Session in atlas").await;
        // Where all are taken none is chosen.
        window.eval("location.hash = '/'; localStorage.clear()").await;
        window.see("12 sessions").await;
        window.know("state.workspaces.workspaces.forEach((one) => { one.taken_by = 'ses_work'; })").await;
        window.eval("location.hash = '/new'").await;
        window.see("No folder chosen").await;
        window.wait("document.querySelector('#folder').value === ''").await;
        window.lawful().await;
    });
}

#[test]
fn a_fault_that_was_mended_meanwhile_is_gone() {
    play(|stage| async move {
        let mut engine = Engine::new();
        let problem = fixtures::error("conflict", Some("session_exists"), "in the way");
        engine.previews.get_mut("").unwrap().problem = Some(problem);
        let window = stage.open(&engine, "/new").await;
        window.see("This folder has an open session").await;
        // The engine tells of a change.
        window.change("delete state.previews[''].problem").await;
        window.miss("This folder has an open session").await;
        // It was mended elsewhere: the person comes back to the window.
        window.know("state.previews[''].problem = { code: 'user', reason: 'not_a_repository', message: 'x' }").await;
        window.eval("window.dispatchEvent(new Event('focus'))").await;
        window.see("This folder is in no git repository").await;
        window.know("delete state.previews[''].problem").await;
        window.eval("window.dispatchEvent(new Event('focus'))").await;
        window.miss("This folder is in no git repository").await;
        // So is what only the start found.
        window.write("#goal", "Make it all work").await;
        window.see("STATE: INIT").await;
        window.know("state.failures.start = { code: 'precondition', reason: 'codex_missing', message: 'x' }").await;
        window.press("Start task").await;
        window.see("Codex is not installed").await;
        window.eval("window.dispatchEvent(new Event('focus'))").await;
        window.miss("Codex is not installed").await;
        // What the preview does not look for stays, and can be tried again at once.
        window.know("state.failures.start = { code: 'unavailable', reason: 'connector_unserved', message: 'x' }").await;
        window.press("Start task").await;
        window.see("The connector cannot be served").await;
        window.eval("window.dispatchEvent(new Event('focus'))").await;
        window.know("delete state.failures.start").await;
        window.press("Try again").await;
        window.see("Session in atlas").await;
        // The folder is not offered because it was used.
        assert_eq!(window.eval("localStorage.getItem('c2c.draft.task.root')").await, json!(null));
    });
}

#[test]
fn a_goal_that_is_too_long_is_said_to_be() {
    play(|stage| async move {
        let window = stage.open(&Engine::new(), "/new").await;
        window.see("Shown once there is a folder and a goal.").await;
        window.write("#goal", &"x".repeat(65_537)).await;
        window.see("The goal is too long: it may have 65,536 bytes at most.").await;
        window.miss("Shown once there is a folder and a goal.").await;
        window
            .wait("document.querySelector('#goal-wrong').textContent.startsWith('The goal is too long. It may')")
            .await;
        // What does not depend on the goal is there, also where it was too long from the beginning.
        window.page.reload(None).await.unwrap();
        window.see("it may have 65,536 bytes at most.").await;
        window
            .wait("document.querySelector('#approval').selectedOptions[0].textContent === 'First plan (default)'")
            .await;
        window.write("#goal", "Make it all work").await;
        window.see("STATE: INIT").await;
        window.wait("document.querySelector('#goal-wrong').textContent === ''").await;
    });
}

#[test]
fn the_lengths_are_written_one_way() {
    play(|stage| async move {
        let mut engine = Engine::new();
        engine.previews.get_mut("").unwrap().boot_prompt_bytes = 3_020;
        let window = stage.open(&engine, "/new").await;
        window.write("#goal", "Make it all work").await;
        window.see("of 1,023 bytes").await;
        window.see("3,020 bytes").await;
    });
}
