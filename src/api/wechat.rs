//! The messaging app: the QR code of its mini program, and the link that it leads to.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::calls::{Caller, WritingCaller, operation};
use crate::http::envelope::{Answer, Answered, ApiError, Empty};
use crate::http::fields::Fields;
use crate::state::AppState;
use crate::wechat::{MiniProgram, WechatError};

/// A link into the mini program, as the platform's own interface asks for it. The server fills in what is
/// left out.
#[derive(Debug, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SchemeBody {
    /// The handle of `/api/security/wechat/access-token`; in the query, as at the platform.
    pub access_token: String,
    /// Where the link leads.
    #[serde(default)]
    #[param(ignore)]
    pub jump_wxa: JumpBody,
    /// 1: a number of days.
    #[param(ignore)]
    pub expire_type: Option<i64>,
    /// The days: 1.
    #[param(ignore)]
    pub expire_interval: Option<i64>,
}

/// Where a link leads.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct JumpBody {
    /// The page of the settings, without a query.
    pub path: Option<String>,
    /// `release`.
    pub env_version: Option<String>,
}

/// A handle, which stands for the platform's access token.
#[derive(Serialize, ToSchema)]
pub struct PlatformHandle(String);

/// The address that opens the messaging app.
#[derive(Serialize, ToSchema)]
pub struct OpenLink(String);

/// The QR code of the mini program.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessagingAppInvitation {
    /// The address that opens the messaging app.
    pub openlink: String,
    /// The address as a QR code: an SVG document.
    pub qr: String,
    /// When both end, in milliseconds since 1970.
    pub ends_at: i64,
}

/// A link of the messaging app.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessagingAppLink {
    /// What the address of the page has as `wechatToken`.
    pub wechat_token: String,
}

fn mini_program(state: &AppState) -> Result<&MiniProgram, WechatError> {
    state.mini_program.as_ref().ok_or(WechatError::Off)
}

/// Counts a link, and gives up the place among the person's concurrent calls, because the platform may take its time.
async fn count(state: &AppState, caller: WritingCaller) -> Result<(), ApiError> {
    let caller = caller.end_view();
    let counters = state.limits.messaging_link(&caller.account().id);
    caller.spend(counters, "messaging_links").await
}

/// Get a handle for the messaging platform
///
/// The handle stands for the platform's access token, which never leaves the server. It works for five minutes, and only
/// in this session.
#[operation(tag = "account")]
pub async fn access_token(
    State(state): State<Arc<AppState>>,
    caller: Caller,
) -> Answered<PlatformHandle> {
    let handle = mini_program(&state)?.handle(&caller.session(), caller.now);
    Ok(Answer(PlatformHandle(handle.map_err(WechatError::from)?)))
}

/// Make a link into the mini program
///
/// The answer is the address that opens the messaging app. It works for a day.
#[operation(tag = "account", params(SchemeBody), request_body = SchemeBody)]
pub async fn generate_scheme(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<SchemeBody>,
) -> Answered<OpenLink> {
    let mini_program = mini_program(&state)?;
    mini_program.check(&body.access_token, &caller.session(), caller.now)?;
    check(&body, mini_program)?;
    let (session, now) = (caller.session(), caller.now);
    count(&state, caller).await?;
    let made = mini_program.invite(&session, now).await?;
    Ok(Answer(OpenLink(made.openlink)))
}

/// Make a link into the mini program
///
/// The same call for clients whose calls all begin with `/api/security`.
#[operation(tag = "account", params(SchemeBody), request_body = SchemeBody)]
pub async fn generate_scheme_alias(
    state: State<Arc<AppState>>,
    caller: WritingCaller,
    fields: Fields<SchemeBody>,
) -> Answered<OpenLink> {
    generate_scheme(state, caller, fields).await
}

/// Refuses values that the server does not pass on (K-46, G-83).
fn check(body: &SchemeBody, mini_program: &MiniProgram) -> Result<(), ApiError> {
    let JumpBody { path, env_version } = &body.jump_wxa;
    let is = |text: &Option<String>, known: &str| text.as_deref().is_none_or(|text| text == known);
    if !is(path, mini_program.page()) {
        return Err(ApiError::illegal("jump_wxa.path"));
    }
    if !is(env_version, "release") {
        return Err(ApiError::illegal("jump_wxa.env_version"));
    }
    if body.expire_type.is_some_and(|kind| kind != 1) {
        return Err(ApiError::illegal("expire_type"));
    }
    if body.expire_interval.is_some_and(|days| days != 1) {
        return Err(ApiError::illegal("expire_interval"));
    }
    Ok(())
}

/// Draw the QR code of the messaging app
///
/// It opens the mini program, which leads to the page that links the messaging app with this account.
#[operation(tag = "account")]
pub async fn invite(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
) -> Answered<MessagingAppInvitation> {
    let mini_program = mini_program(&state)?;
    let (session, now) = (caller.session(), caller.now);
    count(&state, caller).await?;
    let made = mini_program.invite(&session, now).await?;
    Ok(Answer(MessagingAppInvitation {
        openlink: made.openlink,
        qr: made.qr,
        ends_at: made.ends_at,
    }))
}

/// Link the messaging app with my account
///
/// A link works once, for the account that asked for it, while the session that asked for it lives.
#[operation(tag = "account", request_body = MessagingAppLink)]
pub async fn link(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<MessagingAppLink>,
) -> Answered<Empty> {
    let (account, now) = (caller.account(), caller.now);
    let opened = mini_program(&state)?.open(&body.wechat_token, &account.id, now)?;
    let lifetimes = state.session_lifetimes();
    caller
        .write(move |tx, audit| {
            Box::pin(async move { opened.redeem(tx, &account.id, lifetimes, audit).await })
        })
        .await?;
    Ok(Answer(Empty))
}
