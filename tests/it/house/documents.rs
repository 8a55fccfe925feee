//! The documents for developers name files that exist.

use std::path::{Path, PathBuf};

use super::{code_spans, hold};

const DOCUMENTS: &[&str] = &[
    "docs/ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "portal/README.md",
];

/// The folders whose files a document names by the end of their path. A test is named in full.
const SHORT: &[&str] = &["src", "portal/src", "portal/browser", "portal/build"];

const ENDS: &[&str] = &["rs", "ts", "tsx", "mjs", "html"];

/// The paths of files below `folder`.
fn below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            below(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// The files that `text` names between backticks, without names that have a placeholder (`<noun>`).
fn named(text: &str) -> impl Iterator<Item = &str> {
    code_spans(text).filter(|name| {
        let is_open = name.contains(|c: char| c.is_whitespace() || "<>*{}…".contains(c));
        let end = name.rsplit('.').next().unwrap_or_default();
        !is_open && ENDS.contains(&end)
    })
}

#[test]
fn a_file_that_a_document_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut known = Vec::new();
    for folder in SHORT {
        below(&root.join(folder), &mut known);
    }
    let mut wrong = Vec::new();
    for document in DOCUMENTS {
        let text = std::fs::read_to_string(root.join(document)).unwrap();
        let beside = root.join(document);
        for name in named(&text) {
            let is_known = root.join(name).is_file()
                || beside.with_file_name(name).is_file()
                || known.iter().any(|path| path.ends_with(name))
                || !name.contains('/') && is_a_test(root, name);
            if !is_known {
                wrong.push(format!("{document}: `{name}`"));
            }
        }
    }
    hold(
        "A document names files that exist; those of tests in full.",
        &wrong,
    );
}

/// True if a file of the tests has this name.
fn is_a_test(root: &Path, name: &str) -> bool {
    let mut tests = Vec::new();
    below(&root.join("tests/it"), &mut tests);
    tests.iter().any(|path| path.ends_with(name))
}

#[test]
fn a_file_is_read_between_backticks() {
    let text = "`api/mod.rs` has `mod noun;` and `store/<noun>.rs`, `a b.rs`, mod.rs, `x.toml` and `page.tsx`";
    assert_eq!(named(text).collect::<Vec<_>>(), ["api/mod.rs", "page.tsx"]);
}
