//! A person at the portal: signs in with PKCE, gets a DPoP-bound token (RFC 9449) and calls the product API.

use ring::digest::{SHA256, digest};
use serde_json::{Value, json};
use url::form_urlencoded::Serializer;

use crate::browser::Browser;
use crate::clock;
use crate::http::{Connection, Result, json_request, request};
use crate::provider::{Provider, code_in};
use crate::signing_key::{SigningKey, random, text};

const CLIENT: &str = "portal";

/// A signed-in person.
pub struct Portal {
    provider: Provider,
    connection: Connection,
    key: SigningKey,
    token: String,
}

impl Portal {
    /// Signs in with `browser`, which stays signed in.
    pub async fn sign_in(
        provider: &Provider,
        browser: &mut Browser,
        (account, password): (&str, &str),
    ) -> Result<Self> {
        let back = provider.origin.join("/callback")?;
        let verifier = text(random()?);
        let challenge = text(digest(&SHA256, verifier.as_bytes()));
        let mut asked = provider.authorize.clone();
        asked.query_pairs_mut().extend_pairs([
            ("response_type", "code"),
            ("client_id", CLIENT),
            ("redirect_uri", back.as_str()),
            ("scope", "openid"),
            ("code_challenge", &challenge),
            ("code_challenge_method", "S256"),
        ]);
        let came = browser.sign_in(asked, back.as_str(), account, password);
        let form = [
            ("grant_type", "authorization_code"),
            ("client_id", CLIENT),
            ("code", &code_in(&came.await?)?),
            ("redirect_uri", back.as_str()),
            ("code_verifier", &verifier),
        ];
        let mut portal = Self {
            connection: provider.connect().await?,
            provider: provider.clone(),
            key: SigningKey::new()?,
            token: String::new(),
        };
        portal.token = portal.exchange(&form).await?;
        Ok(portal)
    }

    async fn exchange(&mut self, form: &[(&str, &str)]) -> Result<String> {
        let proof = self.proof(&self.provider.token)?;
        let body = Serializer::new(String::new()).extend_pairs(form).finish();
        let (authority, path) = (&self.provider.authority, &self.provider.token);
        let asked = request("POST", authority, path, &[("dpop", &proof)], Some(&body));
        let shown = self.connection.send(&asked).await?.json(200)?;
        let token = shown["access_token"].as_str();
        Ok(token.ok_or("no access token")?.to_owned())
    }

    /// Calls the product API. Returns the data of the envelope.
    pub async fn post(&mut self, path: &str, body: &Value) -> Result<Value> {
        let proof = self.proof(path)?;
        let token = format!("DPoP {}", self.token);
        let headers = [("authorization", token.as_str()), ("dpop", &proof)];
        let asked = json_request(&self.provider.authority, path, &headers, body);
        let mut shown = self.connection.send(&asked).await?.json(200)?;
        if shown["status"] == 0 {
            return Ok(shown["data"].take());
        }
        Err(format!("{path}: {shown}").into())
    }

    /// The proof for one POST (RFC 9449 section 4.2), with the hash of the token as soon as there is one.
    fn proof(&self, path: &str) -> Result<String> {
        let now = clock::seconds()?;
        let address = self.provider.origin.join(path)?;
        let mut claims = json!({
            "jti": text(random()?), "htm": "POST", "htu": address.as_str(), "iat": now,
        });
        if !self.token.is_empty() {
            claims["ath"] = text(digest(&SHA256, self.token.as_bytes())).into();
        }
        let header = json!({ "typ": "dpop+jwt", "alg": "ES256", "jwk": self.key.jwk() });
        self.key.jws(&header, &claims)
    }
}
