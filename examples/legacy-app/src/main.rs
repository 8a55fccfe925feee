//! LEGACYDEMO, a legacy application.
//!
//! It does what the tools of 2018 do. It sends the browser to the sign-in page with its address and
//! its appName, gets a token in the query, and asks `/api/security/user/info` whose token that is.
//! Only `SSO_HOST` was ever changed. Do not use it as a pattern for a new application; that is
//! `examples/relying-app`.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::{Query, State};
use axum::http::header::{CACHE_CONTROL, COOKIE, REFERRER_POLICY, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use clap::Parser;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

const APP_NAME: &str = "LEGACYDEMO";
const COOKIE_NAME: &str = "LEGACYDEMO_SESSION";

// status codes of the security API
const SUCCESS: i64 = 0;
const NEED_LOGIN: i64 = 100_000;

#[derive(Clone, Parser)]
#[command(about = "A sample legacy application: it takes ?token= at its callbackUrl")]
struct Config {
    #[arg(long, env = "SSO_HOST", default_value = "http://localhost:8080")]
    sso_host: String,
    #[arg(long, env = "PORT", default_value_t = 8082)]
    port: u16,
}

#[derive(Deserialize)]
struct Envelope {
    status: i64,
    data: Option<Value>,
    msg: Option<String>,
}

#[derive(Clone, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
struct UserInfo {
    id: Value,
    username: Option<String>,
    full_name: Option<String>,
    accountname: Option<String>,
    agency_name: Option<String>,
    client_name: Option<String>,
    lang: Option<String>,
}

struct App {
    config: Config,
    http: reqwest::Client,
    // session id -> token
    sessions: Mutex<HashMap<String, String>>,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let config = Config::parse();
    let address = ("127.0.0.1", config.port);
    let listener = tokio::net::TcpListener::bind(address)
        .await
        .map_err(|why| format!("legacy-app: cannot listen on port {}: {why}", config.port))?;
    println!(
        "legacy-app: http://localhost:{} signs in with {}",
        config.port, config.sso_host
    );

    let app = App {
        config,
        http: reqwest::Client::new(),
        sessions: Mutex::default(),
    };
    let router = Router::new()
        .route("/", get(index))
        .route("/logout", post(logout))
        .with_state(Arc::new(app));

    let mut stop = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    tokio::select! {
        served = axum::serve(listener, router) => served?,
        _ = tokio::signal::ctrl_c() => {}
        _ = stop.recv() => {}
    }
    Ok(())
}

#[derive(Deserialize)]
struct Callback {
    token: Option<String>,
}

async fn index(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Query(query): Query<Callback>,
) -> Response {
    // back from the sign-in page
    if let Some(token) = query.token {
        return match app.login(token).await {
            Ok(Some(id)) => {
                (AppendHeaders([session_cookie(&id)]), Redirect::to("/")).into_response()
            }
            // no redirect to the login page: it would lead back here again and again
            Ok(None) => message(StatusCode::FORBIDDEN, "Your token was not accepted."),
            Err(why) => message(StatusCode::BAD_GATEWAY, &why),
        };
    }

    let token = session_of(&headers).and_then(|id| app.lock().get(&id).cloned());
    let Some(token) = token else {
        return app.to_login();
    };
    match app.user_info(&token).await {
        Ok(Some(user)) => html(StatusCode::OK, &user_page(&user)),
        Ok(None) => {
            app.forget(&headers);
            app.to_login()
        }
        Err(why) => message(StatusCode::BAD_GATEWAY, &why),
    }
}

async fn logout(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    if let Some(token) = app.forget(&headers) {
        // the answer does not matter: the user is logged out here in any case
        let _ = app.call("/api/security/logout", &token).await;
    }
    let page = message(StatusCode::OK, "You are logged out.");
    (AppendHeaders([session_cookie("")]), page).into_response()
}

impl App {
    /// POSTs to the security API, with the token in the header and the appName in query and body.
    async fn call(&self, path: &str, token: &str) -> Result<Envelope, String> {
        let url = format!("{}{path}?appName={APP_NAME}", self.config.sso_host);
        let request = self.http.post(url).header("Access-Token", token);
        let response = request.json(&json!({ "appName": APP_NAME })).send().await;
        let response = response.map_err(|_| "The sign-in service cannot be reached.".to_owned())?;
        let envelope = response.json().await;
        envelope
            .map_err(|_| "The sign-in service gave an answer that is not understood.".to_owned())
    }

    /// The owner of the token; `None` if a login is needed.
    async fn user_info(&self, token: &str) -> Result<Option<UserInfo>, String> {
        let envelope = self.call("/api/security/user/info", token).await?;
        match envelope.status {
            SUCCESS => {
                let data = envelope.data.unwrap_or_default();
                serde_json::from_value(data)
                    .map(Some)
                    .map_err(|why| why.to_string())
            }
            NEED_LOGIN => Ok(None),
            other => Err(format!("{} ({other})", envelope.msg.unwrap_or_default())),
        }
    }

    /// Creates a session for the owner of the token, if it is valid.
    async fn login(&self, token: String) -> Result<Option<String>, String> {
        if self.user_info(&token).await?.is_none() {
            return Ok(None);
        }
        let id = session_id()?;
        self.lock().insert(id.clone(), token);
        Ok(Some(id))
    }

    fn to_login(&self) -> Response {
        let Config { sso_host, port } = &self.config;
        let callback = format!("http://localhost:{port}/");
        let url = format!("{sso_host}/login?callbackUrl={callback}&appName={APP_NAME}");
        Redirect::to(&url).into_response()
    }

    fn forget(&self, headers: &HeaderMap) -> Option<String> {
        self.lock().remove(&session_of(headers)?)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, String>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn session_of(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get(COOKIE)?.to_str().ok()?;
    let found = cookies
        .split("; ")
        .find_map(|pair| pair.strip_prefix(COOKIE_NAME));
    Some(found?.trim_start_matches('=').to_owned())
}

fn session_cookie(id: &str) -> (axum::http::HeaderName, String) {
    (
        SET_COOKIE,
        format!("{COOKIE_NAME}={id}; Path=/; HttpOnly; SameSite=Lax"),
    )
}

fn session_id() -> Result<String, String> {
    let random = ring::rand::SystemRandom::new();
    let bytes: [u8; 16] = ring::rand::generate(&random)
        .map_err(|_| "There is no randomness.".to_owned())?
        .expose();
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}

fn user_page(user: &UserInfo) -> String {
    let row = |label: &str, value: &Option<String>| {
        let value = escape(value.as_deref().unwrap_or("-"));
        format!("<tr><th scope=\"row\">{label}</th><td>{value}</td></tr>")
    };
    let name = user
        .full_name
        .as_deref()
        .or(user.username.as_deref())
        .unwrap_or("user");
    let mut page = format!(
        "<h1>Hello, <span id=\"name\">{}</span></h1><table>",
        escape(name)
    );
    page += &row("Account", &user.accountname);
    page += &row("User name", &user.username);
    page += &row("Agency", &user.agency_name);
    page += &row("Client", &user.client_name);
    page += &row("Language", &user.lang);
    page += "</table><form method=\"post\" action=\"/logout\"><button id=\"logout\">Log out</button></form>";
    page
}

fn message(status: StatusCode, text: &str) -> Response {
    let text = escape(text);
    html(
        status,
        &format!("<h1>{text}</h1><p><a href=\"/\">Log in</a></p>"),
    )
}

fn html(status: StatusCode, body: &str) -> Response {
    let page = include_str!("page.html").replace("{{body}}", body);
    let headers = AppendHeaders([
        (CACHE_CONTROL, "no-store"),
        (REFERRER_POLICY, "no-referrer"),
    ]);
    (status, headers, Html(page)).into_response()
}

fn escape(text: &str) -> String {
    let text = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}
