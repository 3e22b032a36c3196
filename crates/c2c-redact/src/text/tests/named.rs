//! Secrets that only their names give away, as languages, tools and formats write them.

use super::examples::made;
use crate::text::{redact, scan};

/// Written for a value; what stands in for it is `@`.
const FORMS: &[(&str, &str)] = &[
    // Environment and shell.
    ("MY_APP_DB_PASSWD=@", "secret-variable"),
    ("export STRIPE_LIVE_SECRET='@'", "secret-assignment"),
    ("DB_PASS=@", "secret-variable"),
    ("SMTP_PASS: @", "secret-value-short"),
    ("ENV DB_PASSWORD @", "secret-environment"),
    ("ENV DB_PASSWORD=@", "secret-variable"),
    ("ARG NPM_TOKEN=@", "secret-variable"),
    ("setx BILLING_API_KEY \"@\"", "secret-environment"),
    ("set -gx BILLING_TOKEN @", "secret-environment"),
    ("$env:BILLING_API_KEY = \"@\"", "secret-assignment"),
    ("set BILLING_SECRET=@", "secret-variable"),
    ("tool --db-password @ --verbose", "secret-option"),
    ("tool --api-key=@", "secret-option"),
    ("docker run -e REDIS_PASSWORD=@ redis", "secret-variable"),
    // YAML, JSON, TOML, INI, properties.
    ("stripeLiveSecret: \"@\"", "secret-assignment"),
    ("stripeLiveSecret: @", "secret-value"),
    ("  password: @ # for the tests", "secret-value"),
    ("- name: BILLING_TOKEN\n  value: @", "secret-pair"),
    ("{\"name\": \"DB_PASSWORD\", \"value\": \"@\"}", "secret-pair"),
    ("\"client_secret\" : \"@\",", "secret-assignment"),
    ("{\\\"apiKey\\\": \\\"@\\\"}", "secret-assignment"),
    ("api_key = '@'", "secret-assignment"),
    ("password=@\r", "secret-value"),
    ("spring.datasource.password=@", "secret-value"),
    ("\"auth\": {\"user\": \"me\", \"pass\": \"@\"}", "secret-assignment-short"),
    ("auth: { user: 'me', pass: '@' }", "secret-assignment-short"),
    // XML.
    ("<db user=\"me\" password=\"@\"/>", "secret-assignment"),
    ("<password>@</password>", "secret-element"),
    ("<string name=\"maps_api_key\">@</string>", "secret-element"),
    ("<add key=\"BillingApiKey\" value=\"@\" />", "secret-pair"),
    // Languages.
    ("private static final String API_KEY = \"@\";", "secret-assignment"),
    ("const string ApiKey = @\"@\";", "secret-assignment"),
    ("API_KEY: Final[str] = '@'", "secret-assignment"),
    ("const apiKey: string = \"@\";", "secret-assignment"),
    ("const API_KEY: &str = \"@\";", "secret-assignment"),
    ("var apiKey string = \"@\"", "secret-assignment"),
    ("let apiKey: String = \"@\"", "secret-assignment"),
    ("secret := \"@\"", "secret-assignment"),
    ("'password' => '@',", "secret-assignment"),
    ("headers[\"X-Api-Key\"] = \"@\"", "secret-assignment"),
    ("process.env.SESSION_SECRET || '@'", "secret-assignment"),
    ("if (password == \"@\")", "secret-assignment"),
    ("define('DB_PASSWORD', '@');", "secret-argument"),
    ("os.getenv(\"BILLING_TOKEN\", \"@\")", "secret-argument"),
    ("config.setPassword(\"@\")", "secret-argument"),
    ("headers.set(\"X-Auth-Token\", \"@\")", "secret-argument"),
    ("password =\n    \"@\"", "secret-assignment"),
    // Headers, addresses, other files.
    ("X-Api-Key: @", "secret-value"),
    ("https://api.example.org/v1?api_key=@&x=1", "secret-parameter"),
    ("Server=db;User Id=app;Password=@;Encrypt=true", "connection-password"),
    ("machine example.org login me password @", "netrc-password"),
    ("db.example.org:5432:main:app:@", "pgpass-password"),
    ("\"auths\": {\"r\": {\"auth\": \"@\"}}", "docker-auth"),
];

const VALUES: &[&str] = &["q7Rk2vXw9Lm4Tz8P", "Tr0ub4dorAnd3Staple5"];

#[test]
fn values_of_names_that_sound_secret_are_found_in_every_form() {
    for (form, rule) in FORMS {
        for value in VALUES {
            // The verbatim strings of C# begin with the sign that stands for the value.
            let text = form.replace("@\"@", "\u{1}\"@").replace('@', value).replace('\u{1}', "@");
            let found = scan(&text);
            let names: Vec<&str> = found.iter().map(|finding| finding.rule).collect();
            assert_eq!(names, [*rule], "in `{text}`");
            assert_eq!(&text[found[0].range.clone()], *value, "in `{text}`");
            let added: String = text.lines().map(|line| format!("+{line}\n")).collect();
            assert!(!redact(&added).text.contains(value), "in `{added}`");
        }
    }
}

#[test]
fn what_only_reads_or_names_a_secret_is_left_alone() {
    for text in [
        "let password = read_password(\"Password: \")?;",
        "password: config.database.password2,",
        "API_KEY=${API_KEY_2}",
        "apiKey: string;",
        "token: process.env.TOKEN_2,",
        "getToken(\"access_token\")",
        "secret(name = \"db_password_1\")",
        "define('DB_PASSWORD', getenv('DB_PASSWORD_2'));",
        "ENV DB_PASSWORD $PASSWORD2",
        "--token <token1> --verbose",
        "--password $PASSWORD_1",
        "<password>${password2}</password>",
        "Vec<Token>something1",
        "<a href=\"#cargo-credential-1password\">cargo-credential-1password</a>",
        "<a title=\"impl From for TokenStream\">From&#60;Token1&#62;</a>",
        "- name: BILLING_TOKEN\n  valueFrom: secretKeyRef1",
        "https://example.org/?token={token1}&x",
        ";password=this.value;",
        "bypass = \"compassion8\"",
        "compass: northwest90",
        "passed: 12345678a of 9",
        "login form and password field",
        "\"auth\": \"none\"",
        "tokens = tokenizer.encode2(text)",
        "password_hash_rounds = 100000",
        "secretName: my-secret-name",
    ] {
        assert_eq!(scan(text), [], "in `{text}`");
    }
}

#[test]
fn a_token_glued_to_a_name_by_an_underscore_is_found_in_texts_and_names() {
    for (template, rule) in [
        ("dir_sk_live_<a24>", "stripe-key"),
        ("backup_glsa_<a32>_<h8>", "grafana-token"),
        ("x_npm_<a36>", "npm-token"),
        ("mail_re_<a8>_<a24>", "resend-key"),
        ("site_vcp_<a24>", "vercel-token"),
    ] {
        let name = made(template, 5);
        let found = scan(&name);
        assert_eq!(found.iter().map(|finding| finding.rule).collect::<Vec<_>>(), [rule], "in `{name}`");
        assert_eq!(crate::names::secret(&format!("a/{name}/b.txt")), Some(rule), "in `{name}`");
    }
    for text in ["mask_test_everything_that_is_there", "task_sk_test_a_name_of_several_words", "phc_is_public"] {
        assert_eq!(scan(text), [], "in `{text}`");
    }
}
