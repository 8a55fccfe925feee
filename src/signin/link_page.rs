//! A page that one-time links lead to.
//!
//! The token is sent in the fragment of the link and in the body of our form, never in a path or query, so that it
//! appears in no log and no `Referer`. The first form sends only the token.

use std::net::{IpAddr, Ipv4Addr};

use axum::http::StatusCode;
use axum::response::Response;
use zeroize::Zeroizing;

use crate::directory::Account;
use crate::directory::one_time_links::OpenedLink;
use crate::directory::reset_password::OpenLinkError;
use crate::http::cookies;
use crate::http::params::Params;
use crate::i18n::texts::Key;
use crate::pages::page::{self, CsrfToken, Frame, PagePolicy, ServerPage};
use crate::pages::page_error::PageError;
use crate::state::visitor::HandlerError;

use super::pages::{ResetCodePage, ResetVoidPage};
use super::step_context::{Form, StepContext};

/// The address that an attempt counts for when the request has none.
const NOWHERE: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// A page that one-time links lead to.
pub struct LinkPage {
    pub path: &'static str,
    /// The form id; the CSRF token is bound to it and to the browser.
    pub form: &'static str,
    /// What its links are for.
    pub title: Key,
}

/// What the form of such a page sent.
pub struct Posted {
    /// The secret of the browser, to which the form is bound.
    pub secret: String,
    /// The code of the link.
    pub token: Zeroizing<String>,
    /// The address that an attempt counts for.
    pub address: IpAddr,
}

impl LinkPage {
    /// The page without a token.
    pub fn show(&self, context: &StepContext) -> Response {
        let had = context.flow_secret();
        let secret = had.clone().unwrap_or_else(|| context.state.random.token());
        let mut response = self.ask_for_code(context, &secret, false);
        if had.is_none() {
            context.set_flow(&mut response, &secret);
        }
        context.shown(Ok(response))
    }

    /// What its form sent; if it has no token, the page that asks for it.
    pub fn posted(
        &self,
        context: &StepContext,
        form: &Form,
    ) -> Result<Result<Posted, Response>, HandlerError> {
        let secret = context.posted_alone(form, self.form)?;
        let token = form.get("token").unwrap_or_default().trim().to_owned();
        let token = Zeroizing::new(token);
        if token.is_empty() {
            return Ok(Err(self.ask_for_code(context, &secret, true)));
        }
        Ok(Ok(Posted {
            secret,
            token,
            address: context.origin.address.unwrap_or(NOWHERE),
        }))
    }

    fn ask_for_code(&self, context: &StepContext, secret: &str, missing: bool) -> Response {
        let page = ResetCodePage {
            frame: self.frame(context, None),
            csrf: self.csrf(secret),
            missing,
            title: self.title,
            path: self.path,
        };
        respond(StatusCode::OK, &page)
    }

    /// The same response for every link that does not work (attack 14).
    pub fn void(&self, context: &StepContext) -> Response {
        context.refused(&Params::default(), "one_time_link", "");
        let page = ResetVoidPage {
            frame: self.frame(context, None),
            again: self.path,
        };
        respond(StatusCode::BAD_REQUEST, &page)
    }

    pub fn refuse_link(
        &self,
        context: &StepContext,
        error: OpenLinkError,
    ) -> Result<Response, HandlerError> {
        match error {
            OpenLinkError::Void => Ok(self.void(context)),
            OpenLinkError::Delayed { until } => Err(HandlerError::Delayed { until }),
            OpenLinkError::Busy => Err(PageError::Busy.into()),
            OpenLinkError::Db(error) => Err(error.into()),
        }
    }

    /// The page layout, in the account's language once the link has identified the account.
    pub fn frame(&self, context: &StepContext, link: Option<&OpenedLink>) -> Frame {
        self.frame_for(context, link.map(|link| &link.account))
    }

    /// The same for a link of another kind.
    pub fn frame_for(&self, context: &StepContext, account: Option<&Account>) -> Frame {
        let language = account.and_then(|account| account.lang.as_deref());
        context.frame(None, language).at(self.path)
    }

    pub fn csrf(&self, secret: &str) -> CsrfToken {
        CsrfToken {
            token: cookies::csrf_token(secret, self.form),
            flow: self.form.to_owned(),
            again: String::new(),
        }
    }
}

pub fn respond(status: StatusCode, page: &impl ServerPage) -> Response {
    page::respond(status, page, &PagePolicy::form())
}
