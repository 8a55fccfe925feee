//! Temporary access codes: an administrator makes one for an owner who lost the second factor. After the first proof it
//! lets the owner add an authenticator app, and proves nothing else.

use super::account_factors::AccountFactors;
use super::changes::tell;
use super::recovery_codes;
use super::store::temporary_codes as store;
use crate::audit::AuditContext;
use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::Account;
use crate::mail::FactorChange;

/// Makes `code` the temporary code of `account` until `ends_at`; an earlier one ends. The owner gets an email. False for an
/// account without a second factor, which has lost none.
///
/// # Errors
/// The database failed.
pub async fn make(
    tx: &mut WriteTx,
    account: &Account,
    (code, ends_at): (&str, Millis),
    audit: &AuditContext,
) -> Result<bool, DbError> {
    let known = AccountFactors::of(tx, &account.id, None, audit.now).await?;
    if !known.has_factor() {
        return Ok(false);
    }
    let hash = recovery_codes::hash_of(code);
    store::make(tx, &account.id, &hash, (audit.now, ends_at)).await?;
    tell(tx, account, FactorChange::TemporaryCodeMade, audit).await?;
    Ok(true)
}

/// Until when the account has a code that works.
///
/// # Errors
/// The database failed.
pub async fn ends_at(
    view: &mut dyn Reads,
    account_id: &str,
    now: Millis,
) -> Result<Option<Millis>, DbError> {
    store::ends_at(view, account_id, now).await
}

/// Ends the account's code, and a sign-in that has used it and added no factor yet.
///
/// # Errors
/// The database failed.
pub async fn end(tx: &mut WriteTx, account_id: &str) -> Result<(), DbError> {
    store::remove(tx, account_id).await
}

/// Spends the code with this hash for a new factor; false if it was not used, or has ended since (attack 10).
///
/// # Errors
/// The database failed.
pub async fn spend(tx: &mut WriteTx, account_id: &str, hash: &str) -> Result<bool, DbError> {
    store::spend(tx, account_id, hash).await
}
