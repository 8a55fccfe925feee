//! Shared by most commands: the settings, the migrated database, the clock and the random source.

use super::{failure::Failure, unusable};
use crate::{
    audit::AuditContext,
    clients::{self, Advice, Adviser, Client, SyncError},
    clock::Clock,
    config::{Config, SecretPlace},
    db::{Db, DbError, DbOptions, schema, sqlite_file},
    outbound::Outbound,
    random::Random,
    telemetry::log,
};

/// An opened installation.
pub struct Opened {
    pub config: Config,
    /// Has this version's schema.
    pub db: Db,
    pub clock: Clock,
    pub random: Random,
}

impl Opened {
    /// Opens the database and migrates it. Warnings go to standard error.
    pub async fn open(mut config: Config) -> Result<Self, Failure> {
        if config.log.level == "info" {
            "warn".clone_into(&mut config.log.level);
        }
        log::init(&config.log, log::Output::Stderr);
        let db = migrated(&config).await?;
        Ok(Self {
            config,
            db,
            clock: Clock::system(),
            random: Random::system(),
        })
    }

    /// The audit context of the command `command` (`user add`), run now.
    pub fn audit(&self, command: &str) -> AuditContext {
        AuditContext::of_operator(self.clock.now(), &self.random, command)
    }
}

/// Opens the database as configured, without migrating it.
pub async fn connect(config: &Config) -> Result<Db, DbError> {
    Db::connect(&options(config)).await
}

/// Opens the database and migrates it.
pub async fn migrated(config: &Config) -> Result<Db, Failure> {
    let opened = async {
        let db = connect(config).await?;
        db.migrate().await?;
        Ok(db)
    };
    opened
        .await
        .map_err(|error: DbError| unusable::database(config, &error))
}

pub fn options(config: &Config) -> DbOptions {
    let mut options = DbOptions::new(config.database.url.expose());
    options.connections = config.database.max_connections;
    options
}

/// Reads and checks the clients file.
pub fn read_clients(config: &Config) -> Result<Vec<Client>, Failure> {
    let file = &config.clients.file;
    let text = std::fs::read_to_string(file).map_err(|why| {
        Failure::of(format_args!(
            "clients.file {} cannot be read: {why}",
            file.display()
        ))
    })?;
    clients::file::parse(&text, &config.server.public_url, &SecretPlace::read).map_err(Failure::of)
}

/// Compares the clients file with the applications that the database holds, as `atrium serve` does. Without a database
/// of this version nothing can be compared. Creates and changes nothing.
///
/// # Errors
/// Why `atrium serve` would refuse the file, or the database failed.
pub async fn compare_clients(config: &Config, declared: &[Client]) -> Result<(), SyncError> {
    if sqlite_file(config.database.url.expose()).is_some_and(|file| !file.exists()) {
        return Ok(());
    }
    let db = connect(config).await?;
    let compared = async {
        if schema::pending(&db).await.is_ok_and(|pending| pending == 0) {
            let loopback = config.server.public_url.is_loopback();
            clients::check_sync(&mut db.read().await?, declared, loopback).await?;
        }
        Ok(())
    };
    let compared = compared.await;
    db.close().await;
    compared
}

/// Advice about valid entries of the clients file that will probably not work as intended.
pub async fn advice(config: &Config, declared: &[Client]) -> Vec<Advice> {
    // The check of the settings has already reported a faulty list.
    let Ok(outbound) = Outbound::new(&config.outbound.allow, None) else {
        return Vec::new();
    };
    let adviser = Adviser {
        outbound: &outbound,
        public_url: &config.server.public_url,
    };
    adviser.advise(declared).await
}
