//! Surveys in the database.

use super::survey_list::SURVEYS;
use crate::announcements::Audience;
use crate::clock::Millis;
use crate::db::ids::{fetch_by_ids, ids};
use crate::db::{
    DbError, Json, Reads, WriteTx, execute, fetch_optional, from_row, json_list, search, statements,
};
use crate::surveys::question::Question;
use crate::surveys::survey::{Survey, SurveyStatus};

statements! {
    FIND = "SELECT id, name, name_zh, description, description_zh, url, questions, questions_version, anonymous, begins_at, \
        ends_at, status, app_name, company_ids, agency_ids, group_ids, answers, created_at, version, changed_at, \
        changed_by FROM surveys WHERE id = $1";
    HOLD = "UPDATE surveys SET version = version WHERE id = $1";
    INSERT = "INSERT INTO surveys (id, name, name_zh, description, description_zh, url, questions, questions_version, \
        anonymous, begins_at, ends_at, status, app_name, company_ids, agency_ids, group_ids, answers, created_at) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 0, $17)";
    UPDATE = "UPDATE surveys SET name = $2, name_zh = $3, description = $4, description_zh = $5, url = $6, questions = $7, \
        questions_version = $8, anonymous = $9, begins_at = $10, ends_at = $11, status = $12, app_name = $13, \
        company_ids = $14, agency_ids = $15, group_ids = $16, version = version + 1, changed_at = $17, changed_by = $18 \
        WHERE id = $1";
    COUNT_ANSWERS = "UPDATE surveys SET answers = answers + $2 WHERE id = $1";
    SEARCH_NUMBER = "SELECT search_number FROM surveys WHERE id = $1";
    DELETE = "DELETE FROM surveys WHERE id = $1";
    NAMES = concat!("SELECT id, name FROM surveys WHERE id IN ", ids!());
}

struct Row {
    id: String,
    name: String,
    name_zh: String,
    description: String,
    description_zh: String,
    url: String,
    questions: Json<Vec<Question>>,
    questions_version: i64,
    anonymous: bool,
    begins_at: Millis,
    ends_at: Millis,
    status: SurveyStatus,
    app_name: String,
    company_ids: Json<Vec<String>>,
    agency_ids: Json<Vec<String>>,
    group_ids: Json<Vec<String>>,
    answers: i64,
    created_at: Millis,
    version: i64,
    changed_at: Option<Millis>,
    changed_by: Option<String>,
}

from_row!(Row {
    id,
    name,
    name_zh,
    description,
    description_zh,
    url,
    questions,
    questions_version,
    anonymous,
    begins_at,
    ends_at,
    status,
    app_name,
    company_ids,
    agency_ids,
    group_ids,
    answers,
    created_at,
    version,
    changed_at,
    changed_by
});

impl From<Row> for Survey {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            name: row.name,
            name_zh: row.name_zh,
            description: row.description,
            description_zh: row.description_zh,
            url: row.url,
            questions: row.questions.0,
            questions_version: row.questions_version,
            anonymous: row.anonymous,
            begins_at: row.begins_at,
            ends_at: row.ends_at,
            status: row.status,
            audience: Audience {
                app_name: row.app_name,
                company_ids: row.company_ids.0,
                agency_ids: row.agency_ids.0,
                group_ids: row.group_ids.0,
            },
            answers: row.answers,
            created_at: row.created_at,
            version: row.version,
            changed_at: row.changed_at,
            changed_by: row.changed_by,
        }
    }
}

pub async fn find(view: &mut dyn Reads, id: &str) -> Result<Option<Survey>, DbError> {
    if id.contains('\0') {
        return Ok(None);
    }
    let row = fetch_optional!(view, Row, FIND, id)?;
    Ok(row.map(Survey::from))
}

/// Locks the survey and reads it, so that a second writer sees what the first wrote.
pub async fn hold(tx: &mut WriteTx, id: &str) -> Result<Option<Survey>, DbError> {
    if id.contains('\0') {
        return Ok(None);
    }
    execute!(tx, HOLD, id)?;
    find(tx, id).await
}

pub async fn insert(tx: &mut WriteTx, new: &Survey) -> Result<(), DbError> {
    let audience = &new.audience;
    execute!(
        tx,
        INSERT,
        &new.id,
        &new.name,
        &new.name_zh,
        &new.description,
        &new.description_zh,
        &new.url,
        json_list(&new.questions),
        new.questions_version,
        i64::from(new.anonymous),
        new.begins_at,
        new.ends_at,
        new.status.code(),
        &audience.app_name,
        json_list(&audience.company_ids),
        json_list(&audience.agency_ids),
        json_list(&audience.group_ids),
        new.created_at,
    )?;
    SURVEYS.index_names(tx, new.id.clone()).await
}

/// Stores everything of `new` that administrators change, with a new version.
pub async fn update(
    tx: &mut WriteTx,
    new: &Survey,
    by: Option<&str>,
    now: Millis,
) -> Result<(), DbError> {
    let audience = &new.audience;
    execute!(
        tx,
        UPDATE,
        &new.id,
        &new.name,
        &new.name_zh,
        &new.description,
        &new.description_zh,
        &new.url,
        json_list(&new.questions),
        new.questions_version,
        i64::from(new.anonymous),
        new.begins_at,
        new.ends_at,
        new.status.code(),
        &audience.app_name,
        json_list(&audience.company_ids),
        json_list(&audience.agency_ids),
        json_list(&audience.group_ids),
        now,
        by,
    )?;
    SURVEYS.index_names(tx, new.id.clone()).await
}

/// Counts `many` more people who have answered.
///
/// # Errors
/// The database failed.
pub async fn count_answers(tx: &mut WriteTx, id: &str, many: i64) -> Result<(), DbError> {
    execute!(tx, COUNT_ANSWERS, id, many).map(drop)
}

pub async fn delete(tx: &mut WriteTx, id: &str) -> Result<(), DbError> {
    if let Some((Some(number),)) = fetch_optional!(tx, (Option<i64>,), SEARCH_NUMBER, id)? {
        search::forget(tx, number).await?;
    }
    execute!(tx, DELETE, id).map(drop)
}

/// Id and name of surveys among at most 100 ids.
pub async fn names(view: &mut dyn Reads, ids: &[&str]) -> Result<Vec<(String, String)>, DbError> {
    fetch_by_ids!(view, (String, String), NAMES, ids.iter().copied())
}
