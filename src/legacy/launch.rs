//! The last step of a journey to an application of the old kind: the launch token is made and the
//! browser goes to the checked callbackUrl with it (contract F-02, F-03, T-05; design 5).

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, LOCATION, PRAGMA, REFERRER_POLICY};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use tower_sessions::Session;

use crate::audit::{self, Entry, Event, Origin};
use crate::clients::{Callback, Client, LegacyMode};
use crate::clock::Millis;
use crate::db::DbError;
use crate::ground::Ground;
use crate::http::origin::RequestOrigin;
use crate::http::params::with_query;
use crate::http::trouble::{ErrorPage, Trouble};
use crate::http::visit::Visit;
use crate::sessions::browser::{self, BrowserError, SignedIn};
use crate::sessions::journey::{Journey, Step, Target};
use crate::sessions::launch::{self, LaunchLifetimes, LaunchMode};
use crate::sessions::store;

/// Where a journey to an old application ends.
pub const PATH: &str = "/login/launch";

/// Why no token is made.
enum Stop {
    /// An error page.
    Page(Trouble),
    /// Another page of ours comes first.
    Elsewhere(String),
    /// The database failed.
    Db(DbError),
    /// The browser's binding failed.
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

/// `GET /login/launch?flow=`.
pub async fn get(
    State(ground): State<Arc<Ground>>,
    RequestOrigin(origin): RequestOrigin,
    visit: Visit,
    browser: Session,
) -> Response {
    let now = ground.clock.now();
    let trouble = match launch(&ground, &visit, &browser, &origin, now).await {
        Ok(address) => return leave(&address),
        Err(Stop::Elsewhere(path)) => return leave(&path),
        Err(Stop::Page(trouble)) => trouble,
        Err(Stop::Db(error)) if !error.is_unavailable() => {
            tracing::error!(%error, "a launch failed by a fault of ours");
            Trouble::Internal
        }
        Err(Stop::Db(error)) => {
            tracing::warn!(%error, "the database is away");
            Trouble::Busy
        }
        Err(Stop::Browser(error)) => {
            tracing::error!(%error, "the browser's binding cannot be reached");
            Trouble::Busy
        }
    };
    let frame = visit.frame(&ground.site, None, None, None, now);
    ErrorPage::new(frame, trouble).respond()
}

/// The address with its token.
async fn launch(
    ground: &Ground,
    visit: &Visit,
    browser: &Session,
    origin: &Origin,
    now: Millis,
) -> Result<String, Stop> {
    let journey = journey(ground, visit).await?;
    let Target::Launch {
        client_id,
        app_name,
        callback_url,
    } = &journey.target
    else {
        return Err(Stop::Page(Trouble::BadRequest));
    };
    let begin_again = || {
        let pairs = [
            ("callbackUrl", callback_url.as_str()),
            ("appName", app_name),
        ];
        Stop::Elsewhere(with_query("/login", &pairs))
    };
    // The Back button, a page left open too long: the way there is still wanted.
    if !journey.is_open(now) {
        return Err(begin_again());
    }
    if journey.next() != Step::Return {
        let flow = [("flow", journey.id.as_str())];
        return Err(Stop::Elsewhere(with_query(journey.next().path(), &flow)));
    }
    let lifetimes = ground.session_lifetimes();
    let signed_in = browser::signed_in(&ground.db, browser, lifetimes, &ground.zone, now).await?;
    let signed_in = signed_in.ok_or_else(begin_again)?;
    // Asked again: the registration may have changed while the person signed in.
    let client = ground.clients.get(client_id);
    let client = client.ok_or(Stop::Page(Trouble::UnknownClient))?;
    let legacy = client
        .launches()
        .ok_or(Stop::Page(Trouble::UnknownClient))?;
    let callback =
        Callback::check(callback_url, legacy).map_err(|_| Stop::Page(Trouble::CallbackUrl))?;
    let mode = match legacy.mode {
        LegacyMode::Query => LaunchMode::Query,
        LegacyMode::Code => LaunchMode::Code,
        LegacyMode::Oidc => return Err(Stop::Page(Trouble::UnknownClient)),
    };
    let ending = Ending {
        journey_id: journey.id.clone(),
        client,
        mode,
        signed_in,
        origin: origin.clone(),
        now,
    };
    let token = ending.token(ground).await?.ok_or_else(begin_again)?;
    Ok(callback.with("token", &token))
}

/// The journey of this very browser (attacks 8 and 10).
async fn journey(ground: &Ground, visit: &Visit) -> Result<Journey, Stop> {
    let lost = || Stop::Page(Trouble::BadRequest);
    let id = visit.query.get("flow").ok_or_else(lost)?;
    let secret = ground.cookies.flow_secret(&visit.headers);
    let secret = secret.ok_or_else(lost)?;
    let mut tx = ground.db.read().await?;
    let journey = store::journeys::find(&mut tx, id).await?;
    journey
        .filter(|journey| journey.belongs_to(&secret))
        .ok_or_else(lost)
}

/// The end of a journey.
struct Ending {
    journey_id: String,
    client: Arc<Client>,
    mode: LaunchMode,
    signed_in: SignedIn,
    origin: Origin,
    now: Millis,
}

impl Ending {
    /// Ends the journey and makes what travels; nothing when it had ended before.
    async fn token(self, ground: &Ground) -> Result<Option<String>, DbError> {
        let random = ground.random.clone();
        let lifetimes = LaunchLifetimes::from(&ground.config.sessions);
        let granted = Event::LaunchGranted {
            mode: self.mode.as_str(),
        };
        let entry = Entry::new(granted, &random, self.now)
            .account(&self.signed_in.account.id)
            .client(&self.client.client_id)
            .session(&self.signed_in.session.id)
            .origin(&self.origin);
        ground
            .db
            .write(move |tx| {
                Box::pin(async move {
                    if !store::journeys::end(tx, &self.journey_id, self.now).await? {
                        return Ok(None);
                    }
                    audit::record(tx, &entry).await?;
                    let secret = launch::issue(
                        tx,
                        &self.signed_in.session,
                        &self.client.client_id,
                        self.mode,
                        lifetimes,
                        self.now,
                        &random,
                    );
                    secret.await.map(Some)
                })
            })
            .await
    }
}

/// A redirect that tells nobody where it came from and is kept by nobody (trap T1).
fn leave(address: &str) -> Response {
    let address = HeaderValue::from_str(address).unwrap_or(HeaderValue::from_static("/"));
    let headers = [
        (LOCATION, address),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (PRAGMA, HeaderValue::from_static("no-cache")),
        (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    ];
    (StatusCode::SEE_OTHER, headers).into_response()
}
