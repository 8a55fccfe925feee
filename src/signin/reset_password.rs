//! `/reset-password`: the holder of a one-time link chooses a password (contract F-16).
//!
//! The token is sent in the fragment of the link and in the body of our form, never in a path or query, so that it
//! appears in no log and no `Referer`. The first form sends only the token; the page names the account after that. The
//! link does not sign in.

use std::net::{IpAddr, Ipv4Addr};

use axum::http::StatusCode;
use axum::response::Response;
use zeroize::Zeroizing;

use crate::audit::PasswordChange;
use crate::directory::change_password::ChangePasswordError;
use crate::directory::one_time_links::OpenedLink;
use crate::directory::reset_password::{OpenLinkError, open_link, prepare_by_link};
use crate::http::cookies;
use crate::http::params::Params;
use crate::pages::page::{self, CsrfToken, Frame, PagePolicy, ServerPage};
use crate::pages::page_error::PageError;
use crate::sessions::end;
use crate::site::offered;
use crate::state::visitor::HandlerError;

use super::pages::{
    PasswordProblem, ResetCodePage, ResetDonePage, ResetPasswordPage, ResetVoidPage,
};
use super::step_context::{Form, StepContext};

pub const PATH: &str = offered::RESET_PASSWORD;

/// The form id; the CSRF token is bound to it and to the browser.
const FORM: &str = "reset-password";

/// The address that an attempt counts for when the request has none.
const NOWHERE: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// `GET /reset-password`.
pub async fn get(context: StepContext) -> Response {
    let had = context.flow_secret();
    let secret = had.clone().unwrap_or_else(|| context.state.random.token());
    let mut response = ask_for_code(&context, &secret, false);
    if had.is_none() {
        context.set_flow(&mut response, &secret);
    }
    context.shown(Ok(response))
}

/// `POST /reset-password`.
pub async fn post(context: StepContext, form: Form) -> Response {
    let answered = answer(&context, &form).await;
    context.answered(answered)
}

async fn answer(context: &StepContext, form: &Form) -> Result<Response, HandlerError> {
    let secret = context.posted_alone(form, FORM)?;
    let entry = |name| Zeroizing::new(form.get(name).unwrap_or_default().to_owned());
    let token = Zeroizing::new(entry("token").trim().to_owned());
    if token.is_empty() {
        return Ok(ask_for_code(context, &secret, true));
    }
    let address = context.origin.address.unwrap_or(NOWHERE);
    let link = match open_link(&context.state.sign_in, &token, address).await {
        Ok(link) => link,
        Err(error) => return refuse_link(context, error),
    };
    let shown = Shown {
        context,
        secret: &secret,
        token: &token,
        link: &link,
    };
    if form.get("new_password").is_none() && form.get("confirm_password").is_none() {
        return Ok(shown.page(None));
    }
    let (wanted, again) = (entry("new_password"), entry("confirm_password"));
    if wanted != again {
        return Ok(shown.page(Some(PasswordProblem::Mismatch)));
    }
    match set_password(context, &link, wanted).await {
        Ok(()) => done(context, &link).await,
        Err(error) => match PasswordProblem::of(&error) {
            Some(problem) => Ok(shown.page(Some(problem))),
            None => refuse_password(context, error),
        },
    }
}

/// The password form of a valid link.
struct Shown<'a> {
    context: &'a StepContext,
    secret: &'a str,
    token: &'a Zeroizing<String>,
    link: &'a OpenedLink,
}

impl Shown<'_> {
    fn page(&self, problem: Option<PasswordProblem>) -> Response {
        let page = ResetPasswordPage {
            frame: frame(self.context, Some(self.link)),
            csrf: csrf(self.secret),
            token: self.token.clone(),
            account: self.link.account.username.clone(),
            problem,
        };
        respond(StatusCode::OK, &page)
    }
}

async fn set_password(
    context: &StepContext,
    link: &OpenedLink,
    password: Zeroizing<String>,
) -> Result<(), ChangePasswordError> {
    let state = &context.state;
    let language = frame(context, Some(link)).language;
    let new = prepare_by_link(&state.sign_in, link.clone(), password, language).await?;
    let (audit, clients) = (context.audit(), state.clients.clone());
    let set = state.db.write(move |tx| {
        Box::pin(async move {
            let by = PasswordChange::Link;
            end::replace_password(tx, new, by, &audit, &clients).await
        })
    });
    set.await.map(drop)
}

fn ask_for_code(context: &StepContext, secret: &str, missing: bool) -> Response {
    let page = ResetCodePage {
        frame: frame(context, None),
        csrf: csrf(secret),
        missing,
    };
    respond(StatusCode::OK, &page)
}

/// The confirmation page. If another person is signed in in this browser, it says so, because the sign-in page would
/// lead to that person's portal.
async fn done(context: &StepContext, link: &OpenedLink) -> Result<Response, HandlerError> {
    let other = context.signed_in().await?;
    let page = ResetDonePage {
        frame: frame(context, Some(link)),
        signed_in: other.map(|other| other.account.display_name().to_owned()),
    };
    Ok(respond(StatusCode::OK, &page))
}

/// The same response for every link that does not work (attack 14).
fn void(context: &StepContext) -> Response {
    context.refused(&Params::default(), "one_time_link", "");
    let page = ResetVoidPage {
        frame: frame(context, None),
    };
    respond(StatusCode::BAD_REQUEST, &page)
}

fn refuse_link(context: &StepContext, error: OpenLinkError) -> Result<Response, HandlerError> {
    match error {
        OpenLinkError::Void => Ok(void(context)),
        OpenLinkError::Delayed { until } => Err(HandlerError::Delayed { until }),
        OpenLinkError::Busy => Err(PageError::Busy.into()),
        OpenLinkError::Db(error) => Err(error.into()),
    }
}

fn refuse_password(
    context: &StepContext,
    error: ChangePasswordError,
) -> Result<Response, HandlerError> {
    match error {
        ChangePasswordError::Delayed { until } => Err(HandlerError::Delayed { until }),
        ChangePasswordError::Busy => Err(PageError::Busy.into()),
        ChangePasswordError::Db(error) => Err(error.into()),
        // Another request used the link first, or the account has changed since.
        _ => Ok(void(context)),
    }
}

/// The page layout, in the account's language once the link has identified the account.
fn frame(context: &StepContext, link: Option<&OpenedLink>) -> Frame {
    let language = link.and_then(|link| link.account.lang.as_deref());
    context.frame(None, language).at(PATH)
}

fn csrf(secret: &str) -> CsrfToken {
    CsrfToken {
        token: cookies::csrf_token(secret, FORM),
        flow: FORM.to_owned(),
        again: String::new(),
    }
}

fn respond(status: StatusCode, page: &impl ServerPage) -> Response {
    page::respond(status, page, &PagePolicy::form())
}
