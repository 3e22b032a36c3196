//! What each setting takes and refuses.

use serde_json::json;

use super::*;

#[test]
fn an_origin_is_a_scheme_and_a_host() {
    for (text, expected) in [
        ("https://chatgpt.com", "https://chatgpt.com"),
        ("https://chatgpt.com/", "https://chatgpt.com"),
        ("https://chat.example-1.org:8443", "https://chat.example-1.org:8443"),
        ("http://127.0.0.1:7000", "http://127.0.0.1:7000"),
        ("http://[::1]:7000", "http://[::1]:7000"),
        ("http://[::1]", "http://[::1]"),
        ("http://localhost", "http://localhost"),
    ] {
        assert_eq!(origin(&json!(text)).as_deref(), Some(expected), "{text}");
    }
    for bad in [
        "http://chatgpt.com",
        "http://127.0.0.1.evil.org",
        "http://localhost.evil.org",
        "chatgpt.com",
        "https://",
        "https://chatgpt.com/c/1",
        "https://a@chatgpt.com",
        "https://chatgpt.com:0",
        "https://chatgpt.com:x",
        "https://chatgpt.com:",
        "https://chatgpt.com:+1",
        "https://ChatGPT.com",
        "https://a..b",
        "https://-a.b",
        "file:///etc",
        "javascript://x",
        "https://chatgpt.com?x",
        "https://chatgpt.com\n",
        "https://chat gpt.com",
    ] {
        assert_eq!(origin(&json!(bad)), None, "{bad}");
    }
    assert_eq!(origin(&json!(1)), None);
}

#[test]
fn switches_that_open_the_browser_or_are_c2c_s_own_are_refused() {
    let free = json!(["--lang=de", "--proxy-server=http://x:1", "--no-sandbox", "--disable-features=A,B"]);
    assert_eq!(switches(&free).unwrap().len(), 4);
    assert_eq!(switches(&json!([])).unwrap().len(), 0);
    for bad in [
        "--remote-debugging-port=9222",
        "--remote-debugging-pipe",
        "--Remote-Debugging-Port=1",
        "--load-extension=/x",
        "--disable-web-security",
        "--user-data-dir=/x",
        "--user-data-dir",
        "--app=https://x",
        "--headless",
        "--headless=new",
        "--type=renderer",
        "--ignore-certificate-errors",
        "-lang=de",
        "lang",
        "--",
        "--=x",
        "--lang=de\n",
        "--a b",
        "",
    ] {
        assert_eq!(switches(&json!(["--lang=de", bad])), None, "{bad}");
    }
    assert_eq!(switches(&json!("--lang=de")), None);
    assert_eq!(switches(&json!([1])), None);
    assert!(switches(&json!(["--apparition", "--user-data-directory"])).is_some(), "only the very names");
}

#[test]
fn programs_are_named_or_absolute() {
    for text in ["chrome", "chromium", "edge", "brave"] {
        assert_eq!(browser(&json!(text)).as_deref(), Some(text));
    }
    let absolute = if cfg!(windows) { r"C:\x.exe" } else { "/opt/x" };
    assert_eq!(browser(&json!(absolute)).as_deref(), Some(absolute));
    assert_eq!(app(&json!(absolute)).as_deref(), Some(absolute));
    assert_eq!(app(&json!("off")).as_deref(), Some("off"));
    for bad in [json!("firefox"), json!("bin/chrome"), json!("Chrome"), json!(1), json!("")] {
        assert_eq!((browser(&bad), app(&bad)), (None, None), "{bad}");
    }
}

#[test]
fn pictures_are_off_or_kept_for_some_days() {
    let read = |value: Value| pictures(&value);
    assert_eq!([read(json!("off")), read(json!(1)), read(json!(90))], [Some(None), Some(Some(1)), Some(Some(90))]);
    assert_eq!([read(json!(0)), read(json!(91)), read(json!("on")), read(json!(true))], [None; 4]);
    assert_eq!(read(json!(346)), None, "more than a byte holds");
}

#[test]
fn the_mode_is_one_of_two() {
    let read = |text: &str| mode(&json!(text));
    assert_eq!([read("chat"), read("work"), read("Work")], [Some(ChatGptMode::Chat), Some(ChatGptMode::Work), None]);
}
