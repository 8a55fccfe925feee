//! The audit trail by pages, the history of one object, and the whole trail for an export.

use super::filter::AuditFilter;
use super::object::ObjectKind;
use super::store::Recorded;
use super::store::list::{
    ACCOUNT, ACTOR, ADDRESS, CALL, CLIENT, ENTRIES, FROM, KIND, OBJECT, UNTIL,
};
use crate::clock::Millis;
use crate::db::Reads;
use crate::db::list::{ListError, Page, Paging, Place, Query};

/// Entries that an export reads at once, so that it needs little memory however long the trail is.
pub const EXPORTED_AT_ONCE: i64 = 1_000;

fn query(filter: &AuditFilter, paging: &Paging) -> Result<Query, ListError> {
    let text = |text: &Option<String>| text.clone();
    // The first filter with a value finds the rows, so those with few entries come first.
    let query = ENTRIES.query(paging)?;
    let query = match &filter.object {
        Some((kind, id)) => query.only_all(&OBJECT, vec![kind.as_str().into(), (&**id).into()]),
        None => query,
    };
    Ok(query
        .only(&ACCOUNT, text(&filter.account))
        .only(&ACTOR, text(&filter.actor))
        .only(&ADDRESS, text(&filter.address))
        .only(&CLIENT, text(&filter.client))
        .only(&CALL, text(&filter.call))
        .only(&KIND, text(&filter.kind))
        .only(&FROM, filter.from)
        .only(&UNTIL, filter.until))
}

/// One page of the entries that pass `filter`, newest first unless `paging` says `time`.
///
/// # Errors
/// [`ListError`]: an unknown sort or an invalid cursor; an error of the database.
pub async fn page(
    view: &mut impl Reads,
    filter: &AuditFilter,
    paging: &Paging,
) -> Result<Page<Recorded>, ListError> {
    query(filter, paging)?.page(view).await
}

/// One page of the history of the object `id`, newest first unless `paging` says `time`.
///
/// # Errors
/// As [`page`].
pub async fn history(
    view: &mut impl Reads,
    kind: ObjectKind,
    id: &str,
    paging: &Paging,
) -> Result<Page<Recorded>, ListError> {
    let filter = AuditFilter {
        object: Some((kind, id.to_owned())),
        ..AuditFilter::default()
    };
    page(view, &filter, paging).await
}

/// An export: all entries that pass a filter, newest first, at most [`EXPORTED_AT_ONCE`] at a time.
#[derive(Debug)]
pub struct Export(Next);

/// What an export does next.
#[derive(Debug)]
enum Next {
    Begin(Query),
    GoOn(Query, Option<Place>),
    End,
}

impl Export {
    /// An export of the entries before `now` that pass `filter`. Entries written during the export
    /// are not part of it.
    ///
    /// # Errors
    /// None that a caller can cause; see [`ListError`].
    pub fn of(filter: &AuditFilter, now: Millis) -> Result<Self, ListError> {
        let until = filter.until.map_or(now, |until| until.min(now));
        let filter = AuditFilter {
            until: Some(until),
            ..filter.clone()
        };
        let query = query(&filter, &Paging::default())?;
        Ok(Self(Next::Begin(query)))
    }

    /// The next entries, which may be none; `None` at the end. Each call reads a bounded part of the
    /// trail.
    ///
    /// # Errors
    /// An error of the database; the export is over then.
    pub async fn next(
        &mut self,
        view: &mut impl Reads,
    ) -> Result<Option<Vec<Recorded>>, ListError> {
        let (query, place) = match std::mem::replace(&mut self.0, Next::End) {
            Next::Begin(query) => (query.by_rarest(view).await?, None),
            Next::GoOn(query, place) => (query, place),
            Next::End => return Ok(None),
        };
        let (rows, place) = query.batch(view, place.as_ref(), EXPORTED_AT_ONCE).await?;
        if place.is_some() {
            self.0 = Next::GoOn(query, place);
        }
        Ok(Some(rows))
    }
}
