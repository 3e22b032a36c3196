//! What a thief is told, one order a line.

use std::str::FromStr;
use std::time::Duration;

/// An order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Order {
    /// Take the focus.
    Focus,
    /// Take the focus again and again.
    Steal {
        every: Duration,
        count: u32,
    },
    /// Cover the whole screen, without the focus.
    Cover,
    Uncover,
    /// Show a notification, as no window manager sees it.
    Popup,
    Popdown,
    /// Call itself something else.
    Title(String),
    /// Minimise a window, given by its number or a part of its title.
    Minimise(String),
    /// Bring a window back and give it the focus.
    Activate(String),
    /// Put a window on another desktop, counted from 0.
    Desktop(String, u32),
    /// Close a window as its button does.
    Close(String),
    /// Have a browser's window load its page anew, by F5.
    Reload(String),
    /// Tell all windows.
    List,
    /// Put a text on the clipboard; it stays there as long as the thief lives.
    Copy(String),
    /// Tell the text that is on the clipboard.
    Clipboard,
    /// Wait before the next line.
    Sleep(Duration),
    Quit,
}

/// A line that is no order.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{line}` is no order: {usage}")]
pub(super) struct OrderError {
    line: String,
    usage: &'static str,
}

const USAGE: &str = "focus | steal EVERY_MS COUNT | cover | uncover | popup | popdown | title TEXT | \
    minimise WINDOW | activate WINDOW | desktop WINDOW N | close WINDOW | reload WINDOW | \
    list | copy TEXT | clipboard | sleep MS | quit";

impl FromStr for Order {
    type Err = OrderError;

    fn from_str(line: &str) -> Result<Self, OrderError> {
        let wrong = || OrderError { line: line.to_owned(), usage: USAGE };
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let rest = rest.trim();
        let text = || if rest.is_empty() { Err(wrong()) } else { Ok(rest.to_owned()) };
        let pair = || rest.rsplit_once(' ').ok_or_else(wrong);
        let milliseconds = |text: &str| text.parse().map(Duration::from_millis).map_err(|_| wrong());
        Ok(match word {
            "focus" => Self::Focus,
            "steal" => {
                let (every, count) = pair()?;
                Self::Steal { every: milliseconds(every)?, count: count.parse().map_err(|_| wrong())? }
            }
            "cover" => Self::Cover,
            "uncover" => Self::Uncover,
            "popup" => Self::Popup,
            "popdown" => Self::Popdown,
            "title" => Self::Title(text()?),
            "minimise" => Self::Minimise(text()?),
            "activate" => Self::Activate(text()?),
            "desktop" => {
                let (window, number) = pair()?;
                Self::Desktop(window.to_owned(), number.parse().map_err(|_| wrong())?)
            }
            "close" => Self::Close(text()?),
            "reload" => Self::Reload(text()?),
            "list" => Self::List,
            // In quotes, as JSON has them, for texts of more than one line.
            "copy" if rest.starts_with('"') => Self::Copy(serde_json::from_str(rest).map_err(|_| wrong())?),
            "copy" => Self::Copy(text()?),
            "clipboard" => Self::Clipboard,
            "sleep" => Self::Sleep(milliseconds(rest)?),
            "quit" => Self::Quit,
            _ => return Err(wrong()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_an_order() {
        let order = |line: &str| line.parse::<Order>();
        assert_eq!(order("focus"), Ok(Order::Focus));
        assert_eq!(order("steal 20 5"), Ok(Order::Steal { every: Duration::from_millis(20), count: 5 }));
        assert_eq!(order("title ChatGPT - a plan "), Ok(Order::Title("ChatGPT - a plan".to_owned())));
        assert_eq!(order("desktop A plan 2"), Ok(Order::Desktop("A plan".to_owned(), 2)));
        assert_eq!(order(r#"copy "a\n \"b\"""#), Ok(Order::Copy("a\n \"b\"".to_owned())));
        assert_eq!(order("copy a b"), Ok(Order::Copy("a b".to_owned())));
        assert_eq!(order("close 0x1a00003"), Ok(Order::Close("0x1a00003".to_owned())));
        assert_eq!(order("reload ChatGPT"), Ok(Order::Reload("ChatGPT".to_owned())));
        for line in ["", "dance", "steal 20", "steal soon 1", "title", "desktop 1", "sleep"] {
            assert!(order(line).is_err(), "{line}");
        }
    }
}
