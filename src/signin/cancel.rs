//! Leaving a sign-in: the application hears `access_denied`.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use tower_sessions::Session;

use crate::ground::Ground;
use crate::http::origin::RequestOrigin;
use crate::http::params::Params;
use crate::http::trouble::Trouble;
use crate::http::visit::Visit;
use crate::sessions::journey::{Step, Target};

use super::desk::{Desk, Stop, see_other};

/// Every page that has the button.
const STEPS: &[Step] = &[
    Step::Identify,
    Step::ChangePassword,
    Step::SelectAccount,
    Step::Consent,
];

/// `POST /login/cancel`.
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
        Some(params) => leave(&desk, &params).await,
        None => Err(Stop::Page(Trouble::BadRequest)),
    };
    answered.unwrap_or_else(|stop| desk.answer(stop))
}

async fn leave(desk: &Desk<'_>, params: &Params) -> Result<Response, Stop> {
    let held = desk.posted(params, STEPS).await?;
    if !matches!(held.journey.target, Target::Authorize { .. }) {
        // An application of the old kind has no word for a refusal: the person goes home.
        return Ok(see_other("/"));
    }
    let mut progress = held.journey.progress.clone();
    progress.cancelled = true;
    desk.go_on(held.journey, progress).await
}
