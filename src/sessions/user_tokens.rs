//! userToken: the credential that `acc-login` issues to legacy clients of the product API. Opaque, stored by
//! hash, never in an address, ends with its session.

use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx};
use crate::random::{Random, hashed};

use super::sso::{SessionLifetimes, SsoSession};
use super::store;

/// Issues a token of the session `session_id` and stores its hash.
pub async fn issue(
    tx: &mut WriteTx,
    session_id: &str,
    now: Millis,
    random: &Random,
) -> Result<String, DbError> {
    let secret = random.token();
    store::user_tokens::insert(tx, &hashed(&secret), session_id, now).await?;
    Ok(secret)
}

/// The live session of the token `secret`.
pub async fn find_live(
    tx: &mut dyn Reads,
    secret: &str,
    now: Millis,
    lifetimes: SessionLifetimes,
) -> Result<Option<SsoSession>, DbError> {
    let session = store::user_tokens::find(tx, &hashed(secret)).await?;
    Ok(session.filter(|session| session.is_live(now, lifetimes)))
}
