//! What all pages owe everybody: no barrier, no sideways scrolling, everything by keyboard.

use serde_json::{Value, json};

use crate::engine::Engine;
use crate::stage::{Look, Window, play};

/// Every page, and what is there once it is.
pub(crate) const PAGES: &[(&str, &str, &str)] = &[
    ("sessions", "/", "12 sessions"),
    ("session-work", "/session/ses_work", "Plan 2"),
    ("session-plan", "/session/ses_plan", "Approve plan"),
    ("session-blocked", "/session/ses_blocked", "Send answer"),
    ("session-carry", "/session/ses_carry", "Copy message"),
    ("session-failed", "/session/ses_failed", "Codex's usage limit is reached"),
    ("session-login", "/session/ses_login", "ChatGPT asks you to log in"),
    ("session-done", "/session/ses_done", "Plan 4"),
    ("new-task", "/new", "Start task"),
    ("preview", "/preview", "Not shown (2)"),
    ("templates", "/templates", "Project instructions"),
    ("settings", "/settings", "Settings file"),
];

async fn barriers(window: &Window) -> Value {
    window
        .eval(
            "(async () => {
                const found = await axe.run(document, { resultTypes: ['violations'] });
                return found.violations
                    .filter((one) => ['serious', 'critical'].includes(one.impact))
                    .map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')} ${one.nodes[0].failureSummary}`);
            })()",
        )
        .await
}

#[test]
fn no_page_has_a_barrier_in_either_theme() {
    play(|stage| async move {
        let axe = stage.npm("axe-core/axe.min.js");
        for is_dark in [false, true] {
            let window = stage.open_as(&Engine::new(), "/settings", Look { is_dark, ..Look::USUAL }).await;
            window.page.add_init_script(&axe).await.unwrap();
            window.page.reload(None).await.unwrap();
            for (name, address, text) in PAGES {
                window.eval(&format!("location.hash = '{address}'")).await;
                window.see(text).await;
                if *name == "session-work" {
                    window.eval("document.querySelectorAll('.opener').forEach((opener) => opener.click())").await;
                    window.see("const chosen").await;
                }
                assert_eq!(barriers(&window).await, json!([]), "{name}, dark: {is_dark}");
            }
            window.lawful().await;
        }
    });
}

#[test]
fn nothing_scrolls_sideways_in_a_narrow_window_or_at_twice_the_size() {
    play(|stage| async move {
        // 200 % of a window of 960 by 640 is one of half of it.
        for (width, height) in [(480, 640), (480, 320), (720, 500), (1_600, 900)] {
            let window = stage.open_as(&Engine::new(), "/", Look { width, height, is_dark: false }).await;
            for (name, address, text) in PAGES {
                window.eval(&format!("location.hash = '{address}'")).await;
                window.see(text).await;
                let wide = window
                    .eval(
                        "[document.documentElement, document.querySelector('main'), document.querySelector('.list')] \
                         .filter((element) => element && element.scrollWidth > element.clientWidth + 1).length",
                    )
                    .await;
                assert_eq!(wide, json!(0), "{name} at {width} by {height}");
            }
        }
    });
}

#[test]
fn a_long_name_makes_no_page_wider() {
    play(|stage| async move {
        let mut engine = Engine::new();
        let name = "long".repeat(50);
        for one in &mut engine.workspaces.workspaces {
            one.root = format!("/home/me/src/{name}-{}", one.id);
            one.name = name.clone();
        }
        for width in [1_120, 480] {
            let window = stage.open_as(&engine, "/new", Look { width, ..Look::USUAL }).await;
            for (address, text) in
                [("/new", "Start task"), ("/preview", "Not shown (2)"), ("/templates", "Project instructions")]
            {
                window.eval(&format!("location.hash = '{address}'")).await;
                window.see(text).await;
                window.wait("document.querySelector('#folder').value.includes('longlong')").await;
                let wide = "(() => { const main = document.querySelector('main'); \
                            return Math.max(0, main.scrollWidth - main.clientWidth); })()";
                assert_eq!(window.eval(wide).await, json!(0), "{address} at {width}");
            }
        }
    });
}

#[test]
fn what_is_not_chosen_does_not_look_chosen() {
    play(|stage| async move {
        for (is_dark, ground, accent) in
            [(false, "rgb(255, 255, 255)", "rgb(43, 95, 217)"), (true, "rgb(36, 36, 41)", "rgb(138, 174, 252)")]
        {
            let window = stage.open_as(&Engine::new(), "/new", Look { is_dark, ..Look::USUAL }).await;
            let shows = |selector: &str, colour: &str| {
                format!(
                    "(() => {{ const box = document.querySelector('{selector}'); if (!box) return false; \
                     const style = getComputedStyle(box); \
                     return style.appearance === 'none' && style.backgroundColor === '{colour}'; }})()"
                )
            };
            window.wait(&shows("#carrier-window", accent)).await;
            window.wait(&shows("#carrier-manual", ground)).await;
            window.eval("location.hash = '/'").await;
            window.wait(&shows(".check input", ground)).await;
            window.page.locator(".check input").check(None).await.unwrap();
            window.wait(&shows(".check input", accent)).await;
        }
    });
}

#[test]
fn everything_is_reached_by_keyboard_with_a_ring_to_be_seen() {
    play(|stage| async move {
        let window = stage.open(&Engine::new(), "/").await;
        window.see("12 sessions").await;
        window.focused("h1").await;
        window.keys(&["Shift+Tab"; 6]).await;
        window.focused(".skip").await;
        window.keys(&["Enter"]).await;
        window.focused("main").await;
        window.eval("location.hash = '/settings'").await;
        window.see("Settings file").await;
        for (name, address, text) in PAGES {
            window.eval(&format!("location.hash = '{address}'")).await;
            window.see(text).await;
            window.focused("h1").await;
            let reachable = "[...document.querySelectorAll('main a, main button, main input, main select, main textarea, main summary, main [tabindex=\"0\"]')]\
                             .filter((element) => !element.disabled && element.tabIndex >= 0 && element.checkVisibility())\
                             .filter((element) => element.type !== 'radio' || element.checked)\
                             .filter((element) => document.querySelector('h1').compareDocumentPosition(element) & 4)";
            let expected = window.eval(&format!("{reachable}.length")).await.as_u64().unwrap();
            let mut reached = 0;
            for _ in 0..expected + 8 {
                window.keys(&["Tab"]).await;
                let here = window
                    .eval(&format!(
                        "(() => {{ const element = document.activeElement; \
                           if (!{reachable}.includes(element)) return null; \
                           const style = getComputedStyle(element); \
                           return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2; }})()"
                    ))
                    .await;
                match here {
                    Value::Null => break,
                    ring => assert_eq!(ring, json!(true), "{name}: a ring"),
                }
                reached += 1;
            }
            assert_eq!(reached, expected, "{name}");
        }
    });
}
