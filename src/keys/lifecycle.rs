//! The life of a key: drafted outside any transaction, published, in use, retiring, retired.

use std::sync::Arc;

use zeroize::Zeroizing;

use super::{
    draft::{Draft, KeyUse, KeysError},
    key_ring::KeyRing,
    master::Master,
    password_transport::PasswordKey,
    signing_key::SigningKey,
    store::{self, Changed, KeyRow},
};
use crate::{
    clock::{DAY, MINUTE, Millis},
    db::{DbError, WriteTx},
    random::Random,
};

/// No token or hint signed by us is of use for longer than this: an ID token serves as
/// `id_token_hint` as long as its session, 12 hours at most. A replaced key stays published so long.
pub const SIGNED_LIFETIME: Millis = DAY;

/// A new key is published this long before it signs, so that cached key sets and other processes
/// know it by then. A JWKS may be cached no longer.
pub const PUBLISH_DELAY: Millis = 5 * MINUTE;

/// The topic under which every process hears of a change of keys.
pub const CHANGE_TOPIC: &str = "keys";

/// Something that happened to a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyChange {
    /// The key.
    pub kid: String,
    /// What it is for: `signing` or `password_transport`.
    pub purpose: String,
    /// Its algorithm.
    pub alg: String,
    /// The state it is in now: `next`, `active`, `retiring`, `retired`; or `withdrawn`, which
    /// is retired before its time.
    pub state: &'static str,
}

/// Stores `drafts`: published from now on, in use from `active_at` (now, or after
/// [`PUBLISH_DELAY`]). What they replace stays published for [`SIGNED_LIFETIME`] after that; a key
/// that only waited to take over has signed nothing, and is forgotten at once, so that a key has one
/// follower and the last order holds.
///
/// # Errors
/// When the database fails.
pub async fn publish(
    tx: &mut WriteTx,
    drafts: &[Draft],
    active_at: Millis,
    now: Millis,
) -> Result<Vec<KeyChange>, DbError> {
    // First of all, because it makes publishers at once wait for each other and see what was stored.
    tx.hold(CHANGE_TOPIC).await?;
    tx.changed(CHANGE_TOPIC);
    // What is due has its turn before it could be taken for one that waits.
    let mut made = turn(tx, now).await?;
    for draft in drafts {
        let waited = store::forget_waiting(tx, draft.usage, now).await?;
        made.extend(waited.into_iter().map(|changed| change("retired", changed)));
        store::insert(tx, draft, now, active_at).await?;
        let changed = (
            draft.kid.clone(),
            draft.usage.purpose().to_owned(),
            draft.usage.alg().to_owned(),
        );
        made.push(change("next", changed));
    }
    made.extend(turn(tx, now).await?);
    Ok(made)
}

/// Does the transitions that are due; harmless when there are none or another process did them.
///
/// # Errors
/// When the database fails.
pub async fn turn(tx: &mut WriteTx, now: Millis) -> Result<Vec<KeyChange>, DbError> {
    tx.hold(CHANGE_TOPIC).await?;
    let retiring = store::retire_replaced(tx, now + SIGNED_LIFETIME, now).await?;
    let active = store::activate_due(tx, now).await?;
    let retired = store::forget_due(tx, now).await?;
    let named = |state| move |changed| change(state, changed);
    let all: Vec<KeyChange> = retiring
        .into_iter()
        .map(named("retiring"))
        .chain(active.into_iter().map(named("active")))
        .chain(retired.into_iter().map(named("retired")))
        .collect();
    if !all.is_empty() {
        tx.changed(CHANGE_TOPIC);
    }
    Ok(all)
}

/// Takes the key `kid` out of use at once, as one that leaked: what it signed is good nowhere any
/// more. `follower` takes its place, unless another key of its use is active.
///
/// # Errors
/// [`KeysError::Unknown`] when it is in use no longer, or the database fails.
pub async fn withdraw(
    tx: &mut WriteTx,
    kid: &str,
    follower: Draft,
    now: Millis,
) -> Result<Vec<KeyChange>, KeysError> {
    tx.hold(CHANGE_TOPIC).await?;
    let withdrawn = store::withdraw(tx, kid, now).await?;
    let withdrawn = withdrawn.ok_or_else(|| KeysError::Unknown(kid.to_owned()))?;
    let mut all = vec![change("withdrawn", withdrawn)];
    let rows = store::list_usable(tx).await?;
    let is_active = |row: &KeyRow| row.state == "active" && row.usage() == Some(follower.usage);
    if rows.iter().any(is_active) {
        tx.changed(CHANGE_TOPIC);
    } else {
        all.extend(publish(tx, &[follower], now, now).await?);
    }
    Ok(all)
}

fn change(state: &'static str, (kid, purpose, alg): Changed) -> KeyChange {
    KeyChange {
        kid,
        purpose,
        alg,
        state,
    }
}

/// Seals every private key that is under `old` under `new` instead; answers how many.
///
/// # Errors
/// [`KeysError::ForeignMaster`] when one is under neither, else as the database or the seal fails;
/// the transaction is then to be undone.
pub async fn rewrap(
    tx: &mut WriteTx,
    old: &Master,
    new: &Master,
    random: &Random,
) -> Result<usize, KeysError> {
    let mut count = 0;
    for row in store::list_usable(tx).await? {
        if row.master_id == new.id() {
            continue;
        }
        let secret = open(&row, old)?;
        let sealed = new.seal(&row.purpose, &row.kid, &secret, random)?;
        store::reseal(tx, &row.kid, &sealed, new.id()).await?;
        count += 1;
    }
    Ok(count)
}

/// The ring of these rows: the newest active key of each use works, all of them are published.
pub(super) fn ring(rows: &[KeyRow], master: &Master) -> Result<KeyRing, KeysError> {
    let (mut signing, mut active) = (Vec::new(), Vec::new());
    let (mut password, mut waiting) = (Vec::new(), Vec::new());
    for row in rows {
        match row.usage() {
            Some(KeyUse::Signing(alg)) => {
                let key = SigningKey::from_der(alg, &open(row, master)?)?;
                if row.state == "active" {
                    active.push(row.kid.clone());
                }
                signing.push(Arc::new(key));
            }
            Some(KeyUse::PasswordTransport) => {
                let key = Arc::new(PasswordKey::from_der(&open(row, master)?)?);
                // The active key is handed out; the others only open what is still on its way.
                if row.state == "active" {
                    password.push(key);
                } else {
                    waiting.push(key);
                }
            }
            None => tracing::warn!(kid = row.kid, alg = row.alg, "a key of unknown use is left"),
        }
    }
    password.append(&mut waiting);
    Ok(KeyRing::new(signing, &active, password))
}

fn open(row: &KeyRow, master: &Master) -> Result<Zeroizing<Vec<u8>>, KeysError> {
    if row.master_id != master.id() {
        return Err(KeysError::ForeignMaster {
            kid: row.kid.clone(),
            sealed_under: row.master_id.clone(),
            given: master.id().to_owned(),
        });
    }
    let sealed = row.private_sealed.as_deref().unwrap_or_default();
    Ok(master.open(&row.purpose, &row.kid, sealed)?)
}
