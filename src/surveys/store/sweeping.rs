//! Deletes what belonged to deleted surveys, and anonymous answers that nobody will see, some rows at a time.

use crate::clock::Millis;
use crate::db::{DbError, WriteTx, execute, fetch_optional, statements};

statements! {
    DELETE_LATER = "INSERT INTO deleted_surveys (id, deleted_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING";
    NEXT_DELETED = "SELECT id FROM deleted_surveys WHERE deleted_at < $1 LIMIT 1";
    SWEEP_PEOPLE = "DELETE FROM survey_people WHERE (account_id, survey_id) IN \
        (SELECT account_id, survey_id FROM survey_people WHERE survey_id = $1 LIMIT $2)";
    SWEEP_ANSWERS = "DELETE FROM survey_answers WHERE id IN (SELECT id FROM survey_answers WHERE survey_id = $1 LIMIT $2)";
    /// Answers that still wait when their survey has ended, and was not changed since: an editor may have set an end in the
    /// past by mistake. Few wait, so they are read first.
    SWEEP_WAITING = "DELETE FROM survey_waiting WHERE id IN (SELECT w.id FROM survey_waiting w CROSS JOIN surveys s \
        WHERE s.id = w.survey_id AND s.ends_at < $1 \
        AND COALESCE(s.changed_at, s.created_at) < $1 LIMIT $2)";
    FORGET_DELETED = "DELETE FROM deleted_surveys WHERE id = $1";
}

/// Leaves the answers to a deleted survey, and who has answered, to [`sweep`].
pub async fn later(tx: &mut WriteTx, id: &str, now: Millis) -> Result<(), DbError> {
    execute!(tx, DELETE_LATER, id, now).map(drop)
}

/// Deletes at most `most` answers and as much of who has answered of a survey that was deleted before `before`; returns how
/// many rows of one kind it deleted.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    let Some((id,)) = fetch_optional!(tx, (String,), NEXT_DELETED, before)? else {
        return Ok(0);
    };
    let people = execute!(tx, SWEEP_PEOPLE, &id, most)?;
    let answers = execute!(tx, SWEEP_ANSWERS, &id, most)?;
    let swept = people.max(answers);
    if i64::try_from(swept).is_ok_and(|swept| swept < most) {
        execute!(tx, FORGET_DELETED, &id)?;
    }
    Ok(swept)
}

/// Deletes at most `most` anonymous answers that wait in vain, because their survey ended before `before`; returns how many.
///
/// # Errors
/// The database failed.
pub async fn sweep_waiting(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP_WAITING, before, most)
}
