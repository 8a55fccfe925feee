//! Questions for another address whose links nobody has used yet.

use super::link::LIFETIME;
use crate::audit::AuditContext;
use crate::db::{DbError, WriteTx};
use crate::directory::store::address_changes::{NewChange, insert};

/// Ends the questions for the account that were asked until now: no link to a new address works. The caller has locked the
/// account's row. Links that take a change back stay.
///
/// # Errors
/// The database failed.
pub(in crate::directory) async fn end_questions(
    tx: &mut WriteTx,
    account_id: &str,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let id = audit.random.uuid_v4().to_string();
    let new = NewChange {
        id: &id,
        account_id,
        email: None,
        changed_at: audit.now,
        // By then every link to a new address has expired.
        expires_at: audit.now.saturating_add(LIFETIME),
    };
    insert(tx, &new).await
}
