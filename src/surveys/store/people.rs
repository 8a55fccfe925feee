//! What people did with surveys.

use serde::Serialize;
use utoipa::ToSchema;

use crate::announcements::Audience;
use crate::clock::Millis;
use crate::db::{
    DbError, Json, Reads, WriteTx, coded, execute, fetch_all, fetch_optional, from_row, statements,
};

/// How many surveys are read at once.
pub const AT_ONCE: i64 = 100;

statements! {
    OFFERED = "SELECT s.id, s.app_name, s.company_ids, s.agency_ids, s.group_ids FROM surveys s \
        LEFT JOIN survey_people p ON p.account_id = $1 AND p.survey_id = s.id \
        WHERE s.status = 1 AND s.begins_at <= $2 AND s.ends_at > $2 \
        AND (p.account_id IS NULL OR (p.state < 2 AND p.later_until <= $2)) \
        ORDER BY s.begins_at, s.id COLLATE \"C\" LIMIT $3 OFFSET $4";
    STATE = "SELECT state FROM survey_people WHERE account_id = $1 AND survey_id = $2";
    MARK = "INSERT INTO survey_people (account_id, survey_id, state, later_until) VALUES ($1, $2, $3, $4) \
        ON CONFLICT (account_id, survey_id) DO UPDATE SET state = excluded.state, later_until = excluded.later_until \
        WHERE survey_people.state < 2";
    FINISH = "INSERT INTO survey_people (account_id, survey_id, state, later_until) VALUES ($1, $2, 2, NULL) \
        ON CONFLICT (account_id, survey_id) DO UPDATE SET state = 2, later_until = NULL WHERE survey_people.state < 2";
    COUNTS = "SELECT state, COUNT(*) AS people FROM survey_people WHERE survey_id = $1 GROUP BY state";
}

/// What a person did with a survey.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PersonState {
    /// It was opened and not answered.
    Opened,
    /// It was put off.
    Later,
    /// It was answered.
    Done,
}

coded!(PersonState {
    Opened = 0,
    Later = 1,
    Done = 2
});

/// A survey that runs and waits for a person, if the person is of its audience.
pub struct Offered {
    pub id: String,
    app_name: String,
    company_ids: Json<Vec<String>>,
    agency_ids: Json<Vec<String>>,
    group_ids: Json<Vec<String>>,
}

from_row!(Offered {
    id,
    app_name,
    company_ids,
    agency_ids,
    group_ids
});

impl Offered {
    pub fn audience(&self) -> Audience {
        Audience {
            app_name: self.app_name.clone(),
            company_ids: self.company_ids.0.clone(),
            agency_ids: self.agency_ids.0.clone(),
            group_ids: self.group_ids.0.clone(),
        }
    }
}

/// A page, from 0, of the surveys that run and that the person has neither answered, read nor put off until later; the
/// oldest first, whatever their audience.
pub async fn offered(
    view: &mut dyn Reads,
    (account_id, page): (&str, i64),
    now: Millis,
) -> Result<Vec<Offered>, DbError> {
    fetch_all!(
        view,
        Offered,
        OFFERED,
        account_id,
        now,
        AT_ONCE,
        page * AT_ONCE
    )
}

/// What the person did with the survey; `None` for nothing yet.
pub async fn state(
    view: &mut dyn Reads,
    (account_id, survey_id): (&str, &str),
) -> Result<Option<PersonState>, DbError> {
    let found = fetch_optional!(view, (PersonState,), STATE, account_id, survey_id)?;
    Ok(found.map(|(state,)| state))
}

/// Notes what the person did, unless the person has answered.
pub async fn mark(
    tx: &mut WriteTx,
    (account_id, survey_id): (&str, &str),
    state: PersonState,
    until: Option<Millis>,
) -> Result<(), DbError> {
    execute!(tx, MARK, account_id, survey_id, state.code(), until).map(drop)
}

/// Notes that the person has answered; false if that was so before.
pub async fn finish(
    tx: &mut WriteTx,
    (account_id, survey_id): (&str, &str),
) -> Result<bool, DbError> {
    Ok(execute!(tx, FINISH, account_id, survey_id)? == 1)
}

/// How many people are in each state.
pub async fn counts(
    view: &mut dyn Reads,
    survey_id: &str,
) -> Result<Vec<(PersonState, i64)>, DbError> {
    fetch_all!(view, (PersonState, i64), COUNTS, survey_id)
}
