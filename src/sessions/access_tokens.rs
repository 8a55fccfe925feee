//! Access tokens: opaque and stored by hash, or signed (RFC 9068) and stored only when revoked.

use crate::db::{DbError, WriteTx};
use crate::random::{Random, hashed};

use super::store;

pub use super::store::access_tokens::{AccessToken, StoredToken};

/// Issues an opaque token and stores its hash.
pub async fn issue(
    tx: &mut WriteTx,
    token: &AccessToken,
    random: &Random,
) -> Result<String, DbError> {
    let secret = random.token();
    store::access_tokens::insert(tx, &hashed(&secret), token).await?;
    Ok(secret)
}
