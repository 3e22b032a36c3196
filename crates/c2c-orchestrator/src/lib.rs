//! The C2C loop: a pure state machine, its effects, and the driver.
