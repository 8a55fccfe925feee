//! A code of a second factor that somebody typed.

use crate::directory::Account;
use crate::directory::sign_in::{KnownBrowser, SignInError};
use crate::factors::{self, CodeProof, Typed};
use crate::limits::Reservation;

use super::step_context::StepContext;

/// Checks a code of `account`, which was typed in `browser`. A wrong one counts as a failed attempt of the account (attack
/// 15); the caller settles a right one.
///
/// # Errors
/// [`SignInError`]: it is wrong, or comes too early.
pub(super) async fn check(
    context: &StepContext,
    account: &Account,
    typed: Typed<'_>,
    browser: Option<KnownBrowser<'_>>,
) -> Result<(CodeProof, Reservation), SignInError> {
    let state = &context.state;
    let is_recovery = !matches!(typed, Typed::Authenticator(_));
    let by = (browser, is_recovery);
    let reservation = state
        .sign_in
        .admit_code(account, &context.origin, by)
        .await?;
    let mut view = state.db.read().await?;
    let secrets = &state.factor_secrets;
    let right = factors::check(&mut view, secrets, &account.id, typed, context.now).await?;
    drop(view);
    if let Some(code) = right.filter(|_| !reservation.is_barred()) {
        return Ok((code, reservation));
    }
    let refused = state
        .sign_in
        .refuse_code(reservation, account, &context.origin);
    refused.await?;
    Err(SignInError::Refused)
}
