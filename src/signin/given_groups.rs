//! The groups that a corporate identity brings along, in the transaction of the sign-in.

use jiff::tz::TimeZone;

use crate::audit::AuditContext;
use crate::db::{DbError, WriteTx};
use crate::directory::Account;
use crate::federation::{Identity, Provider};
use crate::groups::{Given, RequestError};

/// Gives and takes the memberships of the account that follow the claim of `provider`.
pub(super) async fn follow(
    tx: &mut WriteTx,
    provider: &Provider,
    (identity, account): (&Identity, &Account),
    (audit, zone): (&AuditContext, &TimeZone),
) -> Result<(), DbError> {
    if provider.groups_claim().is_none() {
        return Ok(());
    }
    let given = Given {
        account,
        source: &provider.source(),
        by: provider.label(),
        groups: identity.groups.as_deref(),
    };
    match given.follow(tx, zone, audit).await {
        Ok(()) => Ok(()),
        Err(RequestError::Db(error)) => Err(error),
        Err(error) => {
            let source = given.source;
            tracing::error!(%error, source, "the groups of a claim were not followed");
            Ok(())
        }
    }
}
