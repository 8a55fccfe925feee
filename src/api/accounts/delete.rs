//! Deletes an account, and takes that back.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::factors::require_fresh_over_others;
use crate::calls::{WritingCaller, operation};
use crate::directory::deletion::{self, DeletionRules};
use crate::directory::{AccountError, Status};
use crate::http::envelope::{Answer, Answered, ApiError, Helper, Refusal};
use crate::http::fields::Fields;
use crate::i18n::texts::Key;
use crate::sessions::account_deletion;
use crate::state::AppState;

/// An account to delete.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeleteAccountBody {
    /// The account's id.
    pub user_id: String,
    /// True. Without it nothing is deleted.
    #[serde(default)]
    pub confirm: bool,
}

/// An account that will be erased.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountDeleted {
    /// When it is erased, in milliseconds since 1970.
    pub erase_at: i64,
    /// How many sessions of the account were ended.
    pub ended_sessions: usize,
}

/// Delete an account
///
/// Disables the account at once and ends its sessions and tokens. After the days of `accounts.deletion_days` everything that
/// names the owner is erased; until then the deletion can be taken back. The owner gets an email. An account that will be erased
/// already keeps its date. Nobody can delete their own account here or the last super administrator. The caller's session must
/// be fresh. The error is 429 if the caller deleted the account three times today.
#[operation(tag = "accounts", request_body = DeleteAccountBody)]
pub async fn account_delete(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<DeleteAccountBody>,
) -> Answered<AccountDeleted> {
    caller.named_account()?;
    if !body.confirm {
        return Err(ApiError::illegal("confirm"));
    }
    require_fresh_over_others(&mut caller, &state.config).await?;
    let caller = caller.end_view();
    let id = body.user_id.clone();
    let begun = caller.write_with_retry::<_, AccountError, _>(move |tx, audit| {
        Box::pin(async move {
            let rules = DeletionRules::of(&state.config, &state.zone);
            account_deletion::begin(tx, &id, rules, &state.clients, audit).await
        })
    });
    let (deletion, ended_sessions) = begun.await.inspect_err(|refused| {
        if matches!(refused, ApiError::LimitReached(..)) {
            caller.note_limit("deletions", &body.user_id);
        }
    })?;
    Ok(Answer(AccountDeleted {
        erase_at: deletion.erase_at,
        ended_sessions,
    }))
}

/// An account to keep.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeepAccountBody {
    /// The account's id.
    pub user_id: String,
}

/// An account that stays.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountKept {
    /// True if its owner can sign in again.
    pub enabled: bool,
}

/// Keep an account
///
/// Takes the deletion of the account back. It is enabled again if it was enabled before. The owner gets an email, at most
/// three a day from the same caller. Refused if there is no deletion to take back, or the account is being erased. The caller's
/// session must be fresh.
#[operation(tag = "accounts", request_body = KeepAccountBody)]
pub async fn account_keep(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<KeepAccountBody>,
) -> Answered<AccountKept> {
    caller.named_account()?;
    require_fresh_over_others(&mut caller, &state.config).await?;
    let kept = caller.write_with_retry::<_, AccountError, _>(move |tx, audit| {
        Box::pin(async move { deletion::take_back(tx, &body.user_id, audit).await })
    });
    let Some(account) = kept.await? else {
        let refusal = Refusal::new(Key("account.no_deletion"), Helper::Nobody);
        return Err(ApiError::Refused(refusal));
    };
    Ok(Answer(AccountKept {
        enabled: account.status == Status::Enabled,
    }))
}
