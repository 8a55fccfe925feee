//! The desk every step works at: the journey in hand, the browser it belongs to, and the answer.
//!
//! Each step checks here that the journey is this browser's, is open, and stands at this very
//! step (attack 10); what is posted must also come from our own page (attack 18).

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::{CACHE_CONTROL, LOCATION, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use tower_sessions::Session;

use crate::audit::Origin;
use crate::clock::Millis;
use crate::db::DbError;
use crate::directory::Account;
use crate::ground::Ground;
use crate::http::cookies;
use crate::http::language::{self, Language};
use crate::http::origin::RequestOrigin;
use crate::http::page::{self, Frame, Page, PagePolicy, Seal};
use crate::http::params::{Params, with_query};
use crate::http::tile::AppTile;
use crate::http::trouble::{ErrorPage, Trouble};
use crate::http::visit::Visit;
use crate::sessions::browser::{self, BrowserError, SignedIn};
use crate::sessions::journey::{Journey, Progress, Step, Target};
use crate::sessions::store;

use super::pages::ExpiredPage;

/// One request to a step.
pub(super) struct Desk {
    pub ground: Arc<Ground>,
    pub visit: Visit,
    pub browser: Session,
    pub origin: Origin,
    pub now: Millis,
}

impl FromRequestParts<Arc<Ground>> for Desk {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, ground: &Arc<Ground>) -> Result<Self, Response> {
        let Ok(visit) = Visit::from_request_parts(parts, ground).await;
        let Ok(origin) = RequestOrigin::from_request_parts(parts, ground).await;
        let browser = Session::from_request_parts(parts, ground)
            .await
            .map_err(IntoResponse::into_response)?;
        Ok(Self {
            ground: Arc::clone(ground),
            visit,
            browser,
            origin: origin.into(),
            now: ground.clock.now(),
        })
    }
}

/// A posted form, each field at most once; nothing when it cannot be read.
pub(super) struct Form(Option<Params>);

impl Form {
    /// The field `name`.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.as_ref()?.get(name)
    }
}

impl FromRequest<Arc<Ground>> for Form {
    type Rejection = Response;

    async fn from_request(request: Request, ground: &Arc<Ground>) -> Result<Self, Response> {
        let body = Bytes::from_request(request, ground)
            .await
            .map_err(IntoResponse::into_response)?;
        let text = std::str::from_utf8(&body).ok();
        let fields = text.and_then(|text| Params::parse(text).ok());
        Ok(Self(fields.filter(|form| form.repeated(&[]).is_none())))
    }
}

/// Why a step ends with another answer than its own.
pub(super) enum Stop {
    /// An error page.
    Page(Trouble),
    /// The journey is over, unknown or another browser's; the way back, if one is known.
    Expired {
        back: String,
    },
    /// The journey stands at another step, or has nothing left to do here.
    Elsewhere(String),
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

/// A journey and the secret of the browser that holds it.
pub(super) struct Held {
    pub journey: Journey,
    pub secret: String,
}

impl Held {
    /// What marks a form as shown to `account_id`.
    fn mark_of(&self, account_id: &str) -> String {
        cookies::csrf_token(&self.secret, &format!("{} {account_id}", self.journey.id))
    }

    /// True when the posted form was shown to `account_id`.
    pub fn sealed_for(&self, form: &Form, account_id: &str) -> bool {
        let sent = form.get("csrf").and_then(|csrf| csrf.split_once('.'));
        let sent = sent.map(|(_, mark)| mark).unwrap_or_default();
        let purpose = format!("{} {account_id}", self.journey.id);
        cookies::csrf_matches(&self.secret, &purpose, sent)
    }
}

impl Desk {
    /// The journey named by `id`, which must be this browser's and open.
    pub async fn journey(&self, id: Option<&str>) -> Result<Held, Stop> {
        let lost = || Stop::Expired {
            back: "/".to_owned(),
        };
        let id = id.ok_or_else(lost)?;
        let found = {
            let mut tx = self.ground.db.read().await?;
            store::journeys::find(&mut tx, id).await?
        };
        let journey = found.ok_or_else(lost)?;
        let secret = self
            .ground
            .cookies
            .flow_secret(&self.visit.headers)
            .ok_or_else(lost)?;
        if !journey.belongs_to(&secret) {
            return Err(lost());
        }
        if journey.ended_at.is_some() {
            // The page of a sign-in that has reached its end, seen again by the Back button: going
            // there again is what the person wants, and never an error.
            return Err(Stop::Elsewhere(begin_again(&journey.target)));
        }
        if !journey.is_open(self.now) {
            return Err(Stop::Expired {
                back: begin_again(&journey.target),
            });
        }
        Ok(Held { journey, secret })
    }

    /// The journey of a page, which must stand at `step`.
    pub async fn at(&self, step: Step) -> Result<Held, Stop> {
        let held = self.journey(self.visit.query.get("flow")).await?;
        if held.journey.next() != step {
            return Err(Stop::Elsewhere(onward(&held.journey)));
        }
        self.with_chosen_language(held).await
    }

    /// A language chosen on the page holds for the rest of the journey, against what the
    /// application asked for.
    async fn with_chosen_language(&self, mut held: Held) -> Result<Held, Stop> {
        let chosen = self
            .visit
            .query
            .get(language::QUERY)
            .and_then(Language::from_api);
        let Some(chosen) = chosen.map(|language| language.api().to_owned()) else {
            return Ok(held);
        };
        if held.journey.progress.language.as_ref() != Some(&chosen) {
            held.journey.progress.language = Some(chosen);
            let (id, progress) = (held.journey.id.clone(), held.journey.progress.clone());
            let saved = self.ground.db.write(move |tx| {
                Box::pin(async move { store::journeys::save_progress(tx, &id, &progress).await })
            });
            saved.await?;
        }
        Ok(held)
    }

    /// The journey of a posted form, which must be ours and stand at one of `steps`.
    pub async fn posted(&self, form: &Form, steps: &[Step]) -> Result<Held, Stop> {
        if form.0.is_none() {
            return Err(Stop::Page(Trouble::BadRequest));
        }
        if !cookies::from_our_pages(
            &self.visit.headers,
            self.ground.config.server.public_url.url(),
        ) {
            return Err(Stop::Page(Trouble::ForeignForm));
        }
        let held = self.journey(form.get("flow")).await?;
        let presented = form.get("csrf").unwrap_or_default();
        let presented = presented.split('.').next().unwrap_or_default();
        if !cookies::csrf_matches(&held.secret, &held.journey.id, presented) {
            return Err(Stop::Page(Trouble::ForeignForm));
        }
        if !steps.contains(&held.journey.next()) {
            return Err(Stop::Elsewhere(onward(&held.journey)));
        }
        Ok(held)
    }

    /// Begins a journey in this browser and sends it to its first step.
    pub async fn begin(&self, target: Target, steps: Vec<Step>) -> Result<Response, Stop> {
        let had = self.ground.cookies.flow_secret(&self.visit.headers);
        let secret = had.clone().unwrap_or_else(|| self.ground.random.token());
        let lifetime = self.ground.config.sessions.sign_in_lifetime;
        let journey = Journey::begin(
            target,
            steps,
            Some(&secret),
            lifetime,
            self.now,
            &self.ground.random,
        );
        let mut response = see_other(&onward(&journey));
        let inserted = self
            .ground
            .db
            .write(move |tx| Box::pin(async move { store::journeys::insert(tx, &journey).await }));
        inserted.await?;
        if let (None, Some(cookie)) = (had, self.ground.cookies.set_flow(&secret)) {
            response.headers_mut().append(SET_COOKIE, cookie);
        }
        Ok(response)
    }

    /// Saves how far the journey came and goes on to its next step.
    pub async fn go_on(&self, mut journey: Journey, progress: Progress) -> Result<Response, Stop> {
        let id = journey.id.clone();
        let saved = progress.clone();
        let kept = self.ground.db.write(move |tx| {
            Box::pin(async move { store::journeys::save_progress(tx, &id, &saved).await })
        });
        kept.await?;
        journey.progress = progress;
        Ok(see_other(&onward(&journey)))
    }

    /// Who is signed in in this browser.
    pub async fn signed_in(&self) -> Result<Option<SignedIn>, BrowserError> {
        let (ground, lifetimes) = (&self.ground, self.ground.session_lifetimes());
        browser::signed_in(&ground.db, &self.browser, lifetimes, &ground.zone, self.now).await
    }

    /// The frame of a page of `journey`, in the language that its application asked for.
    pub fn frame(&self, journey: Option<&Journey>, account: Option<&str>) -> Frame {
        let asked = journey.and_then(ui_locales);
        let chosen = journey.and_then(|journey| journey.progress.language.as_deref());
        self.visit
            .frame(&self.ground.site, chosen, asked, account, self.now)
    }

    /// The frame of a step's page for `account`; its language switch leads back to the page.
    pub fn frame_at(&self, step: Step, held: &Held, account: &Account) -> Frame {
        let here = with_query(step.path(), &[("flow", &held.journey.id)]);
        self.frame(Some(&held.journey), Some(&account.lang))
            .at(&here)
    }

    /// The page of a step that goes on.
    pub fn page(&self, held: &Held, page: &impl Page) -> Response {
        page::respond(StatusCode::OK, page, &self.policy(&held.journey))
    }

    /// What binds a form to this browser and journey.
    pub fn seal(held: &Held) -> Seal {
        Seal {
            csrf: cookies::csrf_token(&held.secret, &held.journey.id),
            flow: held.journey.id.clone(),
        }
    }

    /// What binds a form to this browser, journey and the person it was shown to.
    pub fn seal_for(held: &Held, account_id: &str) -> Seal {
        Seal {
            csrf: format!("{}.{}", Self::seal(held).csrf, held.mark_of(account_id)),
            flow: held.journey.id.clone(),
        }
    }

    /// The application that asks, as pages show it.
    pub fn asker(&self, journey: &Journey) -> Option<AppTile> {
        let client = self.ground.clients.get(journey.client_id()?)?;
        Some(AppTile {
            id: client.client_id.clone(),
            name: client.name.clone(),
            logo: client.logo_uri.clone(),
        })
    }

    /// What the page of a journey may do: its forms may end at the application.
    pub fn policy(&self, journey: &Journey) -> PagePolicy {
        let mut policy = PagePolicy::form();
        if let Some(origin) = journey.redirect_origin() {
            policy = policy.redirecting_to(&origin);
        }
        match self.asker(journey).and_then(|tile| tile.logo) {
            Some(logo) => policy.showing(&logo),
            None => policy,
        }
    }

    /// The answer to a page that was asked for. A language chosen on it outweighs what the
    /// application asked for, for as long as its cookie lasts.
    pub fn shown(&self, shown: Result<Response, Stop>) -> Response {
        let mut response = self.answered(shown);
        let chosen = self.visit.query.get(language::QUERY);
        let chosen = chosen.and_then(Language::from_api);
        let cookie = chosen.map(|chosen| chosen.cookie(self.ground.cookies.secure));
        if let Some(Ok(cookie)) = cookie.map(|cookie| HeaderValue::from_str(&cookie)) {
            response.headers_mut().append(SET_COOKIE, cookie);
        }
        response
    }

    /// The answer to a form that was posted.
    pub fn answered(&self, answered: Result<Response, Stop>) -> Response {
        answered.unwrap_or_else(|stop| self.stopped(stop))
    }

    fn stopped(&self, stop: Stop) -> Response {
        let trouble = match stop {
            Stop::Elsewhere(location) => return see_other(&location),
            Stop::Expired { back } => {
                let page = ExpiredPage {
                    frame: self.frame(None, None),
                    back,
                };
                return page::respond(StatusCode::BAD_REQUEST, &page, &PagePolicy::form());
            }
            Stop::Page(trouble) => trouble,
            Stop::Db(error) if !error.is_unavailable() => {
                tracing::error!(%error, "a sign-in step failed by a fault of ours");
                Trouble::Internal
            }
            Stop::Db(error) => {
                tracing::warn!(%error, "the database is away");
                Trouble::Busy
            }
            Stop::Browser(error) => {
                tracing::error!(%error, "the browser's binding cannot be reached");
                Trouble::Busy
            }
        };
        ErrorPage::new(self.frame(None, None), trouble).respond()
    }
}

fn ui_locales(journey: &Journey) -> Option<&str> {
    let Target::Authorize { parameters, .. } = &journey.target else {
        return None;
    };
    let found = parameters.iter().find(|(name, _)| name == "ui_locales");
    found.map(|(_, value)| value.as_str())
}

/// The address of the step that is next.
pub(super) fn onward(journey: &Journey) -> String {
    let flow = [("flow", journey.id.as_str())];
    match (journey.next(), &journey.target) {
        (Step::Return, Target::Portal { path }) => path.clone(),
        (Step::Return, Target::Launch { .. }) => with_query("/login/launch", &flow),
        (step, _) => with_query(step.path(), &flow),
    }
}

/// Where a journey to `target` begins anew.
fn begin_again(target: &Target) -> String {
    match target {
        Target::Authorize { parameters, .. } => {
            let pairs: Vec<(&str, &str)> = parameters
                .iter()
                .map(|(name, value)| (name.as_str(), value.as_str()))
                .collect();
            with_query("/oauth2/authorize", &pairs)
        }
        Target::Launch {
            callback_url,
            app_name,
            ..
        } => with_query(
            "/login",
            &[("callbackUrl", callback_url), ("appName", app_name)],
        ),
        Target::Portal { path } => path.clone(),
    }
}

/// A 303: what was posted is not posted again.
pub(super) fn see_other(location: &str) -> Response {
    let location = HeaderValue::from_str(location).unwrap_or(HeaderValue::from_static("/"));
    let headers = [
        (LOCATION, location),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (StatusCode::SEE_OTHER, headers).into_response()
}
