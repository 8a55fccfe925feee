//! Sign-out through the API: it ends the whole SSO session and all that belongs to it.

use std::sync::Arc;

use axum::extract::State;

use super::person::AppNameBody;
use crate::calls::{WritingCaller, operation};
use crate::db::DbError;
use crate::http::envelope::{Answer, Answered, Empty};
use crate::http::fields::Fields;
use crate::sessions::end;
use crate::state::AppState;

/// Logout
///
/// Ends the whole session and signs the user out of every application that was opened in it. The
/// call also succeeds without a session.
#[operation(tag = "user", request_body = Option<AppNameBody>)]
pub async fn logout(
    State(state): State<Arc<AppState>>,
    caller: Option<WritingCaller>,
    _: Fields<AppNameBody>,
) -> Answered<Empty> {
    let Some(caller) = caller else {
        return Ok(Answer(Empty));
    };
    let (session, clients) = (caller.session(), state.clients.clone());
    let ended = caller.write::<_, DbError, _>(move |tx, audit| {
        Box::pin(async move { end::sign_out(tx, &session, audit, &clients).await })
    });
    ended.await?;
    Ok(Answer(Empty))
}
