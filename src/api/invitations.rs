//! Invitations to groups by email.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::accounts::placement;
use crate::access::Action;
use crate::calls::{Caller, Creation, Writer, WritingCaller, operation};
use crate::directory::{
    InvitationFilter, InvitationRow, find_by_name, is_complete_email, is_email, mailbox,
};
use crate::groups::invitations::{invite_to_register, withdraw};
use crate::groups::members::{MOST_INVITED, invite};
use crate::http::envelope::{Answer, Answered, ApiError, Fault};
use crate::http::fields::{Fields, integer};
use crate::http::paging::{Page, Paged, PagingQuery};
use crate::i18n::texts::Key;
use crate::state::AppState;

/// An invitation.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitationBody {
    /// 1: invite people who have an account to the group. 2: invite people to register, if
    /// `accounts.registration` allows it.
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
    /// How many invitations are sent.
    pub sent: i64,
    /// For type 1, the addresses without an account that can be invited, such as those of members.
    pub failed: Vec<String>,
}

impl Creation for Invitations {}

/// Invitation mail
///
/// Invites up to five people by email: to the group, or to register for it. Repeated addresses count once. An invitation to
/// register works for seven days and once; the new account is of the caller's agency and a member of the group. Its answer
/// is the same whether or not the address has an account. The error is 429 if the caller has invited too many in a day.
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
    caller: WritingCaller,
    body: InvitationBody,
) -> Answered<Invitations> {
    match body.kind {
        1 => {
            let emails = addresses(&body.email_list)?;
            invite_members(state, caller, (emails, body.group_id)).await
        }
        2 if !state.config.may_invite() => {
            let fault = Fault::new("type", Key("invitation.no_registration"));
            Err(ApiError::Invalid(vec![fault]))
        }
        2 => {
            let emails = addresses(&body.email_list)?;
            // The form of a new account takes no other address.
            if !emails.iter().all(|email| is_complete_email(email)) {
                let fault = Fault::new("emailList", Key("Please input your vaild email"));
                return Err(ApiError::Invalid(vec![fault]));
            }
            invite_newcomers(state, caller, (emails, body.group_id)).await
        }
        _ => Err(ApiError::illegal("type")),
    }
}

/// Invites people who have an account.
async fn invite_members(
    state: &AppState,
    mut caller: WritingCaller,
    (emails, group_id): (Vec<String>, String),
) -> Answered<Invitations> {
    let (account, group) = (caller.account(), caller.named_group(&group_id)?);
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
                let to = (email.as_str(), group_id.as_str());
                if invite(tx, to, (&zone, &limits), audit).await? {
                    result.sent += 1;
                } else {
                    result.failed.push(email);
                }
            }
            Ok(result)
        })
    });
    noted(&caller, invited.await)
}

/// Invites people to register.
async fn invite_newcomers(
    state: &AppState,
    mut caller: WritingCaller,
    (emails, group_id): (Vec<String>, String),
) -> Answered<Invitations> {
    // The same rights as to add their accounts to the group.
    let group = caller.object().clone();
    caller.require(Action::AddAccount, &group).await?;
    let account = caller.account();
    let agency = account.agency.as_ref().map(|own| own.id.clone());
    let place = placement(agency.as_ref(), None);
    caller.require(Action::PlaceAccount, &place).await?;
    let (zone, limits, language) = (state.zone.clone(), state.limits, caller.language);
    let caller = caller.end_view();
    let invited = caller.create::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move {
            let mut sent = 0;
            for email in emails {
                let to = (email.as_str(), group_id.as_str(), &*account);
                invite_to_register(tx, to, language, (&zone, &limits), audit).await?;
                sent += 1;
            }
            Ok(Invitations {
                sent,
                failed: Vec::new(),
            })
        })
    });
    noted(&caller, invited.await)
}

/// The answer; a reached limit is an entry of the audit log.
fn noted(caller: &Writer, invited: Result<Invitations, ApiError>) -> Answered<Invitations> {
    invited.map(Answer).inspect_err(|refused| {
        if matches!(refused, ApiError::LimitReached(..)) {
            caller.note_limit("invitations", &caller.account().id);
        }
    })
}

/// Invitations to register
///
/// Those for the group that are neither accepted nor withdrawn, the newest first. Expired ones are listed for 30 days. `sort`
/// can be `created`; a `-` before it reverses the order.
#[operation(tag = "groups", params(InvitationFilter, PagingQuery))]
pub async fn invitation_list(
    mut caller: Caller,
    Paged(filter, paging): Paged<InvitationFilter>,
) -> Answered<Page<InvitationRow>> {
    if filter.group_id.as_ref().is_none_or(String::is_empty) {
        return Err(ApiError::illegal("groupId"));
    }
    let page = filter.query(&paging)?.page(caller.view()).await?;
    Ok(Answer(Page::of(page, |row| row)))
}

/// An invitation to withdraw.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct WithdrawInvitationBody {
    /// The id of the group.
    #[schema(required = true)]
    pub group_id: String,
    /// The id of the invitation.
    #[schema(required = true)]
    pub invitation_id: String,
}

/// Withdraw an invitation to register
///
/// Its link works no longer. Without such an invitation to the group, nothing happens: it was accepted or withdrawn.
#[operation(tag = "groups", request_body = WithdrawInvitationBody)]
pub async fn withdraw_invitation(
    caller: WritingCaller,
    Fields(body): Fields<WithdrawInvitationBody>,
) -> Answered<Withdrawn> {
    let withdrawn = caller.write::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move {
            let about = (body.invitation_id.as_str(), body.group_id.as_str());
            Ok(withdraw(tx, about, audit).await?)
        })
    });
    Ok(Answer(Withdrawn {
        withdrawn: withdrawn.await?,
    }))
}

/// What became of the invitation.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Withdrawn {
    /// False if it was accepted or withdrawn before.
    pub withdrawn: bool,
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
