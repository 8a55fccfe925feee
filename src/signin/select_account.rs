//! The step that offers a choice of accounts: `/login/account` (`prompt=select_account`).

use axum::response::Response;

use crate::pages::page_error::PageError;
use crate::sessions::sign_in_flow::Step;
use crate::state::visitor::HandlerError;

use super::pages::SelectAccountPage;
use super::step_context::{Form, StepContext};

/// `GET /login/account`.
pub async fn get(context: StepContext) -> Response {
    let shown = show(&context).await;
    context.shown(shown)
}

async fn show(context: &StepContext) -> Result<Response, HandlerError> {
    let open = context.at(Step::SelectAccount).await?;
    let Some(signed_in) = context.signed_in().await? else {
        return context.sign_in_instead(open, Step::SelectAccount).await;
    };
    let account = signed_in.account;
    let page = SelectAccountPage {
        frame: context.frame_at(Step::SelectAccount, &open, &account),
        csrf: StepContext::csrf_token_for(&open, &account.id),
        asker: context.asker(&open.flow),
        name: account.display_name().to_owned(),
        detail: account.email.clone().unwrap_or(account.username),
    };
    Ok(context.page(&open, &page))
}

/// `POST /login/account`.
pub async fn post(context: StepContext, form: Form) -> Response {
    let answered = choose(&context, &form).await;
    context.answered(answered)
}

async fn choose(context: &StepContext, form: &Form) -> Result<Response, HandlerError> {
    let open = context.posted(form, &[Step::SelectAccount]).await?;
    match form.get("choice") {
        Some("current") => {}
        Some("another") => return context.sign_in_instead(open, Step::SelectAccount).await,
        _ => return Err(PageError::BadRequest.into()),
    }
    let Some(signed_in) = context.signed_in().await? else {
        return context.sign_in_instead(open, Step::SelectAccount).await;
    };
    // The page offered one person's account. A person who has signed in since chooses for themselves.
    if !open.form_was_shown_to(form, &signed_in.account.id) {
        return Err(HandlerError::Elsewhere(open.flow.address()));
    }
    let mut flow = open.flow;
    flow.progress.done(Step::SelectAccount);
    flow.progress.selected_account = Some(signed_in.account.id);
    context.go_on(flow).await
}
