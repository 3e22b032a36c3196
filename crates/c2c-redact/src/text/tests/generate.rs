//! Examples from expressions, so that no file of the repository holds one. The same seed gives the same example.

use regex_syntax::hir::{Class, Hir, HirKind};

/// What a blank in an expression becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Blanks {
    /// Nothing or a blank.
    Narrow,
    /// A line end where the expression allows one, with the marker of an added line after it.
    Wrapped,
}

/// A text that the expression matches, apart from what it asks of the neighbours.
pub(super) fn example(pattern: &str, seed: u64, blanks: Blanks) -> String {
    let hir = regex_syntax::ParserBuilder::new().unicode(false).utf8(false).build().parse(pattern).unwrap();
    let mut maker = Maker { random: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1, blanks, text: Vec::new() };
    maker.add(&hir);
    String::from_utf8(maker.text).unwrap()
}

struct Maker {
    random: u64,
    blanks: Blanks,
    text: Vec<u8>,
}

impl Maker {
    fn below(&mut self, limit: usize) -> usize {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.random >> 33) as usize % limit.max(1)
    }

    fn add(&mut self, hir: &Hir) {
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => {}
            HirKind::Literal(literal) => self.text.extend(&*literal.0),
            HirKind::Class(class) => self.add_one(&bytes(class)),
            HirKind::Repetition(repetition) => {
                let blank = matches!(repetition.sub.kind(), HirKind::Class(class) if bytes(class).contains(&b'\n'));
                let least = repetition.min as usize;
                let most = repetition.max.map_or(least + 12, |max| max as usize);
                let count = match (blank, self.blanks) {
                    (true, Blanks::Wrapped) => least.max(1).min(most),
                    (true, Blanks::Narrow) => least + self.below(most.min(least + 1) - least + 1),
                    // A name before or after the keyword, or the secret itself.
                    _ => least + self.below(most.min(least + 8) - least + 1),
                };
                let any = matches!(repetition.sub.kind(), HirKind::Class(class) if bytes(class).len() == 255);
                for _ in 0..count {
                    match any {
                        true => self.add_one(b"abcdefghijkmnpqrstuvwxyz23456789"),
                        false => self.add(&repetition.sub),
                    }
                }
            }
            HirKind::Capture(capture) => self.add(&capture.sub),
            HirKind::Concat(parts) => parts.iter().for_each(|part| self.add(part)),
            HirKind::Alternation(parts) => {
                let choice = self.below(parts.len());
                self.add(&parts[choice]);
            }
        }
    }

    /// Adds a character of the class: letters and digits where there are some.
    fn add_one(&mut self, bytes: &[u8]) {
        let blank = bytes.contains(&b'\n') && bytes.contains(&b' ') && bytes.len() < 20;
        if self.blanks == Blanks::Wrapped && blank && !self.text.contains(&b'\n') {
            self.text.extend(b"\n+");
            return;
        }
        // Any character at all: between words, or else mostly a full stop that was not escaped.
        if let 255.. = bytes.len() {
            self.text.push(if bytes.len() == 256 { b' ' } else { b'.' });
            return;
        }
        let printable = |byte: &&u8| (b' '..=b'~').contains(byte);
        let token: Vec<u8> = bytes.iter().filter(|byte| byte.is_ascii_alphanumeric()).copied().collect();
        let chosen: Vec<u8> = match token.is_empty() {
            false => token,
            true if bytes.contains(&b' ') => vec![b' '],
            true => bytes.iter().filter(printable).copied().collect(),
        };
        let choice = self.below(chosen.len());
        self.text.push(*chosen.get(choice).unwrap_or(&b' '));
    }
}

fn bytes(class: &Class) -> Vec<u8> {
    let mut all = Vec::new();
    match class {
        Class::Bytes(class) => class.ranges().iter().for_each(|range| all.extend(range.start()..=range.end())),
        Class::Unicode(class) => {
            let ascii =
                |range: &regex_syntax::hir::ClassUnicodeRange| (range.start() as u32, range.end().min('~') as u32);
            class.ranges().iter().map(ascii).for_each(|(start, end)| all.extend((start..=end).map(|code| code as u8)));
        }
    }
    all
}
