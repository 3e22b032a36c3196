//! What of Gitleaks' rules is not used here, or used differently, with the reason for each.

/// A rule that is used differently.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) id: &'static str,
    /// An expression in place of Gitleaks'.
    pub(super) pattern: Option<&'static str>,
    /// Keywords in place of Gitleaks'.
    pub(super) keywords: Option<&'static [&'static str]>,
    /// Whether the keyword may stand anywhere: it is not part of the expression, as in Gitleaks.
    pub(super) anywhere: bool,
    /// Whether the whole match is the secret: the groups of the expression are there for other reasons.
    pub(super) whole: bool,
}

const SAME: Change = Change { id: "", pattern: None, keywords: None, anywhere: false, whole: false };

/// What stands before the name in many expressions. It lengthens matches and finds nothing that is not found without.
pub(super) const NAMED: (&str, &str) = (r"[\w.-]{0,50}?", "");

/// What stands between name and value: here also with escaped quotes. The values are letters and digits of a fixed
/// length, so that words of that length would be found; here they need a digit.
pub(super) const ASSIGNED: (&str, &str) = (
    r#"[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}"#,
    r#"[\s'"\\]{0,4}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=\\]{0,6}"#,
);

/// What stands after a value: here also what ends it in calls, lists, addresses and escapes.
pub(super) const ENDED: (&str, &str) = (r#"(?:[\x60'"\s;]|\\[nr]|$)"#, r#"(?:[\x60'"\s;,)\]}<&|\\]|$)"#);

pub(super) const CHANGES: &[Change] = &[
    Change { id: "facebook-access-token", anywhere: true, ..SAME },
    // Any 40 hexadecimal digits in a file that names Sourcegraph would do: each commit. The prefix is asked for.
    Change {
        id: "sourcegraph-access-token",
        pattern: Some(r"(?i)\b(sgp_(?:(?:[a-f0-9]{16}|local)_)?[a-f0-9]{40})\b"),
        keywords: Some(&["sgp_"]),
        ..SAME
    },
    // Its groups are the kinds of claims.
    Change { id: "jwt-base64", whole: true, ..SAME },
];

/// Rules that are not used, and why: `own:` names the rule of ours that finds all of it, which the tests prove.
pub(in crate::text) const UNUSED: &[(&str, &str)] = &[
    ("private-key", "own: private-key"),
    ("alibaba-access-key-id", "own: alibaba-access-key-id"),
    ("age-secret-key", "own: age-key"),
    (
        "generic-api-key",
        "our rules for assignments tell values from words and expressions, and need no list of 1,400 words",
    ),
    (
        "hashicorp-tf-password",
        "holds for files of one kind only; our rules for assignments judge the value in any file",
    ),
    ("bittrex-secret-key", "has the same expression as bittrex-access-key"),
    ("1password-service-account-token", "own: onepassword-token"),
    ("airtable-personnal-access-token", "own: airtable-token"),
    ("anthropic-admin-api-key", "own: anthropic-key"),
    ("anthropic-api-key", "own: anthropic-key"),
    ("artifactory-api-key", "own: artifactory-key"),
    ("aws-amazon-bedrock-api-key-long-lived", "own: aws-bedrock-key"),
    ("aws-amazon-bedrock-api-key-short-lived", "own: aws-bedrock-key"),
    ("cloudflare-origin-ca-key", "own: cloudflare-origin-key"),
    ("databricks-api-token", "own: databricks-token"),
    ("digitalocean-access-token", "own: digitalocean-token"),
    ("digitalocean-pat", "own: digitalocean-token"),
    ("doppler-api-token", "own: doppler-token"),
    ("easypost-api-token", "own: easypost-key"),
    ("easypost-test-api-token", "own: easypost-key"),
    ("facebook-page-access-token", "own: facebook-token"),
    ("flutterwave-encryption-key", "own: flutterwave-key"),
    ("flutterwave-secret-key", "own: flutterwave-key"),
    ("flyio-access-token", "own: fly-token"),
    ("gcp-api-key", "own: google-api-key"),
    ("github-app-token", "own: github-token"),
    ("github-fine-grained-pat", "own: github-fine-grained-token"),
    ("github-oauth", "own: github-token"),
    ("github-pat", "own: github-token"),
    ("github-refresh-token", "own: github-token"),
    ("gitlab-cicd-job-token", "own: gitlab-token"),
    ("gitlab-deploy-token", "own: gitlab-token"),
    ("gitlab-feature-flag-client-token", "own: gitlab-token"),
    ("gitlab-feed-token", "own: gitlab-token"),
    ("gitlab-incoming-mail-token", "own: gitlab-token"),
    ("gitlab-kubernetes-agent-token", "own: gitlab-token"),
    ("gitlab-oauth-app-secret", "own: gitlab-token"),
    ("gitlab-pat", "own: gitlab-token"),
    ("gitlab-pat-routable", "own: gitlab-token"),
    ("gitlab-ptt", "own: gitlab-token"),
    ("gitlab-rrt", "own: gitlab-runner-registration"),
    ("gitlab-runner-authentication-token", "own: gitlab-token"),
    ("gitlab-runner-authentication-token-routable", "own: gitlab-token"),
    ("gitlab-scim-token", "own: gitlab-token"),
    ("hashicorp-tf-api-token", "own: terraform-cloud-token"),
    ("heroku-api-key-v2", "own: heroku-key"),
    ("linear-api-key", "own: linear-key"),
    ("microsoft-teams-webhook", "own: teams-webhook"),
    ("notion-api-token", "own: notion-token"),
    ("openai-api-key", "own: openai-key"),
    ("perplexity-api-key", "own: perplexity-key"),
    ("planetscale-api-token", "own: planetscale-token"),
    ("planetscale-oauth-token", "own: planetscale-token"),
    ("prefect-api-token", "own: prefect-key"),
    ("pulumi-api-token", "own: pulumi-token"),
    ("pypi-upload-token", "own: pypi-token"),
    ("readme-api-token", "own: readme-key"),
    ("rubygems-api-token", "own: rubygems-key"),
    ("sendinblue-api-token", "own: brevo-key"),
    ("sentry-org-token", "own: sentry-token"),
    ("sentry-user-token", "own: sentry-token"),
    ("shopify-access-token", "own: shopify-token"),
    ("shopify-custom-access-token", "own: shopify-token"),
    ("shopify-private-app-access-token", "own: shopify-token"),
    ("shopify-shared-secret", "own: shopify-token"),
    ("slack-bot-token", "own: slack-token"),
    ("slack-legacy-bot-token", "own: slack-token"),
    ("slack-user-token", "own: slack-token"),
    ("vault-batch-token", "own: vault-token"),
];
