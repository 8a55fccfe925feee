//! The absence of the signed-in manager: who decides meanwhile (decision 0071).

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::factors::require_fresh;
use super::people_search::PeopleSearch;
use crate::calls::{Caller, WritingCaller, operation};
use crate::db::DbError;
use crate::directory::{self, AccountChoice, ShownNames};
use crate::groups::absences::{self, Absences};
use crate::groups::{GroupError, WantedAbsence};
use crate::http::envelope::{Answer, Answered, ApiError, Empty};
use crate::http::fields::Fields;
use crate::http::paging::{OptionQuery, Options};
use crate::state::AppState;

/// The absences that concern the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnAbsence {
    /// True if the caller manages a group in which another person can decide meanwhile.
    pub can_be_represented: bool,
    /// The caller's absence; null if there is none.
    pub own: Option<PlannedAbsence>,
    /// The managers for whom the caller decides while they are away.
    pub stood_in_for: Vec<PlannedAbsence>,
}

/// An absence of a manager.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlannedAbsence {
    /// The account of the stand-in; null where the caller stands in.
    pub user_id: Option<String>,
    /// The account name of the other person: of the stand-in, or of the manager.
    pub username: String,
    /// The display name of that person, or the account name if there is none.
    pub name: String,
    /// The first day, as `yyyy-MM-dd` in the server's time zone.
    pub first_day: String,
    /// The last day.
    pub last_day: String,
    /// True if it has begun.
    pub begun: bool,
    /// False if the stand-in cannot decide any more: they cannot sign in, or the caller has set how they sign in.
    pub able: bool,
}

impl PlannedAbsence {
    fn new(
        user_id: Option<String>,
        (username, full_name): (String, String),
        (first_day, last_day): (String, String),
        today: &str,
    ) -> Self {
        let name = if full_name.is_empty() {
            username.clone()
        } else {
            full_name
        };
        Self {
            user_id,
            username,
            name,
            begun: first_day.as_str() <= today,
            able: true,
            first_day,
            last_day,
        }
    }
}

/// Read my absence
///
/// Who decides for the caller meanwhile, and for whom the caller decides. Absences that are over are not shown.
#[operation(tag = "account")]
pub async fn own_absence(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
) -> Answered<OwnAbsence> {
    let (account, now) = (caller.account(), caller.now);
    let found = Absences::of(caller.view(), &account.id, (&state.zone, now)).await?;
    let today = crate::days::today(now, &state.zone).to_string();
    let own = found.own.map(|own| {
        let names = (own.username, own.full_name);
        let days = (own.first_day, own.last_day);
        PlannedAbsence {
            able: own.is_able,
            ..PlannedAbsence::new(Some(own.stand_in_id), names, days, &today)
        }
    });
    let others = found.stood_in_for.into_iter().map(|other| {
        let names = (other.username, other.full_name);
        PlannedAbsence::new(None, names, (other.first_day, other.last_day), &today)
    });
    Ok(Answer(OwnAbsence {
        can_be_represented: found.can_be_represented,
        own,
        stood_in_for: others.collect(),
    }))
}

/// A person who can stand in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StandInOption {
    /// The account's id.
    pub user_id: String,
    /// The account's name.
    pub username: String,
    /// The display name of its owner.
    pub full_name: String,
}

/// People who can stand in for me
///
/// The enabled accounts, sorted by display name. A caller who may not see the list of accounts finds nobody without a
/// `context` of two characters, gets at most 100, and the error is 429 if they have searched too often in a day.
#[operation(tag = "options", params(OptionQuery))]
pub async fn stand_in_options(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Options(mut wanted): Options,
) -> Answered<Vec<StandInOption>> {
    let search = PeopleSearch::of(&mut caller, &mut wanted).await?;
    if search == PeopleSearch::TooShort {
        return Ok(Answer(Vec::new()));
    }
    let (mut view, _running) = search.begin(&state, caller).await?;
    let found = directory::account_options(&mut view, &wanted, ShownNames::Names).await?;
    let option = |account: AccountChoice| StandInOption {
        user_id: account.id,
        username: account.username,
        full_name: account.full_name,
    };
    Ok(Answer(found.into_iter().map(option).collect()))
}

/// An absence of the caller.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SaveAbsenceBody {
    /// The account that decides meanwhile.
    #[schema(required = true)]
    pub user_id: String,
    /// The first day, as `yyyy-MM-dd` in the server's time zone.
    #[schema(required = true)]
    pub first_day: String,
    /// The last day, within a year.
    #[schema(required = true)]
    pub last_day: String,
}

/// Say that I am away
///
/// From the first to the last day another person decides about the requests of the groups that the caller manages, like the
/// caller, who still decides too. Groups that give rights of Atrium itself are left out: super administrators decide who
/// decides there. The other person gets an email. It replaces an earlier absence. The session must be fresh (RFC 9470). The
/// error is 429 if the caller did this too often today.
#[operation(tag = "account", request_body = SaveAbsenceBody)]
pub async fn save_absence(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<SaveAbsenceBody>,
) -> Answered<Empty> {
    let account = caller.account();
    require_fresh(&mut caller).await?;
    let wanted = WantedAbsence {
        stand_in_id: body.user_id,
        first_day: body.first_day,
        last_day: body.last_day,
    };
    let caller = caller.end_view();
    let id = account.id.clone();
    let saved = caller.write::<_, GroupError, _>(move |tx, audit| {
        Box::pin(async move { absences::save(tx, &account, &wanted, &state.zone, audit).await })
    });
    saved.await.inspect_err(|refused| {
        if matches!(refused, ApiError::LimitReached(..)) {
            caller.note_limit("stand_ins", &id);
        }
    })?;
    Ok(Answer(Empty))
}

/// End my absence
///
/// The other person decides no longer. Nothing happens if the caller is not away.
#[operation(tag = "account")]
pub async fn end_absence(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
) -> Answered<Empty> {
    let id = caller.account().id.clone();
    let ended = caller.write::<_, DbError, _>(move |tx, audit| {
        Box::pin(async move { absences::end(tx, &id, &state.zone, audit).await })
    });
    ended.await?;
    Ok(Answer(Empty))
}
