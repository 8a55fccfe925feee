//! Comments, names of tests and documents use the words of the field.

use std::path::{Path, PathBuf};

use super::{crate_folders, files_below, hold};

/// Words that were replaced everywhere, each with the words to use instead.
const REPLACED: &[(&str, &str)] = &[
    ("mend", "fix"),
    ("mends", "fixes"),
    ("mended", "fixed"),
    ("farewell", "logout notice"),
    ("farewells", "logout notices"),
    ("of the old kind", "legacy"),
    ("old application", "legacy application"),
    ("old applications", "legacy applications"),
    ("old client", "legacy client"),
    ("old clients", "legacy clients"),
    ("passed over", "skipped or ignored"),
    ("under way", "pending, active or running"),
    ("beneath", "below"),
    ("at hand", "available"),
    ("journey", "sign-in flow"),
    ("told", "notified, reported or answered"),
    ("untold", "hidden"),
    ("whoever", "the person who"),
];

/// The folders of Rust code.
const FOLDERS: &[&str] = &[
    "src",
    "crates",
    "tests/it",
    "tests/fuzz",
    "benches",
    "examples",
];

/// The folders of scripts: the portal, the script of the sign-in pages, and tests in a browser.
const SCRIPTS: &[&str] = &[
    "portal/src",
    "portal/browser",
    "portal/build",
    "portal/scripts",
    "templates/assets",
    "tests/e2e",
];

/// The endings of their names.
const SCRIPT_ENDS: &[&str] = &["ts", "tsx", "js", "mjs"];

/// The folders of documents, besides those of the crates.
const DOCUMENTS: &[&str] = &[".", "docs", "docs/decisions", "benches", "tests/foreign"];

/// The replaced words in `text`, with the words to use instead. Ignores code between backticks.
fn replaced_in(text: &str) -> Vec<String> {
    let prose: String = text.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let words: String = prose
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { ' ' })
        .collect();
    let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    let text = format!(" {} ", words.join(" "));
    REPLACED
        .iter()
        .filter(|(word, _)| text.contains(&format!(" {word} ")))
        .map(|(word, instead)| format!("\"{word}\": write \"{instead}\""))
        .collect()
}

/// The comments and names of functions in a Rust file, one text per line.
fn prose_of(line: &str) -> Option<String> {
    let line = line.trim_start();
    let name = line
        .strip_prefix("async fn ")
        .or_else(|| line.strip_prefix("fn "));
    match name {
        Some(name) => Some(name.split('(').next().unwrap_or_default().replace('_', " ")),
        None => line.starts_with("//").then(|| line.to_owned()),
    }
}

/// The comment or the name of a test in a line of a script.
fn prose_of_script(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let starts = ["//", "/*", "* ", "{/*", "it(\"", "test(\"", "describe(\""];
    let is_prose = starts.iter().any(|start| line.starts_with(start));
    is_prose.then_some(line)
}

/// The scripts below `folder`, by their paths.
fn scripts_below(folder: PathBuf) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let end = path.extension().and_then(|end| end.to_str());
            if path.is_dir() {
                folders.push(path);
            } else if end.is_some_and(|end| SCRIPT_ENDS.contains(&end)) {
                found.push(path);
            }
        }
    }
    found
}

#[test]
fn replaced_words_are_not_used_again() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wrong = Vec::new();
    for path in SCRIPTS
        .iter()
        .flat_map(|folder| scripts_below(root.join(folder)))
    {
        let text = std::fs::read_to_string(&path).unwrap();
        for (number, line) in text.lines().enumerate() {
            for word in prose_of_script(line).map(replaced_in).unwrap_or_default() {
                wrong.push(format!("{}:{}: {word}", path.display(), number + 1));
            }
        }
    }
    for folder in FOLDERS {
        for file in files_below(folder) {
            for (number, line) in file.text.lines().enumerate() {
                let found = prose_of(line).map(|prose| replaced_in(&prose));
                for word in found.unwrap_or_default() {
                    let number = number + 1;
                    wrong.push(format!("{folder}/{}:{number}: {word}", file.name));
                }
            }
        }
    }
    let crates = crate_folders();
    let crates = crates.iter().map(String::as_str);
    for folder in DOCUMENTS.iter().copied().chain(crates) {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|end| end != "md") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            for (number, line) in text.lines().enumerate() {
                for word in replaced_in(line) {
                    wrong.push(format!("{}:{}: {word}", path.display(), number + 1));
                }
            }
        }
    }
    hold("Words of the field are used:", &wrong);
}

/// Names of types that only this project understood, each with its meaning.
const RIDDLES: &[(&str, &str)] = &[
    ("Ground", "the application state"),
    ("Journey", "a sign-in flow"),
    ("Desk", "the step context"),
    ("Held", "the step context"),
    ("Seal", "the CSRF token"),
    ("Trouble", "an error page"),
    ("Halt", "an error page"),
    ("Act", "the context of a request"),
    ("Letter", "an email"),
    ("Post", "the mail transport"),
    ("Farewells", "logout notices"),
];

/// Names that stood for several things. Each keeps one meaning, so at most one type of the server has it.
const ONE_MEANING: &[&str] = &[
    "Refusal",
    "Refused",
    "Proof",
    "Proved",
    "Presented",
    "Grant",
    "Caller",
    "Frame",
    "Page",
    "RefreshPolicy",
];

/// The name of the type that a line of code begins to define.
fn defined_type(line: &str) -> Option<&str> {
    let line = match line.trim_start().strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(')')?.1,
        Some(rest) => rest,
        None => line,
    };
    let (kind, rest) = line.trim_start().split_once(' ')?;
    let name = rest
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .next();
    name.filter(|_| ["struct", "enum", "trait", "type", "union"].contains(&kind))
}

#[test]
fn a_type_has_a_name_of_the_field_and_a_name_one_meaning() {
    let mut wrong = Vec::new();
    let mut defined = Vec::new();
    for folder in FOLDERS {
        for file in files_below(folder) {
            for name in file.text.lines().filter_map(defined_type) {
                if let Some((_, meaning)) = RIDDLES.iter().find(|(riddle, _)| *riddle == name) {
                    wrong.push(format!("{folder}/{}: {name}: name {meaning}", file.name));
                }
                if *folder == "src" && ONE_MEANING.contains(&name) {
                    let earlier = defined.iter().find(|(other, _)| *other == name);
                    if let Some((_, place)) = earlier {
                        wrong.push(format!("src/{}: {name} is also in {place}", file.name));
                    }
                    defined.push((name.to_owned(), file.name.clone()));
                }
            }
        }
    }
    hold("Types are named by words of the field:", &wrong);
    assert!(defined.len() > 3, "the names are found: {defined:?}");
}

#[test]
fn the_name_of_a_type_is_read_from_its_line() {
    for (line, name) in [
        ("pub struct Page<T> {", Some("Page")),
        ("    pub(super) enum Proof {", Some("Proof")),
        ("type Act = for<'a> fn();", Some("Act")),
        ("let page = Page {", None),
        ("/// struct Page", None),
    ] {
        assert_eq!(defined_type(line), name, "{line}");
    }
}

/// The check itself finds words in comments, names and documents, and ignores code.
#[test]
fn replaced_words_are_found() {
    let found = |line: &str| prose_of(line).map_or(0, |prose| replaced_in(&prose).len());
    assert_eq!(found("/// An Old application, under way."), 2);
    assert_eq!(found("async fn an_old_client_signs_in() {"), 1);
    assert_eq!(found("/// `of the old kind` in code."), 0);
    assert_eq!(found("let old_client = 1;"), 0);
    let found = |line: &str| prose_of_script(line).map_or(0, |prose| replaced_in(prose).len());
    assert_eq!(found("  /** Whoever asks. */"), 1);
    assert_eq!(found("it(\"stops after the one under way\", () => {"), 1);
    assert_eq!(found("const told = 1;"), 0);
}
