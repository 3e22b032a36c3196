//! Addresses of every kind.

use super::*;

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

#[test]
fn only_a_lasting_address_is_learnt() {
    let learn = |url| Site::default().conversation_url(url);
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

#[test]
fn a_project_is_known_by_any_address_in_it() {
    let page = Some("https://chatgpt.com/g/g-p-0af-plan/project".to_owned());
    for path in ["", "/", "/project", "/project/", "/project?x#y", "/c/abc"] {
        assert_eq!(Site::default().project_url(&format!("https://chatgpt.com/g/g-p-0af-plan{path}")), page, "{path}");
    }
    for url in [
        "https://chatgpt.com/",
        "https://chatgpt.com/g/g-abc/project",
        "https://chatgpt.com/g/g-p-xyz/project",
        "https://chatgpt.com/g/g-p-0af/settings",
        "https://chatgpt.com/c/abc",
        "https://evil.example/g/g-p-0af/project",
    ] {
        assert_eq!(Site::default().project_url(url), None, "{url}");
    }
}

#[test]
fn a_conversation_is_the_same_however_it_is_written() {
    let at = |url: &str| Site::default().address(url).unwrap();
    let plain = at("https://chatgpt.com/c/abc");
    for same in [
        "https://chatgpt.com/c/abc/",
        "https://chatgpt.com/c/abc?model=x#top",
        "https://chatgpt.com/g/g-p-0af-new/c/abc",
    ] {
        assert!(plain.is_same_conversation(&at(same)), "{same}");
    }
    for other in ["https://chatgpt.com/c/abd", "https://chatgpt.com/", "https://chatgpt.com/c/WEB:1"] {
        assert!(!plain.is_same_conversation(&at(other)), "{other}");
    }
    assert!(!at("https://chatgpt.com/").is_same_conversation(&at("https://chatgpt.com/")));
}
