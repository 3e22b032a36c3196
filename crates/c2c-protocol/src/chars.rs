//! Which characters never pass, in either direction.

/// Whether a character must not survive in a value: C0 and C1 controls, bidirectional controls
/// (they let a text read differently from what it says), tags and the supplementary variation
/// selectors (they hide text), interlinear and object marks, and invisible formatting.
///
/// `\n` is no part of this: it parts lines before characters are looked at. U+200C and U+200D are
/// decided by their neighbours, see [`is_joiner`].
pub(crate) fn is_dropped(character: char) -> bool {
    character.is_control()
        || is_bidi_control(character)
        || matches!(character,
            '\u{00AD}' | '\u{034F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180E}'
            | '\u{200B}' | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{2064}' | '\u{206A}'..='\u{206F}' | '\u{3164}'
            | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF9}'..='\u{FFFC}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Characters that change the direction in which a text is read.
pub(crate) fn is_bidi_control(character: char) -> bool {
    matches!(character, '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// The zero-width joiner and non-joiner: they mean something between two characters beyond ASCII
/// (Persian, Indic scripts, composed emoji) and nothing anywhere else.
pub(crate) fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200C}' | '\u{200D}')
}

/// Spaces of every width, which all become U+0020.
pub(crate) fn is_space(character: char) -> bool {
    character == ' '
        || matches!(character, '\u{00A0}' | '\u{1680}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}')
}
