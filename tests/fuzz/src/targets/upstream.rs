//! What a corporate provider answers: token responses with ID tokens (OpenID Connect Core 3.1.3.7), and logout tokens
//! (OpenID Connect Back-Channel Logout 1.0 section 2.6).
//!
//! The provider is a server of this process, so all that a provider says passes through the product's own code.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use atrium::config::{FederationConfig, ProviderConfig};
use atrium::db::{Db, DbOptions};
use atrium::federation::{
    Asked, Callback, Ceremony, Identity, LogoutToken, Provider, ProviderSecrets, Providers,
};
use atrium::keys::Master;
use atrium::outbound::Outbound;
use atrium::random::Random;
use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::{get, post};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::case::note_accepted;
use crate::tokens::{ISSUER, NOW, Signer, Token, form};

const CLIENT: &str = "atrium at lion";
/// The greatest age of the sign-in there, in seconds.
const MAX_AGE: u64 = 600;
/// How far clocks may differ, and the greatest age of a token, in seconds.
const SKEW: f64 = 60.0;
const OLDEST: f64 = 600.0;

/// The body of the next token response.
type Answer = Arc<Mutex<String>>;

struct World {
    runtime: Runtime,
    issuer: String,
    signer: Signer,
    provider: Arc<Provider>,
    ceremony: Ceremony,
    nonce: String,
    answer: Answer,
}

static WORLD: LazyLock<Mutex<World>> = LazyLock::new(|| {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build();
    let runtime = runtime.expect("a runtime");
    let signer = Signer::seeded(7);
    let answer = Answer::default();
    let issuer = runtime.block_on(serve(&signer, &answer));
    let provider = runtime.block_on(provider(&issuer));
    let asked = Asked {
        max_age: Some(MAX_AGE),
        ..Asked::default()
    };
    let ceremony = Ceremony::new(&provider, &asked, NOW, &Random::seeded(7));
    let kept = serde_json::to_value(&ceremony).expect("a ceremony is kept as JSON");
    let nonce = kept["nonce"].as_str().expect("a nonce").to_owned();
    Mutex::new(World {
        runtime,
        issuer,
        signer,
        provider,
        ceremony,
        nonce,
        answer,
    })
});

/// `answer`, and the body of a token response; else a token, which is sent as an ID token and as a logout token. `@iss` and
/// `@nonce` stand for the issuer and our nonce.
pub fn run(input: &[u8]) {
    let world = WORLD.lock().unwrap_or_else(PoisonError::into_inner);
    if let (b"answer", body) = form(input) {
        let body = String::from_utf8_lossy(body).into_owned();
        assert_eq!(world.finish(body), None, "nobody signed it");
        return;
    }
    let places = [("@iss", &*world.issuer), ("@nonce", &*world.nonce)];
    let token = Token::of(input, &world.signer, &places);
    if let Some(identity) = world.id_token(&token.text) {
        world.judge_id_token(&token, &identity);
    }
    if let Some(logout) = world.logout(&token.text) {
        world.judge_logout(&token, &logout);
    }
}

impl World {
    /// Who comes back if the provider's token response has this body.
    fn finish(&self, body: String) -> Option<Identity> {
        *self.answer.lock().unwrap_or_else(PoisonError::into_inner) = body;
        let callback = Callback {
            code: Some("a code"),
            ..Callback::default()
        };
        let finished = self.provider.finish(&self.ceremony, &callback, NOW);
        let (identity, _) = self.runtime.block_on(finished).ok()?;
        Some(identity)
    }

    fn id_token(&self, text: &str) -> Option<Identity> {
        let body = json!({ "access_token": "theirs", "token_type": "Bearer", "id_token": text });
        self.finish(body.to_string())
    }

    fn logout(&self, text: &str) -> Option<LogoutToken> {
        let checked = self.provider.logout_token(text, NOW);
        self.runtime.block_on(checked).ok()
    }

    fn judge_id_token(&self, token: &Token, identity: &Identity) {
        note_accepted();
        let (_, claims) = token.read();
        self.is_from_here(&claims);
        assert_eq!(claims["nonce"], *self.nonce);
        assert_eq!(claims["sub"], *identity.subject);
        assert_eq!(identity.issuer, self.issuer);
        assert!(!identity.subject.is_empty() && identity.subject.chars().count() <= 255);
        assert!(claims["azp"].is_null() || claims["azp"] == CLIENT);
        let signed_in = claims["auth_time"].as_f64().expect("max_age was sent");
        let oldest = seconds() - f64::from(u32::try_from(MAX_AGE).unwrap_or_default());
        assert!(signed_in >= oldest - SKEW - 1.0, "{signed_in}");
        for text in [&identity.email, &identity.name, &identity.username] {
            let text = text.as_deref().unwrap_or_default();
            assert!(text.chars().count() <= 255 && !text.chars().any(char::is_control));
        }
        assert!(!identity.email_verified || claims["email_verified"] == true);
        for spoilt in token.spoilt() {
            assert_eq!(self.id_token(&spoilt), None, "{spoilt}");
        }
    }

    fn judge_logout(&self, token: &Token, logout: &LogoutToken) {
        note_accepted();
        let (header, claims) = token.read();
        self.is_from_here(&claims);
        assert!(header["crit"].is_null());
        assert!(claims.get("nonce").is_none(), "an ID token ends no session");
        assert!(logout.subject.is_some() || logout.sid.is_some());
        assert_eq!(claims["sub"].as_str(), logout.subject.as_deref());
        assert_eq!(claims["sid"].as_str(), logout.sid.as_deref());
        assert!(logout.keep_until > NOW);
        let later = self
            .provider
            .logout_token(&token.text, logout.keep_until + 1);
        assert!(
            self.runtime.block_on(later).is_err(),
            "it could be used again"
        );
        for spoilt in token.spoilt() {
            assert_eq!(self.logout(&spoilt), None, "{spoilt}");
        }
    }

    /// What both kinds of token have to say.
    fn is_from_here(&self, claims: &Value) {
        assert_eq!(claims["iss"], *self.issuer);
        assert!(claims["aud"] == CLIENT || claims["aud"] == json!([CLIENT]));
        let time = |name: &str| claims[name].as_f64().expect("a time");
        assert!(time("exp") > seconds() - SKEW - 1.0);
        assert!(time("iat") < seconds() + SKEW + 1.0);
        assert!(time("iat") > seconds() - OLDEST - 1.0);
    }
}

/// The time of the case, in seconds.
fn seconds() -> f64 {
    f64::from(u32::try_from(NOW / 1_000).unwrap_or_default())
}

/// Starts the provider, and gives its issuer.
async fn serve(signer: &Signer, answer: &Answer) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let issuer = format!("http://{address}");
    let document = json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "jwks_uri": format!("{issuer}/jwks"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["EdDSA"],
    });
    let mut key = signer.jwk();
    key["kid"] = "lion".into();
    key["use"] = "sig".into();
    let keys = json!({ "keys": [key] });
    let answer = Arc::clone(answer);
    let token = move || async move {
        let body = answer
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        ([(CONTENT_TYPE, "application/json")], body)
    };
    let router = Router::new()
        .route(
            "/.well-known/openid-configuration",
            get(axum::Json(document)),
        )
        .route("/jwks", get(axum::Json(keys)))
        .route("/token", post(token));
    tokio::spawn(async move { axum::serve(listener, router).await });
    issuer
}

/// The provider as the server has it.
async fn provider(issuer: &str) -> Arc<Provider> {
    let folder = tempfile::tempdir().expect("a folder");
    let secret_file = folder.path().join("secret");
    std::fs::write(&secret_file, "a secret of thirty-two characters").expect("a file");
    let settings = ProviderConfig {
        id: "lion".to_owned(),
        label: "Lion".to_owned(),
        issuer: issuer.to_owned(),
        client_id: CLIENT.to_owned(),
        secret_file,
        ..ProviderConfig::default()
    };
    let config = FederationConfig {
        provider: vec![settings],
        only: false,
    };
    let authority = issuer.trim_start_matches("http://").to_owned();
    let outbound = Outbound::new(&[authority], None).expect("an outbound client");
    let file = folder.path().join("atrium.db");
    let options = DbOptions::new(format!("sqlite:{}", file.display()));
    let db = Db::connect(&options).await.expect("a database");
    let master = Arc::new(Master::from_secret(&[7; 32]).expect("32 bytes"));
    let secrets = ProviderSecrets::new(master, Random::seeded(7));
    let providers = Providers::of(&config, ISSUER, &outbound, (&db, secrets));
    let providers = providers.expect("the settings of a provider");
    providers.get("lion").expect("the provider")
}
