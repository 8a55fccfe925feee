//! The trip that links an identity to the account of the signed-in person: from the account page and back to it.
//!
//! The page asks the product API, which wants a fresh session, and goes to the address that it gets. Coming back signs nobody
//! in.

use axum::response::Response;

use super::corporate_trip::{note_failure, out, refused};
use super::step_context::StepContext;
use crate::db::DbError;
use crate::directory;
use crate::federation::{
    self, Added, Adding, Asked, Callback, Ceremony, FederationError, Provider,
};
use crate::http::params::with_query;
use crate::sessions::begin;
use crate::sessions::sign_in_flow::{SignInFlow, Target};
use crate::sessions::sign_in_flows;
use crate::sessions::sso::SsoSession;
use crate::state::visitor::HandlerError;

/// The field with the sealed [`Adding`].
pub(super) const FIELD: &str = "link";

/// The page of the portal that begins the trip and says how it ended, by the word in [`WORD`].
const PAGE: &str = "/account/security";
const WORD: &str = "identity";

/// Begins the trip.
pub(super) async fn leave(
    context: &StepContext,
    provider: &Provider,
    sealed: &str,
) -> Result<Response, HandlerError> {
    let state = &context.state;
    let place = (state.issuer.as_str(), provider.id());
    let adding = Adding::open(sealed, place, &state.keys, context.now);
    let Some(adding) = adding else {
        return Ok(back(context, "late"));
    };
    if !is_signed_in(context, &adding).await? {
        return Ok(back(context, "late"));
    }
    // Somebody else's session at the provider must not answer for this person (attack 20).
    let asked = Asked {
        proof: true,
        ui_locales: Some(context.frame(None, None).language.api()),
        ..Asked::default()
    };
    let mut ceremony = Ceremony::new(provider, &asked, context.now, &state.random);
    ceremony.adding = Some(adding);
    let had = context.flow_secret();
    let secret = had.clone().unwrap_or_else(|| state.random.token());
    let target = Target::Portal {
        path: PAGE.to_owned(),
    };
    let mut flow = context.new_flow(target, Vec::new(), Some(&secret));
    flow.progress.ceremony = Some(Box::new(ceremony.clone()));
    let flow = context.store(flow).await?;
    let there = provider.authorize(&ceremony, &flow.id, &asked, context.now);
    let mut response = match there.await {
        Ok(url) => out(context, provider, &flow, url.as_str()),
        Err(error) => failed(context, provider, &error),
    };
    if had.is_none() {
        context.set_flow(&mut response, &secret);
    }
    Ok(response)
}

/// Ends the trip.
pub(super) async fn come_back(
    context: &StepContext,
    provider: &Provider,
    (flow, adding): (&SignInFlow, &Adding),
    (ceremony, answer, is_late): (&Ceremony, &Callback<'_>, bool),
) -> Result<Response, HandlerError> {
    if is_late || !is_signed_in(context, adding).await? {
        return Ok(back(context, "late"));
    }
    let identity = match provider.finish(ceremony, answer, context.now).await {
        Ok((identity, _)) => identity,
        Err(error) => return Ok(failed(context, provider, &error)),
    };
    let (id, providers) = (provider.id().to_owned(), context.state.providers.clone());
    let (audit, flow_id, adding) = (context.audit(), flow.id.clone(), adding.clone());
    let owner = adding.account_id.clone();
    let added = context.state.db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            let provider = providers.get(&id);
            let account = directory::find(tx, &adding.account_id).await?;
            let (Some(provider), Some(account)) = (provider, account) else {
                return Ok(None);
            };
            // It may have ended while the provider was asked.
            if !begin::hold(tx, &adding.session).await? {
                return Ok(None);
            }
            sign_in_flows::end(tx, &flow_id, audit.now).await?;
            let audit = audit.by(&account.id);
            federation::add(tx, &provider, &identity, &account, &audit).await
        })
    });
    Ok(match added.await? {
        Some(Added::Linked) => back(context, "linked"),
        Some(Added::Known) => back(context, "known"),
        Some(Added::Taken) => {
            refused(context, provider, "taken", Some(&owner));
            back(context, "taken")
        }
        None => back(context, "late"),
    })
}

/// True in the browser with the session that began the trip.
async fn is_signed_in(context: &StepContext, adding: &Adding) -> Result<bool, HandlerError> {
    let is_it = |session: &SsoSession| {
        session.id == adding.session && session.account_id == adding.account_id
    };
    let signed_in = context.signed_in().await?;
    Ok(signed_in.is_some_and(|signed_in| is_it(&signed_in.session)))
}

fn failed(context: &StepContext, provider: &Provider, error: &FederationError) -> Response {
    note_failure(context, provider, error);
    back(
        context,
        match error {
            FederationError::Refused { .. } => "cancelled",
            FederationError::Unreachable(_) => "unreachable",
            FederationError::Untrusted(_) => "untrusted",
        },
    )
}

fn back(context: &StepContext, word: &str) -> Response {
    context.lead_on(&with_query(PAGE, &[(WORD, word)]))
}
