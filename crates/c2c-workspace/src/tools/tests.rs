//! The schemas of the tools over files, committed, and flat.

use serde_json::Value;

use super::*;
use crate::schema;

/// The committed schema of a tool's input or answer. Review a change like a change of the contract: ChatGPT keeps the
/// catalogue until a person refreshes it.
fn check(name: &str, schema: &serde_json::Map<String, Value>) {
    assert_eq!(schema::not_flat(schema), Vec::<String>::new(), "{name}");
    insta::with_settings!({ snapshot_path => "../../schemas", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_json_snapshot!(name, schema);
    });
}

macro_rules! tool {
    ($test:ident, $name:literal, $params:ty, $response:ty) => {
        #[test]
        fn $test() {
            let input = schema::input::<$params>();
            assert_eq!(input.get("additionalProperties"), Some(&Value::Bool(false)), "{}", $name);
            check(concat!($name, ".input"), &input);
            check(concat!($name, ".output"), &schema::output::<$response>());
        }
    };
}

tool!(
    the_schema_of_list_directory_is_committed_and_flat,
    "list_directory",
    list_directory::ListDirectoryParams,
    list_directory::ListDirectoryResponse
);
tool!(
    the_schema_of_find_files_is_committed_and_flat,
    "find_files",
    find_files::FindFilesParams,
    find_files::FindFilesResponse
);
tool!(
    the_schema_of_read_file_is_committed_and_flat,
    "read_file",
    read_file::ReadFileParams,
    read_file::ReadFileResponse
);
tool!(
    the_schema_of_search_workspace_is_committed_and_flat,
    "search_workspace",
    search_workspace::SearchWorkspaceParams,
    search_workspace::SearchWorkspaceResponse
);
tool!(the_schema_of_search_is_committed_and_flat, "search", search::SearchParams, search::SearchResponse);
tool!(the_schema_of_fetch_is_committed_and_flat, "fetch", fetch::FetchParams, fetch::FetchResponse);

#[test]
fn a_schema_that_is_not_flat_is_noticed() {
    #[derive(serde::Serialize, schemars::JsonSchema)]
    #[serde(untagged)]
    enum Union {
        #[expect(dead_code, reason = "only its schema matters")]
        Text(String),
        #[expect(dead_code, reason = "only its schema matters")]
        Number(u64),
    }
    #[derive(serde::Serialize, schemars::JsonSchema)]
    struct Answer {
        union: Union,
        list: Vec<Option<String>>,
    }
    let found = schema::not_flat(&schema::output::<Answer>());
    assert_eq!(found, ["/union: `anyOf`", "/union: the type is None"]);
}

#[test]
fn an_unknown_or_mistyped_field_is_an_invalid_argument() {
    for (given, named) in [
        (serde_json::json!({"path": "a", "depht": 1}), "depht"),
        (
            serde_json::json!({"cursor": "x", "depth": "1", "limit": "1"}),
            "`depth` does not fit: invalid type: string \"1\", expected a whole number",
        ),
        (serde_json::json!({"depth": 1.5}), "`depth` does not fit: invalid type: floating point"),
        (serde_json::json!({"depth": 1e300}), "`depth` does not fit"),
        (serde_json::json!({"path": ["a"], "depth": 1}), "`path` does not fit: invalid type: sequence"),
        (serde_json::json!({"include_ignored": "yes"}), "`include_ignored` does not fit"),
        (serde_json::json!([{}]), "the input does not fit: invalid"),
    ] {
        let error = schema::read_params::<list_directory::ListDirectoryParams>(given).unwrap_err();
        assert_eq!(error.code, ErrorCode::InvalidArgument);
        assert!(error.message.contains(named), "{error}");
    }
    let missing = schema::read_params::<read_file::ReadFileParams>(serde_json::json!({"start_line": 1})).unwrap_err();
    assert_eq!(missing.message, "the input does not fit: missing field `path`");
    let whole = serde_json::json!({"depth": 3.0, "limit": -0.0});
    let whole = schema::read_params::<list_directory::ListDirectoryParams>(whole).unwrap();
    assert_eq!((whole.depth, whole.limit), (Some(3), Some(0)));
    let long = serde_json::json!({"depth": "ä".repeat(5_000)});
    let long = schema::read_params::<list_directory::ListDirectoryParams>(long).unwrap_err();
    assert!(long.message.len() <= 400 && long.message.starts_with("`depth` does not fit"), "{long}");
    let none = schema::read_params::<list_directory::ListDirectoryParams>(serde_json::json!({"path": null})).unwrap();
    assert_eq!(none, list_directory::ListDirectoryParams::default());
}

#[test]
fn a_glob_without_a_slash_is_held_against_names() {
    let path = |text: &str| RelPath::parse(text).unwrap();
    let names = PathGlob::new("glob", "*.rs").unwrap();
    assert!(names.matches(&path("a/b.rs")) && !names.matches(&path("b.rs/c")));
    let paths = PathGlob::new("glob", "src/*.rs").unwrap();
    assert!(paths.matches(&path("src/a.rs")) && !paths.matches(&path("src/a/b.rs")));
    let deep = PathGlob::new("glob", "workspace:/src/**/{a,b}.rs").unwrap();
    assert!(deep.matches(&path("src/a.rs")) && deep.matches(&path("src/x/y/b.rs")));
    assert_eq!(PathGlob::new("glob", "a[").err().unwrap().code, ErrorCode::InvalidArgument);
    assert_eq!(PathGlob::new("glob", &"a".repeat(1_001)).err().unwrap().code, ErrorCode::InvalidArgument);
}

#[test]
fn a_long_list_of_what_is_withheld_ends_with_a_number() {
    let mut list = WithheldList::default();
    for number in 0..53 {
        list.push(Withheld::new(format!("f{number}"), "x"));
    }
    let entries = list.into_entries();
    assert_eq!(entries.len(), 51);
    assert_eq!(entries[50], Withheld::new("", "and 3 more"));
}
