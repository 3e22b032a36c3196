//! What a person reads when the browser cannot be used.

use super::*;

fn io() -> Box<dyn std::error::Error + Send + Sync> {
    Box::new(std::io::Error::other("no"))
}

#[test]
fn every_error_is_a_sentence_with_something_to_do() {
    let (program, profile) = (PathBuf::from("/opt/chrome"), PathBuf::from("/d/browser"));
    let cases = [
        (BrowserError::NoWindow, "this build of C2C has no window"),
        (
            BrowserError::NoDesktop { reason: "there is no display".to_owned(), hint: "Run it there.".to_owned() },
            "C2C can drive no browser window here: there is no display",
        ),
        (BrowserError::NotFound { unusable: None }, "no browser that C2C can use is installed"),
        (
            BrowserError::NotFound { unusable: Some("`/snap/bin/chromium` is a snap".to_owned()) },
            "no browser that C2C can use is installed: `/snap/bin/chromium` is a snap",
        ),
        (
            BrowserError::NamedNotFound { named: "edge".to_owned(), reason: "it is not installed".to_owned() },
            "the browser `edge` of the setting `browser` cannot be used: it is not installed",
        ),
        (
            BrowserError::OpenProfile { profile: profile.clone(), place: "is a link".to_owned() },
            "the browser's profile `/d/browser` is a link",
        ),
        (BrowserError::Profile { profile, source: io() }, "the browser's profile `/d/browser` cannot be used"),
        (
            BrowserError::Foreign { pid: 7 },
            "process 7 uses C2C's browser profile, but C2C did not start it; its window cannot be read",
        ),
        (BrowserError::Start { program: program.clone(), source: io() }, "the browser `/opt/chrome` cannot be started"),
        (
            BrowserError::EndedAtOnce { program: program.clone(), code: Some(21) },
            "the browser `/opt/chrome` ended at once with code 21",
        ),
        (
            BrowserError::Slow { program, doing: "was started", waited_s: 60 },
            "the browser `/opt/chrome` was started: nothing came of it within 60 s",
        ),
        (BrowserError::Process { source: io() }, "the browser's process cannot be looked at"),
        (
            BrowserError::Book(BookError { doing: "read", source: io() }),
            "what is known about C2C's browser cannot be read",
        ),
    ];
    for (error, expected) in cases {
        assert_eq!(error.to_string(), expected);
        assert!(error.hint().len() > 10);
    }
}
