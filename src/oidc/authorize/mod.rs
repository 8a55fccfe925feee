//! The authorization endpoint (RFC 6749 section 3.1, OpenID Connect Core 3.1.2).
//!
//! Client and redirect URI are checked first, because until both are right nothing may be sent
//! anywhere; then the rules; then the decision whether pages are needed; then one answer.

mod asked;
mod code;
pub mod interaction;
pub mod request;
pub mod respond;
pub mod rules;

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::{LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use tower_sessions::Session;
use url::Url;

use crate::audit::Origin;
use crate::clients::Client;
use crate::clock::Millis;
use crate::db::DbError;
use crate::ground::Ground;
use crate::http::origin::RequestOrigin;
use crate::http::page::Frame;
use crate::http::params::{Params, with_query};
use crate::http::trouble::{ErrorPage, Trouble};
use crate::http::visit::Visit;
use crate::keys::{TokenRules, TokenType};
use crate::oidc::form;
use crate::random::hashed;
use crate::sessions::browser::{self, BrowserError, SignedIn};
use crate::sessions::journey::{Journey, Progress, Step, Target};
use crate::sessions::store;

use asked::asked;
use interaction::{Decision, Known, decide};
use request::AuthorizeRequest;
use respond::{Answer, respond};

/// The path of this endpoint.
pub const PATH: &str = "/oauth2/authorize";
/// Where a journey comes back to.
pub const RESUME: &str = "/oauth2/authorize/resume";

/// A request whose client and redirect URI are right.
struct Asked {
    client: Arc<Client>,
    request: AuthorizeRequest,
    parameters: Vec<(String, String)>,
}

/// One visit of a browser to this endpoint.
struct Caller<'a> {
    ground: &'a Ground,
    visit: &'a Visit,
    browser: &'a Session,
    origin: Origin,
    now: Millis,
}

/// Why there is a page and no redirect.
enum Stop {
    Page(Trouble, &'static str),
    Db(DbError),
    Browser(BrowserError),
}

impl From<DbError> for Stop {
    fn from(error: DbError) -> Self {
        Self::Db(error)
    }
}

impl From<BrowserError> for Stop {
    fn from(error: BrowserError) -> Self {
        Self::Browser(error)
    }
}

/// `GET /oauth2/authorize`.
pub async fn get(
    State(ground): State<Arc<Ground>>,
    origin: RequestOrigin,
    visit: Visit,
    browser: Session,
    uri: Uri,
) -> Response {
    let now = ground.clock.now();
    let caller = Caller {
        ground: &ground,
        visit: &visit,
        browser: &browser,
        origin: origin.into(),
        now,
    };
    let answered = match Params::parse(uri.query().unwrap_or_default()) {
        Ok(params) => caller.first(params).await,
        Err(_) => Err(Stop::Page(Trouble::BadRequest, "the query cannot be read")),
    };
    answered.unwrap_or_else(|stop| caller.page(stop))
}

/// `POST /oauth2/authorize`: kept, and answered with a GET of ours, because a browser sends no
/// `SameSite=Lax` cookie along with another site's form (design 8).
pub async fn post(
    State(ground): State<Arc<Ground>>,
    origin: RequestOrigin,
    visit: Visit,
    browser: Session,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let now = ground.clock.now();
    let caller = Caller {
        ground: &ground,
        visit: &visit,
        browser: &browser,
        origin: origin.into(),
        now,
    };
    // A repeated parameter is for the rules to tell, where there is a redirect URI to tell it to.
    let answered = match form::read(&headers, &body) {
        Ok(params) => caller.keep(params).await,
        Err(_) => Err(Stop::Page(Trouble::BadRequest, "the form cannot be read")),
    };
    answered.unwrap_or_else(|stop| caller.page(stop))
}

/// `GET /oauth2/authorize/resume?flow=…`: a journey comes back.
pub async fn resume(
    State(ground): State<Arc<Ground>>,
    origin: RequestOrigin,
    visit: Visit,
    browser: Session,
) -> Response {
    let now = ground.clock.now();
    let caller = Caller {
        ground: &ground,
        visit: &visit,
        browser: &browser,
        origin: origin.into(),
        now,
    };
    caller.back().await.unwrap_or_else(|stop| caller.page(stop))
}

impl Caller<'_> {
    /// A request that comes for the first time.
    async fn first(&self, params: Params) -> Result<Response, Stop> {
        let asked = asked(self.ground, params)?;
        if let Err(broken) = rules::check(&asked.request, &asked.client) {
            let answer = Answer::Error {
                code: broken.code,
                description: broken.description,
            };
            return Ok(self.respond(&asked, &answer));
        }
        self.decide(&asked, None).await
    }

    /// A request that came by POST: checked as far as a page goes, kept, fetched by a GET.
    async fn keep(&self, params: Params) -> Result<Response, Stop> {
        let asked = asked(self.ground, params)?;
        if let Err(broken) = rules::check(&asked.request, &asked.client) {
            let answer = Answer::Error {
                code: broken.code,
                description: broken.description,
            };
            return Ok(self.respond(&asked, &answer));
        }
        let journey = self.journey(&asked, Vec::new(), None);
        let location = format!("{RESUME}?flow={}", journey.id);
        self.insert(journey).await?;
        Ok(see_other(&location))
    }

    /// A journey that comes back from the pages, or from a POST.
    async fn back(&self) -> Result<Response, Stop> {
        let (expired, ground) = (
            || Stop::Page(Trouble::BadRequest, "the sign-in has expired"),
            self.ground,
        );
        let id = self.visit.query.get("flow").ok_or_else(expired)?;
        let found = {
            let mut tx = ground.db.read().await?;
            store::journeys::find(&mut tx, id).await?
        };
        let journey = found.ok_or_else(expired)?;
        if !journey.is_open(self.now) {
            return self.again(&journey).ok_or_else(expired);
        }
        let secret = ground.cookies.flow_secret(&self.visit.headers);
        let taken = journey.is_unheld();
        let secret = match secret {
            Some(secret) => secret,
            None if taken => ground.random.token(),
            None => return Err(expired()),
        };
        if taken {
            let (id, holder) = (journey.id.clone(), hashed(&secret));
            let ours = ground.db.write(move |tx| {
                Box::pin(async move { store::journeys::take(tx, &id, &holder).await })
            });
            if !ours.await? {
                return Err(expired());
            }
        } else if !journey.belongs_to(&secret) {
            return Err(expired());
        }
        let Target::Authorize { parameters, .. } = &journey.target else {
            return Err(expired());
        };
        let asked = asked(ground, Params::from_pairs(parameters.clone()))?;
        if let Err(broken) = rules::check(&asked.request, &asked.client) {
            let answer = Answer::Error {
                code: broken.code,
                description: broken.description,
            };
            return Ok(self.respond(&asked, &answer));
        }
        let mut response = self.decide(&asked, Some(&journey)).await?;
        if taken {
            self.set_flow(&mut response, &secret);
        }
        Ok(response)
    }

    /// A journey of this very browser that is over, by a page posted twice, by the Back button or
    /// by its age: the request begins again, with everything it asks for.
    fn again(&self, journey: &Journey) -> Option<Response> {
        let secret = self.ground.cookies.flow_secret(&self.visit.headers)?;
        let Target::Authorize { parameters, .. } = &journey.target else {
            return None;
        };
        let pairs: Vec<(&str, &str)> = parameters
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        journey
            .belongs_to(&secret)
            .then(|| see_other(&with_query(PATH, &pairs)))
    }

    /// Grants, asks or refuses.
    async fn decide(&self, asked: &Asked, journey: Option<&Journey>) -> Result<Response, Stop> {
        let hinted = match self.hinted_subject(&asked.request) {
            Ok(hinted) => hinted,
            Err(description) => {
                let code = crate::oidc::error::ErrorCode::InvalidRequest;
                return Ok(self.respond(asked, &Answer::Error { code, description }));
            }
        };
        let signed_in = self.signed_in().await?;
        let consent = match &signed_in {
            Some(SignedIn { account, .. }) if !asked.client.first_party => {
                let mut tx = self.ground.db.read().await?;
                store::consents::find(&mut tx, &account.id, &asked.client.client_id).await?
            }
            _ => None,
        };
        let decision = decide(
            &asked.request,
            &asked.client,
            &Known {
                session: signed_in.as_ref().map(|signed_in| &signed_in.session),
                consent: consent.as_ref(),
                hinted_subject: hinted.as_deref(),
                progress: journey.map(|journey| &journey.progress),
                now: self.now,
            },
        );
        match (decision, signed_in) {
            (Decision::Grant { scope }, Some(signed_in)) => {
                self.grant(asked, &signed_in, scope, journey).await
            }
            (Decision::Ask { steps, scope }, _) => self.ask(asked, steps, scope, journey).await,
            (Decision::Refuse(code), _) => {
                self.close(journey).await?;
                Ok(self.respond(asked, &Answer::from(code)))
            }
            (Decision::Grant { .. }, None) => {
                Err(Stop::Page(Trouble::Internal, "granted without a session"))
            }
        }
    }

    async fn signed_in(&self) -> Result<Option<SignedIn>, BrowserError> {
        let (ground, lifetimes) = (self.ground, self.ground.session_lifetimes());
        browser::signed_in(&ground.db, self.browser, lifetimes, &ground.zone, self.now).await
    }

    /// The `sub` of `id_token_hint`, of our own signature; its expiry does not matter (OpenID
    /// Connect Core 3.1.2.1).
    fn hinted_subject(&self, request: &AuthorizeRequest) -> Result<Option<String>, &'static str> {
        let Some(hint) = &request.id_token_hint else {
            return Ok(None);
        };
        let rules = TokenRules {
            typ: TokenType::Jwt,
            issuer: &self.ground.issuer,
            now: None,
        };
        let claims = self
            .ground
            .keys
            .verify(hint, &rules)
            .map_err(|_| "id_token_hint is not ours")?;
        let subject = claims.get("sub").and_then(serde_json::Value::as_str);
        Ok(subject.map(str::to_owned))
    }

    /// Sends the browser to the first of `steps`.
    async fn ask(
        &self,
        asked: &Asked,
        steps: Vec<Step>,
        scope: Vec<String>,
        journey: Option<&Journey>,
    ) -> Result<Response, Stop> {
        if let Some(journey) = journey {
            let mut progress: Progress = journey.progress.clone();
            progress.steps = steps;
            progress.asking_for = scope;
            let page = page_of(progress.steps.first().copied(), &journey.id);
            let id = journey.id.clone();
            let saved = self.ground.db.write(move |tx| {
                Box::pin(async move { store::journeys::save_progress(tx, &id, &progress).await })
            });
            saved.await?;
            return Ok(see_other(&page));
        }
        let had = self.ground.cookies.flow_secret(&self.visit.headers);
        let secret = had.clone().unwrap_or_else(|| self.ground.random.token());
        let mut journey = self.journey(asked, steps, Some(&secret));
        journey.progress.asking_for = scope;
        let mut response = see_other(&page_of(Some(journey.next()), &journey.id));
        self.insert(journey).await?;
        if had.is_none() {
            self.set_flow(&mut response, &secret);
        }
        Ok(response)
    }

    fn journey(&self, asked: &Asked, steps: Vec<Step>, secret: Option<&str>) -> Journey {
        let origin = Url::parse(&asked.request.redirect_uri)
            .map(|url| url.origin().ascii_serialization())
            .unwrap_or_default();
        let target = Target::Authorize {
            client_id: asked.client.client_id.clone(),
            redirect_origin: if origin == "null" {
                asked.request.redirect_uri.clone()
            } else {
                origin
            },
            parameters: asked.parameters.clone(),
        };
        let lifetime = self.ground.config.sessions.sign_in_lifetime;
        Journey::begin(
            target,
            steps,
            secret,
            lifetime,
            self.now,
            &self.ground.random,
        )
    }

    async fn insert(&self, journey: Journey) -> Result<(), DbError> {
        let written = self
            .ground
            .db
            .write(move |tx| Box::pin(async move { store::journeys::insert(tx, &journey).await }));
        written.await
    }

    /// Ends a journey that got its answer.
    async fn close(&self, journey: Option<&Journey>) -> Result<(), DbError> {
        let Some(id) = journey.map(|journey| journey.id.clone()) else {
            return Ok(());
        };
        let now = self.now;
        let ended = self
            .ground
            .db
            .write(move |tx| Box::pin(async move { store::journeys::end(tx, &id, now).await }));
        ended.await.map(drop)
    }

    fn set_flow(&self, response: &mut Response, secret: &str) {
        if let Some(cookie) = self.ground.cookies.set_flow(secret) {
            response.headers_mut().append(SET_COOKIE, cookie);
        }
    }

    fn respond(&self, asked: &Asked, answer: &Answer) -> Response {
        if let Answer::Error { code, .. } = answer {
            tracing::info!(client = %asked.client.client_id, error = code.as_str(), "an authorization was refused");
        }
        let frame = self.frame(asked.request.ui_locales.as_deref());
        respond(&asked.request, answer, &self.ground.issuer, frame)
    }

    fn frame(&self, ui_locales: Option<&str>) -> Frame {
        self.visit
            .frame(&self.ground.site, None, ui_locales, None, self.now)
    }

    fn page(&self, stop: Stop) -> Response {
        let (trouble, told) = match stop {
            Stop::Page(trouble, told) => (trouble, told),
            Stop::Db(error) => database(&error),
            Stop::Browser(error) => {
                tracing::error!(%error, "who is signed in cannot be told");
                (Trouble::Busy, "")
            }
        };
        let page = ErrorPage::new(self.frame(None), trouble);
        if told.is_empty() {
            page.respond()
        } else {
            page.detail(told).respond()
        }
    }
}

fn database(error: &DbError) -> (Trouble, &'static str) {
    if error.is_unavailable() {
        tracing::warn!(%error, "the database is away");
        return (Trouble::Busy, "");
    }
    tracing::error!(%error, "a request failed by a fault of ours");
    (Trouble::Internal, "")
}

/// The page of a step: paths that the sign-in door serves.
fn page_of(step: Option<Step>, journey: &str) -> String {
    let path = step.unwrap_or(Step::Return).path();
    format!("{path}?flow={journey}")
}

fn see_other(location: &str) -> Response {
    let location = HeaderValue::from_str(location).unwrap_or(HeaderValue::from_static("/"));
    let headers = [
        (LOCATION, location),
        (
            axum::http::header::CACHE_CONTROL,
            HeaderValue::from_static("no-store"),
        ),
    ];
    (StatusCode::SEE_OTHER, headers).into_response()
}
