//! A code of a second factor that somebody typed.

use crate::clock::Millis;
use crate::directory::Account;
use crate::directory::sign_in::{KnownBrowser, SignInError};
use crate::factors::{self, CodeProof, Typed};
use crate::limits::Reservation;
use crate::pages::page_error::PageError;
use crate::state::visitor::HandlerError;

use super::pages::CodeProblem;
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

/// Why a code of an app or a recovery code was refused.
pub(super) enum CodeRefused {
    /// True if it is a recovery code.
    Problem(CodeProblem, bool),
    Handler(HandlerError),
}

/// Checks a code of the app or a recovery code, behind a link. A wrong one counts as a failed attempt of the account (attack
/// 15).
pub(super) async fn check_either(
    context: &StepContext,
    account: &Account,
    code: &str,
) -> Result<(CodeProof, Reservation), CodeRefused> {
    let digits = code.chars().filter(|c| !c.is_whitespace());
    let (count, is_number) = digits.fold((0, true), |(count, all), c| {
        (count + 1, all && c.is_ascii_digit())
    });
    let typed = match (count, is_number) {
        (0, _) => return Err(CodeRefused::Problem(CodeProblem::Missing, true)),
        (6, true) => Typed::Authenticator(code),
        _ => Typed::Recovery(code),
    };
    let by_recovery = matches!(typed, Typed::Recovery(_));
    let checked = check(context, account, typed, None).await;
    checked.map_err(|error| refused(error, by_recovery, context.now))
}

fn refused(error: SignInError, by_recovery: bool, now: Millis) -> CodeRefused {
    match (CodeProblem::of(&error, now), error) {
        (Some(problem), _) => CodeRefused::Problem(problem, by_recovery),
        (None, SignInError::Db(error)) => CodeRefused::Handler(error.into()),
        (None, _) => CodeRefused::Handler(PageError::Busy.into()),
    }
}
