//! What the measuring programs and the page's tests share. Holds nothing that ships; the tests are in `tests/it`.

pub mod app;
pub mod measure;
