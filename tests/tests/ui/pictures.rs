//! Pictures of every page in both themes, to be looked at: into `target/pictures`, or where `C2C_PICTURES` says.

use std::path::PathBuf;

use playwright_rs::protocol::ScreenshotOptions;

use crate::engine::Engine;
use crate::look::PAGES;
use crate::stage::{Look, play, target, variable};

#[test]
fn every_page_has_its_picture() {
    play(|stage| async move {
        let folder = variable("C2C_PICTURES").map_or_else(|| target().join("pictures"), PathBuf::from);
        std::fs::create_dir_all(&folder).unwrap();
        for (suffix, is_dark, width, height) in
            [("light", false, 1_120, 760), ("dark", true, 1_120, 760), ("narrow", false, 480, 760)]
        {
            let window = stage.open_as(&Engine::new(), "/settings", Look { width, height, is_dark }).await;
            window.see("Settings file").await;
            for (name, address, text) in PAGES {
                window.eval(&format!("location.hash = '{address}'")).await;
                window.see(text).await;
                window.eval("document.activeElement.blur()").await;
                if *name == "new-task" {
                    window.write("#goal", "Make the failing test pass").await;
                    window.see("STATE: INIT").await;
                }
                window.wait("document.fonts.status === 'loaded'").await;
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
