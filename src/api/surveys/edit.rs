//! Changes of surveys (contract C-116 to C-118).

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::bodies::{ChangedSurvey, SurveyBody};
use crate::calls::{WritingCaller, operation};
use crate::http::envelope::{Answer, Answered, ApiError, Empty};
use crate::http::fields::Fields;
use crate::state::AppState;
use crate::surveys::{self, SurveyError};

/// Add survey
///
/// The answer lists all faults.
#[operation(tag = "surveys", request_body = SurveyBody)]
pub async fn survey_add(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<SurveyBody>,
) -> Answered<ChangedSurvey> {
    let sight = caller.group_sight().await?;
    let form = body.form(&state)?;
    let added = caller.create::<ChangedSurvey, SurveyError, _>(move |tx, audit| {
        Box::pin(async move { Ok(surveys::add_survey(tx, form, &sight, audit).await?.into()) })
    });
    Ok(Answer(added.await?))
}

/// Change survey
///
/// The call changes all fields or none. Once somebody has answered, the questions stay, and whether the survey is anonymous. If
/// someone else changed the survey after `version`, nothing is changed and `conflict` says who changed it and when.
#[operation(tag = "surveys", request_body = SurveyBody)]
pub async fn survey_update(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(mut body): Fields<SurveyBody>,
) -> Answered<ChangedSurvey> {
    let id = body.id.take().ok_or(ApiError::illegal("id"))?;
    let sight = caller.group_sight().await?;
    let version = body.version;
    let form = body.form(&state)?;
    let changed = caller.write::<_, SurveyError, _>(move |tx, audit| {
        Box::pin(
            async move { surveys::update_survey(tx, (&id, version), form, &sight, audit).await },
        )
    });
    Ok(Answer(changed.await?.into()))
}

/// The survey to delete.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeleteSurveyBody {
    /// The survey's id.
    pub id: String,
}

/// Delete survey
///
/// Its answers are deleted too, and who has answered is forgotten.
#[operation(tag = "surveys", request_body = DeleteSurveyBody)]
pub async fn survey_delete(
    caller: WritingCaller,
    Fields(body): Fields<DeleteSurveyBody>,
) -> Answered<Empty> {
    let deleted = caller.write::<_, SurveyError, _>(move |tx, audit| {
        Box::pin(async move { surveys::delete_survey(tx, &body.id, audit).await })
    });
    deleted.await?;
    Ok(Answer(Empty))
}
