//! Signing out: `/oauth2/logout` for clients (OpenID Connect RP-Initiated Logout 1.0) and `/logout`
//! for the person, who is asked unless the client shows that it knows this very session.

pub mod backchannel;
pub mod request;

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::header::{CACHE_CONTROL, LOCATION, REFERRER_POLICY, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use tower_sessions::Session;
use url::form_urlencoded;

use crate::audit::{self, Entry, Event, Origin};
use crate::clock::Millis;
use crate::db::DbError;
use crate::ground::Ground;
use crate::http::cookies::{csrf_matches, csrf_token, from_our_pages};
use crate::http::goodbye::{LogoutPage, SignedOutPage};
use crate::http::origin::RequestOrigin;
use crate::http::page::{self, Frame, PagePolicy, Seal};
use crate::http::params::Params;
use crate::http::trouble::{ErrorPage, Trouble};
use crate::http::visit::Visit;
use crate::random::hashed;
use crate::sessions::browser::{self, BrowserError, SignedIn};
use crate::sessions::sso::EndReason;
use crate::sessions::{self, store};

use super::form;
use request::{Hint, LogoutRequest, NAMES, Redirect, Refusal};

/// The path for clients.
pub const PATH: &str = "/oauth2/logout";
/// The path for the person; the question of both is answered here.
pub const PAGE: &str = "/logout";

/// One visit of a browser that wants to sign out.
struct Leaver<'a> {
    ground: &'a Ground,
    visit: &'a Visit,
    browser: &'a Session,
    origin: Origin,
    now: Millis,
}

/// Why there is an error page.
enum Stop {
    Page(Trouble, &'static str),
    Db(DbError),
    Browser(BrowserError),
}

impl From<Refusal> for Stop {
    fn from((trouble, told): Refusal) -> Self {
        Self::Page(trouble, told)
    }
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

/// `GET /logout`: the person's own wish. Its query belongs to the answered question alone.
pub async fn page(
    State(ground): State<Arc<Ground>>,
    origin: RequestOrigin,
    visit: Visit,
    browser: Session,
) -> Response {
    let leaver = Leaver::new(&ground, &visit, &browser, origin);
    let answered = leaver.asked(&Params::default()).await;
    answered.unwrap_or_else(|stop| leaver.trouble(stop))
}

/// `GET /oauth2/logout`.
pub async fn get(
    State(ground): State<Arc<Ground>>,
    origin: RequestOrigin,
    visit: Visit,
    browser: Session,
    uri: Uri,
) -> Response {
    let leaver = Leaver::new(&ground, &visit, &browser, origin);
    let answered = match Params::parse(uri.query().unwrap_or_default()) {
        Ok(params) => leaver.asked(&params).await,
        Err(_) => Err(Stop::Page(Trouble::BadRequest, "the query cannot be read")),
    };
    answered.unwrap_or_else(|stop| leaver.trouble(stop))
}

/// `POST /oauth2/logout`: sent on to a GET of ours, because a browser sends no `SameSite=Lax`
/// cookie along with another site's form (design 8).
pub async fn post(
    State(ground): State<Arc<Ground>>,
    origin: RequestOrigin,
    visit: Visit,
    browser: Session,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let leaver = Leaver::new(&ground, &visit, &browser, origin);
    let params = match read_form(&headers, body) {
        Ok(params) => params,
        Err(stop) => return leaver.trouble(stop),
    };
    // What is wrong is said at once; a good request is checked again where it arrives.
    if let Err(refusal) = LogoutRequest::read(&ground, &params) {
        return leaver.trouble(refusal.into());
    }
    let mut query = form_urlencoded::Serializer::new(String::new());
    for name in NAMES {
        if let Some(value) = params.get(name) {
            query.append_pair(name, value);
        }
    }
    see_other(&format!("{PATH}?{}", query.finish()))
}

/// `POST /logout`: the answer to the question.
pub async fn confirm(
    State(ground): State<Arc<Ground>>,
    origin: RequestOrigin,
    visit: Visit,
    browser: Session,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let leaver = Leaver::new(&ground, &visit, &browser, origin);
    let answered = match read_form(&headers, body) {
        Ok(form) => leaver.confirmed(&form).await,
        Err(stop) => Err(stop),
    };
    answered.unwrap_or_else(|stop| leaver.trouble(stop))
}

fn read_form(headers: &HeaderMap, body: Result<Bytes, BytesRejection>) -> Result<Params, Stop> {
    let body = form::body(body).map_err(|error| match error.status {
        StatusCode::PAYLOAD_TOO_LARGE => Stop::Page(Trouble::TooLarge, ""),
        _ => Stop::Page(Trouble::BadRequest, "the form cannot be read"),
    })?;
    form::read(headers, &body)
        .map_err(|_| Stop::Page(Trouble::BadRequest, "the form cannot be read"))
}

impl<'a> Leaver<'a> {
    fn new(
        ground: &'a Ground,
        visit: &'a Visit,
        browser: &'a Session,
        origin: RequestOrigin,
    ) -> Self {
        Self {
            ground,
            visit,
            browser,
            origin: origin.into(),
            now: ground.clock.now(),
        }
    }

    /// Ends the session, or asks first.
    async fn asked(&self, params: &Params) -> Result<Response, Stop> {
        let request = LogoutRequest::read(self.ground, params)?;
        let Some(signed_in) = self.signed_in().await? else {
            self.end().await?;
            // A way back is believed with a hint or a person's word, and nobody is here to ask.
            let redirect = request.redirect.as_ref();
            let redirect = redirect.filter(|_| request.hint.is_some());
            return Ok(self.left(redirect, request.ui_locales.as_deref()));
        };
        let known = |hint: &Hint| {
            hint.session_id == signed_in.session.id && hint.account_id == signed_in.account.id
        };
        if request.hint.as_ref().is_some_and(known) {
            self.end().await?;
            let redirect = request.redirect.as_ref();
            return Ok(self.left(redirect, request.ui_locales.as_deref()));
        }
        Ok(self.question(&request, &signed_in))
    }

    /// The person said yes: the request stands in the query, the proof that it is this browser's
    /// own answer in the form.
    async fn confirmed(&self, form: &Params) -> Result<Response, Stop> {
        let request = LogoutRequest::read(self.ground, &self.visit.query)?;
        let foreign = || Stop::Page(Trouble::ForeignForm, "");
        if !from_our_pages(
            &self.visit.headers,
            self.ground.config.server.public_url.url(),
        ) {
            return Err(foreign());
        }
        let pointer = browser::pointer(self.browser).await?;
        let Some(session_id) = pointer else {
            // Signed out meanwhile, in another tab: what was wanted has happened.
            return Ok(self.left(None, request.ui_locales.as_deref()));
        };
        let secret = self.ground.cookies.flow_secret(&self.visit.headers);
        let secret = secret.ok_or_else(foreign)?;
        let sent = form.get("csrf").unwrap_or_default();
        if !csrf_matches(&secret, &form_id(&request, &session_id), sent) {
            return Err(foreign());
        }
        self.end().await?;
        let redirect = request.redirect.as_ref();
        Ok(self.left(redirect, request.ui_locales.as_deref()))
    }

    async fn signed_in(&self) -> Result<Option<SignedIn>, BrowserError> {
        let (ground, lifetimes) = (self.ground, self.ground.session_lifetimes());
        browser::signed_in(&ground.db, self.browser, lifetimes, &ground.zone, self.now).await
    }

    /// Asks. The form is good in this browser, for this session and this request alone.
    fn question(&self, request: &LogoutRequest, signed_in: &SignedIn) -> Response {
        let ground = self.ground;
        let had = ground.cookies.flow_secret(&self.visit.headers);
        let secret = had.clone().unwrap_or_else(|| ground.random.token());
        let form_id = form_id(request, &signed_in.session.id);
        let query = request.query();
        let account = &signed_in.account;
        let name = [&account.full_name, &account.username];
        let person = name.into_iter().find(|name| !name.is_empty());
        let page = LogoutPage {
            frame: self.frame(request.ui_locales.as_deref(), Some(&account.lang)),
            seal: Seal {
                csrf: csrf_token(&secret, &form_id),
                flow: form_id,
            },
            action: if query.is_empty() {
                PAGE.to_owned()
            } else {
                format!("{PAGE}?{query}")
            },
            person: person.cloned().unwrap_or_default(),
            asker: request.client.as_ref().map(|client| client.name.clone()),
            stay: "/".to_owned(),
        };
        let policy = match &request.redirect {
            Some(redirect) => PagePolicy::form().redirecting_to(&redirect.uri),
            None => PagePolicy::form(),
        };
        let mut response = page::respond(StatusCode::OK, &page, &policy);
        if had.is_none()
            && let Some(cookie) = ground.cookies.set_flow(&secret)
        {
            response.headers_mut().append(SET_COOKIE, cookie);
        }
        response
    }

    /// Ends the session that this browser points to, and everything that hangs off it, in one
    /// write; then forgets the browser. An idle session is ended too, so that its clients hear.
    async fn end(&self) -> Result<(), Stop> {
        let ground = self.ground;
        let Some(session_id) = browser::pointer(self.browser).await? else {
            return Ok(());
        };
        let (clients, random) = (ground.clients.clone(), ground.random.clone());
        let (now, origin) = (self.now, self.origin.clone());
        let told = ground.db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                let Some(session) = store::sso::find(tx, &session_id).await? else {
                    return Ok(0);
                };
                let reason = EndReason::Logout;
                let ended = sessions::end::session(tx, &session, reason, now).await?;
                if ended.is_none() {
                    return Ok(0);
                }
                let event = Event::SessionEnded {
                    reason: reason.as_str(),
                };
                let entry = Entry::new(event, &random, now)
                    .account(&session.account_id)
                    .session(&session.id)
                    .origin(&origin);
                audit::record(tx, &entry).await?;
                sessions::backchannel::announce(tx, ended.as_slice(), &clients, &random, now).await
            })
        });
        if told.await? > 0 {
            ground.wake.wake();
        }
        browser::unbind(self.browser).await?;
        Ok(())
    }

    /// After the end: back to the client, or a word.
    fn left(&self, redirect: Option<&Redirect>, ui_locales: Option<&str>) -> Response {
        if let Some(redirect) = redirect {
            return see_other(&redirect.address());
        }
        let frame = self.frame(ui_locales, None);
        page::respond(
            StatusCode::OK,
            &SignedOutPage { frame },
            &PagePolicy::form(),
        )
    }

    fn frame(&self, ui_locales: Option<&str>, account: Option<&str>) -> Frame {
        self.visit
            .frame(&self.ground.site, None, ui_locales, account, self.now)
    }

    fn trouble(&self, stop: Stop) -> Response {
        let (trouble, told) = match stop {
            Stop::Page(trouble, told) => (trouble, told),
            Stop::Db(error) if !error.is_unavailable() => {
                tracing::error!(%error, "a request failed by a fault of ours");
                (Trouble::Internal, "")
            }
            Stop::Db(error) => {
                tracing::warn!(%error, "the database is away");
                (Trouble::Busy, "")
            }
            Stop::Browser(error) => {
                tracing::error!(%error, "who is signed in cannot be told");
                (Trouble::Busy, "")
            }
        };
        let page = ErrorPage::new(self.frame(None, None), trouble);
        if told.is_empty() {
            page.respond()
        } else {
            page.detail(told).respond()
        }
    }
}

/// Names the question: the request and the session it is about.
fn form_id(request: &LogoutRequest, session_id: &str) -> String {
    hashed(&format!("logout {session_id} {}", request.query()))
}

/// A 303 that leaks nothing of our address.
fn see_other(location: &str) -> Response {
    let Ok(location) = HeaderValue::from_str(location) else {
        // Registered addresses are ASCII and what is added is percent-encoded.
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let headers = [
        (LOCATION, location),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    ];
    (StatusCode::SEE_OTHER, headers).into_response()
}
