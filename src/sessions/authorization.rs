//! Grants an authorization in one transaction: ends the sign-in flow, remembers the consent, issues the code.

use crate::audit::AuditContext;
use crate::clock::Millis;
use crate::db::{Db, DbError, WriteTx};

use super::codes::{self, CodeContext};
use super::consents::{self, Allowed};
use super::store;

/// What is written when a request is granted.
#[derive(Clone, Debug)]
pub struct Authorization {
    /// The sign-in flow that led here, if it has a row. One flow issues at most one code.
    pub flow_id: Option<String>,
    /// What the person allowed on the consent page of that flow, if it was shown.
    pub allowed: Option<Allowed>,
    pub code: NewCode,
}

/// The code of the response.
#[derive(Clone, Debug)]
pub enum NewCode {
    /// It carries its data.
    Sealed(String),
    /// To be stored.
    Row {
        context: Box<CodeContext>,
        /// How long it is valid, in milliseconds.
        lifetime: Millis,
    },
}

/// Writes what there is to write, and returns the code. `None` when the flow had ended before, for example because a page
/// was posted twice.
pub async fn grant(
    db: &Db,
    authorization: Authorization,
    audit: AuditContext,
) -> Result<Option<String>, DbError> {
    match authorization {
        Authorization {
            flow_id: None,
            allowed: None,
            code: NewCode::Sealed(code),
        } => Ok(Some(code)),
        _ => {
            db.write(move |tx| Box::pin(async move { write(tx, &authorization, &audit).await }))
                .await
        }
    }
}

async fn write(
    tx: &mut WriteTx,
    authorization: &Authorization,
    audit: &AuditContext,
) -> Result<Option<String>, DbError> {
    if let Some(id) = &authorization.flow_id
        && !store::sign_in_flows::end(tx, id, audit.now).await?
    {
        return Ok(None);
    }
    if let Some(allowed) = &authorization.allowed {
        consents::give(tx, allowed, audit).await?;
    }
    match &authorization.code {
        NewCode::Sealed(code) => Ok(Some(code.clone())),
        NewCode::Row { context, lifetime } => {
            let code = codes::store(tx, context, *lifetime, audit.now, &audit.random).await?;
            Ok(Some(code))
        }
    }
}
