//! Walks, compared with the file system.

use super::*;
use crate::testing::{Tree, limits, no_time};

fn everything(start: &str) -> Options {
    Options { start: RelPath::parse(start).unwrap(), depth: None, include_ignored: true, after: None }
}

fn walked(tree: &Tree, options: Options) -> Vec<String> {
    let root = Root::open(&tree.root()).unwrap();
    let policy = Policy::load(&root).unwrap();
    Walk::new(&root, &policy, &limits(), options)
        .unwrap()
        .filter_map(|item| match item {
            Item::Entry(entry) => Some(entry.path.to_string()),
            _ => None,
        })
        .collect()
}

fn tree() -> Tree {
    Tree::with(&[("b/x/1", ""), ("b/x/2", ""), ("b/y", ""), ("b-a", ""), ("a", ""), ("c/z/deep", ""), ("b.txt", "")])
}

#[test]
fn the_order_of_a_walk_is_the_order_of_paths() {
    let found = walked(&tree(), everything("."));
    let mut sorted: Vec<RelPath> = found.iter().map(|path| RelPath::parse(path).unwrap()).collect();
    sorted.sort();
    assert_eq!(found, sorted.iter().map(RelPath::to_string).collect::<Vec<_>>());
    assert_eq!(found.len(), 11);
}

#[test]
fn a_walk_continues_after_any_path_it_has_shown_and_after_others() {
    let tree = tree();
    let whole = walked(&tree, everything("."));
    for (index, after) in whole.iter().enumerate() {
        let options = Options { after: Some(RelPath::parse(after).unwrap()), ..everything(".") };
        assert_eq!(walked(&tree, options), whole[index + 1..], "after {after}");
    }
    let gone = Options { after: Some(RelPath::parse("b/x/1/gone").unwrap()), ..everything(".") };
    assert_eq!(walked(&tree, gone)[0], "b/x/2");
}

#[test]
fn a_walk_below_a_folder_stays_there() {
    assert_eq!(walked(&tree(), everything("b")), ["b/x", "b/x/1", "b/x/2", "b/y"]);
    let shallow = Options { depth: Some(1), ..everything("b") };
    assert_eq!(walked(&tree(), shallow), ["b/x", "b/y"]);
}

#[test]
fn a_tree_deeper_than_the_limit_is_cut_there_and_says_so() {
    let tree = Tree::new();
    tree.write("d/".repeat(DEEPEST + 3) + "file", b"");
    let root = Root::open(&tree.root()).unwrap();
    let policy = Policy::load(&root).unwrap();
    let mut entries = 0;
    let mut withheld = Vec::new();
    for item in Walk::new(&root, &policy, &limits(), everything(".")).unwrap() {
        match item {
            Item::Entry(_) => entries += 1,
            Item::Withheld(_, reason) => withheld.push(reason),
            Item::Ignored => {}
        }
    }
    assert_eq!(entries, DEEPEST - 1);
    assert_eq!(withheld, ["more than 64 folders deep"]);
}

#[test]
fn a_walk_whose_time_is_over_says_where_it_stopped() {
    let tree = tree();
    let root = Root::open(&tree.root()).unwrap();
    let policy = Policy::load(&root).unwrap();
    let limits_over = no_time();
    let mut walk = Walk::new(&root, &policy, &limits_over, everything(".")).unwrap();
    assert!(walk.next().is_none());
    assert_eq!(walk.stopped(), Some(&Stopped { after: None }));
    let limits = limits();
    let mut walk = Walk::new(&root, &policy, &limits, everything(".")).unwrap();
    assert!(walk.by_ref().take(3).count() == 3);
    limits.cancelled.store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(walk.next().is_none());
    assert_eq!(walk.stopped(), Some(&Stopped { after: Some(RelPath::parse("b/x").unwrap()) }));
}

#[test]
fn a_nearer_gitignore_decides_and_a_linked_one_does_not_count() {
    let tree = Tree::with(&[
        (".gitignore", "*.o\n/top\n"),
        ("a/.gitignore", "!keep.o\n"),
        ("a/keep.o", ""),
        ("a/x.o", ""),
        ("a/top", ""),
        ("top", ""),
        ("b/file", ""),
    ]);
    #[cfg(unix)]
    {
        std::fs::write(tree.root().join("../rules"), "file\n").unwrap();
        std::os::unix::fs::symlink("../../rules", tree.root().join("b/.gitignore")).unwrap();
    }
    let found = walked(&tree, Options { include_ignored: false, ..everything(".") });
    assert!(["a/keep.o", "a/top", "b/file"].iter().all(|path| found.iter().any(|found| found == path)), "{found:?}");
    assert!(!["a/x.o", "top"].iter().any(|path| found.iter().any(|found| found == path)), "{found:?}");
}

#[cfg(unix)]
#[test]
fn folders_that_are_swapped_for_links_meanwhile_lead_nowhere() {
    use std::os::unix::fs::symlink;
    use std::sync::atomic::{AtomicBool, Ordering};
    let tree = Tree::with(&[("a/inside.txt", "inside")]);
    let (root_path, stop) = (tree.root(), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                let (folder, aside) = (root_path.join("a"), root_path.join("aside"));
                if std::fs::rename(&folder, &aside).is_ok() && symlink("../root-evil", &folder).is_ok() {
                    std::fs::remove_file(&folder).unwrap();
                }
                if aside.exists() {
                    std::fs::rename(&aside, &folder).unwrap();
                }
            }
        });
        let root = Root::open(&root_path).unwrap();
        for _ in 0..400 {
            let found = walked(&tree, everything("."));
            assert!(!found.iter().any(|path| path.contains("outside")), "{found:?}");
            let path = RelPath::parse("a/outside.txt").unwrap();
            assert!(root.open_file(&path).is_err());
            assert!(root.open_seen_file(&path).is_err());
        }
        stop.store(true, Ordering::Relaxed);
    });
}
