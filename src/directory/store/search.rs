//! The names of accounts in the search index.

use sqlx_macros::FromRow;

use crate::db::search::{Entry, Noun, folded, put};
use crate::db::{DbError, WriteTx, execute, fetch_all, fetch_optional, statements};

statements! {
    NAMES = "SELECT username, full_name, email, lion_id, search_number FROM accounts WHERE id = $1";
    KEEP = "UPDATE accounts SET full_name_key = $2, search_text = $3, search_number = $4 WHERE id = $1";
    MISSING = "SELECT id FROM accounts WHERE search_number IS NULL LIMIT $1";
    HOLD_NAMES = "UPDATE accounts SET search_number = search_number WHERE id = $1";
}

#[derive(FromRow)]
struct Names {
    username: String,
    full_name: String,
    email: Option<String>,
    lion_id: Option<String>,
    search_number: Option<i64>,
}

/// Updates the search index and the sort columns of the account `id` from its row. Every function
/// that writes a name must call this.
pub(in crate::directory) async fn index(tx: &mut WriteTx, id: &str) -> Result<(), DbError> {
    execute!(tx, HOLD_NAMES, id)?;
    let Some(names) = fetch_optional!(tx, Names, NAMES, id)? else {
        return Ok(());
    };
    let all = [
        Some(&names.username),
        Some(&names.full_name),
        names.email.as_ref(),
        names.lion_id.as_ref(),
    ];
    let all = all.into_iter().flatten().map(String::as_str);
    let entry = Entry::of(Noun::Account, all);
    let number = put(tx, names.search_number, &entry).await?;
    let key = folded(&names.full_name);
    execute!(tx, KEEP, id, key, entry.text(), number).map(drop)
}

/// Indexes at most `most` accounts that are not in the index; returns how many it found.
pub(in crate::directory) async fn index_missing(
    tx: &mut WriteTx,
    most: i64,
) -> Result<u64, DbError> {
    let missing = fetch_all!(tx, (String,), MISSING, most)?;
    for (id,) in &missing {
        index(tx, id).await?;
    }
    Ok(u64::try_from(missing.len()).unwrap_or(u64::MAX))
}
