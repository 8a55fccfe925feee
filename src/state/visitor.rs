//! A browser's request, and the responses that all browser endpoints share.

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
use crate::clock::{MINUTE, Millis, SECOND, seconds_left};
use crate::db::DbError;
use crate::directory::known_browser::BrowserMemory;
use crate::http::cookies::{self, Sender};
use crate::http::form::BadForm;
use crate::http::params::Params;
use crate::limits::{self, LimitError};
use crate::pages::expired::ExpiredPage;
use crate::pages::page::{self, Frame, PagePolicy};
use crate::pages::page_error::{ErrorPage, PageError};
use crate::pages::visit::Visit;
use crate::random::hashed;
use crate::sessions::browser::{self, BrowserError, SignedIn, SignedInRules};
use crate::sessions::flow_cap::{self, FlowCap, FlowSource};
use crate::sessions::sign_in_flow::{self, Progress, SignInFlow, Step, Target};
use crate::sessions::{sealed_flows, sign_in_flows};
use crate::state::origin::RequestOrigin;
use crate::telemetry::foreign;

/// The address that a sign-in counts for when the request has none.
const NOWHERE: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// The longest address of ours that a browser is sent to, in bytes: nginx takes a request line of 8 KiB by default.
const LONGEST_LINE: usize = 7_500;
/// The longest sign-in flow that a cookie keeps.
const LONGEST_FORGOTTEN: usize = 2_400;

/// One request of a browser. The route must be inside the session layer.
pub struct Visitor {
    pub state: Arc<AppState>,
    /// The request, as pages need it.
    pub visit: Visit,
    /// The browser's record, which points to its SSO session.
    pub browser: Session,
    pub origin: Origin,
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

/// A response other than the handler's own.
#[derive(Debug)]
pub enum HandlerError {
    /// An error page, possibly with a sentence for the application's maintainer.
    Page(PageError, &'static str),
    /// The sign-in has ended, is unknown or belongs to another browser; with a link back, if there is one.
    Expired {
        /// A path of ours.
        back: Option<String>,
    },
    /// Redirect to this address first.
    Elsewhere(String),
    /// Too many requests from this origin.
    Delayed {
        /// When the next request of this kind is accepted.
        until: Millis,
    },
    Db(DbError),
    Browser(BrowserError),
}

impl HandlerError {
    /// The browser does not send the cookie that binds a page to it.
    pub const NO_COOKIE: Self =
        Self::Page(PageError::Cookies, "the browser sent no cookie of ours");
    /// The token of a form fits neither this browser nor this page (attack 18).
    pub const OTHER_PAGE: Self = Self::Page(
        PageError::OtherPage,
        "csrf is of another page or another browser",
    );
    /// Another site sent the form (attack 18).
    pub const FOREIGN_FORM: Self = Self::Page(
        PageError::ForeignForm,
        "Origin is not that of server.public_url",
    );
    /// The browser does not say who sent the form (attack 18).
    pub const HIDDEN_SENDER: Self = Self::Page(
        PageError::HiddenSender,
        "Origin and Sec-Fetch-Site say nothing: does a proxy add Referrer-Policy: no-referrer?",
    );
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
    /// The common part of this request's audit entries.
    pub fn audit(&self) -> AuditContext {
        self.state.audit(self.now, &self.origin)
    }

    /// The person who is signed in in this browser.
    pub async fn signed_in(&self) -> Result<Option<SignedIn>, DbError> {
        self.signed_in_with(None).await
    }

    /// The person who is signed in in this browser, with the consent for `client_id`.
    pub async fn signed_in_for(&self, client_id: &str) -> Result<Option<SignedIn>, DbError> {
        self.signed_in_with(Some(client_id)).await
    }

    async fn signed_in_with(&self, client_id: Option<&str>) -> Result<Option<SignedIn>, DbError> {
        let rules = SignedInRules {
            lifetimes: self.state.session_lifetimes(),
            zone: &self.state.zone,
            now: self.now,
        };
        browser::signed_in(&self.state.db, &self.browser, client_id, rules).await
    }

    /// Refuses a form that none of our pages sent (attack 18).
    pub fn check_sender(&self) -> Result<(), HandlerError> {
        let public = self.state.config.server.public_url.url();
        match cookies::sender(&self.visit.headers, public) {
            Sender::Ours => Ok(()),
            Sender::Another => {
                foreign::log_sender(&self.visit.headers);
                Err(HandlerError::FOREIGN_FORM)
            }
            Sender::Unknown => Err(HandlerError::HIDDEN_SENDER),
        }
    }

    /// False when the browser says that it loads an image or a script (Fetch Metadata): another site's page could use
    /// these to begin sign-ins for its visitors. Without the header the request counts as a navigation.
    pub(super) fn is_navigating(&self) -> bool {
        let destination = self.visit.headers.get("sec-fetch-dest");
        destination.is_none_or(|destination| destination == "document")
    }

    /// The secret that binds a sign-in flow to this browser, if it has one.
    pub fn flow_secret(&self) -> Option<String> {
        self.state.cookies.flow_secret(&self.visit.headers)
    }

    /// The people who have signed in in this browser before, if its cookie proves them.
    pub fn browser_memory(&self) -> Option<BrowserMemory> {
        let sealed = self.state.cookies.known(&self.visit.headers)?;
        self.state.known_browsers.open(&sealed)
    }

    /// Sets the browser's flow secret on `response`.
    pub fn set_flow(&self, response: &mut Response, secret: &str) {
        if let Some(cookie) = self.state.cookies.set_flow(secret) {
            response.headers_mut().append(SET_COOKIE, cookie);
        }
    }

    /// Keeps the sign-in flow of `handle` while the person reads the email about a forgotten password; deletes it if
    /// `handle` is empty. One so long that nginx would not read the head of the response (decision 0036) is not kept.
    pub fn set_forgotten(&self, response: &mut Response, handle: &str) {
        if handle.len() > LONGEST_FORGOTTEN {
            return;
        }
        if let Some(cookie) = self.state.cookies.set_forgotten(handle) {
            response.headers_mut().append(SET_COOKIE, cookie);
        }
    }

    /// Sets the cookie that identifies the browser which began a sign-in flow with `secret`, also after the browser was
    /// restarted and has lost the secret.
    pub fn set_began(&self, response: &mut Response, secret: &str) {
        let (cookies, headers) = (&self.state.cookies, &self.visit.headers);
        let seconds = sign_in_flow::KNOWN / SECOND;
        if let Some(cookie) = cookies.set_began(headers, &hashed(secret), seconds) {
            response.headers_mut().append(SET_COOKIE, cookie);
        }
    }

    /// The secret by which this browser owns `flow`; otherwise the error page with a link to start again.
    ///
    /// The link repeats the application's request, with its `state`, `nonce` and hints. A person who only has a page's
    /// address, for example from an email, must not get it: with the `state` and PKCE challenge of a victim, an
    /// attacker could make the victim sign in as the attacker (attack 8). So the link needs the browser that began the
    /// sign-in flow, identified by its secret or by the secret's hash, which survives a restart of the browser. The
    /// hash alone does not own a flow and cannot post its forms.
    ///
    /// A browser that was just given a cookie and sends none does not keep cookies.
    pub fn owner_secret(&self, flow: &SignInFlow) -> Result<String, HandlerError> {
        let secret = self.flow_secret();
        if let Some(secret) = secret.filter(|secret| flow.belongs_to(secret)) {
            return Ok(secret);
        }
        let has_just_begun = self.now < flow.created_at.saturating_add(MINUTE);
        if has_just_begun && !self.state.cookies.any(&self.visit.headers) {
            return Err(HandlerError::NO_COOKIE);
        }
        let began = self.state.cookies.began(&self.visit.headers);
        let back = flow.began_by(&began).then(|| flow.restart_address());
        Err(HandlerError::Expired { back })
    }

    /// The sign-in flow that a page or form carries as `handle`, open or ended.
    pub async fn find_flow(&self, handle: &str) -> Result<Option<SignInFlow>, DbError> {
        let state = &self.state;
        sealed_flows::find(&state.db, handle, &state.issuer, &state.keys, self.now).await
    }

    /// A new sign-in flow to `target`, owned by the browser with `secret`; it is not kept yet.
    pub fn new_flow(&self, target: Target, steps: Vec<Step>, secret: Option<&str>) -> SignInFlow {
        let lifetime = self.state.config.sessions.sign_in_lifetime;
        let random = &self.state.random;
        SignInFlow::begin(target, steps, secret, lifetime, self.now, random)
    }

    /// Keeps a flow that has no row: sealed, unless a person stands behind it or it is too long. Stored flows are
    /// limited for each client address, and in total while nobody holds them, so that strangers cannot fill the disk
    /// (attack 44). Returns the flow with the handle that leads to it.
    pub async fn keep(&self, flow: SignInFlow) -> Result<SignInFlow, HandlerError> {
        if !self.is_navigating() {
            return Err(HandlerError::Page(
                PageError::BadRequest,
                "this is a page to go to",
            ));
        }
        self.keep_anywhere(flow).await
    }

    /// The redirect for a response that sets no cookie.
    pub async fn keep_anywhere(&self, flow: SignInFlow) -> Result<SignInFlow, HandlerError> {
        if flow.stored_len() > flow_cap::LARGEST {
            return Err(HandlerError::Page(
                PageError::TooLarge,
                "the request is too long",
            ));
        }
        match self.seal(&flow) {
            Some(handle) => Ok(SignInFlow { handle, ..flow }),
            None => self.store(flow).await,
        }
    }

    /// The address that starts `flow` again. An address that is too long for a proxy becomes a handle, like a posted request
    /// (decision 0003).
    pub async fn restart_address(&self, flow: &SignInFlow) -> Result<String, HandlerError> {
        let address = flow.restart_address();
        if address.len() <= LONGEST_LINE || !matches!(flow.target, Target::Authorize { .. }) {
            return Ok(address);
        }
        let again = self.new_flow(flow.target.clone(), Vec::new(), None);
        Ok(self.keep(again).await?.address())
    }

    /// The flow as its pages carry it, if it needs no row.
    fn seal(&self, flow: &SignInFlow) -> Option<String> {
        let state = &self.state;
        sealed_flows::seal(flow, &state.issuer, &state.keys, &state.random)
    }

    /// Stores a flow as a new row with an id of its own. A flow of a signed-in person counts for the account too.
    ///
    /// # Errors
    /// There are too many flows of this origin, or the database failed.
    pub async fn store(&self, mut flow: SignInFlow) -> Result<SignInFlow, HandlerError> {
        if flow.is_held()
            && let Some(signed_in) = self.signed_in().await?
        {
            let writes = &self.state.account_writes;
            writes.spend(&signed_in.account.id, self.now)?;
        }
        // Two requests may store the same sealed flow.
        flow.id = self.state.random.token();
        let flow = flow.stored();
        let stored = flow.clone();
        let address = self.origin.address.unwrap_or(NOWHERE);
        let memory = self.browser_memory();
        let known = memory.as_ref().map(|memory| memory.known().id);
        let counters = self.state.limits.sign_in_flow(address, known);
        let source = FlowSource::of(address, known);
        let cap = FlowCap::from(&self.state.config.limits);
        let now = self.now;
        let written = self.state.db.write::<_, LimitError, _>(move |tx| {
            Box::pin(async move {
                let new = limits::spend_unnamed(tx, &counters, now).await?;
                sign_in_flows::insert(tx, &flow, &source, cap).await?;
                Ok(new)
            })
        });
        let new = written.await?;
        self.state.sign_in.gate.note_new(&self.state.db, new).await;
        Ok(stored)
    }

    /// Keeps the progress of `flow`. Returns it with the handle that leads to it.
    pub async fn save(&self, flow: SignInFlow) -> Result<SignInFlow, HandlerError> {
        if flow.is_sealed() {
            return self.keep(flow).await;
        }
        let (id, progress) = (flow.id.clone(), flow.progress.clone());
        let saved = self.state.db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move { sign_in_flows::save_progress(tx, &id, &progress).await })
        });
        saved.await?;
        Ok(flow)
    }

    /// Begins a sign-in flow in this browser and redirects it to the first step of `progress`.
    pub async fn begin(
        &self,
        target: Target,
        progress: Progress,
    ) -> Result<Response, HandlerError> {
        self.begin_at(target, progress, SignInFlow::address).await
    }

    /// Begins a sign-in flow in this browser and redirects it to the address that `first` makes of it.
    pub async fn begin_at(
        &self,
        target: Target,
        progress: Progress,
        first: impl Fn(&SignInFlow) -> String + Send,
    ) -> Result<Response, HandlerError> {
        let had = self.flow_secret();
        let secret = had.clone().unwrap_or_else(|| self.state.random.token());
        let mut flow = self.new_flow(target, Vec::new(), Some(&secret));
        flow.progress = progress;
        let mut response = self.lead_on(&first(&self.keep(flow).await?));
        self.set_began(&mut response, &secret);
        if had.is_none() {
            self.set_flow(&mut response, &secret);
        }
        Ok(response)
    }

    /// Keeps the progress of `flow` and redirects the browser to the next step.
    pub async fn go_on(&self, flow: SignInFlow) -> Result<Response, HandlerError> {
        Ok(self.lead_on(&self.save(flow).await?.address()))
    }

    /// The layout of a page. Its language is the person's earlier choice, else one that the application requests, else
    /// the account's own.
    pub fn frame(
        &self,
        chosen: Option<&str>,
        ui_locales: Option<&str>,
        account: Option<&str>,
    ) -> Frame {
        let (visit, site) = (&self.visit, &self.state.site);
        visit.frame(site, chosen, ui_locales, account, self.now)
    }

    /// The response for an error. A refusal is recorded.
    pub fn error_response(&self, error: HandlerError) -> Response {
        self.error_response_to(&self.visit.query, error)
    }

    /// Begins it for a request whose parameters, `asked`, came in its body.
    pub fn error_response_to(&self, asked: &Params, error: HandlerError) -> Response {
        let (error, description) = match error {
            HandlerError::Elsewhere(address) => return self.lead_on(&address),
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
            HandlerError::Page(error, description) => (error, description),
            HandlerError::Db(error) => (database(&error), ""),
            HandlerError::Browser(error) => {
                tracing::error!(%error, "cannot read or write the browser's session record");
                (PageError::Busy, "")
            }
        };
        // An internal error or an overloaded server is not the request's fault.
        if error.status().is_client_error() && error != PageError::TooMany {
            self.refused(asked, error.name(), description);
        }
        let page = self.error_page(error);
        if description.is_empty() {
            page.respond()
        } else {
            page.detail(description).respond()
        }
    }

    fn error_page(&self, error: PageError) -> ErrorPage {
        ErrorPage {
            keeps_opener: self.may_be_awaited(),
            ..ErrorPage::new(self.frame(None, None, None), error)
        }
    }

    /// True when an authorization may be pending: a window of the application may wait for the response, even if the
    /// person continues after an error page.
    fn may_be_awaited(&self) -> bool {
        let path = self.visit.here.split('?').next().unwrap_or_default();
        path.starts_with(sign_in_flow::AUTHORIZE)
            || Step::ALL.iter().any(|step| step.path() == path)
    }

    /// Records that a request with the parameters `asked` ended on an error page, and the `reason`. When there are many
    /// in a short time, only a few are written.
    pub fn refused(&self, asked: &Params, reason: &'static str, description: &'static str) {
        let RefusedRequest { event, client } =
            RefusedRequest::of(&self.state, &self.visit.here, asked, reason, description);
        tracing::info!(reason, description, client, "refused a request");
        let entry = self.audit().entry(event);
        self.state.recorder.refuse(match client {
            Some(client) => entry.client(client),
            None => entry,
        });
    }
}

fn database(error: &DbError) -> PageError {
    if error.is_unavailable() {
        tracing::warn!(%error, "the database is unavailable");
        return PageError::Busy;
    }
    tracing::error!(%error, "a request failed with an internal error");
    PageError::Internal
}
