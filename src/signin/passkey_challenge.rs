//! What the pages of the sign-in ask a browser that has passkeys.

use crate::directory::Account;
use crate::passkeys::{Asked, Passkey, Place};
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

/// What the page of `flow` asks after the password of `account`, which has the keys `own`; `None` without any.
pub(super) fn ask_factor(
    context: &StepContext,
    flow: &SignInFlow,
    account: &Account,
    own: &[Passkey],
) -> Option<Asked> {
    let state = &context.state;
    let party = state.passkeys.as_ref().filter(|_| !own.is_empty())?;
    let about = (&state.keys, context.now, &state.random);
    party.ask_second_factor(&factor_place(state, flow, account), own, about)
}

/// An answer after a password counts for this account only.
pub(super) fn factor_place(state: &AppState, flow: &SignInFlow, account: &Account) -> Place {
    Place::second_factor(&state.issuer, &flow.browser, &flow.id, &account.id)
}
