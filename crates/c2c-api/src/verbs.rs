//! Every verb of the product, one function each.

mod boot_prompt;
pub(crate) mod chat;
mod chatgpt;
pub(crate) mod commands;
mod echo;
mod instructions;
mod look;
mod message;
mod record;
pub(crate) mod run;
pub(crate) mod serve;
mod session;
mod shown;
mod status;
pub(crate) mod undo;
mod workspace;

pub use boot_prompt::boot_prompt;
pub use chat::Chat;
pub use chatgpt::{ChatGptOpenParams, chatgpt_close, chatgpt_open, chatgpt_status};
pub use commands::{approve, awaits_answers, handoff, pause, reject, reply, stop};
pub use instructions::instructions;
pub use look::{Look, LookAnswer, LookBody, LookChange, LookEntry, LookMatch, Signs, Told, counted, look, tool_path};
pub use message::{ParseParams, RenderParams, message_parse, message_render, message_sent};
pub use record::{RecordParams, RecordedOutput, record};
pub use run::{ContinueParams, Continued, Run, StartParams, continue_, start, start_in_app};
pub use serve::{Listen, ListenError, Listening, Port, serve};
pub use session::{SessionSetParams, session_clear, session_get, session_set};
pub use status::status;
pub use undo::undo;
pub use workspace::{accept_config, workspace};

#[cfg(test)]
mod tests;
