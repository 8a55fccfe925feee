//! The link that takes a change back: a random token, of which the change keeps the hash.

use zeroize::Zeroizing;

use crate::clock::{HOUR, Millis};
use crate::db::{DbError, WriteTx};
use crate::directory::store;
use crate::directory::store::address_changes::{account_of, set_token};
use crate::mail::OneTimeLink;
use crate::random::{Random, hashed};

/// How long a link works after its email was sent.
pub(in crate::directory) const LIFETIME: Millis = 72 * HOUR;

/// Creates the link of an email to `email` about the change `id`; `None` if it can no longer be taken back.
///
/// # Errors
/// The database failed.
pub async fn mint(
    tx: &mut WriteTx,
    (id, email): (&str, &str),
    random: &Random,
    now: Millis,
) -> Result<Option<OneTimeLink>, DbError> {
    let link = OneTimeLink {
        token: Zeroizing::new(random.token()),
        expires_at: now.saturating_add(LIFETIME),
    };
    let Some(account_id) = account_of(tx, id).await? else {
        return Ok(None);
    };
    // The account's row before those of its changes, as everywhere.
    store::hold(tx, &account_id).await?;
    let hash = hashed(&link.token);
    let is_open = set_token(tx, (id, email), &hash, link.expires_at, now).await?;
    Ok(is_open.then_some(link))
}
