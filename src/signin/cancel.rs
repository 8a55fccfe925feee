//! Cancels a sign-in: the application gets `access_denied`.

use axum::response::Response;

use crate::http::redirect::see_other;
use crate::sessions::sign_in_flow::{Step, Target};
use crate::state::visitor::HandlerError;

use super::step_context::{Form, StepContext};

/// The path that the cancel button of every step posts to.
pub(super) const PATH: &str = "/login/cancel";

/// `POST /login/cancel`.
pub async fn post(context: StepContext, form: Form) -> Response {
    let answered = leave(&context, &form).await;
    context.answered(answered)
}

async fn leave(context: &StepContext, form: &Form) -> Result<Response, HandlerError> {
    let open = context.posted(form, Step::ALL).await?;
    if !matches!(open.flow.target, Target::Authorize { .. }) {
        // Legacy applications have no error response: the person goes to the home page.
        return Ok(see_other("/"));
    }
    let mut flow = open.flow;
    flow.progress.cancelled = true;
    context.go_on(flow).await
}
