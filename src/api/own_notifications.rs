//! Which emails the signed-in person wants.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::calls::{Caller, WritingCaller, operation};
use crate::directory::{AccountError, MailChoices, MailMode};
use crate::http::envelope::{Answer, Answered};
use crate::http::fields::Fields;
use crate::state::AppState;

/// How the emails come that a person may do without.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnNotifications {
    /// A membership of the caller ends: `each` or `off`.
    pub membership_ending: MailMode,
    /// Somebody asks for a group that the caller decides about: `each`, `daily` or `off`.
    pub request_asked: MailMode,
    /// A request that the caller decides about is overdue: `each` or `off`.
    pub request_overdue: MailMode,
}

impl From<MailChoices> for OwnNotifications {
    fn from(choices: MailChoices) -> Self {
        Self {
            membership_ending: choices.membership_ending,
            request_asked: choices.request_asked,
            request_overdue: choices.request_overdue,
        }
    }
}

/// Read my notifications
///
/// How the emails come that the caller may do without. Emails about the safety of the account always come.
#[operation(tag = "account")]
pub async fn own_notifications(mut caller: Caller) -> Answered<OwnNotifications> {
    let id = caller.account().id.clone();
    Ok(Answer(MailChoices::of(caller.view(), &id).await?.into()))
}

/// What the caller wants. A missing field stays as it is.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SaveNotificationsBody {
    /// A membership of the caller ends: `each` or `off`.
    pub membership_ending: Option<MailMode>,
    /// Somebody asks for a group that the caller decides about: `each`, `daily` or `off`.
    pub request_asked: Option<MailMode>,
    /// A request that the caller decides about is overdue: `each` or `off`.
    pub request_overdue: Option<MailMode>,
}

/// Save my notifications
///
/// From then on the emails of the caller come as chosen. With `daily` one email each morning, in the server's time zone,
/// lists the requests that wait, if any do. Requests and their terms stay the same, and the portal shows them.
#[operation(tag = "account", request_body = SaveNotificationsBody)]
pub async fn save_notifications(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<SaveNotificationsBody>,
) -> Answered<OwnNotifications> {
    let id = caller.account().id.clone();
    let saved = caller.write::<_, AccountError, _>(move |tx, audit| {
        Box::pin(async move {
            let mut choices = MailChoices::of(tx, &id).await?;
            let sent = [
                (&mut choices.membership_ending, body.membership_ending),
                (&mut choices.request_asked, body.request_asked),
                (&mut choices.request_overdue, body.request_overdue),
            ];
            for (mode, wanted) in sent {
                *mode = wanted.unwrap_or(*mode);
            }
            choices.save(tx, &id, &state.zone, audit).await?;
            Ok(choices)
        })
    });
    Ok(Answer(saved.await?.into()))
}
