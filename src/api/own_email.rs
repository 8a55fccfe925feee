//! The email address of the signed-in person.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::factors::require_fresh;
use crate::calls::{WritingCaller, operation};
use crate::db::DbError;
use crate::directory::address_change::{ask, checked};
use crate::http::envelope::{Answer, Answered, Empty};
use crate::http::fields::Fields;
use crate::state::AppState;

/// The new email address of the caller.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeEmailBody {
    /// The address.
    pub email: String,
}

/// Change my email address
///
/// Writes to the new address. The account gets it when its reader confirms it within a day; until then nothing changes. The
/// answer is the same whether or not another account has the address. The session must be fresh (RFC 9470). The error is 429
/// if the caller asked too often today.
#[operation(tag = "account", request_body = ChangeEmailBody)]
pub async fn change_email(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<ChangeEmailBody>,
) -> Answered<Empty> {
    let account = caller.account();
    require_fresh(&mut caller).await?;
    let email = checked(&account, &body.email)?;
    let language = caller.language;
    let caller = caller.end_view();
    let counters = state.limits.address_change(&account.id);
    caller.spend(counters, "address_changes").await?;
    let asked = caller.write::<_, DbError, _>(move |tx, audit| {
        Box::pin(async move { ask(tx, &account, email, language, audit).await })
    });
    asked.await?;
    Ok(Answer(Empty))
}
