//! Adds accounts: for administrators, and for managers in their groups.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zeroize::Zeroizing;

use super::placement;
use crate::access::{Action, Object, Rule};
use crate::api::sign_in::opener;
use crate::calls::{Creation, WritingCaller, operation};
use crate::directory::{AccountError, AccountForm, WelcomeOutcome, count_attempt};
use crate::groups::memberships;
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::{Fields, filled};
use crate::limits::Asker;
use crate::state::AppState;

/// A new account. It is enabled and has no rights. Its owner must change a password that is given here.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
pub struct AddAccountBody {
    /// The account name, in camel case such as `ZhangSan`.
    pub username: String,
    /// The email address.
    pub email: String,
    /// The first password: 8 to 20 letters, digits or `*`, as plain text or encrypted with the key
    /// of `/api/security/common/public-key`. Optional if `lionId` or `choosesPassword` is given.
    pub password: Option<String>,
    /// True if the account gets no password here: its owner chooses one by the link of the welcome email.
    pub chooses_password: bool,
    /// The id at the corporate identity provider.
    pub lion_id: Option<String>,
    /// The display name. Default: the account name.
    pub full_name: Option<String>,
    /// The language of the owner's emails and pages: `en-us` or `zh-cn`.
    pub lang: Option<String>,
    /// The agency. A manager who leaves it empty gives the manager's own.
    pub agency_id: Option<String>,
    /// The client. It must belong to the agency.
    pub client_id: Option<String>,
    /// The last valid day as `yyyy-MM-dd`: after today and within one year.
    pub expire_date: Option<String>,
    /// The group that gets the account as a member. Managers must name one of their own groups.
    pub group_id: Option<String>,
}

/// An account that was added.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddedAccountData {
    /// The account's id.
    pub user_id: String,
    /// True if the owner gets an email with a link to choose a password.
    pub welcome_sent: bool,
}

impl Creation for AddedAccountData {}

/// Add an account
///
/// Managers can add an account to one of their groups. Its agency is their own; its client is their
/// own or none. The answer lists all faults of the form. If the account name, email address or
/// `lionId` is already in use, the error is 100011. The error is 429 if the caller has
/// reached the daily maximum of attempts, or of welcome emails.
#[operation(tag = "accounts", request_body = AddAccountBody)]
pub async fn add_account(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<AddAccountBody>,
) -> Answered<AddedAccountData> {
    let group_id = filled(body.group_id);
    let mut agency_id = filled(body.agency_id);
    if agency_id.is_none() && caller.decision().rule == Rule::ManagesGroup {
        // Otherwise the new account would choose any agency.
        agency_id = caller.account().agency.as_ref().map(|own| own.id.clone());
    }
    let place = placement(agency_id.as_ref(), body.client_id.as_ref());
    caller.require(Action::PlaceAccount, &place).await?;
    if group_id.is_some() {
        // A person who may add accounts may still not fill another manager's group (T8).
        let group = caller.object().clone();
        caller.require(Action::ManageGroup, &group).await?;
    }
    let password = filled(body.password);
    if password.is_some() && filled(body.lion_id.clone()).is_some() {
        caller
            .require(Action::LinkNewAccount, &Object::None)
            .await?;
    }
    let caller = caller.end_view();
    let counted = count_attempt(&state.sign_in, &caller.audit).await;
    counted.inspect_err(|refused| {
        if matches!(refused, AccountError::TooManyAdded { .. }) {
            caller.note_limit("added_accounts", &caller.account().id);
        }
    })?;
    let password = match password {
        Some(sent) => {
            let opener = opener(&state, &sent);
            let asker = Asker::Known(caller.account().id.clone());
            let sent = Zeroizing::new(sent);
            Some(state.sign_in.open(sent, opener, &asker).await?)
        }
        None => None,
    };
    let form = AccountForm {
        username: body.username,
        email: body.email,
        password,
        // Without emails nobody would get the link.
        chooses_password: body.chooses_password && !state.config.mail.is_off(),
        lion_id: body.lion_id,
        full_name: body.full_name,
        lang: body.lang,
        agency_id,
        company_id: body.client_id,
        expire_date: body.expire_date,
    };
    let form = {
        let mut view = caller.uncounted_view().await?;
        form.check(&mut view, caller.now, &state.zone).await?
    };
    let new = form.hashed(&state.sign_in, &caller.account().id).await?;
    let (language, limits) = (caller.language, state.limits);
    let zone = state.zone.clone();
    let added = caller.create::<_, AccountError, _>(move |tx, audit| {
        Box::pin(async move {
            let (rules, group) = ((&limits, &zone), group_id.as_deref());
            let added = memberships::add_account(tx, new, group, language, rules, audit).await?;
            Ok(AddedAccountData {
                user_id: added.account.id,
                welcome_sent: added.welcome == Some(WelcomeOutcome::Queued),
            })
        })
    });
    let added = added.await.inspect_err(|refused| {
        if matches!(refused, ApiError::LimitReached(..)) {
            caller.note_limit("welcome_emails", &caller.account().id);
        }
    })?;
    Ok(Answer(added))
}
