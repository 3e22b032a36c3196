//! ChatGPT's answers: what is expected of one, and reading one out of the text of a web page.

pub(crate) mod decoration;
mod expectation;
pub(crate) mod names;
mod parsed;

pub use expectation::{Allowed, Expectation};
pub use parsed::{Fragment, ParseError, Parsed, ReplyView, Status};
