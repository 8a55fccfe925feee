//! The end of passkeys together with other factors. Their own room uses sessions, which use this one.

use super::store::{self, Keys};
use crate::audit::{self, AuditContext, Event};
use crate::db::{DbError, WriteTx};
use crate::directory::{self, Account};
use crate::mail::{Mail, PasskeyRemoved};

/// Removes passkeys of the account and writes to the owner; false if there was none.
///
/// # Errors
/// The database failed.
pub async fn remove_keys(
    tx: &mut WriteTx,
    account_id: &str,
    which: Keys,
    audit: &AuditContext,
) -> Result<bool, DbError> {
    let removed = store::remove_keys(tx, account_id, which).await?;
    if removed.is_empty() {
        return Ok(false);
    }
    store::note_factor(tx, account_id).await?;
    if let Some(account) = directory::find(tx, account_id).await? {
        for name in &removed {
            tell(tx, &account, name, audit).await?;
        }
    }
    Ok(true)
}

async fn tell(
    tx: &mut WriteTx,
    account: &Account,
    passkey: &str,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let event = Event::PasskeyRemoved {
        passkey: passkey.to_owned(),
    };
    audit::record(tx, &audit.entry(event).account(&account.id)).await?;
    let mail = Mail::PasskeyRemoved(PasskeyRemoved {
        name: account.display_name().into(),
        account: account.username.as_str().into(),
        passkey: passkey.into(),
        at: audit.now,
    });
    directory::write_to(tx, account, mail, audit).await
}
