//! Whether a page may be used.

use super::*;

const ID: &str = "68a1b2c3-0000-4000-8000-000000000001";

#[test]
fn a_page_that_could_not_be_loaded_is_no_page_of_somebody_else() {
    let shown = |url| qualify(&Site::default(), Some(url), Wanted::New { project: None });
    let why = |why| Qualification::NotQualified { why };
    assert_eq!(shown("chrome-error://chromewebdata/"), why(Unfit::NotReached));
    let other = "https://example.org/chrome-error://chromewebdata/";
    assert_eq!(shown(other), why(Unfit::OtherOrigin { url: other.to_owned() }));
}

#[track_caller]
fn check_fit(url: Option<&str>, wanted: Wanted<'_>, expected: Result<(), &str>) {
    let found = match qualify(&Site::default(), url, wanted) {
        Qualification::Qualified { .. } => Ok(()),
        Qualification::NotQualified { why } => Err(why.to_string()),
    };
    assert_eq!(found, expected.map_err(str::to_owned), "{url:?} for {wanted:?}");
}

#[test]
fn a_known_conversation_is_the_only_one_that_will_do() {
    let wanted = Wanted::At { url: &format!("https://chatgpt.com/c/{ID}") };
    check_fit(Some(&format!("https://chatgpt.com/c/{ID}?model=x#end")), wanted, Ok(()));
    check_fit(Some(&format!("https://chatgpt.com/g/g-p-0af-plan/c/{ID}")), wanted, Ok(()));
    for url in ["https://chatgpt.com/c/other", "https://chatgpt.com/", "https://chatgpt.com/c/WEB:1"] {
        check_fit(Some(url), wanted, Err(&format!("`{url}` is not this session's conversation")));
    }
    let copied = format!("https://evil.example/c/{ID}");
    check_fit(Some(&copied), wanted, Err(&format!("`{copied}` is not on ChatGPT's origin")));
}

#[test]
fn a_new_conversation_begins_where_it_was_meant_to() {
    let anywhere = Wanted::New { project: None };
    let in_project = Wanted::New { project: Some("g-p-0af") };
    check_fit(Some("https://chatgpt.com/"), anywhere, Ok(()));
    check_fit(Some("https://chatgpt.com/g/g-p-0af-renamed/project"), in_project, Ok(()));
    for (url, wanted) in [
        ("https://chatgpt.com/c/abc", anywhere),
        ("https://chatgpt.com/g/g-p-0af/project", anywhere),
        ("https://chatgpt.com/", in_project),
        ("https://chatgpt.com/g/g-p-0b/project", in_project),
    ] {
        check_fit(Some(url), wanted, Err(&format!("`{url}` is not this session's conversation")));
    }
}

#[test]
fn a_begun_conversation_may_be_between_addresses() {
    for path in ["", "c/WEB:1", "c/abc", "g/g-p-0af/project"] {
        check_fit(Some(&format!("https://chatgpt.com/{path}")), Wanted::Begun, Ok(()));
    }
    check_fit(Some("https://chatgpt.com/plugins"), Wanted::Begun, Err("`/plugins` is not a conversation"));
}

#[test]
fn a_page_without_address_or_with_a_login_does_not_qualify() {
    check_fit(None, Wanted::Begun, Err("the page does not tell its address"));
    check_fit(Some(""), Wanted::Begun, Err("the page does not tell its address"));
    check_fit(Some("https://chatgpt.com/auth/login?x"), Wanted::Begun, Err("ChatGPT asks for a login"));
    check_fit(Some("https://auth.openai.com/authorize"), Wanted::Begun, Err("ChatGPT asks for a login"));
}

#[test]
fn an_address_that_does_not_last_is_never_wanted() {
    for url in ["https://chatgpt.com/c/WEB:1", "https://chatgpt.com/", "https://evil.example/c/abc", "c/abc"] {
        let expected = format!("`{url}` does not lead to a conversation or a Project");
        check_fit(Some("https://chatgpt.com/c/abc"), Wanted::At { url }, Err(&expected));
    }
}

#[test]
fn nothing_will_do_where_the_given_address_leads_nowhere() {
    for path in ["", "c/abc", "g/g-p-0af/project"] {
        let url = "https://chatgpt.com/g/x";
        let expected = format!("`{url}` does not lead to a conversation or a Project");
        check_fit(Some(&format!("https://chatgpt.com/{path}")), Wanted::Nowhere { url }, Err(&expected));
    }
}
