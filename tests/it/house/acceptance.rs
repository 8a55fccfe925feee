//! The tests that `docs/acceptance.md` names exist. Whether they check what its lines say is for
//! people to judge.

use super::{File, code_spans, files_below, hold};

/// The names in code spans that lead to a test, as `cargo test` spells them.
fn named(page: &str) -> Vec<&str> {
    let rows = page.lines().filter(|line| line.starts_with('|'));
    rows.flat_map(code_spans)
        .filter(|name| name.contains("::"))
        .collect()
}

/// True if `file` contains the module of `name`, as its own file or as the `tests` inside one.
fn has_module(file: &File, module: &str) -> bool {
    let path = file.name.trim_end_matches(".rs").trim_end_matches("/mod");
    let path = path.replace('/', "::");
    path == module || module.strip_suffix("::tests") == Some(&path)
}

/// True if the text has a test with that name, marked by its attribute.
fn has_test(text: &str, name: &str) -> bool {
    let mut attributed = false;
    for line in text.lines().map(str::trim) {
        if line.starts_with("#[test]") || line.starts_with("#[tokio::test") {
            attributed = true;
        } else if line.contains("fn ") {
            if attributed && line.contains(&format!("fn {name}()")) {
                return true;
            }
            attributed = false;
        }
    }
    false
}

/// The files that contain tests: the integration tests and the server's.
pub(super) fn test_files() -> Vec<File> {
    let mut files = files_below("tests/it");
    files.extend(files_below("src"));
    files
}

/// True when `name`, as `cargo test` spells it, is a test in one of the files.
pub(super) fn is_test(files: &[File], name: &str) -> bool {
    let (module, test) = name.rsplit_once("::").unwrap();
    files
        .iter()
        .any(|file| has_module(file, module) && has_test(&file.text, test))
}

/// Acceptance, "one test a line": each line of the page names tests, and all of them exist.
#[test]
fn every_line_of_the_acceptance_page_names_tests_that_are_there() {
    let root = env!("CARGO_MANIFEST_DIR");
    let page = std::fs::read_to_string(format!("{root}/docs/acceptance.md")).unwrap();
    let files = test_files();
    let names = named(&page);
    assert!(names.len() > 100, "the page is read");
    let gone: Vec<String> = names
        .iter()
        .filter(|name| !is_test(&files, name))
        .map(ToString::to_string)
        .collect();
    hold("docs/acceptance.md names tests that are not there:", &gone);
    let bare: Vec<String> = page
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| requirement |"))
        .filter(|line| named(line).is_empty())
        .map(str::to_owned)
        .collect();
    hold("Each line of docs/acceptance.md has a test:", &bare);
}
