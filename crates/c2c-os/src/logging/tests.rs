//! The log: a process has one, so one test starts it.

use super::*;
use crate::environment::Environment;

#[test]
fn the_log_goes_to_a_private_file_and_a_bad_filter_is_named_without_its_value() {
    let home = tempfile::tempdir().unwrap();
    let folder = DataFolder::resolve(&Environment::from_pairs([("C2C_HOME", home.path())])).unwrap();
    let path = folder.logs_dir().join("c2c.log");
    create_private(&folder.logs_dir()).unwrap();
    // An old log that has grown too large is put aside.
    fs::File::create(&path).unwrap().set_len(MAX_LOG_BYTES + 1).unwrap();

    start(&folder, "c2c_os=sk-secret=,", Talk::FileOnly).unwrap();
    tracing::info!(count = 3, "something happened");
    tracing::debug!("too fine");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("something happened count=3"), "{text}");
    assert!(text.contains("`C2C_LOG` is not a log filter"), "{text}");
    assert!(!text.contains("sk-secret") && !text.contains("too fine"), "{text}");
    assert_eq!(path.with_extension("log.old").metadata().unwrap().len(), MAX_LOG_BYTES + 1);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
    assert!(matches!(start(&folder, DEFAULT_FILTER, Talk::StandardError), Err(LoggingError::AlreadyStarted)));

    fs::remove_dir_all(folder.logs_dir()).unwrap();
    fs::write(folder.logs_dir(), "in the way").unwrap();
    assert!(matches!(start(&folder, DEFAULT_FILTER, Talk::FileOnly), Err(LoggingError::Folder { .. })));
}
