//! The last step of a sign-in flow to a legacy application: issues the launch token and redirects the browser to the
//! checked callbackUrl (contract F-02, F-03, T-05).

use axum::response::Response;

use crate::audit::AuditContext;
use crate::catalogue::standing;
use crate::clients::Callback;
use crate::db::DbError;
use crate::factors::{self, Acr, Lack};
use crate::pages::page_error::PageError;
use crate::sessions::browser::SignedIn;
use crate::sessions::consents::{self, Allowed};
use crate::sessions::launch::{self, Launch, LaunchLifetimes};
use crate::sessions::sign_in_flow::{self, Proved, SignInFlow, Step, Target};
use crate::sessions::sign_in_flows;
use crate::state::AppState;
use crate::state::leading::WayOut;
use crate::state::visitor::{HandlerError, Visitor};

/// Where a sign-in flow to a legacy application ends.
pub const PATH: &str = sign_in_flow::LAUNCH;

/// `GET /login/launch?flow=`.
pub async fn get(visitor: Visitor) -> Response {
    let left = leave(&visitor).await;
    left.unwrap_or_else(|error| visitor.error_response(error))
}

/// Leads to the callback address with its token. A form of ours may have led here.
async fn leave(visitor: &Visitor) -> Result<Response, HandlerError> {
    let (state, now) = (&visitor.state, visitor.now);
    let flow = flow(visitor).await?;
    let Target::Launch {
        client_id,
        callback_url,
        ..
    } = &flow.target
    else {
        return Err(PageError::BadRequest.into());
    };
    let begin_again = || HandlerError::Elsewhere(flow.restart_address());
    // The person used the Back button or left a page open too long: start a new sign-in to the same target.
    if !flow.is_open(now) {
        return Err(begin_again());
    }
    if flow.next().is_some() {
        return Err(HandlerError::Elsewhere(flow.address()));
    }
    let signed_in = visitor.signed_in_for(client_id).await?;
    let signed_in = signed_in.ok_or_else(begin_again)?;
    // Check again: the registration may have changed during the sign-in.
    let client = state.clients.get(client_id);
    let client = client.ok_or(PageError::UnknownClient)?;
    let legacy = client.launches().ok_or(PageError::UnknownClient)?;
    let callback = Callback::check(callback_url, legacy).map_err(|_| PageError::CallbackUrl)?;
    let launch = Launch::of(&client, LaunchLifetimes::from(&state.config.sessions));
    let launch = launch.ok_or(PageError::UnknownClient)?;
    let audit = visitor.audit();
    let closed = {
        let mut tx = state.db.read().await?;
        standing::of_client(&mut tx, &signed_in.account, &client).await?
    };
    if let Some(closed) = closed {
        let entry = audit
            .entry(closed.refused_at(PATH, &client))
            .account(&signed_in.account.id);
        state.recorder.refuse(entry.client(&client.client_id));
        return Err(lead_to_no_access(visitor, flow).await?);
    }
    if client.require_second_factor
        && let Some(step) = lacking(visitor, &flow, &signed_in).await?
    {
        return Err(lead_to_factor(visitor, flow, &signed_in, step).await?);
    }
    let allowed = if client.asks_before_launch() {
        match asked(&flow, &signed_in, &callback) {
            Asked::Before => None,
            Asked::Now(allowed) => Some(allowed),
            Asked::Refused => return Err(HandlerError::Elsewhere("/".to_owned())),
            Asked::NotYet => return Err(lead_to_consent(visitor, flow, &callback).await?),
        }
    } else {
        None
    };
    state.account_writes.spend(&signed_in.account.id, now)?;
    let frame = visitor.frame(None, None, signed_in.account.lang.as_deref());
    let ending = (flow.id.clone(), allowed);
    let token = end(state, ending, launch, signed_in, audit).await?;
    let token = token.ok_or_else(begin_again)?;
    state.clients.note_use(client_id, now);
    let way = WayOut {
        address: &callback.with("token", &token),
        name: &client.name,
        after_form: true,
        ended: false,
    };
    Ok(visitor.lead_out(frame, &way))
}

/// The step that a session needs first for an application that requires a second factor.
async fn lacking(
    visitor: &Visitor,
    flow: &SignInFlow,
    signed_in: &SignedIn,
) -> Result<Option<Step>, HandlerError> {
    let session = &signed_in.session;
    let has = Acr::of(&session.acr).unwrap_or(Acr::Password);
    let proof = (has, session.is_fresh(visitor.now));
    let waits = (flow.progress.put_off, false);
    let about = (&visitor.state.config, visitor.now);
    let mut view = visitor.state.db.read().await?;
    let lack = factors::lack(&mut view, &signed_in.account, proof, waits, about).await?;
    Ok(match lack {
        Lack::Nothing => None,
        Lack::Proof => Some(Step::SecondFactor),
        Lack::Factor => Some(Step::AddFactor),
        Lack::FreshProof => Some(Step::Identify),
    })
}

/// Redirects to the page that adds a second factor to the proof of the session, or to a new sign-in, which does so itself.
async fn lead_to_factor(
    visitor: &Visitor,
    mut flow: SignInFlow,
    signed_in: &SignedIn,
    step: Step,
) -> Result<HandlerError, HandlerError> {
    let adds = step != Step::Identify;
    flow.progress.proved = adds.then(|| Proved::of_session(&signed_in.session, &signed_in.account));
    flow.progress.first(step);
    let flow = visitor.save(flow).await?;
    Ok(HandlerError::Elsewhere(flow.address()))
}

/// The person's answer about a launch token for this origin.
enum Asked {
    /// Allowed it in an earlier sign-in.
    Before,
    /// Allowed it in this flow.
    Now(Allowed),
    Refused,
    NotYet,
}

/// The consent of `signed_in`; an answer counts for one person, application and origin.
fn asked(flow: &SignInFlow, signed_in: &SignedIn, callback: &Callback) -> Asked {
    let wanted = vec![launch::agreement(callback)];
    let account_id = &signed_in.account.id;
    let answer = flow.progress.consent.as_ref();
    let answer = answer.filter(|answer| answer.account_id == *account_id && answer.scope == wanted);
    match answer {
        Some(answer) if answer.allowed => Asked::Now(Allowed {
            account_id: account_id.clone(),
            client_id: flow.client_id().unwrap_or_default().to_owned(),
            session_id: signed_in.session.id.clone(),
            scope: wanted,
            asked_again: false,
        }),
        Some(_) => Asked::Refused,
        None => match &signed_in.consent {
            Some(consent) if consent.covers(&wanted) => Asked::Before,
            _ => Asked::NotYet,
        },
    }
}

/// Redirects to the page that asks the person (decision 0046).
async fn lead_to_consent(
    visitor: &Visitor,
    mut flow: SignInFlow,
    callback: &Callback,
) -> Result<HandlerError, HandlerError> {
    flow.progress.asking_for = vec![launch::agreement(callback)];
    flow.progress.first(Step::Consent);
    let flow = visitor.save(flow).await?;
    Ok(HandlerError::Elsewhere(flow.address()))
}

/// Redirects to the page that says that the person has no access (attack 31).
async fn lead_to_no_access(
    visitor: &Visitor,
    mut flow: SignInFlow,
) -> Result<HandlerError, HandlerError> {
    flow.progress.first(Step::NoAccess);
    let flow = visitor.save(flow).await?;
    Ok(HandlerError::Elsewhere(flow.address()))
}

/// The sign-in flow, which must belong to this browser (attacks 8 and 10).
async fn flow(visitor: &Visitor) -> Result<SignInFlow, HandlerError> {
    let lost = || HandlerError::Expired { back: None };
    let id = visitor.visit.query.get("flow").ok_or_else(lost)?;
    let flow = visitor.find_flow(id).await?.ok_or_else(lost)?;
    visitor.owner_secret(&flow)?;
    Ok(flow)
}

/// Ends the sign-in flow, remembers what the person allowed in it, and issues the token or code; `None` when the flow had
/// ended before.
async fn end(
    state: &AppState,
    (flow_id, allowed): (String, Option<Allowed>),
    launch: Launch,
    signed_in: SignedIn,
    audit: AuditContext,
) -> Result<Option<String>, DbError> {
    state
        .db
        .write(move |tx| {
            Box::pin(async move {
                if !sign_in_flows::end(tx, &flow_id, audit.now).await? {
                    return Ok(None);
                }
                if let Some(allowed) = allowed {
                    consents::give(tx, &allowed, &audit).await?;
                }
                launch.give(tx, &signed_in.session, &audit).await.map(Some)
            })
        })
        .await
}
