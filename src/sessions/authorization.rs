//! An authorization that is granted: the sign-in flow ends, what the person allowed is remembered, and the client gets a
//! code. All of it is written, or nothing.

use crate::audit::AuditContext;
use crate::clock::Millis;
use crate::db::{DbError, WriteTx};

use super::codes::{self, CodeContext};
use super::consents::{self, Allowed};
use super::store;

/// What is to be granted.
#[derive(Clone, Debug)]
pub struct Authorization {
    /// The sign-in flow that led here, if one did. It gives one code.
    pub flow_id: Option<String>,
    /// What the person allowed on the consent page of that flow, if it was shown.
    pub allowed: Option<Allowed>,
    /// What the code is bound to.
    pub context: CodeContext,
    /// How long the code is good, in milliseconds.
    pub lifetime: Millis,
}

/// Gives the code; nothing when the flow had ended before, as when a page is posted twice.
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
