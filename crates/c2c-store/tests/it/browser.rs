//! The browser's one row.

use c2c_ports::BrowserProcess;
use c2c_store::StoreError;

use crate::support::Fixture;

fn browser(pid: u32) -> BrowserProcess {
    BrowserProcess {
        pid,
        process_start: i64::MAX as u64,
        program: "/usr/bin/chromium".into(),
        profile: "/d/my browser".into(),
        switches: vec!["--no-first-run".to_owned(), "--lang=de \"x\"".to_owned()],
        started_at_ms: 5,
    }
}

#[test]
fn the_last_one_that_was_noted_is_the_one_for_every_process() {
    let fixture = Fixture::new();
    assert_eq!(fixture.store.read(|tx| tx.browser()).unwrap(), None);
    for pid in [7, 8, u32::MAX] {
        fixture.store.write(|tx| tx.note_browser(&browser(pid))).unwrap();
        assert_eq!(fixture.second_handle().read(|tx| tx.browser()).unwrap(), Some(browser(pid)));
    }
}

#[cfg(unix)]
#[test]
fn a_path_that_is_no_text_is_refused() {
    use std::os::unix::ffi::OsStrExt as _;

    let fixture = Fixture::new();
    let profile = std::ffi::OsStr::from_bytes(b"/d/\xff").into();
    let noted = fixture.store.write(|tx| tx.note_browser(&BrowserProcess { profile, ..browser(7) }));
    assert!(matches!(noted, Err(StoreError::Json { .. })), "{noted:?}");
    assert_eq!(fixture.store.read(|tx| tx.browser()).unwrap(), None);
}
