//! The connector over real sockets: what clients see, and what they must not get.

mod catalogue;
mod client;
mod harness;
mod limits;
mod protocol;
mod refusals;
