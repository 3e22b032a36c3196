//! The table of secrets in text. Data only: the search is in `search.rs`, the checks are in `assignments.rs`.
//!
//! A row's keywords are what a text must contain before its expression is tried at all. Expressions have bounded
//! heads and end in a greedy class, so that a search never walks back over what it has read.

use std::ops::Range;

use super::assignments::{
    argument_value, bare_value, connection_value, element_value, has_digit, mixed, pair_value, password, quoted_value,
    registry_value, variable_value, varied,
};
use super::secret_names::{
    self, ARGUMENT, BARE, CONNECTION, ELEMENT, ENVIRONMENT, NETRC, OPTION, PAIR, PARAMETER, QUOTED, SHORT_BARE,
    SHORT_QUOTED, VARIABLE,
};
use super::settings::{
    self, below_value, fallback_value, foreign_value, literal_password, named_value, phrase_value, random_value,
    word_value,
};

/// Judges a match: the secret, and what follows it.
pub(super) type Check = fn(secret: &str, rest: &str) -> bool;
/// Finds places worth a look in a text.
pub(super) type Seek = fn(&str) -> Vec<Range<usize>>;

/// One row of the table of secrets.
#[derive(Debug, Clone, Copy)]
pub struct TextRule {
    /// The stable identifier of the rule.
    pub id: &'static str,
    /// Keywords that count only as written.
    pub(super) keywords: &'static [&'static str],
    /// Keywords in any letter case.
    pub(super) words: &'static [&'static str],
    /// The expression. Group 1, if there is one, is the secret itself.
    pub(super) pattern: &'static str,
    /// How much before a keyword the expression may need, in bytes.
    pub(super) before: usize,
    /// How much after a keyword the expression may need, in bytes.
    pub(super) after: usize,
    /// How a secret goes on when it is longer than the expression or the window.
    pub(super) tail: Tail,
    /// Finds further places worth a look, where no keyword would do.
    pub(super) seek: Option<Seek>,
    /// Whether a match within a long run of base64 is chance: its expression asks for little beyond letters.
    pub(super) alone: bool,
    /// What a match must look like to count.
    pub(super) check: Option<Check>,
}

/// Which characters continue a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tail {
    None,
    Word,
    Dotted,
    Base64,
    /// On to a quote, a backslash or a blank.
    Quoted,
    /// On to what ends a word in a configuration file.
    Bare,
    /// On to a blank or a tag.
    Element,
    /// On to a blank, or a quote that ends a word.
    Blank,
}

/// A token that begins with its keyword.
const fn token(id: &'static str, keywords: &'static [&'static str], pattern: &'static str) -> TextRule {
    TextRule {
        id,
        keywords,
        words: &[],
        pattern,
        before: 0,
        after: 320,
        tail: Tail::Word,
        seek: None,
        alone: false,
        check: None,
    }
}

/// A secret that is known only by the words near it.
const fn near(id: &'static str, words: &'static [&'static str], pattern: &'static str) -> TextRule {
    TextRule {
        id,
        keywords: &[],
        words,
        pattern,
        before: 0,
        after: 320,
        tail: Tail::Word,
        seek: None,
        alone: false,
        check: None,
    }
}

impl TextRule {
    const fn tail(self, tail: Tail) -> Self {
        Self { tail, ..self }
    }

    const fn before(self, before: usize) -> Self {
        Self { before, ..self }
    }

    const fn seek(self, seek: Seek) -> Self {
        Self { seek: Some(seek), ..self }
    }

    const fn after(self, after: usize) -> Self {
        Self { after, ..self }
    }

    const fn alone(self) -> Self {
        Self { alone: true, ..self }
    }

    const fn check(self, check: Check) -> Self {
        Self { check: Some(check), ..self }
    }
}

/// The first of the rules that are about general shapes: the rules of Gitleaks come before it.
pub(super) const GENERAL: &str = "url-password";

/// The rules, from the particular to the general: where findings overlap, the first of them names the secret.
pub const RULES: &[TextRule] = &[
    // Code hosting.
    token("github-token", &["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], r"gh[pousr]_[A-Za-z0-9_]{36}"),
    token("github-fine-grained-token", &["github_pat_"], r"github_pat_[A-Za-z0-9_]{36}"),
    token(
        "gitlab-token",
        &["glpat-", "gldt-", "glrt-", "glrtr-", "glptt-", "glsoat-", "glft-", "glimt-", "glagent-", "glcbt-", "glffct-", "gloas-", "glwt-"],
        r"gl(?:pat|dt|rtr|rt|ptt|soat|ft|imt|agent|cbt|ffct|oas|wt)-[A-Za-z0-9_-]{20}",
    )
    .tail(Tail::Dotted),
    token("gitlab-runner-registration", &["GR1348941"], r"GR1348941[A-Za-z0-9_-]{20}"),
    token("bitbucket-token", &["ATBB", "ATCTT3xFfG"], r"(?:ATBB[A-Za-z0-9]{28}|ATCTT3xFfG[A-Za-z0-9_=-]{50})").tail(Tail::Base64).alone(),
    token("atlassian-token", &["ATATT3"], r"ATATT3[A-Za-z0-9_=-]{60}").tail(Tail::Base64),
    token("azure-devops-token", &["AZDO"], r"\b[A-Za-z0-9]{70,80}AZDO[A-Za-z0-9]{4}\b").before(90),
    // Clouds.
    token("aws-access-key-id", &["AKIA", "ASIA", "ABIA", "ACCA"], r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b"),
    near(
        "aws-secret-key",
        &["aws", "secretaccess", "secret_access"],
        r#"(?i:aws_?secret|secret_?access_?key|aws)[A-Za-z0-9_. -]{0,30}\\{0,3}["']?\s{0,3}(?::=|=>|[:=])\s{0,3}\\{0,3}["']?([A-Za-z0-9/+]{40})"#,
    )
    .tail(Tail::None)
    .check(mixed),
    token("aws-bedrock-key", &["ABSK", "bedrock-api-key-"], r"(?:ABSK[A-Za-z0-9+/]{60}|bedrock-api-key-[A-Za-z0-9+/]{20})").tail(Tail::Base64).alone(),
    token("google-api-key", &["AIza"], r"\bAIza[A-Za-z0-9_-]{35}"),
    token("google-oauth-secret", &["GOCSPX-"], r"GOCSPX-[A-Za-z0-9_-]{24}"),
    token("google-oauth-token", &["ya29."], r"\bya29\.[A-Za-z0-9_-]{20}").tail(Tail::Dotted),
    token("google-refresh-token", &["1//0"], r"\b1//0[A-Za-z0-9_-]{40}"),
    token("firebase-messaging-key", &["APA91b"], r"\bAAAA[A-Za-z0-9_-]{7}:APA91b[A-Za-z0-9_-]{60}").before(20).alone(),
    near("azure-storage-key", &["accountkey"], r"(?i:AccountKey)\s{0,3}=\s{0,3}([A-Za-z0-9+/]{40})").tail(Tail::Base64),
    near("azure-shared-access-key", &["sharedaccesskey"], r"(?i:SharedAccessKey)\s{0,3}=\s{0,3}([A-Za-z0-9+/]{40})").tail(Tail::Base64),
    token("azure-signature", &["sig="], r"[?&]sig=([A-Za-z0-9%+/_-]{40})").before(1).tail(Tail::Base64),
    token("azure-client-secret", &["7Q~", "8Q~"], r"\b[A-Za-z0-9_.~-]{3}[78]Q~[A-Za-z0-9_.~-]{31}").before(3),
    token("azure-key", &["AzFu", "AzSe", "AzCa", "+ASt", "ACDbz", "APIMA", "JQQJ99"], r"[A-Za-z0-9+/]{33,80}(?:AzFu|AzSe|AzCa|\+ASt|ACDbz|APIMA|JQQJ99)[A-Za-z0-9+/]{4}").before(90).tail(Tail::Base64).alone(),
    token("vercel-token", &["vcp_", "vci_", "vca_", "vcr_", "vck_"], r"\bvc[piark]_[A-Za-z0-9]{24}").check(mixed),
    token("digitalocean-token", &["dop_v1_", "doo_v1_", "dor_v1_"], r"do[por]_v1_[a-f0-9]{64}"),
    token("alibaba-access-key-id", &["LTAI"], r"\bLTAI[A-Za-z0-9]{16}").check(has_digit),
    token("tencent-secret-id", &["AKID"], r"\bAKID[A-Za-z0-9]{32}").check(has_digit),
    token("cloudflare-origin-key", &["v1.0-"], r"\bv1\.0-[a-f0-9]{24}-[a-f0-9]{100}"),
    near("cloudflare-token", &["cloudflare", "cf_api"], r#"(?i:cloudflare|cf_api)[A-Za-z0-9_.-]{0,30}\\{0,3}["']?\s{0,3}(?::=|=>|[:=])\s{0,3}\\{0,3}["']?([A-Za-z0-9_-]{37,40})\b"#).check(has_digit),
    token("heroku-key", &["HRKU-"], r"HRKU-[A-Za-z0-9_-]{36}"),
    token("fly-token", &["fo1_", "fm1r_", "fm1a_", "fm2_"], r"\b(?:fo1_[A-Za-z0-9_-]{40}|fm(?:1[ar]|2)_[A-Za-z0-9+/=]{60})").tail(Tail::Base64),
    token("netlify-token", &["nfp_", "nfc_", "nfo_", "nfu_"], r"\bnf[pcou]_[A-Za-z0-9]{36}"),
    token("render-key", &["rnd_"], r"\brnd_[A-Za-z0-9]{28}").check(has_digit),
    token("scaleway-key", &["SCW"], r"\bSCW[A-Z0-9]{17}\b").check(has_digit),
    token("supabase-key", &["sbp_", "sb_secret_"], r"\b(?:sbp_[a-f0-9]{40}|sb_secret_[A-Za-z0-9_-]{20})"),
    token("planetscale-token", &["pscale_"], r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32}").tail(Tail::Dotted),
    token("databricks-token", &["dapi"], r"\bdapi[a-f0-9]{32}"),
    token("tailscale-key", &["tskey-"], r"tskey-[a-z]{2,12}-[A-Za-z0-9-]{16}"),
    // Models.
    token("anthropic-key", &["sk-ant-"], r"sk-ant-[A-Za-z0-9_-]{20}"),
    token("openai-key", &["sk-"], r"\bsk-(?:proj-|svcacct-|admin-|None-|or-v1-)?[A-Za-z0-9_-]{20}").check(mixed_or_hex),
    token("huggingface-token", &["hf_", "api_org_"], r"\b(?:hf_|api_org_)[A-Za-z0-9]{30}"),
    token("groq-key", &["gsk_"], r"\bgsk_[A-Za-z0-9]{40}"),
    token("xai-key", &["xai-"], r"\bxai-[A-Za-z0-9]{60}"),
    token("replicate-token", &["r8_"], r"\br8_[A-Za-z0-9]{37}"),
    token("perplexity-key", &["pplx-"], r"\bpplx-[A-Za-z0-9]{40}"),
    token("langsmith-key", &["lsv2_"], r"\blsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}"),
    // Messaging.
    token("slack-token", &["xox", "xapp", "xwfp"], r"(?:xox[abprsocde]|xapp|xwfp)[.-][A-Za-z0-9.%-]{18}").tail(Tail::Dotted).check(has_digit),
    near("slack-webhook", &["hooks.slack.com"], r"(?i:hooks\.slack\.com)/((?:services|workflows|triggers)/[A-Za-z0-9+/]{20})").tail(Tail::Base64),
    near("discord-webhook", &["/api/webhooks/"], r"(?i:/api/webhooks/)([0-9]{16,20}/[A-Za-z0-9_-]{50})"),
    near("teams-webhook", &["webhook.office.com"], r"(?i:webhook\.office\.com)/(webhookb?2?/[A-Za-z0-9@/_-]{40})").tail(Tail::Base64),
    near("wecom-webhook", &["qyapi.weixin.qq.com"], r"(?i:qyapi\.weixin\.qq\.com/cgi-bin/webhook/(?:send|upload_media)\?key=)([A-Fa-f0-9-]{36})"),
    near("feishu-webhook", &["open.feishu.cn", "open.larksuite.com"], r"(?i:open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/v2/hook/)([A-Za-z0-9-]{36})"),
    token("resend-key", &["re_"], r"\bre_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}").check(mixed),
    token("discord-token", &[], r"\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27}").seek(dots_seven_apart).check(mixed),
    token("telegram-token", &[":AA"], r"\b[0-9]{7,11}:AA[A-Za-z0-9_-]{32}").before(11),
    token("twilio-key", &["SK", "AC"], r"\b(?:SK|AC)[a-f0-9]{32}\b").check(varied),
    near("twilio-auth-token", &["twilio"], r#"(?i:twilio)[A-Za-z0-9_. -]{0,20}(?i:token|secret)["']?\s{0,3}[:=]\s{0,3}["']?([a-f0-9]{32})\b"#),
    token("sendgrid-key", &["SG."], r"\bSG\.[A-Za-z0-9_-]{16,24}\.[A-Za-z0-9_-]{39}"),
    token("mailgun-key", &["key-"], r"\bkey-[a-f0-9]{32}\b").check(varied),
    token("mailchimp-key", &["-us"], r"\b[a-f0-9]{32}-us[0-9]{1,2}\b").before(32),
    token("brevo-key", &["xkeysib-", "xsmtpsib-"], r"x(?:key|smtp)sib-[a-f0-9]{64}"),
    // Payment and commerce.
    token("stripe-key", &["sk_live_", "sk_test_", "rk_live_", "rk_test_", "sk_org_", "rk_org_"], r"\b(?:sk|rk)_(?:live|test|org)_[A-Za-z0-9_]{16}"),
    token("stripe-webhook-secret", &["whsec_"], r"\bwhsec_[A-Za-z0-9+/]{24}").tail(Tail::Base64),
    token("shopify-token", &["shpat_", "shpca_", "shppa_", "shpss_", "shpua_"], r"shp(?:at|ca|pa|ss|ua)_[A-Fa-f0-9]{32}"),
    token("square-token", &["EAAA", "sq0csp-", "sq0atp-"], r"\b(?:EAAA[A-Za-z0-9_-]{56}|sq0(?:csp|atp)-[A-Za-z0-9_-]{22})").alone(),
    token("braintree-token", &["access_token$"], r"access_token\$(?:production|sandbox)\$[a-z0-9]{13,20}\$[a-f0-9]{32}"),
    token("facebook-token", &["EAA"], r"\bEAA[A-Za-z0-9]{80}").alone(),
    token("twitter-bearer", &["AAAAAAAAAAAAAAAAAAAA"], r"\bA{20,24}[A-Za-z0-9%]{50}").check(mixed).alone(),
    token("easypost-key", &["EZAK", "EZTK"], r"\bEZ[AT]K[A-Za-z0-9]{54}"),
    token("flutterwave-key", &["FLWSECK"], r"\bFLWSECK(?:_TEST)?-[A-Za-z0-9]{12}"),
    // Package registries.
    token("npm-token", &["npm_"], r"\bnpm_[A-Za-z0-9]{36}"),
    near("npm-auth", &["_authtoken", "_auth", "_password"], r#"\b(?i:_authToken|_auth|_password)\s{0,3}=\s{0,3}["']?([A-Za-z0-9+/_.-]{16})"#).tail(Tail::Base64).check(registry_value),
    token("pypi-token", &["pypi-"], r"\bpypi-[A-Za-z0-9_-]{50}"),
    token("crates-token", &["cio"], r"\bcio[A-Za-z0-9]{32}\b").check(has_digit),
    token("rubygems-key", &["rubygems_"], r"\brubygems_[a-f0-9]{48}"),
    token("nuget-key", &["oy2"], r"\boy2[a-z0-9]{43}\b"),
    token("docker-token", &["dckr_pat_", "dckr_oat_"], r"dckr_[po]at_[A-Za-z0-9_-]{20}"),
    token("clojars-token", &["CLOJARS_"], r"\bCLOJARS_[a-f0-9]{60}"),
    token("artifactory-key", &["AKCp", "cmVmdGtu"], r"\b(?:AKCp[A-Za-z0-9]{60}|cmVmdGtu[A-Za-z0-9]{50})"),
    // Operations.
    token("vault-token", &["hvs.", "hvb.", "hvr."], r"\bhv[sbr]\.[A-Za-z0-9_-]{24}"),
    token("terraform-cloud-token", &[".atlasv1."], r"\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{50}").before(14).tail(Tail::Base64),
    token("pulumi-token", &["pul-"], r"\bpul-[a-f0-9]{40}"),
    token("doppler-token", &["dp."], r"\bdp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{40}"),
    token("onepassword-token", &["ops_eyJ"], r"\bops_eyJ[A-Za-z0-9+/_-]{40}").tail(Tail::Base64),
    token("grafana-token", &["glc_", "glsa_"], r"\bgl(?:c|sa)_[A-Za-z0-9+/_]{32}").tail(Tail::Base64),
    token("new-relic-key", &["NRAK-", "NRJS-", "NRII-", "NRAL"], r"\b(?:NRAK-[A-Z0-9]{27}|NRJS-[a-f0-9]{19}|NRII-[A-Za-z0-9_-]{32})"),
    token("sentry-token", &["sntrys_", "sntryu_"], r"\bsntry[su]_[A-Za-z0-9+/=_]{40}").tail(Tail::Base64),
    token("dynatrace-token", &["dt0"], r"\bdt0[a-z][0-9]{2}\.[A-Z0-9]{8,24}\.[A-Z0-9]{64}"),
    token("posthog-key", &["phx_"], r"\bphx_[A-Za-z0-9]{32}").check(has_digit),
    token("buildkite-token", &["bkua_"], r"\bbkua_[a-f0-9]{40}"),
    token("circleci-token", &["CCIPAT_", "CCIPRJ_"], r"\bCCIP(?:AT|RJ)_[A-Za-z0-9]{10,30}_[a-f0-9]{40}"),
    token("age-plugin-identity", &["AGE-PLUGIN-"], r"AGE-PLUGIN-[A-Z0-9-]{3,40}-1[A-Z0-9]{20}"),
    // Applications.
    token("linear-key", &["lin_api_", "lin_oauth_"], r"\blin_(?:api|oauth)_[A-Za-z0-9]{40}"),
    token("notion-token", &["ntn_", "secret_"], r"\b(?:ntn_[A-Za-z0-9]{40}|secret_[A-Za-z0-9]{43}\b)").check(has_digit),
    token("figma-token", &["figd_", "figo_"], r"\bfig[do]_[A-Za-z0-9_-]{36}"),
    token("postman-key", &["PMAK-"], r"\bPMAK-[a-f0-9]{24}-[a-f0-9]{34}"),
    token("airtable-token", &["pat"], r"\bpat[A-Za-z0-9]{14}\.[a-f0-9]{64}"),
    token("dropbox-token", &["sl."], r"\bsl\.(?:u\.)?[A-Za-z0-9_-]{100}"),
    token("typeform-token", &["tfp_"], r"\btfp_[A-Za-z0-9_-]{40}"),
    token("contentful-token", &["CFPAT-"], r"\bCFPAT-[A-Za-z0-9_-]{43}"),
    token("readme-key", &["rdme_"], r"\brdme_[a-z0-9]{70}"),
    token("prefect-key", &["pnu_", "pnb_"], r"\bpn[ub]_[A-Za-z0-9]{36}"),
    token("adafruit-key", &["aio_"], r"\baio_[A-Za-z0-9]{28}"),
    token("hubspot-token", &["pat-na", "pat-eu"], r"\bpat-(?:na|eu)[0-9]-[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}"),
    // General shapes.
    token("json-web-token", &["eyJ"], r"\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{10}").after(8 * 1024)
    .tail(Tail::Dotted),
    near("url-password", &["://"], r#"://[^\s:@/?#"'<>`]*:([^\s@/"'<>`]+)@[A-Za-z0-9\[$%{_-]"#).tail(Tail::None).check(password),
    near("authorization-header", &["authorization"], r#"(?i:authorization)["']?\s{0,3}[:=,]\s{0,3}["'`]?(?i:bearer|basic|token|digest|apikey|negotiate|ntlm|aws4-hmac-sha256)\s{1,3}([A-Za-z0-9._~+/=-]{8})"#).tail(Tail::Base64).check(password),
    near("bearer-token", &["bearer"], r"(?i:bearer)\s{1,3}([A-Za-z0-9._~+/-]{20})").tail(Tail::Base64).check(has_digit),
    near("session-cookie", &["cookie"], r#"(?i:cookie)["']?\s{0,3}[:=]\s{0,3}["']?[^\r\n"']{0,60}?(?i:session|sess|sid|auth|token)[A-Za-z0-9_.-]{0,20}=([A-Za-z0-9%._~+/-]{16})"#).tail(Tail::Base64).check(has_digit),
    near("docker-auth", &["\"auth"], r#""(?i:auth)\\{0,3}"\s{0,2}:\s{0,2}\\{0,3}"([A-Za-z0-9+/]{12})"#).tail(Tail::Base64).check(mixed),
    near("netrc-password", &["password"], NETRC).before(110).tail(Tail::Bare).check(password),
    token("pgpass-password", &[":5432:"], r":5432:[^:\s]{1,60}:[^:\s]{1,60}:([^:\s]{4})").tail(Tail::Bare).check(password),
    near("connection-password", &["password", "pwd"], CONNECTION).before(3).tail(Tail::Bare).check(connection_value),
    // Names that sound secret.
    near("secret-parameter", &["passw", "pwd", "secret", "token", "key", "signature"], PARAMETER).before(50).tail(Tail::Bare).check(argument_value),
    near("secret-assignment", secret_names::WORDS, QUOTED).tail(Tail::Quoted).check(quoted_value),
    near("secret-assignment-short", secret_names::SHORT_WORDS, SHORT_QUOTED).before(6).tail(Tail::Quoted).check(quoted_value),
    token("secret-variable", &["PASSW", "_PASS", "PASSPHRASE", "PWD", "SECRET", "TOKEN", "KEY", "CREDENTIAL"], VARIABLE).before(60).tail(Tail::Bare).check(variable_value),
    near("secret-environment", secret_names::WORDS, ENVIRONMENT).before(60).tail(Tail::Bare).check(variable_value),
    near("secret-option", &["pass", "pwd", "secret", "token", "key", "credential"], OPTION).before(40).tail(Tail::Bare).check(argument_value),
    near("secret-element", secret_names::WORDS, ELEMENT).tail(Tail::Element).check(element_value),
    near("secret-pair", secret_names::WORDS, PAIR).tail(Tail::Quoted).check(pair_value),
    near("secret-argument", secret_names::WORDS, ARGUMENT).tail(Tail::Quoted).check(argument_value),
    near("secret-value", secret_names::WORDS, BARE).tail(Tail::Bare).check(bare_value),
    near("secret-value-short", secret_names::SHORT_WORDS, SHORT_BARE).before(6).tail(Tail::Bare).check(bare_value),
    // Names that sound secret, and values with signs in them.
    near("secret-setting", secret_names::WORDS, settings::NAMED).tail(Tail::Blank).check(named_value),
    near("secret-setting-short", secret_names::SHORT_WORDS, settings::SHORT_NAMED).before(6).tail(Tail::Blank).check(named_value),
    near("secret-below", secret_names::WORDS, settings::BELOW).tail(Tail::Blank).check(below_value),
    near("secret-fallback", secret_names::WORDS, settings::FALLBACK).tail(Tail::Bare).check(fallback_value),
    near("secret-word", &["password", "passwd", "secret"], settings::WORD).before(1).tail(Tail::Quoted).check(word_value),
    near("secret-phrase", &["passphrase", "mnemonic", "seed"], settings::PHRASE).tail(Tail::None).check(phrase_value),
    // Names that may be of a secret, and values that look random.
    near("secret-random", settings::DOUBTFUL_WORDS, settings::DOUBTFUL).before(12).after(160).tail(Tail::Base64).check(random_value),
    near("secret-foreign", settings::FOREIGN_WORDS, settings::FOREIGN).tail(Tail::Blank).check(foreign_value),
    // Commands.
    near("sql-password", &["identified", "password"], settings::SQL).tail(Tail::Quoted).check(literal_password),
    near("sshpass-password", &["sshpass"], settings::SSHPASS).tail(Tail::Blank).check(literal_password),
    near("secure-string", &["securestring"], settings::SECURE_STRING).tail(Tail::Quoted).check(literal_password),
    token("crypt-hash", &["$1$", "$2a$", "$2b$", "$2y$", "$5$", "$6$", "$y$", "$apr1$"], settings::CRYPT).tail(Tail::None).check(mixed),
];

/// The middle part of a Discord token has six characters, so its dots stand seven apart.
fn dots_seven_apart(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let dots = text.match_indices('.').map(|(at, _)| at).filter(|at| bytes.get(at + 7) == Some(&b'.'));
    dots.map(|at| at.saturating_sub(28)..text.len().min(at + 60)).collect()
}

/// Letters of both cases and a digit, or sixteen hexadecimal digits in a row.
fn mixed_or_hex(value: &str, rest: &str) -> bool {
    mixed(value, rest)
        || value
            .split('-')
            .next_back()
            .is_some_and(|last| last.len() >= 16 && last.bytes().all(|byte| byte.is_ascii_hexdigit()))
}
