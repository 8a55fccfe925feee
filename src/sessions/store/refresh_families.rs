//! The refresh tokens of a grant in the database: columns of its row, both secrets by hash.

use uuid::Uuid;

use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx, execute, fetch_optional, from_row, statements};

statements! {
    START = "UPDATE grants SET refresh_family_hash = $2, refresh_hash = $3, refresh_jkt = $4, \
        refresh_issued_at = $5, refresh_expires_at = $6 WHERE id = $1 AND refresh_family_hash IS NULL";
    FIND = "SELECT client_id, refresh_family_hash AS family_hash, refresh_hash AS hash, refresh_jkt AS dpop_jkt, \
        refresh_issued_at AS issued_at, refresh_expires_at AS expires_at \
        FROM grants WHERE id = $1 AND refresh_family_hash IS NOT NULL";
    /// What is not offline ends with its session, so its end stays; a longer `sessions.absolute` is for new grants. A token
    /// that comes again within its grace is forgotten, so it does so once.
    ROTATE = "UPDATE grants SET refresh_hash = $5, refresh_spent_hash = CASE WHEN refresh_hash = $4 THEN $4 END, \
        refresh_jkt = COALESCE(refresh_jkt, $6), refresh_issued_at = $7, \
        refresh_expires_at = CASE WHEN offline = 1 THEN $8 ELSE refresh_expires_at END \
        WHERE id = $1 AND client_id = $2 AND refresh_family_hash = $3 AND refresh_expires_at > $7 \
        AND (refresh_hash = $4 OR (refresh_spent_hash = $4 AND refresh_issued_at >= $9)) \
        RETURNING refresh_jkt";
    EXTEND = "UPDATE grants SET refresh_expires_at = $3, refresh_jkt = COALESCE(refresh_jkt, $4) \
        WHERE id = $1 AND refresh_hash = $2";
}

/// The family of a grant.
#[derive(Clone, Debug)]
pub struct RefreshFamily {
    /// The client that its tokens were issued to.
    pub client_id: String,
    /// Hash of what all its tokens share.
    pub family_hash: String,
    /// Hash of the token that is valid.
    pub hash: String,
    /// Thumbprint of the DPoP key that the tokens are bound to. Only a public client's families become bound (RFC 9449
    /// section 5), and they stay so.
    pub dpop_jkt: Option<String>,
    pub issued_at: Millis,
    /// When the valid token expires unless it is used.
    pub expires_at: Millis,
}

from_row!(RefreshFamily {
    client_id,
    family_hash,
    hash,
    dpop_jkt,
    issued_at,
    expires_at
});

/// The bytes of the id of a grant. Damaged data is an error.
pub fn grant_bytes(grant_id: &str) -> Result<[u8; 16], DbError> {
    let id = Uuid::try_parse(grant_id).map_err(|error| sqlx::Error::Decode(error.into()))?;
    Ok(id.into_bytes())
}

/// Gives the grant a family with its first token. A grant that is missing or has one is an error.
pub async fn start(
    tx: &mut WriteTx,
    grant_id: &str,
    family: &RefreshFamily,
) -> Result<(), DbError> {
    execute!(
        tx,
        START,
        grant_id,
        &family.family_hash,
        &family.hash,
        &family.dpop_jkt,
        family.issued_at,
        family.expires_at
    )
    .and_then(|changed| match changed {
        1 => Ok(()),
        _ => Err(sqlx::Error::RowNotFound.into()),
    })
}

/// The family of the grant, if it has one.
pub async fn find(tx: &mut dyn Reads, grant_id: &str) -> Result<Option<RefreshFamily>, DbError> {
    fetch_optional!(tx, RefreshFamily, FIND, grant_id)
}

/// A token that takes the place of another.
pub struct Rotation<'a> {
    pub grant_id: &'a str,
    pub client_id: &'a str,
    pub family_hash: &'a str,
    /// Hash of the token that is spent.
    pub spent: &'a str,
    pub next: &'a str,
    /// The DPoP key to bind to, unless the family is bound.
    pub dpop_jkt: Option<&'a str>,
    pub now: Millis,
    /// When an offline token then expires.
    pub offline_until: Millis,
    /// A token that was spent since then may come again, while its successor is unused.
    pub spent_since: Millis,
}

/// Replaces the valid token; of several concurrent requests exactly one does. Returns the key that the family is bound to.
pub async fn rotate(
    tx: &mut WriteTx,
    rotation: &Rotation<'_>,
) -> Result<Option<Option<String>>, DbError> {
    let row = fetch_optional!(
        tx,
        (Option<String>,),
        ROTATE,
        rotation.grant_id,
        rotation.client_id,
        rotation.family_hash,
        rotation.spent,
        rotation.next,
        rotation.dpop_jkt,
        rotation.now,
        rotation.offline_until,
        rotation.spent_since
    )?;
    Ok(row.map(|(dpop_jkt,)| dpop_jkt))
}

/// Extends a token that is not rotated, and binds it to `dpop_jkt` unless it is bound.
pub async fn extend(
    tx: &mut WriteTx,
    grant_id: &str,
    hash: &str,
    until: Millis,
    dpop_jkt: Option<&str>,
) -> Result<(), DbError> {
    execute!(tx, EXTEND, grant_id, hash, until, dpop_jkt).map(drop)
}
