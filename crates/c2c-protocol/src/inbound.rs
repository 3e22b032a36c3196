//! ChatGPT's answers: what is expected of one, and reading one out of the text of a web page.
//!
//! The way of a text: [`rows`] parts it, [`clean`] turns a row into plain text, [`blocks`] finds
//! messages by the names that [`names`] knows behind what [`decoration`] takes off, [`body`] makes
//! texts and lists, [`judge`] says what a block is worth, and [`parse`](parse::parse) chooses.

mod blocks;
mod body;
mod citations;
mod clean;
pub(crate) mod decoration;
mod entities;
mod expectation;
mod fence;
mod judge;
pub(crate) mod names;
mod parse;
mod parsed;
mod rows;
mod values;

pub use expectation::{Allowed, Expectation};
pub use parse::parse;
pub use parsed::{Fragment, ParseError, Parsed, ReplyView, Status};
