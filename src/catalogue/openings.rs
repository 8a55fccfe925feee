//! Opening a product: checks access, counts it at most once a minute, or says whom to ask (contract
//! F-18, G-37).

use jiff::tz::TimeZone;

use super::product::Product;
use super::products;
use super::store;
use crate::clients::Registry;
use crate::clock::{DAY, MINUTE, Millis};
use crate::days::today;
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::Account;
use crate::groups::requests::agency;
use crate::groups::{self, GroupContact};
use crate::insight::{self, Count, Figure};

/// How long records of opened products are kept, so that a year can be compared with the year before.
pub const KEPT: Millis = 400 * DAY;

/// The result of opening a product.
#[derive(Debug)]
pub enum Opening {
    /// The product does not exist, or is off and the person could not open it if it was on.
    Unknown,
    /// The person has no access.
    Refused,
    /// It was counted, unless it was opened earlier in the same minute.
    Counted {
        product: Box<Product>,
        /// How often this person has opened the product.
        count: i64,
    },
}

/// Checks whether `account` may open `product_id` now, and counts the opening at most once per person, product and
/// minute.
pub async fn open(
    tx: &mut WriteTx,
    account: &Account,
    product_id: i64,
    clients: &Registry,
    now: Millis,
) -> Result<Opening, DbError> {
    let Some(product) = products::by_number(tx, account, product_id, clients).await? else {
        return Ok(Opening::Unknown);
    };
    if !product.has_access() {
        return Ok(Opening::Refused);
    }
    let minute = now.div_euclid(MINUTE);
    let (count, is_new) = store::openings::record(tx, &account.id, product_id, minute).await?;
    if is_new {
        insight::count(tx, now, Count::of(Figure::Opened, product_id.to_string()));
    }
    Ok(Opening::Counted {
        product: Box::new(product),
        count,
    })
}

/// Deletes at most `most` records of opened products before `before`. The total is kept.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    store::openings::sweep(tx, before.div_euclid(MINUTE), most).await
}

/// Whom to ask for `product_id`: at most 50 groups that grant it and that `account` may see, each with some of its
/// managers who can sign in. `None` if `account` may not learn of the product ([`products::by_number`]).
pub async fn contacts(
    tx: &mut dyn Reads,
    account: &Account,
    product_id: i64,
    clients: &Registry,
    (zone, now): (&TimeZone, Millis),
) -> Result<Option<Vec<GroupContact>>, DbError> {
    let product = products::by_number(tx, account, product_id, clients).await?;
    if product.is_none() {
        return Ok(None);
    }
    let viewer = (account.id.as_str(), agency(account));
    groups::contacts(tx, product_id, viewer, &today(now, zone).to_string())
        .await
        .map(Some)
}
