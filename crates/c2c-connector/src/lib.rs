//! The MCP connector over streamable HTTP.
