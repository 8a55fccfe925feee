//! What a one-time link opens: a new password (contract F-16), for a person who has none yet, has lost it or has locked
//! the account; or the lock.

use std::net::IpAddr;

use zeroize::Zeroizing;

use super::account::may_sign_in;
use super::change_password::{ChangePasswordError, NewPassword, prepare};
use super::lock::is_locked;
use super::one_time_links::{OpenedLink, open, own_deletion};
use super::sign_in::PasswordSignIn;
use crate::clock::Millis;
use crate::db::{Db, DbError};
use crate::i18n::language::Language;
use crate::limits::{self, LimitError, Reservation};
use crate::mail::LinkPurpose;

/// Why a link cannot be used. [`OpenLinkError::Void`] gives no reason on purpose.
#[derive(Debug, thiserror::Error)]
pub enum OpenLinkError {
    /// Unknown, used, replaced, expired, for another purpose, or its account is disabled.
    #[error("the link does not work")]
    Void,
    /// Too many links that do not work from this address.
    #[error("too many links that do not work")]
    Delayed {
        /// When the next one is accepted.
        until: Millis,
    },
    /// The pending attempts reach the number that may still fail.
    #[error("too many attempts at once")]
    Busy,
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<LimitError> for OpenLinkError {
    fn from(refused: LimitError) -> Self {
        match refused {
            LimitError::Delayed { until } => Self::Delayed { until },
            LimitError::Busy => Self::Busy,
            LimitError::Db(error) => error.into(),
        }
    }
}

/// Finds the link of `token` for a purpose that is `wanted`. It is used up later, with the change that it allows. A
/// wrong token counts as a failure of `address`.
pub async fn open_link(
    passwords: &PasswordSignIn,
    token: &str,
    wanted: fn(LinkPurpose) -> bool,
    address: IpAddr,
) -> Result<OpenedLink, OpenLinkError> {
    let PasswordSignIn {
        db, clock, gate, ..
    } = passwords;
    let counters = passwords.limits.one_time_link(address);
    let tried = gate.admit(db, clock, &counters).await?;
    let now = clock.now();
    let found = {
        let mut view = db.read().await?;
        match open(&mut view, token, wanted, now).await? {
            Some(link) => {
                let is_usable = if link.unlocks() {
                    is_locked(&mut view, &link.account).await?
                } else if link.takes_deletion_back() {
                    own_deletion(&mut view, &link.account.id).await?.is_some()
                } else {
                    may_sign_in(&link.account, now, &passwords.zone).is_ok()
                };
                is_usable.then_some(link)
            }
            None => None,
        }
    };
    opened(db, (tried, now), found).await
}

/// Ends an attempt to open a link: it counts as a failure of the address if nothing was `found`.
///
/// # Errors
/// [`OpenLinkError::Void`] if nothing was found.
pub(super) async fn opened<T>(
    db: &Db,
    (tried, now): (Reservation, Millis),
    found: Option<T>,
) -> Result<T, OpenLinkError> {
    let Some(found) = found else {
        db.write(move |tx| Box::pin(async move { limits::failed(tx, &tried, now).await }))
            .await?;
        return Err(OpenLinkError::Void);
    };
    limits::release(db, tried).await?;
    Ok(found)
}

/// Checks and hashes the password that the holder of `link` chose, by the rules of [`prepare`].
/// [`crate::sessions::end::replace_password`] stores it and uses the link up.
pub async fn prepare_by_link(
    passwords: &PasswordSignIn,
    link: OpenedLink,
    password: Zeroizing<String>,
    language: Language,
) -> Result<NewPassword, ChangePasswordError> {
    let new = prepare(passwords, &link.account, password, language).await?;
    Ok(new.by_link(link))
}
