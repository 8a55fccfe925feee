//! What each trip to a corporate provider shares: the way out, and the notes about a trip that ends otherwise.

use axum::response::Response;

use super::step_context::StepContext;
use crate::audit::Event;
use crate::federation::{FederationError, Provider};
use crate::sessions::sign_in_flow::SignInFlow;
use crate::state::leading::WayOut;

/// Leads the browser to the provider.
pub(super) fn out(
    context: &StepContext,
    provider: &Provider,
    flow: &SignInFlow,
    address: &str,
) -> Response {
    let way = WayOut {
        address,
        name: provider.label(),
        after_form: false,
        ended: false,
    };
    context.lead_out(context.frame(Some(flow), None), &way)
}

pub(super) fn note_failure(context: &StepContext, provider: &Provider, error: &FederationError) {
    // The provider's words may contain anything (attack 38).
    let why = error.to_string();
    tracing::warn!(provider = provider.id(), why = %why.escape_debug(), "a corporate sign-in failed");
    refused(context, provider, error.reason(), None);
}

pub(super) fn refused(
    context: &StepContext,
    provider: &Provider,
    reason: &'static str,
    account_id: Option<&str>,
) {
    let entry = context.audit().entry(Event::IdentityRefused {
        provider: provider.id().to_owned(),
        reason,
    });
    let entry = match account_id {
        Some(id) => entry.account(id),
        None => entry,
    };
    context.state.recorder.refuse(entry);
}
