//! The page's files, made by `page/bundle.mjs` from the sources and npm's packages at set-up time.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The files as they are served.
#[derive(Debug, Default)]
pub(crate) struct Assets {
    page: String,
    script: String,
    style: String,
}

/// Where the page's files are put when nothing else is said.
#[must_use]
pub fn default_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/chatgpt-page")
}

impl Assets {
    /// Reads the files.
    pub(crate) fn read(folder: &Path) -> io::Result<Self> {
        let read = |name: &str| {
            fs::read_to_string(folder.join(name)).map_err(|error| {
                let path = folder.join(name);
                let hint = "run `node crates/c2c-testkit/page/bundle.mjs`";
                io::Error::new(error.kind(), format!("`{}` cannot be read ({error}); {hint}", path.display()))
            })
        };
        Ok(Self { page: read("index.html")?, script: read("page.js")?, style: read("page.css")? })
    }

    /// The page that starts with this behaviour, given as JSON.
    pub(crate) fn page(&self, behaviour: &str) -> String {
        // Within a script element only the end tag has to be kept out.
        self.page.replace("{{behaviour}}", &behaviour.replace('<', "\\u003c"))
    }

    /// A file with its kind.
    pub(crate) fn get(&self, name: &str) -> Option<(&'static str, &str)> {
        match name {
            "page.js" => Some(("text/javascript; charset=utf-8", &self.script)),
            "page.css" => Some(("text/css; charset=utf-8", &self.style)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_page_says_how_it_is_made() {
        let folder = tempfile::tempdir().unwrap();
        let error = Assets::read(folder.path()).unwrap_err();
        assert!(error.to_string().ends_with("run `node crates/c2c-testkit/page/bundle.mjs`"), "{error}");
    }

    #[test]
    fn the_behaviour_cannot_end_the_script() {
        let assets =
            Assets { page: "<script>{{behaviour}}</script>".to_owned(), script: String::new(), style: String::new() };
        assert_eq!(assets.page("{\"a\":\"</script>\"}"), "<script>{\"a\":\"\\u003c/script>\"}</script>");
        assert!(assets.get("page.js").is_some());
        assert!(assets.get("../Cargo.toml").is_none());
    }
}
