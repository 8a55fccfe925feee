//! `atrium openapi`: the description of the product API, for those who generate from it.

use std::path::Path;

use super::{Failure, terminal::say};
use crate::{
    api,
    app::start::App,
    clock::Clock,
    config::{Config, LogConfig},
    db::{Db, DbOptions},
    random::Random,
    telemetry::log,
};

/// Prints the `OpenAPI` 3.1 document of the product API.
///
/// It is the one that a running server answers at `/api/openapi.json`. No setting and no database of
/// yours is read or changed.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs the command.
pub async fn run(_: Args) -> Result<(), Failure> {
    let quiet = LogConfig {
        level: "error".to_owned(),
        ..LogConfig::default()
    };
    log::init(&quiet, log::Output::Stderr);
    let random = Random::system();
    let folder = std::env::temp_dir().join(format!("atrium-{}", random.uuid_v4()));
    std::fs::create_dir(&folder).map_err(Failure::of)?;
    let document = document(&folder, random).await;
    std::fs::remove_dir_all(&folder).map_err(Failure::of)?;
    say(document?);
    Ok(())
}

/// The routes carry their own description, so a server is put together to ask them.
async fn document(folder: &Path, random: Random) -> Result<String, Failure> {
    let config = Config::in_folder(folder);
    let db = Db::connect(&DbOptions::new(config.database.url.expose())).await?;
    db.migrate().await?;
    let app = App::start(config, db, Clock::system(), random)
        .await
        .map_err(Failure::of)?;
    let document = api::openapi(app.ground())
        .to_pretty_json()
        .map_err(Failure::of);
    app.stop().await;
    document
}
