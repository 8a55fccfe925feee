//! `/account-user/apply`: a person without an account applies for one (contract R-16, S-26, E-20).
//!
//! The answer is the same whether or not somebody has the name or the address (attack 14).

use std::collections::HashMap;

use axum::http::StatusCode;
use axum::response::Response;

use crate::db::list::{ListError, OptionPaging};
use crate::directory::account_application::{self, Applicant};
use crate::directory::{AccountError, Choice, OrganisationKind, organisation_options};
use crate::faults::Faults;
use crate::http::cookies;
use crate::pages::page::{self, CsrfToken, Frame, PagePolicy};
use crate::pages::page_error::PageError;
use crate::site::offered;
use crate::state::visitor::HandlerError;

use super::forgot_password::flow;
use super::pages::{ApplyPage, ApplySentPage, Companies};
use super::step_context::{Form, OpenFlow, StepContext};

pub const PATH: &str = offered::APPLY;

/// The form's id; its CSRF token is bound to it and to the browser.
const FORM: &str = "apply";

/// `GET /account-user/apply`.
pub async fn get(context: StepContext) -> Response {
    let had = context.flow_secret();
    let secret = had.clone().unwrap_or_else(|| context.state.random.token());
    let shown = show(&context, &secret).await;
    let mut response = context.shown(shown);
    if had.is_none() {
        context.set_flow(&mut response, &secret);
    }
    response
}

/// `POST /account-user/apply`.
pub async fn post(context: StepContext, form: Form) -> Response {
    let answered = answer(&context, &form).await;
    context.answered(answered)
}

/// True if people may apply for an account.
pub(super) fn is_open(context: &StepContext) -> bool {
    context.state.config.may_apply()
}

async fn show(context: &StepContext, secret: &str) -> Result<Response, HandlerError> {
    if !is_open(context) {
        return Err(PageError::NotFound.into());
    }
    let open = flow(context, context.visit.query.get("flow")).await?;
    let shown = Shown {
        context,
        secret,
        open,
    };
    shown.form(Applicant::default(), Faults::default()).await
}

async fn answer(context: &StepContext, form: &Form) -> Result<Response, HandlerError> {
    if !is_open(context) {
        return Err(PageError::NotFound.into());
    }
    let secret = context.posted_alone(form, FORM)?;
    let open = flow(context, form.get("flow")).await?;
    let shown = Shown {
        context,
        secret: &secret,
        open,
    };
    let typed = applicant(context, form);
    let checked = {
        let mut view = context.state.db.read().await?;
        let zone = &context.state.zone;
        typed.clone().checked(&mut view, context.now, zone).await
    };
    let applicant = match checked {
        Ok(applicant) => applicant,
        Err(AccountError::Invalid(faults)) => {
            return shown.form(typed, faults).await;
        }
        Err(AccountError::Db(error)) => return Err(error.into()),
        Err(_) => return Err(PageError::Internal.into()),
    };
    let email = applicant.email.clone();
    account_application::apply(&context.state.sign_in, applicant, &context.origin).await?;
    let (frame, back) = (shown.frame(), shown.back());
    Ok(respond(&ApplySentPage { frame, email, back }))
}

/// What the form has. Every other field, such as a password, is dropped.
fn applicant(context: &StepContext, form: &Form) -> Applicant {
    let typed = |name| form.get(name).unwrap_or_default().to_owned();
    Applicant {
        username: typed("username"),
        email: typed("email"),
        full_name: Some(typed("full_name")),
        lang: Some(context.frame(None, None).language.api().to_owned()),
        agency_id: Some(typed("agency")),
        company_id: Some(typed("company")),
        group: typed("group"),
        reason: typed("reason"),
    }
}

/// The pages of one visit.
struct Shown<'a> {
    context: &'a StepContext,
    /// The browser's secret.
    secret: &'a str,
    /// The sign-in from which the person came.
    open: Option<OpenFlow>,
}

impl Shown<'_> {
    fn frame(&self) -> Frame {
        let flow = self.open.as_ref().map(|open| &open.flow);
        self.context.frame(flow, None)
    }

    /// The sign-in page, of the flow if there is one.
    fn back(&self) -> String {
        let open = self.open.as_ref();
        open.map_or_else(|| "/login".to_owned(), |open| open.flow.address())
    }

    /// The form with what was typed.
    async fn form(&self, typed: Applicant, faults: Faults) -> Result<Response, HandlerError> {
        let (agencies, companies) = places(self.context).await?;
        let open = self.open.as_ref();
        let here = open.map_or_else(|| PATH.to_owned(), |open| open.flow.address_at(PATH));
        let page = ApplyPage {
            frame: self.frame().at(&here),
            csrf: CsrfToken {
                token: cookies::csrf_token(self.secret, FORM),
                flow: open
                    .map(|open| open.flow.handle.clone())
                    .unwrap_or_default(),
                again: String::new(),
            },
            typed,
            agencies,
            companies,
            faults,
            back: self.back(),
        };
        Ok(respond(&page))
    }
}

/// The agencies to choose from, and the companies of each.
async fn places(context: &StepContext) -> Result<(Vec<Choice>, Vec<Companies>), HandlerError> {
    let mut view = context.state.db.read().await?;
    let all = OptionPaging::default();
    let mut options = Vec::new();
    for kind in [OrganisationKind::Agency, OrganisationKind::Company] {
        let found = organisation_options(&mut view, kind, None, &all).await;
        options.push(found.map_err(|error| match error {
            ListError::Db(error) => HandlerError::from(error),
            _ => PageError::Internal.into(),
        })?);
    }
    let companies = options.pop().unwrap_or_default();
    let agencies = options.pop().unwrap_or_default();
    let mut of: HashMap<Option<String>, Vec<Choice>> = HashMap::new();
    for company in companies {
        let agency = company.belongs_to.clone();
        of.entry(agency).or_default().push(company);
    }
    let mut taken = |id: Option<String>, agency: Option<String>| Companies {
        agency,
        companies: of.remove(&id).unwrap_or_default(),
    };
    let mut groups = vec![taken(None, None)];
    groups.extend(
        agencies
            .iter()
            .map(|agency| taken(Some(agency.id.clone()), Some(agency.name.clone()))),
    );
    groups.retain(|group| !group.companies.is_empty());
    Ok((agencies, groups))
}

fn respond(page: &impl page::ServerPage) -> Response {
    page::respond(StatusCode::OK, page, &PagePolicy::form())
}
