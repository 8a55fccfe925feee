//! Refresh tokens of older versions in the database, stored by hash. New ones are the family of their grant
//! ([`super::refresh_families`]).

use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx, execute, fetch_optional, from_row, statements};

statements! {
    FIND = "SELECT grant_id, client_id, dpop_jkt, issued_at, expires_at, used_at \
        FROM refresh_tokens WHERE hash = $1";
    SPEND = "UPDATE refresh_tokens SET used_at = $3 \
        WHERE hash = $1 AND client_id = $2 AND used_at IS NULL AND expires_at > $3 \
        RETURNING grant_id, client_id, dpop_jkt, issued_at, expires_at, used_at";
    EXTEND = "UPDATE refresh_tokens SET expires_at = $2, dpop_jkt = COALESCE(dpop_jkt, $3) \
        WHERE hash = $1 AND used_at IS NULL";
    SWEEP = "DELETE FROM refresh_tokens WHERE hash IN \
        (SELECT hash FROM refresh_tokens WHERE expires_at < $1 LIMIT $2)";
}

/// A row of `refresh_tokens`.
#[derive(Clone, Debug)]
pub struct RefreshToken {
    /// The grant, which is also the token's family.
    pub grant_id: String,
    /// The client that the token was issued to.
    pub client_id: String,
    /// Thumbprint of the DPoP key that the token is bound to: public clients only (RFC 9449 section 5).
    pub dpop_jkt: Option<String>,
    pub issued_at: Millis,
    /// When it expires unless it is used.
    pub expires_at: Millis,
    pub used_at: Option<Millis>,
}

from_row!(RefreshToken {
    grant_id,
    client_id,
    dpop_jkt,
    issued_at,
    expires_at,
    used_at
});

impl RefreshToken {
    /// True when it was issued to `client_id` and has not expired by `now`, spent or not.
    pub fn is_of(&self, client_id: &str, now: Millis) -> bool {
        self.client_id == client_id && now < self.expires_at
    }
}

/// The refresh token stored under `hash`, spent or not.
pub async fn find(tx: &mut dyn Reads, hash: &str) -> Result<Option<RefreshToken>, DbError> {
    fetch_optional!(tx, RefreshToken, FIND, hash)
}

/// Spends a token of `client_id` that is valid at `now`; of several concurrent requests exactly one gets it.
pub async fn spend(
    tx: &mut WriteTx,
    hash: &str,
    client_id: &str,
    now: Millis,
) -> Result<Option<RefreshToken>, DbError> {
    fetch_optional!(tx, RefreshToken, SPEND, hash, client_id, now)
}

/// Extends a token that is not rotated, and binds it to `dpop_jkt` unless it is bound.
pub async fn extend(
    tx: &mut WriteTx,
    hash: &str,
    until: Millis,
    dpop_jkt: Option<&str>,
) -> Result<(), DbError> {
    execute!(tx, EXTEND, hash, until, dpop_jkt).map(drop)
}

/// Deletes at most `most` tokens that expired before `before`.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP, before, most)
}
