//! Audit: an append-only record of sign-ins, refusals, grants and changes. Only the erasure of a person changes entries.
//!
//! The entry of a change is written inside the same transaction ([`record`]), so that neither
//! exists without the other. If nothing else is written (a token without a row, a refused
//! request), the entry goes to the [`Recorder`], which writes many with one commit, and only a
//! limited number of similar ones.

mod about;
mod arrivals;
mod changes;
mod context;
mod entry;
mod erasure;
mod event;
mod figures;
mod frequent;
mod list;
mod names;
mod object;
mod own;
mod quota;
mod recorder;
mod segment;
mod store;
mod suppressed;
mod throttle;
mod window;

pub use arrivals::{settle, settle_often};
pub(crate) use changes::changes;
pub use changes::{Changes, Field};
pub use context::{AuditContext, CLI, SERVER, SavedAuditContext};
pub use entry::{Entry, Origin};
pub use erasure::erase_person;
pub use event::{Change, Event, PasswordChange, SignInRefusal};
pub use list::{export, history, own_export, own_history, page};
pub use names::FormerNames;
pub use object::ObjectKind;
pub use recorder::{MOST_WAITING, Recorder};
pub use segment::Segment;
pub use store::Recorded;
pub use store::list::{AuditFilter, ENTRIES};
pub use suppressed::SPAN;
pub use throttle::KEPT;

use crate::clock::Millis;
use crate::db::{DbError, WriteTx};
use crate::insight;

/// Writes an entry inside the caller's transaction, and keeps the name that its object loses with it.
pub async fn record(tx: &mut WriteTx, entry: &Entry) -> Result<(), DbError> {
    if let Some((kind, id, name)) = entry.lost_name() {
        store::names::keep(tx, (kind.as_str(), id), entry.at, name).await?;
    }
    store::insert(tx, entry).await?;
    if let Some(counted) = figures::of(entry) {
        insight::count(tx, entry.at, counted);
    }
    Ok(())
}

/// Deletes at most `most` entries older than `before`, and as many names that ended before; returns how many of the more.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    let names = store::names::sweep(tx, before, most).await?;
    let entries = store::sweep(tx, before, most).await?;
    Ok(entries.max(names))
}

/// Every SQL text of this module, by file.
pub const STATEMENTS: &[(&str, &[(&str, &str)])] = &[
    ("audit/store/arrivals.rs", store::arrivals::STATEMENTS),
    ("audit/store/erasure.rs", store::erasure::STATEMENTS),
    ("audit/store/mod.rs", store::STATEMENTS),
    ("audit/store/names.rs", store::names::STATEMENTS),
];
