//! A relying party that requests, exchanges and refreshes tokens, and checks every answer itself.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ring::digest::{SHA256, digest};
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};
use serde_json::{Value, json};

use super::app::{Answer, ISSUER, TestApp, form};
use super::browser::{Browser, Page};
use super::clients::{self, CALLBACK, PUBLIC_CALLBACK, SECRET};
use super::html;
use super::jose::{TestKey, b64};

/// A relying party for one client.
pub struct Rp<'a> {
    app: &'a TestApp,
    pub client_id: String,
    pub redirect_uri: String,
    /// The key for DPoP proofs, if it sends any.
    pub dpop: Option<TestKey>,
}

/// An authorization request, and the values that the client keeps for it.
#[derive(Clone, Debug)]
pub struct Ask {
    pub params: Vec<(String, String)>,
    pub verifier: String,
}

/// The parameters that the redirect URI received.
#[derive(Clone, Debug)]
pub struct Outcome(pub BTreeMap<String, String>);

impl<'a> Rp<'a> {
    pub fn new(app: &'a TestApp, client_id: &str) -> Self {
        Self {
            app,
            client_id: client_id.to_owned(),
            redirect_uri: match client_id {
                "spa" | "bound" => PUBLIC_CALLBACK.to_owned(),
                "portal" => format!("{ISSUER}/callback"),
                _ => CALLBACK.to_owned(),
            },
            dpop: matches!(client_id, "bound" | "portal").then(TestKey::es256),
        }
    }

    /// Builds a request with PKCE, state and nonce.
    pub fn ask(&self, scope: &str) -> Ask {
        let verifier = random();
        let challenge = b64(digest(&SHA256, verifier.as_bytes()).as_ref());
        let (state, nonce) = (random(), random());
        let params = [
            ("client_id", self.client_id.as_str()),
            ("redirect_uri", &self.redirect_uri),
            ("response_type", "code"),
            ("scope", scope),
            ("state", &state),
            ("nonce", &nonce),
            ("code_challenge", &challenge),
            ("code_challenge_method", "S256"),
        ];
        let params = params
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Ask {
            params: params.collect(),
            verifier,
        }
    }

    /// Reads the answer that `page` sends to the redirect URI, in the query or with a form, and
    /// checks `state` and `iss` (RFC 9207).
    pub fn outcome(&self, ask: &Ask, page: &Page) -> Outcome {
        let redirect_uri = ask.get("redirect_uri").unwrap_or(&self.redirect_uri);
        let outcome = if ask.get("response_mode") == Some("form_post") {
            let form = html::forms(&page.text()).into_iter().next();
            let form = form.unwrap_or_else(|| panic!("no form: {}", page.text()));
            assert_eq!(
                (form.method.as_str(), form.action.as_str()),
                ("post", redirect_uri)
            );
            Outcome(form.fields.into_iter().collect())
        } else {
            let redirects = page.status == 303 || page.leads_on();
            assert!(redirects, "{} {}", page.url, page.text());
            let to = page.header("location").to_owned();
            let query = to
                .strip_prefix(redirect_uri)
                .unwrap_or_else(|| panic!("{to}"));
            let pairs =
                url::form_urlencoded::parse(query.trim_start_matches(['?', '&']).as_bytes());
            let pairs: Vec<(String, String)> = pairs.into_owned().collect();
            let outcome = Outcome(pairs.iter().cloned().collect());
            assert_eq!(outcome.0.len(), pairs.len(), "each parameter once");
            outcome
        };
        assert_eq!(outcome.get("state"), ask.get("state"));
        assert_eq!(outcome.get("iss"), Some(&*ISSUER));
        outcome
    }

    /// Sends `ask` through a signed-in browser and returns the answer.
    pub async fn authorize(&self, browser: &Browser<'_>, ask: &Ask) -> Outcome {
        let page = browser.go(&ask.url()).await;
        self.outcome(ask, &page)
    }

    /// Requests a code. The authorization shows no page.
    pub async fn code(&self, browser: &Browser<'_>, ask: &Ask) -> String {
        self.authorize(browser, ask).await.code()
    }

    /// Requests tokens. The authorization shows no page.
    pub async fn tokens(&self, browser: &Browser<'_>, scope: &str) -> Value {
        let ask = self.ask(scope);
        self.tokens_of(browser, &ask).await
    }

    /// Requests the tokens for `ask`.
    pub async fn tokens_of(&self, browser: &Browser<'_>, ask: &Ask) -> Value {
        let code = self.code(browser, ask).await;
        let answer = self.exchange(ask, &code).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    }

    pub async fn exchange(&self, ask: &Ask, code: &str) -> Answer {
        let mut pairs = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("code_verifier", ask.verifier.as_str()),
        ];
        if let Some(uri) = ask.get("redirect_uri") {
            pairs.push(("redirect_uri", uri));
        }
        self.token(&pairs).await
    }

    pub async fn refresh(&self, token: &str) -> Answer {
        self.token(&[("grant_type", "refresh_token"), ("refresh_token", token)])
            .await
    }

    /// Sends a token request with these parameters and this client's authentication.
    pub async fn token(&self, pairs: &[(&str, &str)]) -> Answer {
        self.post("/oauth2/token", pairs).await
    }

    /// Posts to an OAuth endpoint with this client's authentication.
    pub async fn post(&self, path: &str, pairs: &[(&str, &str)]) -> Answer {
        self.post_with(path, pairs, &[]).await
    }

    /// The same with additional headers.
    pub async fn post_with(
        &self,
        path: &str,
        pairs: &[(&str, &str)],
        headers: &[(&str, &str)],
    ) -> Answer {
        let mut pairs = pairs.to_vec();
        let mut headers = headers.to_vec();
        let (basic, assertion);
        match self.client_id.as_str() {
            "spa" | "bound" | "native" | "portal" | "desk" => {
                pairs.push(("client_id", &self.client_id));
            }
            "post" => pairs.extend([("client_id", "post"), ("client_secret", SECRET)]),
            "pkjwt" => {
                assertion = self.assertion(&json!({}));
                pairs.push(("client_assertion_type", ASSERTION_TYPE));
                pairs.push(("client_assertion", &assertion));
            }
            id => {
                basic = basic_header(id, SECRET);
                headers.push(("authorization", basic.as_str()));
            }
        }
        let proof = self.dpop.as_ref().map(|key| {
            key.proof(
                "POST",
                &format!("{ISSUER}{path}"),
                self.app.now(),
                &json!({}),
            )
        });
        if let Some(proof) = &proof {
            headers.push(("dpop", proof));
        }
        self.app.post_form(path, &headers, &pairs).await
    }

    /// An assertion of this client (RFC 7523 section 3); `more` is merged into its claims.
    pub fn assertion(&self, more: &Value) -> String {
        let key = clients::assertion_key();
        let now = self.app.now() / 1_000;
        let mut claims = json!({
            "iss": self.client_id, "sub": self.client_id, "aud": ISSUER,
            "jti": random(), "iat": now, "exp": now + 60,
        });
        for (name, value) in more.as_object().unwrap() {
            claims[name] = value.clone();
        }
        claims
            .as_object_mut()
            .unwrap()
            .retain(|_, value| !value.is_null());
        key.sign(&json!({"alg": "ES256", "kid": "pkjwt-1"}), &claims)
    }

    /// Makes all checks of an ID token (OpenID Connect Core 3.1.3.7) and returns its claims.
    pub async fn id_token(&self, tokens: &Value) -> Value {
        let token = tokens["id_token"].as_str().expect("an ID token");
        let (header, claims) = verify(self.app, token).await;
        assert!(header.get("typ").is_none_or(|typ| typ == "JWT"));
        assert_eq!(claims["iss"], ISSUER);
        assert_eq!(claims["aud"], self.client_id.as_str());
        let now = self.app.now() / 1_000;
        assert!((claims["iat"].as_i64().unwrap() - now).abs() < 300);
        assert!(claims["exp"].as_i64().unwrap() > now);
        if let Some(hash) = claims.get("at_hash") {
            let access = tokens["access_token"].as_str().unwrap();
            assert_eq!(
                hash,
                &b64(&digest(&SHA256, access.as_bytes()).as_ref()[..16])
            );
        }
        claims
    }
}

/// The `client_assertion_type` of a JWT (RFC 7523 section 2.2).
pub const ASSERTION_TYPE: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/// The value of `Authorization: Basic`. Both parts are form-encoded first (RFC 6749 section 2.3.1).
pub fn basic_header(client_id: &str, secret: &str) -> String {
    let encode = |text: &str| form(&[("", text)])[1..].to_owned();
    let pair = format!("{}:{}", encode(client_id), encode(secret));
    format!("Basic {}", STANDARD.encode(pair))
}

/// Checks the signature of a token with the published keys. Returns its header and claims.
pub async fn verify(app: &TestApp, token: &str) -> (Value, Value) {
    let jwks = app.get("/oauth2/jwks").await.json();
    let parts: Vec<&str> = token.split('.').collect();
    assert_eq!(parts.len(), 3, "a compact JWS");
    let (header, claims) = (decode_json(parts[0]), decode_json(parts[1]));
    let keys = jwks["keys"].as_array().unwrap();
    let key = keys.iter().find(|key| key["kid"] == header["kid"]);
    let key = key.expect("a published key of that kid");
    let message = format!("{}.{}", parts[0], parts[1]);
    let signature = decode(parts[2]);
    let member = |name: &str| decode(key[name].as_str().unwrap());
    match header["alg"].as_str().unwrap() {
        "RS256" => RsaPublicKeyComponents {
            n: member("n"),
            e: member("e"),
        }
        .verify(&RSA_PKCS1_2048_8192_SHA256, message.as_bytes(), &signature)
        .unwrap(),
        "ES256" => {
            let point = [vec![4], member("x"), member("y")].concat();
            UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point)
                .verify(message.as_bytes(), &signature)
                .unwrap();
        }
        other => panic!("signed with {other}"),
    }
    (header, claims)
}

/// The claims of a token. Its signature is not checked.
pub fn claims_of(token: &str) -> Value {
    decode_json(token.split('.').nth(1).unwrap())
}

fn decode_json(part: &str) -> Value {
    serde_json::from_slice(&decode(part)).unwrap()
}

fn decode(part: &str) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(part).unwrap()
}

/// 256 random bits.
pub fn random() -> String {
    atrium::random::Random::system().token()
}

/// The refresh token of an answer.
pub fn refresh_of(tokens: &Value) -> &str {
    tokens["refresh_token"].as_str().unwrap()
}

impl Ask {
    /// The request with a parameter added or replaced.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self = self.without(name);
        self.params.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The request without a parameter.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.params.retain(|(key, _)| key != name);
        self
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.params.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }

    pub fn pairs(&self) -> Vec<(&str, &str)> {
        let pairs = self.params.iter();
        pairs
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect()
    }

    /// Path and query of the request.
    pub fn url(&self) -> String {
        format!("/oauth2/authorize?{}", form(&self.pairs()))
    }
}

impl Outcome {
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// The code of a success. Checks that the only parameters are code, state and iss.
    pub fn code(&self) -> String {
        let code = self.get("code").unwrap_or_else(|| panic!("{self:?}"));
        let names: Vec<&str> = self.0.keys().map(String::as_str).collect();
        assert!(
            names
                .iter()
                .all(|name| ["code", "iss", "state"].contains(name)),
            "{names:?}"
        );
        code.to_owned()
    }

    /// The error of a refusal. Checks that there is no code.
    pub fn error(&self) -> &str {
        assert_eq!(self.get("code"), None);
        let known = ["error", "error_description", "iss", "state"];
        assert!(
            self.0.keys().all(|name| known.contains(&name.as_str())),
            "{self:?}"
        );
        self.get("error").unwrap_or_else(|| panic!("{self:?}"))
    }
}
