//! Access tokens: opaque and sealed ([`super::sealed_tokens`]), opaque and stored by hash, or signed (RFC 9068). Of those
//! without a row only the revoked ones are stored.

use crate::db::{DbError, WriteTx};
use crate::random::{Random, hashed};

use super::store;

pub use super::store::access_tokens::{AccessToken, StoredToken};

/// Issues an opaque token that is a row, and stores its hash.
pub async fn issue(
    tx: &mut WriteTx,
    token: &AccessToken,
    random: &Random,
) -> Result<String, DbError> {
    let secret = random.token();
    store::access_tokens::insert(tx, &hashed(&secret), token).await?;
    Ok(secret)
}
