//! The tables of second factors.

pub(super) mod erasure;
pub(super) mod temporary_codes;

use super::totp::Kept;
use crate::access::conditions::is_for_account;
use crate::clock::Millis;
use crate::db::{
    DbError, Reads, WriteTx, execute, fetch_all, fetch_one, fetch_optional, from_row, statements,
};

statements! {
    STANDING = concat!("SELECT \
        CAST((SELECT COUNT(*) FROM authenticators WHERE account_id = $1) AS BIGINT) AS authenticators, \
        CAST((SELECT COUNT(*) FROM passkeys WHERE account_id = $1) AS BIGINT) AS keys, \
        CAST((SELECT COUNT(*) FROM passkeys WHERE account_id = $1 AND discoverable = 1) AS BIGINT) AS passkeys, \
        CAST((SELECT COUNT(*) FROM recovery_codes WHERE account_id = $1 AND used_at IS NULL) AS BIGINT) \
            AS recovery_codes, \
        (SELECT added_at FROM remembered_browsers WHERE account_id = $1 AND browser_hash = $2 \
            AND ends_at > $3) AS remembered_at, \
        CAST((SELECT COUNT(*) FROM temporary_codes WHERE account_id = $1 AND used_at IS NULL \
            AND ends_at > $3) AS BIGINT) AS temporary_codes, \
        CAST((SELECT COUNT(*) FROM factor_requirements WHERE account_id = $1) AS BIGINT) AS requirements, \
        (SELECT due_at FROM factor_requirements WHERE account_id = $1) AS required_at, \
        CAST((SELECT COUNT(*) FROM role_accounts ra CROSS JOIN roles r CROSS JOIN accounts a \
            WHERE ra.account_id = $1 AND r.id = ra.role_id AND r.requires_factor = 1 AND r.status = 0 \
            AND a.id = ra.account_id AND ", is_for_account!("r"), " AND ", is_for_account!("ra"), ") AS BIGINT) AS roles, \
        (SELECT due_at FROM factor_deadlines WHERE account_id = $1) AS due_at");
    AUTHENTICATOR = "SELECT secret, last_step, drift, added_at, used_at FROM authenticators \
        WHERE account_id = $1";
    ADD_AUTHENTICATOR = "INSERT INTO authenticators \
        (account_id, secret, master_id, last_step, drift, added_at, used_at) \
        VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT (account_id) DO NOTHING";
    REPLACE_AUTHENTICATOR = "UPDATE authenticators SET secret = $2, master_id = $3, last_step = $4, drift = $5, \
        added_at = $6, used_at = $6 WHERE account_id = $1";
    USE_AUTHENTICATOR = "UPDATE authenticators SET last_step = $3, drift = $4, used_at = $5 \
        WHERE account_id = $1 AND secret = $2 AND last_step < $3";
    REMOVE_AUTHENTICATOR = "DELETE FROM authenticators WHERE account_id = $1";
    SEALED_BY_OTHERS = "SELECT account_id, secret FROM authenticators WHERE master_id <> $1";
    RESEAL = "UPDATE authenticators SET secret = $2, master_id = $3 WHERE account_id = $1 AND secret = $4";
    /// Locks the row, so that codes are renewed one after the other.
    HOLD_AUTHENTICATOR = "UPDATE authenticators SET used_at = used_at WHERE account_id = $1";
    ADD_RECOVERY_CODE = "INSERT INTO recovery_codes (account_id, code_hash) VALUES ($1, $2)";
    HAS_RECOVERY_CODE = "SELECT account_id FROM recovery_codes \
        WHERE account_id = $1 AND code_hash = $2 AND used_at IS NULL";
    USE_RECOVERY_CODE = "UPDATE recovery_codes SET used_at = $3 \
        WHERE account_id = $1 AND code_hash = $2 AND used_at IS NULL";
    REMOVE_RECOVERY_CODES = "DELETE FROM recovery_codes WHERE account_id = $1";
    REMEMBER = "INSERT INTO remembered_browsers (account_id, browser_hash, id, browser, address, added_at, ends_at) \
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (account_id, browser_hash) DO UPDATE SET \
        browser = $4, address = $5, added_at = $6, ends_at = $7";
    REMEMBERED = "SELECT id, browser, address, added_at, ends_at FROM remembered_browsers \
        WHERE account_id = $1 AND ends_at > $2 ORDER BY added_at DESC, id COLLATE \"C\" LIMIT 100";
    FORGET = "DELETE FROM remembered_browsers WHERE account_id = $1 AND id = $2";
    FORGET_ALL = "DELETE FROM remembered_browsers WHERE account_id = $1";
    SWEEP = "DELETE FROM remembered_browsers WHERE id IN \
        (SELECT id FROM remembered_browsers WHERE ends_at <= $1 LIMIT $2)";
    REMOVE_KEYS = "DELETE FROM passkeys WHERE account_id = $1 \
        AND (CAST($2 AS BIGINT) = 0 OR doubtful_since IS NOT NULL) AND added_at >= $3 RETURNING name";
    REMOVE_NEW_AUTHENTICATOR = "DELETE FROM authenticators WHERE account_id = $1 AND added_at >= $2";
    /// No token depends on it, so the change is not announced.
    NOTE_FACTOR = "UPDATE accounts SET second_factor = CASE \
        WHEN EXISTS (SELECT 1 FROM passkeys p WHERE p.account_id = $1) THEN 2 \
        WHEN EXISTS (SELECT 1 FROM authenticators f WHERE f.account_id = $1) THEN 1 \
        WHEN EXISTS (SELECT 1 FROM factor_deadlines d WHERE d.account_id = $1) \
            OR EXISTS (SELECT 1 FROM factor_requirements q WHERE q.account_id = $1) THEN 3 \
        ELSE 0 END WHERE id = $1";
    REMINDED = "SELECT sent_at FROM factor_reminders WHERE account_id = $1";
    REMIND = "INSERT INTO factor_reminders (account_id, sent_at) VALUES ($1, $2) \
        ON CONFLICT (account_id) DO UPDATE SET sent_at = excluded.sent_at WHERE factor_reminders.sent_at <= $3";
    REQUIRE = "INSERT INTO factor_requirements (account_id, due_at) VALUES ($1, $2) \
        ON CONFLICT (account_id) DO UPDATE SET due_at = excluded.due_at";
    END_REQUIREMENT = "DELETE FROM factor_requirements WHERE account_id = $1";
    END_DEADLINE = "DELETE FROM factor_deadlines WHERE account_id = $1";
    SET_DEADLINE = "INSERT INTO factor_deadlines (account_id, due_at) VALUES ($1, $2) \
        ON CONFLICT (account_id) DO NOTHING";
}

/// The numbers behind [`super::AccountFactors`].
pub(super) struct StandingRow {
    pub authenticators: i64,
    pub keys: i64,
    pub passkeys: i64,
    pub recovery_codes: i64,
    pub remembered_at: Option<Millis>,
    pub temporary_codes: i64,
    pub requirements: i64,
    pub required_at: Option<Millis>,
    pub roles: i64,
    pub due_at: Option<Millis>,
}

from_row!(StandingRow {
    authenticators,
    keys,
    passkeys,
    recovery_codes,
    remembered_at,
    temporary_codes,
    requirements,
    required_at,
    roles,
    due_at
});

pub(super) async fn standing(
    view: &mut dyn Reads,
    account_id: &str,
    browser_hash: &str,
    now: Millis,
) -> Result<StandingRow, DbError> {
    fetch_one!(view, StandingRow, STANDING, account_id, browser_hash, now)
}

/// An authenticator app.
pub(super) struct AuthenticatorRow {
    pub secret: String,
    pub last_step: i64,
    pub drift: i64,
    pub added_at: Millis,
    pub used_at: Millis,
}

from_row!(AuthenticatorRow {
    secret,
    last_step,
    drift,
    added_at,
    used_at
});

impl AuthenticatorRow {
    pub fn kept(&self) -> Kept {
        Kept {
            last_step: self.last_step,
            drift: self.drift,
        }
    }
}

pub(super) async fn authenticator(
    view: &mut dyn Reads,
    account_id: &str,
) -> Result<Option<AuthenticatorRow>, DbError> {
    fetch_optional!(view, AuthenticatorRow, AUTHENTICATOR, account_id)
}

/// Adds the only authenticator app of an account, or replaces it; false if there is one already, or none to replace.
pub(super) async fn set_authenticator(
    tx: &mut WriteTx,
    account_id: &str,
    (secret, master_id): (&str, &str),
    kept: Kept,
    (replaces, now): (bool, Millis),
) -> Result<bool, DbError> {
    let Kept { last_step, drift } = kept;
    let changed = if replaces {
        execute!(
            tx,
            REPLACE_AUTHENTICATOR,
            account_id,
            secret,
            master_id,
            last_step,
            drift,
            now
        )
    } else {
        execute!(
            tx,
            ADD_AUTHENTICATOR,
            account_id,
            secret,
            master_id,
            last_step,
            drift,
            now
        )
    };
    Ok(changed? == 1)
}

/// Uses up the step of a code; false if it was used since, or if the app was replaced.
pub(super) async fn use_authenticator(
    tx: &mut WriteTx,
    account_id: &str,
    secret: &str,
    kept: Kept,
    now: Millis,
) -> Result<bool, DbError> {
    let Kept { last_step, drift } = kept;
    Ok(execute!(
        tx,
        USE_AUTHENTICATOR,
        account_id,
        secret,
        last_step,
        drift,
        now
    )? == 1)
}

pub(super) async fn remove_authenticator(
    tx: &mut WriteTx,
    account_id: &str,
) -> Result<bool, DbError> {
    Ok(execute!(tx, REMOVE_AUTHENTICATOR, account_id)? == 1)
}

/// False if the account has no app that was added at `since` or later.
pub(super) async fn remove_new_authenticator(
    tx: &mut WriteTx,
    account_id: &str,
    since: Millis,
) -> Result<bool, DbError> {
    Ok(execute!(tx, REMOVE_NEW_AUTHENTICATOR, account_id, since)? == 1)
}

/// Account and sealed secret of each app whose secret another master secret sealed.
pub(super) async fn sealed_by_others(
    view: &mut dyn Reads,
    master_id: &str,
) -> Result<Vec<(String, String)>, DbError> {
    fetch_all!(view, (String, String), SEALED_BY_OTHERS, master_id)
}

/// Stores the secret of an app that was `sealed`; false if it was replaced since.
pub(super) async fn reseal(
    tx: &mut WriteTx,
    account_id: &str,
    sealed: &str,
    (secret, master_id): (&str, &str),
) -> Result<bool, DbError> {
    Ok(execute!(tx, RESEAL, account_id, secret, master_id, sealed)? == 1)
}

/// True if the account has an app. It stays so until this transaction ends.
pub(super) async fn hold_authenticator(
    tx: &mut WriteTx,
    account_id: &str,
) -> Result<bool, DbError> {
    Ok(execute!(tx, HOLD_AUTHENTICATOR, account_id)? == 1)
}

pub(super) async fn add_recovery_code(
    tx: &mut WriteTx,
    account_id: &str,
    hash: &str,
) -> Result<(), DbError> {
    execute!(tx, ADD_RECOVERY_CODE, account_id, hash).map(drop)
}

pub(super) async fn has_recovery_code(
    view: &mut dyn Reads,
    account_id: &str,
    hash: &str,
) -> Result<bool, DbError> {
    let found = fetch_optional!(view, (String,), HAS_RECOVERY_CODE, account_id, hash)?;
    Ok(found.is_some())
}

/// Uses a recovery code up; false if it was used before.
pub(super) async fn use_recovery_code(
    tx: &mut WriteTx,
    account_id: &str,
    hash: &str,
    now: Millis,
) -> Result<bool, DbError> {
    Ok(execute!(tx, USE_RECOVERY_CODE, account_id, hash, now)? == 1)
}

pub(super) async fn remove_recovery_codes(
    tx: &mut WriteTx,
    account_id: &str,
) -> Result<u64, DbError> {
    execute!(tx, REMOVE_RECOVERY_CODES, account_id)
}

/// A browser in which an account is not asked for its second factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RememberedBrowser {
    pub id: String,
    /// The name that the browser gave itself.
    pub browser: Option<String>,
    /// The address of the request.
    pub address: Option<String>,
    pub added_at: Millis,
    pub ends_at: Millis,
}

from_row!(RememberedBrowser {
    id,
    browser,
    address,
    added_at,
    ends_at
});

pub(super) async fn remember(
    tx: &mut WriteTx,
    account_id: &str,
    browser_hash: &str,
    remembered: &RememberedBrowser,
) -> Result<(), DbError> {
    let RememberedBrowser {
        id,
        browser,
        address,
        added_at,
        ends_at,
    } = remembered;
    let (browser, address) = (browser.as_deref(), address.as_deref());
    execute!(
        tx,
        REMEMBER,
        account_id,
        browser_hash,
        id,
        browser,
        address,
        added_at,
        ends_at
    )
    .map(drop)
}

pub(super) async fn remembered(
    view: &mut dyn Reads,
    account_id: &str,
    now: Millis,
) -> Result<Vec<RememberedBrowser>, DbError> {
    fetch_all!(view, RememberedBrowser, REMEMBERED, account_id, now)
}

pub(super) async fn forget(tx: &mut WriteTx, account_id: &str, id: &str) -> Result<bool, DbError> {
    Ok(execute!(tx, FORGET, account_id, id)? == 1)
}

pub(super) async fn forget_all(tx: &mut WriteTx, account_id: &str) -> Result<u64, DbError> {
    execute!(tx, FORGET_ALL, account_id)
}

/// Deletes at most `most` entries that have ended; returns how many.
pub(super) async fn sweep(tx: &mut WriteTx, now: Millis, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP, now, most)
}

/// Sets until when the account may put off its second factor, unless that is set.
pub(super) async fn set_deadline(
    tx: &mut WriteTx,
    account_id: &str,
    due_at: Millis,
) -> Result<(), DbError> {
    execute!(tx, SET_DEADLINE, account_id, due_at).map(drop)
}

/// Which passkeys of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    All,
    /// Those that the person who chose the last password may have added (decision 0042).
    Doubtful,
    /// Those that were added at this time or later.
    Since(Millis),
}

/// Removes the passkeys of an account that `which` says; returns their names.
pub(super) async fn remove_keys(
    tx: &mut WriteTx,
    account_id: &str,
    which: Keys,
) -> Result<Vec<String>, DbError> {
    let (only_doubtful, since) = match which {
        Keys::All => (0, 0),
        Keys::Doubtful => (1, 0),
        Keys::Since(at) => (0, at),
    };
    let removed = fetch_all!(tx, (String,), REMOVE_KEYS, account_id, only_doubtful, since)?;
    Ok(removed.into_iter().map(|(name,)| name).collect())
}

/// Ends the date until which the account may put off its second factor.
pub(super) async fn end_deadline(tx: &mut WriteTx, account_id: &str) -> Result<(), DbError> {
    execute!(tx, END_DEADLINE, account_id).map(drop)
}

/// Notes in the row of the account which second factor it has now.
pub(super) async fn note_factor(tx: &mut WriteTx, account_id: &str) -> Result<(), DbError> {
    execute!(tx, NOTE_FACTOR, account_id).map(drop)
}

/// When the owner was last reminded.
pub(super) async fn reminded(
    view: &mut dyn Reads,
    account_id: &str,
) -> Result<Option<Millis>, DbError> {
    let found = fetch_optional!(view, (Millis,), REMINDED, account_id)?;
    Ok(found.map(|(sent_at,)| sent_at))
}

/// Notes a reminder now; false if there was one after `earlier`.
pub(super) async fn remind(
    tx: &mut WriteTx,
    account_id: &str,
    now: Millis,
    earlier: Millis,
) -> Result<bool, DbError> {
    Ok(execute!(tx, REMIND, account_id, now, earlier)? == 1)
}

/// Requires a second factor of the account, from `due_at` on if there is a date.
pub(super) async fn require(
    tx: &mut WriteTx,
    account_id: &str,
    due_at: Option<Millis>,
) -> Result<(), DbError> {
    execute!(tx, REQUIRE, account_id, due_at).map(drop)
}

/// No longer requires one of this account by itself.
pub(super) async fn end_requirement(tx: &mut WriteTx, account_id: &str) -> Result<(), DbError> {
    execute!(tx, END_REQUIREMENT, account_id).map(drop)
}
