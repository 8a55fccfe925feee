//! The versions that administrators add.

use crate::db::{DbError, Reads, WriteTx, execute, fetch_all, from_row, statements};

statements! {
    ALL = "SELECT v.id, v.value, v.base_url, v.sealed_key, v.model, v.price_in, v.price_out, v.max_answer_words, \
        v.monthly_words, v.status FROM assistant_versions v ORDER BY v.id";
    SEALED_BY_OTHERS = "SELECT id, base_url, sealed_key FROM assistant_versions WHERE sealed_key <> '' AND master_id <> $1";
    RESEAL = "UPDATE assistant_versions SET sealed_key = $2, master_id = $3 WHERE id = $1 AND sealed_key = $4";
}

/// A version as the database has it. Prices are millionths of the currency for a million tokens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VersionRow {
    pub id: i64,
    pub value: String,
    pub base_url: String,
    pub sealed_key: String,
    pub model: String,
    pub price_in: i64,
    pub price_out: i64,
    pub max_answer_words: i64,
    pub monthly_words: Option<i64>,
    /// 0 on, 1 off.
    pub status: i64,
}

from_row!(VersionRow {
    id,
    value,
    base_url,
    sealed_key,
    model,
    price_in,
    price_out,
    max_answer_words,
    monthly_words,
    status
});

/// Every version, by its number.
pub async fn all(view: &mut dyn Reads) -> Result<Vec<VersionRow>, DbError> {
    fetch_all!(view, VersionRow, ALL)
}

/// Id, address and key of each version whose key another master secret sealed.
pub async fn sealed_by_others(
    view: &mut dyn Reads,
    master_id: &str,
) -> Result<Vec<(i64, String, String)>, DbError> {
    fetch_all!(view, (i64, String, String), SEALED_BY_OTHERS, master_id)
}

/// Stores a key that was sealed again, unless it has changed. False if it has.
pub async fn reseal(
    tx: &mut WriteTx,
    id: i64,
    sealed: &str,
    (again, master_id): (&str, &str),
) -> Result<bool, DbError> {
    Ok(execute!(tx, RESEAL, id, again, master_id, sealed)? == 1)
}
