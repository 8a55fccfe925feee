//! Rules for the source code: dependencies point downwards, each library is used in one module,
//! files are small and named after their contents.

mod circles;
mod documents;
mod features;
mod floors;
mod handlers;
mod links;
mod parameters;
mod paths;
mod references;
mod retired;
mod tables;
mod words;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use floors::{BELOW, BESIDE, FLOORS, ROOMS};

/// File names that say nothing about the contents.
const VAGUE: &[&str] = &["util", "utils", "helper", "helpers", "common", "misc"];

/// The maximum number of lines in a file.
const LONGEST: usize = 500;

pub struct File {
    /// The path below the searched folder, with slashes.
    pub name: String,
    pub text: String,
}

impl File {
    /// The file's top-level module.
    fn room(&self) -> &str {
        let first = self.name.split('/').next().unwrap();
        first.strip_suffix(".rs").unwrap_or(first)
    }

    /// How many modules are between the file's own module and the crate root.
    fn depth(&self) -> usize {
        let path = self.name.trim_end_matches(".rs");
        let module = path.strip_suffix("/mod").unwrap_or(path);
        match module {
            "lib" | "main" => 0,
            _ => module.split('/').count(),
        }
    }

    /// The top-level modules that the file names.
    fn uses(&self) -> Vec<String> {
        paths::below_root(&self.text, self.depth())
    }

    /// True if the code names `library` as a path, not inside a string.
    fn names(&self, library: &str) -> bool {
        paths::names_library(&self.text, library)
    }
}

/// The server's Rust files.
fn files() -> Vec<File> {
    let files = files_below("src");
    assert!(files.len() > 100, "the house is found");
    files
}

/// The Rust files of the server, and of each crate below `crates`. Their names begin at the `src` of their crate.
fn crates() -> Vec<Vec<File>> {
    let below = crate_folders()
        .into_iter()
        .map(|folder| files_below(&format!("{folder}/src")));
    std::iter::once(files()).chain(below).collect()
}

/// The folders of the crates, such as `crates/listener`.
fn crate_folders() -> Vec<String> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let entries = std::fs::read_dir(crates).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let folders: Vec<String> = names.map(|name| format!("crates/{name}")).collect();
    assert!(!folders.is_empty(), "the crates are found");
    folders
}

/// The Rust files below `folder`, a path from the root of the repository.
pub fn files_below(folder: &str) -> Vec<File> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            // Examples and benchmarks that are built separately have their build output beside
            // them.
            if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let name = path.strip_prefix(&root).unwrap().to_str().unwrap();
                files.push(File {
                    name: name.replace('\\', "/"),
                    text: std::fs::read_to_string(&path).unwrap(),
                });
            }
        }
    }
    files
}

fn floors() -> BTreeMap<&'static str, (usize, &'static str)> {
    let rooms = FLOORS.iter().enumerate();
    rooms
        .flat_map(|(level, (floor, rooms))| rooms.iter().map(move |room| (*room, (level, *floor))))
        .collect()
}

/// The code spans of a text in Markdown, without their backticks. A code block is not a span. A backtick without its
/// partner would turn the spans after it into text, so it fails.
pub fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    let prose = text.split("```").step_by(2);
    prose.flat_map(|part| {
        let marks = part.matches('`').count();
        assert!(marks % 2 == 0, "a backtick has no partner in: {part}");
        // Text and spans alternate, and text comes first.
        part.split('`').skip(1).step_by(2)
    })
}

/// Fails with the rule and every place in `wrong`, if there is one.
fn hold(rule: &str, wrong: &[String]) {
    assert!(wrong.is_empty(), "{rule}\n  {}", wrong.join("\n  "));
}

/// The dependencies of `file` that do not point downwards.
fn wrong_arrows(file: &File) -> Vec<String> {
    let floors = floors();
    let Some(&(level, floor)) = floors.get(file.room()) else {
        return vec![format!(
            "{} stands on no floor: give its room one",
            file.name
        )];
    };
    let rooms = file.uses().into_iter();
    let rooms = rooms.filter(|used| !BELOW.contains(&used.as_str()));
    let judged = rooms.filter_map(|used| {
        let Some(&(below, other)) = floors.get(used.as_str()) else {
            return Some(format!(
                "{} uses crate::{used}, which is no room",
                file.name
            ));
        };
        let arrow = (file.room(), used.as_str());
        let fine = below > level || used == file.room() || BESIDE.contains(&arrow);
        (!fine).then(|| format!("{} ({floor}) uses {used} ({other})", file.name))
    });
    judged.collect()
}

#[test]
fn every_room_of_a_floor_exists() {
    let files = files();
    let missing: Vec<String> = floors()
        .keys()
        .filter(|room| !files.iter().any(|file| file.room() == **room))
        .map(|room| (*room).to_owned())
        .collect();
    hold("A floor lists rooms that exist.", &missing);
}

#[test]
fn arrows_run_downwards_and_doors_never_import_doors() {
    let wrong: Vec<String> = files().iter().flat_map(wrong_arrows).collect();
    let rule = "Arrows run downwards only: main, cli, app, doors, state, domain, services, tools, \
        and the crates below. Doors never import doors.";
    hold(rule, &wrong);
}

/// The check also finds names in groups, over several lines.
#[test]
fn a_wrong_arrow_is_found_however_it_is_written() {
    let file = |name: &str, text: &str| File {
        name: name.to_owned(),
        text: text.to_owned(),
    };
    let grouped = "use crate::{\n    db::{Db, WriteTx},\n    oidc::{\n        self,\n    },\n};";
    for (name, text, wrong) in [
        (
            "sessions/end.rs",
            grouped,
            vec!["sessions/end.rs (domain) uses oidc (doors)"],
        ),
        (
            "signin/step_context.rs",
            grouped,
            vec!["signin/step_context.rs (doors) uses oidc (doors)"],
        ),
        ("oidc/token/mod.rs", grouped, vec![]),
        ("app/router.rs", grouped, vec![]),
        (
            "http/origin.rs",
            "use super::super::audit::Origin;",
            vec!["http/origin.rs (tools) uses audit (services)"],
        ),
        (
            "keys/jws.rs",
            "fn f() { crate::state::f() }",
            vec!["keys/jws.rs (tools) uses state (state)"],
        ),
        (
            "app/router.rs",
            "use crate::cli::Failure;",
            vec!["app/router.rs (app) uses cli (cli)"],
        ),
        (
            "jobs/mod.rs",
            "use crate::*;",
            vec!["jobs/mod.rs uses crate::*, which is no room"],
        ),
        (
            "attic/mod.rs",
            "",
            vec!["attic/mod.rs stands on no floor: give its room one"],
        ),
    ] {
        assert_eq!(wrong_arrows(&file(name, text)), wrong, "{name}: {text}");
    }
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
            let at_home = rooms.iter().any(|room| match room.strip_suffix('/') {
                Some(_) => file.name.starts_with(room) || file.name.contains(&format!("/{room}")),
                None => file.name == *room || file.name.ends_with(&format!("/{room}")),
            });
            if file.names(library) && !at_home {
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
    let mut files = Vec::new();
    for folder in ["src", "crates", "tests", "benches", "examples"] {
        files.extend(files_below(folder).into_iter().map(|file| File {
            name: format!("{folder}/{}", file.name),
            ..file
        }));
    }
    assert!(
        files.len() > 250,
        "the house and its outbuildings are found"
    );
    let long: Vec<String> = files
        .iter()
        .map(|file| (&file.name, file.text.lines().count()))
        .filter(|(_, lines)| *lines > LONGEST)
        .map(|(name, lines)| format!("{name} has {lines} lines"))
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
    let silent: Vec<String> = crates()
        .iter()
        .flatten()
        .filter(|file| !file.name.ends_with("tests.rs") && file.name != "main.rs")
        .filter(|file| !file.text.starts_with("//!"))
        .map(|file| file.name.clone())
        .collect();
    hold(
        "Each file begins with one sentence on what it owns.",
        &silent,
    );
}

/// A-07: the places that compare a received secret with a known one. All other
/// secrets are looked up by their hash.
#[test]
fn secrets_are_compared_in_constant_time() {
    let compared = [
        "clients/authentication.rs",
        "directory/password.rs",
        "http/cookies.rs",
        "keys/dpop.rs",
        "keys/dpop_nonce.rs",
        "sessions/refresh_tokens.rs",
        "sessions/sign_in_flow.rs",
        "telemetry/metrics.rs",
    ];
    let found: Vec<String> = files()
        .into_iter()
        .filter(|file| file.text.contains("ct_eq("))
        .map(|file| file.name)
        .collect();
    let gone = compared
        .iter()
        .filter(|name| !found.iter().any(|file| file == *name));
    let gone: Vec<String> = gone.map(ToString::to_string).collect();
    hold("Secrets are compared by ConstantTimeEq.", &gone);
}

/// Attack 15: every path to the hash pool is counted. The doors use the first
/// three, which count first. The commands run in an operator's own process.
#[test]
fn every_path_to_the_hash_pool_is_counted() {
    let may = [
        "directory/sign_in.rs",
        "directory/change_password.rs",
        // Counts an applicant's password by network, in a write of its own.
        "directory/account_application/confirm.rs",
        // The first password of a new account, which `directory::count_attempt` counts.
        "directory/account_form.rs",
        "directory/password_pool.rs",
        "cli/user.rs",
        "cli/seed/mod.rs",
        // These create the pool, hold it, and read the length of its queue.
        "app/start.rs",
        "app/probes.rs",
        "state.rs",
    ];
    let reaches = |text: &str| {
        let ways = [
            "HashPool",
            "state.hashing",
            "sign_in.pool",
            "pool.verify(",
            "pool.hash(",
        ];
        ways.iter().any(|way| text.contains(way))
    };
    let found = files().into_iter().filter(|file| reaches(&file.text));
    let others = found.map(|file| file.name);
    let others: Vec<String> = others
        .filter(|name| !may.contains(&name.as_str()))
        .collect();
    hold(
        "Whoever hashes a password for a door counts it first.",
        &others,
    );
}

/// Only a module's own rules see its tables, so the compiler keeps other modules out.
#[test]
fn a_store_is_private_to_its_room() {
    let open: Vec<String> = files()
        .into_iter()
        .filter(|file| {
            let mut lines = file.text.lines();
            lines.any(|line| line.starts_with("pub") && line.ends_with(" mod store;"))
        })
        .map(|file| file.name)
        .collect();
    hold("A room's store is private: `mod store;`.", &open);
}

/// One process has one registry of clients. Only the one in the state is kept up to date; another one would keep the
/// clients of the start.
#[test]
fn a_process_loads_its_clients_once() {
    let app = files()
        .into_iter()
        .filter(|file| file.name.starts_with("app/"));
    let loads: usize = app
        .map(|file| file.text.matches("Registry::load(").count())
        .sum();
    assert_eq!(loads, 1);
}
