//! `grant_type=refresh_token` (RFC 6749 section 6, RFC 9700 section 4.14, Core 12).

use crate::audit::Event;
use crate::db::WriteTx;
use crate::oidc::engine::{self, Stopped};
use crate::oidc::error::{ErrorCode, OAuthError};
use crate::sessions::activity;
use crate::sessions::grants::Grant;
use crate::sessions::refresh_tokens::{self, Recovery};
use crate::state::AppState;

use super::issue::Issuance;
use super::request::{Issued, TokenRequest, TokenResponse, finish};

/// The result of the transaction, which commits in both cases.
enum Outcome {
    Issued(Box<Issued>),
    /// The token had been spent before; its family is now revoked.
    Reused,
}

pub async fn grant(state: &AppState, request: TokenRequest) -> Result<TokenResponse, OAuthError> {
    if request.params.get("refresh_token").is_none() {
        return Err(OAuthError::invalid_request("refresh_token is missing"));
    }
    let answering = request.answering();
    let issuance = Issuance::of(state, request);
    let outcome = state.db.write(|tx| Box::pin(renew(issuance, tx))).await?;
    match outcome {
        Outcome::Issued(issued) => finish(state, &answering, *issued),
        Outcome::Reused => Err(OAuthError::invalid_grant(
            "the refresh token was used before",
        )),
    }
}

async fn renew(issuance: Issuance, tx: &mut WriteTx) -> Result<Outcome, OAuthError> {
    issuance.spend_identifiers(tx).await?;
    let request = &issuance.request;
    let token = request.params.get("refresh_token").unwrap_or_default();
    let client_id = &issuance.client().client_id;
    match refresh_tokens::recover(tx, token, client_id, issuance.refresh, request.now).await? {
        Recovery::Good { grant, dpop_jkt } => {
            let description = "the refresh token is bound to another DPoP key";
            issuance.check_key(dpop_jkt.as_deref(), description)?;
            let issued = issue(&issuance, tx, *grant).await?;
            Ok(Outcome::Issued(Box::new(issued)))
        }
        Recovery::Reused { revoked } => {
            issuance
                .record_theft(tx, Event::RefreshReused {}, revoked)
                .await?;
            Ok(Outcome::Reused)
        }
        Recovery::Unknown => Err(OAuthError::invalid_grant("the refresh token is not valid")),
    }
}

async fn issue(issuance: &Issuance, tx: &mut WriteTx, grant: Grant) -> Result<Issued, OAuthError> {
    let asked = issuance.request.params.get("scope");
    let scope = engine::renew(&issuance.client().client_id, asked, &grant.context);
    let scope = scope.map_err(|error| match error {
        Stopped::InvalidScope => OAuthError::new(ErrorCode::InvalidScope, error.to_string()),
        _ => OAuthError::invalid_grant(error.to_string()),
    })?;
    let account = issuance.account(tx, &grant).await?;
    touch_session(issuance, tx, &grant).await?;
    let rotate = issuance.refresh.rotate;
    issuance.issue(tx, grant, account, scope, rotate).await
}

/// Using a grant counts as using its session; an offline grant no longer belongs to the session.
async fn touch_session(
    issuance: &Issuance,
    tx: &mut WriteTx,
    grant: &Grant,
) -> Result<(), OAuthError> {
    let now = issuance.request.now;
    let lifetimes = issuance.refresh.session;
    let session = grant.session.as_ref().filter(|_| !grant.context.offline);
    if let Some(session) = session {
        activity::note_in(tx, session, lifetimes, now).await?;
    }
    Ok(())
}
