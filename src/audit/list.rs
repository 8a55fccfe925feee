//! The audit trail by pages, the history of one object, what the owner of an account reads, and the whole trail for an export.

use super::object::ObjectKind;
use super::store::Recorded;
use super::store::list::{AuditFilter, ENTRIES, OWN};
use crate::clock::Millis;
use crate::db::Reads;
use crate::db::list::{FoundPage, ListError, Paging, WholeList};

/// One page of the entries that pass `filter`, newest first unless `paging` says `time`.
///
/// # Errors
/// [`ListError`]: an unknown sort or an invalid cursor; an error of the database.
pub async fn page(
    view: &mut dyn Reads,
    filter: &AuditFilter,
    paging: &Paging,
) -> Result<FoundPage<Recorded>, ListError> {
    filter.query(paging)?.page(view).await
}

/// One page of the history of the object `id`, newest first unless `paging` says `time`.
///
/// # Errors
/// As [`page`].
pub async fn history(
    view: &mut dyn Reads,
    kind: ObjectKind,
    id: &str,
    paging: &Paging,
) -> Result<FoundPage<Recorded>, ListError> {
    let filter = AuditFilter {
        object_kind: Some(kind),
        object_id: Some(id.to_owned()),
        ..AuditFilter::default()
    };
    page(view, &filter, paging).await
}

/// One page of what the owner of the account `id` reads: sign-ins, refusals, changes of ways in, and locks.
///
/// # Errors
/// As [`page`].
pub async fn own_history(
    view: &mut dyn Reads,
    id: &str,
    paging: &Paging,
) -> Result<FoundPage<Recorded>, ListError> {
    let query = ENTRIES.query(paging)?.only_all(&OWN, vec![id.into()]);
    query.page(view).await
}

/// All that [`own_history`] reads, for an export, newest first.
///
/// # Errors
/// None that a caller can cause; see [`ListError`].
pub fn own_export(id: &str) -> Result<WholeList, ListError> {
    let query = ENTRIES.query(&Paging::default())?;
    Ok(WholeList::of(query.only_all(&OWN, vec![id.into()])))
}

/// An export: all entries that pass a filter, newest first.
///
/// # Errors
/// None that a caller can cause; see [`ListError`].
pub fn export(filter: &AuditFilter, now: Millis) -> Result<WholeList, ListError> {
    // Entries that are written during the export are not part of it.
    let until = filter.until.map_or(now, |until| until.min(now));
    let filter = AuditFilter {
        until: Some(until),
        ..filter.clone()
    };
    Ok(WholeList::of(filter.query(&Paging::default())?))
}
