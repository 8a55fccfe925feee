//! Leaving a sign-in: the application hears `access_denied`.

use axum::response::Response;

use crate::sessions::journey::{Step, Target};

use super::desk::{Desk, Form, Stop, see_other};

/// Every page that has the button.
const STEPS: &[Step] = &[
    Step::Identify,
    Step::ChangePassword,
    Step::SelectAccount,
    Step::Consent,
];

/// `POST /login/cancel`.
pub async fn post(desk: Desk, form: Form) -> Response {
    let answered = leave(&desk, &form).await;
    desk.answered(answered)
}

async fn leave(desk: &Desk, form: &Form) -> Result<Response, Stop> {
    let held = desk.posted(form, STEPS).await?;
    if !matches!(held.journey.target, Target::Authorize { .. }) {
        // An application of the old kind has no word for a refusal: the person goes home.
        return Ok(see_other("/"));
    }
    let mut progress = held.journey.progress.clone();
    progress.cancelled = true;
    desk.go_on(held.journey, progress).await
}
