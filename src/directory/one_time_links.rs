//! One-time links: what an email carries so that its reader can choose a password.
//!
//! A token is 256 random bits, made when its email is sent and stored only as a hash. It is bound
//! to one account and one purpose, works once, and expires to the millisecond. A newer link of the
//! same purpose, a new password and a disabled account void it (attack 13). It is also void once the
//! account has another address than the one it was sent to: a link that went to a mistyped address
//! ends when an administrator corrects it.

use async_trait::async_trait;
use zeroize::Zeroizing;

use super::account::{Account, Status};
use super::names::normalise;
use super::store;
use super::store::one_time_links::{LinkRow, find, put, take};
use crate::clock::{Clock, HOUR, Millis};
use crate::db::{Db, DbError, Reads, WriteTx};
use crate::mail::{LinkIssuer, LinkPurpose, LinkRequest, OneTimeLink};
use crate::random::{Random, hashed};

pub use super::store::one_time_links::sweep;

/// How long a link of `purpose` works, from the moment its email is sent.
pub const fn lifetime(purpose: LinkPurpose) -> Millis {
    match purpose {
        // Decision 0014: over a weekend.
        LinkPurpose::Welcome => 72 * HOUR,
    }
}

/// True when a link of `purpose` sets a password on `/reset-password`.
pub const fn sets_password(purpose: LinkPurpose) -> bool {
    match purpose {
        LinkPurpose::Welcome => true,
    }
}

/// True while `account` may be sent a link of `purpose`: it is in use and, for a welcome, its owner
/// has not chosen a password yet.
pub(super) fn is_due(purpose: LinkPurpose, account: &Account) -> bool {
    let is_enabled = account.status == Status::Enabled;
    match purpose {
        LinkPurpose::Welcome => {
            is_enabled && (account.password_hash.is_none() || account.must_change_password)
        }
    }
}

/// Mints a link for the email that is being sent, and voids the one before it of the same purpose.
/// `None` when the account may have no such link, or has another address by now.
pub async fn mint(
    tx: &mut WriteTx,
    request: LinkRequest<'_>,
    random: &Random,
    now: Millis,
) -> Result<Option<OneTimeLink>, DbError> {
    let LinkRequest {
        account_id,
        purpose,
        email,
    } = request;
    let account = store::hold(tx, account_id).await?;
    let account = account.filter(|account| is_due(purpose, account) && has_address(account, email));
    if account.is_none() {
        return Ok(None);
    }
    let link = OneTimeLink {
        token: Zeroizing::new(random.token()),
        expires_at: now.saturating_add(lifetime(purpose)),
    };
    let row = LinkRow {
        account_id: account_id.to_owned(),
        purpose: purpose.name().to_owned(),
        email_key: normalise(email),
    };
    put(tx, &hashed(&link.token), &row, link.expires_at).await?;
    Ok(Some(link))
}

fn has_address(account: &Account, email: &str) -> bool {
    account.email.as_deref().map(normalise) == Some(normalise(email))
}

/// A link that works, and whose it is.
#[derive(Clone, Debug)]
pub struct OpenedLink {
    /// The account.
    pub account: Account,
    purpose: LinkPurpose,
    hash: String,
}

/// Finds the link that sets a password by its token. `None` for every other token: unknown, used,
/// void, expired, or for another purpose.
pub(super) async fn open(
    view: &mut impl Reads,
    token: &str,
    now: Millis,
) -> Result<Option<OpenedLink>, DbError> {
    let hash = hashed(token);
    let Some(row) = find(view, &hash, now).await? else {
        return Ok(None);
    };
    let purpose = LinkPurpose::from_name(&row.purpose).filter(|purpose| sets_password(*purpose));
    let account = store::find(view, &row.account_id).await?;
    let account = account.filter(|account| has_address(account, &row.email_key));
    Ok(purpose.zip(account).map(|(purpose, account)| OpenedLink {
        account,
        purpose,
        hash,
    }))
}

impl OpenedLink {
    /// Uses the link up; false when another use was faster, or it is void by now. The account's row
    /// is locked before the link's, as everywhere.
    pub(super) async fn redeem(&self, tx: &mut WriteTx, now: Millis) -> Result<bool, DbError> {
        let Some(account) = store::hold(tx, &self.account.id).await? else {
            return Ok(false);
        };
        let taken = take(tx, &self.hash, self.purpose.name(), now).await?;
        Ok(taken.is_some_and(|row| has_address(&account, &row.email_key)))
    }
}

/// Mints the links of emails in writes of their own.
pub struct OneTimeLinks {
    db: Db,
    clock: Clock,
    random: Random,
}

impl OneTimeLinks {
    /// An issuer on this database.
    pub fn new(db: &Db, clock: &Clock, random: &Random) -> Self {
        Self {
            db: db.clone(),
            clock: clock.clone(),
            random: random.clone(),
        }
    }
}

#[async_trait]
impl LinkIssuer for OneTimeLinks {
    async fn issue(&self, request: LinkRequest<'_>) -> Result<Option<OneTimeLink>, DbError> {
        let (random, now) = (self.random.clone(), self.clock.now());
        let (account_id, purpose) = (request.account_id.to_owned(), request.purpose);
        let email = request.email.to_owned();
        let minted = self.db.write(move |tx| {
            Box::pin(async move {
                let request = LinkRequest {
                    account_id: &account_id,
                    purpose,
                    email: &email,
                };
                mint(tx, request, &random, now).await
            })
        });
        minted.await
    }
}
