//! A complete server in memory, and people who call its product API.

use std::net::SocketAddr;
use std::path::Path;

use atrium::app::start::App;
use atrium::clock::{Clock, HOUR};
use atrium::config::{Config, GroupsClaim, ProviderConfig, Registration, Secret};
use atrium::db::{Db, DbError};
use atrium::directory::{AccountError, NewAccount};
use atrium::factors::{AccountFactors, Acr};
use atrium::random::{Random, hashed};
use atrium::sessions::access_tokens::{self, AccessToken};
use atrium::sessions::grants::{self, Grant, GrantContext};
use atrium::sessions::sealed_tokens;
use atrium::sessions::sso::{Authentication, SsoSession};
use atrium::sessions::user_tokens;
use atrium::state::AppState;
use atrium_listener::Peer;
use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use super::config::in_folder;
use super::jose::TestKey;
use super::{base_path, people, rows, server_keys, wechat};

/// The fixed time of every server, on 2026-11-21.
pub const NOW: i64 = 1_795_260_000_000;
pub use super::base_path::ISSUER as HOST;
pub use super::people::PASSWORD;

const CLIENTS: &str = r#"
[[client]]
client_id = "portal"
name = "Portal"
token_endpoint_auth_method = "none"
redirect_uris = ["{public_url}/callback"]
resources = ["{public_url}/api/security"]

[[client]]
client_id = "demo-app"
name = "Demo App"
secret = "demo-app-secret-0123456789abcdef"
redirect_uris = ["http://localhost:8081/callback"]

[[client]]
client_id = "old-query"
kind = "legacy"
name = "Old Query"
[client.legacy]
app_name = "OLDQUERY"
callback_origins = ["http://localhost:8082", "https://old.example.com"]

[[client]]
client_id = "old-code"
kind = "legacy"
name = "Old Code"
[client.legacy]
app_name = "OLDCODE"
callback_origins = ["https://code.example.com"]
mode = "code"

[[client]]
client_id = "old-moved"
kind = "legacy"
name = "Old Moved"
[client.legacy]
app_name = "OLDMOVED"
callback_origins = ["https://moved.example.com"]
mode = "oidc"
"#;

/// A running server without a socket.
pub struct Server {
    pub app: App,
    pub router: Router,
    pub clock: Clock,
    _folder: tempfile::TempDir,
}

/// A signed-in person with a DPoP key.
pub struct Person {
    pub id: String,
    pub key: TestKey,
    pub token: String,
}

/// A complete response.
#[derive(Debug)]
pub struct Answered {
    pub http: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answered {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    /// The status in the envelope; 0 for a file or a stream, which have no envelope.
    pub fn status(&self) -> i64 {
        let is_file = self.header("content-disposition").starts_with("attachment");
        if is_file || self.header("content-type") == "text/event-stream" {
            return 0;
        }
        self.json()["status"].as_i64().unwrap()
    }

    /// The data in the envelope of a success.
    pub fn data(&self) -> Value {
        let json = self.json();
        assert_eq!(json["status"], 0, "{json}");
        json["data"].clone()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }
}

impl Server {
    pub async fn start(db: &Db) -> Self {
        Self::with(db, |_| {}).await
    }

    /// A server with changed settings.
    pub async fn with(db: &Db, change: impl FnOnce(&mut Config)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut config = in_folder(folder.path());
        std::fs::write(&config.clients.file, CLIENTS).unwrap();
        config.keys.master = Some(Secret::new(server_keys::MASTER));
        wechat::SHARED.configure(&mut config);
        config.federation.provider = vec![provider(folder.path())];
        config.accounts.registration = Registration::Open;
        config.accounts.self_delete = true;
        change(&mut config);
        let clock = Clock::fixed(NOW);
        server_keys::put(db, NOW).await;
        let app = App::start(config, db.clone(), clock.clone(), Random::system())
            .await
            .unwrap();
        Self {
            router: base_path::seen(&app),
            app,
            clock,
            _folder: folder,
        }
    }

    pub fn state(&self) -> &AppState {
        self.app.state()
    }

    pub fn db(&self) -> &Db {
        &self.state().db
    }

    /// Sends a request and reads the complete response.
    pub async fn send(&self, mut request: Request<Body>) -> Answered {
        let peer = SocketAddr::from(([127, 0, 0, 1], 40_000));
        request.extensions_mut().insert(Peer(peer));
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        Answered {
            http: parts.status,
            headers: parts.headers,
            text: String::from_utf8_lossy(&bytes).into_owned(),
        }
    }

    /// Sends a GET with these headers.
    pub async fn get(&self, path: &str, headers: &[(&str, &str)]) -> Answered {
        let mut request = Request::get(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.send(request.body(Body::empty()).unwrap()).await
    }

    /// Sends a POST of JSON with these headers.
    pub async fn post(&self, path: &str, headers: &[(&str, &str)], body: &Value) -> Answered {
        let mut request = Request::post(path).header("content-type", "application/json");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let body = Body::from(body.to_string());
        self.send(request.body(body).unwrap()).await
    }

    /// Adds an account with the password [`PASSWORD`].
    pub async fn account(&self, username: &str, change: impl FnOnce(&mut NewAccount)) -> String {
        let mut new = NewAccount {
            username: username.to_owned(),
            password_hash: Some(people::hash().await),
            ..NewAccount::default()
        };
        change(&mut new);
        self.add(new).await
    }

    /// [`Self::account`] calls it, so that it is compiled once and not for each caller's `change`.
    async fn add(&self, new: NewAccount) -> String {
        self.db()
            .write::<_, AccountError, _>(move |tx| {
                Box::pin(async move { people::add(tx, new, NOW).await })
            })
            .await
            .unwrap()
    }

    /// Signs in `account_id` and issues a DPoP-bound access token for the product API.
    pub async fn signed_in(&self, account_id: &str) -> Person {
        let key = TestKey::es256();
        let jkt = thumbprint(&key);
        let audience = vec![format!("{HOST}/api/security")];
        let (_, token) = self.token(account_id, audience, Some(jkt)).await;
        Person {
            id: account_id.to_owned(),
            key,
            token,
        }
    }

    pub async fn person(&self, username: &str, change: impl FnOnce(&mut NewAccount)) -> Person {
        let id = self.account(username, change).await;
        self.signed_in(&id).await
    }

    /// Seals a person's token, as the token endpoint would, instead of storing a row.
    pub async fn sealed(&self, person: Person) -> Person {
        let (state, now) = (self.state(), self.clock.now());
        let found = state.live_tokens.find(&person.token, now).await;
        let token = &found.unwrap().unwrap().live.token;
        let sealed = sealed_tokens::seal(token, &state.issuer, &state.keys, &state.random);
        Person {
            token: sealed.unwrap(),
            ..person
        }
    }

    /// Creates a session with an opaque access token that is a row.
    pub async fn token(
        &self,
        account_id: &str,
        audience: Vec<String>,
        dpop_jkt: Option<String>,
    ) -> (SsoSession, String) {
        let random = Random::system();
        let now = self.clock.now();
        let proof = self.proof(account_id).await;
        let session = SsoSession::begin(&proof, now, &random);
        let kept = session.clone();
        let token = self
            .db()
            .write::<_, DbError, _>(move |tx| {
                Box::pin(async move {
                    rows::session(tx, &kept).await?;
                    let grant_id = random.uuid_v7(now).to_string();
                    grants::keep(tx, &grant(grant_id.clone(), &kept), None, now).await?;
                    let token = AccessToken {
                        grant_id: Some(grant_id),
                        client_id: "portal".into(),
                        scope: vec!["openid".into()],
                        audience,
                        dpop_jkt,
                        issued_at: now,
                        expires_at: now + HOUR,
                    };
                    access_tokens::issue(tx, &token, &random).await
                })
            })
            .await
            .unwrap();
        (session, token)
    }

    /// A proof by everything that the account has.
    async fn proof(&self, account_id: &str) -> Authentication {
        let mut view = self.db().read().await.unwrap();
        let known = AccountFactors::of(&mut view, account_id, None, self.clock.now()).await;
        let methods: &[&str] = match known.unwrap().reachable() {
            Acr::PhishingResistant => &["pwd", "hwk", "user", "mfa"],
            Acr::Mfa => &["pwd", "otp", "mfa"],
            Acr::Password => &["pwd"],
        };
        Authentication::by(
            account_id,
            methods.iter().map(|&method| method.to_owned()).collect(),
        )
    }

    /// Creates a session and a userToken for it.
    pub async fn user_token(&self, account_id: &str) -> (SsoSession, String) {
        let random = Random::system();
        let now = self.clock.now();
        let proof = self.proof(account_id).await;
        let session = SsoSession::begin(&proof, now, &random);
        let kept = session.clone();
        let token = self
            .db()
            .write::<_, DbError, _>(move |tx| {
                Box::pin(async move {
                    rows::session(tx, &kept).await?;
                    user_tokens::issue(tx, &kept.id, now, &random).await
                })
            })
            .await
            .unwrap();
        (session, token)
    }

    /// Sends a DPoP-bound GET of a person.
    pub async fn get_as(&self, person: &Person, path: &str) -> Answered {
        let headers = self.dpop(person, "GET", path, &json!({}));
        self.get(path, &borrowed(&headers)).await
    }

    /// Sends a DPoP-bound POST of a person.
    pub async fn post_as(&self, person: &Person, path: &str, body: &Value) -> Answered {
        let headers = self.dpop(person, "POST", path, &json!({}));
        self.post(path, &borrowed(&headers), body).await
    }

    /// The headers of a DPoP-bound request; `more` is merged into the proof's claims.
    pub fn dpop(
        &self,
        person: &Person,
        method: &str,
        path: &str,
        more: &Value,
    ) -> Vec<(&'static str, String)> {
        let url = format!("{HOST}{}", path.split('?').next().unwrap());
        let mut claims = json!({ "ath": hashed(&person.token) });
        for (name, value) in more.as_object().unwrap() {
            claims[name] = value.clone();
        }
        let proof = person.key.proof(method, &url, self.clock.now(), &claims);
        vec![
            ("authorization", format!("DPoP {}", person.token)),
            ("dpop", proof),
        ]
    }
}

pub fn borrowed<'a>(headers: &'a [(&'static str, String)]) -> Vec<(&'a str, &'a str)> {
    headers
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect()
}

/// The JWK thumbprint of a P-256 key (RFC 7638).
pub fn thumbprint(key: &TestKey) -> String {
    let jwk = key.jwk();
    let text = format!(
        r#"{{"crv":"P-256","kty":"EC","x":{},"y":{}}}"#,
        jwk["x"], jwk["y"]
    );
    hashed(&text)
}

fn grant(id: String, session: &SsoSession) -> Grant {
    let context = GrantContext {
        client_id: "portal".into(),
        account_id: session.account_id.clone(),
        session_id: session.id.clone(),
        offline: false,
        scope: vec!["openid".into()],
        nonce: None,
        auth_time: session.auth_time,
        wants_auth_time: false,
        acr: session.acr.clone(),
        amr: session.amr.clone(),
        claims: None,
        resources: vec![format!("{HOST}/api/security")],
    };
    Grant {
        id,
        context,
        revoked_at: None,
        session: Some(session.clone()),
    }
}

/// A corporate provider, which nobody asks. Its claim gives the group `given`.
fn provider(folder: &Path) -> ProviderConfig {
    let secret_file = folder.join("lion.secret");
    std::fs::write(&secret_file, "a secret of thirty-two characters").unwrap();
    ProviderConfig {
        id: "lion".to_owned(),
        label: "Lion Identity".to_owned(),
        issuer: "https://id.demo.test".to_owned(),
        client_id: "atrium".to_owned(),
        secret_file,
        lion_id: true,
        groups: GroupsClaim {
            claim: "groups".to_owned(),
            map: [("staff".to_owned(), "given".to_owned())].into(),
            ..GroupsClaim::default()
        },
        ..ProviderConfig::default()
    }
}
