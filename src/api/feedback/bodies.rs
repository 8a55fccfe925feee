//! Feedback in the JSON form of the product API (contract E-25, G-60).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::calls::Creation;
use crate::clock::Millis;
use crate::days::date_time;
use crate::db::{DbError, Reads};
use crate::directory;
use crate::feedback::{
    self, Feedback, FeedbackCategoryNumber, FeedbackListRow, FeedbackStatusNumber, Week,
};
use crate::files::FileTicket;
use crate::http::envelope::ApiError;
use crate::http::fields::optional_integer;
use crate::http::number::Number;
use crate::state::AppState;

/// The feedback to describe.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct FeedbackQuery {
    /// Its id.
    pub id: String,
}

/// The weeks to count.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct WeeksQuery {
    /// How many, from 1 to 53; the default is 12.
    #[serde(deserialize_with = "optional_integer")]
    #[param(minimum = 1, maximum = 53)]
    pub weeks: Option<i64>,
}

/// Feedback that was sent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SentFeedback {
    /// Its id.
    pub id: String,
}

impl Creation for SentFeedback {}

/// A picture that was uploaded for feedback.
#[derive(Debug, Serialize, ToSchema)]
pub struct UploadedFeedbackPicture {
    /// What the feedback has in `pictures`.
    pub name: String,
}

/// A picture of feedback.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FeedbackPicture {
    /// Its name.
    pub name: String,
    /// The address below that of the server. It works for a minute, for this person.
    pub url: String,
}

/// The pictures of `feedback` for this person.
///
/// # Errors
/// This server has no key.
pub(super) fn pictures(
    feedback: &Feedback,
    (account_id, now): (&str, Millis),
    state: &AppState,
) -> Result<Vec<FeedbackPicture>, ApiError> {
    let picture = |name: &String| {
        let ticket = FileTicket {
            file: name.clone(),
            account_id: account_id.to_owned(),
            product_id: None,
            feedback_id: Some(feedback.id.clone()),
        };
        let address = ticket.address(&state.issuer, (&state.keys, &state.random), now);
        let url = address.ok_or(ApiError::Internal)?;
        let name = name.clone();
        Ok(FeedbackPicture { name, url })
    };
    feedback.pictures.iter().map(picture).collect()
}

/// Feedback that its reader has sent, with its pictures.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnFeedback {
    /// Its id.
    pub id: String,
    /// The id of the product that it is about; 0 for Atrium itself.
    pub project_id: i64,
    /// The product's name in the reader's language.
    pub project_name: String,
    /// The product's code.
    pub app_name: String,
    /// 1 functional requirements, 2 exterior interface, 3 bug, 4 system fluency.
    pub category_id: FeedbackCategoryNumber,
    /// Its text.
    pub feedback: String,
    /// Its pictures.
    pub pictures: Vec<FeedbackPicture>,
    /// 0 new, 1 handling, 2 closed.
    pub status: FeedbackStatusNumber,
    /// The answer, as plain text; empty without one.
    pub answer: String,
    /// When it was answered, in milliseconds since 1970, or null.
    pub answered_at: Option<i64>,
    /// When it was sent, in milliseconds since 1970.
    pub created_at: i64,
    /// The same, as `yyyy-MM-dd HH:mm:ss` in the server's time zone.
    #[serde(rename = "c_time")]
    pub c_time: String,
}

/// Feedback that says the same as another.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DuplicateFeedback {
    /// Its id.
    pub id: String,
    /// Its text.
    pub feedback: String,
    /// The display name of its author, or the name of the account.
    pub author: String,
    /// When it arrived, in milliseconds since 1970.
    pub created_at: i64,
}

/// Whole feedback.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedbackDetails {
    /// Its id.
    pub id: String,
    /// The id of the product that it is about; 0 for Atrium itself.
    pub project_id: i64,
    /// The product's name in the reader's language.
    pub project_name: String,
    /// The product's code.
    pub app_name: String,
    /// 1 functional requirements, 2 exterior interface, 3 bug, 4 system fluency.
    pub category_id: FeedbackCategoryNumber,
    /// Its text.
    pub feedback: String,
    /// Its pictures.
    pub pictures: Vec<FeedbackPicture>,
    /// The id of the account of its author.
    pub user_id: String,
    /// The account's name.
    pub username: String,
    /// The display name of its author.
    pub full_name: String,
    /// 0 new, 1 handling, 2 closed.
    pub status: FeedbackStatusNumber,
    /// The account of the person who works on it, or null.
    pub assignee_id: Option<String>,
    /// The name of this person; empty without one.
    pub assignee: String,
    /// What its author was answered, as plain text; empty without an answer.
    pub answer: String,
    /// When, in milliseconds since 1970, or null.
    pub answered_at: Option<i64>,
    /// The name of the person who answered; empty without one.
    pub answered_by: String,
    /// What it was merged into, or null.
    pub merged_into: Option<DuplicateFeedback>,
    /// Its duplicates, the earliest first.
    pub duplicates: Vec<DuplicateFeedback>,
    /// When it arrived, in milliseconds since 1970.
    pub created_at: i64,
    /// The same, as `yyyy-MM-dd HH:mm:ss` in the server's time zone.
    #[serde(rename = "c_time")]
    pub c_time: String,
    /// Its version, which increases with each change.
    pub version: i64,
    /// When it was last changed, in milliseconds since 1970, or null.
    pub changed_at: Option<i64>,
    /// The name of the person who changed it; empty without one.
    pub changed_by: String,
}

impl FeedbackDetails {
    /// The whole of `found`, which the list shows as `row`.
    ///
    /// # Errors
    /// The database failed.
    pub(super) async fn read(
        view: &mut dyn Reads,
        (found, row): (Feedback, FeedbackListRow),
        pictures: Vec<FeedbackPicture>,
        state: &AppState,
    ) -> Result<Self, DbError> {
        let first = match &found.merged_into {
            Some(id) => feedback::feedback(view, id).await?,
            None => None,
        };
        let duplicates = feedback::duplicates(view, &found.id).await?;
        let authors = first.iter().chain(&duplicates);
        let authors = authors.map(|one| one.account_id.clone());
        let by = [&found.answered_by, &found.changed_by];
        let people: BTreeSet<String> = authors.chain(by.into_iter().flatten().cloned()).collect();
        let names = directory::names_of(view, &people).await?;
        let name = |id: Option<&String>| {
            let person = id.and_then(|id| names.get(id));
            person.map_or_else(String::new, |person| person.name.clone())
        };
        let named = |one: Feedback| DuplicateFeedback {
            author: name(Some(&one.account_id)),
            id: one.id,
            feedback: one.text,
            created_at: one.created_at,
        };
        Ok(Self {
            answered_by: name(found.answered_by.as_ref()),
            changed_by: name(found.changed_by.as_ref()),
            merged_into: first.map(named),
            duplicates: duplicates.into_iter().map(named).collect(),
            pictures,
            id: found.id,
            project_id: row.project_id,
            project_name: row.project_name,
            app_name: found.app_name,
            category_id: row.category_id,
            feedback: found.text,
            user_id: found.account_id,
            username: row.username,
            full_name: row.full_name,
            status: row.status,
            assignee_id: found.assignee_id,
            assignee: row.assignee,
            answer: found.answer,
            answered_at: found.answered_at,
            created_at: found.created_at,
            c_time: date_time(found.created_at, &state.zone),
            version: found.version,
            changed_at: found.changed_at,
        })
    }
}

/// Feedback after a change.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangedFeedback {
    /// Its id.
    pub id: String,
    /// Its new version.
    pub version: i64,
    /// Its status.
    pub status: FeedbackStatusNumber,
}

impl From<Feedback> for ChangedFeedback {
    fn from(feedback: Feedback) -> Self {
        Self {
            id: feedback.id,
            version: feedback.version,
            status: Number(feedback.status),
        }
    }
}

/// How much feedback of a category arrived.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedbackCount {
    /// 1 functional requirements, 2 exterior interface, 3 bug, 4 system fluency.
    pub category_id: FeedbackCategoryNumber,
    /// How much.
    pub count: i64,
}

/// What arrived in a week.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FeedbackWeek {
    /// Its Monday, as `yyyy-MM-dd`.
    pub week: String,
    /// When it begins, in milliseconds since 1970.
    pub from: i64,
    /// When the next one begins.
    pub until: i64,
    /// Each category, also those without any.
    pub counts: Vec<FeedbackCount>,
}

impl From<Week> for FeedbackWeek {
    fn from(week: Week) -> Self {
        let counts = week.counts.iter().map(|of| FeedbackCount {
            category_id: Number(of.category),
            count: of.count,
        });
        Self {
            week: week.begins.to_string(),
            from: week.from,
            until: week.until,
            counts: counts.collect(),
        }
    }
}
