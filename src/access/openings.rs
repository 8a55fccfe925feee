//! Opening a product: asked, counted once a minute, or shown whom to ask (contract F-18, G-37).

use crate::clients::Registry;
use crate::clock::{MINUTE, Millis};
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::Account;

use super::group::GroupContact;
use super::product::Product;
use super::{products, store};

/// What became of an opening.
#[derive(Debug)]
pub enum Opening {
    /// There is no such product.
    Unknown,
    /// The person has no access.
    Refused,
    /// It was counted, unless it had been in the same minute.
    Counted {
        /// The product, with its links.
        product: Box<Product>,
        /// How often this person has opened it.
        count: i64,
    },
}

/// Asks whether `account` may open `product_id` now and counts it: one opening per person, product
/// and minute.
pub async fn open(
    tx: &mut WriteTx,
    account: &Account,
    product_id: i64,
    clients: &Registry,
    now: Millis,
) -> Result<Opening, DbError> {
    let Some(product) = products::find(tx, account, product_id, clients).await? else {
        return Ok(Opening::Unknown);
    };
    if !product.has_access() {
        return Ok(Opening::Refused);
    }
    let minute = now.div_euclid(MINUTE);
    let count = store::openings::record(tx, &account.id, product_id, minute).await?;
    Ok(Opening::Counted {
        product: Box::new(product),
        count,
    })
}

/// Forgets at most `most` single openings before `before`; their number stays known.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    store::openings::sweep(tx, before.div_euclid(MINUTE), most).await
}

/// Whom to ask for `product_id`: the groups that grant it, at most 50, each with at most its first
/// managers; nothing when there is no such product.
pub async fn contacts(
    tx: &mut impl Reads,
    account: &Account,
    product_id: i64,
) -> Result<Option<Vec<GroupContact>>, DbError> {
    if store::products::find(tx, account, product_id)
        .await?
        .is_none()
    {
        return Ok(None);
    }
    store::groups::contacts(tx, product_id).await.map(Some)
}
