//! The step that asks for consent: `/consent` (OpenID Connect Core 3.1.2.4).

use axum::response::Response;

use crate::directory::Account;
use crate::http::trouble::Trouble;
use crate::sessions::sign_in_flow::{ConsentAnswer, Step};
use crate::state::visitor::Halt;

use super::desk::{Desk, Form, Held, tile};
use super::pages::{ConsentPage, ConsentScope};

/// `GET /consent`.
pub async fn get(desk: Desk) -> Response {
    let shown = show(&desk).await;
    desk.shown(shown)
}

async fn show(desk: &Desk) -> Result<Response, Halt> {
    let held = desk.at(Step::Consent).await?;
    let Some(signed_in) = desk.signed_in().await? else {
        return nobody(desk, held).await;
    };
    let account = signed_in.account;
    let client_id = held.flow.client_id().unwrap_or_default();
    let client = desk
        .state
        .clients
        .get(client_id)
        .ok_or(Trouble::UnknownClient)?;
    let own = desk.state.config.server.public_url.url();
    let redirect = held.flow.redirect_origin().unwrap_or_default();
    let page = ConsentPage {
        frame: desk.frame_at(Step::Consent, &held, &account),
        seal: Desk::seal_for(&held, &account.id),
        app: tile(&client),
        person: account.display_name().to_owned(),
        each_time: client.asks_each_time(&redirect, own),
        scopes: scopes(&held, &account),
        policy_uri: client.policy_uri.clone(),
        tos_uri: client.tos_uri.clone(),
    };
    Ok(desk.page(&held, &page))
}

/// The session ended while the page was open: whoever it is signs in first.
async fn nobody(desk: &Desk, held: Held) -> Result<Response, Halt> {
    let mut flow = held.flow;
    flow.progress.first(Step::Identify);
    Ok(desk.go_on(flow).await?)
}

/// What the page asks for, with what it would reveal of this very person.
fn scopes(held: &Held, account: &Account) -> Vec<ConsentScope> {
    // First who it is, then what is told of them.
    let mut asked: Vec<&String> = held.flow.progress.asking_for.iter().collect();
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
pub async fn post(desk: Desk, form: Form) -> Response {
    let answered = answer(&desk, &form).await;
    desk.answered(answered)
}

async fn answer(desk: &Desk, form: &Form) -> Result<Response, Halt> {
    let held = desk.posted(form, &[Step::Consent]).await?;
    let Some(signed_in) = desk.signed_in().await? else {
        return nobody(desk, held).await;
    };
    let allowed = match form.get("decision") {
        Some("allow") => true,
        Some("deny") => false,
        _ => return Err(Trouble::BadRequest.into()),
    };
    // The page showed what it would tell of one person; another who has signed in meanwhile sees
    // the page for themselves first.
    if !held.sealed_for(form, &signed_in.account.id) {
        return Err(Halt::Elsewhere(held.flow.address()));
    }
    let mut flow = held.flow;
    flow.progress.done(Step::Consent);
    flow.progress.consent = Some(ConsentAnswer {
        account_id: signed_in.account.id,
        scope: flow.progress.asking_for.clone(),
        allowed,
    });
    Ok(desk.go_on(flow).await?)
}
