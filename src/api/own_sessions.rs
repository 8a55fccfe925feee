//! The sessions of the signed-in person: where they are signed in, and how to sign out there.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::accounts::{AccountSessions, EndedSessions, sessions_of};
use crate::calls::{Caller, WritingCaller, operation};
use crate::directory::AccountError;
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::Fields;
use crate::sessions::end;
use crate::sessions::sso::EndReason;
use crate::state::AppState;

/// Read my sessions
///
/// Where the caller is signed in: the live sessions with their browser and address, and the applications that hold
/// tokens.
#[operation(tag = "account")]
pub async fn own_sessions(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
) -> Answered<AccountSessions> {
    let id = caller.account().id.clone();
    Ok(Answer(sessions_of(&state, &mut caller, &id, true).await?))
}

/// A session of the caller.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndOwnSessionBody {
    /// The session's id.
    pub session_id: String,
}

/// End one of my sessions
///
/// Its tokens are invalid at once, and its applications are notified. A session that has already ended is no error.
#[operation(tag = "account", request_body = EndOwnSessionBody)]
pub async fn end_own_session(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<EndOwnSessionBody>,
) -> Answered<EndedSessions> {
    let id = caller.account().id.clone();
    let ended = caller.write::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move {
            let which = (id.as_str(), body.session_id.as_str());
            let reason = EndReason::Logout;
            let ended = end::of_account(tx, which, reason, audit, &state.clients).await?;
            ended.ok_or(ApiError::illegal("sessionId"))
        })
    });
    Ok(Answer(EndedSessions {
        ended_sessions: ended.await?,
    }))
}

/// Lock my account
///
/// For an owner who fears a thief: all sessions, tokens, links and remembered browsers of the caller end, and nobody gets
/// in until the owner chooses a new password by the link of an email. The last super administrator cannot be locked.
#[operation(tag = "account")]
pub async fn lock_own_account(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
) -> Answered<EndedSessions> {
    let id = caller.account().id.clone();
    let locked = caller.write_with_retry::<_, AccountError, _>(move |tx, audit| {
        Box::pin(async move {
            let which = (&state.zone, &state.providers, &state.clients);
            end::lock_account(tx, &id, which, audit).await
        })
    });
    Ok(Answer(EndedSessions {
        ended_sessions: locked.await?,
    }))
}

/// End all my other sessions
///
/// Signs the caller out everywhere but here. Applications with offline access keep it.
#[operation(tag = "account")]
pub async fn end_other_sessions(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
) -> Answered<EndedSessions> {
    let (id, own) = (caller.account().id.clone(), caller.session());
    let ended = caller.write::<_, ApiError, _>(move |tx, audit| {
        Box::pin(
            async move { Ok(end::all_others(tx, (&id, &own.id), audit, &state.clients).await?) },
        )
    });
    Ok(Answer(EndedSessions {
        ended_sessions: ended.await?,
    }))
}
