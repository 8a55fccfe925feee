//! Texts use no word that `docs/words.md` retires.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The words of the table "Retired", without those that say what to write instead.
fn retired(document: &str) -> Vec<&str> {
    let (_, table) = document.split_once("## Retired").unwrap();
    let rows = table.lines().filter(|line| line.starts_with('|'));
    // The first two rows are the head of the table.
    let words = rows
        .skip(2)
        .map(|row| row.split('|').nth(1).unwrap().trim());
    words.collect()
}

/// The files of texts below `folder`.
fn files_of_texts(folder: PathBuf) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let is_text = path.extension().is_some_and(|end| end == "json");
            let is_below = path.components().any(|part| part.as_os_str() == "locales");
            if path.is_dir() {
                folders.push(path);
            } else if is_text && is_below {
                found.push(path);
            }
        }
    }
    found
}

#[test]
fn retired_words_do_not_come_back() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let document = std::fs::read_to_string(root.join("docs/words.md")).unwrap();
    let words = retired(&document);
    assert!(words.len() > 20, "{words:?}");
    let files = ["portal/src", "templates"].map(|folder| files_of_texts(root.join(folder)));
    let files = files.concat();
    assert!(files.len() > 40, "{files:?}");
    let mut wrong = Vec::new();
    for path in files {
        let texts = std::fs::read_to_string(&path).unwrap();
        let texts: BTreeMap<String, String> = serde_json::from_str(&texts).unwrap();
        for (key, text) in texts {
            let found = words.iter().filter(|word| text.contains(**word));
            wrong.extend(found.map(|word| format!("{}: {key} says {word:?}", path.display())));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
