//! The launch token or code of a legacy application, as a credential.

use std::sync::Arc;

use super::caller_facts::CallerCredential;
use super::table::{Call, Credential};
use crate::audit::{AuditContext, Event, Recorder};
use crate::catalogue::standing;
use crate::clients::Client;
use crate::db::Reads;
use crate::directory;
use crate::http::envelope::ApiError;
use crate::sessions::launch::{self, LaunchLifetimes, Launched, TokenLookup};
use crate::sessions::sso::SsoSession;
use crate::state::AppState;

/// The session of `token` at the application `app_name`. Writes its first use or its exchange.
///
/// # Errors
/// [`ApiError::NeedLogin`] if the token is not valid there, which is recorded;
/// [`ApiError::NotAuthorized`] if the person has no access to the application.
pub async fn session(
    state: &AppState,
    call: &Call,
    app_name: &str,
    token: String,
    audit: AuditContext,
) -> Result<(SsoSession, CallerCredential), ApiError> {
    let client = state.clients.by_app_name(app_name);
    let client = client.filter(|client| client.launches().is_some());
    let client = client.ok_or(ApiError::NeedLogin)?;
    let launch_call = LaunchCall {
        client: Arc::clone(&client),
        recorder: state.recorder.clone(),
        path: call.path,
        audit: audit.clone(),
        needs_access: call.credential == Credential::Launch,
    };
    let Some(launched) = present(state, launch_call, &token).await? else {
        let refused = Event::LaunchRefused {
            reason: "unknown, spent, late, of another application or its session is over",
        };
        let entry = audit.entry(refused).client(&client.client_id);
        state.recorder.refuse(entry);
        return Err(ApiError::NeedLogin);
    };
    let token = launched.exchanged.unwrap_or(token);
    Ok((launched.session, CallerCredential::Launch { client, token }))
}

/// Looks the token up. Writes only its first use or the exchange of a code.
async fn present(
    state: &AppState,
    launch_call: LaunchCall,
    token: &str,
) -> Result<Option<Launched>, ApiError> {
    let sessions = state.session_lifetimes();
    let (client_id, now) = (launch_call.client.client_id.clone(), launch_call.audit.now);
    {
        let mut tx = state.db.read().await?;
        match launch::find(&mut tx, token, &client_id, now, sessions).await? {
            TokenLookup::Good(launched) => {
                launch_call.check_access(&mut tx, &launched).await?;
                return Ok(Some(*launched));
            }
            TokenLookup::Unknown => return Ok(None),
            TokenLookup::Ask => {}
        }
    }
    let both = (sessions, LaunchLifetimes::from(&state.config.sessions));
    let token = token.to_owned();
    let taken = state.db.write(move |tx| {
        Box::pin(async move {
            let launched =
                launch::present(tx, &token, &client_id, both, &launch_call.audit).await?;
            if let Some(launched) = &launched {
                // A refusal also rolls back the first use or the exchange.
                launch_call.check_access(tx, launched).await?;
            }
            Ok(launched)
        })
    });
    taken.await
}

/// A call that a legacy application makes with a launch token or code.
struct LaunchCall {
    client: Arc<Client>,
    recorder: Recorder,
    path: &'static str,
    audit: AuditContext,
    /// False for signing out, which is allowed without access to the application.
    needs_access: bool,
}

impl LaunchCall {
    /// Refuses (100013) if the person of `launched` has no access to the application (attack 31).
    async fn check_access(&self, tx: &mut dyn Reads, launched: &Launched) -> Result<(), ApiError> {
        if !self.needs_access {
            return Ok(());
        }
        let account_id = &launched.session.account_id;
        let Some(account) = directory::find(tx, account_id).await? else {
            return Ok(());
        };
        let Some(closed) = standing::of_client(tx, &account, &self.client).await? else {
            return Ok(());
        };
        let event = closed.refused_at(self.path, &self.client);
        let client_id = &self.client.client_id;
        let entry = self.audit.entry(event).actor(client_id).client(client_id);
        self.recorder.refuse(entry.account(account_id));
        Err(ApiError::NotAuthorized)
    }
}
