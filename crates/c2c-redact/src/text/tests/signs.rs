//! Values with signs in them, names that other rules do not know, and forms in which a value stands apart.

use super::examples::made;
use crate::text::{redact, scan};

/// A value of this length from the printable characters, which begins with neither a quote nor a reference.
fn printable(seed: u64, length: usize) -> String {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        char::from(b'!' + ((state >> 33) % 94) as u8)
    };
    (0..length).map(|_| next()).collect()
}

/// What is shown of a value when `@` in a form stands for it.
fn is_hidden(form: &str, value: &str) -> bool {
    let text = form.replace('@', value);
    let redacted = redact(&text);
    let (head, tail) = (&value[..value.len() / 2], &value[value.len() / 2..]);
    let after: String = redacted.text.replace(['[', ']'], " ");
    redacted.text.contains("[REDACTED:") && !after.contains(head) && !after.contains(tail)
}

#[test]
fn values_with_signs_in_them_are_found() {
    let values = [
        "Tr0ub4dor&3",
        "Qw7xTz$9bKe4",
        "kT3(vB9{q",
        "a7|Xk2;Lm9",
        "p4<Rt8>Wq2z",
        "#k7Qe2vXw9",
        "%Qw7xTz9bKe4",
        "/k7Qe+2vXw9",
        "~Zx8cVb4n",
    ];
    for form in [
        "password: @",
        "  db_password: @\n  x: 1",
        "DB_PASSWORD=@",
        "export DB_PASSWORD=@\n",
        "spring.datasource.password=@\r\n",
        "db_pass = @",
    ] {
        for value in values {
            assert!(is_hidden(form, value), "in `{form}` with `{value}`: {}", redact(&form.replace('@', value)).text);
        }
    }
    for first in ["#", "$", "%", ".", "/", "<", "@", "{", "~"] {
        let value = format!("{first}Qw7xTz9bKe4");
        for form in ["password: \"\u{1}\"", "\"password\": \"\u{1}\",", "DB_PASSWORD='\u{1}'"] {
            let text = form.replace('\u{1}', &value);
            assert!(!redact(&text).text.contains("Qw7xTz9bKe4"), "in `{text}`");
        }
    }
}

#[test]
fn nearly_all_random_printable_values_are_found() {
    for form in ["password: @\n", "DB_PASSWORD=@\n", "spring.datasource.password=@\n", "\"password\": @\n"] {
        let hidden = (0..200).filter(|seed| is_hidden(form, &printable(*seed, 16))).count();
        let shown: Vec<String> =
            (0..200).map(|seed| printable(seed, 16)).filter(|value| !is_hidden(form, value)).collect();
        assert!(hidden >= 175, "{form}: {hidden} of 200, {shown:?}");
    }
}

#[test]
fn random_values_of_names_that_may_be_of_a_secret_are_found_also_side_by_side() {
    let names = [
        "ACME_KEY=",
        "acmeKey: ",
        "app_key: ",
        "consumer_key = ",
        "ACME_TOK=",
        "ACME_PW=",
        "acme_cred: ",
        "ACME_CREDS=",
        "PASSWORD_SALT=",
        "APP_PEPPER=",
        "ACME_AUTH=",
        "ACME_LICENSE=",
        "acme_hmac: ",
        "APP_SEED=",
        "ACME_PRIVATE=",
        "ACME_WEBHOOK=",
        "sas: ",
        "connection_string: ",
        "export APP_KEY_PROD=",
        "\"acmeKey\": ",
    ];
    for quote in ["", "\""] {
        let text: String = names
            .iter()
            .enumerate()
            .map(|(seed, name)| format!("{name}{quote}{}{quote}\n", made("<a24>", seed as u64)))
            .collect();
        let redacted = redact(&text);
        for (name, line) in names.iter().zip(redacted.text.lines()) {
            assert!(line.starts_with(name) && line.contains("[REDACTED:"), "`{line}`");
        }
    }
    assert!(is_hidden("db_pw: @\n", &made("<a12>", 4)));
    for template in [
        "public_key: \"<a44>\"",
        "pubKey = '<b44>'",
        "License: BSD-3-Clause-Clear",
        "License: LGPLv3+_or_GPLv2+",
        "key: some-name-of-2-words",
        "author: SomeBody2Name3",
        "primaryKey: 'userId2'",
        "monkey = Chimpanzee",
        "seed = 12345678901234567890",
        "key: KeyboardEvent2",
    ] {
        let text = made(template, 3);
        assert_eq!(scan(&text), [], "in `{text}`");
    }
}

#[test]
fn names_in_other_languages_are_found() {
    for name in [
        "密码",
        "口令",
        "密钥",
        "令牌",
        "パスワード",
        "пароль",
        "Пароль",
        "contraseña",
        "senha",
        "motdepasse",
        "mot_de_passe",
    ] {
        for form in ["{}: @", "{}：@", "{}＝@", "{} = \"@\"", "\"{}\": \"@\","] {
            let form = form.replace("{}", name);
            assert!(is_hidden(&form, "k7Qe2vXw9L"), "{form}");
        }
    }
    for form in ["password：@", "PASSWORD＝@\n", "API_TOKEN：@"] {
        assert!(is_hidden(form, "k7Qe2vXw9L&m"), "{form}");
    }
    for text in ["密码: 8-20位字符", "密码：********", "senha: string", "пароль: введите", "clave = tabla.clave2"]
    {
        assert_eq!(scan(text), [], "in `{text}`");
    }
}

#[test]
fn values_apart_from_their_names_and_in_commands_are_found() {
    for form in [
        "password: |\n  @\nnext: 1\n",
        "password: >-\r\n    @\r\n",
        "db:\n  password: |-\n    @\n",
        "password = \\\n    @\n",
        "url: ${DB_PASSWORD:-@}",
        "password: ${db.password:@}",
        "CREATE USER 'app'@'%' IDENTIFIED BY '@';",
        "ALTER ROLE app WITH PASSWORD '@';",
        "sshpass -p @ ssh host",
        "sshpass -p '@' ssh host",
        "ConvertTo-SecureString \"@\" -AsPlainText -Force",
        "ConvertTo-SecureString -String '@' -AsPlainText",
        "<password>\n    @\n</password>",
    ] {
        let form = form.replace("'app'@'%'", "'app'");
        for value in ["k7Qe2vXw9L", "Tr0ub4dor9"] {
            assert!(is_hidden(&form, value), "{form}");
            let added: String = form.lines().map(|line| format!("+{line}\n")).collect();
            assert!(is_hidden(&added, value), "{added}");
        }
    }
    for (template, end) in [
        ("$6$<a16>$<a86>", ""),
        ("$2b$12$<a53>", ""),
        ("$apr1$<a8>$<a22>", ""),
        ("$5$rounds=5000$<a16>$<a43>", ":19000:0"),
    ] {
        let hash = made(template, 6);
        let found = scan(&format!("app:{hash}{end}\n"));
        assert!(found.iter().any(|finding| finding.rule == "crypt-hash"), "{hash}");
    }
}

#[test]
fn words_and_numbers_are_found_where_the_name_is_a_password_and_nothing_else() {
    for value in ["letmeinplease", "hunter2", "47382910"] {
        for form in ["password: \"@\"", "  \"password\": \"@\",\n", "passwd = '@'\n", "secret: '@' # old\n"] {
            assert!(is_hidden(form, value), "{form} with {value}");
        }
    }
    assert!(is_hidden("passphrase=\"@\"", "correct horse battery staple"));
    for text in [
        "password: \"string\"",
        "\"password\": \"Password\",",
        "\"password\": \"required\"",
        "password: 'Enter your password'",
        "passphrase: \"enter the passphrase of the key\"",
        "let secret = \"abcdefgh\";",
        "password: \"password\"",
    ] {
        assert_eq!(scan(text), [], "in `{text}`");
    }
}

#[test]
fn references_calls_types_and_placeholders_are_left_alone() {
    for text in [
        "password: ${DB_PASSWORD}",
        "DB_PASSWORD=$PASSWORD",
        "DB_PASSWORD=$(read_password2)",
        "password = os.environ[\"DB_PASSWORD2\"]",
        "password = process.env.DB_PASSWORD2",
        "password = read_password2(path1)",
        "password = readPassword2(path1);",
        "password: {{ var.password2 }}",
        "password: {{password2}}",
        "password: <your-token-1>",
        "password: Option<&'a[u8;32]>,",
        "password: Vec<[u8;16]>",
        "token: &self.tokens[i+1],",
        "token = tokens[2].text",
        "secret: %DB_PASSWORD2%",
        "token: |x|x.token2",
        "password = [\"Win32_System_Com1\"]",
        "password = ObjectIdentifier(\"1.2.840.113549.1.9.7\")",
        "token = r'[A-Z]\\w*'",
        "secret: \"/run/secrets/db_password1\"",
        "\"secret\": \"@scope/name2\"",
        "password: \"$DB_PASSWORD_2\"",
        "password: \"#/components/schemas/Password2\"",
        "password: \"%(password2)s\"",
        "token: ${{ secrets.TOKEN_2 }}",
        "password: !vault |",
        "constructor({password:e,passwordVerification:t})",
        "password: ${db.password:}",
    ] {
        assert_eq!(scan(text), [], "in `{text}`");
    }
}
