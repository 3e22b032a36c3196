//! Words by stable codes: what is said for a code, and what can be done about it.

/// Declares two parts of the catalogue, their codes, and the look-up.
macro_rules! coded {
    (
        $said_doc:literal $said:ident, $hint_doc:literal $hint:ident, $look_doc:literal $look:ident, $codes:ident {
            $($name:ident($code:literal) => $english:literal, $chinese:literal; $english_hint:literal, $chinese_hint:literal;)+
        }
    ) => {
        $crate::words::words! {
            #[doc = $said_doc]
            $said { $($name => $english, $chinese;)+ }
        }
        $crate::words::words! {
            #[doc = $hint_doc]
            $hint { $($name => $english_hint, $chinese_hint;)+ }
        }

        /// Every code that has words.
        pub const $codes: &[&str] = &[$($code,)+];

        #[doc = $look_doc]
        #[must_use]
        pub fn $look(code: &str) -> Option<($said, $hint)> {
            match code {
                $($code => Some(($said::$name, $hint::$name)),)+
                _ => None,
            }
        }
    };
}
pub(crate) use coded;
