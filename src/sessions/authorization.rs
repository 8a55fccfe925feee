//! Grants an authorization in one transaction: ends the sign-in flow, remembers the consent, issues the code.

use crate::audit::AuditContext;
use crate::clock::Millis;
use crate::db::{DbError, WriteTx};

use super::codes::{self, CodeContext};
use super::consents::{self, Allowed};
use super::store;

#[derive(Clone, Debug)]
pub struct Authorization {
    /// The sign-in flow that led here, if it has a row. One flow issues at most one code.
    pub flow_id: Option<String>,
    /// What the person allowed on the consent page of that flow, if it was shown.
    pub allowed: Option<Allowed>,
    pub context: CodeContext,
    /// How long the code is valid, in milliseconds.
    pub lifetime: Millis,
}

/// Issues the code. Returns `None` when the flow had ended before, for example because a page was posted twice.
pub async fn grant(
    tx: &mut WriteTx,
    authorization: &Authorization,
    audit: &AuditContext,
) -> Result<Option<String>, DbError> {
    let Authorization {
        flow_id,
        allowed,
        context,
        lifetime,
    } = authorization;
    if let Some(id) = flow_id
        && !store::sign_in_flows::end(tx, id, audit.now).await?
    {
        return Ok(None);
    }
    if let Some(allowed) = allowed {
        consents::give(tx, allowed, audit).await?;
    }
    let code = codes::issue(tx, context, *lifetime, audit.now, &audit.random).await?;
    Ok(Some(code))
}
