//! Logout: `/oauth2/logout` for clients (OpenID Connect RP-Initiated Logout 1.0) and `/logout` for the person. The
//! person must confirm, unless the client shows that it knows this session.

pub mod backchannel;
pub mod request;

use std::ops::Deref;

use axum::http::{StatusCode, Uri};
use axum::response::Response;
use url::form_urlencoded;

use crate::db::DbError;
use crate::http::cookies::{csrf_matches, csrf_token};
use crate::http::form::Posted;
use crate::http::params::Params;
use crate::http::redirect::see_other;
use crate::pages::goodbye::{LogoutPage, SignedOutPage};
use crate::pages::page::{self, CsrfToken, PagePolicy};
use crate::pages::page_error::PageError;
use crate::random::hashed;
use crate::sessions::browser::{self, SignedIn};
use crate::sessions::end;
use crate::state::visitor::{HandlerError, Visitor};

use request::{Hint, LogoutRequest, NAMES};

/// Path for clients.
pub const PATH: &str = "/oauth2/logout";
/// Path for the person; both paths post the confirmation here.
pub const PAGE: &str = "/logout";

/// Longest query that a POST is redirected to, in bytes.
const LONGEST_QUERY: usize = 16 * 1024;

/// One request of a browser to sign out.
struct Leaver(Visitor);

impl Deref for Leaver {
    type Target = Visitor;

    fn deref(&self) -> &Visitor {
        &self.0
    }
}

/// `GET /logout`: the person wants to sign out. Its query is ignored; only a posted confirmation has one.
pub async fn page(visitor: Visitor) -> Response {
    let leaver = Leaver(visitor);
    let answered = leaver.asked(&Params::default()).await;
    answered.unwrap_or_else(|error| leaver.error_response(error))
}

/// `GET /oauth2/logout`.
pub async fn get(visitor: Visitor, uri: Uri) -> Response {
    let leaver = Leaver(visitor);
    let answered = match Params::parse(uri.query().unwrap_or_default()) {
        Ok(params) => leaver.asked(&params).await,
        Err(_) => Err(HandlerError::Page(
            PageError::BadRequest,
            "the query cannot be read",
        )),
    };
    answered.unwrap_or_else(|error| leaver.error_response(error))
}

/// `POST /oauth2/logout`: redirects to a GET of this server, because a browser sends no `SameSite=Lax` cookie with a
/// form from another site (design 8). The GET reports errors, because only there is the signed-in person known.
pub async fn post(visitor: Visitor, Posted(form): Posted) -> Response {
    let params = match form {
        Ok(params) => params,
        Err(bad) => return visitor.error_response(bad.into()),
    };
    let mut query = form_urlencoded::Serializer::new(String::new());
    for name in NAMES {
        for value in params.all(name) {
            query.append_pair(name, value);
        }
    }
    let query = query.finish();
    if query.len() > LONGEST_QUERY {
        return visitor.error_response_to(&params, PageError::TooLarge.into());
    }
    see_other(&format!("{PATH}?{query}"))
}

/// `POST /logout`: the person confirms.
pub async fn confirm(visitor: Visitor, Posted(form): Posted) -> Response {
    let leaver = Leaver(visitor);
    let answered = match form {
        Ok(form) => leaver.confirmed(&form).await,
        Err(bad) => Err(bad.into()),
    };
    answered.unwrap_or_else(|error| leaver.error_response(error))
}

impl Leaver {
    /// Ends the session, or asks for confirmation.
    async fn asked(&self, params: &Params) -> Result<Response, HandlerError> {
        let request = LogoutRequest::read(&self.state, params);
        if let Some(fault) = request.fault {
            self.refused(params, fault.reason(), fault.description());
        }
        let Some(signed_in) = self.signed_in().await? else {
            let ended = self.end().await?;
            // Nobody is signed in, so there is nobody to ask; the named client registered the redirect address.
            return Ok(self.left(&request, ended));
        };
        let known = |hint: &Hint| {
            hint.session_id == signed_in.session.id && hint.account_id == signed_in.account.id
        };
        if request.hint.as_ref().is_some_and(known) {
            let ended = self.end().await?;
            return Ok(self.left(&request, ended));
        }
        Ok(self.question(&request, &signed_in))
    }

    /// Handles the confirmation. The query carries the logout request; the form carries the CSRF token of this browser.
    async fn confirmed(&self, form: &Params) -> Result<Response, HandlerError> {
        let request = LogoutRequest::of_answer(&self.state, &self.visit.query);
        if request.fault.is_some() {
            // The client was disabled while the question was open.
            return self.asked(&self.visit.query).await;
        }
        if !self.is_from_our_pages() {
            return Err(HandlerError::FOREIGN_FORM);
        }
        let pointer = browser::pointer(&self.browser).await?;
        let Some(session_id) = pointer else {
            // The person signed out in another tab meanwhile: nothing is left to do.
            let redirect = None;
            let request = LogoutRequest {
                redirect,
                ..request
            };
            return Ok(self.left(&request, true));
        };
        let secret = self.flow_secret().ok_or(HandlerError::NO_COOKIE)?;
        let sent = form.get("csrf").unwrap_or_default();
        if !csrf_matches(&secret, &form_id(&request, &session_id), sent) {
            return Err(HandlerError::OTHER_PAGE);
        }
        let ended = self.end().await?;
        Ok(self.left(&request, ended))
    }

    /// Asks for confirmation. The form is valid in this browser, for this session and this request only.
    fn question(&self, request: &LogoutRequest, signed_in: &SignedIn) -> Response {
        let had = self.flow_secret();
        let secret = had.clone().unwrap_or_else(|| self.state.random.token());
        let form_id = form_id(request, &signed_in.session.id);
        let query = request.query();
        let account = &signed_in.account;
        let hinted = request.hint.as_ref();
        let page = LogoutPage {
            frame: self.frame(None, request.ui_locales.as_deref(), account.lang.as_deref()),
            csrf: CsrfToken {
                token: csrf_token(&secret, &form_id),
                flow: form_id,
                again: String::new(),
            },
            action: if query.is_empty() {
                PAGE.to_owned()
            } else {
                format!("{PAGE}?{query}")
            },
            person: account.display_name().to_owned(),
            asker: asker(request),
            means_another: hinted.is_some_and(|hint| hint.account_id != account.id),
            fault: request.fault,
            stay: "/".to_owned(),
        };
        let policy = match &request.redirect {
            Some(redirect) => PagePolicy::form().redirecting_to(&redirect.uri),
            None => PagePolicy::form(),
        };
        let mut response = page::respond(status(request), &page, &policy);
        if had.is_none() {
            self.set_flow(&mut response, &secret);
        }
        response
    }

    /// Ends the session of this browser and everything that depends on it in one transaction, then forgets the browser.
    /// Also ends an expired session, so that its clients are notified. False when the browser has no session.
    async fn end(&self) -> Result<bool, HandlerError> {
        let state = &self.state;
        let Some(session_id) = browser::pointer(&self.browser).await? else {
            return Ok(false);
        };
        let (audit, clients) = (self.audit(), state.clients.clone());
        let ended = state.db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move { end::sign_out_of(tx, &session_id, &audit, &clients).await })
        });
        ended.await?;
        browser::unbind(&self.browser).await?;
        Ok(true)
    }

    /// The response when nobody is signed in any more: a redirect to the client, or the signed-out page. `ended` is
    /// false when nobody was signed in before.
    fn left(&self, request: &LogoutRequest, ended: bool) -> Response {
        if let Some(redirect) = &request.redirect {
            return see_other(&redirect.address());
        }
        let page = SignedOutPage {
            frame: self.frame(None, request.ui_locales.as_deref(), None),
            asker: asker(request),
            fault: request.fault,
            sent_nowhere: request.faulty,
            ended,
        };
        page::respond(status(request), &page, &PagePolicy::form())
    }
}

/// The name of the client that asks, if it is known.
fn asker(request: &LogoutRequest) -> Option<String> {
    request.client.as_ref().map(|client| client.name.clone())
}

fn status(request: &LogoutRequest) -> StatusCode {
    match request.fault {
        Some(_) => StatusCode::BAD_REQUEST,
        None => StatusCode::OK,
    }
}

/// The form's id: it identifies the request and the session.
fn form_id(request: &LogoutRequest, session_id: &str) -> String {
    hashed(&format!("logout {session_id} {}", request.query()))
}
