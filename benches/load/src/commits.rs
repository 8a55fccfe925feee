//! What SQLite alone can do: the statements that Atrium writes in one lap, on the same tables,
//! equally durable (WAL, `synchronous=FULL`), several laps per commit.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ring::rand::{SecureRandom, SystemRandom};
use rusqlite::{Connection, params};

use crate::http::Result;

/// Grants whose refresh tokens are replaced; one commit touches different pages.
const GRANTS: usize = 20_000;
/// Laps per commit: one for each parallel client.
const GROUP: usize = 16;

const AUDIT: &str = "INSERT INTO audit_arrivals \
    (id, at, kind, actor_id, account_id, client_id, session_id, address, request_id, detail, segment) \
    VALUES (?1, ?2, 'token_granted', ?3, ?3, 'demo-app', NULL, '127.0.0.1', ?1, '{}', 'tokens')";
const GRANT: &str = "INSERT INTO grants \
    (id, client_id, account_id, session_id, offline, context, created_at) \
    VALUES (?1, 'demo-app', ?2, ?3, 0, ?4, ?5)";
const ROTATE: &str = "UPDATE grants SET refresh_hash = ?2, refresh_issued_at = ?3, \
    refresh_expires_at = ?3 + 600000 WHERE id = ?1 AND client_id = 'demo-app' \
    AND refresh_family_hash IS NULL RETURNING refresh_jkt";

const PROOF: &str = "INSERT INTO seen_jtis (hash, expires_at) VALUES (?1, ?2)";
const SESSION: &str = "INSERT INTO sso_sessions \
    (id, account_id, auth_time, acr, amr, created_at, last_seen_at) \
    VALUES (?1, ?2, ?3, 'urn:atrium:acr:password', '[]', ?3, ?3)";
const BROWSER: &str =
    "INSERT INTO browser_sessions (id_hash, data, expires_at) VALUES (?1, ?2, ?3)";
const TRIP: &str = "INSERT INTO sign_in_flows \
    (id, browser, target, progress, created_at, expires_at) VALUES (?1, ?1, ?2, ?2, ?3, ?4)";
const COME_BACK: &str = "UPDATE sign_in_flows SET progress = ?2 WHERE id = ?1";

#[derive(Debug, Clone, Copy, serde::Serialize, serde::Deserialize)]
pub struct Rates {
    /// Exchanges a code for a grant.
    pub code_flow: f64,
    /// Replaces the refresh token of a grant.
    pub refresh: f64,
    /// Writes the session of a passkey.
    pub passkey: f64,
    /// Writes a trip to a corporate provider, its end and the session, in three commits.
    pub federated: f64,
}

pub fn measure(folder: &Path, migrations: &Path, time: Duration) -> Result<Rates> {
    let mut store = Store::open(&folder.join("limits.db"), migrations)?;
    store.add_grants()?;
    Ok(Rates {
        code_flow: store.rate(time, Store::code_flow)?,
        refresh: store.rate(time, Store::refresh)?,
        passkey: store.rate(time, Store::passkey)?,
        federated: store.rate(time, Store::federated)?,
    })
}

/// The migrations of both engines and those of SQLite alone, by their numbers.
fn migrations_in_order(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for folder in [folder.to_owned(), folder.join("sqlite")] {
        for entry in std::fs::read_dir(folder)? {
            let file = entry?.path();
            if file.extension().is_some_and(|extension| extension == "sql") {
                files.push(file);
            }
        }
    }
    files.sort_by(|one, other| one.file_name().cmp(&other.file_name()));
    Ok(files)
}

struct Store {
    connection: Connection,
    random: SystemRandom,
    /// The ids of grants.
    grants: Vec<String>,
    account: String,
    context: String,
    now: i64,
}

impl Store {
    fn open(file: &Path, migrations: &Path) -> Result<Self> {
        let connection = Connection::open(file)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", "ON")?;
        connection.pragma_update(None, "temp_store", "memory")?;
        connection.set_prepared_statement_cache_capacity(64);
        for file in migrations_in_order(migrations)? {
            connection.execute_batch(&std::fs::read_to_string(file)?)?;
        }
        Ok(Self {
            connection,
            random: SystemRandom::new(),
            grants: Vec::new(),
            account: "1b671a64-40d5-491e-99b0-da01ff1f3341".to_owned(),
            context: "x".repeat(500),
            now: 1_780_000_000_000,
        })
    }

    fn rate(&mut self, time: Duration, lap: fn(&mut Self) -> Result<()>) -> Result<f64> {
        let start = Instant::now();
        let mut laps = 0;
        while start.elapsed() < time {
            lap(self)?;
            laps += GROUP;
        }
        Ok(laps as f64 / start.elapsed().as_secs_f64())
    }

    fn code_flow(&mut self) -> Result<()> {
        self.in_one_commit(|store| {
            for _ in 0..GROUP {
                let id = store.id()?;
                let mut grant = store.connection.prepare_cached(GRANT)?;
                grant.execute(params![id, store.account, id, store.context, store.now])?;
                store.write_entry()?;
            }
            Ok(())
        })
    }

    fn passkey(&mut self) -> Result<()> {
        let names = self.names()?;
        self.in_one_commit(|store| {
            for name in &names {
                let mut proof = store.connection.prepare_cached(PROOF)?;
                proof.execute(params![name, store.now + 300_000])?;
                store.begin_session(name)?;
            }
            Ok(())
        })
    }

    fn federated(&mut self) -> Result<()> {
        let names = self.names()?;
        self.in_one_commit(|store| {
            for name in &names {
                let mut trip = store.connection.prepare_cached(TRIP)?;
                let until = store.now + 600_000;
                trip.execute(params![name, store.context, store.now, until])?;
            }
            Ok(())
        })?;
        self.in_one_commit(|store| {
            for name in &names {
                let mut end = store.connection.prepare_cached(COME_BACK)?;
                end.execute(params![name, store.context])?;
            }
            Ok(())
        })?;
        self.in_one_commit(|store| names.iter().try_for_each(|name| store.begin_session(name)))
    }

    /// Writes a session, its browser and its audit entry.
    fn begin_session(&self, name: &str) -> Result<()> {
        let mut session = self.connection.prepare_cached(SESSION)?;
        session.execute(params![name, self.account, self.now])?;
        let mut browser = self.connection.prepare_cached(BROWSER)?;
        browser.execute(params![name, &name[..36], self.now + 600_000])?;
        self.write_entry()
    }

    /// A name for each lap of a commit.
    fn names(&self) -> Result<Vec<String>> {
        (0..GROUP).map(|_| self.name()).collect()
    }

    /// Stores the grants whose refresh tokens are replaced.
    fn add_grants(&mut self) -> Result<()> {
        self.grants = (0..GRANTS).map(|_| self.name()).collect::<Result<_>>()?;
        self.in_one_commit(|store| {
            for id in &store.grants {
                let mut grant = store.connection.prepare_cached(GRANT)?;
                grant.execute(params![id, store.account, id, store.context, store.now])?;
            }
            Ok(())
        })
    }

    fn refresh(&mut self) -> Result<()> {
        self.in_one_commit(|store| {
            for _ in 0..GROUP {
                let mut bytes = [0; 8];
                store.random.fill(&mut bytes).map_err(|_| "no randomness")?;
                let id = &store.grants[usize::from_be_bytes(bytes) % GRANTS];
                let mut rotate = store.connection.prepare_cached(ROTATE)?;
                let values = params![id, store.name()?, store.now];
                let _: Option<String> = rotate.query_row(values, |row| row.get(0))?;
            }
            Ok(())
        })
    }

    /// Writes the audit entry of a token.
    fn write_entry(&self) -> Result<()> {
        let id = self.id()?;
        self.connection
            .prepare_cached(AUDIT)?
            .execute(params![id, self.now, self.account])?;
        Ok(())
    }

    fn in_one_commit(&mut self, work: impl Fn(&Self) -> Result<()>) -> Result<()> {
        self.now += 1;
        self.connection.execute_batch("BEGIN IMMEDIATE")?;
        work(self)?;
        self.connection.execute_batch("COMMIT")?;
        Ok(())
    }

    /// An id that sorts by time, as UUID version 7 does.
    fn id(&self) -> Result<String> {
        let name = self.name()?;
        Ok(format!("{:012x}{}", self.now, &name[..24]))
    }

    /// Stands for a hash: 256 random bits in hexadecimal digits.
    fn name(&self) -> Result<String> {
        let mut bytes = [0; 32];
        self.random.fill(&mut bytes).map_err(|_| "no randomness")?;
        let (high, low) = bytes.split_at(16);
        let digits = |half: &[u8]| half.try_into().map(u128::from_be_bytes);
        Ok(format!("{:032x}{:032x}", digits(high)?, digits(low)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables of the measured statements are those of the server's own migrations.
    #[test]
    fn the_measured_statements_fit_the_migrations() {
        let folder = tempfile::tempdir().unwrap();
        let migrations = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
        let mut store = Store::open(&folder.path().join("limits.db"), &migrations).unwrap();
        store.add_grants().unwrap();
        let laps = [
            Store::code_flow,
            Store::refresh,
            Store::passkey,
            Store::federated,
        ];
        for lap in laps {
            lap(&mut store).unwrap();
        }
    }
}
