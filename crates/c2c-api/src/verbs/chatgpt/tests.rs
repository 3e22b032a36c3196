//! Which pages are ChatGPT's, and what the adapter's answers become.

use super::*;
use crate::testing::Fixture;

const ORIGIN: &str = "https://chatgpt.com";

#[test]
fn only_pages_of_the_origin_are_opened() {
    for url in ["https://chatgpt.com", "https://chatgpt.com/", "https://chatgpt.com/c/1?x=2#y", "https://chatgpt.com?x"]
    {
        assert_eq!(page(ORIGIN, url).unwrap(), url);
    }
    for bad in [
        "https://chatgpt.com.evil.org/",
        "https://chatgpt.com@evil.org/",
        "https://chatgpt.com:8443/",
        "http://chatgpt.com/",
        "https://evil.org/https://chatgpt.com/",
        "https://chatgpt.com/ --x",
        "",
        "https://chatgpt.com/\n",
        "javascript:alert(1)",
        "--remote-debugging-port=1",
    ] {
        assert_eq!(page(ORIGIN, bad).unwrap_err().kind, ErrorKind::User, "{bad}");
    }
}

#[test]
fn a_project_has_an_address_of_its_own() {
    let project = "https://chatgpt.com/g/g-p-0123-shop/project";
    assert_eq!(project_url(ORIGIN, project).unwrap(), project);
    let error = project_url(ORIGIN, "https://chatgpt.com/c/1").unwrap_err();
    assert_eq!(error.to_string(), "`https://chatgpt.com/c/1` is no ChatGPT Project");
}

#[tokio::test]
async fn what_the_browser_says_is_answered() {
    let fixture = Fixture::new();
    let params = ChatGptOpenParams { url: Some("https://chatgpt.com/c/1".to_owned()), project: None };
    let view = chatgpt_open(&fixture.app, &params).await.unwrap();
    assert_eq!((view.how.as_str(), view.url.as_deref()), ("page", Some("https://chatgpt.com/c/1")));
    let running = chatgpt_open(&fixture.app, &ChatGptOpenParams::default()).await.unwrap();
    assert_eq!((running.how.as_str(), running.url), ("running", None));
    let status = chatgpt_status(&fixture.app).await.unwrap();
    assert_eq!((status.subject.as_deref(), status.ok, status.lines.len()), (Some("Chromium 156"), false, 2));
    assert!(chatgpt_close(&fixture.app).await.unwrap().closed);
}
