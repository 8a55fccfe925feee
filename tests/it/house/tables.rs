//! The last column of the documents' tables names the tests of each row. It is generated from the ids that tests carry.
//!
//! A Rust test carries an id in its doc comment (`/// C-022, attack 14: …`) or in its name (`attack_14_…`, `c_022_…`). A
//! file of tests of the portal or of a browser carries the ids in its text. `make generate` writes the column.

use std::collections::BTreeSet;

use super::hold;
use super::references::{contract_id, files, read, references, root, spelt};

/// The documents with such tables. The first cell of a row is its id.
pub(super) const PAGES: &[&str] = &["docs/contract.md", "docs/threats.md", "docs/acceptance.md"];

/// The last id of each kind of the contract.
const LAST: &str = "R-24 S-31 D-27 E-41 T-54 V-35 C-131 X-27 K-50 P-16 G-93 F-72";

/// A row names at most this many tests; for more tests it names their files, for more files their rooms.
const FEW: usize = 3;
const FEW_FILES: usize = 5;

/// The cell of a row that nothing implements and no test carries.
pub(super) const NOT_BUILT: &str = "unbuilt";

/// A test, or a whole file of tests in a script.
struct Test {
    /// The module as `cargo test` spells it, or the path of a script.
    file: String,
    name: String,
    ids: BTreeSet<String>,
}

/// The cells of a line, if it is a row with an id.
pub(super) fn cells(line: &str) -> Option<Vec<&str>> {
    let inside = line.strip_prefix("| ")?.strip_suffix(" |")?;
    let cells: Vec<&str> = inside.split(" | ").collect();
    (!matches!(cells[0], "id" | "number")).then_some(cells)
}

/// The id of a row as [`references`] spells it. `docs/threats.md` has only the number of an attack.
pub(super) fn id_of(cells: &[&str]) -> String {
    match cells[0].split_once('-') {
        Some(_) => cells[0].to_owned(),
        None if cells[0].starts_with('T') => format!("trap {}", cells[0]),
        None => format!("attack {}", cells[0]),
    }
}

/// The id at the start of a test's name.
fn id_in_name(name: &str) -> BTreeSet<String> {
    let mut parts = name.split('_');
    let (first, second) = (
        parts.next().unwrap_or_default(),
        parts.next().unwrap_or_default(),
    );
    let spelt = match first {
        "attack" => format!("attack {}", second.to_uppercase()),
        _ => format!("{}-{second}", first.to_uppercase()),
    };
    references(&spelt)
}

/// The tests in a Rust file of the module `module`.
fn tests_in(module: &str, text: &str) -> Vec<Test> {
    let mut tests = Vec::new();
    let mut module = module.to_owned();
    let (mut comment, mut is_test) = (String::new(), false);
    for line in text.lines().map(str::trim) {
        if line.starts_with("///") {
            comment = comment + line + "\n";
        } else if line.starts_with("#[") {
            is_test |= line.starts_with("#[test]") || line.starts_with("#[tokio::test");
        } else {
            let declared = line.trim_start_matches("async ").strip_prefix("fn ");
            let name = declared.and_then(|rest| rest.split('(').next());
            if let Some(name) = name.filter(|_| is_test) {
                let mut ids = references(&comment);
                ids.extend(id_in_name(name));
                let name = format!("{module}::{name}");
                tests.push(Test {
                    file: module.clone(),
                    name,
                    ids,
                });
            } else if line == "mod tests {" {
                module += "::tests";
            }
            (comment, is_test) = (String::new(), false);
        }
    }
    tests
}

/// The module of a Rust file, as `cargo test` spells it; of a crate's, below the name of the crate.
fn module_of(file: &str) -> Option<String> {
    let path = file.strip_suffix(".rs")?;
    let path = path.strip_suffix("/mod").unwrap_or(path);
    let of_crate = path
        .strip_prefix("crates/")
        .map(|path| path.replacen("/src", "", 1).replacen("/tests/it", "", 1));
    let inside = path
        .strip_prefix("tests/it/")
        .or_else(|| path.strip_prefix("src/"));
    let inside = of_crate.or_else(|| inside.map(str::to_owned))?;
    Some(inside.replace('/', "::"))
}

fn is_script_of_tests(file: &str) -> bool {
    let folders = ["portal/browser/", "tests/e2e/"];
    let is_browsers = folders.iter().any(|folder| file.starts_with(folder));
    let ends = [".test.ts", ".test.tsx"]
        .iter()
        .any(|end| file.ends_with(end));
    ends || is_browsers && file.rsplit('.').next() == Some("mjs")
}

fn tests() -> Vec<Test> {
    let mut tests = Vec::new();
    for file in files() {
        if let Some(module) = module_of(&file) {
            tests.extend(tests_in(&module, &read(&file)));
        } else if is_script_of_tests(&file) {
            let (name, ids) = (file.clone(), references(&read(&file)));
            tests.push(Test { file, name, ids });
        }
    }
    tests.sort_by(|one, other| one.name.cmp(&other.name));
    assert!(tests.len() > 1000, "the tests are found");
    tests
}

/// The cell of an id: a few tests by their names, more by their files, many by their rooms.
fn cell(tests: &[&Test]) -> String {
    let named = |place: fn(&Test) -> &str| {
        tests
            .iter()
            .map(|test| place(test))
            .collect::<BTreeSet<_>>()
    };
    let files = named(|test| &test.file);
    let places = match (tests.len(), files.len()) {
        (0..=FEW, _) => named(|test| &test.name),
        (_, 0..=FEW_FILES) => files,
        _ => named(|test| test.file.split("::").next().unwrap_or_default()),
    };
    let spelt = places.iter().map(|place| format!("`{place}`"));
    spelt.collect::<Vec<_>>().join(", ")
}

/// The line with its column as it should be. What is not built has no column.
fn written(line: &str, tests: &[Test]) -> String {
    let Some(mut cells) = cells(line).filter(|cells| !cells.contains(&NOT_BUILT)) else {
        return line.to_owned();
    };
    let id = id_of(&cells);
    let of_id: Vec<&Test> = tests.iter().filter(|test| test.ids.contains(&id)).collect();
    let last = cell(&of_id);
    *cells.last_mut().unwrap() = &last;
    format!("| {} |", cells.join(" | "))
}

/// With `ATRIUM_WRITE_TABLES` the column is written instead of compared.
#[test]
fn the_column_of_tests_is_up_to_date() {
    let writes = std::env::var_os("ATRIUM_WRITE_TABLES").is_some();
    let tests = tests();
    let mut stale = Vec::new();
    for page in PAGES {
        let old = read(page);
        let lines: Vec<String> = old.lines().map(|line| written(line, &tests)).collect();
        if writes {
            std::fs::write(root().join(page), lines.join("\n") + "\n").unwrap();
            continue;
        }
        let pairs = old.lines().zip(&lines).filter(|(old, new)| old != new);
        stale.extend(pairs.map(|(_, new)| format!("{page}: {new}")));
    }
    hold(
        "Run `make generate`, which writes the tests of each row:",
        &stale,
    );
}

/// A row without a test says `unbuilt`, and stops saying so when a test carries its id.
#[test]
fn only_what_is_not_built_has_no_test() {
    let tests = tests();
    let mut wrong = Vec::new();
    for page in PAGES {
        for line in read(page).lines() {
            let Some(cells) = cells(line) else { continue };
            let id = id_of(&cells);
            let is_tested = tests.iter().any(|test| test.ids.contains(&id));
            if is_tested == cells.contains(&NOT_BUILT) {
                wrong.push(format!("{page}: {id}"));
            }
        }
    }
    hold("A row has tests or says `unbuilt`, and not both:", &wrong);
}

/// Everything of the contract is built, so a new id comes with its test.
#[test]
fn nothing_of_the_contract_is_unbuilt() {
    let page = read("docs/contract.md");
    let rows = page.lines().filter_map(cells);
    let unbuilt = rows.filter(|cells| cells.contains(&NOT_BUILT));
    let unbuilt: Vec<String> = unbuilt.map(|cells| id_of(&cells)).collect();
    hold(
        "Build it, or say in its row what stands in its place:",
        &unbuilt,
    );
}

#[test]
fn the_contract_has_a_row_for_each_id() {
    let page = read("docs/contract.md");
    let found: Vec<String> = page
        .lines()
        .filter_map(cells)
        .map(|cells| id_of(&cells))
        .collect();
    let last = LAST.split(' ').filter_map(contract_id);
    let wanted: Vec<String> = last
        .flat_map(|(kind, count)| (1..=count).map(move |number| spelt(kind, number)))
        .collect();
    assert_eq!(wanted.len(), 601);
    assert_eq!(found, wanted, "in this order");
}

/// The rule itself: comments and names of Rust tests, the text of scripts, few names or files.
#[test]
fn a_test_carries_the_ids_above_it_and_in_its_name() {
    let text = "/// C-022, attack 14: a file.\n#[test]\nfn a_file() {}\n\n/// V-12\nfn no_test() {}\n\
        mod tests {\n    #[tokio::test]\n    async fn attack_t8_twice() {}\n\n    #[test]\n    fn f_11_once() {}\n}";
    let found = tests_in("api::x", text);
    let found: Vec<String> = found
        .iter()
        .map(|test| format!("{} {:?}", test.name, test.ids))
        .collect();
    assert_eq!(
        found,
        [
            "api::x::a_file {\"C-022\", \"attack 14\"}",
            "api::x::tests::attack_t8_twice {\"trap T8\"}",
            "api::x::tests::f_11_once {\"F-11\"}",
        ]
    );
    assert_eq!(module_of("tests/it/api/mod.rs").as_deref(), Some("api"));
    assert_eq!(
        module_of("crates/db/src/reads.rs").as_deref(),
        Some("db::reads")
    );
    assert_eq!(
        module_of("crates/db/tests/it/lists.rs").as_deref(),
        Some("db::lists")
    );
    let test = |name: &str| Test {
        file: "a".to_owned(),
        name: format!("a::{name}"),
        ids: references("C-001"),
    };
    let (one, two) = (test("b"), test("c"));
    assert_eq!(cell(&[]), "");
    assert_eq!(cell(&[&one, &two]), "`a::b`, `a::c`");
    assert_eq!(cell(&[&one, &two, &one, &two]), "`a`");
    assert_eq!(
        written("| C-001 | who | x | none |", &[one, two]),
        "| C-001 | who | x | `a::b`, `a::c` |"
    );
}
