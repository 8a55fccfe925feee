//! Who must have a second factor.

use super::account_factors::{AccountFactors, Demand};
use crate::access::Rights;
use crate::clock::Millis;
use crate::config::Config;
use crate::db::{DbError, Reads};
use crate::directory::Account;

/// True if `account` has rights of an administrator.
///
/// # Errors
/// The database failed.
pub async fn is_administrator(view: &mut dyn Reads, account: &Account) -> Result<bool, DbError> {
    let rights = Rights::of(view, account).await?;
    Ok(account.user_manager || rights.is_administrator())
}

/// True if the settings require a second factor of `account`. Its rights are read only where they decide.
///
/// # Errors
/// The database failed.
pub async fn is_required(
    view: &mut dyn Reads,
    account: &Account,
    config: &Config,
) -> Result<bool, DbError> {
    let is_loopback = config.server.public_url.is_loopback();
    let requires = |is_administrator| config.factors.requires(is_administrator, is_loopback);
    Ok(requires(false) || (requires(true) && is_administrator(view, account).await?))
}

/// What is required of `account`, which has the factors `known`.
///
/// # Errors
/// The database failed.
pub async fn demand(
    view: &mut dyn Reads,
    account: &Account,
    known: AccountFactors,
    config: &Config,
    now: Millis,
) -> Result<Demand, DbError> {
    if known.has_factor() || !is_required(view, account, config).await? {
        return Ok(Demand::Met);
    }
    Ok(known.demand(now.saturating_add(config.factors.grace), now))
}
