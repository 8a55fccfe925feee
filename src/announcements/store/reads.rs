//! Who has read which announcement, and what a person may see.

use super::announcements::Ids;
use crate::clock::Millis;
use crate::db::{
    DbError, Reads, WriteTx, execute, fetch_all, fetch_optional, from_row, statements,
};

/// The most announcements of a history, newest first: of a year with three a day.
const MOST_LAUNCHED: i64 = 1_000;
/// The most announcements that a search reads, newest first.
const MOST_SEARCHED: i64 = 300;
/// The most announcements among which a person's next one and the latest are looked for.
const MOST_CURRENT: i64 = 1_000;
/// Rows among which the count of readers is spread.
const PARTS: u32 = 16;

statements! {
    LAUNCHED = "SELECT n.id, n.app_name, n.company_ids, n.agency_ids, n.group_ids, n.launch_at, n.ends_at, \
        r.read_at, '' AS text FROM announcements n \
        LEFT JOIN announcement_reads r ON r.account_id = $1 AND r.announcement_id = n.id \
        WHERE n.status = 1 AND n.launch_at <= $2 ORDER BY n.launch_at DESC, n.id COLLATE \"C\" DESC LIMIT $3";
    LAUNCHED_WITH_TEXT = "SELECT n.id, n.app_name, n.company_ids, n.agency_ids, n.group_ids, n.launch_at, n.ends_at, \
        r.read_at, n.title || ' ' || n.title_zh || ' ' || n.content || ' ' || n.content_zh AS text \
        FROM announcements n LEFT JOIN announcement_reads r ON r.account_id = $1 AND r.announcement_id = n.id \
        WHERE n.status = 1 AND n.launch_at <= $2 ORDER BY n.launch_at DESC, n.id COLLATE \"C\" DESC LIMIT $3";
    CURRENT = "SELECT n.id, n.app_name, n.company_ids, n.agency_ids, n.group_ids, n.launch_at, n.ends_at, \
        r.read_at, '' AS text FROM announcements n \
        LEFT JOIN announcement_reads r ON r.account_id = $1 AND r.announcement_id = n.id \
        WHERE n.status = 1 AND n.launch_at <= $2 AND (n.ends_at IS NULL OR n.ends_at > $2) \
        ORDER BY n.must_read DESC, n.launch_at DESC, n.id COLLATE \"C\" DESC LIMIT $3";
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
    pub app_name: String,
    pub company_ids: Ids,
    pub agency_ids: Ids,
    pub group_ids: Ids,
    pub launch_at: Millis,
    pub ends_at: Option<Millis>,
    pub read_at: Option<Millis>,
    /// Title and content in both languages, if they were asked for.
    pub text: String,
}

from_row!(Head {
    id,
    app_name,
    company_ids,
    agency_ids,
    group_ids,
    launch_at,
    ends_at,
    read_at,
    text
});

/// Every announcement that is on and launched, newest first, whatever its audience.
pub async fn launched(
    view: &mut dyn Reads,
    account_id: &str,
    now: Millis,
    with_text: bool,
) -> Result<Vec<Head>, DbError> {
    let (sql, most) = if with_text {
        (LAUNCHED_WITH_TEXT, MOST_SEARCHED)
    } else {
        (LAUNCHED, MOST_LAUNCHED)
    };
    fetch_all!(view, Head, sql, account_id, now, most)
}

/// Like [`launched`], without what has ended: first what people confirm, then the newest.
pub async fn current(
    view: &mut dyn Reads,
    account_id: &str,
    now: Millis,
) -> Result<Vec<Head>, DbError> {
    fetch_all!(view, Head, CURRENT, account_id, now, MOST_CURRENT)
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
