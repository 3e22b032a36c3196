//! One example for each rule, made from a template: no literal token stands in the repository.
//!
//! `<a36>` stands for 36 letters and digits, `<h…>` hexadecimal digits, `<u…>` capitals and digits, `<l…>` small
//! letters and digits, `<d…>` digits, `<w…>` base64url, `<b…>` base64.

use std::ops::Range;

/// Rule and template.
pub(super) const EXAMPLES: &[(&str, &str)] = &[
    ("github-token", "ghp_<a36>"),
    ("github-token", "gho_<a36>"),
    ("github-token", "ghu_<a36>"),
    ("github-token", "ghs_<a36>"),
    ("github-token", "ghr_<a76>"),
    ("github-fine-grained-token", "github_pat_<a22>_<a59>"),
    ("gitlab-token", "glpat-<a20>"),
    ("gitlab-token", "glpat-<a27>.01.<l9>"),
    ("gitlab-token", "gldt-<a20>"),
    ("gitlab-token", "glrt-<a20>"),
    ("gitlab-token", "glcbt-<a20>"),
    ("gitlab-runner-registration", "GR1348941<a20>"),
    ("bitbucket-token", "ATBB<a32>"),
    ("atlassian-token", "ATATT3<a180>=<u8>"),
    ("azure-devops-token", "<a76>AZDO<a4>"),
    ("aws-access-key-id", "AKIA<u16>"),
    ("aws-access-key-id", "ASIA<u16>"),
    ("aws-secret-key", "aws_secret_access_key = <b40>"),
    ("aws-secret-key", "\"SecretAccessKey\": \"<b40>\""),
    ("aws-bedrock-key", "ABSK<b120>"),
    ("google-api-key", "AIza<w35>"),
    ("google-oauth-secret", "GOCSPX-<w28>"),
    ("google-oauth-token", "ya29.<w120>"),
    ("google-refresh-token", "1//0<a90>"),
    ("firebase-messaging-key", "AAAA<a7>:APA91b<w134>"),
    ("azure-storage-key", "AccountName=x;AccountKey=<b86>==;EndpointSuffix=y"),
    ("azure-shared-access-key", "SharedAccessKeyName=n;SharedAccessKey=<b43>="),
    ("azure-signature", "https://x/y?sv=2024&sig=<a43>%3D"),
    ("azure-client-secret", "<a3>8Q~<a34>"),
    ("azure-key", "<a76>AzFu<a4>=="),
    ("vercel-token", "vcp_<a56>"),
    ("digitalocean-token", "dop_v1_<h64>"),
    ("alibaba-access-key-id", "LTAI<a20>"),
    ("tencent-secret-id", "AKID<a32>"),
    ("cloudflare-origin-key", "v1.0-<h24>-<h146>"),
    ("cloudflare-token", "cloudflare_thing: <a40>"),
    ("heroku-key", "HRKU-<h8>-<h4>-<h4>-<h4>-<h12>"),
    ("fly-token", "fo1_<a43>"),
    ("netlify-token", "nfp_<a36>"),
    ("render-key", "rnd_<a32>"),
    ("scaleway-key", "SCW<u17>"),
    ("supabase-key", "sbp_<h40>"),
    ("planetscale-token", "pscale_tkn_<a43>"),
    ("databricks-token", "dapi<h32>"),
    ("tailscale-key", "tskey-auth-<a17>-<a32>"),
    ("anthropic-key", "sk-ant-api03-<w93>AA"),
    ("openai-key", "sk-<a48>"),
    ("openai-key", "sk-proj-<w74>T3Blbk<w74>"),
    ("huggingface-token", "hf_<a34>"),
    ("groq-key", "gsk_<a52>"),
    ("xai-key", "xai-<a80>"),
    ("replicate-token", "r8_<a37>"),
    ("perplexity-key", "pplx-<a48>"),
    ("langsmith-key", "lsv2_pt_<h32>_<h10>"),
    ("slack-token", "xoxb-<d12>-<d12>-<a24>"),
    ("slack-token", "xoxp-<d12>-<d12>-<d13>-<h32>"),
    ("slack-token", "xapp-1-<u11>-<d13>-<h64>"),
    ("slack-webhook", "https://hooks.slack.com/services/T<u10>/B<u10>/<a24>"),
    ("discord-webhook", "https://discord.com/api/webhooks/<d18>/<w68>"),
    ("teams-webhook", "https://x.webhook.office.com/webhookb2/<h36>@<h36>/IncomingWebhook/<h32>"),
    ("wecom-webhook", "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=<h8>-<h4>-<h4>-<h4>-<h12>"),
    ("feishu-webhook", "https://open.feishu.cn/open-apis/bot/v2/hook/<h8>-<h4>-<h4>-<h4>-<h12>"),
    ("resend-key", "re_<a8>_<a24>"),
    ("discord-token", "M<a23>.<a6>.<w38>"),
    ("telegram-token", "<d10>:AA<a33>"),
    ("twilio-key", "SK<h32>"),
    ("twilio-auth-token", "twilio auth token: <h32>"),
    ("sendgrid-key", "SG.<a22>.<a43>"),
    ("mailgun-key", "key-<h32>"),
    ("mailchimp-key", "<h32>-us12"),
    ("brevo-key", "xkeysib-<h64>-<a16>"),
    ("stripe-key", "sk_live_<a24>"),
    ("stripe-key", "rk_test_<a99>"),
    ("stripe-webhook-secret", "whsec_<a32>"),
    ("shopify-token", "shpat_<h32>"),
    ("square-token", "sq0csp-<a43>"),
    ("braintree-token", "access_token$production$<l16>$<h32>"),
    ("facebook-token", "EAA<a160>"),
    ("twitter-bearer", "AAAAAAAAAAAAAAAAAAAAAA<a80>"),
    ("easypost-key", "EZAK<a54>"),
    ("flutterwave-key", "FLWSECK_TEST-<h32>-X"),
    ("npm-token", "npm_<a36>"),
    ("npm-auth", "//registry.example.org/:_auth=<b40>"),
    ("pypi-token", "pypi-AgEIcHlwaS5vcmc<a100>"),
    ("crates-token", "cio<a32>"),
    ("rubygems-key", "rubygems_<h48>"),
    ("nuget-key", "oy2<l43>"),
    ("docker-token", "dckr_pat_<a27>"),
    ("clojars-token", "CLOJARS_<h60>"),
    ("artifactory-key", "AKCp<a69>"),
    ("vault-token", "hvs.<a90>"),
    ("terraform-cloud-token", "<a14>.atlasv1.<a67>"),
    ("pulumi-token", "pul-<h40>"),
    ("doppler-token", "dp.pt.<a43>"),
    ("onepassword-token", "ops_eyJ<b250>"),
    ("grafana-token", "glsa_<a32>_<h8>"),
    ("new-relic-key", "NRAK-<u27>"),
    ("sentry-token", "sntrys_<b80>_<b43>"),
    ("dynatrace-token", "dt0c01.<u24>.<u64>"),
    ("posthog-key", "phx_<a43>"),
    ("buildkite-token", "bkua_<h40>"),
    ("circleci-token", "CCIPAT_<a22>_<h40>"),
    ("age-plugin-identity", "AGE-PLUGIN-YUBIKEY-1<u40>"),
    ("linear-key", "lin_api_<a40>"),
    ("notion-token", "ntn_<a46>"),
    ("figma-token", "figd_<a40>"),
    ("postman-key", "PMAK-<h24>-<h34>"),
    ("airtable-token", "pat<a14>.<h64>"),
    ("dropbox-token", "sl.u.<w140>"),
    ("typeform-token", "tfp_<a59>"),
    ("contentful-token", "CFPAT-<w43>"),
    ("readme-key", "rdme_<l70>"),
    ("prefect-key", "pnu_<a36>"),
    ("adafruit-key", "aio_<a28>"),
    ("hubspot-token", "pat-na1-<h8>-<h4>-<h4>-<h4>-<h12>"),
    ("json-web-token", "eyJ<a33>.eyJ<a60>.<w43>"),
    ("url-password", "postgres://app:<a12>@db.internal:5432/main"),
    ("authorization-header", "Authorization: Basic <b24>"),
    ("authorization-header", "-H 'authorization: Bearer <a30>'"),
    ("bearer-token", "bearer <a40>"),
    ("session-cookie", "Set-Cookie: sid=<a40>; Path=/"),
    ("secret-assignment", "password = \"<a16>\""),
    ("secret-assignment", "\"client_secret\": \"<a24>\","),
    ("secret-assignment", "const apiKey = '<h32>'"),
    ("secret-assignment", "DatabasePassword => \"<a12>\""),
    ("secret-value", "db_password: <a20>"),
    ("secret-value", "spring.datasource.password=<a20>"),
    ("secret-variable", "export MY_APP_SECRET_V2=<a10>"),
    ("secret-variable", "DB_PASSWORD=hunter"),
    ("docker-auth", "\"auth\": \"<b24>\""),
    ("netrc-password", "machine example.org login me password <a12>"),
    ("pgpass-password", "db.example.org:5432:main:app:<a12>"),
    ("connection-password", "Server=db;User Id=app;Password=<a12>;Encrypt=true"),
    ("secret-parameter", "https://example.org/?access_token=<a24>&x=1"),
    ("secret-assignment-short", "smtpPass: '<a16>'"),
    ("secret-environment", "ENV DB_PASSWORD <a16>"),
    ("secret-option", "tool --db-password <a16> --verbose"),
    ("secret-element", "password\"><a16></x"),
    ("secret-pair", "name=\"ApiKey\" value=\"<a16>\""),
    ("secret-argument", "setPassword(\"<a16>\")"),
    ("secret-value-short", "db_pass: <a16>"),
    ("secret-setting", "db_password: (<a8>&<a8>"),
    ("secret-setting-short", "db_pass: (<a8>&<a8>"),
    ("secret-below", "db_password: |\n  <a16>"),
    ("secret-fallback", "${DB_PASSWORD:-<a10>}"),
    ("secret-word", "\"password\": \"<d8>\","),
    ("secret-phrase", "passphrase = \"horse staple <d4> lamp\""),
    ("secret-random", "acmeKey = '<a18>'"),
    ("secret-foreign", "contraseña: <a10>"),
    ("sql-password", "identified by '<a10>'"),
    ("sshpass-password", "sshpass -p <a10> ssh x"),
    ("secure-string", "ConvertTo-SecureString \"<a10>\" -AsPlainText"),
    ("crypt-hash", "root:$6$<a16>$<a86>:1"),
];

/// The first example of a rule.
#[cfg(test)]
pub(super) fn example(rule: &str) -> String {
    EXAMPLES.iter().find(|(id, _)| *id == rule).map(|(_, template)| made(template, 7)).unwrap_or_default()
}

/// Fills a template. The same seed gives the same text.
pub(super) fn made(template: &str, seed: u64) -> String {
    filled(template, seed).0
}

/// Fills a template, and says where what it was filled with stands.
pub(super) fn filled(template: &str, seed: u64) -> (String, Vec<Range<usize>>) {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let (mut text, mut holes) = (String::new(), Vec::new());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('<') {
        text.push_str(before);
        let Some((hole, after)) = after.split_once('>') else {
            break;
        };
        let length: usize = hole[1..].parse().unwrap_or_default();
        let start = text.len();
        text.push_str(&random.characters(alphabet(&hole[..1]), length));
        holes.push(start..text.len());
        rest = after;
    }
    (text + rest, holes)
}

fn alphabet(name: &str) -> &'static str {
    match name {
        "h" => "0123456789abcdef",
        "u" => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
        "l" => "abcdefghijklmnopqrstuvwxyz0123456789",
        "d" => "123456789",
        "w" => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-",
        "b" => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
        _ => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
    }
}

/// A small generator: the tests need variety, not randomness.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    /// Begins with a letter of each case and a digit where the alphabet has them, as long secrets do in practice.
    fn characters(&mut self, alphabet: &str, length: usize) -> String {
        let bytes = alphabet.as_bytes();
        let wanted = if length < 8 { "" } else { "k7Qe" };
        let first = wanted.bytes().filter(|byte| bytes.contains(byte)).map(char::from);
        let mut text: String = first.collect();
        while text.len() < length {
            text.push(char::from(bytes[self.next() as usize % bytes.len()]));
        }
        text
    }
}

/// Lines of base64 of this width, the last one shorter.
pub(super) fn key_lines(lines: usize, width: usize) -> String {
    let mut text: Vec<String> = (1..lines).map(|line| made(&format!("<b{width}>"), line as u64)).collect();
    text.push(format!("{}=", made("<b31>", lines as u64)));
    text.join("\n")
}

/// Every kind of private key, with its name.
pub(super) fn key_examples() -> Vec<(&'static str, String)> {
    let armour = |kind: &str, dashes: &str, headers: &str, width: usize| {
        let (begin, end) = (["BEG", "IN"].concat(), ["EN", "D"].concat());
        let kind = kind.replace('~', "PRIVATE KEY");
        format!("{dashes}{begin} {kind}{dashes}\n{headers}{}\n{dashes}{end} {kind}{dashes}\n", key_lines(5, width))
    };
    let mut keys: Vec<(&'static str, String)> = ["~", "RSA ~", "EC ~", "DSA ~", "ENCRYPTED ~", "ANY ~", "ED25519 ~"]
        .map(|kind| ("pem", armour(kind, "-----", "", 64)))
        .into();
    keys.extend([
        ("openssh", armour("OPENSSH ~", "-----", "", 70)),
        ("encrypted pem", armour("RSA ~", "-----", "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A\n\n", 64)),
        ("pgp", armour("PGP ~ BLOCK", "-----", "Version: GnuPG v2\nComment: a test\n\n", 64)),
        ("pgp without headers", armour("PGP ~ BLOCK", "-----", "\n", 64)),
        ("narrow", armour("~", "-----", "", 20)),
        ("one line", armour("~", "-----", "", 64).replace("=\n", "=").replacen("-----\n", "-----", 1)),
        ("ssh2", armour("SSH2 ENCRYPTED ~", "---- ", "Comment: \"x\"\n", 70).replace("~---- ", "~ ----")),
        (
            "putty",
            format!(
                "{}-3: ssh-ed25519\nEncryption: none\nComment: x\nPrivate-Lines: 1\n{}\n",
                ["PuTTY-User", "-Key-File"].concat(),
                key_lines(2, 64)
            ),
        ),
        ("age", format!("# created: now\n{}-1{}\n", ["AGE-SECRET", "-KEY"].concat(), made("<u58>", 3))),
        (
            "openvpn",
            format!("-----BEGIN {}-----\n{}\n", ["OpenVPN Static", " key V1"].concat(), made("<h32>\n<h32>", 4)),
        ),
        ("wireguard", format!("[Interface]\n{} = {}=\n", ["Private", "Key"].concat(), made("<b43>", 5))),
        ("minisign", format!("untrusted comment: {} secret key\n{}\n", "minisign encrypted", made("<b80>", 6))),
        ("jwk", format!("{{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"a\",\"d\":\"{}\"}}", made("<w43>", 7))),
        ("xml", format!("<RSAKeyValue><Modulus>x</Modulus><D>{}</D></RSAKeyValue>", made("<b80>", 8))),
        ("tor", "== ed25519v1-secret: type0 ==\n".to_owned()),
        ("wallet", format!("xp{}", made("rv9s21ZrQH143K<x0>", 9)) + &"k7QeZ".repeat(20)),
        ("base64 of pem", format!("key: {}{}", made("<a16>", 9), ["UFJJVkFU", "RSBLRVktLS0tLQo"].concat())),
    ]);
    keys
}
