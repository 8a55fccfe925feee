//! The log of opened products in the database.

use crate::db::{DbError, Reads, WriteTx, execute, fetch_one, fetch_optional, statements};

statements! {
    LOG = "INSERT INTO product_openings (account_id, product_id, minute) VALUES ($1, $2, $3) \
        ON CONFLICT (account_id, product_id, minute) DO NOTHING";
    COUNT_UP = "INSERT INTO opening_counts (account_id, product_id, openings) \
        VALUES ($1, $2, 1) ON CONFLICT (account_id, product_id) \
        DO UPDATE SET openings = opening_counts.openings + 1 RETURNING openings";
    SWEEP = "DELETE FROM product_openings WHERE (account_id, product_id, minute) IN \
        (SELECT account_id, product_id, minute FROM product_openings WHERE minute < $1 LIMIT $2)";
    COUNT = "SELECT openings FROM opening_counts WHERE account_id = $1 AND product_id = $2";
}

/// Records that a product was opened, at most once per minute since the epoch, and returns how
/// often it was, and whether this one counted.
pub async fn record(
    tx: &mut WriteTx,
    account_id: &str,
    product_id: i64,
    minute: i64,
) -> Result<(i64, bool), DbError> {
    if execute!(tx, LOG, account_id, product_id, minute)? == 1 {
        let (count,) = fetch_one!(tx, (i64,), COUNT_UP, account_id, product_id)?;
        return Ok((count, true));
    }
    Ok((count(tx, account_id, product_id).await?, false))
}

/// Deletes at most `most` records of minutes before `minute`. The totals are kept.
pub async fn sweep(tx: &mut WriteTx, minute: i64, most: i64) -> Result<u64, DbError> {
    execute!(tx, SWEEP, minute, most)
}

pub async fn count(tx: &mut dyn Reads, account_id: &str, product_id: i64) -> Result<i64, DbError> {
    Ok(fetch_optional!(tx, (i64,), COUNT, account_id, product_id)?.map_or(0, |(count,)| count))
}
