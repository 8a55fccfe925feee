//! Applications for administrators: the list, and one with its revision.

use super::client::{Client, Kind, Source};
use super::store::{
    self, APPLICATIONS, ENABLED_FILTER, KIND_FILTER, ListedApplication, Revision, SOURCE_FILTER,
};
use crate::db::list::{FoundPage, ListError, Paging, Query};
use crate::db::{DbError, Reads};

/// Which applications to list. A field that is `None` does not filter.
#[derive(Clone, Debug, Default)]
pub struct ApplicationFilter {
    /// Words that occur in the name or the client id, anywhere; at least one. Each has two characters or more.
    pub context: Option<String>,
    pub source: Option<Source>,
    pub kind: Option<Kind>,
    pub enabled: Option<bool>,
}

/// The applications that `filter` lets through, newest first unless `paging` says otherwise. Sorts: `created`, `name`,
/// `lastUsed`.
///
/// # Errors
/// [`ListError`]: an unknown sort, an invalid cursor, a context without a word of two characters.
pub fn applications_query(filter: &ApplicationFilter, paging: &Paging) -> Result<Query, ListError> {
    APPLICATIONS
        .query(paging)?
        .only(&SOURCE_FILTER, filter.source.map(Source::as_str))
        .only(&KIND_FILTER, filter.kind.map(Kind::as_str))
        .only(&ENABLED_FILTER, filter.enabled)
        .search(filter.context.as_deref())
}

/// One page of [`applications_query`].
///
/// # Errors
/// Those of [`applications_query`], or an error of the database.
pub async fn applications_page(
    view: &mut dyn Reads,
    filter: &ApplicationFilter,
    paging: &Paging,
) -> Result<FoundPage<ListedApplication>, ListError> {
    applications_query(filter, paging)?.page(view).await
}

/// The application with this id, enabled or not, and its revision.
///
/// # Errors
/// The database failed, or the row is damaged.
pub async fn application(
    view: &mut dyn Reads,
    client_id: &str,
) -> Result<Option<(Client, Revision)>, DbError> {
    store::with_revision(view, client_id).await
}
