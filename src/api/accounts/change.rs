//! Changes of an account: what it says, its status, its password.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{AccountClaims, status};
use crate::access::Action;
use crate::api::WritingCaller;
use crate::audit::{Event, PasswordChange};
use crate::directory::change_password::{ChangePasswordError, prepare_random};
use crate::directory::{
    AccountError, AccountUpdate, ClaimValue, MayChange, Status, update_account,
};
use crate::http::envelope::{Answer, Answered, ApiError, Envelope};
use crate::http::fields::{Fields, integer, optional_integer};
use crate::sessions::end;
use crate::state::AppState;

/// What is to change of an account. What is left out stays as it is; an empty text removes the value.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct UpdateAccountBody {
    /// Which account.
    #[schema(required = true)]
    pub user_id: String,
    /// The version that was read; without it the last change wins.
    #[serde(deserialize_with = "optional_integer")]
    pub version: Option<i64>,
    /// The account name, which cannot change.
    pub username: Option<String>,
    /// The name to show.
    pub full_name: Option<String>,
    /// The e-mail address. Another one is no longer verified.
    pub email: Option<String>,
    /// Whether the owner has shown to read that address.
    pub email_verified: Option<bool>,
    /// The id at the corporate identity provider.
    pub lion_id: Option<String>,
    /// The language, `en-us` or `zh-cn`.
    pub lang: Option<String>,
    /// The agency. A client and brand that do not belong to another one are removed.
    pub agency_id: Option<String>,
    /// The client.
    pub client_id: Option<String>,
    /// The brand.
    pub brand_id: Option<String>,
    /// The last valid day as `yyyy-MM-dd`, after today and within one year.
    pub expire_date: Option<String>,
    /// 1 makes a super administrator, 0 ends it; for super administrators.
    #[serde(deserialize_with = "optional_integer")]
    pub sup_admin: Option<i64>,
    /// Whether the owner may open the user manager.
    pub user_manager: Option<bool>,
    /// Further claims of the owner.
    pub claims: Option<AccountClaims>,
}

/// An account that was changed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdatedAccount {
    /// Its id.
    pub user_id: String,
    /// Its version now.
    pub version: i64,
}

/// Change an account
///
/// All is changed or nothing, and all that is wrong is told at once. When somebody else changed the account
/// after `version`, nothing is changed and `conflict` says who and when.
#[utoipa::path(
    post,
    path = "/api/security/admin/user/update",
    tag = "accounts",
    request_body = UpdateAccountBody,
    responses((status = 200, description = "The answer; its `status` says whether the call succeeded.", body = Envelope<UpdatedAccount>)),
)]
pub async fn account_update(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<UpdateAccountBody>,
) -> Answered<UpdatedAccount> {
    let id = caller.named_account()?.id.clone();
    let object = caller.object().clone();
    let may_change = MayChange {
        sign_in: caller.may(Action::ChangeSignIn, &object).await?,
        place: caller.may(Action::MoveAccount, &object).await?,
        sup_admin: caller.may(Action::SetSuperAdministrator, &object).await?,
    };
    let update = update(body)?;
    let zone = state.zone.clone();
    let changed = caller.write::<_, AccountError, _>(move |tx, audit| {
        Box::pin(async move { update_account(tx, &id, update, may_change, &zone, audit).await })
    });
    let account = changed.await?;
    Ok(Answer(UpdatedAccount {
        user_id: account.id,
        version: account.version,
    }))
}

fn update(body: UpdateAccountBody) -> Result<AccountUpdate, ApiError> {
    let sup_admin = match body.sup_admin {
        None => None,
        Some(0) => Some(false),
        Some(1) => Some(true),
        Some(_) => return Err(ApiError::illegal("supAdmin")),
    };
    let verified = body.email_verified.map(|verified| ClaimValue {
        claim: "email_verified".to_owned(),
        value: verified.to_string(),
    });
    let claims = body.claims.unwrap_or_default().wishes();
    Ok(AccountUpdate {
        version: body.version,
        username: body.username,
        full_name: body.full_name,
        email: body.email,
        lion_id: body.lion_id,
        lang: body.lang,
        agency_id: body.agency_id,
        company_id: body.client_id,
        brand_id: body.brand_id,
        expire_date: body.expire_date,
        sup_admin,
        user_manager: body.user_manager,
        claims: claims.into_iter().chain(verified).collect(),
    })
}

/// Which account, and its status from now on.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountStatusBody {
    /// Which account.
    pub user_id: String,
    /// 0 enables it, 2 disables it.
    #[serde(deserialize_with = "integer")]
    pub account_status: i64,
}

/// An account whose status was set.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountStatusData {
    /// Its status now.
    pub account_status: i64,
    /// How many of its sessions were ended.
    pub ended_sessions: usize,
}

/// Enable or disable an account
///
/// Disabling ends everything that the account is signed in to. Nobody disables their own account or the last
/// super administrator.
#[utoipa::path(
    post,
    path = "/api/security/admin/user/update-status",
    tag = "accounts",
    request_body = AccountStatusBody,
    responses((status = 200, description = "The answer; its `status` says whether the call succeeded.", body = Envelope<AccountStatusData>)),
)]
pub async fn account_update_status(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<AccountStatusBody>,
) -> Answered<AccountStatusData> {
    let wanted = match status(body.account_status)? {
        Status::Processing => return Err(ApiError::illegal("accountStatus")),
        wanted @ (Status::Enabled | Status::Disabled) => wanted,
    };
    let id = body.user_id;
    let set = caller.write::<_, AccountError, _>(move |tx, audit| {
        Box::pin(async move {
            end::set_account_status(tx, &id, wanted, (&state.zone, &state.clients), audit).await
        })
    });
    Ok(Answer(AccountStatusData {
        ended_sessions: set.await?,
        account_status: wanted.code(),
    }))
}

/// Which account.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RandomPasswordBody {
    /// Its id.
    #[expect(dead_code, reason = "the guard reads it")]
    pub user_id: String,
}

/// A password to hand over.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RandomPassword {
    /// The password; nobody can read it again.
    pub password: String,
    /// Until when it works, in milliseconds since 1970.
    pub expires_at: i64,
}

/// Random password
///
/// Gives the account a new password and answers it this one time. It works for 72 hours, the next sign-in
/// must change it, and everything that the account is signed in to ends. 429 when the caller gave, or the
/// account was given, as many as are allowed in a day.
#[utoipa::path(
    post,
    path = "/api/security/admin/user/random-pwd",
    tag = "accounts",
    request_body = RandomPasswordBody,
    responses((status = 200, description = "The answer; its `status` says whether the call succeeded.", body = Envelope<RandomPassword>)),
)]
pub async fn account_random_password(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    _: Fields<RandomPasswordBody>,
) -> Answered<RandomPassword> {
    let account = caller.named_account()?;
    let caller = caller.end_view();
    let random = prepare_random(&state.sign_in, &account, &caller.audit).await;
    let random = random.inspect_err(|refused| {
        if matches!(refused, ChangePasswordError::TooManyRandom { .. }) {
            let limit = "random_passwords";
            let entry = caller.audit.entry(Event::LimitReached { limit });
            state.recorder.refuse(entry.account(&account.id));
        }
    })?;
    let clients = state.clients.clone();
    let (new, by) = (random.new, PasswordChange::Administrator);
    let replaced = caller.write(move |tx, audit| {
        Box::pin(async move { end::replace_password(tx, new, by, audit, &clients).await })
    });
    replaced.await?;
    Ok(Answer(RandomPassword {
        password: random.password.to_string(),
        expires_at: random.expires_at,
    }))
}
