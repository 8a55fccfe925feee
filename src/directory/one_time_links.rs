//! One-time links in emails, with which the reader can choose a password or lock the account.
//!
//! A token is 256 random bits. It is created when its email is sent, and only its hash is stored.
//! It belongs to one account and one purpose, works once, and expires to the millisecond. A newer
//! link for the same purpose, a new password or a disabled account invalidates it (attack 13). It
//! is also invalid once the account has another address than the one it was sent to: if it went to
//! a mistyped address, it stops working when an administrator corrects that address.

use async_trait::async_trait;
use zeroize::Zeroizing;

use super::account::{Account, Status};
use super::account_application::link::{LIFETIME, seal};
use super::address_change::{link, undo_link};
use super::invitation;
use super::lock::is_locked;
use super::names::mailbox;
use super::people::has_address;
use super::store;
use super::store::deletions::AccountDeletion;
use super::store::one_time_links::{LinkRow, find, put, take};
use crate::clock::{Clock, DAY, HOUR, MINUTE, Millis};
use crate::db::{Db, DbError, Reads, WriteTx};
use crate::keys::KeySet;
use crate::mail::{LinkIssuer, LinkPurpose, LinkRequest, OneTimeLink};
use crate::random::{Random, hashed};

pub use super::store::one_time_links::sweep;

/// How long a link for `purpose` works after its email was sent.
pub const fn lifetime(purpose: LinkPurpose) -> Millis {
    match purpose {
        // Decision 0014: over a weekend.
        LinkPurpose::Welcome | LinkPurpose::Lock | LinkPurpose::Unlock => 72 * HOUR,
        LinkPurpose::Application => LIFETIME,
        LinkPurpose::Invitation => invitation::LIFETIME,
        LinkPurpose::Address => link::LIFETIME,
        LinkPurpose::AddressUndo => undo_link::LIFETIME,
        // Contract F-16: its reader has just asked for it.
        LinkPurpose::Forgotten => 30 * MINUTE,
        // Its reader asked hours ago and does not wait for it.
        LinkPurpose::Approved => DAY,
        // At most: it works until the account is erased.
        LinkPurpose::DeletionUndo => 90 * DAY,
    }
}

/// True if a link for `purpose` sets a password on `/reset-password`.
pub const fn sets_password(purpose: LinkPurpose) -> bool {
    match purpose {
        LinkPurpose::Welcome
        | LinkPurpose::Unlock
        | LinkPurpose::Forgotten
        | LinkPurpose::Approved => true,
        LinkPurpose::Lock
        | LinkPurpose::Application
        | LinkPurpose::Invitation
        | LinkPurpose::Address
        | LinkPurpose::AddressUndo
        | LinkPurpose::DeletionUndo => false,
    }
}

/// True if a link for `purpose` takes the deletion of an account back.
pub const fn takes_deletion_back(purpose: LinkPurpose) -> bool {
    matches!(purpose, LinkPurpose::DeletionUndo)
}

/// True if a link for `purpose` locks an account on `/lock-account`.
pub const fn locks(purpose: LinkPurpose) -> bool {
    matches!(purpose, LinkPurpose::Lock)
}

/// True if `account` may get a welcome: it is enabled and its owner has not chosen a password yet.
pub(super) fn is_welcome_due(account: &Account) -> bool {
    let is_enabled = account.status == Status::Enabled;
    is_enabled && (account.password_hash.is_none() || account.must_change_password)
}

/// True if the owner of `account` may choose a new password for a forgotten one. Without a password the owner signs in
/// with a corporate identity, or has a welcome to wait for; and only the owner reads a verified address (attack 19).
pub(super) fn may_have_new_password(account: &Account) -> bool {
    let has_password = account.password_hash.is_some();
    account.status == Status::Enabled && has_password && account.email_verified
}

/// True if `account` may get a link for `purpose`.
async fn is_due(
    view: &mut dyn Reads,
    purpose: LinkPurpose,
    account: &Account,
) -> Result<bool, DbError> {
    Ok(match purpose {
        LinkPurpose::Welcome => is_welcome_due(account),
        // A stranger may read an address that nobody has verified (attack 19).
        LinkPurpose::Lock => account.status == Status::Enabled && account.email_verified,
        LinkPurpose::Unlock => account.email_verified && is_locked(view, account).await?,
        LinkPurpose::Forgotten | LinkPurpose::Approved => may_have_new_password(account),
        LinkPurpose::DeletionUndo => {
            account.email_verified && own_deletion(view, &account.id).await?.is_some()
        }
        // No account has such a link.
        LinkPurpose::Application
        | LinkPurpose::Invitation
        | LinkPurpose::Address
        | LinkPurpose::AddressUndo => false,
    })
}

/// When the account is erased, if its owner asked for that.
pub(super) async fn own_deletion(
    view: &mut dyn Reads,
    account_id: &str,
) -> Result<Option<Millis>, DbError> {
    let deletion = store::deletions::find(view, account_id).await?;
    let own = deletion.filter(AccountDeletion::is_own);
    Ok(own.map(|deletion| deletion.erase_at))
}

/// Creates a link for an email that is about to be sent, and invalidates the previous one for the
/// same purpose. `None` if the account may no longer have such a link or has another address now.
pub async fn mint(
    tx: &mut WriteTx,
    request: LinkRequest<'_>,
    random: &Random,
    now: Millis,
) -> Result<Option<OneTimeLink>, DbError> {
    let LinkRequest {
        subject: account_id,
        purpose,
        email,
    } = request;
    let account = store::hold(tx, account_id).await?;
    let Some(account) = account.filter(|account| has_address(account, email)) else {
        return Ok(None);
    };
    if !is_due(tx, purpose, &account).await? {
        return Ok(None);
    }
    let expires_at = match purpose {
        LinkPurpose::DeletionUndo => own_deletion(tx, account_id).await?.unwrap_or(now),
        _ => now.saturating_add(lifetime(purpose)),
    };
    let link = OneTimeLink {
        token: Zeroizing::new(random.token()),
        expires_at,
    };
    let row = LinkRow {
        account_id: account_id.to_owned(),
        purpose: purpose.name().to_owned(),
        email_key: mailbox(email),
    };
    put(tx, &hashed(&link.token), &row, link.expires_at).await?;
    Ok(Some(link))
}

/// A valid link with its account.
#[derive(Clone, Debug)]
pub struct OpenedLink {
    pub account: Account,
    purpose: LinkPurpose,
    hash: String,
}

/// Finds the link for a purpose that is `wanted` by its token. `None` for every other token: unknown, used,
/// invalid, expired, or for another purpose.
pub(super) async fn open(
    view: &mut dyn Reads,
    token: &str,
    wanted: fn(LinkPurpose) -> bool,
    now: Millis,
) -> Result<Option<OpenedLink>, DbError> {
    let hash = hashed(token);
    let Some(row) = find(view, &hash, now).await? else {
        return Ok(None);
    };
    let purpose = LinkPurpose::from_name(&row.purpose).filter(|purpose| wanted(*purpose));
    let account = store::find(view, &row.account_id).await?;
    let account = account.filter(|account| has_address(account, &row.email_key));
    Ok(purpose.zip(account).map(|(purpose, account)| OpenedLink {
        account,
        purpose,
        hash,
    }))
}

impl OpenedLink {
    /// True if it opens a locked account again.
    pub fn unlocks(&self) -> bool {
        self.purpose == LinkPurpose::Unlock
    }

    /// True if it takes the deletion of the account back.
    pub(super) fn takes_deletion_back(&self) -> bool {
        takes_deletion_back(self.purpose)
    }

    /// True if it replaces a forgotten password, so that a second factor is asked for too.
    pub fn replaces(&self) -> bool {
        matches!(self.purpose, LinkPurpose::Forgotten | LinkPurpose::Approved)
    }

    /// Uses the link up; false if another request was faster or it has become invalid. Locks the
    /// account's row before the link's, as everywhere.
    pub(crate) async fn redeem(&self, tx: &mut WriteTx, now: Millis) -> Result<bool, DbError> {
        let Some(account) = store::hold(tx, &self.account.id).await? else {
            return Ok(false);
        };
        let taken = take(tx, &self.hash, self.purpose.name(), now).await?;
        Ok(taken.is_some_and(|row| has_address(&account, &row.email_key)))
    }
}

/// Creates the links of emails, each in its own write.
pub struct OneTimeLinks {
    db: Db,
    clock: Clock,
    random: Random,
    keys: KeySet,
}

impl OneTimeLinks {
    /// `keys` seal the links of applicants and of new addresses.
    pub fn new(db: &Db, clock: &Clock, random: &Random, keys: KeySet) -> Self {
        Self {
            db: db.clone(),
            clock: clock.clone(),
            random: random.clone(),
            keys,
        }
    }
}

#[async_trait]
impl LinkIssuer for OneTimeLinks {
    async fn issue(&self, request: LinkRequest<'_>) -> Result<Option<OneTimeLink>, DbError> {
        let (random, now) = (self.random.clone(), self.clock.now());
        match request.purpose {
            LinkPurpose::Application => {
                return Ok(seal(request.subject, (&self.keys, &random), now));
            }
            LinkPurpose::Address => {
                return Ok(link::seal(request.subject, (&self.keys, &random), now));
            }
            _ => {}
        }
        let (subject, purpose) = (request.subject.to_owned(), request.purpose);
        let email = request.email.to_owned();
        let minted = self.db.write(move |tx| {
            Box::pin(async move {
                if purpose == LinkPurpose::Invitation {
                    return invitation::mint(tx, (&subject, &email), &random, now).await;
                }
                if purpose == LinkPurpose::AddressUndo {
                    return undo_link::mint(tx, (&subject, &email), &random, now).await;
                }
                let request = LinkRequest {
                    subject: &subject,
                    purpose,
                    email: &email,
                };
                mint(tx, request, &random, now).await
            })
        });
        minted.await
    }
}
