//! Counts of 400 days; the demo has the newest.

use jiff::tz::TimeZone;

use super::groups::FIRST_PRODUCT;
use super::people::below;
use super::size::Scale;
use crate::cli::seed::figures::{DAYS, Past, put};
use crate::clock::Millis;
use crate::db::{DbError, WriteTx};

/// The most products that are opened every day.
const OPENED: i64 = 200;

/// A third of the people sign in on a working day.
pub async fn figures(
    tx: &mut WriteTx,
    scale: Scale,
    (now, zone): (Millis, &TimeZone),
) -> Result<(), DbError> {
    let products = 0..scale.products.min(OPENED);
    let a_day = |n| scale.accounts / (n + 4) + below(n, 203, 20);
    let past = Past {
        zone,
        now,
        days: DAYS..400,
        people: scale.accounts / 3,
        opened: products.map(|n| (FIRST_PRODUCT + n, a_day(n))).collect(),
    };
    put(tx, &past, &[]).await
}
