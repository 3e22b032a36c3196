//! Tests of cutting a diff into files.

use super::*;

const TWO: &str = "\
:100644 100644 1111111 2222222 M\ta.txt
:100644 120000 3333333 4444444 T\t\"l\\303\\244nk\"
:100644 100644 5555555 6666666 R090\told name\tnew name

diff --git a/a.txt b/a.txt
index 1..2 100644
--- a/a.txt
+++ b/a.txt
@@ -1,2 +1,2 @@ diff --git a/x b/x
-diff --git a/old b/old
--- a/old
+diff --git a/new b/new
++++ b/new
diff --git \"a/l\\303\\244nk\" \"b/l\\303\\244nk\"
deleted file mode 100644
diff --git \"a/l\\303\\244nk\" \"b/l\\303\\244nk\"
new file mode 120000
diff --git a/old name b/new name
similarity index 90%
rename from old name
rename to new name
";

#[test]
fn sections_are_given_to_their_files() {
    let files = parse(TWO.as_bytes()).unwrap();
    assert_eq!(files.iter().map(|file| file.change).collect::<Vec<_>>(), b"MTR");
    assert_eq!(files[1].path, "länk".as_bytes());
    assert_eq!(files[1].text.iter().filter(|&&byte| byte == b'\n').count(), 4, "both halves of a change of type");
    assert_eq!((files[2].old_path.as_deref(), files[2].path.as_slice()), (Some(&b"old name"[..]), &b"new name"[..]));
    assert!(files[2].text.ends_with(b"rename to new name\n"));
    assert_eq!(files.iter().map(|file| file.text.len()).sum::<usize>(), TWO.len() - TWO.find("\n\n").unwrap() - 2);
}

#[test]
fn lines_that_look_like_headers_are_counted_as_lines() {
    let files = parse(TWO.as_bytes()).unwrap();
    let (text, counts, encoding) = to_text(&files[0].text);
    assert_eq!(counts, Counts { insertions: 2, deletions: 2, binary: false });
    assert!(encoding.is_none() && text.contains("++++ b/new"));
}

#[test]
fn content_that_is_not_utf8_is_decoded_and_a_cut_function_name_is_not() {
    let section = |content: &[u8]| [b"diff --git a/x b/x\n@@ -1 +1 @@ caf\xc3\n", content].concat();
    assert_eq!(to_text(&section(b"+ok\n")).2, None);
    let (text, _, encoding) = to_text(&section(b"+caf\xe9\n"));
    assert!(text.ends_with("+café\n"), "{text}");
    assert_eq!(encoding, Some("ISO-8859-1"));
}

#[test]
fn a_commit_that_converts_a_file_is_readable_on_both_sides() {
    let (old, ..) = encoding_rs::GBK.encode("-// 读取用户的配置文件\n");
    let section = [b"diff --git a/x b/x\n@@ -1 +1 @@\n", &old[..], "+// 读取用户的配置文件\n".as_bytes()].concat();
    let (text, counts, encoding) = to_text(&section);
    assert!(text.ends_with("-// 读取用户的配置文件\n+// 读取用户的配置文件\n"), "{text}");
    assert_eq!((counts.insertions, counts.deletions, encoding), (1, 1, Some("GBK")));
}

#[test]
fn binary_files_have_no_lines() {
    let (_, counts, _) = to_text(b"diff --git a/x b/x\nindex 1..2\nBinary files a/x and b/x differ\n");
    assert_eq!(counts, Counts { insertions: 0, deletions: 0, binary: true });
}

#[test]
fn what_does_not_fit_together_is_refused() {
    for odd in [":100644 100644 1 2 M\ta\n\n", "diff --git a/x b/x\n", ":nonsense\n\n", "text"] {
        assert!(parse(odd.as_bytes()).is_err(), "{odd}");
    }
    assert_eq!(parse(b"").unwrap(), []);
}
