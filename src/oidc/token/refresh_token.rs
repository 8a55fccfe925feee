//! `grant_type=refresh_token` (RFC 6749 section 6, RFC 9700 section 4.14, Core 12).

use crate::audit::Event;
use crate::clients::Client;
use crate::clock::Millis;
use crate::db::WriteTx;
use crate::oidc::authorize::request::is_scope_value;
use crate::oidc::engine::{self, Stopped};
use crate::oidc::error::{ErrorCode, OAuthError};
use crate::sessions::activity;
use crate::sessions::grants::Grant;
use crate::sessions::refresh_tokens::{self, Presentation, Recovery};
use crate::sessions::sso::{SessionLifetimes, SsoSession};
use crate::state::AppState;

use super::issue::{Issuance, NextRefreshToken};
use super::request::{Issued, TokenRequest, TokenResponse, finish};

/// The result of the transaction, which commits in both cases.
enum Outcome {
    Issued {
        issued: Box<Issued>,
        /// The session that the grant belongs to.
        session: Option<SsoSession>,
    },
    /// The token had been spent before; its family is now revoked.
    Reused,
}

pub async fn grant(state: &AppState, request: TokenRequest) -> Result<TokenResponse, OAuthError> {
    let missing = || OAuthError::invalid_request("refresh_token is missing");
    let renewal = request.renewal().ok_or_else(missing)?;
    let (answering, now) = (request.answering(), request.now);
    let held_off = state.account_writes.held_off(&renewal, now);
    held_off.map_err(|limit| OAuthError::refused(limit, now))?;
    let attended = !request.unattended;
    let issuance = Issuance::of(state, request);
    let lifetimes = issuance.refresh.session;
    let outcome = state.db.write(|tx| Box::pin(renew(issuance, tx))).await?;
    match outcome {
        Outcome::Issued { issued, session } => {
            if let Some(session) = session.filter(|_| attended) {
                note_use(state, &session, lifetimes, now).await;
            }
            finish(state, &answering, *issued)
        }
        Outcome::Reused => Err(OAuthError::invalid_grant(
            "the refresh token was used before",
        )),
    }
}

/// Using a grant counts as using its session, unless nobody caused it. This is a separate write, because a renewal
/// locks its grant, while the end of a session locks the session first and then its grants. The tokens are issued, so a
/// failure is only logged.
async fn note_use(
    state: &AppState,
    session: &SsoSession,
    lifetimes: SessionLifetimes,
    now: Millis,
) {
    if let Err(error) = activity::note(&state.db, session, lifetimes, now).await {
        tracing::warn!(%error, "cannot record that a session was used by a refresh token");
    }
}

async fn renew(issuance: Issuance, tx: &mut WriteTx) -> Result<Outcome, OAuthError> {
    issuance.spend_identifiers(tx).await?;
    let request = &issuance.request;
    let token = request.params.get("refresh_token").unwrap_or_default();
    let client_id = &issuance.client().client_id;
    let bound = issuance.key_of_refresh_token();
    let presented = Presentation {
        client_id,
        dpop_jkt: bound.as_deref(),
        rules: issuance.refresh,
        now: request.now,
    };
    match refresh_tokens::recover(tx, token, presented, issuance.random()).await? {
        Recovery::Good {
            grant,
            dpop_jkt,
            next,
        } => {
            let description = "the refresh token is bound to another DPoP key";
            issuance.check_key(dpop_jkt.as_deref(), description)?;
            // An offline grant no longer belongs to the session.
            let offline = grant.context.offline;
            let session = grant.session.clone().filter(|_| !offline);
            let issued = Box::new(issue(&issuance, tx, *grant, next).await?);
            Ok(Outcome::Issued { issued, session })
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

async fn issue(
    issuance: &Issuance,
    tx: &mut WriteTx,
    grant: Grant,
    next: Option<String>,
) -> Result<Issued, OAuthError> {
    let asked = issuance.request.params.get("scope");
    let asked = asked.map(|asked| without_dropped(asked, issuance.client(), &grant.context.scope));
    let scope = engine::renew(
        &issuance.client().client_id,
        asked.as_deref(),
        &grant.context,
    );
    let scope = scope.map_err(|error| match error {
        Stopped::InvalidScope => OAuthError::new(ErrorCode::InvalidScope, error.to_string()),
        _ => OAuthError::invalid_grant(error.to_string()),
    })?;
    let account = issuance.account(tx, &grant).await?;
    issuance.check_factor(tx, &grant).await?;
    issuance.count_renewal(&account.id)?;
    let refresh_token = NextRefreshToken::Given(next);
    let issued = issuance.issue(tx, grant, account, scope, refresh_token);
    issued.await
}

/// `asked` without the values that the authorization endpoint ignored and would ignore again. Libraries repeat the
/// scope of their first request, so they get the scope that it was granted. A value that the client may have but was
/// not granted stays, and is refused (RFC 6749 section 6).
fn without_dropped(asked: &str, client: &Client, granted: &[String]) -> String {
    let is_kept = |value: &&str| {
        let may_widen = client.may_ask(value) && *value != "offline_access";
        granted.iter().any(|it| it == value) || may_widen || !is_scope_value(value)
    };
    let kept: Vec<&str> = asked.split(' ').filter(is_kept).collect();
    if kept.iter().all(|value| value.is_empty()) {
        return asked.to_owned();
    }
    kept.join(" ")
}
