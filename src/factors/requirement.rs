//! Who must have a second factor: by the settings, by a role, by the account itself, or for one application.

use super::account_factors::{AccountFactors, Demand, begin_grace};
use super::acr::Acr;
use super::changes::record;
use super::store;
use crate::access::Rights;
use crate::audit::AuditContext;
use crate::clock::Millis;
use crate::config::Config;
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::{self, Account};
use crate::mail::FactorChange;

/// True if `account` has rights of an administrator.
///
/// # Errors
/// The database failed.
pub async fn is_administrator(view: &mut dyn Reads, account: &Account) -> Result<bool, DbError> {
    let rights = Rights::of(view, account).await?;
    Ok(account.user_manager || rights.is_administrator())
}

/// True if a second factor is required of `account`, which has the factors `known`. Its rights are read only where they
/// decide.
///
/// # Errors
/// The database failed.
pub async fn is_required(
    view: &mut dyn Reads,
    account: &Account,
    known: &AccountFactors,
    config: &Config,
) -> Result<bool, DbError> {
    Ok(known.required_by_account.is_some() || is_usual(view, account, known, config).await?)
}

/// True if the settings or a role require a second factor of `account`.
async fn is_usual(
    view: &mut dyn Reads,
    account: &Account,
    known: &AccountFactors,
    config: &Config,
) -> Result<bool, DbError> {
    let is_loopback = config.server.public_url.is_loopback();
    let requires = |is_administrator| config.factors.requires(is_administrator, is_loopback);
    Ok(known.required_by_role
        || requires(false)
        || (requires(true) && is_administrator(view, account).await?))
}

/// A factor that an account is about to lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Losing {
    App,
    Key,
}

/// True if `account` needs a second factor and has no other one. The account stays locked until this transaction ends, so
/// that its last two are not removed at once.
///
/// # Errors
/// The database failed.
pub async fn needs(
    tx: &mut WriteTx,
    account: &Account,
    losing: Losing,
    (config, now): (&Config, Millis),
) -> Result<bool, DbError> {
    directory::hold(tx, &account.id).await?;
    let known = AccountFactors::of(tx, &account.id, None, now).await?;
    let has_other = match losing {
        Losing::App => known.keys > 0,
        Losing::Key => known.has_authenticator || known.keys > 1,
    };
    Ok(!has_other && is_required(tx, account, &known, config).await?)
}

/// What is required of `account`, which has the factors `known`; `by_application` if the application that it signs in to
/// requires a second factor. The earliest date counts.
///
/// # Errors
/// The database failed.
pub async fn demand(
    view: &mut dyn Reads,
    account: &Account,
    known: AccountFactors,
    (config, by_application): (&Config, bool),
    now: Millis,
) -> Result<Demand, DbError> {
    if known.has_factor() {
        return Ok(Demand::Met);
    }
    let usual = known
        .due_at
        .unwrap_or(now.saturating_add(config.factors.grace));
    let is_usual = by_application || is_usual(view, account, &known, config).await?;
    let (due_at, counts) = match (is_usual, known.required_by_account) {
        (false, None) => return Ok(Demand::Met),
        (false, Some(Some(own))) => (own, false),
        (true, Some(Some(own))) => (own.min(usual), true),
        (_, None | Some(None)) => (usual, true),
    };
    let begins = (counts && known.due_at.is_none()).then_some(usual);
    Ok(Demand::at(due_at, begins, now))
}

/// What a session lacks for an application that requires a second factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    Nothing,
    /// The second factor, which the person can prove.
    Proof,
    /// A second factor, which the person has to add.
    Factor,
    /// The same, but the session's proof is too old for a new way in: the person signs in again first (attack 17).
    FreshProof,
}

/// What a session of `account` lacks for an application that requires a second factor; the session has the class `has`, and
/// its proof may be fresh. Until its date it lacks nothing after the person `put_off` to add one, nor for a `silent`
/// request once the person was asked.
///
/// # Errors
/// The database failed.
pub async fn lack(
    view: &mut dyn Reads,
    account: &Account,
    (has, is_fresh): (Acr, bool),
    (put_off, silent): (bool, bool),
    (config, now): (&Config, Millis),
) -> Result<Lack, DbError> {
    if has >= Acr::Mfa {
        return Ok(Lack::Nothing);
    }
    let known = AccountFactors::of(view, &account.id, None, now).await?;
    if known.has_factor() {
        return Ok(Lack::Proof);
    }
    let may_wait = put_off || (silent && known.due_at.is_some());
    let demand = demand(view, account, known, (config, true), now).await?;
    Ok(match demand {
        Demand::Until { .. } if may_wait => Lack::Nothing,
        _ if is_fresh => Lack::Factor,
        _ => Lack::FreshProof,
    })
}

/// True if a grant that was given for less than a second factor is refused by an application that requires one: its account
/// has a factor by now, or its date is over. A date that was not set begins now, after `grace`.
///
/// # Errors
/// The database failed.
pub async fn ends_weak_grants(
    tx: &mut WriteTx,
    account_id: &str,
    grace: Millis,
    now: Millis,
) -> Result<bool, DbError> {
    let known = AccountFactors::of(tx, account_id, None, now).await?;
    if known.has_factor() {
        return Ok(true);
    }
    let usual = known.due_at.unwrap_or(now.saturating_add(grace));
    let own = known.required_by_account.flatten();
    if own.map_or(usual, |own| own.min(usual)) <= now {
        return Ok(true);
    }
    if known.due_at.is_none() {
        begin_grace(tx, account_id, usual).await?;
    }
    Ok(false)
}

/// Requires a second factor of the account by itself, `Some` with its date if there is one; or no longer.
///
/// # Errors
/// The database failed.
pub async fn require(
    tx: &mut WriteTx,
    account_id: &str,
    required: Option<Option<Millis>>,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let change = if let Some(due_at) = required {
        store::require(tx, account_id, due_at).await?;
        FactorChange::Required
    } else {
        store::end_requirement(tx, account_id).await?;
        FactorChange::NoLongerRequired
    };
    store::note_factor(tx, account_id).await?;
    record(tx, account_id, change, audit).await
}

/// Forgets until when `account` may put off its second factor, if nothing requires one of it any more; `by_application` if
/// an application does. Only the end of an administrator's requirement leads here: after a sign-in, people would get a new
/// date whenever they use applications that require none.
///
/// # Errors
/// The database failed.
pub async fn end_grace(
    tx: &mut WriteTx,
    account: &Account,
    (config, by_application): (&Config, bool),
    now: Millis,
) -> Result<(), DbError> {
    let known = AccountFactors::of(tx, &account.id, None, now).await?;
    if by_application || is_required(tx, account, &known, config).await? {
        return Ok(());
    }
    store::end_deadline(tx, &account.id).await?;
    store::note_factor(tx, &account.id).await
}
