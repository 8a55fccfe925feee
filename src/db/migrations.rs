//! The numbered migrations; none is ever edited once landed.

use std::sync::LazyLock;

use sqlx::migrate::Migrator;

use super::options::Engine;

/// What both engines run.
static COMMON: Migrator = sqlx_macros::migrate!("./migrations");
/// What one engine alone runs, such as its search index.
static OF_SQLITE: Migrator = sqlx_macros::migrate!("./migrations/sqlite");
static OF_POSTGRES: Migrator = sqlx_macros::migrate!("./migrations/postgres");

static SQLITE: LazyLock<Migrator> = LazyLock::new(|| joined(&OF_SQLITE));
static POSTGRES: LazyLock<Migrator> = LazyLock::new(|| joined(&OF_POSTGRES));

/// The migrations of `engine`, by number.
pub fn migrations(engine: Engine) -> &'static Migrator {
    match engine {
        Engine::Sqlite => &SQLITE,
        Engine::Postgres => &POSTGRES,
    }
}

fn joined(own: &Migrator) -> Migrator {
    Migrator::with_migrations(COMMON.iter().chain(own.iter()).cloned().collect())
}
