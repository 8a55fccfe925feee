//! The command line: one file per command, and shared code that opens settings and database.

mod client;
mod consent;
mod doctor;
mod failure;
mod keys;
mod migrate;
mod openapi;
mod opened;
pub mod seed;
mod serve;
mod terminal;
mod unusable;
mod user;

use std::{path::PathBuf, process::ExitCode};

use clap::{Parser, Subcommand};
use rustix::fs::Mode;

use crate::config::{Config, Source};
use failure::Failure;

/// Single sign-on and access portal for the internal tools of an agency group.
#[derive(Debug, Parser)]
#[command(name = "atrium", version, about, arg_required_else_help = true)]
#[command(
    after_help = "Settings are read from atrium.toml, or the file named by --config or \
                        ATRIUM_CONFIG, and from variables such as ATRIUM_SERVER__LISTEN.\n\
                        `atrium doctor` says what is wrong with an installation and how to fix it."
)]
pub struct Cli {
    /// Settings file; default: `ATRIUM_CONFIG`, otherwise ./atrium.toml if it exists
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve until SIGTERM or Ctrl-C
    Serve(serve::Args),
    /// Migrate the database to this version's schema
    Migrate(migrate::Args),
    /// Add, list and disable accounts, and set passwords
    #[command(subcommand)]
    User(user::Command),
    /// List, show and synchronise relying and legacy applications
    #[command(subcommand)]
    Client(client::Command),
    /// List, rotate and withdraw the signing keys
    #[command(subcommand)]
    Keys(keys::Command),
    /// List and revoke what people have allowed applications
    #[command(subcommand)]
    Consent(consent::Command),
    /// Print the description of the product API
    Openapi(openapi::Args),
    /// Look for faults of this installation, and say how to fix them
    Doctor(doctor::Args),
    /// Fill an empty database with demo people, groups and products
    Seed(seed::Args),
}

/// Runs the command of this process.
pub fn run() -> ExitCode {
    // Only this user may read the database, emails and keys, whatever the shell's umask is.
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
    // reqwest and the TLS listener both use the process's default provider; ring is the only one compiled in.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let cli = Cli::parse();
    let source = Source::of_process(cli.config.as_deref());
    match start(cli.command, &source) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            terminal::complain(&failure);
            ExitCode::from(if matches!(failure, Failure::Settings(_)) {
                2
            } else {
                1
            })
        }
    }
}

fn start(command: Command, source: &Source) -> Result<(), Failure> {
    let load = || Config::load(source);
    // The server reports this in its log, the doctor among its findings.
    if !matches!(command, Command::Serve(_) | Command::Doctor(_)) {
        source.ignored_variables().iter().for_each(terminal::warn);
    }
    match command {
        Command::Doctor(args) => on_runtime(doctor::run(args, source)),
        Command::Openapi(args) => {
            openapi::run(&args);
            Ok(())
        }
        Command::Serve(args) => on_runtime(serve::run(args, load()?, source)),
        Command::Migrate(args) => on_runtime(migrate::run(args, load()?)),
        Command::User(command) => on_runtime(user::run(command, load()?)),
        Command::Client(command) => on_runtime(client::run(command, load()?)),
        Command::Keys(command) => on_runtime(keys::run(command, load()?)),
        Command::Consent(command) => on_runtime(consent::run(command, load()?)),
        Command::Seed(args) => on_runtime(seed::run(args, load()?)),
    }
}

fn on_runtime(work: impl Future<Output = Result<(), Failure>>) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    runtime.map_err(Failure::of)?.block_on(work)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_holds_together_and_every_part_has_words() {
        fn walk(command: &clap::Command) {
            assert!(
                command.get_about().is_some(),
                "{} has no words",
                command.get_name()
            );
            for argument in command
                .get_arguments()
                .filter(|a| a.get_id() != "help" && a.get_id() != "version")
            {
                assert!(
                    argument.get_help().is_some(),
                    "{} {}",
                    command.get_name(),
                    argument.get_id()
                );
            }
            command.get_subcommands().for_each(walk);
        }
        Cli::command().debug_assert();
        walk(&Cli::command());
    }
}
