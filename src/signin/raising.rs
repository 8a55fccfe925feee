//! The trip that adds a second factor to a corporate sign-in: the page that asks for one offers it beside our own ways.

use std::sync::Arc;

use axum::response::Response;

use crate::db::DbError;
use crate::directory::Account;
use crate::factors::Acr;
use crate::federation::{self, Arrival, Asked, Identity, Provider, TheirSignIn, arrival};
use crate::sessions::raising;
use crate::sessions::sign_in_flow::{Proved, SignInFlow, Step};
use crate::state::visitor::HandlerError;

use super::corporate_proof::sign_in;
use super::corporate_trip::{self, refused, show, wanted};
use super::enter;
use super::pages::{CorporateWay, End};
use super::step_context::{OpenFlow, StepContext};

/// The steps that a second factor of a provider is as good for.
pub(super) const STEPS: [Step; 2] = [Step::SecondFactor, Step::AddFactor];

/// True on a trip that began at the page of a second factor: it signs in nobody else.
pub(super) fn is_one(flow: &SignInFlow) -> bool {
    flow.next().is_some_and(|step| STEPS.contains(&step))
}

/// The provider that can add a second factor to `proved`, until it was asked once in this flow and did not.
pub(super) async fn provider(
    context: &StepContext,
    flow: &SignInFlow,
    proved: &Proved,
) -> Result<Option<Arc<Provider>>, DbError> {
    let is_enough = wanted(flow).is_none_or(|wanted| wanted.is_met_by(Acr::Mfa));
    if flow.progress.not_raised || !is_enough {
        return Ok(None);
    }
    let mut view = context.state.db.read().await?;
    raising::of_proof(&mut view, proved, &context.state.providers).await
}

/// The link of the page to that provider.
pub(super) async fn way(
    context: &StepContext,
    flow: &SignInFlow,
    proved: &Proved,
) -> Result<Option<CorporateWay>, DbError> {
    let provider = provider(context, flow, proved).await?;
    Ok(provider.map(|provider| CorporateWay::of(&provider, flow)))
}

/// What the trip asks of the provider, which must be the one of that link.
pub(super) async fn asked<'f>(
    context: &StepContext,
    open: &'f OpenFlow,
    there: &Provider,
) -> Result<Asked<'f>, HandlerError> {
    let (_, proved) = enter::proved(context, open).await?;
    let offered = provider(context, &open.flow, &proved).await?;
    if offered.is_none_or(|offered| offered.id() != there.id()) {
        return Err(HandlerError::Elsewhere(open.flow.address()));
    }
    let usual = corporate_trip::asked(context, &open.flow);
    let mfa = true;
    // A session stays as old as it is, and was found recent enough. A sign-in becomes as old as this trip says.
    Ok(match &proved.session {
        Some(_) => Asked {
            proof: false,
            max_age: None,
            mfa,
            ..usual
        },
        None => Asked { mfa, ..usual },
    })
}

/// Takes the answer: only the same person with more than a password goes on with it.
pub(super) async fn arrived(
    context: &StepContext,
    open: OpenFlow,
    provider: &Provider,
    (identity, theirs): (Identity, TheirSignIn),
) -> Result<Response, HandlerError> {
    let (account, proved) = enter::proved(context, &open).await?;
    if !belongs(context, provider, &identity, (&account, &proved)).await? {
        refused(context, provider, "taken", Some(&account.id));
        return Ok(show(context, provider, &open.flow, End::Another));
    }
    if !theirs.is_mfa {
        return not_raised(context, open.flow, &proved).await;
    }
    let raised = match &proved.session {
        Some(_) => proved.raised_by(identity.clone(), theirs),
        None => Proved::corporate(&account, identity.clone(), theirs),
    };
    sign_in(context, &open, provider, account, (identity, raised)).await
}

/// True if the identity is the account's own (attack 20). An identity that waits to be linked is, if it came before.
async fn belongs(
    context: &StepContext,
    provider: &Provider,
    identity: &Identity,
    (account, proved): (&Account, &Proved),
) -> Result<bool, HandlerError> {
    let found = {
        let mut view = context.state.db.read().await?;
        federation::find(&mut view, provider, identity).await?
    };
    let when = (context.now, &context.state.zone);
    Ok(match arrival(provider, identity, found, when) {
        Arrival::Known(known) => known.id == account.id,
        Arrival::Linked(linked) => {
            let name = |one: &Identity| (one.issuer.clone(), one.subject.clone());
            let came = proved.arrived.as_deref().map(name);
            linked.id == account.id && came == Some(name(identity))
        }
        _ => false,
    })
}

/// Goes on without the provider. What a session lacks is decided again, because there may be no other way.
async fn not_raised(
    context: &StepContext,
    mut flow: SignInFlow,
    proved: &Proved,
) -> Result<Response, HandlerError> {
    flow.progress.not_raised = true;
    if proved.session.is_some() {
        for step in STEPS {
            flow.progress.done(step);
        }
    }
    context.go_on(flow).await
}
