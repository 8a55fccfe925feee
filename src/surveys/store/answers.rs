//! What people answered.

use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx, execute, fetch_all, from_row, statements};
use crate::surveys::question::KeptAnswer;

statements! {
    INSERT_ANSWER = "INSERT INTO survey_answers (id, survey_id, account_id, answered_at, content) \
        VALUES ($1, $2, $3, $4, $5)";
    WAITING = "SELECT content FROM survey_waiting WHERE survey_id = $1 LIMIT 100";
    WAIT = "INSERT INTO survey_waiting (id, survey_id, content) VALUES ($1, $2, $3)";
    FORGET_WAITING = "DELETE FROM survey_waiting WHERE survey_id = $1";
    PAGE = "SELECT id, account_id, answered_at, content FROM survey_answers WHERE survey_id = $1 AND id > $2 \
        ORDER BY id LIMIT $3";
}

/// An answer.
#[derive(Clone, Debug)]
pub struct AnswerRow {
    pub id: String,
    pub account_id: Option<String>,
    pub answered_at: Option<Millis>,
    content: String,
}

from_row!(AnswerRow {
    id,
    account_id,
    answered_at,
    content
});

impl AnswerRow {
    /// One answer for each question; empty if nobody can read it.
    pub fn answers(&self) -> Vec<Option<KeptAnswer>> {
        serde_json::from_str(&self.content).unwrap_or_default()
    }
}

/// Adds an answer; `by` is who gave it and when, in a survey that names people.
pub async fn insert(
    tx: &mut WriteTx,
    (id, survey_id): (&str, &str),
    by: Option<(&str, Millis)>,
    content: &str,
) -> Result<(), DbError> {
    let (account_id, at) = by.unzip();
    execute!(tx, INSERT_ANSWER, id, survey_id, account_id, at, content).map(drop)
}

/// The anonymous answers that wait, in no order.
pub async fn waiting(view: &mut dyn Reads, survey_id: &str) -> Result<Vec<String>, DbError> {
    let found = fetch_all!(view, (String,), WAITING, survey_id)?;
    Ok(found.into_iter().map(|(content,)| content).collect())
}

/// Adds an anonymous answer that waits.
pub async fn wait(
    tx: &mut WriteTx,
    (id, survey_id): (&str, &str),
    content: &str,
) -> Result<(), DbError> {
    execute!(tx, WAIT, id, survey_id, content).map(drop)
}

/// Deletes the anonymous answers that wait.
pub async fn forget_waiting(tx: &mut WriteTx, survey_id: &str) -> Result<(), DbError> {
    execute!(tx, FORGET_WAITING, survey_id).map(drop)
}

/// At most `most` answers after the id `after`, in the order of their ids.
pub async fn page(
    view: &mut dyn Reads,
    (survey_id, after): (&str, &str),
    most: i64,
) -> Result<Vec<AnswerRow>, DbError> {
    fetch_all!(view, AnswerRow, PAGE, survey_id, after, most)
}
