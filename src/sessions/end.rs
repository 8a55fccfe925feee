//! Ends sessions, accounts' sign-ins and consents. Each function here also writes the audit entry and notifies the
//! clients.
//!
//! Tokens are not revoked one by one: a token is valid only while its grant and session are.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;

use crate::audit::{self, AuditContext, Event, PasswordChange};
use crate::clients::{Ends, Registry};
use crate::db::{DbError, WriteTx};
use crate::directory::address_change::take_back::{OpenedUndo, take_back};
use crate::directory::change_password::{ChangePasswordError, NewPassword};
use crate::directory::one_time_links::lifetime;
use crate::directory::{self, Account, AccountError, Status};
use crate::factors::{self, Keys};
use crate::federation::{self, LinkedIdentity, LogoutToken, Providers};
use crate::mail::LinkPurpose;

use super::grants::RevokeReason;
use super::logout_notices::{self, LogoutNotices};
use super::signed_out_there;
use super::sso::{EndReason, SsoSession};
use super::store;

const NEW_PASSWORD: (EndReason, RevokeReason) =
    (EndReason::PasswordChanged, RevokeReason::PasswordChanged);

/// Ends a session because its person signs out. Returns false when it had ended before: clients are notified once.
pub async fn sign_out(
    tx: &mut WriteTx,
    session: &SsoSession,
    audit: &AuditContext,
    clients: &Registry,
) -> Result<bool, DbError> {
    one(tx, session, EndReason::Logout, audit, clients).await
}

/// Does the same for the session `id`. Returns false when there is no such session.
pub async fn sign_out_of(
    tx: &mut WriteTx,
    id: &str,
    audit: &AuditContext,
    clients: &Registry,
) -> Result<bool, DbError> {
    match store::sso::find(tx, id).await? {
        Some(session) => sign_out(tx, &session, audit, clients).await,
        None => Ok(false),
    }
}

/// Ends a session because another person, the actor of `audit`, signs in in the same browser.
pub(super) async fn replaced(
    tx: &mut WriteTx,
    session: &SsoSession,
    audit: &AuditContext,
    clients: &Registry,
) -> Result<bool, DbError> {
    one(tx, session, EndReason::Replaced, audit, clients).await
}

/// Ends the session `id` of an account. Returns how many sessions ended: none if it had ended before. `None` when the
/// account has no such session.
pub async fn of_account(
    tx: &mut WriteTx,
    (account_id, id): (&str, &str),
    reason: EndReason,
    audit: &AuditContext,
    clients: &Registry,
) -> Result<Option<usize>, DbError> {
    let session = store::sso::find(tx, id).await?;
    let Some(session) = session.filter(|session| session.account_id == account_id) else {
        return Ok(None);
    };
    let ended = one(tx, &session, reason, audit, clients).await?;
    Ok(Some(usize::from(ended)))
}

/// Ends every session of an account, because the actor of `audit` administers accounts; returns their number. Grants
/// for offline access stay: a new password, a disabled account or a withdrawn consent ends those.
pub async fn all_by_administrator(
    tx: &mut WriteTx,
    account_id: &str,
    audit: &AuditContext,
    clients: &Registry,
) -> Result<usize, DbError> {
    let which = (account_id, None);
    sessions(tx, which, EndReason::Administrator, audit, clients).await
}

/// Ends every session of an account but `kept`, because its owner signs out everywhere else; returns their number.
/// Grants for offline access stay.
pub async fn all_others(
    tx: &mut WriteTx,
    (account_id, kept): (&str, &str),
    audit: &AuditContext,
    clients: &Registry,
) -> Result<usize, DbError> {
    let which = (account_id, Some(kept));
    sessions(tx, which, EndReason::Logout, audit, clients).await
}

/// Ends the sessions that came from what the provider's `token` names; `None` if the token came before. Their refresh
/// tokens end with them, but for offline access (OpenID Connect Back-Channel Logout 1.0 section 2.7).
pub async fn by_provider(
    tx: &mut WriteTx,
    token: &LogoutToken,
    audit: &AuditContext,
    clients: &Registry,
) -> Result<Option<usize>, DbError> {
    if !store::jtis::see(tx, &token.jti_hash, token.keep_until).await? {
        return Ok(None);
    }
    signed_out_there::note(tx, token, audit.now).await?;
    let (provider, sid) = (token.provider.as_str(), token.sid.as_deref());
    let (reason, now) = (EndReason::Provider, audit.now);
    let ended = match (token.subject.as_deref(), sid) {
        (Some(subject), sid) => {
            let whose = (provider, subject, sid);
            store::provider_sessions::end_of_subject(tx, whose, reason, now).await?
        }
        (None, Some(sid)) => {
            store::provider_sessions::end_of_sid(tx, (provider, sid), reason, now).await?
        }
        (None, None) => Vec::new(),
    };
    tell_accounts(tx, ended, reason, audit, clients)
        .await
        .map(Some)
}

/// Ends at most `most` sessions that came from the provider `id`, which an administrator has closed; returns their number.
pub async fn by_closed_provider(
    tx: &mut WriteTx,
    (id, most): (&str, i64),
    audit: &AuditContext,
    clients: &Registry,
) -> Result<usize, DbError> {
    let how = (EndReason::Administrator, most);
    let ended = store::provider_sessions::end_of_provider(tx, id, how, audit.now).await?;
    tell_accounts(tx, ended, how.0, audit, clients).await
}

/// Unlinks at most `most` identities of a provider that have another issuer than the one that stays, and ends the sessions
/// that came by them. Returns the number of identities.
pub async fn unlink_of_provider(
    tx: &mut WriteTx,
    (id, label, kept): (&str, &str, &str),
    most: i64,
    audit: &AuditContext,
    clients: &Registry,
) -> Result<usize, DbError> {
    let found = federation::of_provider(tx, (id, kept), most).await?;
    for (identity, account) in &found {
        unlink_identity(tx, account, (identity, label), audit, clients).await?;
    }
    Ok(found.len())
}

/// Records and announces the end of sessions, each with its account; returns their number.
async fn tell_accounts(
    tx: &mut WriteTx,
    ended: Vec<(String, String)>,
    reason: EndReason,
    audit: &AuditContext,
    clients: &Registry,
) -> Result<usize, DbError> {
    let count = ended.len();
    let mut by_account: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (session_id, account_id) in ended {
        by_account.entry(account_id).or_default().push(session_id);
    }
    for (account_id, session_ids) in by_account {
        let notices = LogoutNotices::of(&account_id, reason, session_ids);
        logout_notices::begin(tx, notices, audit, clients).await?;
    }
    Ok(count)
}

/// Removes every second factor of an account whose owner lost them, and ends its sessions and grants, because a thief may
/// have proved a factor in one. False if there was no factor; then nothing ends.
pub async fn reset_factors(
    tx: &mut WriteTx,
    account: &Account,
    audit: &AuditContext,
    clients: &Registry,
) -> Result<bool, DbError> {
    if !factors::reset(tx, account, audit).await? {
        return Ok(false);
    }
    let reason = (EndReason::Administrator, RevokeReason::FactorsReset);
    all(tx, (&account.id, None), reason, audit, clients).await?;
    Ok(true)
}

/// Ends the sessions of an account that began with a passkey, except the session `kept`, and their grants, because one of its
/// passkeys was removed: it may be somebody else's by now.
pub async fn by_passkey(
    tx: &mut WriteTx,
    (account_id, kept): (&str, &str),
    audit: &AuditContext,
    clients: &Registry,
) -> Result<(), DbError> {
    let reason = EndReason::PasskeyRemoved;
    let ended = store::sso::end_by_passkey(tx, account_id, (kept, reason), audit.now).await?;
    let revoked = RevokeReason::PasskeyRemoved;
    grants_of(tx, account_id, (&ended, revoked), audit).await?;
    let notices = LogoutNotices::of(account_id, reason, ended);
    logout_notices::begin(tx, notices, audit, clients).await
}

/// Takes a corporate identity from an account, and ends the sessions that came by it and their grants; returns the number of
/// sessions. `None` if the account no longer has it.
pub async fn unlink_identity(
    tx: &mut WriteTx,
    account: &Account,
    (identity, label): (&LinkedIdentity, &str),
    audit: &AuditContext,
    clients: &Registry,
) -> Result<Option<usize>, DbError> {
    if !federation::unlink(tx, identity, label, account, audit).await? {
        return Ok(None);
    }
    let whose = (&*account.id, &*identity.subject, Some(&*identity.provider));
    by_identity(tx, whose, audit, clients).await.map(Some)
}

/// Ends the sessions of an account that came by its corporate id, if `changed` has another.
pub async fn by_lion_id(
    tx: &mut WriteTx,
    (account, changed): (&Account, &Account),
    audit: &AuditContext,
    clients: &Registry,
) -> Result<(), DbError> {
    match &account.lion_id {
        Some(lion_id) if changed.lion_id.as_ref() != Some(lion_id) => {
            let ended = by_identity(tx, (&account.id, lion_id, None), audit, clients);
            ended.await.map(drop)
        }
        _ => Ok(()),
    }
}

/// Ends the sessions of an account that came by the corporate identity with a subject, and their grants. Without a provider
/// those with the subject end that no linked identity of the account opens.
async fn by_identity(
    tx: &mut WriteTx,
    (account_id, subject, provider): (&str, &str, Option<&str>),
    audit: &AuditContext,
    clients: &Registry,
) -> Result<usize, DbError> {
    let reason = EndReason::IdentityUnlinked;
    let whose = (account_id, subject, provider);
    let ended = store::sso::end_of_identity(tx, whose, reason, audit.now).await?;
    let count = ended.len();
    let revoked = RevokeReason::IdentityUnlinked;
    grants_of(tx, account_id, (&ended, revoked), audit).await?;
    let notices = LogoutNotices::of(account_id, reason, ended);
    logout_notices::begin(tx, notices, audit, clients).await?;
    Ok(count)
}

/// Enables or disables an account. Disabling also ends its sessions and tokens; returns the number of sessions. The
/// product API and the command line both call this (contract C-040).
///
/// # Errors
/// Nobody disables the last super administrator.
pub async fn set_account_status(
    tx: &mut WriteTx,
    account_id: &str,
    status: Status,
    (zone, clients): (&TimeZone, &Registry),
    audit: &AuditContext,
) -> Result<usize, AccountError> {
    let changed = directory::change_status(tx, account_id, status, zone, audit).await?;
    if !changed || status == Status::Enabled {
        return Ok(0);
    }
    factors::forget_browsers(tx, account_id).await?;
    factors::temporary_codes::end(tx, account_id).await?;
    let reason = (EndReason::AccountDisabled, RevokeReason::AccountDisabled);
    Ok(all(tx, (account_id, None), reason, audit, clients).await?)
}

/// Locks an account: disables it, takes its password away, and ends its sessions, tokens, remembered browsers and links. Ways
/// in that were added while a link to lock it works go too, because the thief whom its owner fears may have added them. Its
/// owner gets an email with the link that opens it again. Returns the number of sessions.
///
/// # Errors
/// Nobody locks the last super administrator, or an account with an address that is not verified.
pub async fn lock_account(
    tx: &mut WriteTx,
    account_id: &str,
    (zone, providers, clients): (&TimeZone, &Providers, &Registry),
    audit: &AuditContext,
) -> Result<usize, AccountError> {
    let Some(account) = directory::lock(tx, account_id, zone, audit).await? else {
        return Ok(0);
    };
    let since = audit.now.saturating_sub(lifetime(LinkPurpose::Lock));
    factors::remove_new(tx, &account, since, audit).await?;
    federation::unlink_new(tx, providers, (&account, since), audit).await?;
    factors::forget_browsers(tx, account_id).await?;
    factors::temporary_codes::end(tx, account_id).await?;
    let reason = (EndReason::AccountDisabled, RevokeReason::AccountDisabled);
    Ok(all(tx, (account_id, None), reason, audit, clients).await?)
}

/// Ends every session and grant of an account and forgets its browsers, because its owner fears a thief and it cannot be
/// locked.
pub async fn everything(
    tx: &mut WriteTx,
    account_id: &str,
    audit: &AuditContext,
    clients: &Registry,
) -> Result<(), DbError> {
    factors::forget_browsers(tx, account_id).await?;
    let reason = (EndReason::Logout, RevokeReason::Owner);
    let which = (account_id, None);
    all(tx, which, reason, audit, clients).await.map(drop)
}

/// Gives an account its earlier address back, because the reader of that address fears a thief, and ends every session, grant,
/// remembered browser and temporary code. Ways in that were added shortly before the change or since go too. False if the
/// link no longer works.
///
/// # Errors
/// The database failed.
pub async fn take_back_address(
    tx: &mut WriteTx,
    undo: &OpenedUndo,
    (zone, providers, clients): (&TimeZone, &Providers, &Registry),
    audit: &AuditContext,
) -> Result<bool, AccountError> {
    let Some(account) = take_back(tx, undo, zone, audit).await? else {
        return Ok(false);
    };
    let since = undo.doubtful_since();
    factors::remove_new(tx, &account, since, audit).await?;
    federation::unlink_new(tx, providers, (&account, since), audit).await?;
    factors::temporary_codes::end(tx, &account.id).await?;
    everything(tx, &account.id, audit, clients).await?;
    Ok(true)
}

/// Stores a new password, emails the owner, and ends every session of the account; returns their number. A
/// session that begins later in the same transaction does not end.
pub async fn replace_password(
    tx: &mut WriteTx,
    new: NewPassword,
    by: PasswordChange,
    audit: &AuditContext,
    clients: &Registry,
) -> Result<usize, ChangePasswordError> {
    let account_id = store_password(tx, new, by, audit).await?;
    Ok(all(tx, (&account_id, None), NEW_PASSWORD, audit, clients).await?)
}

/// The same for a password that its owner changes: the session `kept` goes on, with its tokens but for offline access.
pub async fn replace_own_password(
    tx: &mut WriteTx,
    (new, kept): (NewPassword, Option<&str>),
    audit: &AuditContext,
    clients: &Registry,
) -> Result<usize, ChangePasswordError> {
    let account_id = store_password(tx, new, PasswordChange::Owner, audit).await?;
    Ok(all(tx, (&account_id, kept), NEW_PASSWORD, audit, clients).await?)
}

/// Stores a new password and removes what a thief may have added.
async fn store_password(
    tx: &mut WriteTx,
    new: NewPassword,
    by: PasswordChange,
    audit: &AuditContext,
) -> Result<String, ChangePasswordError> {
    let account_id = new.save(tx, by, audit).await?;
    factors::forget_browsers(tx, &account_id).await?;
    if by != PasswordChange::Forced {
        factors::temporary_codes::end(tx, &account_id).await?;
        // An administrator sets a password after a theft, whose keys nobody knows.
        let which = match by {
            PasswordChange::Link | PasswordChange::Owner => Keys::Doubtful,
            _ => Keys::All,
        };
        factors::remove_keys(tx, &account_id, which, audit).await?;
    }
    Ok(account_id)
}

/// Deletes the consent of an account for a client and revokes every grant and launch token under it. Returns false when
/// there was nothing to end.
pub async fn withdraw_consent(
    tx: &mut WriteTx,
    account_id: &str,
    client_id: &str,
    audit: &AuditContext,
) -> Result<bool, DbError> {
    let known = store::consents::withdraw(tx, account_id, client_id).await?;
    let count = store::grants::revoke_of_consent(tx, account_id, client_id, audit.now).await?;
    let launched = store::launch::revoke_of_consent(tx, account_id, client_id, audit.now).await?;
    if !known && count == 0 && launched == 0 {
        return Ok(false);
    }
    let entry = |event| audit.entry(event).account(account_id).client(client_id);
    audit::record(tx, &entry(Event::ConsentWithdrawn {})).await?;
    if count > 0 {
        let reason = RevokeReason::ConsentWithdrawn.as_str();
        audit::record(tx, &entry(Event::GrantRevoked { reason, count })).await?;
    }
    Ok(true)
}

/// Ends the offline grants of a client, if the change of it does. The change itself has ended the consents.
pub async fn offline_grants_of(
    tx: &mut WriteTx,
    client_id: &str,
    ends: Ends,
    audit: &AuditContext,
) -> Result<(), DbError> {
    if !ends.offline_grants {
        return Ok(());
    }
    store::grants::end_offline(tx, client_id, audit.now).await?;
    let entry = audit.entry(Event::TokenRevoked { token: "offline" });
    audit::record(tx, &entry.client(client_id)).await
}

async fn one(
    tx: &mut WriteTx,
    session: &SsoSession,
    reason: EndReason,
    audit: &AuditContext,
    clients: &Registry,
) -> Result<bool, DbError> {
    if !store::sso::end(tx, &session.id, reason, audit.now).await? {
        return Ok(false);
    }
    let notices = LogoutNotices::of(&session.account_id, reason, vec![session.id.clone()]);
    notices.tell(tx, audit, clients).await?;
    Ok(true)
}

/// Ends the sessions of an account but the second of `which`, and the grants that do not need it, offline ones too.
pub(super) async fn all(
    tx: &mut WriteTx,
    which: (&str, Option<&str>),
    (reason, revoked): (EndReason, RevokeReason),
    audit: &AuditContext,
    clients: &Registry,
) -> Result<usize, DbError> {
    let count_ended = sessions(tx, which, reason, audit, clients).await?;
    let count = store::grants::revoke_of_account(tx, which, revoked, audit.now).await?;
    record_revoked(tx, which.0, (revoked, count), audit).await?;
    Ok(count_ended)
}

/// Revokes the grants that began in these sessions, offline ones too.
async fn grants_of(
    tx: &mut WriteTx,
    account_id: &str,
    (session_ids, revoked): (&[String], RevokeReason),
    audit: &AuditContext,
) -> Result<(), DbError> {
    let mut count = 0;
    for session_id in session_ids {
        count += store::grants::revoke_of_session(tx, session_id, revoked, audit.now).await?;
    }
    record_revoked(tx, account_id, (revoked, count), audit).await
}

async fn record_revoked(
    tx: &mut WriteTx,
    account_id: &str,
    (revoked, count): (RevokeReason, u64),
    audit: &AuditContext,
) -> Result<(), DbError> {
    if count == 0 {
        return Ok(());
    }
    let reason = revoked.as_str();
    let entry = audit.entry(Event::GrantRevoked { reason, count });
    audit::record(tx, &entry.account(account_id)).await
}

/// Ends every session of an account but the second of `which`; returns their number.
async fn sessions(
    tx: &mut WriteTx,
    which: (&str, Option<&str>),
    reason: EndReason,
    audit: &AuditContext,
    clients: &Registry,
) -> Result<usize, DbError> {
    let ended = store::sso::end_of_account(tx, which, reason, audit.now).await?;
    let count = ended.len();
    let notices = LogoutNotices::of(which.0, reason, ended);
    logout_notices::begin(tx, notices, audit, clients).await?;
    Ok(count)
}
