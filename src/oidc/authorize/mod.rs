//! The authorization endpoint (RFC 6749 section 3.1, OpenID Connect Core 3.1.2).
//!
//! It checks client and redirect URI first, because no response may go to the client until both are valid. Then it
//! checks the rules, decides whether pages are needed, and responds.

mod asked;
mod code;
mod hint;
pub mod interaction;
pub mod request;
pub mod respond;
pub mod rules;
pub mod strength;

use std::ops::Deref;

use axum::http::Uri;
use axum::response::Response;
use url::Url;

use crate::access::Closed;
use crate::audit::Event;
use crate::catalogue::standing;
use crate::clock::{MINUTE, Millis};
use crate::db::DbError;
use crate::directory::Account;
use crate::factors::{self, AccountFactors, Acr, Lack};
use crate::http::form::Posted;
use crate::http::params::Params;
use crate::oidc::error::ErrorCode;
use crate::pages::page_error::PageError;
use crate::random::hashed;
use crate::sessions::browser::SignedIn;
use crate::sessions::raising;
use crate::sessions::sign_in_flow::{self, Progress, Proved, SignInFlow, Step, Target};
use crate::sessions::sign_in_flows;
use crate::site::offered;
use crate::state::visitor::{HandlerError, Visitor};

use asked::{ValidRequest, asked};
use interaction::{Circumstances, Decision, decide};
use request::AuthorizeRequest;
use respond::{AuthorizeResponse, respond};
use rules::Endpoint;

pub const PATH: &str = sign_in_flow::AUTHORIZE;
/// The path that a sign-in flow returns to.
pub const RESUME: &str = sign_in_flow::RESUME;
/// How long a GET may bring the sealed request of a POST. The redirect follows at once; a later GET could only come
/// from a log or a copied address.
const CLAIMED_WITHIN: Millis = MINUTE;

/// One request of a browser to this endpoint.
struct AuthorizeVisit {
    visitor: Visitor,
    /// True when a form may have led here.
    after_form: bool,
}

impl Deref for AuthorizeVisit {
    type Target = Visitor;

    fn deref(&self) -> &Visitor {
        &self.visitor
    }
}

/// `GET /oauth2/authorize`.
pub async fn get(visitor: Visitor, uri: Uri) -> Response {
    let caller = AuthorizeVisit {
        visitor,
        after_form: false,
    };
    let answered = match Params::parse(uri.query().unwrap_or_default()) {
        Ok(params) => caller.first(params).await,
        Err(_) => Err(HandlerError::Page(
            PageError::BadRequest,
            "the query cannot be read",
        )),
    };
    answered.unwrap_or_else(|error| caller.error_response(error))
}

/// `POST /oauth2/authorize`: keeps the request and redirects to a GET of this server, because a browser sends no
/// `SameSite=Lax` cookie with a form from another site.
pub async fn post(visitor: Visitor, Posted(form): Posted) -> Response {
    let caller = AuthorizeVisit {
        visitor,
        after_form: true,
    };
    // The rules report a repeated parameter, because they know the redirect URI to report it to.
    match form {
        Ok(params) => {
            let put_by = caller.put_by(&params).await;
            put_by.unwrap_or_else(|error| caller.error_response_to(&params, error))
        }
        Err(bad) => caller.error_response(bad.into()),
    }
}

/// `GET /oauth2/authorize/resume?flow=…`: a sign-in flow returns.
pub async fn resume(visitor: Visitor) -> Response {
    let caller = AuthorizeVisit {
        visitor,
        after_form: true,
    };
    let answered = caller.back().await;
    answered.unwrap_or_else(|error| caller.error_response(error))
}

impl AuthorizeVisit {
    /// Handles a new request.
    async fn first(&self, params: Params) -> Result<Response, HandlerError> {
        let asked = asked(&self.state, &params)?;
        match rules::check(Endpoint::Authorize, &asked.request, &asked.client) {
            Ok(()) => self.decide(&asked, None).await,
            Err(broken) => Ok(self.respond(&asked, &broken.into())),
        }
    }

    /// Handles a POST: checks client and redirect URI, keeps the request and redirects to a GET.
    async fn put_by(&self, params: &Params) -> Result<Response, HandlerError> {
        let asked = asked(&self.state, params)?;
        match rules::check(Endpoint::Authorize, &asked.request, &asked.client) {
            Ok(()) => {
                let flow = self.new_flow(target(&asked), Vec::new(), None);
                Ok(self.lead_on(&self.keep(flow).await?.address()))
            }
            Err(broken) => Ok(self.respond(&asked, &broken.into())),
        }
    }

    /// Handles a sign-in flow that returns from the pages or from a POST.
    async fn back(&self) -> Result<Response, HandlerError> {
        let expired = || HandlerError::Expired { back: None };
        let handle = self.visit.query.get("flow").ok_or_else(expired)?;
        let found = self.find_flow(handle).await?;
        let mut flow = found.ok_or_else(expired)?;
        if !flow.is_open(self.now) {
            // This browser's flow has ended, because a page was posted twice, the person used the Back button, or the
            // flow expired. The request starts again with all its parameters.
            self.owner_secret(&flow)?;
            return Ok(self.lead_on(&self.restart_address(&flow).await?));
        }
        let fresh = self.claim(&mut flow).await?;
        let Target::Authorize { parameters, .. } = &flow.target else {
            return Err(expired());
        };
        let asked = asked(&self.state, &Params::from_pairs(parameters.clone()))?;
        if let Err(broken) = rules::check(Endpoint::Resume, &asked.request, &asked.client) {
            return Ok(self.respond(&asked, &broken.into()));
        }
        let mut response = self.decide(&asked, Some(&flow)).await?;
        if let Some(secret) = fresh {
            self.set_began(&mut response, &secret);
            self.set_flow(&mut response, &secret);
        }
        Ok(response)
    }

    /// Checks that `flow` belongs to this browser. Claims a flow that no browser has claimed yet, and then returns the
    /// secret to set as this browser's cookie. A sealed request begins a separate flow in each browser that brings it,
    /// like a link with this request (decision 0003).
    async fn claim(&self, flow: &mut SignInFlow) -> Result<Option<String>, HandlerError> {
        if !flow.is_unclaimed() {
            return self.owner_secret(flow).map(|_| None);
        }
        let secret = self.flow_secret();
        let secret = secret.unwrap_or_else(|| self.state.random.token());
        let lost = HandlerError::Expired { back: None };
        flow.browser = hashed(&secret);
        if flow.is_sealed() {
            if self.now >= flow.created_at.saturating_add(CLAIMED_WITHIN) {
                return Err(lost);
            }
            let lifetime = self.state.config.sessions.sign_in_lifetime;
            flow.id = self.state.random.token();
            (flow.created_at, flow.expires_at) = (self.now, self.now.saturating_add(lifetime));
            return Ok(Some(secret));
        }
        let (id, holder) = (flow.id.clone(), flow.browser.clone());
        let ours = self.state.db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move { sign_in_flows::take(tx, &id, &holder).await })
        });
        ours.await?.then_some(Some(secret)).ok_or(lost)
    }

    /// Grants, asks or refuses.
    async fn decide(
        &self,
        asked: &ValidRequest,
        flow: Option<&SignInFlow>,
    ) -> Result<Response, HandlerError> {
        let hinted = match self.hinted_subject(&asked.request) {
            Ok(hinted) => hinted,
            Err(description) => {
                let code = ErrorCode::InvalidRequest;
                return Ok(self.respond(asked, &AuthorizeResponse::Error { code, description }));
            }
        };
        if flow.is_none() && self.leads_to_apply(asked) {
            return self.apply(asked).await;
        }
        let signed_in = self.signed_in_for(&asked.client.client_id).await?;
        let closed = match &signed_in {
            Some(SignedIn { account, .. }) => {
                let mut tx = self.state.db.read().await?;
                standing::of_client(&mut tx, account, &asked.client).await?
            }
            None => None,
        };
        let consent = signed_in.as_ref().and_then(|it| it.consent.as_ref());
        let own = self.state.config.server.public_url.url();
        let redirect_uri = &asked.request.redirect_uri;
        let decision = decide(
            &asked.request,
            &asked.client,
            &Circumstances {
                session: signed_in.as_ref().map(|signed_in| &signed_in.session),
                consent: consent.filter(|_| !asked.client.first_party),
                asks_each_time: asked.client.asks_each_time(redirect_uri, own),
                hinted_subject: hinted.as_deref(),
                progress: flow.map(|flow| &flow.progress),
                reachable: self.reachable(asked, signed_in.as_ref(), flow).await?,
                lack: self.lack(asked, signed_in.as_ref(), flow).await?,
                now: self.now,
            },
        );
        if let (Some(closed), Some(SignedIn { account, .. })) = (closed, &signed_in)
            && decision.concerns_who_is_signed_in()
        {
            return self.refuse_person(asked, account, closed, flow).await;
        }
        match (decision, signed_in) {
            (Decision::Grant { scope }, Some(signed_in)) => {
                let writes = &self.state.account_writes;
                match writes.spend(&signed_in.account.id, self.now) {
                    Err(_) if asked.request.prompt.none => {
                        let answer = ErrorCode::TemporarilyUnavailable.into();
                        Ok(self.respond(asked, &answer))
                    }
                    Err(refused) => Err(refused.into()),
                    Ok(()) => self.grant(asked, &signed_in, scope, flow).await,
                }
            }
            (Decision::Ask { steps, scope }, signed_in) => {
                // A second factor adds to the proof of the session.
                let is_factor = |step: &Step| [Step::SecondFactor, Step::AddFactor].contains(step);
                let adds = signed_in.filter(|_| steps.iter().any(is_factor));
                let proved = adds.map(|known| Proved::of_session(&known.session, &known.account));
                let asking = Asking {
                    steps,
                    scope,
                    proved,
                };
                self.ask(asked, asking, flow).await
            }
            (Decision::Refuse(code), _) => {
                self.close(flow).await?;
                let answer = match flow {
                    Some(flow) if flow.left_without_access() => AuthorizeResponse::NO_ACCESS,
                    _ => AuthorizeResponse::from(code),
                };
                Ok(self.respond(asked, &answer))
            }
            (Decision::Grant { .. }, None) => Err(HandlerError::Page(
                PageError::Internal,
                "cannot grant without a session",
            )),
        }
    }

    /// Refuses because `account` has no access to the client (attack 31). With `prompt=none` the client gets the error
    /// at once; otherwise the person gets a page with a button that sends the error.
    async fn refuse_person(
        &self,
        asked: &ValidRequest,
        account: &Account,
        closed: Closed,
        flow: Option<&SignInFlow>,
    ) -> Result<Response, HandlerError> {
        let event = closed.refused_at(PATH, &asked.client);
        let entry = self.audit().entry(event).account(&account.id);
        let entry = entry.client(&asked.client.client_id);
        self.state.recorder.refuse(entry);
        if !asked.request.prompt.none {
            let asking = Asking {
                steps: vec![Step::NoAccess],
                ..Asking::default()
            };
            return self.ask(asked, asking, flow).await;
        }
        self.close(flow).await?;
        Ok(self.respond(asked, &AuthorizeResponse::NO_ACCESS))
    }

    /// True if the application wants the person to apply for an account, and people may. Else `create` is ignored.
    fn leads_to_apply(&self, asked: &ValidRequest) -> bool {
        asked.request.prompt.create && self.state.config.may_apply()
    }

    /// Leads to the page to apply for an account, from which a person who has one goes on to sign in.
    async fn apply(&self, asked: &ValidRequest) -> Result<Response, HandlerError> {
        let progress = Progress {
            steps: vec![Step::Identify],
            ..Progress::default()
        };
        let first = |flow: &SignInFlow| flow.address_at(offered::APPLY);
        self.begin_at(target(asked), progress, first).await
    }

    /// The `sub` of `id_token_hint`, if the request has one.
    fn hinted_subject(&self, request: &AuthorizeRequest) -> Result<Option<String>, &'static str> {
        let Some(hint) = &request.id_token_hint else {
            return Ok(None);
        };
        hint::subject_of(&self.state, hint)
    }

    /// The strongest class that the signed-in account can prove, here or at the provider that its session came from; it is
    /// read only if the request wants one.
    async fn reachable(
        &self,
        asked: &ValidRequest,
        signed_in: Option<&SignedIn>,
        flow: Option<&SignInFlow>,
    ) -> Result<Acr, DbError> {
        let Some(signed_in) = signed_in.filter(|_| strength::wanted(&asked.request).is_some())
        else {
            return Ok(Acr::Password);
        };
        let mut view = self.state.db.read().await?;
        let id = &signed_in.account.id;
        let factors = AccountFactors::of(&mut view, id, None, self.now).await?;
        let here = factors.reachable();
        if here >= Acr::Mfa || flow.is_some_and(|flow| flow.progress.not_raised) {
            return Ok(here);
        }
        let (session, providers) = (&signed_in.session.id, &self.state.providers);
        let there = raising::of_session(&mut view, session, providers).await?;
        Ok(there.map_or(here, |_| Acr::Mfa))
    }

    /// What the session lacks, if the client requires a second factor.
    async fn lack(
        &self,
        asked: &ValidRequest,
        signed_in: Option<&SignedIn>,
        flow: Option<&SignInFlow>,
    ) -> Result<Lack, DbError> {
        let Some(signed_in) = signed_in.filter(|_| asked.client.require_second_factor) else {
            return Ok(Lack::Nothing);
        };
        let session = &signed_in.session;
        let has = Acr::of(&session.acr).unwrap_or(Acr::Password);
        let proof = (has, session.is_fresh(self.now));
        let put_off = flow.is_some_and(|flow| flow.progress.put_off);
        let waits = (put_off, asked.request.prompt.none);
        let about = (&self.state.config, self.now);
        let mut view = self.state.db.read().await?;
        factors::lack(&mut view, &signed_in.account, proof, waits, about).await
    }

    /// Redirects the browser to the first of the steps.
    async fn ask(
        &self,
        asked: &ValidRequest,
        asking: Asking,
        flow: Option<&SignInFlow>,
    ) -> Result<Response, HandlerError> {
        let Asking {
            steps,
            scope,
            proved,
        } = asking;
        let progress = |before: Progress| Progress {
            steps,
            asking_for: scope,
            proved: proved.or(before.proved.clone()),
            ..before
        };
        match flow {
            Some(flow) => {
                let mut flow = flow.clone();
                flow.progress = progress(flow.progress);
                self.go_on(flow).await
            }
            None => {
                self.begin(target(asked), progress(Progress::default()))
                    .await
            }
        }
    }

    /// Ends the sign-in flow that led to this response, if it has a row.
    async fn close(&self, flow: Option<&SignInFlow>) -> Result<(), DbError> {
        let Some(id) = flow.and_then(SignInFlow::row_id) else {
            return Ok(());
        };
        let now = self.now;
        let ended = self
            .state
            .db
            .write(move |tx| Box::pin(async move { sign_in_flows::end(tx, &id, now).await }));
        ended.await.map(drop)
    }

    fn respond(&self, asked: &ValidRequest, answer: &AuthorizeResponse) -> Response {
        if let AuthorizeResponse::Error { code, .. } = answer {
            let error = code.as_str();
            tracing::info!(client = %asked.client.client_id, error, "refused an authorization request");
            let entry = self.audit().entry(Event::AuthorizationRefused { error });
            let entry = entry.client(&asked.client.client_id);
            self.state.recorder.refuse(entry);
        }
        // An application that may show no page waits in a hidden frame: it gets a redirect.
        let after_form = self.after_form && !asked.request.prompt.none;
        respond(&self.visitor, asked, answer, after_form)
    }
}

/// Pages to show before the response.
#[derive(Default)]
struct Asking {
    /// In this order.
    steps: Vec<Step>,
    /// The scope values that the consent page shows.
    scope: Vec<String>,
    /// What the session has proved, for a step that adds to it.
    proved: Option<Proved>,
}

/// The target of a sign-in flow for this request.
fn target(asked: &ValidRequest) -> Target {
    let redirect_uri = &asked.request.redirect_uri;
    let origin = Url::parse(redirect_uri).map(|url| url.origin().ascii_serialization());
    Target::Authorize {
        client_id: asked.client.client_id.clone(),
        redirect_origin: match origin {
            // A private-use URI scheme has no origin.
            Ok(origin) if origin == "null" => redirect_uri.clone(),
            origin => origin.unwrap_or_default(),
        },
        parameters: asked.parameters.clone(),
    }
}
