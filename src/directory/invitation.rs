//! Invitations to register (contract G-65): a manager invites an address that has no account.
//!
//! The invitation is stored whether or not the address has an account, and only its email knows (attack 14). The link
//! works once, for the invited address, and the newest one only.

pub mod register;

use zeroize::Zeroizing;

use super::people::find_by_address;
use super::store::invitations;
use crate::clock::{DAY, Millis};
use crate::db::{DbError, WriteTx};
use crate::mail::OneTimeLink;
use crate::random::{Random, hashed};

pub use super::store::invitations::{Invitation, sweep};

/// How long an invitation works.
pub const LIFETIME: Millis = 7 * DAY;

/// How long an expired invitation is listed.
pub const KEPT: Millis = 30 * DAY;

/// Stores an invitation to the group, in place of an earlier one to the same address.
///
/// # Errors
/// The database failed.
pub async fn invite(
    tx: &mut WriteTx,
    (email, group_id, by): (&str, &str, &str),
    random: &Random,
    now: Millis,
) -> Result<Invitation, DbError> {
    let invitation = Invitation {
        id: random.uuid_v4().to_string(),
        group_id: group_id.to_owned(),
        email: email.to_owned(),
        invited_by: by.to_owned(),
        expires_at: now.saturating_add(LIFETIME),
    };
    invitations::put(tx, &invitation, now).await?;
    Ok(invitation)
}

/// Withdraws an invitation to the group. Returns it, or `None` if there is none.
///
/// # Errors
/// The database failed.
pub async fn withdraw(
    tx: &mut WriteTx,
    (id, group_id): (&str, &str),
) -> Result<Option<Invitation>, DbError> {
    invitations::withdraw(tx, (id, group_id)).await
}

/// Creates the link of an email that is about to be sent. `None` if the invitation no longer works, or if the address has
/// an account by now.
pub(super) async fn mint(
    tx: &mut WriteTx,
    (id, email): (&str, &str),
    random: &Random,
    now: Millis,
) -> Result<Option<OneTimeLink>, DbError> {
    let Some(invitation) = invitations::find(tx, id, now).await? else {
        return Ok(None);
    };
    if find_by_address(tx, email).await?.is_some() {
        return Ok(None);
    }
    let token = Zeroizing::new(random.token());
    let is_set = invitations::set_token(tx, (id, &hashed(&token)), email, now).await?;
    Ok(is_set.then_some(OneTimeLink {
        token,
        expires_at: invitation.expires_at,
    }))
}

/// Uses up the invitation of a link; `None` if another request was faster, or it no longer works.
///
/// # Errors
/// The database failed.
pub async fn take(
    tx: &mut WriteTx,
    token: &str,
    now: Millis,
) -> Result<Option<Invitation>, DbError> {
    invitations::take(tx, &hashed(token), now).await
}
