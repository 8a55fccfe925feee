//! A browser at one of the doors: who asks, and the answers that every door for browsers gives
//! alike.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use tower_sessions::Session;

use super::AppState;
use super::refused_request::RefusedRequest;
use crate::audit::{AuditContext, Origin};
use crate::clock::{Millis, SECOND, seconds_left};
use crate::db::DbError;
use crate::directory::known_browser::BrowserMemory;
use crate::http::cookies;
use crate::http::form::BadForm;
use crate::http::params::Params;
use crate::http::redirect::see_other;
use crate::limits::{self, LimitError, Limits};
use crate::pages::expired::ExpiredPage;
use crate::pages::page::{self, Frame, PagePolicy};
use crate::pages::page_error::{ErrorPage, PageError};
use crate::pages::visit::Visit;
use crate::random::hashed;
use crate::sessions::browser::{self, BrowserError, SignedIn};
use crate::sessions::sign_in_flow::{self, SignInFlow, Step, Target};
use crate::sessions::sign_in_flows;
use crate::state::origin::RequestOrigin;

/// Whose address a sign-in counts for when the request has none.
const NOWHERE: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// One request of a browser; the door it comes to stands behind the session layer.
pub struct Visitor {
    /// The application state.
    pub state: Arc<AppState>,
    /// The request, as pages need it.
    pub visit: Visit,
    /// Its binding to an SSO session.
    pub browser: Session,
    /// Where it came from.
    pub origin: Origin,
    /// When it came.
    pub now: Millis,
}

impl FromRequestParts<Arc<AppState>> for Visitor {
    type Rejection = Response;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &Arc<AppState>,
    ) -> Result<Self, Response> {
        let Ok(visit) = Visit::from_request_parts(parts, state).await;
        let Ok(origin) = RequestOrigin::from_request_parts(parts, state).await;
        let browser = Session::from_request_parts(parts, state)
            .await
            .map_err(IntoResponse::into_response)?;
        Ok(Self {
            state: Arc::clone(state),
            visit,
            browser,
            origin: origin.into(),
            now: state.clock.now(),
        })
    }
}

/// Why a handler ends with another answer than its own.
#[derive(Debug)]
pub enum HandlerError {
    /// An error page, perhaps with a sentence for who maintains the asking application.
    Page(PageError, &'static str),
    /// The sign-in is over, unknown or another browser's; the way back, if one is known.
    Expired {
        /// A path of ours.
        back: Option<String>,
    },
    /// Another address comes first.
    Elsewhere(String),
    /// Too much came from there: not before this moment.
    Delayed {
        /// When the next request of this kind is let in.
        until: Millis,
    },
    /// The database failed.
    Db(DbError),
    /// The browser's binding failed.
    Browser(BrowserError),
}

impl From<PageError> for HandlerError {
    fn from(error: PageError) -> Self {
        Self::Page(error, "")
    }
}

impl From<BadForm> for HandlerError {
    fn from(bad: BadForm) -> Self {
        match bad {
            BadForm::TooLarge => PageError::TooLarge.into(),
            _ => Self::Page(PageError::BadRequest, "the form cannot be read"),
        }
    }
}

impl From<DbError> for HandlerError {
    fn from(error: DbError) -> Self {
        Self::Db(error)
    }
}

impl From<LimitError> for HandlerError {
    fn from(refused: LimitError) -> Self {
        match refused {
            LimitError::Delayed { until } => Self::Delayed { until },
            LimitError::Busy => PageError::Busy.into(),
            LimitError::Db(error) => error.into(),
        }
    }
}

impl From<BrowserError> for HandlerError {
    fn from(error: BrowserError) -> Self {
        Self::Browser(error)
    }
}

impl Visitor {
    /// What the audit entries of this request have in common.
    pub fn audit(&self) -> AuditContext {
        self.state.audit(self.now, &self.origin)
    }

    /// Who is signed in in this browser.
    pub async fn signed_in(&self) -> Result<Option<SignedIn>, BrowserError> {
        let (state, lifetimes) = (&self.state, self.state.session_lifetimes());
        browser::signed_in(&state.db, &self.browser, lifetimes, &state.zone, self.now).await
    }

    /// True when the request comes from a page of ours (attack 18).
    pub fn is_from_our_pages(&self) -> bool {
        let public = self.state.config.server.public_url.url();
        cookies::from_our_pages(&self.visit.headers, public)
    }

    /// False when the browser says that it fetches an image or a script, with which another site's
    /// page could begin sign-ins in its visitors' name (Fetch Metadata). Who says nothing navigates.
    fn is_navigating(&self) -> bool {
        let destination = self.visit.headers.get("sec-fetch-dest");
        destination.is_none_or(|destination| destination == "document")
    }

    /// The secret that binds a sign-in under way to this browser, if it has one.
    pub fn flow_secret(&self) -> Option<String> {
        self.state.cookies.flow_secret(&self.visit.headers)
    }

    /// Who has signed in in this browser before, if it proves that by its cookie.
    pub fn browser_memory(&self) -> Option<BrowserMemory> {
        let sealed = self.state.cookies.known(&self.visit.headers)?;
        self.state.known_browsers.open(&sealed)
    }

    /// Gives the browser its secret with `response`.
    pub fn set_flow(&self, response: &mut Response, secret: &str) {
        if let Some(cookie) = self.state.cookies.set_flow(secret) {
            response.headers_mut().append(SET_COOKIE, cookie);
        }
    }

    /// Has the browser known again as the one that began a sign-in flow with `secret`, also when it is
    /// started anew and has the secret no longer.
    pub fn set_began(&self, response: &mut Response, secret: &str) {
        let (cookies, headers) = (&self.state.cookies, &self.visit.headers);
        let seconds = sign_in_flow::KNOWN / SECOND;
        if let Some(cookie) = cookies.set_began(headers, &hashed(secret), seconds) {
            response.headers_mut().append(SET_COOKIE, cookie);
        }
    }

    /// The secret that this browser holds `flow` by, or the page that offers to begin again.
    ///
    /// The way back is the application's request, with its `state`, `nonce` and hints. Whoever has
    /// only the address of a page, sent by mail or read over a shoulder, is not shown it: with
    /// another's `state` and PKCE challenge one can have that person signed in as oneself (attack
    /// 8). It takes the browser that began the sign-in flow, by its secret or by the hash of it that
    /// outlasts the browser's end; the hash holds no flow and makes no form.
    pub fn holds(&self, flow: &SignInFlow) -> Result<String, HandlerError> {
        let secret = self.flow_secret();
        if let Some(secret) = secret.filter(|secret| flow.belongs_to(secret)) {
            return Ok(secret);
        }
        let began = self.state.cookies.began(&self.visit.headers);
        let back = flow.began_by(&began).then(|| flow.restart_address());
        Err(HandlerError::Expired { back })
    }

    /// A sign-in flow to `target` that begins now, held by whoever has `secret`; it is not kept yet.
    pub fn new_flow(&self, target: Target, steps: Vec<Step>, secret: Option<&str>) -> SignInFlow {
        let lifetime = self.state.config.sessions.sign_in_lifetime;
        let random = &self.state.random;
        SignInFlow::begin(target, steps, secret, lifetime, self.now, random)
    }

    /// Keeps a sign-in flow that begins and sends the browser to its address. One address can fill no
    /// disk with them (attack 44).
    pub async fn keep(&self, flow: SignInFlow) -> Result<Response, HandlerError> {
        if !self.is_navigating() {
            return Err(HandlerError::Page(
                PageError::BadRequest,
                "this is a page to go to",
            ));
        }
        let response = see_other(&flow.address());
        let address = self.origin.address.unwrap_or(NOWHERE);
        let memory = self.browser_memory();
        let known = memory.as_ref().map(|memory| memory.known().id);
        let limits = Limits::from(&self.state.config.limits);
        let counters = limits.sign_in_flow(address, known);
        let now = self.now;
        let written = self.state.db.write::<_, LimitError, _>(move |tx| {
            Box::pin(async move {
                limits::spend(tx, &counters, now).await?;
                Ok(sign_in_flows::insert(tx, &flow).await?)
            })
        });
        written.await?;
        Ok(response)
    }

    /// Begins a sign-in flow in this browser and sends it to the first step; `asking_for` is what the
    /// consent page shows.
    pub async fn begin(
        &self,
        target: Target,
        steps: Vec<Step>,
        asking_for: Vec<String>,
    ) -> Result<Response, HandlerError> {
        let had = self.flow_secret();
        let secret = had.clone().unwrap_or_else(|| self.state.random.token());
        let mut flow = self.new_flow(target, steps, Some(&secret));
        flow.progress.asking_for = asking_for;
        let mut response = self.keep(flow).await?;
        self.set_began(&mut response, &secret);
        if had.is_none() {
            self.set_flow(&mut response, &secret);
        }
        Ok(response)
    }

    /// Saves how far `flow` came and sends the browser on.
    pub async fn go_on(&self, flow: SignInFlow) -> Result<Response, DbError> {
        let response = see_other(&flow.address());
        let saved = self.state.db.write(move |tx| {
            Box::pin(
                async move { sign_in_flows::save_progress(tx, &flow.id, &flow.progress).await },
            )
        });
        saved.await?;
        Ok(response)
    }

    /// The frame of a page, for a reader of whom it may be known what was chosen before, the
    /// languages that the application asks for, and the account's own.
    pub fn frame(
        &self,
        chosen: Option<&str>,
        ui_locales: Option<&str>,
        account: Option<&str>,
    ) -> Frame {
        let (visit, site) = (&self.visit, &self.state.site);
        visit.frame(site, chosen, ui_locales, account, self.now)
    }

    /// The answer that tells why there is no other. A refusal is recorded.
    pub fn error_response(&self, error: HandlerError) -> Response {
        self.error_response_to(&self.visit.query, error)
    }

    /// The same for a request whose parameters, `asked`, came in its body.
    pub fn error_response_to(&self, asked: &Params, error: HandlerError) -> Response {
        let (error, told) = match error {
            HandlerError::Elsewhere(address) => return see_other(&address),
            HandlerError::Expired { back } => {
                let frame = self.frame(None, None, None);
                let page = ExpiredPage { frame, back };
                let mut policy = PagePolicy::form();
                if self.may_be_awaited() {
                    policy = policy.keeping_its_opener();
                }
                return page::respond(StatusCode::BAD_REQUEST, &page, &policy);
            }
            HandlerError::Delayed { until } => {
                let page = self.error_page(PageError::TooMany);
                return page.respond_again_in(seconds_left(until, self.now));
            }
            HandlerError::Page(error, told) => (error, told),
            HandlerError::Db(error) | HandlerError::Browser(BrowserError::Db(error)) => {
                (database(&error), "")
            }
            HandlerError::Browser(error) => {
                tracing::error!(%error, "the browser's binding cannot be reached");
                (PageError::Busy, "")
            }
        };
        // A fault of ours or a full server is not the request's fault.
        if error.status().is_client_error() && error != PageError::TooMany {
            self.refused(asked, error.name(), told);
        }
        let page = self.error_page(error);
        if told.is_empty() {
            page.respond()
        } else {
            page.detail(told).respond()
        }
    }

    fn error_page(&self, error: PageError) -> ErrorPage {
        ErrorPage {
            keeps_opener: self.may_be_awaited(),
            ..ErrorPage::new(self.frame(None, None, None), error)
        }
    }

    /// True where an authorization may be pending: a window of the application may wait for the answer, also
    /// when the person goes on after an error page.
    fn may_be_awaited(&self) -> bool {
        let path = self.visit.here.split('?').next().unwrap_or_default();
        path.starts_with(sign_in_flow::AUTHORIZE)
            || Step::ALL.iter().any(|step| step.path() == path)
    }

    /// Records that a request with the parameters `asked` ended on a page, and the `reason`. Of many in a
    /// short time only few are written.
    pub fn refused(&self, asked: &Params, reason: &'static str, told: &'static str) {
        let RefusedRequest { event, client } =
            RefusedRequest::of(&self.state, &self.visit.here, asked, reason, told);
        tracing::info!(reason, told, client, "a request was refused");
        let entry = self.audit().entry(event);
        self.state.recorder.refuse(match client {
            Some(client) => entry.client(client),
            None => entry,
        });
    }
}

fn database(error: &DbError) -> PageError {
    if error.is_unavailable() {
        tracing::warn!(%error, "the database is away");
        return PageError::Busy;
    }
    tracing::error!(%error, "a request failed by a fault of ours");
    PageError::Internal
}
