//! Several texts as one that is read page by page, without secrets.

use c2c_redact::text::{Finding, Verdict};
use c2c_workspace::page::{Cursor, cut, max_bytes};
use c2c_workspace::{ErrorCode, ToolError, Withheld};
use sha2::{Digest as _, Sha256};

/// The texts of one answer, in the order in which they are paged.
#[derive(Debug, Default)]
pub(super) struct Texts {
    texts: Vec<String>,
    withheld: Vec<Withheld>,
}

impl Texts {
    /// Adds a text; what must not be shown of it goes, and is told under `place`. The answer names it.
    pub(super) fn add(&mut self, place: &str, text: &str) -> usize {
        let redacted = c2c_redact::text::redact(text);
        let shown = match redacted.verdict {
            Verdict::Clean => text.to_owned(),
            Verdict::Redacted => {
                self.withheld.push(Withheld::new(place, "a secret was replaced"));
                redacted.text
            }
            Verdict::Withhold { rule } => {
                self.withheld.push(Withheld::new(place, format!("it holds a secret ({rule})")));
                String::new()
            }
        };
        self.texts.push(shown);
        self.texts.len() - 1
    }

    /// Adds the items of a list. What is a secret only where items stand together takes the items that it reaches into
    /// with it, and a private key takes the whole list.
    pub(super) fn add_all(&mut self, place: &str, items: &[String]) -> Vec<usize> {
        let text = items.join("\n");
        let joined = c2c_redact::text::redact(&text);
        if let Verdict::Withhold { rule } = joined.verdict {
            self.withheld.push(Withheld::new(place, format!("it holds a secret ({rule})")));
            return Vec::new();
        }
        let mut added = Vec::with_capacity(items.len());
        let mut start = 0;
        for item in items {
            let (from, to) = (start, start + item.len());
            start = to + 1;
            let index = self.add(place, item);
            let shown = &mut self.texts[index];
            let is_shown = |finding: &&Finding| {
                let part = finding.range.start.max(from)..finding.range.end.min(to);
                part.start < part.end && shown.contains(&text[part])
            };
            if let Some(finding) = joined.findings.iter().find(is_shown) {
                *shown = format!("[REDACTED:{},{}]", finding.rule, item.len());
                self.withheld.push(Withheld::new(place, format!("a secret over several items ({})", finding.rule)));
            }
            added.push(index);
        }
        added
    }

    /// The page that `cursor` asks for.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` for a cursor or budget that is none, `CHANGED_MEANWHILE` when the texts are others by now.
    pub(super) fn page(self, kind: &str, cursor: Option<&str>, bytes: Option<i64>) -> Result<Page, ToolError> {
        let mut left = max_bytes(bytes)?;
        let hash = self.hash();
        let cursor = Cursor::parse(cursor, kind, 1)?;
        if cursor.as_ref().is_some_and(|cursor| cursor.text != hash) {
            return Err(ToolError::new(
                ErrorCode::ChangedMeanwhile,
                "what is read has changed since the page before",
                "begin again without `cursor`",
            ));
        }
        let skip = cursor.and_then(|cursor| cursor.numbers.first().copied()).unwrap_or(0);
        let skip = usize::try_from(skip).unwrap_or(usize::MAX);
        let (mut at, mut next) = (0, None);
        let mut shown = Vec::with_capacity(self.texts.len());
        for text in &self.texts {
            let start = skip.saturating_sub(at).min(text.len());
            let start = text.floor_char_boundary(start);
            let rest = &text[start..];
            let end = if next.is_some() || left == 0 { 0 } else { cut(rest, left) };
            if end < rest.len() && next.is_none() {
                next = Some(at + start + end);
            }
            left = left.saturating_sub(end);
            shown.push(rest[..end].to_owned());
            at += text.len();
        }
        let next = next.map(|next| Cursor::new(kind, &[next as u64], hash).to_string());
        Ok(Page { texts: shown, truncated: next.is_some(), next: next.unwrap_or_default(), withheld: self.withheld })
    }

    fn hash(&self) -> String {
        let mut hash = Sha256::new();
        for text in &self.texts {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text.as_bytes());
        }
        hash.finalize().iter().take(8).fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
    }
}

/// One page.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Page {
    texts: Vec<String>,
    pub(super) truncated: bool,
    pub(super) next: String,
    pub(super) withheld: Vec<Withheld>,
}

impl Page {
    /// What this page shows of a text.
    pub(super) fn take(&mut self, index: usize) -> String {
        self.texts.get_mut(index).map(std::mem::take).unwrap_or_default()
    }

    /// What this page shows of several texts; those that are not on it are left out.
    pub(super) fn take_all(&mut self, indexes: &[usize]) -> Vec<String> {
        indexes.iter().map(|index| self.take(*index)).filter(|text| !text.is_empty()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(all: &[&str]) -> Texts {
        let mut texts = Texts::default();
        for text in all {
            texts.add("here", text);
        }
        texts
    }

    /// What is shown of a list, and how much is told as withheld.
    fn list(items: &[&str]) -> (Vec<String>, usize) {
        let items: Vec<String> = items.iter().map(|item| (*item).to_owned()).collect();
        let mut texts = Texts::default();
        let added = texts.add_all("known_issues", &items);
        let mut page = texts.page("x", None, None).unwrap();
        (page.take_all(&added), page.withheld.len())
    }

    #[test]
    fn a_secret_over_several_items_of_a_list_is_not_shown() {
        let token = format!("ghp_{}", "a1B2c3D4e5F6".repeat(3));
        let (shown, withheld) = list(&["one", &format!("use {token} here")]);
        assert_eq!((shown[0].as_str(), shown[1].starts_with("use [REDACTED:"), withheld), ("one", true, 1));
        // A key, of which an item alone says nothing.
        let head = ["-----BEGIN RSA PRIV", "ATE KEY-----"].concat();
        assert_eq!(list(&["one", &head, &"q7Rk2vXw9Lm4Tz8P".repeat(4), "last"]), (Vec::new(), 1));
        // A name in one item and its value in the next.
        let value = "q7rk2vxw9lm4tz8p".repeat(2);
        let (shown, withheld) = list(&["one", "adafruit =", &value, "last"]);
        assert_eq!((shown.len(), shown[0].as_str(), shown[3].as_str(), withheld), (4, "one", "last", 1));
        assert!(shown[2].starts_with("[REDACTED:adafruit-api-key,"), "{shown:?}");
        assert_eq!(list(&["one", "", "two"]), (vec!["one".to_owned(), "two".to_owned()], 0));
        assert_eq!(list(&[]), (Vec::new(), 0));
    }

    #[test]
    fn pages_put_together_are_the_texts() {
        let long = "äöü line\n".repeat(400);
        let all = ["first", &long, "", "last"];
        let (mut cursor, mut read) = (String::new(), vec![String::new(); all.len()]);
        for _ in 0..10 {
            let mut page = texts(&all).page("x", Some(&cursor), Some(1_024)).unwrap();
            for (index, text) in read.iter_mut().enumerate() {
                text.push_str(&page.take(index));
            }
            cursor = page.next;
            if !page.truncated {
                break;
            }
        }
        assert_eq!((cursor.as_str(), read), ("", all.map(str::to_owned).to_vec()));
    }

    #[test]
    fn a_page_of_other_texts_is_refused() {
        let first = texts(&[&"a\n".repeat(2_000)]).page("x", None, Some(1_024)).unwrap();
        let error = texts(&[&"b\n".repeat(2_000)]).page("x", Some(&first.next), None).unwrap_err();
        assert_eq!(error.code, ErrorCode::ChangedMeanwhile);
    }

    #[test]
    fn a_cursor_beyond_the_end_shows_nothing() {
        let all = texts(&["abc"]);
        let cursor = Cursor::new("x", &[u64::MAX], all.hash()).to_string();
        let mut page = all.page("x", Some(&cursor), None).unwrap();
        assert_eq!((page.take(0).as_str(), page.truncated), ("", false));
    }
}
