//! Invitations to groups by email.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::access::Action;
use crate::calls::{Creation, WritingCaller, operation};
use crate::directory::{find_by_name, is_email, mailbox};
use crate::groups::members::{MOST_INVITED, invite};
use crate::http::envelope::{Answer, Answered, ApiError, Fault};
use crate::http::fields::{Fields, integer};
use crate::i18n::texts::Key;
use crate::state::AppState;

/// An invitation.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitationBody {
    /// 1: invite people who have an account to the group. 2, to invite people to register, is not
    /// offered.
    #[serde(rename = "type", deserialize_with = "integer")]
    pub kind: i64,
    /// The addresses, 1 to 5.
    pub email_list: Vec<InvitedEmail>,
    /// The group.
    pub group_id: String,
}

/// An address.
#[derive(Debug, Deserialize, ToSchema)]
pub struct InvitedEmail {
    /// The email address.
    pub email: String,
}

/// The result for each invitation.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Invitations {
    /// How many emails are queued.
    pub sent: i64,
    /// The addresses without an account that can be invited, such as those of members.
    pub failed: Vec<String>,
}

impl Creation for Invitations {}

/// Invitation mail
///
/// Invites up to five people to the group by email. Repeated addresses count once. The error is 429 if
/// the caller has invited too many in a day.
#[operation(tag = "groups", request_body = InvitationBody)]
pub async fn invitation_mail(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<InvitationBody>,
) -> Answered<Invitations> {
    invite_all(&state, caller, body).await
}

/// Invitation mail, by its other path
///
/// The same as `/api/security/user-group/invitation-mail`.
#[operation(tag = "groups", request_body = InvitationBody)]
pub async fn user_invitation_mail(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<InvitationBody>,
) -> Answered<Invitations> {
    invite_all(&state, caller, body).await
}

async fn invite_all(
    state: &AppState,
    mut caller: WritingCaller,
    body: InvitationBody,
) -> Answered<Invitations> {
    match body.kind {
        1 => {}
        2 => {
            let fault = Fault::new("type", Key("invitation.no_registration"));
            return Err(ApiError::Invalid(vec![fault]));
        }
        _ => return Err(ApiError::illegal("type")),
    }
    let emails = addresses(&body.email_list)?;
    let (account, group) = (caller.account(), caller.named_group(&body.group_id)?);
    for email in &emails {
        // Nobody invites themselves, or a person whom they may not add.
        if let Some(invited) = find_by_name(caller.view(), email).await? {
            let member = (invited.id.as_str(), group.clone());
            let object = crate::groups::facts::member(caller.view(), &account, member).await?;
            caller.require(Action::ChangeMembership, &object).await?;
        }
    }
    let (zone, limits) = (state.zone.clone(), state.limits);
    let caller = caller.end_view();
    let invited = caller.create::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move {
            let mut result = Invitations {
                sent: 0,
                failed: Vec::new(),
            };
            for email in emails {
                let to = (email.as_str(), body.group_id.as_str());
                if invite(tx, to, (&zone, &limits), audit).await? {
                    result.sent += 1;
                } else {
                    result.failed.push(email);
                }
            }
            Ok(result)
        })
    });
    let invited = invited.await.inspect_err(|refused| {
        if matches!(refused, ApiError::LimitReached(..)) {
            caller.note_limit("invitations", &caller.account().id);
        }
    })?;
    Ok(Answer(invited))
}

/// The addresses, each once (contract F-63, V-16).
fn addresses(list: &[InvitedEmail]) -> Result<Vec<String>, ApiError> {
    let fault = |words| ApiError::Invalid(vec![Fault::new("emailList", words)]);
    let mut seen = BTreeSet::new();
    let mut emails = Vec::new();
    for InvitedEmail { email } in list {
        let email = email.trim();
        if !is_email(email) {
            return Err(fault(Key("Please input your vaild email")));
        }
        if seen.insert(mailbox(email)) {
            emails.push(email.to_owned());
        }
    }
    match emails.len() {
        0 => Err(fault(Key("please select or enter"))),
        1..=MOST_INVITED => Ok(emails),
        _ => Err(fault(Key("invitation.too_many"))),
    }
}
