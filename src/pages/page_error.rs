//! The error page: what went wrong, why, and what to do, in the reader's language.

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;

use super::page::{Frame, PagePolicy, ServerPage, respond};
use crate::http::form::BadForm;
use crate::i18n::texts::Key;

/// The errors that a page can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageError {
    /// The address does not exist.
    NotFound,
    /// The address exists, but not with this method.
    Method,
    /// The request is malformed: an invalid, missing or repeated parameter.
    BadRequest,
    /// The body or a header is larger than allowed.
    TooLarge,
    /// The form is not ours: foreign `Origin`.
    ForeignForm,
    /// The browser does not say which page sent the form.
    HiddenSender,
    /// The form is of another page of ours, or of another browser: its token does not fit.
    OtherPage,
    /// The browser does not send the cookie that it got.
    Cookies,
    /// The client id is unknown or disabled.
    UnknownClient,
    /// The redirect address is not registered for the client; never followed.
    RedirectUri,
    /// The request names no redirect address, and the client has not exactly one.
    NoRedirectUri,
    /// The callbackUrl is not registered for the legacy application; never followed.
    CallbackUrl,
    /// More requests than allowed.
    TooMany,
    /// Overloaded: full queue or unavailable database.
    Busy,
    /// An internal error.
    Internal,
}

impl From<BadForm> for PageError {
    fn from(bad: BadForm) -> Self {
        match bad {
            BadForm::TooLarge => Self::TooLarge,
            _ => Self::BadRequest,
        }
    }
}

impl PageError {
    /// Every kind, for tests and samples.
    pub const ALL: [Self; 15] = [
        Self::NotFound,
        Self::Method,
        Self::BadRequest,
        Self::TooLarge,
        Self::ForeignForm,
        Self::HiddenSender,
        Self::OtherPage,
        Self::Cookies,
        Self::UnknownClient,
        Self::RedirectUri,
        Self::NoRedirectUri,
        Self::CallbackUrl,
        Self::TooMany,
        Self::Busy,
        Self::Internal,
    ];

    pub const fn status(self) -> StatusCode {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::ForeignForm | Self::HiddenSender | Self::OtherPage | Self::Cookies => {
                StatusCode::FORBIDDEN
            }
            Self::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Self::BadRequest
            | Self::UnknownClient
            | Self::RedirectUri
            | Self::NoRedirectUri
            | Self::CallbackUrl => StatusCode::BAD_REQUEST,
        }
    }

    /// Its name in logs and metrics.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::Method => "method",
            Self::BadRequest => "bad_request",
            Self::TooLarge => "too_large",
            Self::ForeignForm => "foreign_form",
            Self::HiddenSender => "hidden_sender",
            Self::OtherPage => "other_page",
            Self::Cookies => "cookies",
            Self::UnknownClient => "unknown_client",
            Self::RedirectUri => "redirect_uri",
            Self::NoRedirectUri => "no_redirect_uri",
            Self::CallbackUrl => "callback_url",
            Self::TooMany => "too_many",
            Self::Busy => "busy",
            Self::Internal => "internal",
        }
    }

    /// The keys of its three texts: what happened, why, and what to do.
    #[rustfmt::skip]
    pub const fn texts(self) -> [Key; 3] {
        match self {
            Self::NotFound => [Key("error.not_found.what"), Key("error.not_found.why"), Key("error.not_found.do")],
            Self::Method => [Key("error.method.what"), Key("error.method.why"), Key("error.method.do")],
            Self::BadRequest => [Key("error.bad_request.what"), Key("error.bad_request.why"), Key("error.bad_request.do")],
            Self::TooLarge => [Key("error.too_large.what"), Key("error.too_large.why"), Key("error.too_large.do")],
            Self::ForeignForm => [Key("error.foreign_form.what"), Key("error.foreign_form.why"), Key("error.foreign_form.do")],
            Self::HiddenSender => [Key("error.hidden_sender.what"), Key("error.hidden_sender.why"), Key("error.hidden_sender.do")],
            Self::OtherPage => [Key("error.other_page.what"), Key("error.other_page.why"), Key("error.other_page.do")],
            Self::Cookies => [Key("error.cookies.what"), Key("error.cookies.why"), Key("error.cookies.do")],
            Self::UnknownClient => [Key("error.unknown_client.what"), Key("error.unknown_client.why"), Key("error.unknown_client.do")],
            Self::RedirectUri => [Key("error.redirect_uri.what"), Key("error.redirect_uri.why"), Key("error.redirect_uri.do")],
            Self::NoRedirectUri => [Key("error.no_redirect_uri.what"), Key("error.no_redirect_uri.why"), Key("error.no_redirect_uri.do")],
            Self::CallbackUrl => [Key("error.callback_url.what"), Key("error.callback_url.why"), Key("error.callback_url.do")],
            Self::TooMany => [Key("error.too_many.what"), Key("error.too_many.why"), Key("error.too_many.do")],
            Self::Busy => [Key("error.busy.what"), Key("error.busy.why"), Key("error.busy.do")],
            Self::Internal => [Key("error.internal.what"), Key("error.internal.why"), Key("error.internal.do")],
        }
    }
}

#[derive(Debug, Template)]
#[template(path = "errors/error.html")]
pub struct ErrorPage {
    pub frame: Frame,
    pub error: PageError,
    /// A sentence for the maintainer of the application, in English like OAuth's `error_description`; shown escaped,
    /// never a secret.
    pub detail: Option<String>,
    /// Target of the link that leads on: a path of ours.
    pub onward: &'static str,
    /// True while the window that opened the page may wait for the response to an authorization.
    pub keeps_opener: bool,
}

impl ErrorPage {
    /// The page for `error`, with a link to the start page.
    pub const fn new(frame: Frame, error: PageError) -> Self {
        Self {
            frame,
            error,
            detail: None,
            onward: "/",
            keeps_opener: false,
        }
    }

    /// Adds a sentence for the maintainer of the application.
    #[must_use]
    pub fn detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    /// The response, with the status of its error; an overloaded server asks for a retry soon.
    pub fn respond(&self) -> Response {
        match self.error {
            PageError::Busy => self.respond_again_in(5),
            _ => respond(self.error.status(), self, &self.policy()),
        }
    }

    /// The response with the number of seconds until a retry is accepted.
    pub fn respond_again_in(&self, seconds: u64) -> Response {
        let policy = self.policy().retry_after(seconds);
        respond(self.error.status(), self, &policy)
    }

    fn policy(&self) -> PagePolicy {
        let policy = PagePolicy::form();
        if self.keeps_opener {
            return policy.keeping_its_opener();
        }
        policy
    }

    fn words(&self) -> [&str; 3] {
        self.error.texts().map(|key| self.frame.t(key.0))
    }
}

impl ServerPage for ErrorPage {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn samples(frame: &Frame, say: &dyn Fn(&str) -> String) -> Vec<(&'static str, Self)> {
        let plain = |(name, error)| (name, Self::new(frame.clone(), error));
        let mut samples: Vec<_> = PageError::ALL.map(|it| plain((it.name(), it))).into();
        let shown = Self::new(frame.clone(), PageError::RedirectUri);
        let detail = say("redirect_uri is not registered for client demo-app");
        samples.push(("redirect_uri_told", shown.detail(detail)));
        samples
    }
}
