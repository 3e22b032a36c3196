//! A clipboard keeper as a program of its own, for the tests: `c2c clipboard-keeper` without the rest.
//!
//! With a text as its argument it lends that instead, through a keeper, and waits to be killed.
#![expect(clippy::unwrap_used, reason = "a test program may fail")]

use std::io::{BufReader, stdin, stdout};

use c2c_computer_use::clipboard::{Lender, keeper};
use c2c_os::environment::Environment;

fn main() {
    let environment = Environment::from_process();
    let Some(text) = std::env::args().nth(1) else {
        return keeper::run(&environment, BufReader::new(stdin()), stdout()).unwrap();
    };
    let mut lender = Lender::new(std::env::current_exe().unwrap(), [""; 0], environment);
    lender.lend(&text).unwrap();
    loop {
        std::thread::park();
    }
}
