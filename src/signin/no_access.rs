//! The step for a person without access to the application: `/login/access`. It checks access each
//! time it is shown, so that the sign-in continues once the person has access.

use axum::http::StatusCode;
use axum::response::Response;

use crate::catalogue::standing;
use crate::pages::page;
use crate::pages::page_error::PageError;
use crate::sessions::sign_in_flow::{Step, Target};
use crate::state::visitor::HandlerError;

use super::pages::NoAccessPage;
use super::step_context::{Form, OpenFlow, StepContext, tile};

/// `GET /login/access`.
pub async fn get(context: StepContext) -> Response {
    let shown = show(&context).await;
    context.shown(shown)
}

async fn show(context: &StepContext) -> Result<Response, HandlerError> {
    let open = context.at(Step::NoAccess).await?;
    let Some(signed_in) = context.signed_in().await? else {
        return context.sign_in_instead(open, Step::NoAccess).await;
    };
    let account = signed_in.account;
    let client = open.flow.client_id().unwrap_or_default();
    let client = context.state.clients.get(client);
    let client = client.ok_or(PageError::UnknownClient)?;
    let (reason, asked) = {
        let mut tx = context.state.db.read().await?;
        let Some(reason) = standing::of_client(&mut tx, &account, &client).await? else {
            drop(tx);
            return go_on(context, open).await;
        };
        let when = (&context.state.zone, context.now);
        let asked = standing::to_ask(&mut tx, &account, &client, reason, when).await?;
        (reason, asked)
    };
    let page = NoAccessPage {
        frame: context.frame_at(Step::NoAccess, &open, &account),
        csrf: StepContext::csrf_token(&open),
        app: tile(&client),
        person: account.display_name().to_owned(),
        reason,
        ask: NoAccessPage::way_to_ask(reason, asked.product_id),
        groups: asked.groups,
        admins: asked.admins,
        can_return: matches!(open.flow.target, Target::Authorize { .. }),
    };
    let policy = context.policy(&open.flow);
    Ok(page::respond(StatusCode::FORBIDDEN, &page, &policy))
}

/// The person has access now: the sign-in continues.
async fn go_on(context: &StepContext, open: OpenFlow) -> Result<Response, HandlerError> {
    let mut flow = open.flow;
    flow.progress.done(Step::NoAccess);
    context.go_on(flow).await
}

/// `POST /login/access`.
pub async fn post(context: StepContext, form: Form) -> Response {
    let answered = choose(&context, &form).await;
    context.answered(answered)
}

async fn choose(context: &StepContext, form: &Form) -> Result<Response, HandlerError> {
    let open = context.posted(form, &[Step::NoAccess]).await?;
    match form.get("choice") {
        Some("another") => context.sign_in_instead(open, Step::NoAccess).await,
        _ => Err(PageError::BadRequest.into()),
    }
}
