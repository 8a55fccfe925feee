//! The commands as a person runs them: the real binary in its own folder.

mod advice;
mod assistant;
mod documents;
mod factors;
mod held_ids;
mod scale;
mod seed;
mod serve;
mod tools;
mod unusable;
mod users;

use std::{
    io::Write as _,
    process::{Command, Output, Stdio},
};

use crate::support::binary;

/// A folder in which the binary finds only these settings.
pub struct Place {
    pub folder: tempfile::TempDir,
}

impl Place {
    pub fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    /// The binary with `arguments`, a free port and the repository's `clients.toml`.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = binary();
        let clients = concat!(env!("CARGO_MANIFEST_DIR"), "/clients.toml");
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env("ATRIUM_CLIENTS__FILE", clients)
            .env("ATRIUM_SERVER__LISTEN", "127.0.0.1:0")
            .stdin(Stdio::null());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs the command with `input` on its standard input.
    pub fn run_with(&self, arguments: &[&str], input: &str) -> Output {
        let mut command = self.command(arguments);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child
            .stdin
            .take()
            .unwrap()
            .write_all(input.as_bytes())
            .unwrap();
        child.wait_with_output().unwrap()
    }
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
