//! Keeps a super administrator, because without one nobody could make another. A change that takes one away needs
//! another one who can sign in for at least as long (contract C-040, decision 0021).

use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::account::{Account, may_sign_in};
use super::account_error::{AccountError, AccountField, AccountRule};
use super::sign_in::is_outdated;
use super::store;
use crate::clock::Millis;
use crate::db::WriteTx;

/// Refuses to change the super administrator `account` to `changed`, by a fault of `field`, where it could
/// sign in for less long and no other one could instead. `account` is held by this write.
pub(super) async fn keep_one(
    tx: &mut WriteTx,
    (account, changed): (&Account, &Account),
    field: AccountField,
    (now, zone): (Millis, &TimeZone),
) -> Result<(), AccountError> {
    let until = last_day(account, now, zone);
    // One who cannot sign in is no help, and may go. No day is less than every day.
    let Some(day) = until.filter(|_| last_day(changed, now, zone) < until) else {
        return Ok(());
    };
    // Two super administrators could otherwise take the right from each other at the same time.
    tx.hold(store::TOPIC).await?;
    if store::has_other_super_administrator(tx, &account.id, day, now).await? {
        return Ok(());
    }
    Err(field.breaks(AccountRule::LastSuperAdministrator).into())
}

/// The last day on which `account` can act as a super administrator; none if it cannot at `now`. A corporate
/// id alone is no way to sign in.
fn last_day(account: &Account, now: Millis, zone: &TimeZone) -> Option<Date> {
    let has_password = account.password_hash.is_some() && !is_outdated(account, now);
    let can = account.sup_admin && has_password && may_sign_in(account, now, zone).is_ok();
    can.then(|| account.expire_date.unwrap_or(Date::MAX))
}
