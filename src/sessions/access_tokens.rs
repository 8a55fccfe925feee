//! Access tokens: opaque and sealed ([`super::sealed_tokens`]), opaque and stored by hash, or signed (RFC 9068). A
//! token without a row is stored only when it is revoked.

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
