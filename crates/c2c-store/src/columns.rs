//! How values stand in columns: enums and ids as their names, structures as JSON text.

use std::str::FromStr;

use c2c_ports::{Delivery, EffectKind, Sandbox};
use rusqlite::Row;
use rusqlite::types::Type;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{EnumError, StoreError};

/// Makes an enum whose values have one name everywhere: in the store, in JSON, in text.
macro_rules! text_enum {
    (
        $(#[$doc:meta])*
        $name:ident { $($(#[$value_doc:meta])* $value:ident = $text:literal),+ $(,)? }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $($(#[$value_doc])* #[serde(rename = $text)] $value,)+
        }

        impl $name {
            /// Every value.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];

            /// Its name.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$value => $text,)+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::EnumError;

            fn from_str(text: &str) -> Result<Self, $crate::EnumError> {
                Self::ALL.iter().copied().find(|value| value.as_str() == text).ok_or_else(|| $crate::EnumError {
                    what: stringify!($name),
                    text: text.to_owned(),
                })
            }
        }
    };
}
pub(crate) use text_enum;

/// An id or an enum of this crate.
pub(crate) fn named<T>(row: &Row<'_>, column: &str) -> rusqlite::Result<T>
where
    T: FromStr<Err: std::error::Error + Send + Sync + 'static>,
{
    parse(row, column, |text| text.parse().map_err(Into::into))
}

/// The same, where the column may be empty.
pub(crate) fn named_or_none<T>(row: &Row<'_>, column: &str) -> rusqlite::Result<Option<T>>
where
    T: FromStr<Err: std::error::Error + Send + Sync + 'static>,
{
    if row.get_ref(column)?.data_type() == Type::Null { Ok(None) } else { named(row, column).map(Some) }
}

pub(crate) fn sandbox(row: &Row<'_>, column: &str) -> rusqlite::Result<Sandbox> {
    const ALL: [Sandbox; 3] = [Sandbox::ReadOnly, Sandbox::WorkspaceWrite, Sandbox::DangerFullAccess];
    find(row, column, "Sandbox", |text| ALL.into_iter().find(|value| value.as_str() == text))
}

pub(crate) fn delivery(row: &Row<'_>, column: &str) -> rusqlite::Result<Delivery> {
    find(row, column, "Delivery", |text| Delivery::ALL.into_iter().find(|value| value.as_str() == text))
}

pub(crate) fn effect_kind(row: &Row<'_>, column: &str) -> rusqlite::Result<EffectKind> {
    find(row, column, "EffectKind", EffectKind::from_name)
}

/// A structure kept as JSON text.
pub(crate) fn json<T: DeserializeOwned>(row: &Row<'_>, column: &str) -> rusqlite::Result<T> {
    parse(row, column, |text| serde_json::from_str(text).map_err(Into::into))
}

/// The same, where the column may be empty.
pub(crate) fn json_or_none<T: DeserializeOwned>(row: &Row<'_>, column: &str) -> rusqlite::Result<Option<T>> {
    if row.get_ref(column)?.data_type() == Type::Null { Ok(None) } else { json(row, column).map(Some) }
}

/// JSON text of `value`.
pub(crate) fn to_json<T: Serialize + ?Sized>(doing: &'static str, value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|source| StoreError::Json { doing, source })
}

fn find<T>(
    row: &Row<'_>,
    column: &str,
    what: &'static str,
    named: impl FnOnce(&str) -> Option<T>,
) -> rusqlite::Result<T> {
    parse(row, column, |text| named(text).ok_or_else(|| EnumError { what, text: text.to_owned() }.into()))
}

type Cause = Box<dyn std::error::Error + Send + Sync>;

fn parse<T>(row: &Row<'_>, column: &str, parse: impl FnOnce(&str) -> Result<T, Cause>) -> rusqlite::Result<T> {
    let text = row.get_ref(column)?.as_str()?;
    parse(text).map_err(|cause| {
        let index = row.as_ref().column_index(column).unwrap_or_default();
        rusqlite::Error::FromSqlConversionFailure(index, Type::Text, cause)
    })
}
