//! Changes of the factors of an account: each is recorded, and its owner gets an email.

use super::keys;
use super::recovery_codes;
use super::secrets::{FactorSecrets, Secret};
use super::store::{self, Keys};
use super::totp::{self, Kept};
use crate::audit::{self, AuditContext, Event};
use crate::clock::Millis;
use crate::db::{DbError, WriteTx};
use crate::directory::{self, Account};
use crate::keys::MasterError;
use crate::mail::{FactorChange, FactorChanged, Mail};
use crate::random::hashed;

/// Why a factor was not changed.
#[derive(Debug, thiserror::Error)]
pub enum FactorError {
    /// The code is not one of the offered secret.
    #[error("the code is not one of the new app")]
    Code,
    #[error(transparent)]
    Secret(#[from] MasterError),
    #[error(transparent)]
    Db(#[from] DbError),
}

/// An app whose first code was right.
pub struct ConfirmedApp {
    sealed: String,
    master_id: String,
    kept: Kept,
}

impl ConfirmedApp {
    /// Checks the first code of the app with `secret`.
    ///
    /// # Errors
    /// [`FactorError::Code`]; [`FactorError::Secret`] does not happen.
    pub fn of(
        secrets: &FactorSecrets,
        account_id: &str,
        secret: &Secret,
        code: &str,
        now: Millis,
    ) -> Result<Self, FactorError> {
        let code: String = code.chars().filter(|c| !c.is_whitespace()).collect();
        let kept = totp::check(secret.as_slice(), &code, Kept::default(), now);
        Ok(Self {
            sealed: secrets.seal(account_id, secret)?,
            master_id: secrets.master_id().to_owned(),
            kept: kept.ok_or(FactorError::Code)?,
        })
    }

    /// Makes this the first authenticator app of the account, or the one that replaces the first, and `codes` its recovery
    /// codes. False if the account has got or lost an app since that was decided: who proved less must not replace it
    /// (attack 10).
    ///
    /// # Errors
    /// The database failed.
    pub async fn store(
        &self,
        tx: &mut WriteTx,
        account: &Account,
        (replaces, codes): (bool, &[String]),
        audit: &AuditContext,
    ) -> Result<bool, DbError> {
        let sealed = (self.sealed.as_str(), self.master_id.as_str());
        let how = (replaces, audit.now);
        if !store::set_authenticator(tx, &account.id, sealed, self.kept, how).await? {
            return Ok(false);
        }
        // Browsers were remembered for the app that this one replaces.
        store::forget_all(tx, &account.id).await?;
        // Nothing is lost any more that a temporary code would replace.
        store::temporary_codes::remove(tx, &account.id).await?;
        store_codes(tx, &account.id, codes).await?;
        store::note_factor(tx, &account.id).await?;
        tell(tx, account, FactorChange::AuthenticatorAdded, audit).await?;
        Ok(true)
    }
}

/// Replaces the recovery codes of the account; false if it has no app.
///
/// # Errors
/// The database failed.
pub async fn renew_recovery_codes(
    tx: &mut WriteTx,
    account: &Account,
    codes: &[String],
    audit: &AuditContext,
) -> Result<bool, DbError> {
    if !store::hold_authenticator(tx, &account.id).await? {
        return Ok(false);
    }
    store_codes(tx, &account.id, codes).await?;
    tell(tx, account, FactorChange::RecoveryCodesMade, audit).await?;
    Ok(true)
}

async fn store_codes(tx: &mut WriteTx, account_id: &str, codes: &[String]) -> Result<(), DbError> {
    store::remove_recovery_codes(tx, account_id).await?;
    for code in codes {
        store::add_recovery_code(tx, account_id, &recovery_codes::hash_of(code)).await?;
    }
    Ok(())
}

/// Removes the authenticator app with its recovery codes and remembered browsers; false if there is no app.
///
/// # Errors
/// The database failed.
pub async fn remove_authenticator(
    tx: &mut WriteTx,
    account: &Account,
    audit: &AuditContext,
) -> Result<bool, DbError> {
    if !store::remove_authenticator(tx, &account.id).await? {
        return Ok(false);
    }
    store::remove_recovery_codes(tx, &account.id).await?;
    store::forget_all(tx, &account.id).await?;
    store::note_factor(tx, &account.id).await?;
    tell(tx, account, FactorChange::AuthenticatorRemoved, audit).await?;
    Ok(true)
}

/// Removes every factor of the account, passkeys too, and forgets its browsers; false if there was nothing.
///
/// # Errors
/// The database failed.
pub async fn reset(
    tx: &mut WriteTx,
    account: &Account,
    audit: &AuditContext,
) -> Result<bool, DbError> {
    let app = store::remove_authenticator(tx, &account.id).await?;
    let codes = store::remove_recovery_codes(tx, &account.id).await?;
    let browsers = store::forget_all(tx, &account.id).await?;
    let passkeys = keys::remove_keys(tx, &account.id, Keys::All, audit).await?;
    store::temporary_codes::remove(tx, &account.id).await?;
    let had_any = app || codes > 0 || browsers > 0 || passkeys;
    if had_any {
        store::note_factor(tx, &account.id).await?;
        tell(tx, account, FactorChange::Reset, audit).await?;
    }
    Ok(had_any)
}

/// Removes the app and the passkeys that were added at `since` or later, because a thief may have added them.
///
/// # Errors
/// The database failed.
pub async fn remove_new(
    tx: &mut WriteTx,
    account: &Account,
    since: Millis,
    audit: &AuditContext,
) -> Result<(), DbError> {
    if store::remove_new_authenticator(tx, &account.id, since).await? {
        store::remove_recovery_codes(tx, &account.id).await?;
        store::note_factor(tx, &account.id).await?;
        tell(tx, account, FactorChange::AuthenticatorRemoved, audit).await?;
    }
    keys::remove_keys(tx, &account.id, Keys::Since(since), audit)
        .await
        .map(drop)
}

/// Does not ask the account again in the browser with the id `browser` until `ends_at`.
///
/// # Errors
/// The database failed.
pub async fn remember_browser(
    tx: &mut WriteTx,
    account_id: &str,
    browser: &str,
    ends_at: Millis,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let remembered = store::RememberedBrowser {
        id: audit.random.uuid_v4().to_string(),
        browser: audit.origin.browser.clone(),
        address: audit.origin.address.map(|address| address.to_string()),
        added_at: audit.now,
        ends_at,
    };
    store::remember(tx, account_id, &hashed(browser), &remembered).await?;
    record(tx, account_id, FactorChange::BrowserRemembered, audit).await
}

/// Forgets one browser of the account; false if it was not remembered.
///
/// # Errors
/// The database failed.
pub async fn forget_browser(
    tx: &mut WriteTx,
    account_id: &str,
    id: &str,
    audit: &AuditContext,
) -> Result<bool, DbError> {
    let forgot = store::forget(tx, account_id, id).await?;
    if forgot {
        record(tx, account_id, FactorChange::BrowserForgotten, audit).await?;
    }
    Ok(forgot)
}

/// Forgets all browsers of the account: its password was replaced, or it was locked.
///
/// # Errors
/// The database failed.
pub async fn forget_browsers(tx: &mut WriteTx, account_id: &str) -> Result<(), DbError> {
    store::forget_all(tx, account_id).await.map(drop)
}

/// Deletes at most `most` remembered browsers whose time is over; returns how many.
///
/// # Errors
/// The database failed.
pub async fn sweep(tx: &mut WriteTx, now: Millis, most: i64) -> Result<u64, DbError> {
    store::sweep(tx, now, most).await
}

/// Seals the secrets of all apps under the master secret `new`; returns how many.
///
/// # Errors
/// [`FactorError::Secret`]: `old` did not seal one of them. Then nothing is to be committed.
pub async fn rewrap(
    tx: &mut WriteTx,
    old: &FactorSecrets,
    new: &FactorSecrets,
) -> Result<usize, FactorError> {
    let mut count = 0;
    loop {
        let apps = store::sealed_by_others(tx, new.master_id()).await?;
        if apps.is_empty() {
            return Ok(count);
        }
        for (account_id, sealed) in &apps {
            let secret = old.open(account_id, sealed)?;
            let resealed = (new.seal(account_id, &secret)?, new.master_id());
            // An owner may have replaced the app meanwhile; the next round reads that one.
            let changed = store::reseal(tx, account_id, sealed, (&resealed.0, resealed.1)).await?;
            count += usize::from(changed);
        }
    }
}

/// Records `change`.
pub(super) async fn record(
    tx: &mut WriteTx,
    account_id: &str,
    change: FactorChange,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let change = change.as_str();
    let entry = audit.entry(Event::FactorChanged { change });
    audit::record(tx, &entry.account(account_id)).await
}

/// Records `change` and writes to the owner.
pub(super) async fn tell(
    tx: &mut WriteTx,
    account: &Account,
    change: FactorChange,
    audit: &AuditContext,
) -> Result<(), DbError> {
    record(tx, &account.id, change, audit).await?;
    let mail = Mail::FactorChanged(FactorChanged {
        name: account.display_name().into(),
        account: account.username.as_str().into(),
        change,
        at: audit.now,
    });
    directory::write_to(tx, account, mail, audit).await
}
