//! The app's window: pages over what the engine tells.
//!
//! Only [`backend`] calls Rust. What can be decided without a browser is in [`model`]; [`parts`] are what pages share.

#![expect(unreachable_pub, reason = "the component macro makes the types of properties public")]

mod app;
mod backend;
mod model;
mod pages;
mod parts;

fn main() {
    leptos::mount::mount_to_body(app::App);
}
