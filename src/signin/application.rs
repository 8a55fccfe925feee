//! `/account-user/application`: the page to which an applicant's link leads. The first time it asks for a password, which
//! confirms the address (attack 13); then it shows how the application stands (contract D-27).
//!
//! As on `/reset-password` the token is in the fragment of the link and in the body of our form. A mail scanner that opens the
//! page confirms nothing.

use std::net::IpAddr;

use axum::http::StatusCode;
use axum::response::Response;
use zeroize::Zeroizing;

use crate::db::DbError;
use crate::directory::account_application::Application;
use crate::directory::account_application::confirm::{
    ApplicationState, ConfirmError, Opened, StoredApplication, confirm, open, place_names, taken,
};
use crate::directory::password::PasswordLength;
use crate::faults::{Faults, Rule};
use crate::groups::group_named;
use crate::i18n::texts::Key;
use crate::pages::page_error::PageError;
use crate::site::offered;
use crate::state::visitor::HandlerError;

use super::apply::is_open;
use super::link_page::{LinkPage, Posted, respond};
use super::pages::{
    ApplicationPage, ApplicationTakenPage, ConfirmApplicationPage, PasswordProblem, Stage,
};
use super::step_context::{Form, StepContext};

pub const PATH: &str = offered::APPLICATION;

const PAGE: LinkPage = LinkPage {
    path: PATH,
    form: "application",
    title: Key("application.title"),
};

/// `GET /account-user/application`.
pub async fn get(context: StepContext) -> Response {
    PAGE.show(&context)
}

/// `POST /account-user/application`.
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
    let application = match open(&state.sign_in, &state.keys, &token, address).await {
        Ok(Opened::New(application)) => application,
        Ok(Opened::Stored(stored)) => return Ok(standing(context, &stored, None)),
        Err(error) => return PAGE.refuse_link(context, error),
    };
    // A link that was sent before applications were switched off makes no account.
    if !is_open(context) {
        return Ok(PAGE.void(context));
    }
    let places = {
        let mut view = state.db.read().await?;
        place_names(&mut view, &application.applicant).await?
    };
    let mut shown = Shown {
        context,
        secret: &secret,
        token: &token,
        application,
        places,
    };
    if form.get("new_password").is_none() && form.get("confirm_password").is_none() {
        return shown.begin().await;
    }
    // The name may have been taken since the application, so its reader may choose another.
    // Otherwise the form would show which names are taken (attack 14).
    let faults = {
        let mut view = state.db.read().await?;
        taken(&mut view, &shown.application.applicant).await?
    };
    let name = form.get("username").map(str::trim);
    if let Some(name) = name.filter(|_| faults.list().iter().any(|fault| fault.field == "username"))
    {
        name.clone_into(&mut shown.application.applicant.username);
    }
    let (wanted, again) = (entry("new_password"), entry("confirm_password"));
    if wanted != again {
        let problem = Some(PasswordProblem::Mismatch);
        return Ok(shown.page(problem, &Faults::default()));
    }
    shown.confirm(wanted, address).await
}

/// The password form of an application.
struct Shown<'a> {
    context: &'a StepContext,
    secret: &'a str,
    token: &'a Zeroizing<String>,
    application: Application,
    /// The names of the agency and the client.
    places: [Option<String>; 2],
}

impl Shown<'_> {
    /// The form, which says at once whether somebody has the name or the address.
    async fn begin(&self) -> Result<Response, HandlerError> {
        let mut view = self.context.state.db.read().await?;
        let faults = taken(&mut view, &self.application.applicant).await?;
        Ok(self.again(&faults))
    }

    /// The form for another name, or, if somebody has the address, the page that says so.
    fn again(&self, faults: &Faults) -> Response {
        let mut of = faults.list().iter();
        if of.any(|fault| fault.field == "email") {
            let frame = self.context.frame(None, None);
            return respond(StatusCode::OK, &ApplicationTakenPage { frame });
        }
        self.page(None, faults)
    }

    fn page(&self, problem: Option<PasswordProblem>, faults: &Faults) -> Response {
        let mut of = faults.list().iter();
        let name = of.find(|fault| fault.field == "username");
        let page = ConfirmApplicationPage {
            frame: PAGE.frame(self.context, None),
            csrf: PAGE.csrf(self.secret),
            token: self.token.clone(),
            applicant: self.application.applicant.clone(),
            places: self.places.clone(),
            name_problem: name.map(|fault| fault.rule.words()),
            problem,
        };
        respond(StatusCode::OK, &page)
    }

    async fn confirm(
        &self,
        password: Zeroizing<String>,
        address: IpAddr,
    ) -> Result<Response, HandlerError> {
        let (context, state) = (self.context, &self.context.state);
        let group_id = self.group().await?;
        let contact = Some(state.config.branding.contact.clone());
        let wanted = (self.application.clone(), group_id, contact);
        let audit = context.audit();
        let confirmed = confirm(&state.sign_in, wanted, password, address, audit).await;
        let token = match confirmed {
            Ok(token) => token,
            Err(ConfirmError::Length(length)) => {
                let problem = match length {
                    PasswordLength::TooShort => PasswordProblem::TooShort,
                    PasswordLength::TooLong => PasswordProblem::TooLong,
                };
                return Ok(self.page(Some(problem), &Faults::default()));
            }
            Err(ConfirmError::Guessable) => {
                return Ok(self.page(Some(PasswordProblem::Guessable), &Faults::default()));
            }
            // A second click of the same form finds the application.
            Err(ConfirmError::Invalid(faults)) => return self.stored_or(faults, address).await,
            Err(ConfirmError::Void) => return Ok(PAGE.void(context)),
            Err(ConfirmError::Delayed { until }) => return Err(HandlerError::Delayed { until }),
            Err(ConfirmError::Busy) => return Err(PageError::Busy.into()),
            Err(ConfirmError::Db(error)) => return Err(error.into()),
        };
        match open(&state.sign_in, &state.keys, &token, address).await {
            Ok(Opened::Stored(stored)) => Ok(standing(context, &stored, Some(token))),
            _ => Err(PageError::Internal.into()),
        }
    }

    async fn stored_or(&self, faults: Faults, address: IpAddr) -> Result<Response, HandlerError> {
        let state = &self.context.state;
        let opened = open(&state.sign_in, &state.keys, self.token, address).await;
        if let Ok(Opened::Stored(stored)) = opened {
            return Ok(standing(self.context, &stored, None));
        }
        // A duplicate that appeared during the write has no field.
        let faults = match faults.list() {
            [] => Faults::of("username", Rule::UsernameTaken),
            _ => faults,
        };
        Ok(self.again(&faults))
    }

    /// The group that the applicant named.
    async fn group(&self) -> Result<Option<String>, DbError> {
        let applicant = &self.application.applicant;
        let mut view = self.context.state.db.read().await?;
        let agency = applicant.agency_id.as_deref().unwrap_or_default();
        group_named(&mut view, &applicant.group, agency).await
    }
}

/// How the application stands. `token` is the secret of the applicant's own link, right after it was made.
fn standing(
    context: &StepContext,
    stored: &StoredApplication,
    token: Option<Zeroizing<String>>,
) -> Response {
    let page = ApplicationPage {
        frame: context.frame(None, None).at(PATH),
        account: stored.username.clone(),
        stage: match stored.state {
            ApplicationState::Waiting => Stage::Waiting,
            ApplicationState::Approved => Stage::Approved,
            ApplicationState::Refused => Stage::Refused,
        },
        answer: stored.answer.clone(),
        token,
    };
    respond(StatusCode::OK, &page)
}
