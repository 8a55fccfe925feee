//! Shared by every step of a sign-in flow: the flow, its browser, and the response.
//!
//! For each step it checks that the sign-in flow belongs to this browser, is open, and has reached this step (attack
//! 10). A posted form must also come from our own page (attack 18).

use std::convert::Infallible;
use std::ops::Deref;
use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::SET_COOKIE;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;

use crate::clients::Client;
use crate::directory::Account;
use crate::http::cookies;
use crate::http::form::Posted;
use crate::http::params::Params;
use crate::i18n::language::{self, Language};
use crate::pages::page::{self, CsrfToken, Frame, PagePolicy, ServerPage};
use crate::pages::page_error::PageError;
use crate::pages::tile::AppTile;
use crate::sessions::sign_in_flow::{SignInFlow, Step};
use crate::state::AppState;
use crate::state::visitor::{HandlerError, Visitor};

/// Most bytes of the restart address in a form, so that the form stays far below its size limit.
const LONGEST_AGAIN: usize = 8_192;

/// The context of one request to a step.
pub(super) struct StepContext(Visitor);

impl Deref for StepContext {
    type Target = Visitor;

    fn deref(&self) -> &Visitor {
        &self.0
    }
}

impl FromRequestParts<Arc<AppState>> for StepContext {
    type Rejection = Response;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &Arc<AppState>,
    ) -> Result<Self, Response> {
        Visitor::from_request_parts(parts, state).await.map(Self)
    }
}

/// A posted form, each field at most once, or the error page for a bad form.
pub(super) struct Form(Result<Params, PageError>);

impl Form {
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.as_ref().ok()?.get(name)
    }
}

impl<S: Send + Sync> FromRequest<S> for Form {
    type Rejection = Infallible;

    async fn from_request(request: Request, state: &S) -> Result<Self, Infallible> {
        let Posted(read) = Posted::from_request(request, state).await?;
        let once = |form: Params| match form.repeated(&[]) {
            Some(_) => Err(PageError::BadRequest),
            None => Ok(form),
        };
        Ok(Self(read.map_err(PageError::from).and_then(once)))
    }
}

/// A sign-in flow that belongs to this browser and is open, with the browser's flow secret.
pub(super) struct OpenFlow {
    pub flow: SignInFlow,
    pub secret: String,
}

impl OpenFlow {
    /// The value that marks a form as shown to `account_id`.
    fn mark_of(&self, account_id: &str) -> String {
        cookies::csrf_token(&self.secret, &format!("{} {account_id}", self.flow.id))
    }

    /// True when the posted form was shown to `account_id`.
    pub fn form_was_shown_to(&self, form: &Form, account_id: &str) -> bool {
        let sent = form.get("csrf").and_then(|csrf| csrf.split_once('.'));
        let sent = sent.map(|(_, mark)| mark).unwrap_or_default();
        let purpose = format!("{} {account_id}", self.flow.id);
        cookies::csrf_matches(&self.secret, &purpose, sent)
    }
}

impl StepContext {
    /// The sign-in flow `id`, which must belong to this browser and be open.
    pub async fn flow(&self, id: Option<&str>) -> Result<OpenFlow, HandlerError> {
        let lost = || HandlerError::Expired { back: None };
        let id = id.ok_or_else(lost)?;
        let flow = self.find_flow(id).await?.ok_or_else(lost)?;
        let secret = self.owner_secret(&flow)?;
        if flow.ended_at.is_some() {
            // After the Back button a page of an ended sign-in is no error: the person wants to reach the target again.
            return Err(HandlerError::Elsewhere(self.restart_address(&flow).await?));
        }
        if !flow.is_open(self.now) {
            return Err(HandlerError::Expired {
                back: Some(self.restart_address(&flow).await?),
            });
        }
        Ok(OpenFlow { flow, secret })
    }

    /// The sign-in flow of a page, which must have reached `step`.
    pub async fn at(&self, step: Step) -> Result<OpenFlow, HandlerError> {
        self.at_one_of(&[step]).await
    }

    /// The same, which must have reached one of `steps`.
    pub async fn at_one_of(&self, steps: &[Step]) -> Result<OpenFlow, HandlerError> {
        let open = self.flow(self.visit.query.get("flow")).await?;
        if !open.flow.next().is_some_and(|step| steps.contains(&step)) {
            return Err(HandlerError::Elsewhere(open.flow.address()));
        }
        self.with_chosen_language(open).await
    }

    /// A language chosen on the page applies to the rest of the sign-in flow; it overrides the application's choice.
    async fn with_chosen_language(&self, mut open: OpenFlow) -> Result<OpenFlow, HandlerError> {
        let chosen = self
            .visit
            .query
            .get(language::QUERY)
            .and_then(Language::from_api);
        let Some(chosen) = chosen.map(|language| language.api().to_owned()) else {
            return Ok(open);
        };
        if open.flow.progress.language.as_ref() != Some(&chosen) {
            open.flow.progress.language = Some(chosen);
            open.flow = self.save(open.flow).await?;
        }
        Ok(open)
    }

    /// The sign-in flow of a posted form, which must come from our page and have reached one of `steps`.
    pub async fn posted(&self, form: &Form, steps: &[Step]) -> Result<OpenFlow, HandlerError> {
        if let Err(error) = form.0 {
            return Err(error.into());
        }
        self.check_sender()?;
        let open = self.flow(form.get("flow")).await;
        let open = open.map_err(|error| self.led_back(error, form))?;
        let presented = form.get("csrf").unwrap_or_default();
        let presented = presented.split('.').next().unwrap_or_default();
        if !cookies::csrf_matches(&open.secret, &open.flow.id, presented) {
            return Err(HandlerError::OTHER_PAGE);
        }
        if !open.flow.next().is_some_and(|step| steps.contains(&step)) {
            return Err(HandlerError::Elsewhere(open.flow.address()));
        }
        Ok(open)
    }

    /// Checks a posted form without a sign-in flow: it must come from our page, shown to this browser as the form
    /// `form_id` (attack 18). Returns the browser's secret.
    pub fn posted_alone(&self, form: &Form, form_id: &str) -> Result<String, HandlerError> {
        if let Err(error) = form.0 {
            return Err(error.into());
        }
        self.check_sender()?;
        let secret = self.flow_secret().ok_or(HandlerError::NO_COOKIE)?;
        let presented = form.get("csrf").unwrap_or_default();
        if !cookies::csrf_matches(&secret, form_id, presented) {
            return Err(HandlerError::OTHER_PAGE);
        }
        Ok(secret)
    }

    /// A page that was left open until its flow was deleted still carries the restart address. Anybody can forge this
    /// path of ours, so it is offered as a link and never followed automatically.
    fn led_back(&self, error: HandlerError, form: &Form) -> HandlerError {
        match error {
            HandlerError::Expired { back: None } => HandlerError::Expired {
                back: form
                    .get("again")
                    .and_then(|again| self.state.own_path(again)),
            },
            other => other,
        }
    }

    /// The layout of a page of `flow`, in the language that the application requested.
    pub fn frame(&self, flow: Option<&SignInFlow>, account: Option<&str>) -> Frame {
        let asked = flow.and_then(|flow| flow.parameter("ui_locales"));
        let chosen = flow.and_then(|flow| flow.progress.language.as_deref());
        self.0.frame(chosen, asked, account)
    }

    /// The layout of a step's page for `account`; its language switch leads back to the page.
    pub fn frame_at(&self, step: Step, open: &OpenFlow, account: &Account) -> Frame {
        self.frame(Some(&open.flow), account.lang.as_deref())
            .at(&open.flow.address_at(step.path()))
    }

    /// Continues with the sign-in page instead of `step`: for another account, or because nobody is signed in any more.
    pub async fn sign_in_instead(
        &self,
        open: OpenFlow,
        step: Step,
    ) -> Result<Response, HandlerError> {
        let mut flow = open.flow;
        flow.progress.done(step);
        flow.progress.first(Step::Identify);
        self.go_on(flow).await
    }

    /// Renders the page of a step.
    pub fn page(&self, open: &OpenFlow, page: &impl ServerPage) -> Response {
        page::respond(StatusCode::OK, page, &self.policy(&open.flow))
    }

    /// Binds a form to this browser and flow.
    pub fn csrf_token(open: &OpenFlow) -> CsrfToken {
        CsrfToken {
            token: cookies::csrf_token(&open.secret, &open.flow.id),
            flow: open.flow.handle.clone(),
            again: Self::again(&open.flow),
        }
    }

    /// Binds a form to this browser, this flow and the person it was shown to.
    pub fn csrf_token_for(open: &OpenFlow, account_id: &str) -> CsrfToken {
        CsrfToken {
            token: format!(
                "{}.{}",
                Self::csrf_token(open).token,
                open.mark_of(account_id)
            ),
            ..Self::csrf_token(open)
        }
    }

    /// The restart address of `flow` for a page, unless it would make the form too large.
    fn again(flow: &SignInFlow) -> String {
        let again = flow.restart_address();
        if again.len() > LONGEST_AGAIN {
            return String::new();
        }
        again
    }

    /// The application that asks, as pages show it; `None` for one of ours, since the page header already names us.
    pub fn asker(&self, flow: &SignInFlow) -> Option<AppTile> {
        let client = self.state.clients.get(flow.client_id()?)?;
        (!client.first_party).then(|| tile(&client))
    }

    /// The policy of a sign-in flow's page.
    pub fn policy(&self, flow: &SignInFlow) -> PagePolicy {
        let mut policy = PagePolicy::form();
        // The application may have opened this page in a window of its own and wait for its response.
        if flow.client_id().is_some() {
            policy = policy.keeping_its_opener();
        }
        let client = flow.client_id().and_then(|id| self.state.clients.get(id));
        match client.and_then(|client| client.logo_uri.clone()) {
            Some(logo) => policy.showing(&logo),
            None => policy,
        }
    }

    /// The response to a GET. A language chosen on the page overrides the application's choice until its cookie
    /// expires.
    pub fn shown(&self, shown: Result<Response, HandlerError>) -> Response {
        let mut response = self.answered(shown);
        let chosen = self.visit.query.get(language::QUERY);
        let chosen = chosen.and_then(Language::from_api);
        let cookies = &self.state.cookies;
        let cookie = chosen.map(|chosen| chosen.cookie(&cookies.path, cookies.secure));
        if let Some(Ok(cookie)) = cookie.map(|cookie| HeaderValue::from_str(&cookie)) {
            response.headers_mut().append(SET_COOKIE, cookie);
        }
        response
    }

    /// The response to a POST.
    pub fn answered(&self, answered: Result<Response, HandlerError>) -> Response {
        answered.unwrap_or_else(|error| self.error_response(error))
    }
}

/// The client as pages show it.
pub(super) fn tile(client: &Client) -> AppTile {
    AppTile {
        id: client.client_id.clone(),
        name: client.name.clone(),
        logo: client.logo_uri.clone(),
    }
}
