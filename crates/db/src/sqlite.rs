//! SQLite: one writer, and a pool of read-only connections.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode};
use sqlx::{ConnectOptions as _, Connection as _};

use super::commits::Commits;
use super::readers::Readers;
use super::sqlite_writer::{BUSY, STATEMENTS, Writer};
use super::tx::Lent;
use super::write_job::WriteJob;
use super::{DbError, DbOptions, Engine, ReadTx, migrations};

/// The rows of a statement that wait for their reader.
const ROWS: usize = 1_000;

/// A SQLite file: a pool of readers, and its writer.
pub struct Sqlite {
    readers: Readers,
    writer: Writer,
    connect: SqliteConnectOptions,
    commits: Commits,
}

impl Sqlite {
    pub(super) async fn open(file: &Path, options: &DbOptions) -> Result<Self, DbError> {
        if let Some(folder) = file
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
        {
            std::fs::create_dir_all(folder).map_err(sqlx::Error::Io)?;
        }
        // The writer opens first, because it creates the file that the readers need.
        let commits = Commits::default();
        let writer = Writer::start(file.to_owned(), commits.announcements()).await?;
        let connect = SqliteConnectOptions::new()
            .filename(file)
            .journal_mode(SqliteJournalMode::Wal)
            .foreign_keys(true)
            .busy_timeout(BUSY)
            .statement_cache_capacity(STATEMENTS)
            // A reader hands over as many rows at once; few would wake the caller again and again.
            .row_buffer_size(ROWS)
            .pragma("temp_store", "memory")
            // PostgreSQL has it too: an order that both share says so (`ORDER BY name COLLATE "C"`).
            .collation("C", str::cmp)
            .disable_statement_logging();
        let readers = Readers::new(&connect.clone().read_only(true), options);
        Ok(Self {
            readers,
            writer,
            connect,
            commits,
        })
    }

    pub(super) fn commits(&self) -> &Commits {
        &self.commits
    }

    pub(super) async fn migrate(&self) -> Result<(), DbError> {
        let mut conn: SqliteConnection = self.connect.connect().await?;
        migrations(Engine::Sqlite)
            .run_direct(None, &mut conn, false)
            .await?;
        conn.close().await?;
        Ok(())
    }

    pub(super) async fn read(&self) -> Result<ReadTx, DbError> {
        Ok(ReadTx(Lent::Reader(self.readers.acquire().await?)))
    }

    pub(super) async fn view(&self) -> Result<ReadTx, DbError> {
        Ok(ReadTx(Lent::Reader(self.readers.begin().await?)))
    }

    /// Runs `job` in a transaction.
    pub(super) async fn write(&self, job: WriteJob) -> Result<(), DbError> {
        self.writer.write(job).await
    }

    pub(super) fn waiting_writes(&self) -> usize {
        self.writer.waiting()
    }

    pub(super) async fn close(&self) {
        self.writer.stop().await;
        self.readers.close().await;
        self.writer.close().await;
    }
}
