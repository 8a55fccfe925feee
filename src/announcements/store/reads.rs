//! Who has read which announcement, and what a person may see.

use crate::announcements::audience::Audience;
use crate::clock::Millis;
use crate::db::ids::{fetch_by_ids, ids};
use crate::db::{
    DbError, Json, Reads, WriteTx, execute, fetch_all, fetch_optional, from_row, statements,
};

/// The most announcements of a history, newest first: of a year with three a day.
const MOST_LAUNCHED: i64 = 1_000;
/// How many announcements [`current`] reads at once.
pub const AT_ONCE: i64 = 100;
/// Rows among which the count of readers is spread.
const PARTS: u32 = 16;

/// What decides whether a person sees an announcement. The rest of the statement follows.
macro_rules! select_heads {
    ($read_at:literal, $rest:literal) => {
        concat!(
            "SELECT n.id, n.app_name, n.company_ids, n.agency_ids, n.group_ids, n.ends_at, ",
            $read_at,
            " AS read_at FROM announcements n ",
            $rest
        )
    };
}

statements! {
    LAUNCHED = select_heads!("r.read_at", "LEFT JOIN announcement_reads r \
        ON r.account_id = $1 AND r.announcement_id = n.id \
        WHERE n.status = 1 AND n.launch_at <= $2 ORDER BY n.launch_at DESC, n.id COLLATE \"C\" DESC LIMIT $3");
    UNREAD = select_heads!("CAST(NULL AS BIGINT)", "WHERE n.status = 1 AND n.launch_at <= $2 \
        AND (n.ends_at IS NULL OR n.ends_at > $2) AND NOT EXISTS (SELECT 1 FROM announcement_reads r \
        WHERE r.account_id = $1 AND r.announcement_id = n.id) \
        ORDER BY n.must_read DESC, n.launch_at DESC, n.id COLLATE \"C\" DESC LIMIT $3 OFFSET $4");
    NEWEST = select_heads!("r.read_at", "LEFT JOIN announcement_reads r \
        ON r.account_id = $1 AND r.announcement_id = n.id \
        WHERE n.status = 1 AND n.launch_at <= $2 AND (n.ends_at IS NULL OR n.ends_at > $2) \
        ORDER BY n.launch_at DESC, n.id COLLATE \"C\" DESC LIMIT $3 OFFSET $4");
    TEXTS = concat!("SELECT id, title || ' ' || title_zh || ' ' || content || ' ' || content_zh \
        FROM announcements WHERE id IN ", ids!());
    MARK = "INSERT INTO announcement_reads (account_id, announcement_id, read_at) VALUES ($1, $2, $3) \
        ON CONFLICT (account_id, announcement_id) DO NOTHING";
    COUNT_UP = "INSERT INTO announcement_read_counts (announcement_id, part, readers) VALUES ($1, $2, 1) \
        ON CONFLICT (announcement_id, part) DO UPDATE SET readers = announcement_read_counts.readers + 1";
    FORGET_COUNTS = "DELETE FROM announcement_read_counts WHERE announcement_id = $1";
    FORGET_LATER = "INSERT INTO deleted_announcements (id, deleted_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING";
    NEXT_DELETED = "SELECT id FROM deleted_announcements WHERE deleted_at < $1 LIMIT 1";
    SWEEP = "DELETE FROM announcement_reads WHERE (account_id, announcement_id) IN \
        (SELECT account_id, announcement_id FROM announcement_reads WHERE announcement_id = $1 LIMIT $2)";
    FORGOTTEN = "DELETE FROM deleted_announcements WHERE id = $1";
}

/// What decides whether a person sees an announcement, and whether it was read.
#[derive(Clone, Debug)]
pub struct Head {
    pub id: String,
    pub audience: Audience,
    pub ends_at: Option<Millis>,
    pub read_at: Option<Millis>,
}

struct Row {
    id: String,
    app_name: String,
    company_ids: Json<Vec<String>>,
    agency_ids: Json<Vec<String>>,
    group_ids: Json<Vec<String>>,
    ends_at: Option<Millis>,
    read_at: Option<Millis>,
}

from_row!(Row {
    id,
    app_name,
    company_ids,
    agency_ids,
    group_ids,
    ends_at,
    read_at
});

impl From<Row> for Head {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            audience: Audience {
                app_name: row.app_name,
                company_ids: row.company_ids.0,
                agency_ids: row.agency_ids.0,
                group_ids: row.group_ids.0,
            },
            ends_at: row.ends_at,
            read_at: row.read_at,
        }
    }
}

/// Which announcements that have not ended are read.
#[derive(Clone, Copy, Debug)]
pub enum Current {
    /// What the person has not read: first what people confirm, then the newest.
    Unread,
    /// All, the newest first.
    Newest,
}

/// Every announcement that is on and launched, newest first, at most 1000, for all people.
pub async fn launched(
    view: &mut dyn Reads,
    account_id: &str,
    now: Millis,
) -> Result<Vec<Head>, DbError> {
    let rows = fetch_all!(view, Row, LAUNCHED, account_id, now, MOST_LAUNCHED)?;
    Ok(rows.into_iter().map(Head::from).collect())
}

/// A page, from 0, of those that are on, launched and not over, for all people. It has [`AT_ONCE`] unless it is the last.
pub async fn current(
    view: &mut dyn Reads,
    (which, page): (Current, i64),
    account_id: &str,
    now: Millis,
) -> Result<Vec<Head>, DbError> {
    let sql = match which {
        Current::Unread => UNREAD,
        Current::Newest => NEWEST,
    };
    let rows = fetch_all!(view, Row, sql, account_id, now, AT_ONCE, page * AT_ONCE)?;
    Ok(rows.into_iter().map(Head::from).collect())
}

/// Ids, with title and content in both languages, of announcements among at most 100 ids.
pub async fn texts(view: &mut dyn Reads, ids: &[String]) -> Result<Vec<(String, String)>, DbError> {
    fetch_by_ids!(
        view,
        (String, String),
        TEXTS,
        ids.iter().map(String::as_str)
    )
}

/// Marks the announcement as read and counts the reader, once.
pub async fn mark(
    tx: &mut WriteTx,
    (account_id, id): (&str, &str),
    now: Millis,
) -> Result<(), DbError> {
    if execute!(tx, MARK, account_id, id, now)? == 1 {
        let sum = account_id.bytes().map(u32::from).sum::<u32>();
        execute!(tx, COUNT_UP, id, i64::from(sum % PARTS))?;
    }
    Ok(())
}

/// Forgets how many have read a deleted announcement, and leaves who has to [`sweep`].
pub async fn forget(tx: &mut WriteTx, id: &str, now: Millis) -> Result<(), DbError> {
    execute!(tx, FORGET_COUNTS, id)?;
    execute!(tx, FORGET_LATER, id, now).map(drop)
}

/// Deletes at most `most` reads of an announcement that was deleted before `before`, and counts the announcement too when
/// its last is gone.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    let Some((id,)) = fetch_optional!(tx, (String,), NEXT_DELETED, before)? else {
        return Ok(0);
    };
    let swept = execute!(tx, SWEEP, &id, most)?;
    if i64::try_from(swept).is_ok_and(|swept| swept < most) {
        execute!(tx, FORGOTTEN, &id)?;
    }
    Ok(swept)
}
