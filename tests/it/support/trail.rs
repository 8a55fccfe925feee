//! Reads the complete audit trail.

use atrium::audit::{self, AuditFilter, Recorded};
use atrium::clock::Millis;
use atrium::db::{Db, ReadTx};

/// A view of the log with every entry that was committed before.
pub async fn settled(db: &Db) -> ReadTx {
    audit::settle(db).await.unwrap();
    db.read().await.unwrap()
}

/// The entries that match `filter`, newest first.
pub async fn entries(db: &Db, filter: &AuditFilter) -> Vec<Recorded> {
    let mut view = settled(db).await;
    let mut export = audit::export(filter, Millis::MAX).unwrap();
    let mut entries = Vec::new();
    while let Some(more) = export.next(&mut view).await.unwrap() {
        entries.extend(more);
    }
    entries
}

/// Every entry, newest first.
pub async fn all(db: &Db) -> Vec<Recorded> {
    entries(db, &AuditFilter::default()).await
}

/// The entries of this kind, newest first.
pub async fn of_kind(db: &Db, kind: &str) -> Vec<Recorded> {
    let filter = AuditFilter {
        kind: Some(kind.to_owned()),
        ..AuditFilter::default()
    };
    entries(db, &filter).await
}
