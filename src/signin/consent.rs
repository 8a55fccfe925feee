//! The step that asks for consent: `/consent` (OpenID Connect Core 3.1.2.4).

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use tower_sessions::Session;

use crate::directory::Account;
use crate::ground::Ground;
use crate::http::origin::RequestOrigin;
use crate::http::page;
use crate::http::params::{Params, with_query};
use crate::http::trouble::Trouble;
use crate::http::visit::Visit;
use crate::sessions::journey::{ConsentAnswer, Step};

use super::desk::{Desk, Held, Stop, keep_language, onward};
use super::pages::{ConsentPage, ConsentScope};

/// `GET /consent`.
pub async fn get(
    State(ground): State<Arc<Ground>>,
    origin: RequestOrigin,
    visit: Visit,
    browser: Session,
) -> Response {
    let now = ground.clock.now();
    let desk = Desk {
        ground: &ground,
        visit: &visit,
        browser: &browser,
        origin: origin.into(),
        now,
    };
    let mut response = show(&desk).await.unwrap_or_else(|stop| desk.answer(stop));
    keep_language(&visit, ground.cookies.secure, &mut response);
    response
}

async fn show(desk: &Desk<'_>) -> Result<Response, Stop> {
    let held = desk.at(Step::Consent).await?;
    let Some(signed_in) = desk.signed_in().await? else {
        return nobody(desk, held).await;
    };
    let account = signed_in.account;
    let client_id = held.journey.client_id().unwrap_or_default();
    let client = desk
        .ground
        .clients
        .get(client_id)
        .ok_or(Stop::Page(Trouble::UnknownClient))?;
    let app = desk
        .asker(&held.journey)
        .ok_or(Stop::Page(Trouble::UnknownClient))?;
    let here = with_query(Step::Consent.path(), &[("flow", &held.journey.id)]);
    let page = ConsentPage {
        frame: desk
            .frame(Some(&held.journey), Some(&account.lang))
            .at(&here),
        seal: Desk::seal_for(&held, &account.id),
        app,
        person: account
            .email
            .clone()
            .unwrap_or_else(|| account.username.clone()),
        scopes: scopes(&held, &account),
        policy_uri: client.policy_uri.clone(),
        tos_uri: client.tos_uri.clone(),
    };
    Ok(page::respond(
        StatusCode::OK,
        &page,
        &desk.policy(&held.journey),
    ))
}

/// The session ended while the page was open: whoever it is signs in first.
async fn nobody(desk: &Desk<'_>, held: Held) -> Result<Response, Stop> {
    let mut progress = held.journey.progress.clone();
    progress.first(Step::Identify);
    desk.go_on(held.journey, progress).await
}

/// What the page asks for, with what it would reveal of this very person.
fn scopes(held: &Held, account: &Account) -> Vec<ConsentScope> {
    let asked = &held.journey.progress.asking_for;
    let shown = asked.iter().map(|name| ConsentScope {
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
pub async fn post(
    State(ground): State<Arc<Ground>>,
    origin: RequestOrigin,
    visit: Visit,
    browser: Session,
    body: Bytes,
) -> Response {
    let now = ground.clock.now();
    let desk = Desk {
        ground: &ground,
        visit: &visit,
        browser: &browser,
        origin: origin.into(),
        now,
    };
    let answered = match super::form(&body) {
        Some(params) => answer(&desk, &params).await,
        None => Err(Stop::Page(Trouble::BadRequest)),
    };
    answered.unwrap_or_else(|stop| desk.answer(stop))
}

async fn answer(desk: &Desk<'_>, params: &Params) -> Result<Response, Stop> {
    let held = desk.posted(params, &[Step::Consent]).await?;
    let Some(signed_in) = desk.signed_in().await? else {
        return nobody(desk, held).await;
    };
    let allowed = match params.get("decision") {
        Some("allow") => true,
        Some("deny") => false,
        _ => return Err(Stop::Page(Trouble::BadRequest)),
    };
    // The page showed what it would tell of one person; another who has signed in meanwhile sees
    // the page for themselves first.
    if !held.sealed_for(params, &signed_in.account.id) {
        return Err(Stop::Elsewhere(onward(&held.journey)));
    }
    let mut progress = held.journey.progress.clone();
    progress.done(Step::Consent);
    progress.consent = Some(ConsentAnswer {
        account_id: signed_in.account.id,
        scope: progress.asking_for.clone(),
        allowed,
    });
    desk.go_on(held.journey, progress).await
}
