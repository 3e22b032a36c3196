//! What `--json` prints and what crosses the border to the user interface, with the error shape.
//!
//! Plain strings, numbers, lists and flags only, so that a reader needs nothing of C2C to use them.
//! Times are Unix milliseconds and end in `_at_ms`. What is not known is left out, except
//! in [`ParseView`], whose keys are always there. No IO,
//! no clock, and no knowledge of the store: `c2c-api` fills these types in.

pub mod app;
mod chatgpt;
mod command;
mod error;
mod iteration;
mod message;
mod serve;
mod session;
mod step;
mod text;
pub mod words;
mod workspace;

pub use chatgpt::{ChatGptCloseView, ChatGptOpenView, ChatGptStatusView, ProbeLineView};
pub use command::CommandAnswer;
pub use error::ErrorShape;
pub use iteration::{ChangedFileView, IterationView, OutputView, RecordView, UndoView};
pub use message::{MessageView, ParseErrorView, ParseStatus, ParseView, RenderView, SectionView};
pub use serve::ServeView;
pub use session::{
    AttentionView, CheckpointView, ConversationView, LimitsView, OwnerView, SessionDetails, SessionView, StatusView,
};
pub use step::{SessionEnd, StepLine};
pub use text::TextView;
pub use workspace::{ProblemView, ScriptView, WorkspaceView};

#[cfg(test)]
mod tests;
