//! What a person sends, and what became of it (contract C-014).

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::bodies::{FeedbackQuery, OwnFeedback, SentFeedback, UploadedFeedbackPicture, pictures};
use super::product_name;
use crate::api::upload_form::FileForm;
use crate::api::uploads::{self, NotUploaded, UploadBody};
use crate::calls::{Caller, WritingCaller, operation};
use crate::days::date_time;
use crate::db::DbError;
use crate::feedback::{
    self, FeedbackCategoryNumber, FeedbackError, FeedbackForm, OWN_FEEDBACK, OwnFeedbackFilter,
    OwnFeedbackRow, Sender,
};
use crate::files::Drawing;
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::{Fields, optional_integer};
use crate::http::number::or_empty;
use crate::http::paging::{Page, Paged, PagingQuery};
use crate::i18n::language::Language;
use crate::limits::Limits;
use crate::state::AppState;

/// Feedback to send. Product, category and text are required. The code of the product (`appName`) is filled from the product.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct FeedbackBody {
    /// The product's id; 0 for Atrium itself.
    #[serde(deserialize_with = "optional_integer")]
    pub project_id: Option<i64>,
    /// 1 functional requirements, 2 exterior interface, 3 bug, 4 system fluency.
    #[serde(deserialize_with = "or_empty")]
    pub category_id: Option<FeedbackCategoryNumber>,
    /// The text, of 1 to 2,000 characters.
    pub feedback: String,
    /// The names of at most three pictures that the caller has uploaded for feedback.
    pub pictures: Vec<String>,
}

/// Submit feedback
///
/// At most ten times a day. A product that the caller may not see is unknown.
#[operation(tag = "feedback", request_body = FeedbackBody)]
pub async fn feedback_submit(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<FeedbackBody>,
) -> Answered<SentFeedback> {
    let account = caller.account();
    let form = FeedbackForm {
        product_id: body.project_id,
        category: body.category_id.map(|number| number.0),
        text: body.feedback,
        pictures: body.pictures,
    };
    let sent = caller.create::<SentFeedback, FeedbackError, _>(move |tx, audit| {
        Box::pin(async move {
            let sender = Sender {
                account: &account,
                clients: &state.clients,
            };
            let id = feedback::send(tx, sender, form, audit).await?;
            Ok(SentFeedback { id })
        })
    });
    Ok(Answer(sent.await?))
}

/// Upload a picture for feedback
///
/// The feedback has it once its `pictures` name it; only its author and the people who read all feedback see it. It is kept as a
/// JPEG of at most a megabyte, until 90 days after the feedback was closed; a picture that nothing uses for a day is deleted. At
/// most 20 a day. A file that is no JPEG or PNG, is damaged, has too many pixels or more than 20,971,520 bytes gives status 1 and
/// says why. While one upload of a person runs, another gets the error 429.
#[operation(tag = "feedback", request_body(content = UploadBody, content_type = "multipart/form-data"))]
pub async fn feedback_picture(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    form: FileForm,
) -> Answered<UploadedFeedbackPicture> {
    let caller = caller.end_view();
    let id = caller.account().id.clone();
    let refused = |why: NotUploaded| why.answer(uploads::words);
    let how = (Drawing::Small, uploads::Named::No);
    let counters = Limits::feedback_picture(&id);
    let uploaded = uploads::upload_own(&state, &caller, form, how, counters).await;
    let name = uploaded.map_err(refused)?.name;
    let noted = name.clone();
    let written = caller.write::<_, DbError, _>(move |tx, audit| {
        Box::pin(async move { feedback::note_upload(tx, &id, &noted, audit.now).await })
    });
    written.await?;
    Ok(Answer(UploadedFeedbackPicture { name }))
}

/// My feedback
///
/// What the caller has sent, the last first. `sort` can be `created`; a `-` before it reverses the order.
#[operation(tag = "feedback", params(PagingQuery))]
pub async fn own_feedback_list(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Paged(mut filter, paging): Paged<OwnFeedbackFilter>,
) -> Answered<Page<OwnFeedbackRow>> {
    filter.account_id = Some(caller.account().id.clone());
    let page = filter.query(&paging)?.page(caller.view()).await?;
    let language = caller.language;
    Ok(Answer(Page::of(page, |row| shown(row, language, &state))))
}

/// The row for a reader of `language`.
fn shown(row: OwnFeedbackRow, language: Language, state: &AppState) -> OwnFeedbackRow {
    let names = (row.project_name, row.project_name_zh.clone());
    OwnFeedbackRow {
        project_name: product_name(row.project_id, names, language, state),
        c_time: date_time(row.created_at, &state.zone),
        ..row
    }
}

/// One piece of my feedback
///
/// With the addresses of its pictures, which work for a minute. Feedback of others is unknown.
#[operation(tag = "feedback", params(FeedbackQuery))]
pub async fn own_feedback_details(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(query): Fields<FeedbackQuery>,
) -> Answered<OwnFeedback> {
    let account = caller.account();
    let found = feedback::own(caller.view(), &query.id, &account.id).await?;
    let found = found.ok_or(ApiError::illegal("id"))?;
    let row: Option<OwnFeedbackRow> = OWN_FEEDBACK.find(caller.view(), found.id.clone()).await?;
    let row = shown(row.ok_or(ApiError::illegal("id"))?, caller.language, &state);
    let pictures = pictures(&found, (&account.id, caller.now), &state)?;
    Ok(Answer(OwnFeedback {
        id: row.id,
        project_id: row.project_id,
        project_name: row.project_name,
        app_name: row.app_name,
        category_id: row.category_id,
        feedback: row.feedback,
        pictures,
        status: row.status,
        answer: row.answer,
        answered_at: row.answered_at,
        created_at: row.created_at,
        c_time: row.c_time,
    }))
}
