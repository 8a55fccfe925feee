//! Keeps a super administrator, because without one nobody could make another. A change that takes one away needs
//! another one who can sign in for at least as long (contract C-040, decision 0021).

use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::account::{Account, may_sign_in};
use super::account_error::AccountError;
use super::last_day::today;
use super::sign_in::is_outdated;
use super::store;
use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx};
use crate::faults::{Faults, Rule};

/// Refuses the change of the super administrator `account` to `changed` with a fault of `field`, unless another one
/// stays ([`one_stays`]).
pub(super) async fn keep_one(
    tx: &mut WriteTx,
    (account, changed): (&Account, &Account),
    field: &'static str,
    (now, zone): (Millis, &TimeZone),
) -> Result<(), AccountError> {
    if one_stays(tx, (account, changed), (now, zone)).await? {
        return Ok(());
    }
    Err(Faults::of(field, Rule::LastSuperAdministrator).into())
}

/// The field of `changed` that would remove a super administrator.
pub(super) fn ended_by(changed: &Account) -> &'static str {
    if changed.sup_admin {
        "expireDate"
    } else {
        "supAdmin"
    }
}

/// Does the check of [`keep_one`] before the change is stored. The write asks again.
///
/// # Errors
/// The fault of the field, or the database failed.
pub(super) async fn would_stay(
    view: &mut dyn Reads,
    (account, changed): (&Account, &Account),
    now: (Millis, &TimeZone),
) -> Result<(), AccountError> {
    let Some(day) = lost(account, changed, now) else {
        return Ok(());
    };
    if store::has_other_super_administrator(view, &account.id, day).await? {
        return Ok(());
    }
    Err(Faults::of(ended_by(changed), Rule::LastSuperAdministrator).into())
}

/// False if the super administrator `account`, changed to `changed`, could sign in for less long and no other super
/// administrator could take over. This write holds the row of `account` and has stored `changed`: it locks a topic, and
/// rows come before topics (`WriteTx::hold`). On PostgreSQL a later write that ends sessions may conflict with another
/// that holds one of them; PostgreSQL then refuses one of the two.
pub(super) async fn one_stays(
    tx: &mut WriteTx,
    (account, changed): (&Account, &Account),
    (now, zone): (Millis, &TimeZone),
) -> Result<bool, DbError> {
    let Some(day) = lost(account, changed, (now, zone)) else {
        return Ok(true);
    };
    // Two super administrators could otherwise take the right from each other at the same time.
    tx.hold(store::TOPIC).await?;
    store::has_other_super_administrator(tx, &account.id, day).await
}

/// How long `account` can act as a super administrator, if `changed` can for less long. None if the account cannot sign
/// in anyway, because then nothing is lost.
fn lost(account: &Account, changed: &Account, (now, zone): (Millis, &TimeZone)) -> Option<Date> {
    let until = last_day(account, now, zone);
    // No day is less than every day.
    until.filter(|_| last_day(changed, now, zone) < until)
}

/// The last day on which `account` can act as a super administrator, which a random password shortens; none if it
/// cannot at `now`. A corporate id alone does not allow a sign-in.
fn last_day(account: &Account, now: Millis, zone: &TimeZone) -> Option<Date> {
    let has_password = account.password_hash.is_some() && !is_outdated(account, now);
    let can = account.sup_admin && has_password && may_sign_in(account, now, zone).is_ok();
    let day = account.expire_date.unwrap_or(Date::MAX);
    let password = account.password_expires_at.map(|at| today(at, zone));
    can.then(|| password.map_or(day, |last| last.min(day)))
}
