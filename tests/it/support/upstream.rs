//! A corporate OpenID provider for tests. It signs with its own library, and a test can make it answer wrongly.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use atrium::clock::Clock;
use atrium::config::{Config, ProviderConfig};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};
use ring::hmac;
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use url::Url;

use super::jose::{TestKey, b64};
use super::relying_party::basic_header;

pub const CLIENT: &str = "atrium at lion";
pub const CLIENT_SECRET: &str = "a secret of thirty-two characters";

/// The provider. Its clones are the same one.
#[derive(Clone)]
pub struct Upstream {
    pub issuer: String,
    state: Arc<Mutex<Answers>>,
    listening: Arc<Mutex<Option<JoinHandle<()>>>>,
}

/// What it answers.
struct Answers {
    clock: Clock,
    key: Arc<TestKey>,
    published: Arc<TestKey>,
    /// Merged into the discovery document.
    document: Value,
    /// Merged into the claims of ID tokens. `null` removes a claim.
    claims: Value,
    /// Merged into the header of ID tokens.
    header: Value,
    /// The answer of UserInfo besides `sub`.
    user: Value,
    /// The requests whose codes wait, by code.
    codes: BTreeMap<String, BTreeMap<String, String>>,
    /// The assertion of a client that signs, from its last token request.
    assertion: Option<String>,
    /// The thumbprint of the certificate that names the client's key. A tenant of Entra ID knows a key by it alone.
    certificate: Option<String>,
    /// How often the discovery document was read.
    discoveries: usize,
    /// The claims of ID tokens before `claims`, as this kind of provider has them.
    usual: Value,
    /// True if its answers name their issuer (RFC 9207).
    names_itself: bool,
}

impl Upstream {
    /// Starts a provider at a port of this machine.
    pub async fn start() -> Self {
        Self::start_at("").await
    }

    /// Starts a provider that answers as a tenant of Microsoft Entra ID does: the issuer has the tenant in its path, and
    /// nothing says that an address is verified.
    pub async fn entra() -> Self {
        let upstream = Self::start_at("/1111/v2.0").await;
        upstream.is_usually(json!({
            "tid": "1111", "oid": "o-1", "ver": "2.0", "preferred_username": "dan@demo.test",
            "email_verified": null, "auth_time": null,
        }));
        upstream
    }

    /// Starts a provider that answers as Google does: `hd` is the workspace of the account.
    pub async fn google() -> Self {
        let upstream = Self::start().await;
        upstream.is_usually(json!({
            "hd": "demo.test", "azp": CLIENT, "given_name": "Dan", "auth_time": null,
        }));
        upstream
    }

    fn is_usually(&self, claims: Value) {
        let mut state = self.state.lock().unwrap();
        (state.usual, state.names_itself) = (claims, false);
    }

    async fn start_at(path: &str) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://{}{path}", listener.local_addr().unwrap());
        let key = Arc::new(TestKey::es256());
        let answers = Answers {
            clock: Clock::system(),
            published: Arc::clone(&key),
            key,
            document: json!({}),
            claims: json!({}),
            header: json!({}),
            user: json!({}),
            codes: BTreeMap::new(),
            assertion: None,
            certificate: None,
            discoveries: 0,
            usual: json!({}),
            names_itself: true,
        };
        let upstream = Self {
            issuer,
            state: Arc::new(Mutex::new(answers)),
            listening: Arc::default(),
        };
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(document))
            .route("/jwks", get(jwks))
            .route("/token", post(token))
            .route("/userinfo", get(user_info))
            .with_state(upstream.clone());
        let router = match path {
            "" => router,
            path => Router::new().nest(path, router),
        };
        let served = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        *upstream.listening.lock().unwrap() = Some(served);
        upstream
    }

    /// Closes its port.
    pub async fn stop(&self) {
        let served = self.listening.lock().unwrap().take().unwrap();
        served.abort();
        assert!(served.await.unwrap_err().is_cancelled());
    }

    /// Adds this provider to the settings, with the id `lion`.
    pub fn configure(&self, config: &mut Config, change: impl FnOnce(&mut ProviderConfig)) {
        let folder = config.clients.file.parent().unwrap();
        let secret_file = folder.join("lion.secret");
        std::fs::write(&secret_file, CLIENT_SECRET).unwrap();
        let mut provider = ProviderConfig {
            id: "lion".to_owned(),
            label: "Lion <Identity>".to_owned(),
            issuer: self.issuer.clone(),
            client_id: CLIENT.to_owned(),
            secret_file,
            domains: vec!["demo.test".to_owned()],
            ..ProviderConfig::default()
        };
        change(&mut provider);
        config.federation.provider.push(provider);
        let issuer = Url::parse(&self.issuer).unwrap();
        config.outbound.allow.push(issuer.authority().to_owned());
    }

    pub fn follow(&self, clock: &Clock) {
        self.state.lock().unwrap().clock = clock.clone();
    }

    /// Merges `more` into the claims of its ID tokens.
    pub fn claim(&self, more: Value) {
        self.state.lock().unwrap().claims = more;
    }

    pub fn header(&self, more: Value) {
        self.state.lock().unwrap().header = more;
    }

    pub fn describe(&self, more: Value) {
        self.state.lock().unwrap().document = more;
    }

    pub fn user(&self, user: Value) {
        self.state.lock().unwrap().user = user;
    }

    /// Signs with a new key from now on, which is published or not.
    pub fn replace_key(&self, publish: bool) {
        let mut state = self.state.lock().unwrap();
        state.key = Arc::new(TestKey::es256());
        if publish {
            state.published = Arc::clone(&state.key);
        }
    }

    /// A logout token (OpenID Connect Back-Channel Logout 1.0 section 2.4) of the subject `lion-1`, with `more` merged into its
    /// header and claims.
    pub fn logout_token(&self, header: &Value, more: &Value) -> String {
        let state = self.state.lock().unwrap();
        let now = state.clock.now() / 1_000;
        let mut claims = json!({
            "iss": self.issuer, "sub": "lion-1", "aud": CLIENT, "iat": now, "exp": now + 120,
            "jti": super::relying_party::random(),
            "events": {"http://schemas.openid.net/event/backchannel-logout": {}},
        });
        merge(&mut claims, more);
        let mut all = json!({"alg": "ES256", "kid": "lion", "typ": "logout+jwt"});
        merge(&mut all, header);
        signed(&state.key, &all, &claims)
    }

    /// The assertion of the last token request, if it had no secret.
    pub fn assertion(&self) -> Option<String> {
        self.state.lock().unwrap().assertion.clone()
    }

    /// Registers the client's certificate by its thumbprint (`x5t#S256`, RFC 7515 section 4.1.8), which each assertion must
    /// name from now on.
    pub fn register(&self, thumbprint: &str) {
        self.state.lock().unwrap().certificate = Some(thumbprint.to_owned());
    }

    pub fn discoveries(&self) -> usize {
        self.state.lock().unwrap().discoveries
    }

    /// What the person does at `address`, the authorization endpoint: signs in. Gives the query of the callback.
    pub fn sign_in(&self, address: &Url) -> String {
        let request: BTreeMap<String, String> = address.query_pairs().into_owned().collect();
        assert_eq!(request["response_type"], "code");
        assert_eq!(request["code_challenge_method"], "S256");
        assert_eq!(request["client_id"], CLIENT);
        let state = request["state"].clone();
        let code = super::relying_party::random();
        let mut answers = self.state.lock().unwrap();
        answers.codes.insert(code.clone(), request);
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query
            .append_pair("code", &code)
            .append_pair("state", &state);
        if answers.names_itself {
            query.append_pair("iss", &self.issuer);
        }
        query.finish()
    }
}

impl Answers {
    fn id_token(&self, issuer: &str, request: &BTreeMap<String, String>) -> String {
        let now = self.clock.now() / 1_000;
        let mut claims = json!({
            "iss": issuer, "sub": "lion-1", "aud": CLIENT, "iat": now, "exp": now + 300,
            "nonce": request["nonce"], "email": "dan@demo.test", "email_verified": true,
            "name": "Dan at Lion", "auth_time": now,
        });
        merge(&mut claims, &self.usual);
        merge(&mut claims, &self.claims);
        let mut header = json!({"alg": "ES256", "kid": "lion"});
        merge(&mut header, &self.header);
        signed(&self.key, &header, &claims)
    }
}

fn merge(into: &mut Value, more: &Value) {
    for (name, value) in more.as_object().unwrap() {
        if value.is_null() {
            into.as_object_mut().unwrap().remove(name);
        } else {
            into[name] = value.clone();
        }
    }
}

async fn document(State(upstream): State<Upstream>) -> Json<Value> {
    let mut answers = upstream.state.lock().unwrap();
    answers.discoveries += 1;
    let issuer = &upstream.issuer;
    let mut document = json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "userinfo_endpoint": format!("{issuer}/userinfo"),
        "jwks_uri": format!("{issuer}/jwks"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256", "HS256", "none"],
    });
    merge(&mut document, &answers.document);
    Json(document)
}

async fn jwks(State(upstream): State<Upstream>) -> Json<Value> {
    let answers = upstream.state.lock().unwrap();
    let mut key = answers.published.named("lion");
    key["use"] = "sig".into();
    key["alg"] = "ES256".into();
    Json(json!({"keys": [key]}))
}

/// Checks the client, and the PKCE verifier as RFC 7636 section 4.6 says.
async fn token(
    State(upstream): State<Upstream>,
    headers: HeaderMap,
    body: String,
) -> Result<Json<Value>, StatusCode> {
    let form: BTreeMap<String, String> = url::form_urlencoded::parse(body.as_bytes())
        .into_owned()
        .collect();
    let mut answers = upstream.state.lock().unwrap();
    answers.assertion = form.get("client_assertion").cloned();
    if answers.assertion.is_none() {
        let basic = basic_header(CLIENT, CLIENT_SECRET);
        assert_eq!(headers["authorization"], basic);
    } else {
        assert!(!headers.contains_key("authorization") && !form.contains_key("client_secret"));
        assert_eq!(form["client_id"], CLIENT);
        let kind = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
        assert_eq!(form["client_assertion_type"], kind);
        let named = thumbprint_in(&form["client_assertion"]);
        if answers.certificate.is_some() && named != answers.certificate {
            return Err(StatusCode::UNAUTHORIZED);
        }
    }
    let request = answers.codes.remove(&form["code"]);
    let request = request.ok_or(StatusCode::BAD_REQUEST)?;
    let challenge = b64(digest(&SHA256, form["code_verifier"].as_bytes()).as_ref());
    assert_eq!(request["code_challenge"], challenge);
    assert_eq!(request["redirect_uri"], form["redirect_uri"]);
    Ok(Json(json!({
        "access_token": "lion-access", "token_type": "Bearer", "expires_in": 300,
        "id_token": answers.id_token(&upstream.issuer, &request),
    })))
}

/// The certificate that the header of an assertion names.
fn thumbprint_in(assertion: &str) -> Option<String> {
    let header = assertion.split('.').next()?;
    let header: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(header).ok()?).ok()?;
    header["x5t#S256"].as_str().map(str::to_owned)
}

async fn user_info(State(upstream): State<Upstream>, headers: HeaderMap) -> Json<Value> {
    assert_eq!(headers["authorization"], "Bearer lion-access");
    let mut user = json!({"sub": "lion-1"});
    merge(&mut user, &upstream.state.lock().unwrap().user);
    Json(user)
}

/// A token as its header says it is signed: for `none` not at all, for `HS256` with the client's secret.
fn signed(key: &TestKey, header: &Value, claims: &Value) -> String {
    let token = key.sign(header, claims);
    let (input, _) = token.rsplit_once('.').unwrap();
    match header["alg"].as_str() {
        Some("none") => format!("{input}."),
        Some("HS256") => {
            let key = hmac::Key::new(hmac::HMAC_SHA256, CLIENT_SECRET.as_bytes());
            format!(
                "{input}.{}",
                b64(hmac::sign(&key, input.as_bytes()).as_ref())
            )
        }
        _ => token,
    }
}
