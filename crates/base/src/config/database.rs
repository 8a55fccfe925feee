//! `[database]`: the database connection.

use serde::Deserialize;

use super::{
    Secret,
    fault::SectionFaults,
    key::{Key, key},
    section::Section,
};

/// The supported database engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// A file next to the program.
    Sqlite,
    /// A server that several processes share.
    Postgres,
}

/// The database connection.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DatabaseConfig {
    /// `sqlite:path` or `postgres://user:password@host/name`. A secret, because it may contain a password.
    pub url: Secret,
    /// Connections to PostgreSQL, or reading connections to SQLite.
    pub max_connections: u32,
}

impl DatabaseConfig {
    /// The engine in `url`, if it is a known one.
    pub fn engine(&self) -> Option<Engine> {
        let (scheme, rest) = self.url.expose().split_once(':')?;
        match scheme {
            "sqlite" if !rest.is_empty() => Some(Engine::Sqlite),
            "postgres" | "postgresql" if rest.starts_with("//") => Some(Engine::Postgres),
            _ => None,
        }
    }

    /// The address for log lines: without user, password and parameters.
    pub fn shown(&self) -> String {
        let text = self.url.expose();
        if self.engine() != Some(Engine::Postgres) {
            return text.to_owned();
        }
        url::Url::parse(text).map_or_else(
            |_| "postgres".to_owned(),
            |url| {
                format!(
                    "postgres://{}{}",
                    url.host_str().unwrap_or_default(),
                    url.path()
                )
            },
        )
    }
}

impl Default for DatabaseConfig {
    fn default() -> Self {
        Self {
            url: Secret::new("sqlite:data/atrium.db"),
            max_connections: 8,
        }
    }
}

impl Section for DatabaseConfig {
    const NAME: &'static str = "database";
    const KEYS: &'static [Key] = &[
        key(
            "url",
            "\"sqlite:\" and a path, or \"postgres://user:password@host/name\"",
        ),
        key("max_connections", "a whole number from 1 to 200"),
    ];

    fn check(&self, faults: &mut SectionFaults<'_>) {
        faults.unless(self.engine().is_some(), "url", || {
            "names no known engine".to_owned()
        });
        if self.engine() == Some(Engine::Postgres) {
            let good = url::Url::parse(self.url.expose()).is_ok();
            faults.unless(good, "url", || "is not an address".to_owned());
        }
        faults.number("max_connections", self.max_connections as usize, 1, 200);
    }
}
