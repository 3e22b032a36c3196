//! The note is one for all processes, and nothing is opened before it is needed.

use c2c_os::clock::SystemClock;
use c2c_os::environment::Environment;

use super::*;

#[test]
fn what_one_process_notes_another_one_reads() {
    let base = tempfile::tempdir().unwrap();
    let data = base.path().join("data");
    let config = Config::load(Environment::from_pairs([("C2C_HOME", data.as_os_str())])).unwrap();
    let book = || StoreBook::new(&config, Arc::new(SystemClock));
    let first = book();
    assert!(!config.data.store_file().exists());
    assert_eq!(first.noted().unwrap(), None);
    let browser = BrowserProcess {
        pid: 7,
        process_start: 9,
        program: "/usr/bin/chromium".into(),
        profile: config.data.browser_dir(),
        switches: vec!["--no-first-run".to_owned()],
        started_at_ms: 5,
    };
    first.note(&browser).unwrap();
    assert_eq!(book().noted().unwrap(), Some(browser));
}

#[test]
fn a_store_that_cannot_be_opened_is_said() {
    let base = tempfile::tempdir().unwrap();
    let config = Config::load(Environment::from_pairs([("C2C_HOME", base.path().as_os_str())])).unwrap();
    std::fs::create_dir(config.data.store_file()).unwrap();
    let error = StoreBook::new(&config, Arc::new(SystemClock)).noted().unwrap_err();
    assert_eq!(error.to_string(), "what is known about C2C's browser cannot be read");
    assert!(std::error::Error::source(&error).unwrap().to_string().ends_with("is not a file"));
}
