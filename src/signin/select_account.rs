//! The step that offers a choice of accounts: `/login/account` (`prompt=select_account`).

use axum::response::Response;

use crate::http::trouble::Trouble;
use crate::sessions::journey::Step;

use super::desk::{Desk, Form, Stop};
use super::pages::SelectAccountPage;

/// `GET /login/account`.
pub async fn get(desk: Desk) -> Response {
    let shown = show(&desk).await;
    desk.shown(shown)
}

async fn show(desk: &Desk) -> Result<Response, Stop> {
    let held = desk.at(Step::SelectAccount).await?;
    let Some(signed_in) = desk.signed_in().await? else {
        // Nobody is left to choose: whoever it is signs in.
        let mut progress = held.journey.progress.clone();
        progress.done(Step::SelectAccount);
        progress.first(Step::Identify);
        return desk.go_on(held.journey, progress).await;
    };
    let account = signed_in.account;
    let name = if account.full_name.is_empty() {
        account.username.clone()
    } else {
        account.full_name.clone()
    };
    let page = SelectAccountPage {
        frame: desk.frame_at(Step::SelectAccount, &held, &account),
        seal: Desk::seal(&held),
        asker: desk.asker(&held.journey),
        name,
        detail: account.email.clone().unwrap_or(account.username),
    };
    Ok(desk.page(&held, &page))
}

/// `POST /login/account`.
pub async fn post(desk: Desk, form: Form) -> Response {
    let answered = choose(&desk, &form).await;
    desk.answered(answered)
}

async fn choose(desk: &Desk, form: &Form) -> Result<Response, Stop> {
    let held = desk.posted(form, &[Step::SelectAccount]).await?;
    let mut progress = held.journey.progress.clone();
    progress.done(Step::SelectAccount);
    match form.get("choice") {
        Some("current") => progress.selected = true,
        Some("another") => progress.first(Step::Identify),
        _ => return Err(Stop::Page(Trouble::BadRequest)),
    }
    desk.go_on(held.journey, progress).await
}
