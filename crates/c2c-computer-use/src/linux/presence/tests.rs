//! No bus, no answer.

use c2c_os::environment::Environment;

use super::Services;

#[test]
fn without_any_bus_nothing_is_locked_and_nothing_is_known() {
    let nowhere =
        [("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere"), ("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nowhere")];
    let mut services = Services::new(&Environment::from_pairs(nowhere));
    assert!(!services.is_locked());
    assert_eq!(services.idle_ms(), None);
    let mut services = Services::new(&Environment::from_pairs([("DBUS_SYSTEM_BUS_ADDRESS", "no address")]));
    assert!(!services.is_locked());
}
