//! Feedback in the database.

use super::feedback_list::FEEDBACK;
use crate::clock::Millis;
use crate::db::{
    DbError, Json, Reads, WriteTx, execute, fetch_all, fetch_optional, from_row, json_list,
    statements,
};
use crate::feedback::piece::{Feedback, FeedbackCategory, FeedbackStatus, MOST_DUPLICATES};

statements! {
    FIND = "SELECT id, account_id, product_id, app_name, category, feedback, pictures, status, assignee_id, answer, \
        answered_at, answered_by, merged_into, created_at, version, changed_at, changed_by FROM feedback WHERE id = $1";
    HOLD = "UPDATE feedback SET version = version WHERE id = $1";
    INSERT = "INSERT INTO feedback (id, account_id, product_id, app_name, category, feedback, pictures, status, created_at) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    UPDATE = "UPDATE feedback SET status = $2, assignee_id = $3, answer = $4, answered_at = $5, answered_by = $6, \
        merged_into = $7, version = version + 1, changed_at = $8, changed_by = $9 WHERE id = $1";
    DUPLICATES = "SELECT id, account_id, product_id, app_name, category, feedback, pictures, status, assignee_id, answer, \
        answered_at, answered_by, merged_into, created_at, version, changed_at, changed_by FROM feedback \
        WHERE merged_into = $1 ORDER BY created_at, id COLLATE \"C\" LIMIT $2";
    UPDATE_DUPLICATES = "UPDATE feedback SET status = $2, assignee_id = $3, answer = $4, answered_at = $5, \
        answered_by = $6, version = version + 1, changed_at = $7, changed_by = $8 WHERE merged_into = $1";
    MOVE_DUPLICATES = "UPDATE feedback SET merged_into = $2, version = version + 1, changed_at = $3, changed_by = $4 \
        WHERE merged_into = $1";
}

struct Row {
    id: String,
    account_id: String,
    product_id: i64,
    app_name: String,
    category: FeedbackCategory,
    feedback: String,
    pictures: Json<Vec<String>>,
    status: FeedbackStatus,
    assignee_id: Option<String>,
    answer: String,
    answered_at: Option<Millis>,
    answered_by: Option<String>,
    merged_into: Option<String>,
    created_at: Millis,
    version: i64,
    changed_at: Option<Millis>,
    changed_by: Option<String>,
}

from_row!(Row {
    id,
    account_id,
    product_id,
    app_name,
    category,
    feedback,
    pictures,
    status,
    assignee_id,
    answer,
    answered_at,
    answered_by,
    merged_into,
    created_at,
    version,
    changed_at,
    changed_by
});

impl From<Row> for Feedback {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            account_id: row.account_id,
            product_id: row.product_id,
            app_name: row.app_name,
            category: row.category,
            text: row.feedback,
            pictures: row.pictures.0,
            status: row.status,
            assignee_id: row.assignee_id,
            answer: row.answer,
            answered_at: row.answered_at,
            answered_by: row.answered_by,
            merged_into: row.merged_into,
            created_at: row.created_at,
            version: row.version,
            changed_at: row.changed_at,
            changed_by: row.changed_by,
        }
    }
}

pub async fn find(view: &mut dyn Reads, id: &str) -> Result<Option<Feedback>, DbError> {
    if id.contains('\0') {
        return Ok(None);
    }
    let row = fetch_optional!(view, Row, FIND, id)?;
    Ok(row.map(Feedback::from))
}

/// Locks the feedback and reads it, so that a second writer sees what the first wrote.
pub async fn hold(tx: &mut WriteTx, id: &str) -> Result<Option<Feedback>, DbError> {
    if id.contains('\0') {
        return Ok(None);
    }
    execute!(tx, HOLD, id)?;
    find(tx, id).await
}

pub async fn insert(tx: &mut WriteTx, new: &Feedback) -> Result<(), DbError> {
    execute!(
        tx,
        INSERT,
        &new.id,
        &new.account_id,
        new.product_id,
        &new.app_name,
        new.category.code(),
        &new.text,
        json_list(&new.pictures),
        new.status.code(),
        new.created_at,
    )?;
    FEEDBACK.index_names(tx, new.id.clone()).await
}

/// Stores what people who handle feedback change of it, with a new version.
pub async fn update(
    tx: &mut WriteTx,
    new: &Feedback,
    (by, now): (Option<&str>, Millis),
) -> Result<(), DbError> {
    execute!(
        tx,
        UPDATE,
        &new.id,
        new.status.code(),
        new.assignee_id.as_deref(),
        &new.answer,
        new.answered_at,
        new.answered_by.as_deref(),
        new.merged_into.as_deref(),
        now,
        by,
    )
    .map(drop)
}

/// The duplicates of the feedback `id`, the earliest first.
pub async fn duplicates(view: &mut dyn Reads, id: &str) -> Result<Vec<Feedback>, DbError> {
    let most = i64::try_from(MOST_DUPLICATES).unwrap_or(i64::MAX);
    let rows = fetch_all!(view, Row, DUPLICATES, id, most)?;
    Ok(rows.into_iter().map(Feedback::from).collect())
}

/// Gives the duplicates of `first` its status, assignee and answer.
pub async fn update_duplicates(
    tx: &mut WriteTx,
    first: &Feedback,
    (by, now): (Option<&str>, Millis),
) -> Result<(), DbError> {
    execute!(
        tx,
        UPDATE_DUPLICATES,
        &first.id,
        first.status.code(),
        first.assignee_id.as_deref(),
        &first.answer,
        first.answered_at,
        first.answered_by.as_deref(),
        now,
        by,
    )
    .map(drop)
}

/// Makes the duplicates of `moved` duplicates of what it was merged into.
pub async fn move_duplicates(
    tx: &mut WriteTx,
    moved: &Feedback,
    (by, now): (Option<&str>, Millis),
) -> Result<(), DbError> {
    let into = moved.merged_into.as_deref();
    execute!(tx, MOVE_DUPLICATES, &moved.id, into, now, by).map(drop)
}
