//! The numbered migrations. Never edit one that was released.

use std::sync::LazyLock;

use sqlx::migrate::Migrator;

use super::options::Engine;

/// Migrations for both engines.
static COMMON: Migrator = sqlx_macros::migrate!("../../migrations");
/// Migrations for one engine, such as its search index.
static OF_SQLITE: Migrator = sqlx_macros::migrate!("../../migrations/sqlite");
static OF_POSTGRES: Migrator = sqlx_macros::migrate!("../../migrations/postgres");

static SQLITE: LazyLock<Migrator> = LazyLock::new(|| joined(&OF_SQLITE));
static POSTGRES: LazyLock<Migrator> = LazyLock::new(|| joined(&OF_POSTGRES));

pub fn migrations(engine: Engine) -> &'static Migrator {
    match engine {
        Engine::Sqlite => &SQLITE,
        Engine::Postgres => &POSTGRES,
    }
}

fn joined(own: &Migrator) -> Migrator {
    let mut all: Vec<_> = COMMON.iter().chain(own.iter()).cloned().collect();
    all.sort_by_key(|migration| migration.version);
    Migrator::with_migrations(all)
}
