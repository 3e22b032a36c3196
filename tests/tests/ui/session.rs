//! One session, live.

use serde_json::json;

use crate::engine::Engine;
use crate::fixtures;
use crate::stage::play;

#[test]
fn a_session_shows_goal_plan_iterations_messages_and_calls() {
    play(|stage| async move {
        let window = stage.open(&Engine::new(), "/session/ses_work").await;
        for text in [
            "Session in atlas",
            "Codex works",
            "Keep the chosen theme between visits",
            "Plan 2",
            "Listen to the system's preference",
            "under way",
            "Iteration 1",
            "27 passed, 0 failed",
            "seen by C2C",
            "src/legacy/theme-cookie.ts",
            "Boot prompt",
            "arrived",
            "read_file",
            "refused: restricted",
            "Theme between visits",
        ] {
            window.see(text).await;
        }
        // A file's diff, line by line.
        window.page.locator(".files .opener").first().click(None).await.unwrap();
        window.see("const chosen = store.read();").await;
        assert_eq!(window.eval("document.querySelectorAll('.diff .added').length").await, json!(4));
        assert_eq!(window.eval("document.querySelectorAll('.diff .removed').length").await, json!(2));
        // An output's text, and one that is held back.
        window.page.locator(".files .path >> text=npm test").first().click(None).await.unwrap();
        window.see("Tests  27 passed (27)").await;
        window.page.get_by_text("printenv", true).click(None).await.unwrap();
        window.see("it holds what looks like a key").await;
        // A message's raw text, copied byte for byte.
        window.page.locator(".message .opener").nth(2).click(None).await.unwrap();
        window.see("FILES_LIKELY_INVOLVED:").await;
        window.page.locator(".message-body button").click(None).await.unwrap();
        let copied = window.called("copy").await;
        assert_eq!(copied["text"], json!(fixtures::messages()[2].text));
        window.see("Copied").await;
        window.lawful().await;
    });
}

#[test]
fn a_plan_is_approved_or_rejected_with_a_reason() {
    play(|stage| async move {
        let mut engine = Engine::new();
        let mut work = fixtures::pages()["ses_work"].clone();
        work.row.session = "ses_plan".to_owned();
        engine.after.insert("approve".to_owned(), work);
        let window = stage.open(&engine, "/session/ses_plan").await;
        window.see("Plan 1 waits for your approval").await;
        window.press("Reject…").await;
        window.focused("#reject").await;
        window.press("Reject plan").await;
        window.see("Say what should be different").await;
        assert!(window.calls("command").await.is_empty());
        window.write("#reject", "Leave the cookie alone.").await;
        // Half-written, it outlives changes and a reload.
        window.change("state.pages.ses_plan.row.updated_at_ms += 1").await;
        window.page.reload(None).await.unwrap();
        window.wait("document.querySelector('#reject')?.value === 'Leave the cookie alone.'").await;
        window.page.locator("#reject").focus().await.unwrap();
        window.keys(&["Control+Enter"]).await;
        let call = window.called("command").await;
        assert_eq!(call["command"], json!({ "kind": "reject", "plan": 1, "reason": "Leave the cookie alone." }));
        window.wait("!document.querySelector('#reject')").await;
        window.press("Approve plan").await;
        window.see("Codex works").await;
        window.miss("waits for your approval").await;
        let call = window.called("command").await;
        assert_eq!(
            call,
            json!({ "command": { "kind": "approve", "plan": 1 }, "call": "command", "session": "ses_plan" })
        );
    });
}

#[test]
fn a_question_is_answered_and_a_draft_is_never_lost() {
    play(|stage| async move {
        let mut engine = Engine::new();
        let mut work = fixtures::pages()["ses_work"].clone();
        work.row.session = "ses_blocked".to_owned();
        engine.after.insert("reply".to_owned(), work);
        let window = stage.open(&engine, "/session/ses_blocked/reply").await;
        window.see("ChatGPT has a question").await;
        window.see("Which of `due_on` and `payable_until` counts?").await;
        window.focused("#reply").await;
        window.press("Send answer").await;
        window.see("Write an answer first.").await;
        window.write("#reply", "due_on counts. Three days").await;
        window.eval("document.querySelector('#reply').setSelectionRange(4, 6)").await;
        // What changes meanwhile takes neither text nor focus nor the place in it.
        window.page.locator("#reply").focus().await.unwrap();
        window.eval("document.querySelector('#reply').setSelectionRange(4, 6)").await;
        window.change("state.pages.ses_blocked.calls = []; state.pages.ses_blocked.row.updated_at_ms += 5000").await;
        window.see("ChatGPT has not looked at the project").await;
        window.focused("#reply").await;
        assert_eq!(
            window
                .eval("[document.querySelector('#reply').value, document.querySelector('#reply').selectionStart]")
                .await,
            json!(["due_on counts. Three days", 4])
        );
        // Another page and back, and a reload.
        window.eval("location.hash = '/settings'").await;
        window.see("Notifications").await;
        window.eval("location.hash = '/session/ses_blocked'").await;
        window.wait("document.querySelector('#reply')?.value === 'due_on counts. Three days'").await;
        window.page.reload(None).await.unwrap();
        window.wait("document.querySelector('#reply')?.value === 'due_on counts. Three days'").await;
        // A refusal keeps it too.
        window.change("state.failures.command = { code: 'conflict', reason: 'session_busy', message: 'busy' }").await;
        window.press("Send answer").await;
        window.see("The session is in the middle of something").await;
        window.change("delete state.failures.command").await;
        window.page.locator("#reply").press("Control+Enter", None).await.unwrap();
        window.see("Codex works").await;
        let call = window.called("command").await;
        assert_eq!(call["command"], json!({ "kind": "reply", "text": "due_on counts. Three days" }));
        assert_eq!(
            window.eval("Object.keys(localStorage).filter((key) => key.includes('reply')).length").await,
            json!(0)
        );
    });
}

#[test]
fn messages_are_carried_by_hand() {
    play(|stage| async move {
        let window = stage.open(&Engine::new(), "/session/ses_carry").await;
        window.see("Carry message 2 to ChatGPT").await;
        window.see("for you to carry").await;
        window.press("Copy boot prompt").await;
        assert_eq!(window.called("copy").await["text"], json!(fixtures::messages()[0].text));
        window.press("Copy message").await;
        window.wait("window.__engine.calls.filter((call) => call.call === 'copy').length === 2").await;
        let copied = window.called("copy").await;
        assert_eq!(copied["text"], json!(fixtures::messages()[1].text));
        window.press("Bring answer").await;
        window.see("Paste ChatGPT's answer first.").await;
        let answer = "[C2C]\nSTATE: PLAN\n\nGOAL:\n<b>x</b>\n";
        window.write("#reply", answer).await;
        window.change("state.failures.command = { code: 'precondition', reason: 'reply_unfit', message: 'no' }").await;
        window.press("Bring answer").await;
        window.see("This is not the answer that is awaited").await;
        // What was pasted stays, to be mended.
        assert_eq!(window.eval("document.querySelector('#reply').value").await, json!(answer));
        assert_eq!(window.called("command").await["command"], json!({ "kind": "reply", "text": answer }));
    });
}

#[test]
fn what_is_final_is_asked_about_on_the_page() {
    play(|stage| async move {
        let window = stage.open(&Engine::new(), "/session/ses_work").await;
        window.press("Stop…").await;
        window.see("It cannot be continued.").await;
        window.wait("document.activeElement.textContent === 'Cancel'").await;
        window.keys(&["Escape"]).await;
        window.miss("It cannot be continued.").await;
        // Escape took the question back, and not the page.
        window.see("Session in atlas").await;
        assert!(window.calls("command").await.is_empty());
        window.press("Stop…").await;
        window.press("Stop session").await;
        assert_eq!(window.called("command").await["command"], json!({ "kind": "stop" }));
        window.miss("It cannot be continued.").await;
        window.press("Undo…").await;
        window.see("Give 4 files back the content from before iteration 1?").await;
        window.press("Undo iteration 1").await;
        window.wait("window.__engine.calls.some((call) => call.command?.kind === 'undo')").await;
        assert_eq!(window.called("command").await["command"], json!({ "kind": "undo", "iteration": 1 }));
        window.press("New conversation…").await;
        window.press("Start new conversation").await;
        window.wait("window.__engine.calls.some((call) => call.command?.kind === 'handoff')").await;
        window.press("Open ChatGPT").await;
        assert_eq!(window.called("open_chat_gpt").await["session"], json!("ses_work"));
    });
}

#[test]
fn a_pause_is_said_in_the_windows_words_with_what_the_page_can_do() {
    play(|stage| async move {
        let window = stage.open(&Engine::new(), "/session/ses_login").await;
        window.see("ChatGPT asks you to log in").await;
        window.see("Open ChatGPT and log in there, then Continue.").await;
        window.press("Carry by hand").await;
        assert_eq!(window.called("command").await["command"], json!({ "kind": "continue", "by_hand": true }));
        window.eval("window.__engine.state.commands.continue.outcome = 'queued'").await;
        window.press("Continue").await;
        window.see("Noted. It is done once a process runs the session").await;
        // Codex's own words stand beside.
        let window = stage.open(&Engine::new(), "/session/ses_failed").await;
        window.see("Codex's usage limit is reached").await;
        window.see("try again at 16:40").await;
        // A pause of a newer version is said in the engine's words.
        window
            .change("state.pages.ses_failed.attention.reason = 'new'; state.pages.ses_failed.attention.text = 'A new thing.'")
            .await;
        window.see("A new thing.").await;
        // A pause that ends by itself says when.
        window.change("state.pages.ses_failed.attention.until_ms = Date.now() + 600000").await;
        window.see("It goes on by itself in 10 min.").await;
    });
}

#[test]
fn the_page_follows_the_work_and_stays_where_the_reader_is() {
    play(|stage| async move {
        let window = stage.open(&Engine::new(), "/session/ses_work").await;
        window.page.locator(".message .opener").nth(3).click(None).await.unwrap();
        window.see("CHANGED_FILES:").await;
        window.eval("document.querySelector('main').scrollTop = 400").await;
        window
            .change(
                "const page = state.pages.ses_work; \
                 page.messages.push({ ...page.messages[3], number: 7, iteration: 2, delivery: 'inserted' }); \
                 page.iterations.unshift({ ...page.iterations[0], iteration: 2 }); \
                 page.row.activity = 'sending';",
            )
            .await;
        window.see("Result 2").await;
        window.see("Iteration 2").await;
        window.see("Sending").await;
        // What was open stays open.
        window.see("CHANGED_FILES:").await;
        window.wait("document.activeElement.matches('.message .opener')").await;
        // An id that is none is said to be none.
        window.eval("location.hash = '/session/ses_none'").await;
        window.see("This session is not there").await;
        window.keys(&["Escape"]).await;
        window.see("12 sessions").await;
        // The tray leads to a page.
        window.eval("window.__engine.emit('go', '/session/ses_plan/reject')").await;
        window.focused("#reject").await;
        window.eval("window.__engine.emit('go', 'javascript:alert(1)')").await;
        window.see("Session in shop").await;
    });
}

#[test]
fn how_it_ended_stands_at_the_top() {
    play(|stage| async move {
        let window = stage.open(&Engine::new(), "/session/ses_done").await;
        window.see("The goal is reached").await;
        let summary = "The discount code is compared without regard to case, and the test passes.";
        window.wait(&format!("document.querySelector('.ended .summary')?.innerText === {}", json!(summary))).await;
        // Above the plan and the messages, without a scroll.
        let is_first = "(() => { const ended = document.querySelector('.ended').getBoundingClientRect(); \
                        return ended.top < document.querySelector('#plan').getBoundingClientRect().top \
                        && ended.bottom < innerHeight; })()";
        window.wait(is_first).await;
        // What was taken back since is not there, whatever the summary says.
        window.miss("Taken back since").await;
        window.change("state.pages.ses_done.iterations[0].undone_at_ms = 1").await;
        window.see("Taken back since: what iteration").await;
        // One that was stopped says so; one that goes on says nothing of an end.
        window.eval("location.hash = '/session/ses_stopped'").await;
        window.see("The session was stopped").await;
        window.eval("location.hash = '/session/ses_work'").await;
        window.see("Codex works").await;
        window.wait("!document.querySelector('.ended')").await;
        window.lawful().await;
    });
}

#[test]
fn an_error_says_nothing_twice() {
    play(|stage| async move {
        let error = fixtures::error("not_found", Some("no_session"), "This session is not there.");
        let window = stage.open(&Engine::new().fails("session_page", error), "/session/ses_work").await;
        window.see("This session is not there").await;
        window.wait("document.querySelector('.fault').innerText.split('This session is not there').length === 2").await;
        // So does a pause.
        window
            .change(
                "delete state.failures.session_page; const page = state.pages.ses_work; page.row.need = 'failure'; \
                 page.attention = { kind: 'paused', reason: 'codex_failed', text: 'Codex failed.', details: [], hint: '' }",
            )
            .await;
        window.see("Continue lets Codex go on where it was.").await;
        window.wait("document.querySelector('.need').innerText.split('Codex failed').length === 2").await;
    });
}

#[test]
fn the_steps_of_a_long_plan_keep_their_numbers() {
    play(|stage| async move {
        let mut engine = Engine::new();
        let plan = engine.pages.get_mut("ses_plan").unwrap().plan.as_mut().unwrap();
        let step = plan.steps[0].clone();
        plan.steps.resize(120, step);
        let window = stage.open(&engine, "/session/ses_plan").await;
        window.see("Plan 1 waits for your approval").await;
        // A number stands left of its step, and what is left of the list is cut off.
        let room = "(() => { const list = document.querySelector('.steps.plain'); \
                    const number = document.createElement('span'); number.textContent = '120. '; \
                    number.style.whiteSpace = 'pre'; number.style.justifySelf = 'start'; list.append(number); \
                    const width = number.getBoundingClientRect().width; number.remove(); \
                    return parseFloat(getComputedStyle(list).paddingLeft) >= width; })()";
        window.wait(room).await;
    });
}

#[test]
fn a_refused_undo_says_so_where_the_eye_is() {
    play(|stage| async move {
        let window = stage.open(&Engine::new(), "/session/ses_work").await;
        window.press("Undo…").await;
        window.see("If even one of them has changed since then, nothing is undone.").await;
        window
            .know(
                "state.failures.command = { code: 'conflict', reason: 'iteration_changed_since', \
                 message: 'src/theme.ts has changed since' }",
            )
            .await;
        // The question stands at the bottom of what is seen.
        window
            .eval(
                "document.querySelector('main').scrollTop += \
                 document.querySelector('.iteration .confirm').getBoundingClientRect().bottom - innerHeight",
            )
            .await;
        window.eval("document.querySelector('.iteration .confirm .danger').click()").await;
        window.see("Nothing was undone: files have changed since the iteration").await;
        window.see("your own changes are safe").await;
        window.see("src/theme.ts has changed since").await;
        window
            .wait(
                "(() => { const fault = document.querySelector('.iteration .fault[role=alert]').getBoundingClientRect(); \
                 return fault.top >= 0 && fault.bottom <= innerHeight; })()",
            )
            .await;
    });
}

#[test]
fn a_message_of_a_second_task_belongs_into_the_folders_conversation() {
    play(|stage| async move {
        let mut engine = Engine::new();
        let page = engine.pages.get_mut("ses_carry").unwrap();
        page.messages.remove(0);
        page.messages[0].number = 1;
        page.carry = Some(1);
        let window = stage.open(&engine, "/session/ses_carry").await;
        window.see("the conversation that this folder already has in ChatGPT: Theme between visits").await;
        window.see("To use a new conversation instead, send the boot prompt there first").await;
        window.press("Copy boot prompt").await;
        assert_eq!(window.called("copy").await["text"], json!(fixtures::templates().boot_prompt.text));
        // A later one goes where the one before went.
        window.change("state.pages.ses_carry.messages[0].state = 'EXECUTED'").await;
        window.see("Copy the message and send it in the same conversation.").await;
        window.miss("Copy boot prompt").await;
    });
}

#[test]
fn an_answer_that_is_overdue_by_hand_leaves_the_message_to_copy() {
    play(|stage| async move {
        let window = stage.open(&Engine::new(), "/session/ses_carry").await;
        window.see("Carry message 2 to ChatGPT").await;
        window
            .change(
                "const page = state.pages.ses_carry; page.row.need = 'failure'; page.row.activity = 'paused'; \
                 page.row.actions = ['continue', 'reply', 'stop']; \
                 page.attention = { kind: 'paused', reason: 'overdue', text: 'x', said: '', details: [], hint: '' }",
            )
            .await;
        window.see("ChatGPT has not answered in time").await;
        window.press("Copy boot prompt").await;
        window.wait("window.__engine.calls.filter((call) => call.call === 'copy').length === 1").await;
        window.press("Copy message").await;
        window.wait("window.__engine.calls.filter((call) => call.call === 'copy').length === 2").await;
        assert_eq!(window.called("copy").await["text"], json!(fixtures::messages()[1].text));
        window.write("#reply", "[C2C]").await;
        window.miss("C2C could not read it").await;
        window.press("Bring answer").await;
        assert_eq!(window.called("command").await["command"], json!({ "kind": "reply", "text": "[C2C]" }));
    });
}

#[test]
fn who_carries_an_answer_is_said_as_it_is() {
    play(|stage| async move {
        let window = stage.open(&Engine::new(), "/session/ses_blocked").await;
        window.see("It goes to ChatGPT as you write it.").await;
        window.change("state.pages.ses_blocked.details.carrier = 'manual'").await;
        window.see("You carry it to ChatGPT in the next message.").await;
        window.miss("It goes to ChatGPT as you write it.").await;
    });
}

#[test]
fn a_rejection_is_called_one_in_the_list_of_messages() {
    play(|stage| async move {
        let window = stage.open(&Engine::new(), "/session/ses_work").await;
        window
            .change(
                "const messages = state.pages.ses_work.messages; messages.push({ ...messages[3], number: 7, \
                 state: 'ERROR', rejects_plan: true })",
            )
            .await;
        window.see("Plan rejected 1").await;
    });
}

#[test]
fn a_wrong_paste_is_said_once() {
    play(|stage| async move {
        let window = stage.open(&Engine::new(), "/session/ses_carry").await;
        window.write("#reply", "x").await;
        window
            .know(
                "state.failures.command = { code: 'user', reason: 'reply_unfit', message: 'This is not the answer that \
                 is awaited: there is no message for C2C in it. Nothing was taken.' }",
            )
            .await;
        window.press("Bring answer").await;
        window.see("there is no message for C2C in it.").await;
        for once in ["This is not the answer that is awaited", "Nothing was taken"] {
            window.wait(&format!("document.querySelector('.fault').innerText.split('{once}').length === 2")).await;
        }
    });
}
