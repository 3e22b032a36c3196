//! Tests of the Host and Origin check.

use axum::http::{HeaderMap, HeaderName, HeaderValue};

use super::{Allowed, Hosts, Refusal, names_loopback};

fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
    pairs.iter().map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_str(value).unwrap())).collect()
}

fn allowed() -> Allowed {
    Allowed::new(Hosts {
        hosts: vec!["c2c.example.org".to_owned(), "other.example.org:8443".to_owned()],
        origins: vec!["https://chatgpt.com".to_owned()],
    })
}

#[track_caller]
fn check(pairs: &[(&'static str, &str)], expected: Result<(), Refusal>) {
    assert_eq!(allowed().check(&"/w/ws_1/mcp".parse().unwrap(), &headers(pairs)), expected, "{pairs:?}");
}

#[test]
fn this_machine_and_the_listed_hosts_are_allowed() {
    for host in [
        "localhost",
        "LOCALHOST:1",
        "127.0.0.1",
        "127.0.0.1:7391",
        "[::1]",
        "[::1]:7391",
        "c2c.example.org",
        "C2C.example.org:443",
        "other.example.org:8443",
    ] {
        check(&[("host", host)], Ok(()));
    }
}

#[test]
fn every_other_host_is_refused() {
    for host in [
        "",
        "evil.example",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "evil.example:7391",
        "127.0.0.1@evil.example",
        "evil.example@127.0.0.1",
        "0.0.0.0",
        "127.0.0.2",
        "2130706433",
        "[::ffff:127.0.0.1]",
        "[::1",
        "::1",
        "localhost:",
        "localhost:x",
        "localhost:1:2",
        "localhost.",
        "other.example.org",
        "other.example.org:443",
        "c2c.example.org.",
        "a.c2c.example.org",
    ] {
        check(&[("host", host)], Err(Refusal::Host));
    }
}

#[test]
fn no_host_and_two_hosts_are_refused() {
    check(&[], Err(Refusal::NoHost));
    check(&[("host", "localhost"), ("host", "evil.example")], Err(Refusal::NoHost));
}

#[test]
fn a_target_that_names_another_host_is_refused() {
    let headers = headers(&[("host", "localhost:1")]);
    let check = |target: &str| allowed().check(&target.parse().unwrap(), &headers);
    assert_eq!(check("http://localhost:1/w/ws_1/mcp"), Ok(()));
    assert_eq!(check("http://evil.example/w/ws_1/mcp"), Err(Refusal::Host));
}

#[test]
fn origins_of_this_machine_and_listed_ones_are_allowed() {
    for origin in
        ["http://localhost", "http://localhost:3000", "http://127.0.0.1:8080", "http://[::1]:1", "https://chatgpt.com"]
    {
        check(&[("host", "localhost"), ("origin", origin)], Ok(()));
    }
}

#[test]
fn every_other_origin_is_refused() {
    for origin in [
        "null",
        "",
        "https://evil.example",
        "http://localhost.evil.example",
        "http://chatgpt.com",
        "https://chatgpt.com.evil.example",
        "https://chatgpt.com:444",
        "https://localhost",
        "file://",
        "http://localhost:3000/x",
    ] {
        check(&[("host", "localhost"), ("origin", origin)], Err(Refusal::Origin));
    }
    check(
        &[("host", "localhost"), ("origin", "http://localhost"), ("origin", "https://evil.example")],
        Err(Refusal::Origin),
    );
}

#[test]
fn the_lists_change_for_everyone_who_holds_them() {
    let allowed = allowed();
    let copy = allowed.clone();
    copy.set(Hosts { hosts: vec!["new.example.org".to_owned()], origins: Vec::new() });
    let check = |host: &str| allowed.check(&"/".parse().unwrap(), &headers(&[("host", host)]));
    assert_eq!(check("new.example.org"), Ok(()));
    assert_eq!(check("c2c.example.org"), Err(Refusal::Host));
}

#[test]
fn a_public_name_is_not_this_machine() {
    assert!(names_loopback(&headers(&[("host", "127.0.0.1:7391")])));
    assert!(!names_loopback(&headers(&[("host", "c2c.example.org")])));
    assert!(!names_loopback(&headers(&[])));
}
