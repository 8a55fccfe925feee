//! Begins the deletion of an account, which ends its sessions and tokens.

use crate::audit::AuditContext;
use crate::clients::Registry;
use crate::db::WriteTx;
use crate::directory::AccountError;
use crate::directory::deletion::{self, AccountDeletion, DeletionRules};
use crate::factors;

use super::end::all;
use super::grants::RevokeReason;
use super::sso::EndReason;

/// Disables the account until it is erased, and ends its sessions, tokens, remembered browsers and temporary codes; the
/// applications hear it. Returns the deletion with the number of sessions; of one that has begun before, that one.
///
/// # Errors
/// Nobody deletes the last super administrator, or the same account too often in a day.
pub async fn begin(
    tx: &mut WriteTx,
    account_id: &str,
    rules: DeletionRules<'_>,
    clients: &Registry,
    audit: &AuditContext,
) -> Result<(AccountDeletion, usize), AccountError> {
    let Some(begun) = deletion::begin(tx, account_id, rules, audit).await? else {
        let known = deletion::find(tx, account_id).await?;
        return Ok((known.ok_or(AccountError::Unknown)?, 0));
    };
    factors::forget_browsers(tx, account_id).await?;
    factors::temporary_codes::end(tx, account_id).await?;
    let reason = (EndReason::AccountDisabled, RevokeReason::AccountDisabled);
    let ended = all(tx, (account_id, None), reason, audit, clients).await?;
    Ok((begun, ended))
}
