//! The link to the earlier address, which takes a change back.
//!
//! A thief who changed the address does not spoil it: each change has its own link, and an older one takes back what came
//! after it, but no newer one takes an older link away. It works for a locked account too, because the thief can lock it.

use std::net::IpAddr;

use jiff::tz::TimeZone;

use crate::audit::AuditContext;
use crate::clock::{DAY, HOUR, Millis};
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::account::{Account, may_sign_in};
use crate::directory::account_error::AccountError;
use crate::directory::account_mail::write_to;
use crate::directory::deletion::restore;
use crate::directory::lock::is_locked;
use crate::directory::names::mailbox;
use crate::directory::one_time_links::own_deletion;
use crate::directory::reset_password::{self, OpenLinkError};
use crate::directory::save_account::save;
use crate::directory::sign_in::PasswordSignIn;
use crate::directory::store;
use crate::directory::store::address_changes::{StoredChange, close, find};
use crate::directory::store::one_time_links::void_all;
use crate::mail::{self, Mail};
use crate::random::hashed;

/// Ways in that were added so long before the change, or since, may be a thief's.
const DOUBTFUL: Millis = 72 * HOUR;

/// How long after it the owner has to choose another password, before a link to another address works again.
const CALM: Millis = HOUR;

/// A change that can be taken back now.
#[derive(Clone, Debug)]
pub struct OpenedUndo {
    pub account: Account,
    hash: String,
    change: StoredChange,
}

impl OpenedUndo {
    /// The earlier address.
    pub fn email(&self) -> &str {
        &self.change.email
    }

    /// Ways in that were added at this time or later may be a thief's, but not the one with which the account began.
    pub fn doubtful_since(&self) -> Millis {
        let since = self.change.changed_at.saturating_sub(DOUBTFUL);
        since.max(self.account.created_at.saturating_add(1))
    }
}

/// Opens the link of the email. A text that opens nothing counts as a failure of `address`.
///
/// # Errors
/// [`OpenLinkError::Void`] for every link that opens nothing, whatever the reason.
pub async fn open(
    passwords: &PasswordSignIn,
    token: &str,
    address: IpAddr,
) -> Result<OpenedUndo, OpenLinkError> {
    let PasswordSignIn {
        db, clock, gate, ..
    } = passwords;
    let counters = passwords.limits.one_time_link(address);
    let tried = gate.admit(db, clock, &counters).await?;
    let now = clock.now();
    let found = {
        let mut view = db.read().await?;
        let hash = hashed(token);
        match find(&mut view, &hash, now).await? {
            Some(change) => {
                let account = store::find(&mut view, &change.account_id).await?;
                let zone = &passwords.zone;
                opened(&mut view, account, (hash, change), (now, zone)).await?
            }
            None => None,
        }
    };
    reset_password::opened(db, (tried, now), found).await
}

/// The change, if the account is in use, or locked or deleted by its owner. An administrator's decision stays.
async fn opened(
    view: &mut dyn Reads,
    account: Option<Account>,
    (hash, change): (String, StoredChange),
    (now, zone): (Millis, &TimeZone),
) -> Result<Option<OpenedUndo>, DbError> {
    let Some(account) = account else {
        return Ok(None);
    };
    if may_sign_in(&account, now, zone).is_err()
        && !is_locked(view, &account).await?
        && own_deletion(view, &account.id).await?.is_none()
    {
        return Ok(None);
    }
    Ok(Some(OpenedUndo {
        account,
        hash,
        change,
    }))
}

/// Gives the account its earlier address back, voids its one-time links and the links of this change and of later ones, and
/// informs the readers of both addresses. Returns the account as it is then; `None` if the link no longer works.
/// [`crate::sessions::end::take_back_address`] calls this and also ends the account's sessions.
///
/// # Errors
/// The database failed.
pub(crate) async fn take_back(
    tx: &mut WriteTx,
    wanted: &OpenedUndo,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<Option<Account>, AccountError> {
    let now = audit.now;
    let account = store::hold(tx, &wanted.account.id).await?;
    let Some(change) = find(tx, &wanted.hash, now).await? else {
        return Ok(None);
    };
    let link = (wanted.hash.clone(), change);
    let Some(OpenedUndo {
        account, change, ..
    }) = opened(tx, account, link, (now, zone)).await?
    else {
        return Ok(None);
    };
    // Who changed the address may be who asked for the deletion.
    let account = match restore(tx, account.clone(), audit).await? {
        Some(kept) => kept,
        None => account,
    };
    let restored = Account {
        email: Some(change.email.clone()),
        email_verified: true,
        ..account.clone()
    };
    save(tx, &account, &restored, audit).await?;
    let closed = (account.id.as_str(), change.number);
    // A thief who knows the password signs in again at once. Links that are asked for meanwhile do not work.
    let void_until = now.saturating_add(CALM);
    close(tx, closed, void_until, void_until.saturating_add(DAY)).await?;
    void_all(tx, &account.id).await?;
    inform(tx, (&account, &restored), audit).await?;
    Ok(Some(restored))
}

async fn inform(
    tx: &mut WriteTx,
    (account, restored): (&Account, &Account),
    audit: &AuditContext,
) -> Result<(), DbError> {
    let email = restored.email.as_deref().unwrap_or_default();
    let mail = Mail::AddressTakenBack(mail::AddressTakenBack {
        name: restored.display_name().into(),
        account: restored.username.as_str().into(),
        email: email.into(),
        at: audit.now,
    });
    write_to(tx, restored, mail, audit).await?;
    if account.email.as_deref().map(mailbox) != Some(mailbox(email)) {
        write_to(tx, account, replaced(account, audit), audit).await?;
    }
    if is_locked(tx, restored).await? {
        // The link that opens the account again went to the other address.
        let mail = Mail::AccountLocked(mail::AccountLocked {
            name: restored.display_name().into(),
            account: restored.username.as_str().into(),
            account_id: restored.id.clone(),
            at: audit.now,
        });
        write_to(tx, restored, mail, audit).await?;
    }
    Ok(())
}

/// The email to the reader of an address that the account no longer has. It does not say which one it has.
pub(super) fn replaced(account: &Account, audit: &AuditContext) -> Mail {
    Mail::AddressReplaced(mail::AddressReplaced {
        name: account.display_name().into(),
        account: account.username.as_str().into(),
        at: audit.now,
    })
}
