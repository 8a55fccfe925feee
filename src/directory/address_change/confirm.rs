//! What the link to a new address opens: a question, and then the change.

use std::net::IpAddr;

use jiff::tz::TimeZone;

use super::link::{self, AddressChange};
use super::take_back;
use super::undo_link::LIFETIME;
use crate::audit::AuditContext;
use crate::clock::{DAY, Millis};
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::account::{Account, may_sign_in};
use crate::directory::account_error::AccountError;
use crate::directory::account_mail::write_to;
use crate::directory::names::mailbox;
use crate::directory::reset_password::{self, OpenLinkError};
use crate::directory::save_account::save;
use crate::directory::sign_in::PasswordSignIn;
use crate::directory::store;
use crate::directory::store::address_changes::{
    NewChange, changed_since, close, insert, returns_to,
};
use crate::keys::KeySet;
use crate::mail::{self, Mail};

/// A change that can be confirmed now.
#[derive(Clone, Debug)]
pub struct OpenedChange {
    pub account: Account,
    change: AddressChange,
}

impl OpenedChange {
    /// The new address.
    pub fn email(&self) -> &str {
        &self.change.email
    }
}

/// Opens the link of the email. A text that opens nothing counts as a failure of `address`.
///
/// # Errors
/// [`OpenLinkError::Void`] for every link that opens nothing, whatever the reason.
pub async fn open(
    passwords: &PasswordSignIn,
    keys: &KeySet,
    token: &str,
    address: IpAddr,
) -> Result<OpenedChange, OpenLinkError> {
    let PasswordSignIn {
        db, clock, gate, ..
    } = passwords;
    let counters = passwords.limits.one_time_link(address);
    let tried = gate.admit(db, clock, &counters).await?;
    let now = clock.now();
    let found = {
        let mut view = db.read().await?;
        match link::open(token, keys, now) {
            Some(change) => {
                let account = store::find(&mut view, &change.account_id).await?;
                opened(&mut view, account, change, (now, &passwords.zone)).await?
            }
            None => None,
        }
    };
    reset_password::opened(db, (tried, now), found).await
}

/// The change, if it is not void: address and password of the account are those of the question, its owner may sign in, no
/// address was confirmed or taken back since, and nobody else has the new one.
async fn opened(
    view: &mut dyn Reads,
    account: Option<Account>,
    change: AddressChange,
    (now, zone): (Millis, &TimeZone),
) -> Result<Option<OpenedChange>, DbError> {
    let is_same = |account: &Account| {
        account.email.as_deref().map(mailbox) == change.old_key
            && account.password_changed_at == change.password_changed_at
            && may_sign_in(account, now, zone).is_ok()
    };
    let Some(account) = account.filter(is_same) else {
        return Ok(None);
    };
    if changed_since(view, &account.id, change.asked_at).await? {
        return Ok(None);
    }
    let names = store::Names {
        email: Some(&change.email),
        ..store::Names::default()
    };
    let taken = store::taken(view, &names, &account.id).await?;
    let is_free = taken.list().is_empty();
    Ok(is_free.then_some(OpenedChange { account, change }))
}

/// Gives the account the confirmed address. The reader of the earlier one, if it was verified, gets the link that takes this
/// back, unless the account returns to an address that it had before that one. False if the change has become void.
///
/// # Errors
/// [`AccountError::Taken`] if another account got the address at the same moment; the database failed.
pub async fn confirm(
    tx: &mut WriteTx,
    wanted: OpenedChange,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<bool, AccountError> {
    let account = store::hold(tx, &wanted.account.id).await?;
    let opened = opened(tx, account, wanted.change, (audit.now, zone)).await?;
    let Some(OpenedChange { account, change }) = opened else {
        return Ok(false);
    };
    let changed = Account {
        email: Some(change.email.clone()),
        email_verified: true,
        ..account.clone()
    };
    save(tx, &account, &changed, audit).await?;
    // A return to an address is the end of what came after: nobody who had it since takes that back.
    let returns = returns_to(tx, &account.id, &change.email, audit.now).await?;
    if let Some(number) = returns {
        let closed = (account.id.as_str(), number);
        close(tx, closed, audit.now, audit.now.saturating_add(DAY)).await?;
    }
    let is_other =
        |email: &&str| account.email_verified && mailbox(email) != mailbox(&change.email);
    let earlier = account.email.as_deref().filter(is_other);
    let earlier = earlier.filter(|_| returns.is_none());
    let lifetime = if earlier.is_some() { LIFETIME } else { DAY };
    let id = audit.random.uuid_v4().to_string();
    let new = NewChange {
        id: &id,
        account_id: &account.id,
        email: earlier,
        changed_at: audit.now,
        expires_at: audit.now.saturating_add(lifetime),
    };
    insert(tx, &new).await?;
    if earlier.is_some() {
        let mail = Mail::AddressChanged(mail::AddressChanged {
            name: account.display_name().into(),
            account: account.username.as_str().into(),
            change_id: id,
            at: audit.now,
        });
        write_to(tx, &account, mail, audit).await?;
    } else if returns.is_some() && account.email_verified {
        write_to(tx, &account, take_back::replaced(&account, audit), audit).await?;
    }
    Ok(true)
}
