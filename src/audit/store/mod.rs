//! The entries in the database: inserted where they arrive and moved (`arrivals.rs`), read (`list.rs`), changed only when a
//! person is erased (`erasure.rs`), deleted only by age.

pub mod arrivals;
pub mod erasure;
pub mod list;
pub mod names;

use std::sync::LazyLock;

use super::entry::Entry;
use super::segment::Segment;
use crate::clock::Millis;
use crate::db::list::columns;
use crate::db::{DbError, SqlQuery, WriteTx, execute, statements};

/// Entries per statement in [`insert_batch`].
const BATCH: usize = 32;
const COLUMNS: usize = 14;

statements! {
    INSERT = "INSERT INTO audit_arrivals (id, at, kind, actor_id, account_id, client_id, \
            session_id, address, request_id, detail, object_kind, object_id, call, segment) \
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT (id) DO NOTHING";
    SWEEP = "DELETE FROM audit_entries WHERE id IN \
            (SELECT id FROM audit_entries WHERE at < $1 ORDER BY at LIMIT $2)";
}

columns! {
    /// A stored entry.
    pub struct Recorded {
        id: String = "e.id",
        at: Millis = "e.at",
        /// The event's kind ([`crate::audit::Event::kind`]).
        kind: String = "e.kind",
        /// The acting account or client, [`crate::audit::CLI`] or [`crate::audit::SERVER`].
        actor_id: Option<String> = "e.actor_id",
        /// The account that it is about.
        account_id: Option<String> = "e.account_id",
        /// The `client_id` that it is about.
        client_id: Option<String> = "e.client_id",
        session_id: Option<String> = "e.session_id",
        /// The kind of the object ([`crate::audit::ObjectKind::as_str`]).
        object_kind: Option<String> = "e.object_kind",
        object_id: Option<String> = "e.object_id",
        /// The call ([`crate::audit::Origin::call`]).
        call: Option<String> = "e.call",
        /// The client's address.
        address: Option<String> = "e.address",
        /// The request's id in the log.
        request_id: Option<String> = "e.request_id",
        /// The details as a JSON object.
        detail: String = "e.detail",
    }
}

/// [`INSERT`] for a whole batch.
static INSERT_BATCH: LazyLock<String> = LazyLock::new(|| {
    let (head, _) = INSERT.split_once("VALUES").unwrap_or_default();
    let mut sql = format!("{head}VALUES ");
    for row in 0..BATCH {
        sql.push_str(if row == 0 { "(" } else { ", (" });
        for column in 1..=COLUMNS {
            let comma = if column == 1 { "" } else { ", " };
            sql.extend([comma, "$", &(row * COLUMNS + column).to_string()]);
        }
        sql.push(')');
    }
    // The same batch is written again if its commit was not confirmed. What was moved meanwhile is not moved twice.
    sql.push_str(" ON CONFLICT (id) DO NOTHING");
    sql
});

pub(super) async fn insert(tx: &mut WriteTx, entry: &Entry) -> Result<(), DbError> {
    bound(SqlQuery::kept(INSERT), entry)
        .execute(tx)
        .await
        .map(drop)
}

/// Inserts many entries with few statements.
pub(super) async fn insert_batch(tx: &mut WriteTx, entries: &[Entry]) -> Result<(), DbError> {
    for rows in entries.chunks(BATCH) {
        if rows.len() == BATCH {
            insert_full(tx, rows).await?;
        } else {
            for entry in rows {
                insert(tx, entry).await?;
            }
        }
    }
    Ok(())
}

async fn insert_full(tx: &mut WriteTx, rows: &[Entry]) -> Result<(), DbError> {
    let query = SqlQuery::kept(INSERT_BATCH.as_str());
    rows.iter().fold(query, bound).execute(tx).await.map(drop)
}

/// The query with the columns of an entry.
fn bound(query: SqlQuery, entry: &Entry) -> SqlQuery {
    let about = entry.about();
    query
        .bind(&entry.id)
        .bind(entry.at)
        .bind(entry.event.kind())
        .bind(entry.actor.as_deref())
        .bind(entry.account.as_deref())
        .bind(entry.client.as_deref())
        .bind(entry.session.as_deref())
        .bind(entry.origin.address.map(|address| address.to_string()))
        .bind(entry.origin.request_id.as_deref())
        .bind(entry.detail())
        .bind(about.map(|(kind, _)| kind.as_str()))
        .bind(about.map(|(_, id)| id))
        .bind(entry.origin.call.as_deref())
        .bind(Segment::of(&entry.event).as_str())
}

pub(super) async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP, before, most)
}
