//! Pictures of every page in both themes and both languages, wide and narrow, to be looked at: into `target/pictures`,
//! or where `C2C_PICTURES` says.

use std::path::PathBuf;

use c2c_ipc::app::LanguageChoice;
use playwright_rs::protocol::ScreenshotOptions;

use crate::engine::Engine;
use crate::look::PAGES;
use crate::stage::{Look, Window, play, target, variable};

#[test]
fn every_page_has_its_picture() {
    play(|stage| async move {
        let folder = variable("C2C_PICTURES").map_or_else(|| target().join("pictures"), PathBuf::from);
        std::fs::create_dir_all(&folder).unwrap();
        let (english, chinese) = (LanguageChoice::English, LanguageChoice::Chinese);
        for (suffix, is_dark, width, language) in [
            ("light", false, 1_120, english),
            ("dark", true, 1_120, english),
            ("narrow", false, 480, english),
            ("chinese", false, 1_120, chinese),
            ("chinese-narrow", true, 480, chinese),
        ] {
            let mut engine = Engine::new();
            engine.settings.language = language;
            let window = stage.open_as(&engine, "/settings", Look { width, height: 760, is_dark }).await;
            window.wait("document.querySelector('.facts')").await;
            for (name, address, text) in PAGES {
                let before = window.eval("document.title").await;
                window.eval(&format!("location.hash = '{address}'")).await;
                window.wait(&format!("document.title !== {before}")).await;
                if language == english {
                    window.see(text).await;
                } else {
                    window.wait("document.querySelector('.row[id], .session-columns, .withheld > li, .template, #goal, .facts')").await;
                }
                window.eval("document.activeElement.blur()").await;
                if *name == "new-task" {
                    window.write("#goal", "Make the failing test pass").await;
                    window.see("STATE: INIT").await;
                }
                window.wait("document.fonts.status === 'loaded'").await;
                paint_anew(&window).await;
                let file = folder.join(format!("{name}-{suffix}.png"));
                window.page.screenshot_to_file(&file, ScreenshotOptions::builder().build()).await.unwrap();
                // What is below the fold, on long pages.
                let below = window.eval("document.querySelector('main').scrollHeight > innerHeight + 40").await;
                if below == true {
                    window
                        .eval(
                            "document.querySelectorAll('.files .opener').forEach((one, at) => at === 0 && one.click())",
                        )
                        .await;
                    window.eval("document.querySelector('main').scrollTop = 560").await;
                    let file = folder.join(format!("{name}-{suffix}-below.png"));
                    window.page.screenshot_to_file(&file, ScreenshotOptions::builder().build()).await.unwrap();
                    window.eval("document.querySelector('main').scrollTop = 0").await;
                }
            }
            assert!(folder.join(format!("settings-{suffix}.png")).is_file());
        }
    });
}

/// Has the browser draw all of the page: what it keeps of the page before may lack a line of pixels.
async fn paint_anew(window: &Window) {
    window
        .eval(
            "(async () => {
                for (const display of ['none', '']) {
                    document.body.style.display = display;
                    await new Promise(requestAnimationFrame);
                    await new Promise(requestAnimationFrame);
                }
            })()",
        )
        .await;
}
