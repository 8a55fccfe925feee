//! `docs/contract.md`, `docs/threats.md` and `docs/acceptance.md` explain exactly the ids that comments, tests and
//! documents name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::tables::{NOT_BUILT, PAGES, cells, id_of};
use super::{code_spans, files_below, hold};

/// The folders whose files may name an id.
const FOLDERS: &[&str] = &[
    "src",
    "crates",
    "tests",
    "benches",
    "examples",
    "migrations",
    "templates",
    "scripts",
    "docs",
    "portal/src",
    "portal/browser",
    "portal/build",
    "portal/scripts",
];

/// Files at the root that may name an id.
const ROOT_FILES: &[&str] = &[
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CHANGELOG.md",
    "Makefile",
    "build.rs",
    "atrium.toml.example",
    "clients.toml",
];

/// The tables themselves, and the examples in this file.
const NOT_COUNTED: &[&str] = &[
    "docs/contract.md",
    "docs/threats.md",
    "docs/acceptance.md",
    "tests/it/house/references.rs",
    "tests/it/house/tables.rs",
];

/// Folders of installed or generated files.
const FOREIGN: &[&str] = &["node_modules", "target", ".venv", "__pycache__"];

/// Kinds of contract ids: route, screen, dialog, entity, transition, rule, call, error, constant,
/// permission, gap and conflict; and `A` for the acceptance of the OpenID provider.
const KINDS: &[char] = &[
    'R', 'S', 'D', 'E', 'T', 'V', 'C', 'X', 'K', 'P', 'G', 'F', 'A',
];

/// Elliptic curves, which look like ids of permissions.
const CURVES: &[&str] = &["P-256", "P-384", "P-521"];

/// A word of a text, and the characters between it and the previous word.
struct Word<'a> {
    gap: &'a str,
    text: &'a str,
}

/// The words of `text`: letters, digits, hyphens and underscores.
fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let (mut gap, mut start) = (0, None);
    let ends = text.char_indices().chain([(text.len(), ' ')]);
    for (at, letter) in ends {
        let inside = letter.is_alphanumeric() || letter == '-' || letter == '_';
        match (start, inside) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                words.push(Word {
                    gap: &text[gap..from],
                    text: &text[from..at],
                });
                (gap, start) = (at, None);
            }
            _ => {}
        }
    }
    words
}

/// The text without line breaks and comment marks.
fn joined(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let marks = ['/', '!', '*', '#'];
        let line = line.trim_start().trim_start_matches(marks);
        line.strip_prefix("--").unwrap_or(line).trim()
    });
    lines.collect::<Vec<_>>().join(" ")
}

/// The kind and number of a contract id.
pub(super) fn contract_id(word: &str) -> Option<(char, u16)> {
    let (kind, number) = word.split_once('-')?;
    let kind = kind.parse::<char>().ok()?;
    let digits = number.bytes().all(|byte| byte.is_ascii_digit());
    let fine = KINDS.contains(&kind) && digits && matches!(number.len(), 2 | 3);
    (fine && !CURVES.contains(&word)).then(|| (kind, number.parse().unwrap()))
}

/// The id as the tables write it: three digits for calls, two for the others.
pub(super) fn spelt(kind: char, number: u16) -> String {
    let width = if kind == 'C' { 3 } else { 2 };
    format!("{kind}-{number:0width$}")
}

/// The prefix and number of a numbered point: `14`, or `T2` for a trap.
fn numbered(word: &str) -> Option<(&str, u16)> {
    let (prefix, number) = match word.strip_prefix('T') {
        Some(number) => ("trap T", number),
        None => ("", word),
    };
    let digits = number.bytes().all(|byte| byte.is_ascii_digit());
    let fine = digits && matches!(number.len(), 1 | 2);
    fine.then(|| (prefix, number.parse().unwrap()))
}

/// The points in a list like "14 to 16", "8 and 10" or "33, T8". A number without a prefix follows
/// `name`.
fn listed(name: &str, after: &[Word]) -> Vec<String> {
    let mut points = Vec::new();
    let (mut last, mut through) = (None, false);
    for word in after {
        if !matches!(word.gap.trim(), "" | ",") {
            break;
        }
        if let Some((prefix, number)) = numbered(word.text) {
            let prefix = if prefix.is_empty() { name } else { prefix };
            let first = if through {
                last.unwrap_or(number)
            } else {
                number
            };
            points.extend((first..=number).map(|number| format!("{prefix}{number}")));
            (last, through) = (Some(number), false);
        } else if word.text == "to" {
            through = true;
        } else if !matches!(word.text, "and" | "trap" | "traps") {
            break;
        }
    }
    points
}

/// Every contract id, attack and trap in `text`.
pub(super) fn references(text: &str) -> BTreeSet<String> {
    let text = joined(text);
    let words = words(&text);
    let mut found = BTreeSet::new();
    for (at, word) in words.iter().enumerate() {
        if let Some((kind, number)) = contract_id(word.text) {
            let range = at >= 2 && words[at - 1].text == "to";
            let from = range.then(|| contract_id(words[at - 2].text)).flatten();
            let first = match from {
                Some((same, first)) if same == kind => first,
                _ => number,
            };
            found.extend((first..=number).map(|number| spelt(kind, number)));
        }
        let after = &words[at + 1..];
        match word.text.to_ascii_lowercase().as_str() {
            "attack" | "attacks" | "trap" | "traps" => found.extend(listed("attack ", after)),
            _ => {}
        }
    }
    found
}

pub(super) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The text of a file, empty if it is a binary.
pub(super) fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_default()
}

/// Every file in the folders that may name an id, as paths from the root.
pub(super) fn files() -> Vec<String> {
    let folders = FOLDERS.iter().map(|name| root().join(name));
    let mut folders: Vec<PathBuf> = folders.filter(|folder| folder.is_dir()).collect();
    let mut files: Vec<String> = ROOT_FILES.iter().map(ToString::to_string).collect();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() {
                if !FOREIGN.contains(&name) {
                    folders.push(path);
                }
            } else {
                let name = path.strip_prefix(root()).unwrap().to_str().unwrap();
                files.push(name.replace('\\', "/"));
            }
        }
    }
    files.retain(|name| !NOT_COUNTED.contains(&name.as_str()));
    files
}

/// Every id that is named, with one file that names it.
fn named() -> BTreeMap<String, String> {
    let mut named = BTreeMap::new();
    let files = files();
    assert!(files.len() > 700, "the repository is found");
    for name in files {
        for id in references(&read(&name)) {
            named.entry(id).or_insert_with(|| name.clone());
        }
    }
    named
}

/// Each id in a comment has a row, each row has another mention, and the files in the column of places exist.
#[test]
fn every_id_has_a_row_and_every_row_is_true() {
    let mut rows = BTreeSet::new();
    let mut unbuilt = BTreeSet::new();
    let (mut twice, mut gone) = (Vec::new(), Vec::new());
    for page in PAGES {
        for line in read(page).lines() {
            let Some(cells) = cells(line) else { continue };
            let id = id_of(&cells);
            if cells.contains(&NOT_BUILT) {
                unbuilt.insert(id.clone());
            }
            if *page == "docs/contract.md" {
                let places = code_spans(cells[2]).filter(|name| !root().join(name).is_file());
                gone.extend(places.map(|name| format!("{id}: {name}")));
            }
            if !rows.insert(id.clone()) {
                twice.push(id);
            }
        }
    }
    hold("An id has one row:", &twice);
    hold("A place is a file:", &gone);

    let named = named();
    let unknown = named.iter().filter(|(id, _)| !rows.contains(*id));
    let unknown: Vec<String> = unknown
        .map(|(id, file)| format!("{id} in {file}"))
        .collect();
    hold("A table explains each id that is named:", &unknown);
    let unused = rows
        .iter()
        .filter(|id| !named.contains_key(*id) && !unbuilt.contains(*id));
    let unused: Vec<String> = unused.cloned().collect();
    hold("Something names each id that has a row:", &unused);
}

/// `make attacks` runs the tests whose names begin with `attack_`, so each attack that has a protection has such a test.
#[test]
fn every_attack_has_a_test_of_its_name() {
    let sources = ["src", "crates", "tests"].into_iter().flat_map(files_below);
    let sources = sources.filter(|file| !file.name.contains("house/"));
    let sources: String = sources.map(|file| file.text).collect();
    let mut without = Vec::new();
    for line in read("docs/threats.md").lines() {
        let Some(cells) = cells(line) else { continue };
        let name = format!("fn attack_{}_", cells[0].to_ascii_lowercase());
        if !cells.contains(&NOT_BUILT) && !sources.contains(&name) {
            without.push(cells[0].to_owned());
        }
    }
    hold("An attack has a test of its name:", &without);
}

/// A number of an issue or of a design explains nothing, because the repository has neither.
#[test]
fn no_text_refers_to_what_the_repository_does_not_have() {
    let mut wrong = Vec::new();
    for name in files() {
        let text = joined(&read(&name));
        for pair in words(&text).windows(2) {
            let names = matches!(
                pair[0].text.to_ascii_lowercase().as_str(),
                "issue" | "design"
            );
            if names && pair[1].gap == " " && numbered(pair[1].text).is_some() {
                wrong.push(format!("{name}: {} {}", pair[0].text, pair[1].text));
            }
        }
    }
    hold("A reference can be followed:", &wrong);
}

/// The check finds references in every spelling.
#[test]
fn references_are_found_in_every_spelling() {
    for (text, ids) in [
        ("/// G-38, P-09; RFC 9449.", vec!["G-38", "P-09"]),
        ("X-01 to X-03", vec!["X-01", "X-02", "X-03"]),
        ("keys on P-256, S256, AES-256, ES-08-1", vec![]),
        ("/// (attack\n    /// 21).", vec!["attack 21"]),
        (
            "// Attacks 14 to 16.",
            vec!["attack 14", "attack 15", "attack 16"],
        ),
        (
            "attacks 8 and 10, RFC 6265 section 4",
            vec!["attack 10", "attack 8"],
        ),
        ("Attack 33, T8", vec!["attack 33", "trap T8"]),
        ("attack 4 and trap T1", vec!["attack 4", "trap T1"]),
        ("Attacks T2, T10, D-24", vec!["D-24", "trap T10", "trap T2"]),
        ("an attack of 3 requests; the trap - EXIT", vec![]),
    ] {
        let found: Vec<String> = references(text).into_iter().collect();
        assert_eq!(found, ids, "{text}");
    }
}
