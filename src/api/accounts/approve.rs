//! Sends the owner of an account a link to choose a password (contract C-042).

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::calls::{WritingCaller, operation};
use crate::directory::{WelcomeOutcome, forgotten_password, welcome_again};
use crate::http::envelope::{Answer, Answered, ApiError, Fault};
use crate::http::fields::{Fields, optional_integer};
use crate::i18n::texts::Key;
use crate::state::AppState;

/// The account whose owner gets a link.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApproveMailBody {
    /// The account's id.
    pub user_id: String,
    /// 1 or missing: the link of a new account, with which its owner chooses a password. 2: the link for an owner who
    /// forgot the password.
    #[serde(rename = "type", default, deserialize_with = "optional_integer")]
    pub kind: Option<i64>,
}

/// The email.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApprovedMail {
    /// The account's id.
    pub user_id: String,
}

/// Approve by email
///
/// Type 1 sends a new one-time link to the owner of an account who has not chosen a password; earlier links stop working.
/// It fails without an email address, for a disabled account, and for an owner who has a password. Type 2 sends an owner who
/// forgot the password a link that works for a day; it fails for an account without a password or without a verified
/// address. The error is 429 if the caller caused the daily maximum of such emails.
#[operation(tag = "accounts", request_body = ApproveMailBody)]
pub async fn account_mail_approved(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<ApproveMailBody>,
) -> Answered<ApprovedMail> {
    approve(&state, caller, body).await
}

/// Approve by email, at another address
///
/// The same as `/api/security/admin/user/mail/approved`.
#[operation(tag = "accounts", request_body = ApproveMailBody)]
pub async fn mail_approved_alias(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<ApproveMailBody>,
) -> Answered<ApprovedMail> {
    approve(&state, caller, body).await
}

async fn approve(
    state: &AppState,
    caller: WritingCaller,
    body: ApproveMailBody,
) -> Answered<ApprovedMail> {
    let reset = match body.kind {
        None | Some(1) => false,
        Some(2) => true,
        Some(_) => return Err(ApiError::illegal("type")),
    };
    let account = caller.named_account()?;
    let (limits, language) = (state.limits, caller.language);
    let caller = caller.end_view();
    let id = account.id.clone();
    let sent = caller.write::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move {
            let sent = if reset {
                forgotten_password::approve(tx, &id, &limits, audit).await
            } else {
                welcome_again(tx, &id, language, &limits, audit).await
            };
            Ok(sent?)
        })
    });
    let sent = sent.await.inspect_err(|refused| {
        if matches!(refused, ApiError::LimitReached(..)) {
            caller.note_limit("welcome_emails", &caller.account().id);
        }
    })?;
    let why = match sent {
        WelcomeOutcome::Queued => {
            return Ok(Answer(ApprovedMail {
                user_id: body.user_id,
            }));
        }
        WelcomeOutcome::NoEmail => Key("welcome.no_email"),
        WelcomeOutcome::NotEnabled => Key("welcome.not_enabled"),
        WelcomeOutcome::HasPassword => Key("welcome.has_password"),
        WelcomeOutcome::NoPassword => Key("welcome.no_password"),
        WelcomeOutcome::NotVerified => Key("welcome.not_verified"),
    };
    Err(refused("userId", why))
}

fn refused(field: &'static str, words: Key) -> ApiError {
    ApiError::Invalid(vec![Fault::new(field, words)])
}
