//! A small messaging platform that answers as the documentation of `getStableAccessToken` and `generateScheme` says.

use std::sync::{Arc, LazyLock, Mutex};

use atrium::config::Config;
use axum::extract::{Query, State};
use axum::routing::post;
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;

pub const APP_ID: &str = "wx0123456789abcdef";
pub const APP_SECRET: &str = "the secret of the mini program 01";

/// The platform of all servers of the product API. Its thread ends with the process.
pub static SHARED: LazyLock<Platform> = LazyLock::new(|| {
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        runtime.unwrap().block_on(async move {
            sender.send(Platform::start().await).unwrap();
            std::future::pending::<()>().await;
        });
    });
    receiver.recv().unwrap()
});

/// The platform. Its clones are the same one.
#[derive(Clone)]
pub struct Platform {
    base_url: String,
    state: Arc<Mutex<Answers>>,
}

#[derive(Default)]
struct Answers {
    /// How many access tokens were given.
    tokens: usize,
    /// The number of the token that is valid.
    valid: usize,
    /// What every request is answered instead.
    failure: Option<Value>,
    /// The links that were asked for.
    asked: Vec<Value>,
}

#[derive(Deserialize)]
struct Token {
    access_token: String,
}

impl Platform {
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let platform = Self {
            base_url: format!("http://{}", listener.local_addr().unwrap()),
            state: Arc::default(),
        };
        let router = Router::new()
            .route("/cgi-bin/stable_token", post(token))
            .route("/wxa/generatescheme", post(scheme))
            .with_state(platform.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        platform
    }

    /// Adds its mini program to the settings.
    pub fn configure(&self, config: &mut Config) {
        let secret_file = config.clients.file.with_file_name("wechat.secret");
        std::fs::write(&secret_file, APP_SECRET).unwrap();
        config.wechat.app_id = Some(APP_ID.to_owned());
        config.wechat.secret_file = Some(secret_file);
        config.wechat.base_url.clone_from(&self.base_url);
        let host = self.base_url.strip_prefix("http://").unwrap();
        config.outbound.allow.push(host.to_owned());
    }

    /// How many access tokens it has given.
    pub fn tokens(&self) -> usize {
        self.state.lock().unwrap().tokens
    }

    /// Invalidates the access token, as when somebody else forces a new one.
    pub fn forget_token(&self) {
        self.state.lock().unwrap().valid = 0;
    }

    /// Answers every request so.
    pub fn fail(&self, answer: Value) {
        self.state.lock().unwrap().failure = Some(answer);
    }

    /// The values of the links that the mini program would open, oldest first.
    pub fn links(&self) -> Vec<String> {
        let links = self.asked().into_iter().map(|asked| {
            let query = asked["jump_wxa"]["query"].as_str().unwrap();
            assert!(query.len() <= 1_024, "{query}");
            let (name, address) = url::form_urlencoded::parse(query.as_bytes())
                .next()
                .unwrap();
            assert_eq!(name, "link");
            let address = Url::parse(&address).unwrap();
            assert!(
                address.path().ends_with("/account/messaging-app"),
                "{address}"
            );
            let (name, link) = address.query_pairs().next().unwrap();
            assert_eq!(name, "wechatToken");
            link.into_owned()
        });
        links.collect()
    }

    /// What was asked for, oldest first.
    pub fn asked(&self) -> Vec<Value> {
        self.state.lock().unwrap().asked.clone()
    }
}

async fn token(State(platform): State<Platform>, Json(body): Json<Value>) -> Json<Value> {
    let mut state = platform.state.lock().unwrap();
    if let Some(failure) = &state.failure {
        return Json(failure.clone());
    }
    let known = json!({ "grant_type": "client_credential", "appid": APP_ID, "secret": APP_SECRET });
    if body != known {
        return Json(json!({ "errcode": 40125, "errmsg": "invalid appsecret" }));
    }
    state.tokens += 1;
    // Everybody who asks gets the same token until it ends: another server may be using it.
    if state.valid == 0 {
        state.valid = state.tokens;
    }
    let token = format!("platform-token-{}", state.valid);
    Json(json!({ "access_token": token, "expires_in": 7200 }))
}

async fn scheme(
    State(platform): State<Platform>,
    Query(Token { access_token }): Query<Token>,
    Json(body): Json<Value>,
) -> Json<Value> {
    let mut state = platform.state.lock().unwrap();
    if let Some(failure) = &state.failure {
        return Json(failure.clone());
    }
    if state.valid == 0 || access_token != format!("platform-token-{}", state.valid) {
        return Json(json!({ "errcode": 40001, "errmsg": "invalid credential" }));
    }
    state.asked.push(body);
    let openlink = format!("weixin://dl/business/?t=link{}", state.asked.len());
    Json(json!({ "errcode": 0, "errmsg": "ok", "openlink": openlink }))
}
