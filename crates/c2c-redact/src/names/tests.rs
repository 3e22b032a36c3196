//! Tests of sensitive names.

use proptest::prelude::*;

use super::{RULES, sensitive};

#[track_caller]
fn check(path: &str, rule: Option<&str>) {
    assert_eq!(sensitive(path).map(|name| name.rule), rule, "`{path}`");
}

#[test]
fn every_rule_catches_its_example() {
    for rule in RULES {
        check(rule.example, Some(rule.rule));
        check(&rule.example.to_uppercase(), Some(rule.rule));
        check(&format!("/home/somebody/work/{}", rule.example), Some(rule.rule));
        check(&rule.example.replace('/', "\\"), Some(rule.rule));
    }
}

#[test]
fn every_pattern_is_lower_case_and_catches_what_it_describes() {
    for rule in RULES {
        for pattern in rule.patterns {
            assert_eq!(*pattern, pattern.to_lowercase(), "{}", rule.rule);
            let path = pattern.replace('*', "1");
            assert!(sensitive(&path).is_some(), "`{path}` of {}", rule.rule);
        }
    }
}

#[test]
fn rules_have_names_of_their_own() {
    let mut names: Vec<&str> = RULES.iter().map(|rule| rule.rule).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), RULES.len());
}

#[test]
fn a_folder_covers_what_is_below_it() {
    check("home/.ssh/deep/down/notes.md", Some("ssh"));
    check(".aws/cli/cache/1.json", Some("cloud-credentials"));
    check(".terraform/modules/x.tf", Some("infrastructure-state"));
}

#[test]
fn environment_files_count_and_their_samples_do_not() {
    for path in [".env", "a/.env", ".env.local", ".env.production.local", ".envrc", "prod.env", ".ENV", ".Env.Local"] {
        check(path, Some("environment-file"));
    }
    for path in [".env.example", ".env.sample", ".env.template", "src/env.rs", "environment.md", "src/.environment"] {
        check(path, None);
    }
}

#[test]
fn other_spellings_of_the_same_file_count() {
    for path in [
        ".env.",
        ".env ",
        ".env. .",
        ".env::$DATA",
        ".env:stream",
        ".e\u{200d}nv",
        "\\\\?\\C:\\work\\.env",
        "a//.env",
        "./.env",
        ".ſsh/x",
        "SERVER.\u{212a}EY",
    ] {
        assert!(sensitive(path).is_some(), "`{path}`");
    }
}

#[test]
fn ordinary_names_do_not_count() {
    for path in [
        "src/main.rs",
        "Cargo.toml",
        "package.json",
        "README.md",
        "src/token.rs",
        "docs/secrets.md",
        "src/keys.rs",
        "src/password.ts",
        "src/credentials.rs",
        "tests/private_key_test.go",
        "src/cookies/index.ts",
        "drivers/net/wireguard/main.c",
        "locales/en/auth.json",
        "tokens.json",
        "design/tokens.json",
        "keyboard.json",
        "monkey.rs",
        "a/b/c",
        "",
        "/",
        "lib/environment/x.rb",
        ".github/workflows/ci.yml",
        ".gitignore",
        "settings.json",
        "C:\\work\\src\\lib.rs",
        "Makefile",
        "vault/README.md",
        "src/wg.rs",
        "crates/ssh/src/lib.rs",
    ] {
        check(path, None);
    }
}

#[test]
fn the_credentials_people_name_first_are_all_there() {
    for path in [
        "id_rsa",
        "id_ed25519",
        "server.pem",
        "tls.key",
        "cert.p12",
        "cert.pfx",
        "release.jks",
        "x.keystore",
        ".npmrc",
        ".pypirc",
        ".netrc",
        "_netrc",
        ".git-credentials",
        ".docker/config.json",
        ".kube/config",
        "kubeconfig",
        "kubeconfig.yaml",
        ".cargo/credentials.toml",
        ".gem/credentials",
        ".composer/auth.json",
        "auth.json",
        ".htpasswd",
        "login.keychain-db",
        "Cookies",
        "cookies.sqlite",
        "Login Data",
        "key4.db",
        "terraform.tfstate",
        "terraform.tfstate.backup",
        "prod.tfvars",
        "prod.auto.tfvars",
        "office.ovpn",
        "wg0.conf",
        "vault.kdbx",
        ".config/gcloud/credentials.db",
        "application_default_credentials.json",
        ".azure/accessTokens.json",
        ".config/doctl/config.yaml",
        "service-account.json",
        "my-project-firebase-adminsdk-x1.json",
        ".bash_history",
        "credentials.json",
        "secrets.yaml",
        ".vault-token",
        "deploy.ppk",
        "tls.crt",
        "known_hosts",
        ".pgpass",
        ".m2/settings.xml",
        "master.key",
        "credentials.yml.enc",
        ".codex/auth.json",
    ] {
        assert!(sensitive(path).is_some(), "`{path}`");
    }
}

#[test]
fn copies_of_sensitive_files_count_like_the_files() {
    for path in [
        ".env~",
        "#.env#",
        ".#.env",
        ".env copy",
        ".env copy 2",
        ".env - Copy",
        ".env - Copy (2)",
        ".env (1)",
        "Copy of .env",
        ".npmrc~",
        ".npmrc.bak",
        ".npmrc.1",
        "..npmrc.swp",
        ".npmrc.swp",
        ".git-credentials~",
        ".pgpass~",
        ".pgpass.old",
        "secrets.yml~",
        "secrets (1).yml",
        "secrets - Copy.json",
        "secrets.yaml.dec",
        "key.pem.bak",
        "key.pem.bak.1",
        "key.pem.20240131",
        "tls.key.txt",
        "old_id_rsa",
        ".netrc.orig",
        "home/.docker/config.json.bak",
        "home/.docker/config (1).json",
        "kdb/passwords.kdbx~",
    ] {
        assert!(sensitive(path).is_some(), "`{path}`");
    }
    for path in [
        "src/main.rs~",
        "README (1).md",
        "notes.txt",
        "keys.rs.bak",
        "environment.txt",
        "secrets.md~",
        "Cargo.toml.orig",
        "#notes#",
        "copy of plan.md",
        "1.2.3",
        "key.rs (1)",
        "monkey.txt",
    ] {
        check(path, None);
    }
}

#[test]
fn credentials_of_other_tools_count() {
    for path in [
        ".envfile",
        "prod-secrets.json",
        "keystore.json",
        "UTC--2020-01-02T03-04-05.678Z--00aa11bb",
        "gha-creds-1a2b3c.json",
        "wp-config.php",
        ".idea/dataSources.local.xml",
        ".esmtprc",
        "proftpdpasswd",
    ] {
        assert!(sensitive(path).is_some(), "`{path}`");
    }
}

proptest! {
    #[test]
    fn any_path_at_all_is_judged(path in any::<String>()) {
        let judged = sensitive(&path);
        prop_assert_eq!(judged, sensitive(&path));
    }

    #[test]
    fn what_is_below_a_sensitive_folder_is_sensitive(below in "[a-z]{1,8}(/[a-z.]{1,8}){0,3}") {
        let path = format!(".ssh/{below}");
        prop_assert!(sensitive(&path).is_some());
    }
}
