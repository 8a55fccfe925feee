//! `atrium migrate`: brings the schema to this version.

use super::{failure::Failure, opened, terminal::say};
use crate::{config::Config, telemetry::log};

/// Brings the database to this version's schema.
///
/// `atrium serve` does the same when it starts; with PostgreSQL and several servers, run this once
/// before the new version is rolled out. Several runs at once do no harm.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs the command.
pub async fn run(_: Args, config: Config) -> Result<(), Failure> {
    log::init(&config.log, log::Output::Stderr);
    let db = opened::migrated(&config).await?;
    db.close().await;
    say(format_args!(
        "{} is at this version's schema",
        config.database.shown()
    ));
    Ok(())
}
