//! Expressions around names that sound secret, however they are put together and wherever they stand.
//!
//! Each begins with a word of [`WORDS`] or a little before it.

/// What makes a name sound secret, in any case.
macro_rules! names {
    () => {
        r"(?i:passw(?:or[dt]|d)|passphrase|passkey|kennwort|pwd|secret|token|api[_.-]?key|access[_.-]?key|auth[_-]?key|private[_-]?key|license[_-]?key|service[_-]?key|credential|(?:client|encryption|signing|master|hmac|webhook|shared|storage|account)[_-]?key)"
    };
}

/// Names that only end so: `DB_PASS`, `smtpPass`, `"pass"`.
macro_rules! short_names {
    () => {
        r#"(?i:(?:[_.-]|db|ftp|smtp|imap|mail|mysql|redis|root|admin|user|["' \t{,])pass(?:[_-]?[0-9A-Z])?)"#
    };
}

/// What a rule over names looks for first.
pub(super) const WORDS: &[&str] = &[
    "password",
    "passwort",
    "passwd",
    "passphrase",
    "passkey",
    "kennwort",
    "pwd",
    "secret",
    "token",
    "apikey",
    "api_key",
    "api.key",
    "api-key",
    "accesskey",
    "access_key",
    "access.key",
    "access-key",
    "authkey",
    "auth_key",
    "auth-key",
    "privatekey",
    "private_key",
    "private-key",
    "licensekey",
    "license_key",
    "license-key",
    "servicekey",
    "service_key",
    "service-key",
    "credential",
    "clientkey",
    "client_key",
    "client-key",
    "encryptionkey",
    "encryption_key",
    "encryption-key",
    "signingkey",
    "signing_key",
    "signing-key",
    "masterkey",
    "master_key",
    "master-key",
    "hmackey",
    "hmac_key",
    "hmac-key",
    "webhookkey",
    "webhook_key",
    "webhook-key",
    "sharedkey",
    "shared_key",
    "shared-key",
    "storagekey",
    "storage_key",
    "storage-key",
    "accountkey",
    "account_key",
    "account-key",
];
/// What the rule over short names looks for first.
pub(super) const SHORT_WORDS: &[&str] = &["pass"];

pub(super) use {names, short_names};

/// A type between name and sign: `apiKey: string = …`, `API_KEY: &str = …`, `var apiKey string = …`.
macro_rules! typed {
    () => {
        r"(?:\s{0,3}:\s{0,2}[A-Za-z&][A-Za-z0-9_&'<>\[\]., ]{0,40}?|[ \t]{1,2}[Ss]tring)?"
    };
}
/// A sign of assignment, or of a value to fall back on, with blanks around it.
macro_rules! assigned {
    () => {
        r"\s{0,4}(?::=|=>|={1,3}|:|\?=|\|\|=?|\?\?=?)\s{0,40}"
    };
}
/// The opening of a string, also with prefixes and escaped.
macro_rules! opened {
    () => {
        r#"[@$bfrLu]{0,2}\\{0,3}["'`]{1,3}"#
    };
}

/// `apiToken: "…"`, `"password" => '…'`, `secret := "…"`, `API_KEY: &str = "…"`, `SECRET || "…"`, also escaped.
pub(super) const QUOTED: &str =
    concat!(names!(), r#"[A-Za-z0-9_.-]{0,40}[\\"'`\])]{0,5}"#, typed!(), assigned!(), opened!(), r#"([^\\"'`\s]{8})"#);
/// The same after a short name.
pub(super) const SHORT_QUOTED: &str =
    concat!(short_names!(), r#"[\\"'`\])]{0,5}"#, typed!(), assigned!(), opened!(), r#"([^\\"'`\s]{8})"#);
/// `token: …` to the end of the line, as in YAML, properties and INI files.
pub(super) const BARE: &str =
    concat!(names!(), r#"[A-Za-z0-9_.-]{0,40}["']?[ \t]{0,4}[:=][ \t]{0,4}([^\\"'`\s;,(){}<>\[\]$&|]{8})"#);
/// The same after a short name.
pub(super) const SHORT_BARE: &str =
    concat!(short_names!(), r#"["']?[ \t]{0,4}[:=][ \t]{0,4}([^\\"'`\s;,(){}<>\[\]$&|]{8})"#);
/// `export DB_PASSWORD=…`: a name in capitals and no blank around the sign.
pub(super) const VARIABLE: &str = r#"\b[A-Z0-9_]{0,40}(?:PASSW(?:OR[DT]|D)|_PASS|PASSPHRASE|PWD|SECRET|TOKEN|API_?KEY|ACCESS_?KEY|AUTH_?KEY|PRIVATE_?KEY|CREDENTIALS?|(?:CLIENT|ENCRYPTION|SIGNING|MASTER|SERVICE|LICENSE|HMAC|APP)_KEY)[A-Z0-9_]{0,40}=\\{0,3}["']?([^\\"'`\s;,(){}<>\[\]$&|]{6})"#;
/// `ENV DB_PASSWORD …` of a Dockerfile, `setx NAME …`, `set -x NAME …`.
pub(super) const ENVIRONMENT: &str = concat!(
    r"(?i:\benv|\barg|\bsetx|\bsetenv|\bset -[a-z]{1,3})[ \t]{1,4}[A-Za-z0-9_]{0,40}",
    names!(),
    r#"[A-Za-z0-9_]{0,40}[ \t]{1,4}["']?([^\\"'`\s;,(){}<>\[\]$&|=]{6})"#
);
/// `setPassword("…")`, `define('DB_PASSWORD', '…')`, `getenv("API_KEY", "…")`.
pub(super) const ARGUMENT: &str =
    concat!(names!(), r#"[A-Za-z0-9_.-]{0,40}[\\"'`]{0,3}\s{0,2}[,(]\s{0,4}"#, opened!(), r#"([^\\"'`\s]{8})"#);
/// `--db-password …`, `--token=…`.
pub(super) const OPTION: &str = concat!(
    r"--[a-z-]{0,30}(?i:passw(?:or[dt]|d)|passphrase|pass|pwd|secret|token|api-?key|access-?key|auth-?key|private-?key|credential)[a-z-]{0,20}[= \t]{1,2}",
    r#"["']?([^\\"'`\s;,(){}<>\[\]$&|]{6})"#
);
/// `<password>…</password>`, `<string name="api_key">…</string>`.
pub(super) const ELEMENT: &str =
    concat!(names!(), r#"[A-Za-z0-9_.:-]{0,20}\\{0,3}["']?(?:\s[^<>]{0,80})?>\s{0,40}([^<>\s]{6})"#);
/// `key="ApiKey" value="…"`, `{"name": "DB_PASSWORD", "value": "…"}`, `- name: TOKEN` with `value: …` below it.
pub(super) const PAIR: &str = concat!(
    names!(),
    r#"[A-Za-z0-9_.:-]{0,40}\\{0,3}["']?\s{0,3},?\s{0,40}\\{0,3}["']?(?i:value)\\{0,3}["']?\s{0,2}[:=]\s{0,3}\\{0,3}["']?([^\\"'`\s<>$&{(]{6})"#
);
/// `?api_key=…`, `&access_token=…`.
pub(super) const PARAMETER: &str = concat!(
    r"[?&][A-Za-z0-9_.-]{0,30}(?i:passw(?:or[dt]|d)|pwd|secret|token|api[_-]?key|access[_-]?key|auth[_-]?key|client[_-]?key|signature)[A-Za-z0-9_-]{0,20}=",
    r"([A-Za-z0-9%._~+/-]{8})"
);
/// `;Password=…;` in a connection string.
pub(super) const CONNECTION: &str = r#";\s{0,2}(?i:password|pwd)\s{0,2}=\s{0,2}([^;"'`<>\s{}$%()&|]{4})"#;
/// `login … password …` in a netrc file.
pub(super) const NETRC: &str = r"(?i:login)\s{1,4}\S{1,80}\s{1,8}password\s{1,4}([^\s]{4})";
