//! The step that offers a choice of accounts: `/login/account` (`prompt=select_account`).

use axum::response::Response;

use crate::http::trouble::Trouble;
use crate::sessions::sign_in_flow::Step;
use crate::state::visitor::Halt;

use super::desk::{Desk, Form};
use super::pages::SelectAccountPage;

/// `GET /login/account`.
pub async fn get(desk: Desk) -> Response {
    let shown = show(&desk).await;
    desk.shown(shown)
}

async fn show(desk: &Desk) -> Result<Response, Halt> {
    let held = desk.at(Step::SelectAccount).await?;
    let Some(signed_in) = desk.signed_in().await? else {
        return desk.sign_in_instead(held, Step::SelectAccount).await;
    };
    let account = signed_in.account;
    let page = SelectAccountPage {
        frame: desk.frame_at(Step::SelectAccount, &held, &account),
        seal: Desk::seal_for(&held, &account.id),
        asker: desk.asker(&held.flow),
        name: account.display_name().to_owned(),
        detail: account.email.clone().unwrap_or(account.username),
    };
    Ok(desk.page(&held, &page))
}

/// `POST /login/account`.
pub async fn post(desk: Desk, form: Form) -> Response {
    let answered = choose(&desk, &form).await;
    desk.answered(answered)
}

async fn choose(desk: &Desk, form: &Form) -> Result<Response, Halt> {
    let held = desk.posted(form, &[Step::SelectAccount]).await?;
    match form.get("choice") {
        Some("current") => {}
        Some("another") => return desk.sign_in_instead(held, Step::SelectAccount).await,
        _ => return Err(Trouble::BadRequest.into()),
    }
    let Some(signed_in) = desk.signed_in().await? else {
        return desk.sign_in_instead(held, Step::SelectAccount).await;
    };
    // The page offered one person; another who has signed in meanwhile chooses for themselves.
    if !held.sealed_for(form, &signed_in.account.id) {
        return Err(Halt::Elsewhere(held.flow.address()));
    }
    let mut flow = held.flow;
    flow.progress.done(Step::SelectAccount);
    flow.progress.selected_account = Some(signed_in.account.id);
    Ok(desk.go_on(flow).await?)
}
