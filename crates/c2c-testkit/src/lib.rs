//! Stand-ins for what stands around C2C: the model provider of Codex, the planner and the ChatGPT
//! page, and the small project on which both are shown. Each runs as a program of its own and behaves on the wire
//! like the real thing; nothing here is linked into the product.

#[cfg(target_os = "linux")]
pub mod app_window;
pub mod chatgpt;
mod clock;
pub mod codex_home;
pub mod demo;
#[cfg(target_os = "linux")]
pub mod desk_services;
pub mod mcp;
pub mod model;
#[cfg(target_os = "linux")]
pub mod notifications;
mod output;
pub mod planner;
mod process;
pub mod project;
mod random;
#[cfg(target_os = "linux")]
pub mod screen;
#[cfg(target_os = "linux")]
pub mod thief;
#[cfg(target_os = "linux")]
pub mod tray;
