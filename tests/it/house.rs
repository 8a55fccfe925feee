//! The house keeps its order (design of the floors): arrows run downwards, a library has one room,
//! files are small and named by what they hold.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The floors from the top; a room may use what stands on a lower floor, and on its own floor only
/// what [`BESIDE`] says.
const FLOORS: &[(&str, &[&str])] = &[
    ("start", &["main", "lib", "cli", "app", "demo"]),
    ("doors", &["oidc", "signin", "legacy", "api", "portal"]),
    ("ground", &["ground"]),
    (
        "domain",
        &[
            "access",
            "engagement",
            "directory",
            "sessions",
            "clients",
            "assistant",
        ],
    ),
    (
        "services",
        &["mail", "audit", "jobs", "files", "federation", "limits"],
    ),
    (
        "tools",
        &[
            "db",
            "keys",
            "http",
            "outbound",
            "telemetry",
            "config",
            "clock",
            "random",
        ],
    ),
];

/// Arrows inside one floor, each from left to right.
const BESIDE: &[(&str, &str)] = &[
    ("sessions", "directory"),
    ("sessions", "clients"),
    ("access", "directory"),
    ("mail", "jobs"),
];

/// The one arrow upwards: a request's origin is made of the address and id that `http` reads, and is
/// told to the audit trail.
const UPWARDS: &[(&str, &str)] = &[("http", "audit")];

/// Each library and where alone it is used; a name ending in `/` is a folder.
const ROOMS: &[(&str, &[&str])] = &[
    ("sqlx", &["db/", "store.rs", "store/"]),
    ("josekit", &["keys/"]),
    ("oxide_auth", &["oidc/engine.rs", "oidc/engine/"]),
    ("reqwest", &["outbound/"]),
    ("lettre", &["mail/"]),
    (
        "askama",
        &[
            "oidc/pages.rs",
            "signin/pages/",
            "legacy/pages.rs",
            "api/docs.rs",
            "http/",
            "mail/",
        ],
    ),
    ("argon2_rust", &["directory/password.rs"]),
    (
        "tower_sessions",
        &["sessions/", "ground/visitor.rs", "app/router.rs"],
    ),
];

/// Files that say nothing of what is in them.
const VAGUE: &[&str] = &["util", "utils", "helper", "helpers", "common", "misc"];

/// Most lines of a file.
const LONGEST: usize = 500;

struct File {
    /// Below `src`, with slashes.
    name: String,
    lines: Vec<String>,
}

impl File {
    /// The room the file stands in.
    fn room(&self) -> &str {
        let first = self.name.split('/').next().unwrap();
        first.strip_suffix(".rs").unwrap_or(first)
    }

    /// The lines of the program, without comments.
    fn code(&self) -> impl Iterator<Item = &str> {
        let lines = self.lines.iter().map(|line| line.trim());
        lines.filter(|line| !line.starts_with("//"))
    }

    /// The rooms that the file names.
    fn uses(&self) -> Vec<String> {
        let mut used: Vec<String> = self
            .code()
            .flat_map(|line| line.split("crate::").skip(1))
            .filter_map(|rest| {
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
                let room = &rest[..end.unwrap_or(rest.len())];
                (!room.is_empty()).then(|| room.to_owned())
            })
            .collect();
        used.sort_unstable();
        used.dedup();
        used
    }

    /// True when the code names `library` as a path and not inside a text.
    fn names(&self, library: &str) -> bool {
        let path = format!("{library}::");
        self.code().any(|line| {
            line.match_indices(&path).any(|(at, _)| {
                let before = line[..at].chars().next_back();
                let quotes = line[..at].matches('"').count();
                let joined = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
                quotes % 2 == 0 && !before.is_some_and(joined)
            })
        })
    }
}

fn files() -> Vec<File> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let name = path.strip_prefix(&root).unwrap().to_str().unwrap();
                let text = std::fs::read_to_string(&path).unwrap();
                files.push(File {
                    name: name.replace('\\', "/"),
                    lines: text.lines().map(str::to_owned).collect(),
                });
            }
        }
    }
    assert!(files.len() > 100, "the house is found");
    files
}

fn floors() -> BTreeMap<&'static str, (usize, &'static str)> {
    let rooms = FLOORS.iter().enumerate();
    rooms
        .flat_map(|(level, (floor, rooms))| rooms.iter().map(move |room| (*room, (level, *floor))))
        .collect()
}

/// Holds `wrong` against a rule: the sentence and every place.
fn hold(rule: &str, wrong: &[String]) {
    assert!(wrong.is_empty(), "{rule}\n  {}", wrong.join("\n  "));
}

#[test]
fn arrows_run_downwards_and_doors_never_import_doors() {
    let floors = floors();
    let mut wrong = Vec::new();
    for file in files() {
        let Some(&(level, floor)) = floors.get(file.room()) else {
            wrong.push(format!(
                "{} stands on no floor: give its room one",
                file.name
            ));
            continue;
        };
        for used in file.uses() {
            let Some(&(below, other)) = floors.get(used.as_str()) else {
                continue;
            };
            let arrow = (file.room(), used.as_str());
            let tools = floor == "tools" && other == "tools";
            let start = floor == "start" && other == "start";
            let own = used == file.room() || tools || start;
            let fine = below > level || own || BESIDE.contains(&arrow) || UPWARDS.contains(&arrow);
            if !fine {
                wrong.push(format!("{} ({floor}) uses {used} ({other})", file.name));
            }
        }
    }
    let rule = "Arrows run downwards only: start, doors, ground, domain, services, tools. \
        Doors never import doors.";
    hold(rule, &wrong);
}

#[test]
fn the_domain_knows_no_http_and_no_pages() {
    let floors = floors();
    let domain: Vec<File> = files()
        .into_iter()
        .filter(|file| {
            floors
                .get(file.room())
                .is_some_and(|(_, floor)| *floor == "domain")
        })
        .collect();
    let wrong: Vec<String> = domain
        .iter()
        .flat_map(|file| {
            let libraries = ["axum", "hyper", "askama", "tower_http"];
            let named = libraries.into_iter().filter(|library| file.names(library));
            named.map(move |library| format!("{} uses {library}", file.name))
        })
        .collect();
    hold(
        "The domain has no HTTP and no HTML: doors parse and render.",
        &wrong,
    );
}

#[test]
fn one_library_has_one_room() {
    let mut wrong = Vec::new();
    for file in files() {
        for (library, rooms) in ROOMS {
            let derives_row =
                |line: &str| line.contains("sqlx::FromRow") || line.starts_with("#[sqlx");
            let row = *library == "sqlx"
                && file
                    .code()
                    .filter(|line| line.contains("sqlx::"))
                    .all(derives_row);
            let at_home = rooms.iter().any(|room| match room.strip_suffix('/') {
                Some(_) => file.name.starts_with(room) || file.name.contains(&format!("/{room}")),
                None => file.name == *room || file.name.ends_with(&format!("/{room}")),
            });
            if file.names(library) && !at_home && !row {
                wrong.push(format!(
                    "{} uses {library}, whose room is {}",
                    file.name,
                    rooms.join(", ")
                ));
            }
        }
    }
    hold("One library, one room.", &wrong);
}

#[test]
fn files_are_small_and_named_by_what_they_hold() {
    let files = files();
    let long: Vec<String> = files
        .iter()
        .filter(|file| file.lines.len() > LONGEST)
        .map(|file| format!("{} has {} lines", file.name, file.lines.len()))
        .collect();
    hold(
        "No file is longer than 500 lines: split it by its nouns.",
        &long,
    );
    let vague: Vec<String> = files
        .iter()
        .filter(|file| {
            let parts = file.name.trim_end_matches(".rs").split('/');
            parts.into_iter().any(|part| VAGUE.contains(&part))
        })
        .map(|file| file.name.clone())
        .collect();
    hold(
        "No room or file is called util, helpers, common or misc.",
        &vague,
    );
}

#[test]
fn every_file_says_what_it_owns() {
    let silent: Vec<String> = files()
        .iter()
        .filter(|file| !file.name.ends_with("tests.rs") && file.name != "main.rs")
        .filter(|file| {
            !file
                .lines
                .first()
                .is_some_and(|line| line.starts_with("//!"))
        })
        .map(|file| file.name.clone())
        .collect();
    hold(
        "Each file begins with one sentence on what it owns.",
        &silent,
    );
}
