//! The addresses of this application, one function each.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Form, Query, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, COOKIE, REFERRER_POLICY, SET_COOKIE,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::map_response;
use axum::response::{AppendHeaders, Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use serde::Deserialize;

use crate::pages;
use crate::provider::Provider;
use crate::sessions::{Sessions, random_name};
use crate::tools;

/// All ports of a host share its cookies, so these names belong to this application alone.
const SESSION: &str = "relying_app_session";
const BROWSER: &str = "relying_app_browser";

/// The state that all handlers share.
pub struct App {
    pub provider: Provider,
    sessions: Sessions,
}

pub fn router(provider: Provider) -> Router {
    let app = App {
        provider,
        sessions: Sessions::default(),
    };
    Router::new()
        .route("/", get(home))
        .route("/login", get(sign_in))
        .route("/callback", get(callback))
        .route("/refresh", post(refresh))
        .route("/sign-out", post(sign_out))
        .route("/backchannel-logout", post(backchannel_logout))
        .route("/style.css", get(style))
        .route("/icon.svg", get(icon))
        .route("/tools/{tool}", get(tools::tool))
        .layer(map_response(guarded))
        .with_state(Arc::new(app))
}

/// `GET /`: shows who is signed in, or how to sign in.
async fn home(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    match cookie(&headers, SESSION).and_then(|name| app.sessions.find(&name)) {
        Some(who) => page(StatusCode::OK, pages::signed_in(&who)),
        None => page(StatusCode::OK, pages::welcome(app.provider.issuer())),
    }
}

#[derive(Deserialize)]
struct SignIn {
    offline: Option<String>,
    iss: Option<String>,
}

/// `GET /login`: sends the browser to the provider. With `?offline=1` the application asks for
/// offline access. The provider itself may send a browser here with `?iss=` (OpenID Connect Core,
/// section 4).
async fn sign_in(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Query(wish): Query<SignIn>,
) -> Response {
    if wish
        .iss
        .is_some_and(|issuer| issuer != app.provider.issuer())
    {
        return problem(
            StatusCode::BAD_REQUEST,
            "This application signs in with another provider.",
        );
    }
    let started = app.provider.start(wish.offline.is_some());
    let to = Redirect::to(started.url.as_str());
    // A browser can have several pending sign-ins, in several tabs, with one cookie.
    let browser = cookie(&headers, BROWSER).unwrap_or_else(random_name);
    let set = set_cookie(BROWSER, &browser, 900);
    app.sessions.started(browser, started);
    (AppendHeaders([set]), to).into_response()
}

#[derive(Deserialize)]
struct Callback {
    code: Option<String>,
    state: Option<String>,
    iss: Option<String>,
    error: Option<String>,
    error_description: Option<String>,
}

/// `GET /callback`: the provider sends the browser here with a code or an error.
async fn callback(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Query(back): Query<Callback>,
) -> Response {
    let browser = cookie(&headers, BROWSER).unwrap_or_default();
    let state = back.state.unwrap_or_default();
    let Some(pending) = app.sessions.take_started(&browser, &state) else {
        return problem(
            StatusCode::BAD_REQUEST,
            "This sign-in was not started here, or it is over.",
        );
    };
    // An answer of another provider must not be accepted as this one's (RFC 9207).
    if back
        .iss
        .is_some_and(|issuer| issuer != app.provider.issuer())
    {
        return problem(
            StatusCode::BAD_REQUEST,
            "This answer came from another provider.",
        );
    }
    if back.error.as_deref() == Some("access_denied") {
        return problem(StatusCode::OK, "You did not sign in.");
    }
    let Some(code) = back.code else {
        let error = back.error.unwrap_or_default();
        let said = format!("{error} {}", back.error_description.unwrap_or_default());
        return problem(StatusCode::BAD_GATEWAY, said.trim());
    };
    match app
        .provider
        .finish(code, &pending.nonce, pending.verifier)
        .await
    {
        Ok(who) => {
            // The previous session of this browser ends.
            if let Some(old) = cookie(&headers, SESSION) {
                app.sessions.close(&old);
            }
            let name = app.sessions.open(who);
            (
                AppendHeaders([set_cookie(SESSION, &name, 43_200)]),
                Redirect::to("/"),
            )
                .into_response()
        }
        Err(why) => problem(StatusCode::BAD_GATEWAY, &why.to_string()),
    }
}

/// `POST /refresh`: gets new tokens and asks again who the person is.
async fn refresh(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    let name = cookie(&headers, SESSION).unwrap_or_default();
    let Some(who) = app.sessions.find(&name) else {
        return Redirect::to("/").into_response();
    };
    match app.provider.renew(&who).await {
        Ok(renewed) => {
            app.sessions.renewed(&name, renewed);
            Redirect::to("/").into_response()
        }
        Err(why) => problem(StatusCode::BAD_GATEWAY, &why.to_string()),
    }
}

/// `POST /sign-out`: ends the session here, then sends the browser to end the one at the provider.
async fn sign_out(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    let who = cookie(&headers, SESSION).and_then(|name| app.sessions.close(&name));
    let away = who.and_then(|who| app.provider.sign_out_url(&who));
    let to = Redirect::to(away.as_deref().unwrap_or("/"));
    (AppendHeaders([set_cookie(SESSION, "", 0)]), to).into_response()
}

#[derive(Deserialize)]
struct LogoutToken {
    logout_token: String,
}

/// `POST /backchannel-logout`: the provider reports that a person signed out elsewhere. No browser
/// is involved, so only the signature of the token proves who sends it.
async fn backchannel_logout(
    State(app): State<Arc<App>>,
    Form(shown): Form<LogoutToken>,
) -> Response {
    match app.provider.logged_out(&shown.logout_token).await {
        Ok(over) => {
            let ended = app.sessions.close_all(&over);
            println!("relying-app: the provider ended {ended} session(s)");
            StatusCode::OK.into_response()
        }
        Err(why) => {
            println!("relying-app: a logout token was not believed: {why}");
            StatusCode::BAD_REQUEST.into_response()
        }
    }
}

async fn style() -> impl IntoResponse {
    (
        [(CONTENT_TYPE, "text/css")],
        include_str!("../templates/style.css"),
    )
}

async fn icon() -> impl IntoResponse {
    (
        [(CONTENT_TYPE, "image/svg+xml")],
        include_str!("../templates/icon.svg"),
    )
}

/// Headers of every answer: personal pages are not stored or framed, and run no script.
async fn guarded(mut answer: Response) -> Response {
    let headers = answer.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; style-src 'self'; img-src 'self' https:; frame-ancestors 'none'; base-uri 'none'",
        ),
    );
    answer
}

/// A page, or the error of its template.
pub fn page(status: StatusCode, html: Result<String, askama::Error>) -> Response {
    match html {
        Ok(html) => (status, Html(html)).into_response(),
        Err(why) => (StatusCode::INTERNAL_SERVER_ERROR, why.to_string()).into_response(),
    }
}

/// An error page.
pub fn problem(status: StatusCode, said: &str) -> Response {
    page(status, pages::problem(said))
}

fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    let sent = headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok());
    let mut pairs = sent
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.split_once('='));
    pairs
        .find(|(key, _)| key.trim() == name)
        .map(|(_, value)| value.trim().to_owned())
}

/// A cookie that scripts cannot read and that forms of other sites cannot send. With https it would
/// be `Secure` too.
fn set_cookie(name: &str, value: &str, seconds: u32) -> (axum::http::HeaderName, String) {
    let set = format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}");
    (SET_COOKIE, set)
}
