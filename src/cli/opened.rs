//! What most commands stand on: the settings, the migrated database, the clock and randomness.

use super::{failure::Failure, unusable};
use crate::{
    audit::AuditContext,
    clients::{self, Advice, Adviser, Client},
    clock::Clock,
    config::{Config, SecretPlace},
    db::{Db, DbError, DbOptions},
    oidc::discovery::SCOPES,
    outbound::Outbound,
    random::Random,
    telemetry::log,
};

/// What an opened installation gives a command.
pub struct Opened {
    /// The settings.
    pub config: Config,
    /// The database, at this version's schema.
    pub db: Db,
    /// The machine's clock.
    pub clock: Clock,
    /// The machine's randomness.
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

    /// The audit context of this `command` (`user add`), run now.
    pub fn audit(&self, command: &str) -> AuditContext {
        AuditContext::of_operator(self.clock.now(), &self.random, command)
    }
}

/// Opens the database as the settings say; the schema stays as it is.
pub async fn connect(config: &Config) -> Result<Db, DbError> {
    Db::connect(&options(config)).await
}

/// Opens the database and brings it to this version's schema.
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

/// The options of the database.
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

/// What is right in the clients file and yet will hardly do what is meant.
pub async fn advice(config: &Config, declared: &[Client]) -> Vec<Advice> {
    // The settings' own check has found what is wrong with the list.
    let Ok(outbound) = Outbound::new(&config.outbound.allow, None) else {
        return Vec::new();
    };
    let adviser = Adviser {
        outbound: &outbound,
        public_url: &config.server.public_url,
        scopes: SCOPES,
    };
    adviser.advise(declared).await
}
