//! The signed-in person deletes their own account.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::factors::require_fresh;
use crate::calls::{WritingCaller, operation};
use crate::directory::AccountError;
use crate::directory::deletion::DeletionRules;
use crate::http::envelope::{Answer, Answered, ApiError, Helper, Refusal};
use crate::http::fields::Fields;
use crate::i18n::texts::Key;
use crate::sessions::account_deletion;
use crate::state::AppState;

/// The wish to delete the caller's account.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeleteOwnAccountBody {
    /// True. Without it nothing is deleted.
    #[serde(default)]
    pub confirm: bool,
}

/// The caller's account, which will be erased.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnAccountDeleted {
    /// When it is erased, in milliseconds since 1970.
    pub erase_at: i64,
    /// True if the owner gets an email with a link that takes the deletion back. Otherwise only an administrator can.
    pub emailed: bool,
}

/// Delete my account
///
/// Where `accounts.self_delete` allows it: disables the caller's account at once and ends all its sessions, this one too. It is
/// erased after the days of `accounts.deletion_days`. The last super administrator cannot be deleted. The caller's session must be fresh
/// (RFC 9470). The error is 429 if the caller deleted it three times today.
#[operation(tag = "account", request_body = DeleteOwnAccountBody)]
pub async fn delete_own_account(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<DeleteOwnAccountBody>,
) -> Answered<OwnAccountDeleted> {
    if !state.config.accounts.self_delete {
        let refusal = Refusal::new(Key("account.deletion_off"), Helper::Administrators);
        return Err(ApiError::Refused(refusal));
    }
    if !body.confirm {
        return Err(ApiError::illegal("confirm"));
    }
    let account = caller.account();
    require_fresh(&mut caller).await?;
    let emailed = account.email.is_some() && account.email_verified && !state.config.mail.is_off();
    let caller = caller.end_view();
    let id = account.id.clone();
    let begun = caller.write_with_retry::<_, AccountError, _>(move |tx, audit| {
        Box::pin(async move {
            let rules = DeletionRules::of(&state.config, &state.zone);
            account_deletion::begin(tx, &id, rules, &state.clients, audit).await
        })
    });
    let (deletion, _) = begun.await.inspect_err(|refused| {
        if matches!(refused, ApiError::LimitReached(..)) {
            caller.note_limit("deletions", &account.id);
        }
    })?;
    Ok(Answer(OwnAccountDeleted {
        erase_at: deletion.erase_at,
        emailed,
    }))
}
