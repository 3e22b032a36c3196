//! The list of sessions.

use serde_json::json;

use crate::engine::Engine;
use crate::fixtures;
use crate::stage::{Look, play};

#[test]
fn the_list_shows_each_session_with_its_state_and_opens_it() {
    play(|stage| async move {
        let window = stage.open(&Engine::new(), "/").await;
        window.see("12 sessions").await;
        for text in
            ["Plan to approve", "Question for you", "Codex works", "Message to carry", "Needs you", "Failed", "Done"]
        {
            window.see(text).await;
        }
        assert_eq!(window.page.title().await.unwrap(), "Sessions – C2C");
        window.page.get_by_text("Show the total with tax in the cart", true).click(None).await.unwrap();
        window.see("Session in shop").await;
        window.focused("h1").await;
        assert_eq!(window.page.title().await.unwrap(), "Session in shop – C2C");
        // Back where it was, with the keyboard.
        window.keys(&["Escape"]).await;
        window.see("12 sessions").await;
        window.lawful().await;
    });
}

#[test]
fn words_and_the_switch_narrow_the_list_and_are_kept() {
    play(|stage| async move {
        let window = stage.open(&Engine::new(), "/").await;
        window.see("12 sessions").await;
        window.page.locator(".check input").check(None).await.unwrap();
        window.see("10 sessions").await;
        window.write("input[type=search]", "shop").await;
        window.see("2 sessions").await;
        assert_eq!(
            window.calls("sessions").await.pop().unwrap(),
            json!({ "command": "call", "call": "sessions", "offset": 0, "limit": 100, "query": "shop", "open_only": true })
        );
        // Kept over a reload, and over a look at another page.
        window.page.reload(None).await.unwrap();
        window.see("2 sessions").await;
        window.write("input[type=search]", "no such words").await;
        window.see("No session matches").await;
        window.press("Show all sessions").await;
        window.see("12 sessions").await;
    });
}

#[test]
fn an_empty_list_a_slow_one_and_one_that_fails_say_so() {
    play(|stage| async move {
        let window = stage.open(&Engine::fresh(), "/").await;
        window.see("No sessions yet").await;
        window.page.get_by_text("New task", true).last().click(None).await.unwrap();
        window.see("What ChatGPT gets").await;

        let slow = Engine::new().takes("sessions", 900);
        let window = stage.open(&slow, "/").await;
        window.see("Loading").await;
        window.see("12 sessions").await;
        window.miss("Loading").await;

        let error = fixtures::error("unavailable", Some("store_busy"), "the store is in use");
        let window = stage.open(&Engine::new().fails("sessions", error), "/").await;
        window.see("Another process uses C2C's data").await;
        window.see("the store is in use").await;
        window.know("delete state.failures.sessions").await;
        window.press("Try again").await;
        window.see("12 sessions").await;

        // What fails later leaves what is there.
        window.change("state.failures.sessions = { code: 'internal', message: 'x' }").await;
        window.see("What you see may be out of date").await;
        window.see("12 sessions").await;
        window.lawful().await;
    });
}

#[test]
fn nothing_flashes_where_an_answer_comes_soon() {
    play(|stage| async move {
        let window = stage.open(&Engine::new().takes("sessions", 40).takes("app", 40), "/").await;
        window.see("12 sessions").await;
        // The words of loading were never on the page: the live region would hold them.
        assert_eq!(window.eval("document.querySelectorAll('.loading').length").await, json!(0));
        // An engine that cannot be reached at all says so too.
        let broken = fixtures::error("internal", None, "the bridge is gone");
        let window = stage.open(&Engine::new().fails("app", broken), "/").await;
        window.see("C2C made a mistake").await;
        window.know("delete state.failures.app").await;
        window.press("Try again").await;
        window.see("12 sessions").await;
    });
}

#[test]
fn the_keyboard_goes_through_the_list() {
    play(|stage| async move {
        let window = stage.open(&Engine { total: 100_000, ..Engine::new() }, "/").await;
        window.see("100,000 sessions").await;
        window.page.locator("[role=listbox]").focus().await.unwrap();
        let marked = |number: u32| {
            format!(
                "document.querySelector('.row.marked')?.id === 'session-{number}' && \
                 document.querySelector('[role=listbox]').getAttribute('aria-activedescendant') === 'session-{number}'"
            )
        };
        window.wait(&marked(0)).await;
        window.keys(&["ArrowDown", "ArrowDown", "ArrowUp"]).await;
        window.wait(&marked(1)).await;
        window.keys(&["End"]).await;
        window.wait(&marked(99_999)).await;
        window.see("(99999)").await;
        let seen = "(() => { const row = document.querySelector('.row.marked').getBoundingClientRect(); \
                    const list = document.querySelector('.list').getBoundingClientRect(); \
                    return row.top >= list.top - 1 && row.bottom <= list.bottom + 1; })()";
        window.wait(seen).await;
        window.keys(&["PageUp"]).await;
        window.wait(&format!("!({})", marked(99_999))).await;
        window.wait(seen).await;
        window.keys(&["Home", "ArrowDown", "Enter"]).await;
        window.see("Session in billing").await;
    });
}

#[test]
fn a_hundred_thousand_sessions_scroll_without_a_halt() {
    play(|stage| async move {
        let window = stage.open(&Engine { total: 100_000, ..Engine::new() }, "/").await;
        window.see("100,000 sessions").await;
        let frames = window
            .eval(
                "(async () => {
                    const list = document.querySelector('.list');
                    const frames = [];
                    let last = await new Promise(requestAnimationFrame);
                    for (let at = 0; at < 240; at += 1) {
                        list.scrollTop += at < 120 ? 120 : 26000;
                        const now = await new Promise(requestAnimationFrame);
                        frames.push(now - last);
                        last = now;
                    }
                    return frames.sort((one, other) => one - other);
                })()",
            )
            .await;
        let frames: Vec<f64> = serde_json::from_value(frames).unwrap();
        // A busy machine delays single frames; the figures themselves are measured by `cargo xtask bench ui`.
        let (median, worst) = (frames[frames.len() / 2], frames[frames.len() - 1]);
        println!("frames: median {median:.1} ms, worst {worst:.1} ms");
        assert!(median < 50.0, "median {median} ms");
        // No more elements than fit the window, and rows that came for where it is now.
        window.wait("document.querySelectorAll('.list-space > .row').length < 60").await;
        window.wait("document.querySelectorAll('.list-space > .row.waiting').length === 0").await;
        assert!(window.calls("sessions").await.len() < 120);
    });
}

#[test]
fn what_changes_is_shown_where_the_reader_is() {
    play(|stage| async move {
        let window = stage.open(&Engine { total: 5_000, ..Engine::new() }, "/").await;
        window.see("5,000 sessions").await;
        window.eval("document.querySelector('.list').scrollTop = 40000").await;
        window.see("(1000)").await;
        window.change("state.total = 5001; state.rows[4].goal = 'Sort notes by title'").await;
        window.see("5,001 sessions").await;
        window.see("Sort notes by title").await;
        assert_eq!(window.eval("document.querySelector('.list').scrollTop").await, json!(40_000));
        // Many changes at once are few calls.
        let before = window.calls("sessions").await.len();
        window.eval("for (let at = 0; at < 50; at += 1) window.__engine.emit('changed')").await;
        window.change("state.total = 5002").await;
        window.see("5,002 sessions").await;
        assert!(window.calls("sessions").await.len() - before < 8);
    });
}

#[test]
fn a_narrow_window_shows_two_lines_for_each_session_with_its_folder() {
    play(|stage| async move {
        // 200 % of a window of 960 by 640 is one of half of it.
        for (width, height) in [(480, 640), (480, 320), (720, 500)] {
            let look = Look { width, height, is_dark: false };
            let window = stage.open_as(&Engine::new(), "/", look).await;
            window.see("12 sessions").await;
            window.wait("document.querySelector('.list-space > .row').getBoundingClientRect().height === 56").await;
            window.see("Codex works").await;
            window.see("atlas").await;
            window
                .wait("[...document.querySelectorAll('.cell-age')].every((age) => age.scrollWidth <= age.clientWidth)")
                .await;
            // Every part is there, and none lies over another one or over the edge.
            let wrong = "[...document.querySelectorAll('.list-space > .row')].flatMap((row) => {
                const edge = row.getBoundingClientRect();
                const parts = [...row.children].map((part) => [part.className, part.getBoundingClientRect()]);
                const over = (one, other) => one.left < other.right - 0.5 && other.left < one.right - 0.5
                    && one.top < other.bottom - 0.5 && other.top < one.bottom - 0.5;
                const outside = (one) => one.width < 20 || one.left < edge.left || one.right > edge.right + 0.5
                    || one.top < edge.top || one.bottom > edge.bottom;
                return parts.filter(([, one], at) => outside(one) || parts.slice(at + 1).some(([, other]) => over(one, other)))
                    .map(([name]) => `${row.id} ${name}`);
            })";
            assert_eq!(window.eval(wrong).await, json!([]), "{width} by {height}");
        }
    });
}
