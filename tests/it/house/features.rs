//! Cargo compiles the server once for `make test`.

use std::collections::BTreeSet;
use std::env;
use std::process::Command;

/// Each library with its version and the features that it has in this build. `cargo tree` is not exact about what macros and
/// build scripts use, so that is left out.
fn libraries(build: &[&str]) -> BTreeSet<String> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let told = Command::new(cargo)
        .args([
            "tree", "--frozen", "--prefix", "none", "--format", "{p} {f}",
        ])
        .args(build)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(told.status.success(), "{told:?}");
    let text = String::from_utf8(told.stdout).unwrap();
    // The mark means that the library's dependencies are listed elsewhere.
    let lines = text.lines().map(|line| line.trim_end_matches("(*)"));
    lines.map(|line| line.trim_end().to_owned()).collect()
}

/// `cargo test --workspace` compiles the server, then `cargo build` does for the end-to-end tests. If they gave a library other
/// features, cargo would compile it and the server twice.
#[test]
fn a_library_has_the_same_features_in_builds_and_tests() {
    let in_build = libraries(&["--edges", "normal,no-proc-macro"]);
    let in_test = libraries(&["--workspace", "--edges", "normal,dev,no-proc-macro"]);
    let only_in_build: Vec<_> = in_build.difference(&in_test).collect();
    assert!(only_in_build.is_empty(), "{only_in_build:#?}");
    assert!(in_build.len() > 100, "{in_build:#?}");
}
