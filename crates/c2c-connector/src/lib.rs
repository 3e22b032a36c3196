//! The MCP connector over streamable HTTP: transport only.
//!
//! It listens on loopback, decides who may come in, and hands tool calls to a [`ToolHost`]. It knows no tool by name,
//! reads no file and holds no store. One path serves each workspace: `/w/<workspace id>/mcp`.

mod bearer;
mod calls;
mod gate;
mod handler;
mod hosts;
mod instructions;
mod listen;
mod tool_host;
mod versions;

pub use bearer::{Bearer, BearerError};
pub use hosts::Hosts;
pub use listen::{Connector, ConnectorError, Limits, ListenConfig, Running};
pub use tool_host::{ToolCall, ToolHost, ToolSpec, Unanswered};
pub use versions::Versions;

/// The path of a workspace's connector.
pub fn path_of(workspace: &c2c_ports::WorkspaceId) -> String {
    format!("/w/{workspace}/mcp")
}
