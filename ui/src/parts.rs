//! What pages share.

pub(crate) mod confirm;
pub(crate) mod context;
pub(crate) mod copy;
pub(crate) mod draft;
pub(crate) mod fault;
pub(crate) mod folder;
pub(crate) mod icon;
pub(crate) mod keyed;
pub(crate) mod keys;
pub(crate) mod live;
pub(crate) mod quit;
pub(crate) mod safe;
pub(crate) mod select;
pub(crate) mod time;
pub(crate) mod unused;

pub(crate) use context::{Context, context, t};
