//! Values that look random: found where no rule knows them, and left alone where they are something else.

use super::examples::made;
use crate::text::scan;

#[test]
fn most_random_tokens_are_found_where_no_rule_knows_them() {
    for (template, least) in [("<a24>", 70), ("<a32>", 80), ("<a40>", 80), ("<b44>", 80), ("<a64>", 80), ("<w86>", 80)]
    {
        let found = (0..200).filter(|seed| {
            let text = format!("fn main() {{\n    let billing = \"{}\";\n}}\n", made(template, *seed));
            scan(&text).iter().any(|finding| finding.rule == "high-entropy")
        });
        let share = found.count() / 2;
        assert!(share >= least, "{template}: {share} %");
    }
    let value = made("<a32>", 3);
    for text in [format!("billing={value}\n"), format!("billing: {value}"), format!("+  'billing' => '{value}',")] {
        assert!(!scan(&text).is_empty(), "{text}");
    }
}

#[test]
fn a_value_that_stands_twice_is_still_one_value() {
    let value = made("<a40>", 3);
    let text = format!("Add billing = \"{value}\"\n\nlet billing = \"{value}\";\n");
    assert_eq!(scan(&text).len(), 2, "{text}");
}

#[test]
fn hashes_checksums_identifiers_data_and_code_are_left_alone() {
    for template in [
        "commit <h40>",
        "index <h12>..<h12> 100644",
        "<h64>  archive.tar.gz",
        "checksum = \"<h64>\"",
        "\"integrity\": \"sha512-<b86>==\",",
        "      integrity: sha512-<b86>==",
        "    resolution: {integrity: sha512-<b86>==}",
        "github.com/pkg/errors v0.9.1 h1:<b43>=",
        "github.com/pkg/errors v0.9.1/go.mod h1:<b43>=",
        "<link rel=\"stylesheet\" href=\"x.css\" integrity=\"sha384-<b64>\">",
        "narHash = \"sha256-<b43>=\";",
        "    {file = \"x-1.0.tar.gz\", hash = \"sha256:<h64>\"},",
        "id = \"<h8>-<h4>-<h4>-<h4>-<h12>\"",
        "ETag: \"<b28>\"",
        "<img src=\"data:image/png;base64,<b100>\">",
        "background: url(data:font/woff2;base64,<b120>)",
        "\"data:image/svg+xml;base64,<b300>\"",
        "//# sourceMappingURL=data:application/json;base64,<b600>",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI<b43> me@host",
        "        key: \"MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE<b85>==\",",
        "https://example.org/d/<a44>/edit",
        "features = [\"Win32_System_Diagnostics_ToolHelp\", \"Win32_UI_Input_KeyboardAndMouse\"]",
        "\"x86_64-unknown-linux-gnu\": \"Linux64BitAppImageV2\",",
        "const ALPHABET: &str = \"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_\";",
    ] {
        for seed in 0..20 {
            let text = made(template, seed);
            assert_eq!(scan(&text), [], "in `{text}`");
        }
    }
    let table: String = (0..30).map(|seed| made("    \"<a44>\",\n", seed)).collect();
    assert_eq!(scan(&table), [], "{table}");
    let wrapped: String = (0..30).map(|seed| made("<b76>\n", seed)).collect();
    assert_eq!(scan(&format!("Content-Transfer-Encoding: base64\n\n{wrapped}")), []);
    let minified = (0..40).map(|seed| made("function <a3>(e,t){return \"<a24>\"+e.<a5>(t)}", seed)).collect::<String>();
    assert_eq!(scan(&minified), []);
}
