//! The sessions of an account: who is signed in where, and how to end it.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::AccountQuery;
use crate::access::Action;
use crate::api::factors::require_fresh_over_others;
use crate::calls::{Caller, WritingCaller, operation};
use crate::clients;
use crate::db::DbError;
use crate::directory::AccountError;
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::Fields;
use crate::sessions::sso::EndReason;
use crate::sessions::{account_sessions, end};
use crate::state::AppState;

/// The live sessions of an account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountSessions {
    /// At most 100 sessions, the last used first.
    pub sessions: Vec<AccountSession>,
    /// True if the account has more sessions.
    pub more: bool,
    /// The applications with offline access. They keep it when a session ends; a new password or a
    /// disabled account ends it.
    pub offline: Vec<SessionApplication>,
    /// True if the caller may end the sessions.
    pub may_end: bool,
}

/// One live session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountSession {
    /// The session's id, the `sid` of its tokens.
    pub session_id: String,
    /// True if the caller uses this session now.
    pub current: bool,
    /// The IP address of the sign-in.
    pub address: Option<String>,
    /// City and country of the address, in the caller's language; null without `geo.database`, or if it does not know.
    pub location: Option<String>,
    /// What the browser called itself (`User-Agent`); null if it did not say.
    pub browser: Option<String>,
    /// How the owner signed in (RFC 8176), such as `pwd`.
    pub amr: Vec<String>,
    /// When the owner last proved who they are, in milliseconds since 1970.
    pub auth_time: i64,
    /// When the session began, in milliseconds since 1970.
    pub created_at: i64,
    /// When it was last used, in milliseconds since 1970. Up to a minute old.
    pub last_seen_at: i64,
    /// The applications that hold tokens of this session.
    pub applications: Vec<SessionApplication>,
}

/// An application that holds tokens.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SessionApplication {
    /// Its OAuth client id.
    pub client_id: String,
    /// Its name; null if it no longer exists.
    pub name: Option<String>,
}

/// Sessions of an account
///
/// Who is signed in where: the live sessions with their browser and address, and the applications
/// that hold tokens.
#[operation(tag = "accounts", params(AccountQuery))]
pub async fn account_sessions(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    _: Fields<AccountQuery>,
) -> Answered<AccountSessions> {
    let account = caller.named_account()?;
    let object = caller.object().clone();
    let may_end = caller.may(Action::EndSessions, &object).await?;
    Ok(Answer(
        sessions_of(&state, &mut caller, &account.id, may_end).await?,
    ))
}

/// The live sessions of the account `id`.
pub(in crate::api) async fn sessions_of(
    state: &AppState,
    caller: &mut Caller,
    id: &str,
    may_end: bool,
) -> Result<AccountSessions, DbError> {
    let (own, now, language) = (caller.session(), caller.now, caller.language);
    let lifetimes = state.session_lifetimes();
    let found = account_sessions::of(caller.view(), id, lifetimes, now).await?;
    let of_sessions = found.sessions.iter().flat_map(|(_, clients)| clients);
    let ids: BTreeSet<String> = of_sessions.chain(&found.offline).cloned().collect();
    let names = clients::names_of(caller.view(), &state.clients, &ids).await?;
    let applications = |ids: Vec<String>| -> Vec<SessionApplication> {
        ids.into_iter()
            .map(|client_id| SessionApplication {
                name: names.get(&client_id).cloned(),
                client_id,
            })
            .collect()
    };
    let sessions = found.sessions.into_iter().map(|(session, clients)| {
        let amr = session.amr.split_whitespace().map(str::to_owned);
        AccountSession {
            current: session.id == own.id,
            amr: amr.collect(),
            session_id: session.id,
            location: state.locations.of(session.address.as_deref(), language),
            address: session.address,
            browser: session.browser,
            auth_time: session.auth_time,
            created_at: session.created_at,
            last_seen_at: session.last_seen_at,
            applications: applications(clients),
        }
    });
    Ok(AccountSessions {
        sessions: sessions.collect(),
        more: found.more,
        offline: applications(found.offline),
        may_end,
    })
}

/// A session to end.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndSessionBody {
    /// The id of the session's account.
    pub user_id: String,
    /// The session's id.
    pub session_id: String,
}

/// An account whose sessions to end.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndSessionsBody {
    /// The account's id.
    pub user_id: String,
}

/// The ended sessions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndedSessions {
    /// How many sessions were ended.
    pub ended_sessions: usize,
}

/// End a session
///
/// Its tokens are invalid at once, and its applications are notified. A session that has already
/// ended is no error. Only super administrators end the sessions of an administrator.
#[operation(tag = "accounts", request_body = EndSessionBody)]
pub async fn account_end_session(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<EndSessionBody>,
) -> Answered<EndedSessions> {
    caller.named_account()?;
    let ended = caller.write::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move {
            let which = (body.user_id.as_str(), body.session_id.as_str());
            let reason = EndReason::Administrator;
            let ended = end::of_account(tx, which, reason, audit, &state.clients).await?;
            ended.ok_or(ApiError::illegal("sessionId"))
        })
    });
    Ok(Answer(EndedSessions {
        ended_sessions: ended.await?,
    }))
}

/// End all sessions
///
/// Signs the owner out everywhere. Applications with offline access keep it; a new password or a
/// disabled account ends that too. Only super administrators end the sessions of an administrator.
#[operation(tag = "accounts", request_body = EndSessionsBody)]
pub async fn account_end_sessions(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<EndSessionsBody>,
) -> Answered<EndedSessions> {
    caller.named_account()?;
    let ended = caller.write::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move {
            let ended = end::all_by_administrator(tx, &body.user_id, audit, &state.clients);
            Ok(ended.await?)
        })
    });
    Ok(Answer(EndedSessions {
        ended_sessions: ended.await?,
    }))
}

/// An account to lock.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LockAccountBody {
    /// The account's id.
    #[expect(dead_code, reason = "the guard reads it")]
    pub user_id: String,
}

/// Lock an account
///
/// For an owner who fears a thief: all sessions, tokens, links and remembered browsers of the account end, and its password
/// no longer works. The owner gets an email with a link to choose a new one, which opens the account again; it asks for the
/// second factor, if there is one. Authenticator app, passkeys and corporate identities of the last 72 hours go too. The last
/// super administrator cannot be locked. The caller's session must be fresh.
#[operation(tag = "accounts", request_body = LockAccountBody)]
pub async fn account_lock(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    _: Fields<LockAccountBody>,
) -> Answered<EndedSessions> {
    let id = caller.named_account()?.id.clone();
    require_fresh_over_others(&mut caller, &state.config).await?;
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
