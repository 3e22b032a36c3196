//! Every way in which a workspace and a protected folder can lie to each other.

use super::*;

struct Case {
    base: tempfile::TempDir,
}

impl Case {
    fn new() -> Self {
        let base = tempfile::tempdir().unwrap();
        for folder in ["home/work/shop", "data", "codex"] {
            std::fs::create_dir_all(base.path().join(folder)).unwrap();
        }
        Self { base }
    }

    fn check(&self, root: &str, data: &str, codex: &str) -> Option<String> {
        let path = |name: &str| self.base.path().join(name);
        let environment = Environment::from_pairs([
            ("C2C_HOME", path(data).into_os_string()),
            ("CODEX_HOME", path(codex).into_os_string()),
        ]);
        let data = DataFolder::resolve(&environment).unwrap();
        let base = self.base.path().canonicalize().unwrap();
        check(&path(root), &data, &environment)
            .err()
            .map(|error| error.to_string().replace(&base.display().to_string(), "BASE"))
    }
}

#[test]
fn folders_beside_each_other_are_fine() {
    assert_eq!(Case::new().check("home/work/shop", "data", "codex"), None);
    assert_eq!(Case::new().check("home/work/shop", "home/work/shop-data", "codex"), None);
}

#[test]
fn a_workspace_that_contains_the_data_folder_is_refused() {
    insta::assert_snapshot!(
        Case::new().check("home", "home/data", "codex").unwrap(),
        @"the workspace `BASE/home` contains C2C's data folder `BASE/home/data`"
    );
}

#[test]
fn a_workspace_in_the_data_folder_is_refused() {
    insta::assert_snapshot!(
        Case::new().check("home/work/shop", "home", "codex").unwrap(),
        @"the workspace `BASE/home/work/shop` lies in C2C's data folder `BASE/home`"
    );
}

#[test]
fn a_workspace_that_is_or_contains_codex_s_folder_is_refused() {
    insta::assert_snapshot!(
        Case::new().check("codex", "data", "codex").unwrap(),
        @"the workspace `BASE/codex` is Codex's own folder `BASE/codex`"
    );
    insta::assert_snapshot!(
        Case::new().check("home", "data", "home/.codex").unwrap(),
        @"the workspace `BASE/home` contains Codex's own folder `BASE/home/.codex`"
    );
}

#[cfg(unix)]
#[test]
fn a_link_is_seen_through() {
    let case = Case::new();
    std::os::unix::fs::symlink(case.base.path().join("data"), case.base.path().join("home/work/shop/link")).unwrap();
    insta::assert_snapshot!(
        case.check("home/work/shop/link", "data", "codex").unwrap(),
        @"the workspace `BASE/data` is C2C's data folder `BASE/data`"
    );
}
