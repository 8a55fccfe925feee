//! The step that offers a choice of accounts: `/login/account` (`prompt=select_account`).

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use tower_sessions::Session;

use crate::ground::Ground;
use crate::http::origin::RequestOrigin;
use crate::http::page;
use crate::http::params::{Params, with_query};
use crate::http::trouble::Trouble;
use crate::http::visit::Visit;
use crate::sessions::journey::Step;

use super::desk::{Desk, Stop, keep_language};
use super::pages::SelectAccountPage;

/// `GET /login/account`.
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
    let held = desk.at(Step::SelectAccount).await?;
    let Some(signed_in) = desk.signed_in().await? else {
        // Nobody is left to choose: whoever it is signs in.
        let mut progress = held.journey.progress.clone();
        progress.done(Step::SelectAccount);
        progress.first(Step::Identify);
        return desk.go_on(held.journey, progress).await;
    };
    let account = signed_in.account;
    let here = with_query(Step::SelectAccount.path(), &[("flow", &held.journey.id)]);
    let name = if account.full_name.is_empty() {
        account.username.clone()
    } else {
        account.full_name.clone()
    };
    let page = SelectAccountPage {
        frame: desk
            .frame(Some(&held.journey), Some(&account.lang))
            .at(&here),
        seal: Desk::seal(&held),
        asker: desk.asker(&held.journey),
        name,
        detail: account.email.clone().unwrap_or(account.username),
    };
    Ok(page::respond(
        StatusCode::OK,
        &page,
        &desk.policy(&held.journey),
    ))
}

/// `POST /login/account`.
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
        Some(params) => choose(&desk, &params).await,
        None => Err(Stop::Page(Trouble::BadRequest)),
    };
    answered.unwrap_or_else(|stop| desk.answer(stop))
}

async fn choose(desk: &Desk<'_>, params: &Params) -> Result<Response, Stop> {
    let held = desk.posted(params, &[Step::SelectAccount]).await?;
    let mut progress = held.journey.progress.clone();
    progress.done(Step::SelectAccount);
    match params.get("choice") {
        Some("current") => progress.selected = true,
        Some("another") => progress.first(Step::Identify),
        _ => return Err(Stop::Page(Trouble::BadRequest)),
    }
    desk.go_on(held.journey, progress).await
}
