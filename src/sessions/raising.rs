//! Providers that can raise a session that came from them: their entry says which of their values mean a second factor.

use std::sync::Arc;

use super::sign_in_flow::Proved;
use super::store;
use crate::db::{DbError, Reads};
use crate::factors::Acr;
use crate::federation::{Provider, Providers};

/// The provider that the session `id` came from, if it can add a second factor to it.
///
/// # Errors
/// The database failed.
pub async fn of_session(
    view: &mut dyn Reads,
    id: &str,
    providers: &Providers,
) -> Result<Option<Arc<Provider>>, DbError> {
    let theirs = store::provider_sessions::find(view, id).await?;
    Ok(theirs.and_then(|theirs| able(providers, &theirs.provider)))
}

/// The provider that the proof, or the session that it adds to, came from, if it can add a second factor to it.
///
/// # Errors
/// The database failed.
pub async fn of_proof(
    view: &mut dyn Reads,
    proved: &Proved,
    providers: &Providers,
) -> Result<Option<Arc<Provider>>, DbError> {
    if proved.acr() >= Acr::Mfa {
        return Ok(None);
    }
    match (&proved.session, &proved.corporate) {
        (Some(session), _) => of_session(view, session, providers).await,
        (None, Some(theirs)) => Ok(able(providers, &theirs.provider)),
        (None, None) => Ok(None),
    }
}

fn able(providers: &Providers, id: &str) -> Option<Arc<Provider>> {
    let provider = providers.get(id)?;
    provider.says_second_factor().then_some(provider)
}
