//! `atrium migrate`: migrates the database to this version's schema.

use super::{failure::Failure, opened, terminal::say};
use crate::{config::Config, telemetry::log};

/// Migrates the database to this version's schema.
///
/// `atrium serve` does the same when it starts. With PostgreSQL and several servers, run this once before rolling out
/// the new version. Several runs at the same time do no harm.
#[derive(Debug, clap::Args)]
pub struct Args {}

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
