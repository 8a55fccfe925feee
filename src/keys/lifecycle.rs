//! The life of a key: drafted outside any transaction, published, active, retiring, retired.

use std::sync::Arc;

use zeroize::Zeroizing;

use super::{
    draft::{Draft, KeyUse, KeysError},
    key_ring::KeyRing,
    master::Master,
    password_transport::PasswordKey,
    sealing_key::SealingKey,
    signing_key::SigningKey,
    store::{self, Changed, KeyRow},
};
use crate::{
    clock::{DAY, MINUTE, Millis},
    db::{DbError, WriteTx},
    random::Random,
};

/// No token or hint that we sign is used for longer than this: an ID token serves as `id_token_hint` while its session
/// lives, 12 hours at most. A replaced key stays published this long.
pub const SIGNED_LIFETIME: Millis = DAY;

/// No value that we seal is read for longer than this: an open sign-in page leads back for four days. A replaced key
/// opens values this long.
pub const SEALED_LIFETIME: Millis = 4 * DAY;

/// A new key is published this long before it signs, so that cached key sets and other processes know it by then. A JWK
/// Set must not be cached for longer.
pub const PUBLISH_DELAY: Millis = 5 * MINUTE;

/// The topic under which changes of keys are announced to every process.
pub const CHANGE_TOPIC: &str = "keys";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyChange {
    pub kid: String,
    /// What it is for: `signing`, `password_transport` or `sealing`.
    pub purpose: String,
    pub alg: String,
    /// The new state: `next`, `active`, `retiring`, `retired`, or `withdrawn`, which means retired early.
    pub state: &'static str,
}

/// Stores `drafts`: published from now on, active from `active_at` (now, or after [`PUBLISH_DELAY`]). The keys that
/// they replace stay valid for [`SIGNED_LIFETIME`] or [`SEALED_LIFETIME`] after that. A key that was still waiting to
/// become active has signed nothing and is deleted at once, so that each key has at most one successor and the last
/// rotation wins.
///
/// # Errors
/// The database fails.
pub async fn publish(
    tx: &mut WriteTx,
    drafts: &[Draft],
    active_at: Millis,
    now: Millis,
) -> Result<Vec<KeyChange>, DbError> {
    // Lock first, so that concurrent publishers run one after the other and see what was stored.
    tx.hold(CHANGE_TOPIC).await?;
    tx.changed(CHANGE_TOPIC);
    // Make due transitions first, before their keys could be mistaken for waiting ones.
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

/// Makes the transitions that are due; harmless when there are none or another process made them.
///
/// # Errors
/// The database fails.
pub async fn turn(tx: &mut WriteTx, now: Millis) -> Result<Vec<KeyChange>, DbError> {
    tx.hold(CHANGE_TOPIC).await?;
    let (sealing, others) = (now + SEALED_LIFETIME, now + SIGNED_LIFETIME);
    let retiring = store::retire_replaced(tx, sealing, others, now).await?;
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

/// Withdraws the compromised key `kid` at once: everything that it signed becomes invalid. `follower` replaces it,
/// unless another key of its use is active.
///
/// # Errors
/// [`KeysError::Unknown`] when the key is no longer in use, or the database fails.
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

/// Seals under `new` every private key that was sealed under `old`; returns how many.
///
/// # Errors
/// [`KeysError::ForeignMaster`] when a key was sealed under neither, otherwise the failure of database or seal; roll
/// the transaction back then.
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

/// The ring of these rows: the newest active key of each use signs, decrypts or seals. All but the sealing
/// keys are published.
pub(super) fn ring(rows: &[KeyRow], master: &Master) -> Result<KeyRing, KeysError> {
    let (mut signing, mut active) = (Vec::new(), Vec::new());
    let (mut password, mut waiting) = (Vec::new(), Vec::new());
    let mut sealing = Vec::new();
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
                // The active key is announced; the others only decrypt passwords that are already on their way.
                if row.state == "active" {
                    password.push(key);
                } else {
                    waiting.push(key);
                }
            }
            Some(KeyUse::Sealing) => {
                // Another process may seal with a key that is still waiting here.
                sealing.push(SealingKey::from_secret(&row.kid, &open(row, master)?)?);
                if row.state == "active" {
                    active.push(row.kid.clone());
                }
            }
            None => tracing::warn!(kid = row.kid, alg = row.alg, "skipped a key of unknown use"),
        }
    }
    password.append(&mut waiting);
    Ok(KeyRing::new(signing, &active, password).with_sealing(sealing, &active))
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
