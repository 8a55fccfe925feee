//! The assistant, for administrators: versions, quotas and what is used. No call reads what was said.

mod bodies;
mod quota_bodies;
mod quotas;
mod usage;

use std::sync::Arc;

use axum::extract::State;

pub use bodies::*;
pub use quotas::*;
pub use usage::*;

use super::factors::require_fresh_over_others;
use crate::assistant::{VersionError, record_test};
use crate::calls::{Caller, WritingCaller, operation};
use crate::http::envelope::{Answer, Answered, ApiError, Empty, Fault};
use crate::http::fields::Fields;
use crate::i18n::texts::Key;
use crate::limits::Limits;
use crate::state::AppState;

/// Versions of the assistant
///
/// The settings file has some, and administrators add others. Each is here, on or off, without its key; and what the
/// settings say besides.
#[operation(tag = "assistant")]
pub async fn assistant_version_list(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
) -> Answered<AssistantVersions> {
    let versions = state.assistant.shown_versions(caller.view()).await?;
    let offered = state.assistant.versions(caller.view()).await?;
    Ok(Answer(AssistantVersions {
        versions: versions
            .into_iter()
            .map(AssistantVersionRow::from)
            .collect(),
        echo: offered.iter().all(crate::assistant::Version::is_echo),
        currency: state.config.assistant.currency.clone(),
        usual_words: state.assistant.usual().stored(),
        keep_days: state.config.assistant.keep_days,
    }))
}

/// Add version
///
/// The answer lists all faults. The key is stored encrypted, and no call reads it. The session must be fresh (RFC 9470).
#[operation(tag = "assistant", request_body = AssistantVersionBody)]
pub async fn assistant_version_add(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<AssistantVersionBody>,
) -> Answered<SavedAssistantVersion> {
    require_fresh_over_others(&mut caller, &state.config).await?;
    let form = body.form();
    let added = caller.create::<SavedAssistantVersion, VersionError, _>(move |tx, audit| {
        Box::pin(async move {
            let added = state.assistant.add_version(tx, form, audit).await?;
            Ok(added.into())
        })
    });
    Ok(Answer(added.await?))
}

/// Change version
///
/// Every field is set; a missing key stays. With another address the key is forgotten unless the request has one, and
/// `keyForgotten` says so. If someone else changed the version after `version`, nothing is changed and `conflict` says who
/// changed it and when. The session must be fresh (RFC 9470).
#[operation(tag = "assistant", request_body = AssistantVersionBody)]
pub async fn assistant_version_update(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<AssistantVersionBody>,
) -> Answered<SavedAssistantVersion> {
    require_fresh_over_others(&mut caller, &state.config).await?;
    let id = body.id.ok_or(ApiError::illegal("id"))?;
    let which = (id, body.version);
    let form = body.form();
    let changed = caller.write::<_, VersionError, _>(move |tx, audit| {
        Box::pin(async move { state.assistant.update_version(tx, which, form, audit).await })
    });
    Ok(Answer(changed.await?.into()))
}

/// Delete version
///
/// With its key. What it was used for stays counted, and chats stay. The session must be fresh (RFC 9470).
#[operation(tag = "assistant", request_body = AssistantVersionIdBody)]
pub async fn assistant_version_delete(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<AssistantVersionIdBody>,
) -> Answered<Empty> {
    require_fresh_over_others(&mut caller, &state.config).await?;
    let deleted = caller.write::<_, VersionError, _>(move |tx, audit| {
        Box::pin(async move { state.assistant.delete_version(tx, body.id, audit).await })
    });
    deleted.await?;
    Ok(Answer(Empty))
}

/// Test version
///
/// Asks the provider one tiny question, also if the version is off, and says what came back. It waits at most 20 seconds.
/// Nobody's quota pays for it. The error is 429 if the caller had too many today.
#[operation(tag = "assistant", request_body = AssistantVersionIdBody)]
pub async fn assistant_version_test(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<AssistantVersionIdBody>,
) -> Answered<TestedVersion> {
    let (name, version) = state
        .assistant
        .version_to_test(caller.view(), body.id)
        .await?;
    // The provider may be slow, and the view holds a connection.
    let caller = caller.end_view();
    // Nothing is sent without the key, so nothing is counted.
    if version.is_none() {
        return Ok(Answer(state.assistant.test(version).await.into()));
    }
    let counters = Limits::assistant_test(&caller.account().id);
    caller.spend(counters, "assistant_tests").await?;
    // Before the question, which costs something also if the caller does not wait for the answer.
    let recorded = caller.write::<_, VersionError, _>(move |tx, audit| {
        Box::pin(async move { record_test(tx, name, audit).await })
    });
    recorded.await?;
    Ok(Answer(state.assistant.test(version).await.into()))
}

impl From<VersionError> for ApiError {
    fn from(error: VersionError) -> Self {
        let fault = |field: &'static str, words| Self::Invalid(vec![Fault::new(field, words)]);
        match error {
            VersionError::Unknown => Self::illegal("id"),
            VersionError::OfFile => fault("id", Key("assistant.of_file")),
            VersionError::TooMany => fault("value", Key("assistant.too_many")),
            VersionError::Invalid(faults) => faults.into(),
            VersionError::Conflict(change) => Self::Conflict(change.into()),
            VersionError::Sealing(error) => {
                tracing::error!(%error, "the key of a version cannot be sealed");
                Self::Internal
            }
            VersionError::Db(error) => error.into(),
        }
    }
}
