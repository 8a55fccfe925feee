//! The step that asks for consent: `/consent` (OpenID Connect Core 3.1.2.4). A legacy application that an administrator
//! added needs it too, before a launch token first goes to one of its origins (decision 0046).

use axum::response::Response;

use crate::directory::Account;
use crate::pages::page_error::PageError;
use crate::sessions::sign_in_flow::{ConsentAnswer, Step, Target};
use crate::state::visitor::HandlerError;

use super::pages::{ConsentPage, ConsentScope};
use super::step_context::{Form, OpenFlow, StepContext, tile};

/// `GET /consent`.
pub async fn get(context: StepContext) -> Response {
    let shown = show(&context).await;
    context.shown(shown)
}

async fn show(context: &StepContext) -> Result<Response, HandlerError> {
    let open = context.at(Step::Consent).await?;
    let Some(signed_in) = context.signed_in().await? else {
        return nobody(context, open).await;
    };
    let account = signed_in.account;
    let client_id = open.flow.client_id().unwrap_or_default();
    let client = context
        .state
        .clients
        .get(client_id)
        .ok_or(PageError::UnknownClient)?;
    let own = context.state.config.server.public_url.url();
    let redirect = open.flow.redirect_origin().unwrap_or_default();
    let launched = matches!(open.flow.target, Target::Launch { .. });
    let page = ConsentPage {
        frame: context.frame_at(Step::Consent, &open, &account),
        csrf: StepContext::csrf_token_for(&open, &account.id),
        app: tile(&client),
        person: account.display_name().to_owned(),
        each_time: !launched && client.asks_each_time(&redirect, own),
        scopes: if launched {
            Vec::new()
        } else {
            scopes(&open, &account)
        },
        launched_at: launched.then_some(redirect),
        policy_uri: client.policy_uri.clone(),
        tos_uri: client.tos_uri.clone(),
    };
    Ok(context.page(&open, &page))
}

/// The session ended while the page was open: the person signs in again first.
async fn nobody(context: &StepContext, open: OpenFlow) -> Result<Response, HandlerError> {
    let mut flow = open.flow;
    flow.progress.first(Step::Identify);
    context.go_on(flow).await
}

/// The scope values that the page asks for, with the data of this person that they disclose.
fn scopes(open: &OpenFlow, account: &Account) -> Vec<ConsentScope> {
    // Identity first, then other data.
    let mut asked: Vec<&String> = open.flow.progress.asking_for.iter().collect();
    asked.sort_by_key(|name| *name != "openid");
    let shown = asked.into_iter().map(|name| ConsentScope {
        value: match name.as_str() {
            "openid" => Some(account.username.clone()),
            "email" => account.email.clone(),
            "phone" => account.profile.phone_number.clone(),
            "profile" => Some(account.full_name.clone()).filter(|name| !name.is_empty()),
            _ => None,
        },
        name: name.clone(),
    });
    shown.collect()
}

/// `POST /consent`.
pub async fn post(context: StepContext, form: Form) -> Response {
    let answered = answer(&context, &form).await;
    context.answered(answered)
}

async fn answer(context: &StepContext, form: &Form) -> Result<Response, HandlerError> {
    let open = context.posted(form, &[Step::Consent]).await?;
    let Some(signed_in) = context.signed_in().await? else {
        return nobody(context, open).await;
    };
    let allowed = match form.get("decision") {
        Some("allow") => true,
        Some("deny") => false,
        _ => return Err(PageError::BadRequest.into()),
    };
    // The page showed one person's data. If another person has signed in since, they get the page for themselves first.
    if !open.form_was_shown_to(form, &signed_in.account.id) {
        return Err(HandlerError::Elsewhere(open.flow.address()));
    }
    let mut flow = open.flow;
    flow.progress.done(Step::Consent);
    flow.progress.consent = Some(ConsentAnswer {
        account_id: signed_in.account.id,
        scope: flow.progress.asking_for.clone(),
        allowed,
    });
    context.go_on(flow).await
}
