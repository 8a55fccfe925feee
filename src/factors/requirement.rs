//! Who must have a second factor.

use super::account_factors::{AccountFactors, Demand};
use crate::access::Rights;
use crate::clock::Millis;
use crate::config::Config;
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::{self, Account};

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
    Ok(!has_other && is_required(tx, account, config).await?)
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
