//! Accounts by pages, and their names in the search index.

use std::time::Duration;

use async_trait::async_trait;

use super::account::{AccountRow, Status};
use super::store::{list, search};
use crate::clock::Millis;
use crate::db::list::{ListError, Page, Paging};
use crate::db::{Db, DbError, Reads};
use crate::jobs::Routine;

/// Accounts that one write indexes: bounds how long others wait for the writer.
const INDEXED_AT_ONCE: i64 = 100;
/// How often accounts that are not in the search index are looked for.
const INDEX_EVERY: Duration = Duration::from_secs(60);

/// Which accounts to list; what is none narrows nothing.
#[derive(Clone, Debug, Default)]
pub struct AccountFilter {
    /// Words that the user name, full name, e-mail address or corporate id must have, each anywhere and
    /// of two characters or more; at least one of them.
    pub context: Option<String>,
    /// Only accounts of this status.
    pub status: Option<Status>,
    /// Only accounts of this agency.
    pub agency_id: Option<String>,
    /// Only accounts of this company (`clientId`).
    pub company_id: Option<String>,
    /// Only super administrators, or only others.
    pub sup_admin: Option<bool>,
    /// Only accounts that must choose a new password, or only others.
    pub must_change_password: Option<bool>,
}

/// One page of the accounts that `filter` lets through, newest first unless `paging` says otherwise
/// (contract C-038, G-51). Sorts: `created`, `username`, `fullName`, `email`, `lastLogin`.
///
/// # Errors
/// [`ListError`]: an unknown sort, a foreign cursor, a context without a word of two characters; the
/// database's.
pub async fn accounts_page(
    view: &mut impl Reads,
    filter: &AccountFilter,
    paging: &Paging,
) -> Result<Page<AccountRow>, ListError> {
    let query = list::ACCOUNTS
        .query(paging)?
        .only(&list::STATUS, filter.status.map(Status::code))
        .only(&list::AGENCY, filter.agency_id.as_deref())
        .only(&list::COMPANY, filter.company_id.as_deref())
        .only(&list::SUPER_ADMINISTRATOR, filter.sup_admin)
        .only(&list::MUST_CHANGE_PASSWORD, filter.must_change_password)
        .search(filter.context.as_deref())?;
    let page = query.page::<list::Row>(view).await?;
    Ok(page.try_map(list::Row::account)?)
}

/// Whether there is any account.
pub async fn any_account(view: &mut impl Reads) -> Result<bool, DbError> {
    list::any(view).await
}

/// The routine that indexes accounts of databases that are older than the search index, few at once, so
/// that an upgrade neither waits for it nor makes others wait. It goes on where it stopped.
#[derive(Clone, Copy, Debug)]
pub struct IndexAccounts;

#[async_trait]
impl Routine for IndexAccounts {
    fn name(&self) -> &'static str {
        "index_accounts"
    }

    fn every(&self) -> Duration {
        INDEX_EVERY
    }

    async fn run(&self, db: &Db, _: Millis) -> Result<(), DbError> {
        let mut all = 0;
        loop {
            let indexed = db
                .write::<_, DbError, _>(|tx| Box::pin(search::index_missing(tx, INDEXED_AT_ONCE)))
                .await?;
            all += indexed;
            if i64::try_from(indexed).unwrap_or(i64::MAX) < INDEXED_AT_ONCE {
                break;
            }
        }
        if all > 0 {
            tracing::info!(accounts = all, "accounts of before are in the search index");
        }
        Ok(())
    }
}
