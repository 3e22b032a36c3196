//! Addresses of every kind, and whether a page may be used.

use super::*;

const ID: &str = "68a1b2c3-0000-4000-8000-000000000001";

fn conversation(id: &str, project: Option<&str>, temporary: bool) -> Address {
    Address::Conversation { id: id.to_owned(), project: project.map(str::to_owned), temporary }
}

#[track_caller]
fn check(url: &str, expected: Option<&Address>) {
    assert_eq!(Site::default().address(url).as_ref(), expected, "{url}");
}

#[test]
fn addresses_of_the_site() {
    check("https://chatgpt.com/", Some(&Address::NewChat { temporary: false }));
    check("https://chatgpt.com", Some(&Address::NewChat { temporary: false }));
    check("https://chatgpt.com/new", Some(&Address::NewChat { temporary: false }));
    check("https://chatgpt.com/?temporary-chat=true", Some(&Address::NewChat { temporary: true }));
    check("https://chatgpt.com/?q=hi#settings/Plugins", Some(&Address::NewChat { temporary: false }));
    check("https://chatgpt.com/c/abc", Some(&conversation("abc", None, false)));
    check("https://chatgpt.com/c/abc/?x=1#y", Some(&conversation("abc", None, false)));
    check("https://chatgpt.com/c/abc?temporary-chat=true", Some(&conversation("abc", None, true)));
    check("https://chatgpt.com/c/WEB:1234", Some(&Address::Transient));
    check("https://chatgpt.com/c/WEB%3A1234", Some(&Address::Transient));
    check("https://chatgpt.com/g/g-p-0af-my-plan/project", Some(&Address::Project { id: "g-p-0af".to_owned() }));
    check("https://chatgpt.com/g/g-p-0af/c/abc", Some(&conversation("abc", Some("g-p-0af"), false)));
    check("https://chatgpt.com/g/g-abc/c/abc", Some(&conversation("abc", None, false)));
    check("https://chatgpt.com/auth/login", Some(&Address::LogIn));
    check("https://chatgpt.com/log-in", Some(&Address::LogIn));
    check("https://chatgpt.com/plugins", Some(&Address::Other { path: "/plugins".to_owned() }));
    check("HTTPS://ChatGPT.com:443/c/abc", Some(&conversation("abc", None, false)));
}

#[test]
fn addresses_elsewhere_are_not_on_the_site() {
    for url in [
        "https://chatgpt.com.evil.example/c/abc",
        "https://evil.example/https://chatgpt.com/c/abc",
        "https://chatgpt.com@evil.example/c/abc",
        "https://chatgpt.com\\@evil.example/",
        "http://chatgpt.com/c/abc",
        "https://chatgpt.com:8443/",
        "https://www.chatgpt.com/",
        "https:///c/abc",
        "chatgpt.com/c/abc",
        "about:blank",
        "data:text/html,<title>ChatGPT</title>",
        "https://chat gpt.com/",
        "",
    ] {
        check(url, None);
    }
}

#[test]
fn a_site_is_an_origin_and_nothing_else() {
    assert_eq!(Site::new("http://127.0.0.1:4000").unwrap().origin(), "http://127.0.0.1:4000");
    assert_eq!(Site::new("https://ChatGPT.com/").unwrap(), Site::default());
    assert_eq!(Site::new("app://-").unwrap().origin(), "app://-");
    for text in ["chatgpt.com", "https://chatgpt.com/c", "https://a?b", "https://a#b", "https://u@a", ""] {
        assert!(Site::new(text).is_err(), "{text}");
    }
    let error = Site::new("chatgpt.com").unwrap_err().to_string();
    assert_eq!(error, "`chatgpt.com` is not an origin such as `https://chatgpt.com`");
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
    let in_project = Wanted::New { project: Some("g-p-0af-plan") };
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
        let expected = format!("`{url}` does not lead to a conversation");
        check_fit(Some("https://chatgpt.com/c/abc"), Wanted::At { url }, Err(&expected));
    }
}

#[test]
fn only_a_lasting_address_is_learnt() {
    let learn = |url| durable_url(&Site::default(), url);
    assert_eq!(learn("https://chatgpt.com/c/abc/?x#y").as_deref(), Some("https://chatgpt.com/c/abc"));
    let in_project = "https://chatgpt.com/g/g-p-0af-plan/c/abc";
    assert_eq!(learn(in_project).as_deref(), Some(in_project));
    for url in [
        "https://chatgpt.com/",
        "https://chatgpt.com/c/WEB:1",
        "https://chatgpt.com/c/abc?temporary-chat=true",
        "https://chatgpt.com/g/g-p-0af/project",
        "https://evil.example/c/abc",
    ] {
        assert_eq!(learn(url), None, "{url}");
    }
}
