//! The test harness: the production builder with other arguments, a browser, a relying party, and a
//! fresh database for each test, on SQLite and, if `ATRIUM_TEST_POSTGRES` is set, on PostgreSQL.

#![allow(
    dead_code,
    reason = "the harness offers more than the tests of one day take"
)]

pub mod ai_provider;
pub mod app;
pub mod authenticator;
pub mod base_path;
pub mod browser;
pub mod clients;
pub mod config;
pub mod corporate;
pub mod database;
pub mod doors;
pub mod ends;
pub mod factors;
pub mod guesses;
pub mod hash_pool;
pub mod html;
pub mod https;
pub mod jose;
pub mod key_set;
pub mod legacy_app;
pub mod legacy_client;
pub mod log;
pub mod mmdb;
pub mod noise;
pub mod passkeys;
pub mod people;
pub mod product_api;
pub mod relying_party;
pub mod rows;
pub mod server_browser;
pub mod server_keys;
pub mod sizes;
pub mod steps;
pub mod trail;
pub mod upstream;
pub mod wechat;
pub mod worker;

/// Prints that a test is skipped because `what` is missing. Fails instead if `ATRIUM_TEST_ALL` is
/// set; `make test` sets it.
pub fn skip(what: &str) {
    let all = std::env::var_os("ATRIUM_TEST_ALL").is_some_and(|all| !all.is_empty());
    assert!(!all, "{what} is missing, and ATRIUM_TEST_ALL is set");
    eprintln!("skipped: {what} is missing");
}

/// The real binary, without the `ATRIUM_` variables of the person who runs the tests.
pub fn binary() -> std::process::Command {
    program(env!("CARGO_BIN_EXE_atrium").into())
}

/// A command that runs the binary of Atrium at `path`, without this process's settings.
pub fn program(path: std::ffi::OsString) -> std::process::Command {
    let mut command = std::process::Command::new(path);
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("ATRIUM_") {
            command.env_remove(name);
        }
    }
    command
}
