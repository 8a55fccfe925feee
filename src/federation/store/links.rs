//! Which account an identity belongs to.

use crate::clock::Millis;
use crate::db::{
    DbError, Reads, WriteTx, execute, fetch_all, fetch_optional, from_row, statements,
};
use crate::federation::identity::{Identity, LinkedIdentity};

statements! {
    FIND = "SELECT account_id, unlinked_at FROM federated_identities WHERE issuer = $1 AND subject = $2";
    INSERT = "INSERT INTO federated_identities (issuer, subject, provider, account_id, email, linked_at, used_at) \
        VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT (issuer, subject) DO UPDATE SET \
        provider = excluded.provider, account_id = excluded.account_id, email = excluded.email, \
        linked_at = excluded.linked_at, used_at = excluded.used_at, unlinked_at = NULL \
        WHERE federated_identities.unlinked_at IS NOT NULL";
    /// The id of a provider may be another one since.
    USED = "UPDATE federated_identities SET used_at = $3, email = $4, provider = $6 WHERE issuer = $1 AND subject = $2 \
        AND account_id = $5 AND unlinked_at IS NULL";
    OF_ACCOUNT = "SELECT issuer, subject, provider, email, linked_at, used_at FROM federated_identities \
        WHERE account_id = $1 AND unlinked_at IS NULL ORDER BY linked_at, issuer COLLATE \"C\", subject COLLATE \"C\"";
    /// Those of the provider that another issuer gave than the one that stays.
    OF_PROVIDER = "SELECT issuer, subject, provider, email, linked_at, used_at, account_id FROM federated_identities \
        WHERE provider = $1 AND issuer <> $2 AND unlinked_at IS NULL LIMIT $3";
    COUNT = "SELECT provider, COUNT(*) FROM federated_identities WHERE unlinked_at IS NULL GROUP BY provider";
    /// The row stays, so that no address alone links the identity once more.
    REMOVE = "UPDATE federated_identities SET unlinked_at = $4, email = NULL WHERE issuer = $1 AND subject = $2 \
        AND account_id = $3 AND unlinked_at IS NULL";
}

from_row!(LinkedIdentity {
    issuer,
    subject,
    provider,
    email,
    linked_at,
    used_at
});

/// What is stored about an identity.
pub enum Stored {
    /// It belongs to the account with this id.
    Linked(String),
    /// It belonged to an account until somebody took it away.
    Unlinked,
}

/// An identity with the id of its account.
pub struct Owned {
    pub identity: LinkedIdentity,
    pub account_id: String,
}

from_row!(Owned { account_id; flatten identity });

pub async fn find(view: &mut dyn Reads, identity: &Identity) -> Result<Option<Stored>, DbError> {
    let (issuer, subject) = (&identity.issuer, &identity.subject);
    let found = fetch_optional!(view, (String, Option<Millis>), FIND, issuer, subject)?;
    Ok(found.map(|(account_id, unlinked_at)| match unlinked_at {
        None => Stored::Linked(account_id),
        Some(_) => Stored::Unlinked,
    }))
}

/// Links `identity` to an account; false when it is linked already.
pub async fn insert(
    tx: &mut WriteTx,
    identity: &Identity,
    account_id: &str,
    now: Millis,
) -> Result<bool, DbError> {
    let inserted = execute!(
        tx,
        INSERT,
        &identity.issuer,
        &identity.subject,
        &identity.provider,
        account_id,
        identity.email.as_deref(),
        now
    );
    Ok(inserted? == 1)
}

/// Notes a sign-in with `identity`; false when it no longer belongs to the account.
pub async fn used(
    tx: &mut WriteTx,
    identity: &Identity,
    account_id: &str,
    now: Millis,
) -> Result<bool, DbError> {
    let updated = execute!(
        tx,
        USED,
        &identity.issuer,
        &identity.subject,
        now,
        identity.email.as_deref(),
        account_id,
        &identity.provider
    );
    Ok(updated? == 1)
}

/// The identities of an account, oldest first.
pub async fn of_account(
    view: &mut dyn Reads,
    account_id: &str,
) -> Result<Vec<LinkedIdentity>, DbError> {
    fetch_all!(view, LinkedIdentity, OF_ACCOUNT, account_id)
}

/// At most `most` identities of `provider` that have another issuer than `kept`, each with the id of its account.
pub async fn of_provider(
    view: &mut dyn Reads,
    (provider, kept): (&str, &str),
    most: i64,
) -> Result<Vec<Owned>, DbError> {
    fetch_all!(view, Owned, OF_PROVIDER, provider, kept, most)
}

/// How many identities there are, by provider.
pub async fn count(view: &mut dyn Reads) -> Result<Vec<(String, i64)>, DbError> {
    fetch_all!(view, (String, i64), COUNT)
}

/// False if the account has no such identity.
pub async fn remove(
    tx: &mut WriteTx,
    (issuer, subject): (&str, &str),
    account_id: &str,
    now: Millis,
) -> Result<bool, DbError> {
    Ok(execute!(tx, REMOVE, issuer, subject, account_id, now)? == 1)
}
