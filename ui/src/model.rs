//! What is decided without a browser.

pub(crate) mod age;
pub(crate) mod diff;
pub(crate) mod form;
pub(crate) mod gist;
pub(crate) mod keys;
pub(crate) mod look;
pub(crate) mod rows;
pub(crate) mod shown;
pub(crate) mod state;
pub(crate) mod text;
