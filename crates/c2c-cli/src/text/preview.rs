//! What ChatGPT would get, as a person reads it: the content, then what is not shown, then how much it is.

use std::fmt::Write as _;

use c2c_api::{LookAnswer, Signs, Told, counted};

use super::LINE;
use crate::escape::{one_line, shown};

/// An answer, `pages` of it put together.
pub(crate) fn preview(view: &LookAnswer, pages: u32, numbers: bool) -> String {
    let Told { mut text, about } = view.body.told(numbers, Signs { text: shown, line: one_line });
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    not_shown(&mut text, view);
    text.push_str("\n────\n");
    writeln!(text, "{} {}", shown(&view.tool), one_line(&view.arguments, 4 * LINE)).ok();
    writeln!(text, "{about}").ok();
    let bytes = counted(view.bytes, "byte", "bytes");
    match pages {
        1 => write!(text, "The answer has {bytes}").ok(),
        pages => write!(text, "The {pages} answers have {bytes}").ok(),
    };
    if view.truncated {
        writeln!(text, ", and there is more: ChatGPT goes on with `cursor` {}", shown(&view.next)).ok();
        writeln!(text, "`--cursor '{}'` shows the next page, `--all` everything.", shown(&view.next)).ok();
    } else {
        text.push_str(", and nothing follows.\n");
    }
    text
}

/// Who gets to see what is shown.
pub(crate) fn preview_is_no_call(view: &LookAnswer) -> String {
    format!(
        "Nothing was sent. ChatGPT gets this only when it calls `{}` itself, in the account with the connector `{}`.",
        view.tool, view.connector_name
    )
}

fn not_shown(text: &mut String, view: &LookAnswer) {
    if view.withheld.is_empty() {
        return;
    }
    text.push_str("\nNot shown:\n");
    for entry in &view.withheld {
        let (place, reason) = (one_line(&entry.place, 4 * LINE), one_line(&entry.reason, 4 * LINE));
        match place.as_str() {
            "" => writeln!(text, "  {reason}"),
            place => writeln!(text, "  {place}: {reason}"),
        }
        .ok();
    }
}

#[cfg(test)]
mod tests;
