//! Announcements in the database.

use super::announcement_list::ANNOUNCEMENTS;
use crate::announcements::announcement::{Announcement, AnnouncementStatus};
use crate::announcements::audience::Audience;
use crate::clock::Millis;
use crate::db::ids::{fetch_by_ids, ids};
use crate::db::{
    DbError, Json, Reads, SqlQuery, WriteTx, execute, fetch_all, fetch_optional, from_row,
    json_list, query, search, statements,
};

/// The topic of [`ChangeFeed`](crate::db::feed::ChangeFeed) for the lines of the sign-in pages.
pub const TOPIC: &str = "announcements";

/// The most lines that the sign-in pages know.
const MOST_LINES: i64 = 20;

statements! {
    FIND = "SELECT id, title, title_zh, content, content_zh, launch_at, ends_at, status, must_read, app_name, company_ids, \
        agency_ids, group_ids, sign_in_line, sign_in_line_zh, sign_in_from, sign_in_until, created_at, version, changed_at, \
        changed_by FROM announcements WHERE id = $1";
    HOLD = "UPDATE announcements SET version = version WHERE id = $1";
    INSERT = "INSERT INTO announcements (id, title, title_zh, content, content_zh, launch_at, ends_at, status, must_read, \
        app_name, company_ids, agency_ids, group_ids, sign_in_line, sign_in_line_zh, sign_in_from, sign_in_until, \
        created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)";
    UPDATE = "UPDATE announcements SET title = $2, title_zh = $3, content = $4, content_zh = $5, launch_at = $6, \
        ends_at = $7, status = $8, must_read = $9, app_name = $10, company_ids = $11, agency_ids = $12, group_ids = $13, \
        sign_in_line = $14, sign_in_line_zh = $15, sign_in_from = $16, sign_in_until = $17, version = version + 1, \
        changed_at = $18, changed_by = $19 WHERE id = $1";
    SEARCH_NUMBER = "SELECT search_number FROM announcements WHERE id = $1";
    DELETE = "DELETE FROM announcements WHERE id = $1";
    NAMES = concat!("SELECT id, title FROM announcements WHERE id IN ", ids!());
    LINES = "SELECT sign_in_line AS text, sign_in_line_zh AS text_zh, sign_in_from AS begins_at, \
        sign_in_until AS ends_at FROM announcements \
        WHERE status = 1 AND sign_in_line <> '' AND (sign_in_until IS NULL OR sign_in_until > $1) \
        ORDER BY launch_at DESC, id COLLATE \"C\" DESC LIMIT $2";
}

struct Row {
    id: String,
    title: String,
    title_zh: String,
    content: String,
    content_zh: String,
    launch_at: Millis,
    ends_at: Option<Millis>,
    status: AnnouncementStatus,
    must_read: bool,
    app_name: String,
    company_ids: Json<Vec<String>>,
    agency_ids: Json<Vec<String>>,
    group_ids: Json<Vec<String>>,
    sign_in_line: String,
    sign_in_line_zh: String,
    sign_in_from: Option<Millis>,
    sign_in_until: Option<Millis>,
    created_at: Millis,
    version: i64,
    changed_at: Option<Millis>,
    changed_by: Option<String>,
}

from_row!(Row {
    id,
    title,
    title_zh,
    content,
    content_zh,
    launch_at,
    ends_at,
    status,
    must_read,
    app_name,
    company_ids,
    agency_ids,
    group_ids,
    sign_in_line,
    sign_in_line_zh,
    sign_in_from,
    sign_in_until,
    created_at,
    version,
    changed_at,
    changed_by
});

impl From<Row> for Announcement {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            title: row.title,
            title_zh: row.title_zh,
            content: row.content,
            content_zh: row.content_zh,
            launch_at: row.launch_at,
            ends_at: row.ends_at,
            status: row.status,
            must_read: row.must_read,
            audience: Audience {
                app_name: row.app_name,
                company_ids: row.company_ids.0,
                agency_ids: row.agency_ids.0,
                group_ids: row.group_ids.0,
            },
            sign_in_line: row.sign_in_line,
            sign_in_line_zh: row.sign_in_line_zh,
            sign_in_from: row.sign_in_from,
            sign_in_until: row.sign_in_until,
            created_at: row.created_at,
            version: row.version,
            changed_at: row.changed_at,
            changed_by: row.changed_by,
        }
    }
}

/// A line of the sign-in pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub text: String,
    pub text_zh: String,
    pub begins_at: Option<Millis>,
    pub ends_at: Option<Millis>,
}

from_row!(Line {
    text,
    text_zh,
    begins_at,
    ends_at
});

pub async fn find(view: &mut dyn Reads, id: &str) -> Result<Option<Announcement>, DbError> {
    if id.contains('\0') {
        return Ok(None);
    }
    let row = fetch_optional!(view, Row, FIND, id)?;
    Ok(row.map(Announcement::from))
}

/// Locks the announcement and reads it, so that a second writer sees what the first wrote.
pub async fn hold(tx: &mut WriteTx, id: &str) -> Result<Option<Announcement>, DbError> {
    if id.contains('\0') {
        return Ok(None);
    }
    execute!(tx, HOLD, id)?;
    find(tx, id).await
}

/// `sql` with its first 17 arguments, which a new and a changed announcement share.
fn with_values(sql: &'static str, of: &Announcement) -> SqlQuery {
    let audience = &of.audience;
    query!(
        sql,
        &of.id,
        &of.title,
        &of.title_zh,
        &of.content,
        &of.content_zh,
        of.launch_at,
        of.ends_at,
        of.status.code(),
        i64::from(of.must_read),
        &audience.app_name,
        json_list(&audience.company_ids),
        json_list(&audience.agency_ids),
        json_list(&audience.group_ids),
        &of.sign_in_line,
        &of.sign_in_line_zh,
        of.sign_in_from,
        of.sign_in_until
    )
}

pub async fn insert(tx: &mut WriteTx, new: &Announcement) -> Result<(), DbError> {
    let insert = with_values(INSERT, new).bind(new.created_at);
    let added = insert.execute(tx).await?;
    tx.changed_rows(TOPIC, added);
    ANNOUNCEMENTS.index_names(tx, new.id.clone()).await
}

/// Stores everything of `new` that administrators change, with a new version.
pub async fn update(
    tx: &mut WriteTx,
    new: &Announcement,
    by: Option<&str>,
    now: Millis,
) -> Result<(), DbError> {
    let update = with_values(UPDATE, new).bind(now).bind(by);
    let saved = update.execute(tx).await?;
    tx.changed_rows(TOPIC, saved);
    ANNOUNCEMENTS.index_names(tx, new.id.clone()).await
}

pub async fn delete(tx: &mut WriteTx, id: &str) -> Result<(), DbError> {
    if let Some((Some(number),)) = fetch_optional!(tx, (Option<i64>,), SEARCH_NUMBER, id)? {
        search::forget(tx, number).await?;
    }
    let deleted = execute!(tx, DELETE, id)?;
    tx.changed_rows(TOPIC, deleted);
    Ok(())
}

/// Id and title of announcements among at most 100 ids.
pub async fn titles(view: &mut dyn Reads, ids: &[&str]) -> Result<Vec<(String, String)>, DbError> {
    fetch_by_ids!(view, (String, String), NAMES, ids.iter().copied())
}

/// The lines that the sign-in pages show now or later, newest announcement first.
pub async fn lines(view: &mut dyn Reads, now: Millis) -> Result<Vec<Line>, DbError> {
    fetch_all!(view, Line, LINES, now, MOST_LINES)
}
