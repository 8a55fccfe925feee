//! Pages of accounts, whole or by free text, as fast at a million rows as at ten.
//!
//! A page starts after the last row of the one before (a keyset), so no row is counted or skipped.

use sqlx_macros::FromRow;

use super::{Row, has_nul};
use crate::db::{DbError, Reads, fetch_all, statements};
use crate::directory::account::{Account, Status};
use crate::directory::names::term_range;

statements! {
    ALL = select_accounts!("a.username_key, ", "accounts a", "WHERE a.username_key > $1 \
        ORDER BY a.username_key LIMIT $2");
    // Few accounts are not enabled, so their status drives the search.
    OF_STATUS = select_accounts!("a.username_key, ", "accounts a", "WHERE a.status = $1 \
        AND a.username_key > $2 \
        AND ($3 = '' OR EXISTS (SELECT 1 FROM account_terms w WHERE w.account_id = a.id \
            AND w.term >= $3 AND w.term < $4)) \
        AND ($5 = '' OR EXISTS (SELECT 1 FROM account_terms w WHERE w.account_id = a.id \
            AND w.term >= $5 AND w.term < $6)) \
        AND ($7 = '' OR EXISTS (SELECT 1 FROM account_terms w WHERE w.account_id = a.id \
            AND w.term >= $7 AND w.term < $8)) \
        ORDER BY a.username_key LIMIT $9");
    // An account stands under its first matching word only; the other words must match too. The
    // pair is compared as one, or SQLite reads a word's accounts from the first on.
    SEARCH = select_accounts!("t.term AS term, ",
        "account_terms t JOIN accounts a ON a.id = t.account_id",
        "WHERE (t.term, t.account_id) > ($1, $4) AND t.term < $3 \
        AND NOT EXISTS (SELECT 1 FROM account_terms e WHERE e.account_id = t.account_id \
            AND e.term >= $2 AND e.term < t.term) \
        AND ($5 = '' OR EXISTS (SELECT 1 FROM account_terms w WHERE w.account_id = t.account_id \
            AND w.term >= $5 AND w.term < $6)) \
        AND ($7 = '' OR EXISTS (SELECT 1 FROM account_terms w WHERE w.account_id = t.account_id \
            AND w.term >= $7 AND w.term < $8)) \
        AND ($9 < 0 OR a.status = $9) ORDER BY t.term, t.account_id LIMIT $10");
}

/// Most accounts on one page.
pub const LARGEST_PAGE: u32 = 200;
/// Words of a free text that count; the rest are passed over.
const MOST_WORDS: usize = 3;

/// Which accounts to list.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// Words that the name, e-mail address, display name or corporate id must all have, each
    /// from the start of a word; empty lists everyone.
    pub text: String,
    /// Only accounts of this status.
    pub status: Option<Status>,
    /// [`Page::next`] of the page before.
    pub after: Option<String>,
    /// Accounts on a page, 1 to [`LARGEST_PAGE`].
    pub limit: u32,
}

/// Accounts by name, or by the word that was found.
#[derive(Debug)]
pub struct Page {
    /// The accounts.
    pub accounts: Vec<Account>,
    /// Where the next page starts; none on the last one.
    pub next: Option<String>,
}

#[derive(FromRow)]
struct Named {
    username_key: String,
    #[sqlx(flatten)]
    row: Row,
}

#[derive(FromRow)]
struct Found {
    term: String,
    #[sqlx(flatten)]
    row: Row,
}

/// One page of accounts.
pub async fn list(tx: &mut impl Reads, query: &Query) -> Result<Page, DbError> {
    let limit = query.limit.clamp(1, LARGEST_PAGE);
    let query = &Query {
        after: query.after.clone().filter(|after| !has_nul(after)),
        ..query.clone()
    };
    let words = ranges(&query.text);
    let keyed = match query.status {
        Some(status @ (Status::Processing | Status::Disabled)) => {
            of_status(tx, query, status, &words, limit).await?
        }
        _ if !words.is_empty() => search(tx, query, &words, limit).await?,
        Some(status) => of_status(tx, query, status, &words, limit).await?,
        None => all(tx, query, limit).await?,
    };
    page(keyed, limit)
}

async fn all(
    tx: &mut impl Reads,
    query: &Query,
    limit: u32,
) -> Result<Vec<(String, Row)>, DbError> {
    let after = query.after.as_deref().unwrap_or_default();
    let rows = fetch_all!(tx, Named, ALL, after, i64::from(limit) + 1)?;
    Ok(by_name(rows))
}

async fn of_status(
    tx: &mut impl Reads,
    query: &Query,
    status: Status,
    words: &[(String, String)],
    limit: u32,
) -> Result<Vec<(String, Row)>, DbError> {
    let range = |at: usize| words.get(at).cloned().unwrap_or_default();
    let ((first, first_end), (second, second_end)) = (range(0), range(1));
    let (third, third_end) = range(2);
    let after = query.after.as_deref().unwrap_or_default();
    let rows = fetch_all!(
        tx,
        Named,
        OF_STATUS,
        status.code(),
        after,
        first,
        first_end,
        second,
        second_end,
        third,
        third_end,
        i64::from(limit) + 1
    )?;
    Ok(by_name(rows))
}

fn by_name(rows: Vec<Named>) -> Vec<(String, Row)> {
    rows.into_iter()
        .map(|named| (named.username_key, named.row))
        .collect()
}

async fn search(
    tx: &mut impl Reads,
    query: &Query,
    words: &[(String, String)],
    limit: u32,
) -> Result<Vec<(String, Row)>, DbError> {
    let range = |at: usize| words.get(at).cloned().unwrap_or_default();
    let (low, high) = range(0);
    let (second, second_end) = range(1);
    let (third, third_end) = range(2);
    // A cursor of another search starts this one anew.
    let (term, id) = query
        .after
        .as_deref()
        .and_then(|after| after.split_once('.'))
        .filter(|(term, _)| *term >= low.as_str())
        .unwrap_or((&low, ""));
    let rows = fetch_all!(
        tx,
        Found,
        SEARCH,
        term,
        &low,
        high,
        id,
        second,
        second_end,
        third,
        third_end,
        status(query),
        i64::from(limit) + 1
    )?;
    Ok(rows
        .into_iter()
        .map(|found| (format!("{}.{}", found.term, found.row.id), found.row))
        .collect())
}

fn page(mut keyed: Vec<(String, Row)>, limit: u32) -> Result<Page, DbError> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let more = keyed.len() > limit;
    keyed.truncate(limit);
    let next = keyed
        .last()
        .filter(|_| more)
        .map(|(cursor, _)| cursor.clone());
    let accounts = keyed
        .into_iter()
        .map(|(_, row)| row.account())
        .collect::<Result<_, _>>()?;
    Ok(Page { accounts, next })
}

/// The words of a text, the longest first: it drives the search, as it is the rarest.
fn ranges(text: &str) -> Vec<(String, String)> {
    let mut words: Vec<(String, String)> = text
        .split_whitespace()
        .map(term_range)
        .filter(|(low, _)| !low.is_empty())
        .take(MOST_WORDS)
        .collect();
    words.sort_by_key(|(low, _)| std::cmp::Reverse(low.len()));
    words
}

fn status(query: &Query) -> i64 {
    query.status.map_or(-1, Status::code)
}
