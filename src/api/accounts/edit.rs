//! Changes an account: its details, its status, its password.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{AccountClaims, flag};
use crate::access::{Action, Object};
use crate::api::factors::require_fresh_over_others;
use crate::audit::PasswordChange;
use crate::calls::{Caller, WritingCaller, operation};
use crate::directory::change_password::{ChangePasswordError, prepare_random};
use crate::directory::{
    Account, AccountError, AccountPart, AccountStatusNumber, AccountUpdate, ClaimValue, MayChange,
    Status, update_account,
};
use crate::federation;
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::{Fields, optional_integer};
use crate::http::number::Number;
use crate::sessions::end;
use crate::state::AppState;

/// The changes to an account. A missing field stays unchanged; an empty text removes the value.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct UpdateAccountBody {
    /// The account's id.
    #[schema(required = true)]
    pub user_id: String,
    /// The version that you read. If it is missing, the last change wins.
    #[serde(deserialize_with = "optional_integer")]
    pub version: Option<i64>,
    /// The account name. It cannot change.
    pub username: Option<String>,
    /// The display name.
    pub full_name: Option<String>,
    /// The email address. A new one is no longer verified.
    pub email: Option<String>,
    /// True if the owner has proved that they read that address.
    pub email_verified: Option<bool>,
    /// The id at the corporate identity provider.
    pub lion_id: Option<String>,
    /// The language: `en-us` or `zh-cn`.
    pub lang: Option<String>,
    /// The agency. A new agency removes a client and brand that do not belong to it.
    pub agency_id: Option<String>,
    /// The client.
    pub client_id: Option<String>,
    /// The brand.
    pub brand_id: Option<String>,
    /// The last valid day as `yyyy-MM-dd`: after today and within one year.
    pub expire_date: Option<String>,
    /// 1 makes the owner a super administrator, 0 ends it. Only super administrators may send it.
    #[serde(deserialize_with = "optional_integer")]
    pub sup_admin: Option<i64>,
    /// True if the owner may open the user manager.
    pub user_manager: Option<bool>,
    /// Further claims about the owner.
    pub claims: Option<AccountClaims>,
}

impl UpdateAccountBody {
    /// True if the call changes how the owner of `account` signs in.
    fn changes_a_way_in(&self, account: &Account) -> bool {
        let differs = |sent: &Option<String>, own: &Option<String>| {
            let own = own.as_deref().unwrap_or_default();
            sent.as_deref().is_some_and(|sent| sent.trim() != own)
        };
        differs(&self.email, &account.email)
            || differs(&self.lion_id, &account.lion_id)
            || self
                .email_verified
                .is_some_and(|sent| sent != account.email_verified)
    }
}

/// The changed account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdatedAccount {
    /// The account's id.
    pub user_id: String,
    /// The account's new version.
    pub version: i64,
}

/// Change an account
///
/// The call changes all fields or none. The answer lists all faults. If someone else changed the
/// account after `version`, nothing is changed and `conflict` says who changed it and when.
#[operation(tag = "accounts", request_body = UpdateAccountBody)]
pub async fn account_update(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<UpdateAccountBody>,
) -> Answered<UpdatedAccount> {
    let id = caller.named_account()?.id.clone();
    let object = caller.object().clone();
    let sup_admin = caller.refusal(Action::SetSuperAdministrator, &object);
    let refusals = Refusals {
        sup_admin: sup_admin.await?,
        ..Refusals::of(&mut caller, &object).await?
    };
    if refusals.sign_in.is_none() && body.changes_a_way_in(&*caller.named_account()?) {
        require_fresh_over_others(&mut caller, &state.config).await?;
    }
    let update = update(body)?;
    let before = caller.named_account()?;
    let changed = caller.write_with_retry::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move {
            let may_change = refusals.may_change();
            let about = (&state.zone, &*state.config.branding.contact);
            let updated = update_account(tx, &id, update, may_change, about, audit).await;
            let account = updated.map_err(|error| refusals.answer(error))?;
            end::by_lion_id(tx, (&before, &account), audit, &state.clients).await?;
            Ok(account)
        })
    });
    let account = changed.await?;
    Ok(Answer(UpdatedAccount {
        user_id: account.id,
        version: account.version,
    }))
}

/// Why the caller may not change each part of the account; `None` for a part that they may change.
#[derive(Clone)]
pub(super) struct Refusals {
    sign_in: Option<ApiError>,
    place: Option<ApiError>,
    sup_admin: Option<ApiError>,
}

impl Refusals {
    /// The refusals for the account `object`. With them nobody may change `supAdmin`.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub(super) async fn of(caller: &mut Caller, object: &Object) -> Result<Self, ApiError> {
        Ok(Self {
            sign_in: caller.refusal(Action::ChangeSignIn, object).await?,
            place: caller.refusal(Action::MoveAccount, object).await?,
            sup_admin: Some(ApiError::NotAuthorized),
        })
    }

    pub(super) fn may_change(&self) -> MayChange {
        MayChange {
            sign_in: self.sign_in.is_none(),
            place: self.place.is_none(),
            sup_admin: self.sup_admin.is_none(),
        }
    }

    /// The answer to `error`; a refused part has the words of its refusal.
    pub(super) fn answer(self, error: AccountError) -> ApiError {
        let refusal = match error {
            AccountError::NotAllowed(AccountPart::SignIn) => self.sign_in,
            AccountError::NotAllowed(AccountPart::Place) => self.place,
            AccountError::NotAllowed(AccountPart::SuperAdministrator) => self.sup_admin,
            _ => None,
        };
        refusal.unwrap_or_else(|| error.into())
    }
}

fn update(body: UpdateAccountBody) -> Result<AccountUpdate, ApiError> {
    let sup_admin = flag("supAdmin", body.sup_admin)?;
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

/// An account and its new status.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountStatusBody {
    /// The account's id.
    pub user_id: String,
    /// 0 enables the account, 2 disables it; 1 is refused.
    pub account_status: AccountStatusNumber,
}

/// The account with its new status.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountStatusData {
    /// The new status.
    pub account_status: AccountStatusNumber,
    /// How many sessions of the account were ended.
    pub ended_sessions: usize,
}

/// Enable or disable an account
///
/// Disabling ends all sessions of the account. Nobody can disable their own account or the last
/// super administrator.
#[operation(tag = "accounts", request_body = AccountStatusBody)]
pub async fn account_update_status(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<AccountStatusBody>,
) -> Answered<AccountStatusData> {
    let wanted = match body.account_status.0 {
        Status::Processing => return Err(ApiError::illegal("accountStatus")),
        wanted @ (Status::Enabled | Status::Disabled) => wanted,
    };
    let id = body.user_id;
    let set = caller.write_with_retry::<_, AccountError, _>(move |tx, audit| {
        Box::pin(async move {
            end::set_account_status(tx, &id, wanted, (&state.zone, &state.clients), audit).await
        })
    });
    Ok(Answer(AccountStatusData {
        ended_sessions: set.await?,
        account_status: Number(wanted),
    }))
}

/// The account that gets a random password.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RandomPasswordBody {
    /// The account's id.
    #[expect(dead_code, reason = "the guard reads it")]
    pub user_id: String,
}

/// The new random password.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RandomPassword {
    /// The password. It cannot be read again.
    pub password: String,
    /// When the password expires, in milliseconds since 1970.
    pub expires_at: i64,
}

/// Random password
///
/// Gives the account a new password and returns it once. It works for 72 hours and must be changed
/// at the next sign-in. All sessions of the account end. The last super administrator cannot get
/// one. The error is 429 if the caller gave the daily maximum of random passwords, in all or to
/// this account.
#[operation(tag = "accounts", request_body = RandomPasswordBody)]
pub async fn account_random_password(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    _: Fields<RandomPasswordBody>,
) -> Answered<RandomPassword> {
    let account = caller.named_account()?;
    require_fresh_over_others(&mut caller, &state.config).await?;
    let linked = federation::in_use(caller.view(), &state.providers, &account.id).await?;
    let caller = caller.end_view();
    let random = prepare_random(&state.sign_in, &account, &caller.audit).await;
    let random = random.inspect_err(|refused| {
        if matches!(refused, ChangePasswordError::TooManyRandom { .. }) {
            caller.note_limit("random_passwords", &account.id);
        }
    })?;
    let clients = state.clients.clone();
    let providers = linked.into_iter().map(|(provider, _)| provider);
    let (new, by) = (random.new.beside(providers), PasswordChange::Administrator);
    let replaced = caller.write(move |tx, audit| {
        Box::pin(async move { end::replace_password(tx, new, by, audit, &clients).await })
    });
    replaced.await?;
    Ok(Answer(RandomPassword {
        password: random.password.to_string(),
        expires_at: random.expires_at,
    }))
}
