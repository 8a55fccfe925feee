//! What each trip to a corporate provider shares: what is asked, the way out, and the notes and pages about a trip that ends
//! otherwise.

use axum::http::StatusCode;
use axum::response::Response;
use serde_json::Value;

use super::identify::CORPORATE_TAB;
use super::pages::{CorporateEndPage, End};
use super::step_context::StepContext;
use crate::audit::Event;
use crate::factors::{Acr, WantedAcr};
use crate::federation::{Asked, FederationError, Provider};
use crate::http::params::with_query;
use crate::pages::page;
use crate::sessions::sign_in_flow::{SignInFlow, Step};
use crate::state::leading::WayOut;

/// What `flow` asks of the provider.
pub(super) fn asked<'f>(context: &StepContext, flow: &'f SignInFlow) -> Asked<'f> {
    let client = flow
        .client_id()
        .and_then(|id| context.state.clients.get(id));
    let requires = client
        .as_ref()
        .is_some_and(|client| client.require_second_factor);
    let usual = client.and_then(|client| client.default_max_age);
    let prompt = flow.parameter("prompt").unwrap_or_default();
    let steps = &flow.progress.steps;
    let adds_a_factor = steps.first() == Some(&Step::Identify) && steps.contains(&Step::AddFactor);
    let max_age = flow
        .parameter("max_age")
        .and_then(|seconds| seconds.parse().ok());
    let wants = |wanted: WantedAcr| wanted.is_met_by(Acr::Mfa) && !wanted.is_met_by(Acr::Password);
    Asked {
        // Before a new way in, a sign-in that is still open there is no proof (attack 17).
        proof: prompt.split(' ').any(|word| word == "login") || adds_a_factor,
        max_age: max_age.or(usual.and_then(|seconds| u64::try_from(seconds).ok())),
        login_hint: flow.parameter("login_hint"),
        ui_locales: match flow.progress.language.as_deref() {
            Some(language) => Some(language),
            None => flow.parameter("ui_locales"),
        },
        mfa: requires || wanted(flow).is_some_and(wants),
    }
}

/// The classes that the application wants.
pub(super) fn wanted(flow: &SignInFlow) -> Option<WantedAcr> {
    let claims = flow.parameter("claims");
    let claims = claims.and_then(|text| serde_json::from_str::<Value>(text).ok());
    let claim = claims
        .as_ref()
        .and_then(|claims| claims.get("id_token")?.get("acr"));
    WantedAcr::of(claim, flow.parameter("acr_values").unwrap_or_default())
}

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

/// The page that says how the trip to `provider` ended.
pub(super) fn show(
    context: &StepContext,
    provider: &Provider,
    flow: &SignInFlow,
    end: End,
) -> Response {
    show_named(context, provider.label(), flow, end)
}

/// The same for a provider that is known by its name only.
pub(super) fn show_named(
    context: &StepContext,
    name: &str,
    flow: &SignInFlow,
    end: End,
) -> Response {
    let status = match end {
        End::Unreachable | End::Untrusted => StatusCode::BAD_GATEWAY,
        End::Cancelled | End::Late => StatusCode::BAD_REQUEST,
        End::Unknown | End::NoWay | End::Closed | End::Waiting | End::Withdrawn | End::Another => {
            StatusCode::FORBIDDEN
        }
    };
    let page = CorporateEndPage {
        frame: context.frame(Some(flow), None),
        provider: name.to_owned(),
        end,
        back: with_query(&flow.address(), &[("tab", CORPORATE_TAB)]),
    };
    page::respond(status, &page, &context.policy(flow))
}
