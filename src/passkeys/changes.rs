//! The passkeys of an account: their list, names and removal, and the offer of a first one.

use super::error::PasskeyError;
use super::passkey::{Passkey, checked_name};
use super::store::keys as store;
use crate::audit::{self, AuditContext, Event};
use crate::clients::Registry;
use crate::clock::{DAY, Millis};
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::{self, Account};
use crate::factors;
use crate::mail::{Mail, PasskeyRemoved, PasskeyRenamed};
use crate::sessions::end;

/// A passkey is offered at most once in this time.
const OFFERED_EVERY: Millis = 30 * DAY;

/// The keys of an account, oldest first.
///
/// # Errors
/// The database failed.
pub async fn list(view: &mut dyn Reads, account_id: &str) -> Result<Vec<Passkey>, DbError> {
    store::of_account(view, account_id).await
}

/// The key `id` of the account.
async fn own(tx: &mut WriteTx, account: &Account, id: &str) -> Result<Passkey, PasskeyError> {
    let keys = store::of_account(tx, &account.id).await?;
    let own = keys.into_iter().find(|key| key.id == id);
    own.ok_or(PasskeyError::NoSuchKey)
}

/// Gives a key another name, and tells the owner by email.
///
/// # Errors
/// The account has no such key, the name is not valid, or the database failed.
pub async fn rename(
    tx: &mut WriteTx,
    account: &Account,
    (id, name): (&str, &str),
    audit: &AuditContext,
) -> Result<(), PasskeyError> {
    let name = checked_name(name).map_err(PasskeyError::Invalid)?;
    let key = own(tx, account, id).await?;
    if key.name == name {
        return Ok(());
    }
    store::rename(tx, id, &account.id, &name).await?;
    let event = Event::PasskeyRenamed {
        from: key.name.clone(),
        to: name.clone(),
    };
    audit::record(tx, &audit.entry(event).account(&account.id)).await?;
    let mail = Mail::PasskeyRenamed(PasskeyRenamed {
        name: account.display_name().into(),
        account: account.username.as_str().into(),
        before: key.name.as_str().into(),
        after: name.as_str().into(),
        at: audit.now,
    });
    Ok(directory::write_to(tx, account, mail, audit).await?)
}

/// Removes a key, ends every session that began with a passkey except the session `kept`, and tells the owner by email.
///
/// # Errors
/// The account has no such key, or the database failed.
pub async fn remove(
    tx: &mut WriteTx,
    account: &Account,
    (id, kept): (&str, &str),
    clients: &Registry,
    audit: &AuditContext,
) -> Result<(), PasskeyError> {
    let key = own(tx, account, id).await?;
    store::remove(tx, id, &account.id).await?;
    factors::note_factor(tx, &account.id).await?;
    end::by_passkey(tx, (&account.id, kept), audit, clients).await?;
    let event = Event::PasskeyRemoved {
        passkey: key.name.clone(),
    };
    audit::record(tx, &audit.entry(event).account(&account.id)).await?;
    let mail = Mail::PasskeyRemoved(PasskeyRemoved {
        name: account.display_name().into(),
        account: account.username.as_str().into(),
        passkey: key.name.as_str().into(),
        at: audit.now,
    });
    Ok(directory::write_to(tx, account, mail, audit).await?)
}

/// Offers a passkey to an account that has none; false if it was offered in the last month. The offer is noted.
///
/// # Errors
/// The database failed.
pub async fn offer(tx: &mut WriteTx, account_id: &str, now: Millis) -> Result<bool, DbError> {
    if !store::of_account(tx, account_id).await?.is_empty() {
        return Ok(false);
    }
    store::offer(tx, account_id, now, now - OFFERED_EVERY).await
}

/// True if [`offer`] would offer one now. Nothing is noted.
///
/// # Errors
/// The database failed.
pub async fn is_offer_due(
    view: &mut dyn Reads,
    account_id: &str,
    now: Millis,
) -> Result<bool, DbError> {
    Ok(
        !store::was_offered(view, account_id, now - OFFERED_EVERY).await?
            && store::of_account(view, account_id).await?.is_empty(),
    )
}

/// The other names that stored keys are bound to, with their number of keys: none of these keys works under `rp_id`.
///
/// # Errors
/// The database failed.
pub async fn under_another_name(
    view: &mut dyn Reads,
    rp_id: &str,
) -> Result<Vec<(String, i64)>, DbError> {
    store::other_names(view, rp_id).await
}
