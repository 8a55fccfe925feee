//! The passkeys of accounts, and when a first one was offered.

use crate::clock::Millis;
use crate::db::{
    DbError, Reads, WriteTx, execute, fetch_all, fetch_optional, from_row, statements,
};
use crate::passkeys::passkey::Passkey;

/// Each column of a key.
macro_rules! select_keys {
    ($rest:literal) => {
        concat!(
            "SELECT id, account_id, credential_id, credential, rp_id, name, discoverable, backup_eligible, \
             backed_up, backup_changed_at, aaguid, added_at, used_at, doubtful_since FROM passkeys ",
            $rest
        )
    };
}

statements! {
    FIND = select_keys!("WHERE credential_id = $1");
    OF_ACCOUNT = select_keys!("WHERE account_id = $1 ORDER BY added_at, id COLLATE \"C\"");
    INSERT = "INSERT INTO passkeys (id, account_id, credential_id, credential, rp_id, name, discoverable, \
        backup_eligible, backed_up, aaguid, added_at, doubtful_since) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) \
        ON CONFLICT (credential_id) DO NOTHING";
    USED = "UPDATE passkeys SET used_at = $3, credential = $4, backup_changed_at = CASE \
        WHEN backed_up = CAST($5 AS BIGINT) THEN backup_changed_at ELSE CAST($3 AS BIGINT) END, \
        backed_up = CAST($5 AS BIGINT) WHERE id = $1 AND credential = $2";
    RENAME = "UPDATE passkeys SET name = $3 WHERE id = $1 AND account_id = $2";
    REMOVE = "DELETE FROM passkeys WHERE id = $1 AND account_id = $2";
    OTHER_NAMES = "SELECT rp_id, COUNT(*) FROM passkeys WHERE rp_id <> $1 GROUP BY rp_id ORDER BY rp_id COLLATE \"C\"";
    OFFER = "INSERT INTO passkey_offers (account_id, offered_at) VALUES ($1, $2) \
        ON CONFLICT (account_id) DO UPDATE SET offered_at = excluded.offered_at \
        WHERE passkey_offers.offered_at <= $3";
    OFFERED = "SELECT offered_at FROM passkey_offers WHERE account_id = $1 AND offered_at > $2";
}

from_row!(Passkey {
    id,
    account_id,
    credential_id,
    credential,
    rp_id,
    name,
    discoverable,
    backup_eligible,
    backed_up,
    backup_changed_at,
    aaguid,
    added_at,
    used_at,
    doubtful_since
});

/// The key with this id at its authenticator.
pub async fn find(view: &mut dyn Reads, credential_id: &str) -> Result<Option<Passkey>, DbError> {
    fetch_optional!(view, Passkey, FIND, credential_id)
}

/// The keys of an account, oldest first.
pub async fn of_account(view: &mut dyn Reads, account_id: &str) -> Result<Vec<Passkey>, DbError> {
    fetch_all!(view, Passkey, OF_ACCOUNT, account_id)
}

/// Adds a key; false if an account has it already.
pub async fn insert(tx: &mut WriteTx, key: &Passkey) -> Result<bool, DbError> {
    let inserted = execute!(
        tx,
        INSERT,
        &key.id,
        &key.account_id,
        &key.credential_id,
        &key.credential,
        &key.rp_id,
        &key.name,
        i64::from(key.discoverable),
        i64::from(key.backup_eligible),
        i64::from(key.backed_up),
        key.aaguid.as_deref(),
        key.added_at,
        key.doubtful_since
    );
    Ok(inserted? == 1)
}

/// Notes a use of `before`, whose counter and flags are now those of `credential`; false if it was removed or used meanwhile.
pub async fn used(
    tx: &mut WriteTx,
    before: &Passkey,
    (credential, backed_up): (&str, bool),
    now: Millis,
) -> Result<bool, DbError> {
    let (id, known) = (&before.id, &before.credential);
    Ok(execute!(tx, USED, id, known, now, credential, i64::from(backed_up))? == 1)
}

/// False if the account has no such key.
pub async fn rename(
    tx: &mut WriteTx,
    id: &str,
    account_id: &str,
    name: &str,
) -> Result<bool, DbError> {
    Ok(execute!(tx, RENAME, id, account_id, name)? == 1)
}

/// False if the account has no such key.
pub async fn remove(tx: &mut WriteTx, id: &str, account_id: &str) -> Result<bool, DbError> {
    Ok(execute!(tx, REMOVE, id, account_id)? == 1)
}

/// The other names that keys are bound to, with their number of keys.
pub async fn other_names(view: &mut dyn Reads, rp_id: &str) -> Result<Vec<(String, i64)>, DbError> {
    fetch_all!(view, (String, i64), OTHER_NAMES, rp_id)
}

/// Notes an offer now; false if there was one after `earlier`.
pub async fn offer(
    tx: &mut WriteTx,
    account_id: &str,
    now: Millis,
    earlier: Millis,
) -> Result<bool, DbError> {
    Ok(execute!(tx, OFFER, account_id, now, earlier)? == 1)
}

/// True if there was an offer after `earlier`.
pub async fn was_offered(
    view: &mut dyn Reads,
    account_id: &str,
    earlier: Millis,
) -> Result<bool, DbError> {
    let offered = fetch_optional!(view, (i64,), OFFERED, account_id, earlier)?;
    Ok(offered.is_some())
}
