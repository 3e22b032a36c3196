//! What the measuring programs share. Holds nothing that ships; the tests are in `tests/it`.

pub mod measure;
