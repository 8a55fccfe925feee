//! What the sign-in page asks a browser that has passkeys.

use crate::passkeys::{Asked, Place};
use crate::sessions::sign_in_flow::SignInFlow;
use crate::state::AppState;

use super::step_context::StepContext;

/// What the page of `flow` asks the browser; `None` where there are no passkeys.
pub(super) fn ask(context: &StepContext, flow: &SignInFlow) -> Option<Asked> {
    let state = &context.state;
    let about = (context.now, &state.random);
    let party = state.passkeys.as_ref()?;
    party.ask(&place(state, flow), &state.keys, about)
}

/// An answer is accepted in the browser and the flow that it was asked in.
pub(super) fn place(state: &AppState, flow: &SignInFlow) -> Place {
    Place::sign_in(&state.issuer, &flow.browser, &flow.id)
}
