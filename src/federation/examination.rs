//! Whether a provider can be used: reads its discovery document and keys, and changes nothing. `places.rs` checks what its
//! settings name here.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::ceremony::ALGORITHMS;
use super::provider::{Credential, Provider};
use crate::clock::{DAY, Millis};

/// How long before its end a certificate is to be renewed.
const RENEWAL: Millis = 30 * DAY;
/// The most characters of a provider's answer that are shown.
const LONGEST: usize = 200;

/// What is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Point {
    /// The discovery document can be fetched.
    Document,
    /// It names the issuer exactly as the entry does.
    Issuer,
    /// Its addresses are there, and https.
    Endpoints,
    /// It has the response type `code`.
    ResponseTypes,
    /// It has the PKCE method S256.
    Pkce,
    /// It takes our way to authenticate.
    ClientAuthentication,
    /// It signs ID tokens with an algorithm that counts here.
    Algorithms,
    /// It has the scopes of the entry.
    Scopes,
    /// Its keys can be fetched, and one of them signs.
    Keys,
    /// The certificate of our key is valid for another 30 days.
    Certificate,
    /// The agency of new accounts is here, and on.
    Agency,
    /// The groups of its claim are here and on, and carry no rights of Atrium itself.
    Groups,
}

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Good,
    /// Sign-ins may still work.
    Note,
    /// Nobody can sign in.
    Fault,
}

/// One check of a provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Checked {
    /// What was checked.
    pub point: Point,
    /// How it ended.
    pub outcome: Outcome,
    /// What was found instead; empty if there is nothing to show.
    pub found: String,
}

impl Checked {
    pub(super) fn of(
        point: Point,
        good: bool,
        otherwise: Outcome,
        found: impl Into<String>,
    ) -> Self {
        let found: String = if good { String::new() } else { found.into() };
        Self {
            point,
            outcome: if good { Outcome::Good } else { otherwise },
            found: found
                .chars()
                .filter(|one| !one.is_control())
                .take(LONGEST)
                .collect(),
        }
    }

    /// What is wrong, for the operator.
    pub const fn words(&self) -> &'static str {
        match self.point {
            Point::Document => "the discovery document cannot be fetched",
            Point::Issuer => "the discovery document names another issuer",
            Point::Endpoints => "an address is missing, private or no https",
            Point::ResponseTypes => "the response type code is not offered",
            Point::Pkce => "the provider does not say that it checks PKCE (S256)",
            Point::ClientAuthentication => "the provider does not take our client authentication",
            Point::Algorithms => "no algorithm of ID tokens counts here",
            Point::Scopes => "a scope is not offered",
            Point::Keys => "no key for signatures can be fetched",
            Point::Certificate => "the certificate of our key expires soon, or has expired",
            Point::Agency => "the agency of new accounts is missing or off",
            Point::Groups => "the claim cannot give the groups of these values",
        }
    }
}

impl Provider {
    /// Checks the provider over the network, as a sign-in would use it, and the certificate of our key.
    pub async fn examine(&self, now: Millis) -> Vec<Checked> {
        let mut checks = self.asked().await;
        checks.extend(self.certificate(now));
        checks
    }

    async fn asked(&self) -> Vec<Checked> {
        let issuer = self.issuer().strip_suffix('/').unwrap_or(self.issuer());
        let address = format!("{issuer}/.well-known/openid-configuration");
        let document: Value = match self.outbound.get_json(&address).await {
            Ok(document) => document,
            Err(why) => {
                let why = why.to_string();
                return vec![Checked::of(Point::Document, false, Outcome::Fault, why)];
            }
        };
        let mut checks = vec![Checked::of(Point::Document, true, Outcome::Fault, "")];
        checks.extend(self.described(&document));
        checks.push(self.keys(&document).await);
        checks
    }

    /// An expired certificate is a fault; from 30 days before its end it is a note.
    fn certificate(&self, now: Millis) -> Option<Checked> {
        let end = self.certificate_expires()?;
        let outcome = if end <= now {
            Outcome::Fault
        } else {
            Outcome::Note
        };
        let day = Timestamp::from_millisecond(end).unwrap_or_default();
        let day = day.strftime("%Y-%m-%d").to_string();
        let good = end > now.saturating_add(RENEWAL);
        Some(Checked::of(Point::Certificate, good, outcome, day))
    }

    fn described(&self, document: &Value) -> Vec<Checked> {
        let issuer = document["issuer"].as_str().unwrap_or_default();
        let bad_endpoint = ["authorization_endpoint", "token_endpoint", "jwks_uri"]
            .into_iter()
            .find(|name| {
                let address = document[*name].as_str().unwrap_or_default();
                self.outbound.check(address).is_err()
            });
        let has_code = lists(document, "response_types_supported", "code");
        let pkce = lists(document, "code_challenge_methods_supported", "S256");
        let methods: &[&str] = match &self.credential {
            Credential::Secret(_) => &["client_secret_basic", "client_secret_post"],
            Credential::Key(..) => &["private_key_jwt"],
        };
        let authentication = "token_endpoint_auth_methods_supported";
        let takes = match &document[authentication] {
            // The default (OpenID Connect Discovery section 3).
            Value::Null => methods.contains(&"client_secret_basic"),
            _ => methods
                .iter()
                .any(|one| lists(document, authentication, one)),
        };
        let signs = ALGORITHMS.iter().any(|algorithm| {
            let name = serde_json::to_value(algorithm).unwrap_or_default();
            let name = name.as_str().unwrap_or_default();
            lists(document, "id_token_signing_alg_values_supported", name)
        });
        let scopes = "scopes_supported";
        let lacking = self
            .scopes()
            .iter()
            .find(|scope| !document[scopes].is_null() && !lists(document, scopes, scope));
        vec![
            Checked::of(
                Point::Issuer,
                issuer == self.issuer(),
                Outcome::Fault,
                issuer,
            ),
            Checked::of(
                Point::Endpoints,
                bad_endpoint.is_none(),
                Outcome::Fault,
                bad_endpoint.unwrap_or_default(),
            ),
            Checked::of(Point::ResponseTypes, has_code, Outcome::Fault, ""),
            Checked::of(Point::Pkce, pkce, Outcome::Note, ""),
            Checked::of(
                Point::ClientAuthentication,
                takes,
                Outcome::Fault,
                texts(&document[authentication]),
            ),
            Checked::of(
                Point::Algorithms,
                signs,
                Outcome::Fault,
                texts(&document["id_token_signing_alg_values_supported"]),
            ),
            Checked::of(
                Point::Scopes,
                lacking.is_none(),
                Outcome::Note,
                lacking.cloned().unwrap_or_default(),
            ),
        ]
    }

    async fn keys(&self, document: &Value) -> Checked {
        let address = document["jwks_uri"].as_str().unwrap_or_default();
        match self.outbound.get_json::<Value>(address).await {
            Ok(set) => {
                let keys = set["keys"].as_array();
                let signs = |key: &Value| {
                    let kind = key["kty"].as_str().unwrap_or_default();
                    key["use"] != "enc" && ["RSA", "EC", "OKP"].contains(&kind)
                };
                let has_one = keys.is_some_and(|keys| keys.iter().any(signs));
                Checked::of(Point::Keys, has_one, Outcome::Fault, "")
            }
            Err(why) => Checked::of(Point::Keys, false, Outcome::Fault, why.to_string()),
        }
    }
}

fn lists(document: &Value, member: &str, value: &str) -> bool {
    let values = document[member].as_array();
    values.is_some_and(|values| values.iter().any(|one| one == value))
}

fn texts(values: &Value) -> String {
    let values = values.as_array().map(Vec::as_slice).unwrap_or_default();
    let texts: Vec<&str> = values.iter().filter_map(Value::as_str).collect();
    texts.join(", ")
}
