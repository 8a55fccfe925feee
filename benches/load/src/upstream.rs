//! What Atrium asks, on the core of the load generator: a corporate OpenID provider, which believes everything and signs ID tokens
//! with ES256, and the model of the assistant.

use std::collections::BTreeMap;
use std::net::Ipv4Addr;
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::{CONTENT_TYPE, LOCATION};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use serde_json::{Value, json};
use url::Url;

use crate::clock;
use crate::http::Result;
use crate::model;
use crate::signing_key::{SigningKey, bytes, text};

/// The client id of Atrium here, as `benches/atrium.toml` says.
const CLIENT: &str = "atrium";
const KEY: &str = "bench";
/// The parameter in which a worker says who signs in.
pub const PERSON: &str = "person";

/// A running provider.
pub struct Upstream {
    pub port: u16,
}

struct Answers {
    issuer: String,
    key: SigningKey,
    /// The pieces of an answer of the model.
    pieces: usize,
}

impl Upstream {
    /// Listens at a free port until the runtime ends.
    pub async fn start() -> Result<Self> {
        Self::start_with(0).await
    }

    /// The same, with a model whose answers have so many pieces.
    pub async fn start_with(pieces: usize) -> Result<Self> {
        let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let port = listener.local_addr()?.port();
        let answers = Arc::new(Answers {
            issuer: format!("http://127.0.0.1:{port}"),
            key: SigningKey::new()?,
            pieces,
        });
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(document))
            .route("/jwks", get(keys))
            .route("/authorize", get(authorize))
            .route("/token", post(token))
            .route("/v1/chat/completions", post(complete))
            .with_state(answers);
        tokio::spawn(async move { axum::serve(listener, router).await });
        Ok(Self { port })
    }

    /// Its `host:port`.
    pub fn authority(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Its authorization endpoint.
    pub fn authorize(&self) -> String {
        format!("http://{}/authorize", self.authority())
    }
}

async fn document(State(answers): State<Arc<Answers>>) -> Response {
    let issuer = &answers.issuer;
    shown(&json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "jwks_uri": format!("{issuer}/jwks"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256"],
    }))
}

async fn keys(State(answers): State<Arc<Answers>>) -> Response {
    let mut key = answers.key.jwk();
    for (name, value) in [("kid", KEY), ("use", "sig"), ("alg", "ES256")] {
        key[name] = value.into();
    }
    shown(&json!({ "keys": [key] }))
}

/// Leads back at once. The code has all that the ID token needs.
async fn authorize(State(answers): State<Arc<Answers>>, uri: Uri) -> Response {
    let asked = pairs(uri.query().unwrap_or_default().as_bytes());
    let said = |name: &str| asked.get(name).map_or("", String::as_str);
    let Ok(mut back) = Url::parse(said("redirect_uri")) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let code = json!({ "nonce": said("nonce"), "person": said(PERSON) });
    back.query_pairs_mut().extend_pairs([
        ("code", text(code.to_string()).as_str()),
        ("state", said("state")),
        ("iss", &answers.issuer),
    ]);
    (StatusCode::FOUND, [(LOCATION, back.to_string())]).into_response()
}

async fn token(State(answers): State<Arc<Answers>>, form: Bytes) -> Response {
    let form = pairs(&form);
    let code = form.get("code").map_or("", String::as_str);
    match answers.id_token(code) {
        Ok(id_token) => shown(&json!({
            "access_token": "bench", "token_type": "Bearer", "expires_in": 300,
            "id_token": id_token,
        })),
        Err(_) => StatusCode::BAD_REQUEST.into_response(),
    }
}

async fn complete(State(answers): State<Arc<Answers>>, body: Bytes) -> Response {
    model::complete(&body, answers.pieces)
}

impl Answers {
    fn id_token(&self, code: &str) -> Result<String> {
        let code: Value = serde_json::from_slice(&bytes(code)?)?;
        let person = code["person"].as_str().ok_or("nobody signs in")?;
        let now = clock::seconds()?;
        let claims = json!({
            "iss": self.issuer, "sub": person, "aud": CLIENT, "iat": now, "exp": now + 300,
            "nonce": code["nonce"], "auth_time": now, "name": person,
            "preferred_username": person, "email": format!("{person}@corporate.test"),
            "email_verified": true,
        });
        let header = json!({ "alg": "ES256", "kid": KEY });
        self.key.jws(&header, &claims)
    }
}

fn pairs(form: &[u8]) -> BTreeMap<String, String> {
    url::form_urlencoded::parse(form).into_owned().collect()
}

fn shown(body: &Value) -> Response {
    ([(CONTENT_TYPE, "application/json")], body.to_string()).into_response()
}
