//! `/forgot-password`: a person who forgot the password types account name and address (contract D-06, T-16).
//!
//! The answer is the same whether or not an account has both (contract F-15, attack 14). A cookie keeps the sign-in flow
//! for the page that sets the password, so that the sign-in goes on in this browser, and in no other.

use axum::http::StatusCode;
use axum::response::Response;

use crate::config::Forgotten;
use crate::directory::{forgotten_password, is_email};
use crate::http::cookies;
use crate::limits::LimitError;
use crate::pages::page::{self, CsrfToken, PagePolicy};
use crate::pages::page_error::PageError;
use crate::site::offered;
use crate::state::visitor::HandlerError;

use super::pages::{ForgotPasswordPage, ForgotProblem, ForgotSentPage};
use super::step_context::{Form, OpenFlow, StepContext};

pub const PATH: &str = offered::FORGOT_PASSWORD;

/// The form's id; its CSRF token is bound to it and to the browser.
const FORM: &str = "forgot-password";

/// The most characters of a field (contract V-23).
const LONGEST: usize = 100;

/// `GET /forgot-password`.
pub async fn get(context: StepContext) -> Response {
    let had = context.flow_secret();
    let secret = had.clone().unwrap_or_else(|| context.state.random.token());
    let open = flow(&context, context.visit.query.get("flow")).await;
    let page = open.map(|open| {
        let form = Shown {
            context: &context,
            secret: &secret,
            open: open.as_ref(),
        };
        form.page(Default::default(), None)
    });
    let mut response = context.shown(page);
    if had.is_none() {
        context.set_flow(&mut response, &secret);
    }
    response
}

/// `POST /forgot-password`.
pub async fn post(context: StepContext, form: Form) -> Response {
    let answered = answer(&context, &form).await;
    context.answered(answered)
}

/// The sign-in from which the person came, if it is this browser's and still open.
pub(super) async fn flow(
    context: &StepContext,
    handle: Option<&str>,
) -> Result<Option<OpenFlow>, HandlerError> {
    let Some(handle) = handle else {
        return Ok(None);
    };
    match context.flow(Some(handle)).await {
        Ok(open) => Ok(Some(open)),
        Err(HandlerError::Db(error)) => Err(error.into()),
        Err(_) => Ok(None),
    }
}

async fn answer(context: &StepContext, form: &Form) -> Result<Response, HandlerError> {
    let secret = context.posted_alone(form, FORM)?;
    let open = flow(context, form.get("flow")).await?;
    let shown = Shown {
        context,
        secret: &secret,
        open: open.as_ref(),
    };
    let typed = |name| form.get(name).unwrap_or_default().trim();
    let (account, email) = (typed("username"), typed("email"));
    if let Some(problem) = problem(account, email) {
        return Ok(shown.page((account, email), Some(problem)));
    }
    let asked = forgotten_password::ask(&context.state.sign_in, account, email, &context.origin);
    match asked.await {
        Ok(()) => Ok(shown.sent()),
        Err(LimitError::Delayed { until }) => Err(HandlerError::Delayed { until }),
        Err(LimitError::Busy) => Err(PageError::Busy.into()),
        Err(LimitError::Db(error)) => Err(error.into()),
    }
}

fn problem(account: &str, email: &str) -> Option<ForgotProblem> {
    if account.is_empty() || account.chars().count() > LONGEST {
        return Some(ForgotProblem::Account);
    }
    let is_short = email.chars().count() <= LONGEST;
    (!is_short || !is_email(email)).then_some(ForgotProblem::Email)
}

/// The pages of one visit.
struct Shown<'a> {
    context: &'a StepContext,
    /// The browser's secret.
    secret: &'a str,
    open: Option<&'a OpenFlow>,
}

impl Shown<'_> {
    fn page(&self, (account, email): (&str, &str), problem: Option<ForgotProblem>) -> Response {
        let handle = self.open.map(|open| open.flow.handle.clone());
        let here = match self.open {
            Some(open) => open.flow.address_at(PATH),
            None => PATH.to_owned(),
        };
        let flow = self.open.map(|open| &open.flow);
        let page = ForgotPasswordPage {
            frame: self.context.frame(flow, None).at(&here),
            csrf: CsrfToken {
                token: cookies::csrf_token(self.secret, FORM),
                flow: handle.unwrap_or_default(),
                again: String::new(),
            },
            account: account.chars().take(LONGEST).collect(),
            email: email.chars().take(LONGEST).collect(),
            back: self.back(),
            problem,
        };
        page::respond(StatusCode::OK, &page, &PagePolicy::form())
    }

    fn sent(&self) -> Response {
        let rule = self.context.state.config.accounts.forgotten;
        let flow = self.open.map(|open| &open.flow);
        let page = ForgotSentPage {
            frame: self.context.frame(flow, None),
            by_administrator: rule == Forgotten::Administrator,
            back: self.back(),
        };
        let mut response = page::respond(StatusCode::OK, &page, &PagePolicy::form());
        if let Some(open) = self.open {
            self.context.set_forgotten(&mut response, &open.flow.handle);
        }
        response
    }

    /// The sign-in page, of the flow if there is one.
    fn back(&self) -> String {
        match self.open {
            Some(open) => open.flow.address(),
            None => "/login".to_owned(),
        }
    }
}
