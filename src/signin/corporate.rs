//! The trip to a corporate provider and back: `/federation/{id}` and `/federation/{id}/callback`.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS,
};
use axum::response::{IntoResponse as _, Response};

use crate::clock::{MINUTE, Millis};
use crate::db::DbError;
use crate::directory::{Account, AccountError, Status, WhyNot};
use crate::federation::{
    self, Arrival, Callback, Ceremony, FederationError, Identity, Linking, Provider, TheirSignIn,
    arrival,
};
use crate::pages::page_error::{ErrorPage, PageError};
use crate::pages::visit::Visit;
use crate::passkeys;
use crate::sessions::sign_in_flow::{Proved, SignInFlow, Step};
use crate::sessions::sign_in_flows;
use crate::state::AppState;
use crate::state::visitor::HandlerError;

use super::adding_identity;
use super::corporate_proof::sign_in;
use super::corporate_trip::{asked, note_failure, out, refused, show, show_named};
use super::identify;
use super::pages::End;
use super::raising;
use super::step_context::{OpenFlow, StepContext};

/// How long a trip may take.
const LONGEST_TRIP: Millis = 10 * MINUTE;

/// Where a browser begins a trip to the provider `id`, with the sign-in flow in its query, or as at `/login` without one.
pub const START: &str = "/federation/{id}";
/// The icon of a provider.
pub const ICON: &str = "/federation/{id}/icon";
/// Where the provider sends the browser back to.
pub const CALLBACK: &str = "/federation/{id}/callback";

/// The name of a provider in an address.
type Named = Result<Path<String>, PathRejection>;

/// A name that is no text is no provider's.
fn name(id: Named) -> String {
    id.map(|Path(id)| id).unwrap_or_default()
}

/// `GET /federation/{id}`.
pub async fn start(id: Named, context: StepContext) -> Response {
    let id = name(id);
    let led = lead_there(&context, &id).await;
    context.answered(led)
}

async fn lead_there(context: &StepContext, id: &str) -> Result<Response, HandlerError> {
    let provider = &*provider(context, id)?;
    if let Some(sealed) = context.visit.query.get(adding_identity::FIELD) {
        return adding_identity::leave(context, provider, sealed).await;
    }
    if context.visit.query.get("flow").is_none() {
        let first = |flow: &SignInFlow| flow.address_at(&provider.start_path());
        return identify::arrive(context, first).await;
    }
    let open = context
        .at_one_of(&[Step::Identify, Step::SecondFactor, Step::AddFactor])
        .await?;
    let asked = if raising::is_one(&open.flow) {
        raising::asked(context, &open, provider).await?
    } else {
        asked(context, &open.flow)
    };
    let ceremony = Ceremony::new(provider, &asked, context.now, &context.state.random);
    let mut flow = open.flow.clone();
    flow.progress.linking = None;
    flow.progress.ceremony = Some(Box::new(ceremony.clone()));
    // Each trip has a row of its own, so that two tabs do not use up each other's.
    let flow = context.store(flow).await?;
    let there = provider.authorize(&ceremony, &flow.id, &asked, context.now);
    match there.await {
        Ok(url) => Ok(out(context, provider, &flow, url.as_str())),
        Err(error) => Ok(failed(context, provider, &flow, &error)),
    }
}

/// `GET /federation/{id}/icon`: of a provider that is offered. With the hash of the icon in its address browsers keep it. It
/// is a picture drawn by us, and nothing in it runs (attack 40).
pub async fn icon(id: Named, State(state): State<Arc<AppState>>, visit: Visit) -> Response {
    let provider = state.providers.get(&name(id));
    let Some(icon) = provider.as_ref().and_then(|provider| provider.icon()) else {
        let frame = visit.frame(&state.site, None, None, None, state.clock.now());
        return ErrorPage::new(frame, PageError::NotFound).respond();
    };
    let is_this = visit.query.get("v") == Some(icon.hash());
    let kept = if is_this {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let headers = [
        (CONTENT_TYPE, "image/png"),
        (CACHE_CONTROL, kept),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'"),
    ];
    (headers, icon.png().clone()).into_response()
}

/// `GET /federation/{id}/callback`.
pub async fn callback(id: Named, context: StepContext) -> Response {
    let id = name(id);
    let came = Box::pin(come_back(&context, &id)).await;
    context.answered(came)
}

async fn come_back(context: &StepContext, id: &str) -> Result<Response, HandlerError> {
    let Some(provider) = context.state.providers.get(id) else {
        return withdrawn(context, id).await;
    };
    let provider = &*provider;
    if context.visit.query.repeated(&[]).is_some() {
        return Err(PageError::BadRequest.into());
    }
    let open = context.flow(context.visit.query.get("state")).await?;
    // At the address of another provider it stays for its own.
    let ceremony = open.flow.progress.ceremony.as_ref();
    if ceremony.is_none_or(|ceremony| ceremony.provider != id) {
        return Ok(show(context, provider, &open.flow, End::Late));
    }
    let (open, Some(ceremony)) = taken(context, open).await? else {
        return Err(HandlerError::Expired { back: None });
    };
    let is_late = context.now >= ceremony.began_at.saturating_add(LONGEST_TRIP);
    let query = &context.visit.query;
    let answer = Callback {
        code: query.get("code"),
        error: query.get("error"),
        iss: query.get("iss"),
    };
    if let Some(adding) = &ceremony.adding {
        let trip = (&*ceremony, &answer, is_late);
        return adding_identity::come_back(context, provider, (&open.flow, adding), trip).await;
    }
    if is_late {
        return Ok(show(context, provider, &open.flow, End::Late));
    }
    match provider.finish(&ceremony, &answer, context.now).await {
        Ok(came) if raising::is_one(&open.flow) => {
            Box::pin(raising::arrived(context, open, provider, came)).await
        }
        Ok(came) => Box::pin(arrived(context, open, provider, came)).await,
        Err(error) => Ok(failed(context, provider, &open.flow, &error)),
    }
}

/// Takes the trip out of the flow. Of several requests with one `state` exactly one gets it.
async fn taken(
    context: &StepContext,
    mut open: OpenFlow,
) -> Result<(OpenFlow, Option<Box<Ceremony>>), HandlerError> {
    let before = open.flow.progress.clone();
    let Some(ceremony) = open.flow.progress.ceremony.take() else {
        return Ok((open, None));
    };
    let (id, after) = (open.flow.id.clone(), open.flow.progress.clone());
    let saved = context.state.db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { sign_in_flows::save_once(tx, &id, &before, &after).await })
    });
    let ceremony = saved.await?.then_some(ceremony);
    Ok((open, ceremony))
}

/// Signs in, or says why not: one branch for each [`Arrival`].
async fn arrived(
    context: &StepContext,
    mut open: OpenFlow,
    provider: &Provider,
    (identity, theirs): (Identity, TheirSignIn),
) -> Result<Response, HandlerError> {
    let state = &context.state;
    let found = {
        let mut view = state.db.read().await?;
        federation::find(&mut view, provider, &identity).await?
    };
    match arrival(provider, &identity, found, (context.now, &state.zone)) {
        Arrival::Known(account) | Arrival::Linked(account) => {
            let proved = Proved::corporate(&account, identity.clone(), theirs);
            sign_in(context, &open, provider, account, (identity, proved)).await
        }
        Arrival::Prove(account) => {
            let by_passkey = account.password_hash.is_none();
            if by_passkey && !has_passkey(context, &account).await? {
                refused(context, provider, "no_way", Some(&account.id));
                return Ok(show(context, provider, &open.flow, End::NoWay));
            }
            open.flow.progress.linking = Some(Box::new(Linking {
                identity,
                account_id: account.id,
                by_passkey,
            }));
            context.go_on(open.flow).await
        }
        Arrival::Closed(account, why) => {
            let end = match why {
                WhyNot::Processing => End::Waiting,
                WhyNot::Disabled | WhyNot::Expired => End::Closed,
            };
            refused(context, provider, "closed", Some(&account.id));
            Ok(show(context, provider, &open.flow, end))
        }
        Arrival::Unknown => newcomer(context, open, provider, (identity, theirs)).await,
    }
}

/// True if a passkey signs in to the account by itself.
async fn has_passkey(context: &StepContext, account: &Account) -> Result<bool, DbError> {
    let mut view = context.state.db.read().await?;
    let keys = passkeys::list(&mut view, &account.id).await?;
    Ok(context.state.passkeys.is_some() && keys.iter().any(|key| key.discoverable))
}

/// Nobody here fits: the provider's entry decides whether there is an account from now on.
async fn newcomer(
    context: &StepContext,
    open: OpenFlow,
    provider: &Provider,
    (identity, theirs): (Identity, TheirSignIn),
) -> Result<Response, HandlerError> {
    let (audit, providers) = (context.audit(), context.state.providers.clone());
    let (id, person) = (provider.id().to_owned(), identity.clone());
    let added = context.state.db.write::<_, AccountError, _>(move |tx| {
        Box::pin(async move {
            let Some(provider) = providers.get(&id) else {
                return Ok(None);
            };
            federation::welcome_newcomer(tx, &provider, &person, &audit).await
        })
    });
    let account = match added.await {
        Ok(Some(account)) => account,
        Err(AccountError::Db(error)) => return Err(error.into()),
        Ok(None) | Err(_) => {
            refused(context, provider, "unknown", None);
            return Ok(show(context, provider, &open.flow, End::Unknown));
        }
    };
    if account.status != Status::Enabled {
        return Ok(show(context, provider, &open.flow, End::Waiting));
    }
    let proved = Proved::corporate(&account, identity.clone(), theirs);
    sign_in(context, &open, provider, account, (identity, proved)).await
}

fn provider(context: &StepContext, id: &str) -> Result<Arc<Provider>, HandlerError> {
    let provider = context.state.providers.get(id);
    provider.ok_or_else(|| PageError::NotFound.into())
}

/// The page for a trip that the provider or its answer ended.
fn failed(
    context: &StepContext,
    provider: &Provider,
    flow: &SignInFlow,
    error: &FederationError,
) -> Response {
    note_failure(context, provider, error);
    let end = match error {
        FederationError::Refused { .. } => End::Cancelled,
        FederationError::Unreachable(_) => End::Unreachable,
        FederationError::Untrusted(_) => End::Untrusted,
    };
    show(context, provider, flow, end)
}

/// The page for a trip to a provider that was disabled or deleted meanwhile.
async fn withdrawn(context: &StepContext, id: &str) -> Result<Response, HandlerError> {
    let state = context.visit.query.get("state");
    let open = context.flow(state.filter(|_| !id.is_empty())).await;
    let open = open.map_err(|error| match error {
        HandlerError::Expired { .. } | HandlerError::Page(..) => PageError::NotFound.into(),
        other => other,
    })?;
    let ceremony = open.flow.progress.ceremony.as_ref();
    match ceremony.filter(|ceremony| ceremony.provider == id) {
        Some(_) => Ok(show_named(context, id, &open.flow, End::Withdrawn)),
        None => Err(PageError::NotFound.into()),
    }
}
