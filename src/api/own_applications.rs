//! The applications that the signed-in person lets have something, and taking it back.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::calls::{Caller, WritingCaller, operation};
use crate::clients::{self, PORTAL};
use crate::http::envelope::{Answer, Answered, ApiError, Empty};
use crate::http::fields::Fields;
use crate::sessions::{account_applications, end};
use crate::state::AppState;

/// The applications of a person.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnApplications {
    /// The applications, by their names.
    pub applications: Vec<OwnApplication>,
}

/// An application that the caller has allowed something, or that holds the caller's tokens.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnApplication {
    /// Its OAuth client id.
    pub client_id: String,
    /// Its name; null if it no longer exists.
    pub name: Option<String>,
    /// The scope values that it may have.
    pub scope: Vec<String>,
    /// Since when, in milliseconds since 1970.
    pub since: i64,
    /// When it last got a token that is still valid, in milliseconds since 1970; null if it holds none.
    #[serde(rename = "usedAt")]
    pub used_at: Option<i64>,
    /// True if it keeps its access when every session has ended.
    pub offline: bool,
}

/// Read my applications
///
/// The applications that the caller has allowed something, or that hold the caller's tokens. The portal is not among
/// them.
#[operation(tag = "account")]
pub async fn own_applications(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
) -> Answered<OwnApplications> {
    let (id, now) = (caller.account().id.clone(), caller.now);
    let lifetimes = state.session_lifetimes();
    let mut allowed = account_applications::of(caller.view(), &id, lifetimes, now).await?;
    allowed.retain(|client_id, _| client_id != PORTAL);
    let ids: BTreeSet<String> = allowed.keys().cloned().collect();
    let names = clients::names_of(caller.view(), &state.clients, &ids).await?;
    let mut applications: Vec<OwnApplication> = allowed
        .into_iter()
        .map(|(client_id, allowed)| OwnApplication {
            name: names.get(&client_id).cloned(),
            client_id,
            scope: allowed.scope.into_iter().collect(),
            since: allowed.since,
            used_at: allowed.used_at,
            offline: allowed.offline,
        })
        .collect();
    applications.sort_by_cached_key(|one| one.name.as_deref().map(str::to_lowercase));
    Ok(Answer(OwnApplications { applications }))
}

/// An application.
#[derive(Debug, Deserialize, ToSchema)]
pub struct WithdrawApplicationBody {
    /// Its OAuth client id.
    pub client_id: String,
}

/// Withdraw from an application
///
/// It no longer has what the caller allowed: its tokens are invalid at once, offline access too, and it asks again. One
/// that has nothing is no error.
#[operation(tag = "account", request_body = WithdrawApplicationBody)]
pub async fn withdraw_application(
    caller: WritingCaller,
    Fields(body): Fields<WithdrawApplicationBody>,
) -> Answered<Empty> {
    let id = caller.account().id.clone();
    let withdrawn = caller.write::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move { Ok(end::withdraw_consent(tx, &id, &body.client_id, audit).await?) })
    });
    withdrawn.await?;
    Ok(Answer(Empty))
}
