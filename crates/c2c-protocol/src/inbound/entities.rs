//! HTML entities: the numeric ones and those that pages write around text.

/// The longest entity, `&` and `;` included.
const LONGEST: usize = 12;

const NAMED: [(&str, char); 22] = [
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("nbsp", ' '),
    ("ensp", ' '),
    ("emsp", ' '),
    ("thinsp", ' '),
    ("hellip", '…'),
    ("mdash", '—'),
    ("ndash", '–'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("bull", '•'),
    ("middot", '·'),
    ("lsqb", '['),
    ("rsqb", ']'),
    ("lowbar", '_'),
    ("colon", ':'),
];

/// The character of the entity at the beginning of `text`, and the entity's length in bytes.
pub(crate) fn decode(text: &str) -> Option<(char, usize)> {
    let body = text.strip_prefix('&')?;
    let length = body.bytes().take(LONGEST - 1).position(|byte| byte == b';' || byte == b'&' || byte == b' ')?;
    // The bytes before `length` hold no `;`, which is ASCII, so this is a border.
    let name = body.get(..length).filter(|_| body.as_bytes()[length] == b';')?;
    let character = match name.strip_prefix('#') {
        Some(number) => char::from_u32(numeric(number)?)?,
        None => NAMED.iter().find(|(known, _)| name.eq_ignore_ascii_case(known))?.1,
    };
    Some((character, length + 2))
}

fn numeric(number: &str) -> Option<u32> {
    match number.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok().filter(|_| !hex.starts_with('+')),
        None => number.parse().ok().filter(|_| !number.starts_with('+')),
    }
}

#[cfg(test)]
mod tests;
