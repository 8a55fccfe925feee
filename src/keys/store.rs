//! Our own keys in the database.

use super::draft::{Draft, KeyUse};
use crate::{
    clock::Millis,
    db::{DbError, Reads, WriteTx, execute, fetch_all, fetch_optional, from_row, statements},
};

statements! {
    LIST = "SELECT kid, purpose, alg, private_sealed, master_id, state, created_at, active_at, retire_at \
            FROM signing_keys ORDER BY active_at DESC, kid COLLATE \"C\"";
    LIST_USABLE = "SELECT kid, purpose, alg, private_sealed, master_id, state, created_at, active_at, retire_at \
            FROM signing_keys WHERE state <> 'retired' ORDER BY active_at DESC, kid COLLATE \"C\"";
    INSERT = "INSERT INTO signing_keys \
            (kid, purpose, alg, public_key, private_sealed, master_id, state, created_at, active_at) \
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    RETIRE_REPLACED = "UPDATE signing_keys SET state = 'retiring', \
            retire_at = CASE WHEN purpose = 'sealing' THEN CAST($1 AS BIGINT) ELSE CAST($2 AS BIGINT) END \
            WHERE state = 'active' AND EXISTS (SELECT 1 FROM signing_keys AS follower \
            WHERE follower.state = 'next' AND follower.active_at <= $3 \
            AND follower.purpose = signing_keys.purpose AND follower.alg = signing_keys.alg) \
            RETURNING kid, purpose, alg";
    ACTIVATE_DUE = "UPDATE signing_keys SET state = 'active' \
            WHERE state = 'next' AND active_at <= $1 RETURNING kid, purpose, alg";
    FORGET_DUE = "UPDATE signing_keys SET state = 'retired', private_sealed = NULL \
            WHERE state = 'retiring' AND retire_at <= $1 RETURNING kid, purpose, alg";
    FORGET_WAITING = "UPDATE signing_keys SET state = 'retired', private_sealed = NULL, \
            retire_at = $1 WHERE state = 'next' AND purpose = $2 AND alg = $3 \
            RETURNING kid, purpose, alg";
    WITHDRAW = "UPDATE signing_keys SET state = 'retired', private_sealed = NULL, retire_at = $1 \
            WHERE kid = $2 AND state <> 'retired' RETURNING kid, purpose, alg";
    RESEAL = "UPDATE signing_keys SET private_sealed = $1, master_id = $2 WHERE kid = $3";
}

/// One key as it is stored, without its public key.
#[derive(Debug, Clone)]
pub struct KeyRow {
    pub kid: String,
    /// `signing`, `password_transport` or `sealing`.
    pub purpose: String,
    /// The algorithm's registered name.
    pub alg: String,
    /// The sealed private key; deleted once the key is retired.
    pub private_sealed: Option<String>,
    /// The id of the master secret that it is sealed under.
    pub master_id: String,
    /// `next`, `active`, `retiring` or `retired`.
    pub state: String,
    pub created_at: Millis,
    /// When it becomes active.
    pub active_at: Millis,
    /// How long it stays published after it was replaced.
    pub retire_at: Option<Millis>,
}

from_row!(KeyRow {
    kid,
    purpose,
    alg,
    private_sealed,
    master_id,
    state,
    created_at,
    active_at,
    retire_at
});

/// Every key ever made, the newest first. Keys are rotated by hand, so there are few.
///
/// # Errors
/// The database fails.
pub async fn list(tx: &mut dyn Reads) -> Result<Vec<KeyRow>, DbError> {
    fetch_all!(tx, KeyRow, LIST)
}

/// The keys that sign, are published or will be, the newest first.
pub(super) async fn list_usable(tx: &mut dyn Reads) -> Result<Vec<KeyRow>, DbError> {
    fetch_all!(tx, KeyRow, LIST_USABLE)
}

/// Stores a key that becomes active at `active_at`.
pub(super) async fn insert(
    tx: &mut WriteTx,
    draft: &Draft,
    now: Millis,
    active_at: Millis,
) -> Result<(), DbError> {
    execute!(
        tx,
        INSERT,
        &draft.kid,
        draft.usage.purpose(),
        draft.usage.alg(),
        &draft.public,
        &draft.sealed,
        &draft.master_id,
        "next",
        now,
        active_at
    )
    .map(drop)
}

/// The kid, purpose and algorithm of a changed row.
pub(super) type Changed = (String, String, String);

/// Retires the active keys whose successor is due: sealing keys at `sealing`, the others at `others`.
pub(super) async fn retire_replaced(
    tx: &mut WriteTx,
    sealing: Millis,
    others: Millis,
    now: Millis,
) -> Result<Vec<Changed>, DbError> {
    fetch_all!(tx, Changed, RETIRE_REPLACED, sealing, others, now)
}

/// Activates waiting keys that are due.
pub(super) async fn activate_due(tx: &mut WriteTx, now: Millis) -> Result<Vec<Changed>, DbError> {
    fetch_all!(tx, Changed, ACTIVATE_DUE, now)
}

/// Deletes the private part of retiring keys that are due.
pub(super) async fn forget_due(tx: &mut WriteTx, now: Millis) -> Result<Vec<Changed>, DbError> {
    fetch_all!(tx, Changed, FORGET_DUE, now)
}

/// Deletes the private part of waiting keys for `usage` instead of activating them.
pub(super) async fn forget_waiting(
    tx: &mut WriteTx,
    usage: KeyUse,
    now: Millis,
) -> Result<Vec<Changed>, DbError> {
    let (purpose, alg) = (usage.purpose(), usage.alg());
    fetch_all!(tx, Changed, FORGET_WAITING, now, purpose, alg)
}

/// Deletes the private part of key `kid` at once, whatever its state; `None` when it had none.
pub(super) async fn withdraw(
    tx: &mut WriteTx,
    kid: &str,
    now: Millis,
) -> Result<Option<Changed>, DbError> {
    fetch_optional!(tx, Changed, WITHDRAW, now, kid)
}

/// Replaces the sealed private key.
pub(super) async fn reseal(
    tx: &mut WriteTx,
    kid: &str,
    sealed: &str,
    master_id: &str,
) -> Result<(), DbError> {
    execute!(tx, RESEAL, sealed, master_id, kid).map(drop)
}

impl KeyRow {
    /// What the key is for; `None` if this version does not know the use.
    pub fn usage(&self) -> Option<KeyUse> {
        KeyUse::of(&self.purpose, &self.alg)
    }

    /// True when a transition is due at `now`.
    pub(super) fn is_due(&self, now: Millis) -> bool {
        match self.state.as_str() {
            "next" => self.active_at <= now,
            "retiring" => self.retire_at.is_some_and(|at| at <= now),
            _ => false,
        }
    }
}
