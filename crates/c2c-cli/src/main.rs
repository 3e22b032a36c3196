//! The c2c command.

fn main() {}
