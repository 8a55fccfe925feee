//! What the people who handle feedback change (contract C-122, S-25).

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bodies::ChangedFeedback;
use crate::api::people_search::PeopleSearch;
use crate::calls::{WritingCaller, operation};
use crate::directory::{self, AccountChoice, ShownNames};
use crate::feedback::{self, FeedbackAnswer, FeedbackError, FeedbackStatusNumber};
use crate::http::envelope::{Answer, Answered};
use crate::http::fields::{Fields, filled, optional_integer};
use crate::http::number::{Number, or_empty};
use crate::http::paging::{OptionQuery, Options};
use crate::state::AppState;

/// The most people whose rights are read for one list of choices.
const MOST_ASKED: i64 = 20;

/// Feedback and its new status.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedbackStatusBody {
    /// Its id.
    pub id: String,
    /// 0 new, 1 handling, 2 closed.
    pub status: FeedbackStatusNumber,
    /// The version that was read; a newer one is a conflict.
    #[serde(default, deserialize_with = "optional_integer")]
    pub version: Option<i64>,
}

/// Feedback status
///
/// Duplicates follow. A duplicate itself has the status of the first, and is not changed.
#[operation(tag = "feedback", request_body = FeedbackStatusBody)]
pub async fn feedback_update_status(
    caller: WritingCaller,
    Fields(body): Fields<FeedbackStatusBody>,
) -> Answered<ChangedFeedback> {
    let Number(status) = body.status;
    let set = caller.write::<_, FeedbackError, _>(move |tx, audit| {
        Box::pin(
            async move { feedback::set_status(tx, (&body.id, body.version), status, audit).await },
        )
    });
    Ok(Answer(set.await?.into()))
}

/// Feedback and who works on it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssignFeedbackBody {
    /// Its id.
    pub id: String,
    /// The account of a person who may handle feedback; empty for nobody.
    #[serde(default)]
    pub user_id: Option<String>,
    /// The version that was read; a newer one is a conflict.
    #[serde(default, deserialize_with = "optional_integer")]
    pub version: Option<i64>,
}

/// Assign feedback
///
/// To a person who may handle feedback, or to nobody. Duplicates follow.
#[operation(tag = "feedback", request_body = AssignFeedbackBody)]
pub async fn feedback_assign(
    caller: WritingCaller,
    Fields(body): Fields<AssignFeedbackBody>,
) -> Answered<ChangedFeedback> {
    let assignee = filled(body.user_id);
    let assigned = caller.write::<_, FeedbackError, _>(move |tx, audit| {
        Box::pin(
            async move { feedback::assign(tx, (&body.id, body.version), assignee, audit).await },
        )
    });
    Ok(Answer(assigned.await?.into()))
}

/// An answer to feedback.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnswerFeedbackBody {
    /// The id of the feedback.
    pub id: String,
    /// Plain text of 1 to 2,000 characters.
    #[serde(default)]
    pub answer: String,
    /// The new status; it stays without one.
    #[serde(default, deserialize_with = "or_empty")]
    pub status: Option<FeedbackStatusNumber>,
    /// The version that was read; a newer one is a conflict.
    #[serde(default, deserialize_with = "optional_integer")]
    pub version: Option<i64>,
}

/// Answer feedback
///
/// The author, and the authors of all duplicates, get the answer by email and see it in the portal. It replaces an earlier
/// one.
#[operation(tag = "feedback", request_body = AnswerFeedbackBody)]
pub async fn feedback_answer(
    caller: WritingCaller,
    Fields(body): Fields<AnswerFeedbackBody>,
) -> Answered<ChangedFeedback> {
    let answer = FeedbackAnswer {
        text: body.answer,
        status: body.status.map(|number| number.0),
    };
    let answered = caller.write::<_, FeedbackError, _>(move |tx, audit| {
        Box::pin(async move { feedback::answer(tx, (&body.id, body.version), answer, audit).await })
    });
    Ok(Answer(answered.await?.into()))
}

/// Feedback and what says the same.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MergeFeedbackBody {
    /// The id of the duplicate.
    pub id: String,
    /// The id of the first; empty if it is no duplicate.
    #[serde(default)]
    pub into_id: Option<String>,
    /// The version of the duplicate that was read; a newer one is a conflict.
    #[serde(default, deserialize_with = "optional_integer")]
    pub version: Option<i64>,
}

/// Merge feedback
///
/// A duplicate follows the first: it takes its status, its assignee and its answer, which its author gets too. Its own duplicates
/// come along.
#[operation(tag = "feedback", request_body = MergeFeedbackBody)]
pub async fn feedback_merge(
    caller: WritingCaller,
    Fields(body): Fields<MergeFeedbackBody>,
) -> Answered<ChangedFeedback> {
    let into = filled(body.into_id);
    let merged = caller.write::<_, FeedbackError, _>(move |tx, audit| {
        Box::pin(async move {
            let which = (body.id.as_str(), body.version);
            feedback::merge(tx, which, into.as_deref(), audit).await
        })
    });
    Ok(Answer(merged.await?.into()))
}

/// A person who may handle feedback.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssigneeOption {
    /// The account's id.
    pub user_id: String,
    /// The account's name.
    pub username: String,
    /// The display name of its owner.
    pub full_name: String,
}

/// People who may handle feedback
///
/// Of the first 20 enabled accounts with these words, sorted by display name, those who may. A caller who may not see the list
/// of accounts finds nobody without a `context` of two characters, and the error is 429 if they have searched too often in a
/// day.
#[operation(tag = "options", params(OptionQuery))]
pub async fn feedback_assignee_options(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Options(mut wanted): Options,
) -> Answered<Vec<AssigneeOption>> {
    let search = PeopleSearch::of(&mut caller, &mut wanted).await?;
    if search == PeopleSearch::TooShort {
        return Ok(Answer(Vec::new()));
    }
    wanted.page_size = wanted.page_size.min(MOST_ASKED);
    let (mut view, _running) = search.begin(&state, caller).await?;
    let found = directory::account_options(&mut view, &wanted, ShownNames::Names).await?;
    let mut options = Vec::new();
    for choice in found {
        let account = directory::find(&mut view, &choice.id).await?;
        let AccountChoice {
            id,
            username,
            full_name,
            ..
        } = choice;
        if let Some(account) = account
            && feedback::may_handle(&mut view, &account).await?
        {
            options.push(AssigneeOption {
                user_id: id,
                username,
                full_name,
            });
        }
    }
    Ok(Answer(options))
}
