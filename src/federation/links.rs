//! Identities that belong to accounts.

use jiff::tz::TimeZone;

use super::arrival::{Arrival, Found, Namesake, arrival};
use super::identity::{Identity, LinkedIdentity};
use super::provider::Provider;
use super::registry::Providers;
use super::store::links as store;
use super::store::links::Stored;
use super::stored;
use crate::access::Rights;
use crate::audit::{self, AuditContext, Event};
use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::{self, Account};
use crate::mail::{IdentityLinked, IdentityUnlinked, Mail};

/// What is known here about `identity`, which came back from `provider`.
///
/// # Errors
/// The database failed.
pub async fn find(
    view: &mut dyn Reads,
    provider: &Provider,
    identity: &Identity,
) -> Result<Found, DbError> {
    let by_lion_id = match provider.lion_id(identity) {
        Some(lion_id) => directory::find_by_lion_id(view, lion_id).await?,
        None => None,
    };
    let stored = store::find(view, identity).await?;
    let was_unlinked = matches!(stored, Some(Stored::Unlinked));
    let owner = match (by_lion_id, stored) {
        (Some(account), _) => Some(account),
        (None, Some(Stored::Linked(id))) => directory::find(view, &id).await?,
        (None, _) => None,
    };
    let namesake = match (&owner, &identity.email) {
        (None, Some(email)) => namesake(view, email).await?,
        _ => None,
    };
    Ok(Found {
        owner,
        namesake,
        was_unlinked,
    })
}

/// The account with the address `email`. There is at most one.
async fn namesake(view: &mut dyn Reads, email: &str) -> Result<Option<Namesake>, DbError> {
    let found = directory::find_by_name(view, email).await?;
    let has_address = |account: &Account| {
        let own = account.email.as_deref();
        own.is_some_and(|own| directory::mailbox(own) == directory::mailbox(email))
    };
    let Some(account) = found.filter(has_address) else {
        return Ok(None);
    };
    let rights = Rights::of(view, &account).await?;
    Ok(Some(Namesake {
        has_rights: account.user_manager || rights.has_any(),
        account,
    }))
}

/// Links `identity` to `account`, and tells its owner by email; false if it belongs to an account already.
///
/// # Errors
/// The database failed.
pub async fn link(
    tx: &mut WriteTx,
    identity: &Identity,
    label: &str,
    account: &Account,
    audit: &AuditContext,
) -> Result<bool, DbError> {
    if !connect(tx, identity, account, audit).await? {
        return Ok(false);
    }
    let mail = Mail::IdentityLinked(IdentityLinked {
        name: account.display_name().into(),
        account: account.username.as_str().into(),
        provider: label.into(),
        identity: identity.known_as().into(),
        at: audit.now,
    });
    directory::write_to(tx, account, mail, audit).await?;
    Ok(true)
}

/// What came of linking an identity to the account of the person who is signed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    Linked,
    /// It belonged to this account before.
    Known,
    /// It belongs to another account.
    Taken,
}

/// Links `identity` to the account of the person who is signed in, unless it belongs to another one (attack 20). `None` if
/// nobody comes from `provider` any more.
///
/// # Errors
/// The database failed.
pub async fn add(
    tx: &mut WriteTx,
    provider: &Provider,
    identity: &Identity,
    account: &Account,
    audit: &AuditContext,
) -> Result<Option<Added>, DbError> {
    if !stored::still_offers(tx, provider, &identity.issuer).await? {
        return Ok(None);
    }
    Ok(Some(match find(tx, provider, identity).await?.owner {
        Some(owner) if owner.id == account.id => Added::Known,
        None if link(tx, identity, provider.label(), account, audit).await? => Added::Linked,
        _ => Added::Taken,
    }))
}

/// The identities of an account, oldest first.
///
/// # Errors
/// The database failed.
pub async fn of_account(
    view: &mut dyn Reads,
    account_id: &str,
) -> Result<Vec<LinkedIdentity>, DbError> {
    store::of_account(view, account_id).await
}

/// At most `most` identities of `provider` that have another issuer than `kept`, each with its account.
///
/// # Errors
/// The database failed.
pub async fn of_provider(
    view: &mut dyn Reads,
    which: (&str, &str),
    most: i64,
) -> Result<Vec<(LinkedIdentity, Account)>, DbError> {
    let mut found = Vec::new();
    for owned in store::of_provider(view, which, most).await? {
        let account = directory::find(view, &owned.account_id).await?;
        found.extend(account.map(|account| (owned.identity, account)));
    }
    Ok(found)
}

/// The identities that sign in to the account now: the name of each provider, and who the person is there.
///
/// # Errors
/// The database failed.
pub async fn in_use(
    view: &mut dyn Reads,
    providers: &Providers,
    account_id: &str,
) -> Result<Vec<(String, String)>, DbError> {
    let linked = of_account(view, account_id).await?;
    let named = linked.into_iter().filter_map(|identity| {
        let label = providers.of_identity(&identity)?.label().to_owned();
        Some((label, identity.email.unwrap_or(identity.subject)))
    });
    Ok(named.collect())
}

/// Takes an identity from an account, and informs its owner by email. False if it was gone before.
///
/// # Errors
/// The database failed.
pub async fn unlink(
    tx: &mut WriteTx,
    identity: &LinkedIdentity,
    label: &str,
    account: &Account,
    audit: &AuditContext,
) -> Result<bool, DbError> {
    let key = (identity.issuer.as_str(), identity.subject.as_str());
    if !store::remove(tx, key, &account.id, audit.now).await? {
        return Ok(false);
    }
    let event = Event::IdentityUnlinked {
        provider: identity.provider.clone(),
        subject: identity.subject.clone(),
    };
    audit::record(tx, &audit.entry(event).account(&account.id)).await?;
    let mail = Mail::IdentityUnlinked(IdentityUnlinked {
        name: account.display_name().into(),
        account: account.username.as_str().into(),
        provider: label.into(),
        at: audit.now,
    });
    directory::write_to(tx, account, mail, audit).await?;
    Ok(true)
}

/// Takes the identities that were linked at `since` or later from an account, because a thief may have linked them. One
/// that came with the corporate id stays.
///
/// # Errors
/// The database failed.
pub async fn unlink_new(
    tx: &mut WriteTx,
    providers: &Providers,
    (account, since): (&Account, Millis),
    audit: &AuditContext,
) -> Result<(), DbError> {
    let linked = of_account(tx, &account.id).await?;
    for identity in linked.iter().filter(|one| one.linked_at >= since) {
        let provider = providers.of_identity(identity);
        let provider = provider.as_deref();
        if provider.is_some_and(|provider| provider.is_given(identity, account)) {
            continue;
        }
        let label = provider.map_or(&*identity.provider, Provider::label);
        unlink(tx, identity, label, account, audit).await?;
    }
    Ok(())
}

/// Decides once more, in a transaction of the sign-in: true if `identity`, which came back from `provider`, opens the account.
/// Since then the identity or the account's corporate id may have been taken away, or the provider disabled, deleted, or
/// given another issuer. It stays so until this transaction ends.
///
/// # Errors
/// The database failed.
pub async fn arrives(
    tx: &mut WriteTx,
    provider: &Provider,
    identity: &Identity,
    account_id: &str,
    when: (Millis, &TimeZone),
) -> Result<bool, DbError> {
    // The account before the provider, as a super administrator's change of the provider holds them.
    directory::hold(tx, account_id).await?;
    if !stored::still_offers(tx, provider, &identity.issuer).await? {
        return Ok(false);
    }
    let found = find(tx, provider, identity).await?;
    Ok(match arrival(provider, identity, found, when) {
        Arrival::Known(account) | Arrival::Linked(account) => account.id == account_id,
        _ => false,
    })
}

/// Notes the sign-in with an identity that [`arrives`] has let in, or links it if the account has it by its address.
///
/// # Errors
/// The database failed.
pub async fn settle(
    tx: &mut WriteTx,
    provider: &Provider,
    identity: &Identity,
    account: &Account,
    audit: &AuditContext,
) -> Result<(), DbError> {
    // An identity that found the account by its corporate id has no row.
    let is_given = provider
        .lion_id(identity)
        .is_some_and(|id| account.lion_id.as_deref() == Some(id));
    if store::used(tx, identity, &account.id, audit.now).await? || is_given {
        return Ok(());
    }
    let linked = link(tx, identity, provider.label(), account, audit).await;
    linked.map(drop)
}

/// Stores that `identity` belongs to `account`; false if it belongs to an account already.
pub(super) async fn connect(
    tx: &mut WriteTx,
    identity: &Identity,
    account: &Account,
    audit: &AuditContext,
) -> Result<bool, DbError> {
    if !store::insert(tx, identity, &account.id, audit.now).await? {
        return Ok(false);
    }
    let event = Event::IdentityLinked {
        provider: identity.provider.clone(),
        subject: identity.subject.clone(),
    };
    audit::record(tx, &audit.entry(event).account(&account.id)).await?;
    Ok(true)
}
