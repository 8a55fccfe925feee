//! `/account-user/invitation`: an invited person registers (contract G-65).
//!
//! As on `/reset-password` the token is in the fragment of the link and in the body of our form. A mail scanner that opens the
//! page uses nothing up.

use std::net::IpAddr;

use axum::http::StatusCode;
use axum::response::Response;
use zeroize::Zeroizing;

use crate::db::DbError;
use crate::directory::account_application::confirm::ConfirmError;
use crate::directory::find_by_address;
use crate::directory::invitation::Invitation;
use crate::directory::invitation::register::{Invitee, open, prepare};
use crate::directory::password::PasswordLength;
use crate::faults::{Faults, Rule};
use crate::groups::invitations::{accept, is_good, shown_names};
use crate::i18n::texts::Key;
use crate::pages::page_error::PageError;
use crate::site::offered;
use crate::state::visitor::HandlerError;

use super::link_page::{LinkPage, Posted, respond};
use super::pages::{ApplicationTakenPage, InvitationDonePage, InvitationPage, PasswordProblem};
use super::step_context::{Form, StepContext};

pub const PATH: &str = offered::INVITATION;

const PAGE: LinkPage = LinkPage {
    path: PATH,
    form: "invitation",
    title: Key("invitation.title"),
};

/// `GET /account-user/invitation`.
pub async fn get(context: StepContext) -> Response {
    PAGE.show(&context)
}

/// `POST /account-user/invitation`.
pub async fn post(context: StepContext, form: Form) -> Response {
    let answered = answer(&context, &form).await;
    context.answered(answered)
}

async fn answer(context: &StepContext, form: &Form) -> Result<Response, HandlerError> {
    let Posted {
        secret,
        token,
        address,
    } = match PAGE.posted(context, form)? {
        Ok(posted) => posted,
        Err(page) => return Ok(page),
    };
    let entry = |name| Zeroizing::new(form.get(name).unwrap_or_default().to_owned());
    let state = &context.state;
    let invitation = match open(&state.sign_in, &token, address).await {
        Ok(invitation) => invitation,
        Err(error) => return PAGE.refuse_link(context, error),
    };
    let typed = Invitee {
        username: entry("username").trim().to_owned(),
        full_name: entry("full_name").trim().to_owned(),
        lang: PAGE.frame(context, None).language.api().to_owned(),
    };
    let Some(shown) = Shown::of(context, (&secret, &token), (invitation, typed)).await? else {
        return Ok(PAGE.void(context));
    };
    if !shown.is_free {
        return Ok(shown.taken());
    }
    if form.get("new_password").is_none() && form.get("confirm_password").is_none() {
        return Ok(shown.page(None, Faults::default()));
    }
    let (wanted, again) = (entry("new_password"), entry("confirm_password"));
    if wanted != again {
        return Ok(shown.page(Some(PasswordProblem::Mismatch), Faults::default()));
    }
    match shown.register(wanted, address).await {
        Ok(()) => shown.done().await,
        Err(error) => shown.refused(error),
    }
}

/// The pages of one invitation.
struct Shown<'a> {
    context: &'a StepContext,
    secret: &'a str,
    token: &'a Zeroizing<String>,
    invitation: Invitation,
    typed: Invitee,
    group: String,
    by: String,
    /// True if no account has the address.
    is_free: bool,
}

impl<'a> Shown<'a> {
    /// `None` if nobody may be invited any more, or the person who invited may not.
    async fn of(
        context: &'a StepContext,
        (secret, token): (&'a str, &'a Zeroizing<String>),
        (invitation, typed): (Invitation, Invitee),
    ) -> Result<Option<Self>, DbError> {
        let state = &context.state;
        let mut view = state.db.read().await?;
        let audit = context.audit();
        let may = state.config.may_invite();
        if !may || !is_good(&mut view, &invitation, &state.zone, &audit).await? {
            return Ok(None);
        }
        let (group, by) = shown_names(&mut view, &invitation).await?;
        Ok(Some(Self {
            is_free: find_by_address(&mut view, &invitation.email)
                .await?
                .is_none(),
            context,
            secret,
            token,
            invitation,
            typed,
            group,
            by,
        }))
    }

    fn page(&self, problem: Option<PasswordProblem>, faults: Faults) -> Response {
        let page = InvitationPage {
            frame: PAGE.frame(self.context, None),
            csrf: PAGE.csrf(self.secret),
            token: self.token.clone(),
            email: self.invitation.email.clone(),
            group: self.group.clone(),
            by: self.by.clone(),
            username: self.typed.username.clone(),
            full_name: self.typed.full_name.clone(),
            faults,
            problem,
        };
        respond(StatusCode::OK, &page)
    }

    /// Says that an account has the address.
    fn taken(&self) -> Response {
        let frame = self.context.frame(None, None);
        respond(StatusCode::OK, &ApplicationTakenPage { frame })
    }

    async fn register(
        &self,
        password: Zeroizing<String>,
        address: IpAddr,
    ) -> Result<(), ConfirmError> {
        let state = &self.context.state;
        let of = (&self.invitation, self.typed.clone());
        let account = prepare(&state.sign_in, of, password, address).await?;
        let (token, zone) = (self.token.clone(), state.zone.clone());
        let (audit, invitation) = (self.context.audit(), self.invitation.clone());
        let accepted = state.db.write::<_, ConfirmError, _>(move |tx| {
            Box::pin(async move { accept(tx, (&token, &invitation), account, &zone, &audit).await })
        });
        accepted.await
    }

    /// The confirmation. If another person is signed in in this browser, it says so, because the sign-in page would lead to
    /// that person's portal.
    async fn done(&self) -> Result<Response, HandlerError> {
        let other = self.context.signed_in().await?;
        let page = InvitationDonePage {
            frame: PAGE.frame(self.context, None),
            account: self.typed.username.clone(),
            group: self.group.clone(),
            signed_in: other.map(|other| other.account.display_name().to_owned()),
        };
        Ok(respond(StatusCode::OK, &page))
    }

    fn refused(&self, error: ConfirmError) -> Result<Response, HandlerError> {
        let problem = match error {
            ConfirmError::Length(PasswordLength::TooShort) => PasswordProblem::TooShort,
            ConfirmError::Length(PasswordLength::TooLong) => PasswordProblem::TooLong,
            ConfirmError::Guessable => PasswordProblem::Guessable,
            // Somebody has taken the address meanwhile.
            ConfirmError::Invalid(faults) if has(&faults, "email") => return Ok(self.taken()),
            ConfirmError::Invalid(faults) => {
                // A duplicate that appeared during the write has no field.
                let faults = match faults.list() {
                    [] => Faults::of("username", Rule::UsernameTaken),
                    _ => faults,
                };
                return Ok(self.page(None, faults));
            }
            ConfirmError::Void => return Ok(PAGE.void(self.context)),
            ConfirmError::Delayed { until } => return Err(HandlerError::Delayed { until }),
            ConfirmError::Busy => return Err(PageError::Busy.into()),
            ConfirmError::Db(error) => return Err(error.into()),
        };
        Ok(self.page(Some(problem), Faults::default()))
    }
}

fn has(faults: &Faults, field: &str) -> bool {
    faults.list().iter().any(|fault| fault.field == field)
}
