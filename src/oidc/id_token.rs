//! The ID token (OpenID Connect Core 2).

use serde_json::{Map, Value, json};

use crate::clients::Client;
use crate::clock::{Millis, seconds};
use crate::keys::half_hash;
use crate::sessions::grants::GrantContext;

use super::claims::{self, ClaimsTarget, Person};

/// The inputs of an ID token.
#[derive(Clone, Copy)]
pub struct IdToken<'a> {
    pub issuer: &'a str,
    pub client: &'a Client,
    /// What was granted, and by whom.
    pub grant: &'a GrantContext,
    /// The person, if the ID token may contain claims about them.
    pub person: Option<Person<'a>>,
    /// The scope of the tokens issued with it: on a refresh possibly less than was granted.
    pub scope: &'a [String],
    /// The access token issued with it, for `at_hash`.
    pub access_token: Option<&'a str>,
    /// True on a refresh: `nonce` belongs to the original response only (Core 12.2 allows leaving it out).
    pub refreshed: bool,
    pub now: Millis,
    pub lifetime: Millis,
}

impl IdToken<'_> {
    /// The claims. Missing values are left out, never null or empty.
    pub fn claims(&self) -> Map<String, Value> {
        let grant = self.grant;
        let mut claims = self.of_person();
        let mut put = |name: &str, value: Value| claims.insert(name.to_owned(), value);
        put("iss", json!(self.issuer));
        put("sub", json!(grant.account_id));
        put("aud", json!(grant.client_id));
        put("iat", json!(seconds(self.now)));
        put(
            "exp",
            json!(seconds(self.now.saturating_add(self.lifetime))),
        );
        put("sid", json!(grant.session_id));
        put("acr", json!(grant.acr));
        if !grant.amr.is_empty() {
            put("amr", json!(grant.amr));
        }
        if grant.wants_auth_time {
            put("auth_time", json!(seconds(grant.auth_time)));
        }
        if let Some(nonce) = grant.nonce.as_ref().filter(|_| !self.refreshed) {
            put("nonce", json!(nonce));
        }
        if let Some(token) = self.access_token {
            put("at_hash", json!(half_hash(token)));
        }
        claims
    }

    /// Claims about the person. The protocol's own claims override them.
    fn of_person(&self) -> Map<String, Value> {
        let Some(person) = self.person else {
            return Map::new();
        };
        let grant = Some(self.grant);
        claims::of_person(
            self.client,
            person,
            self.scope,
            grant,
            ClaimsTarget::IdToken,
        )
    }
}
