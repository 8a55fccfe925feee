//! The password of the signed-in person.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;
use zeroize::Zeroizing;

use super::factors::require_fresh;
use crate::calls::{WritingCaller, operation};
use crate::directory::change_password::prepare;
use crate::directory::check_plain_password;
use crate::faults::{Faults, Rule};
use crate::federation;
use crate::http::envelope::{Answer, Answered, ApiError, Empty};
use crate::http::fields::Fields;
use crate::i18n::language::Language;
use crate::sessions::end;
use crate::state::AppState;

/// The new password of the caller.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangePasswordBody {
    /// The caller's own id.
    pub user_id: String,
    /// 8 to 20 letters, digits and `*`.
    pub new_password: String,
    /// The same again.
    pub confirm_password: String,
    /// True if the caller's session goes on. Default: it ends, as all others.
    #[serde(default)]
    pub keep_session: bool,
}

/// Change my password
///
/// Replaces the caller's own password. All sessions of the account end, this one too unless `keepSession` is true, and the owner
/// gets an email. An account without a password cannot be given one here. The caller's session must be fresh (RFC 9470).
#[operation(tag = "user", request_body = ChangePasswordBody)]
pub async fn change_password(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<ChangePasswordBody>,
) -> Answered<Empty> {
    let account = caller.account();
    let (wanted, again) = (
        Zeroizing::new(body.new_password),
        Zeroizing::new(body.confirm_password),
    );
    if body.user_id != account.id {
        return Err(ApiError::NotAuthorized);
    }
    require_fresh(&mut caller).await?;
    if account.password_hash.is_none() {
        return Err(ApiError::illegal("userId"));
    }
    let mut faults = Faults::default();
    let new = ("newPassword", Rule::PasswordCharacters);
    check_plain_password(&wanted, new, &mut faults);
    faults.ensure(wanted == again, "confirmPassword", Rule::PasswordAgain);
    faults.or(())?;
    let linked = federation::in_use(caller.view(), &state.providers, &account.id).await?;
    let caller = caller.end_view();
    let new = prepare(&state.sign_in, &account, wanted, Language::default()).await?;
    let new = new.beside(linked.into_iter().map(|(provider, _)| provider));
    let clients = state.clients.clone();
    let kept = body.keep_session.then(|| caller.session().id.clone());
    let replaced = caller.write(move |tx, audit| {
        Box::pin(async move {
            let new = (new, kept.as_deref());
            end::replace_own_password(tx, new, audit, &clients).await
        })
    });
    replaced.await?;
    Ok(Answer(Empty {}))
}
