//! C2C control messages: types, limits, parse, render, checkpoint and prompt templates.
