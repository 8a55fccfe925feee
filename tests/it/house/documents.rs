//! The documents for developers name files that exist, and so do the comments with the steps to add something.

use std::path::{Path, PathBuf};

use super::{code_spans, hold};

/// The documents, and the modules whose comment is one.
const DOCUMENTS: &[&str] = &[
    "docs/ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "crates/listener/README.md",
    "portal/README.md",
    "src/access/action.rs",
    "src/api/table.rs",
    "crates/base/src/config/mod.rs",
    "crates/db/src/list/mod.rs",
    "crates/db/src/lib.rs",
    "src/mail/messages/mod.rs",
    "src/pages/mod.rs",
    "src/signin/mod.rs",
];

/// The folders whose files a document names by the end of their path. A test is named in full.
const SHORT: &[&str] = &[
    "src",
    "crates",
    "portal/src",
    "portal/browser",
    "portal/build",
];

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

/// Sentences about what "this version" lacks, each with the test that fails when it becomes untrue.
const OF_THIS_VERSION: &[(&str, &str)] = &[];

/// A document that denies what exists misleads: the sentence stays when the thing comes.
#[test]
fn no_sentence_about_this_version_stands_alone() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut documents = vec![root.join("README.md"), root.join("atrium.toml.example")];
    below(&root.join("docs"), &mut documents);
    let mut alone = Vec::new();
    for document in documents {
        let Ok(text) = std::fs::read_to_string(&document) else {
            continue;
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        for (at, sentence) in words.windows(3).enumerate() {
            if sentence.join(" ").to_lowercase() != "in this version" {
                continue;
            }
            let until = words.len().min(at + 12);
            let sentence = words[at..until].join(" ");
            let is_tested = OF_THIS_VERSION
                .iter()
                .any(|(known, test)| sentence.starts_with(known) && !test.is_empty());
            if !is_tested {
                alone.push(format!("{}: {sentence}", document.display()));
            }
        }
    }
    hold(
        "A sentence about this version has a test that fails when it becomes untrue (OF_THIS_VERSION).",
        &alone,
    );
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
        let mut text = std::fs::read_to_string(root.join(document)).unwrap();
        if document.starts_with("src/") {
            let comment = text.lines().filter(|line| line.starts_with("//!"));
            text = comment.collect::<Vec<_>>().join("\n");
        }
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
