//! The ID token (OpenID Connect Core 2).

use serde_json::{Map, Value, json};

use crate::clients::Client;
use crate::clock::{Millis, seconds};
use crate::directory::{Account, claims, standard_claims};
use crate::keys::half_hash;
use crate::sessions::grants::GrantContext;

/// What an ID token is made from.
#[derive(Clone, Copy)]
pub struct IdToken<'a> {
    /// Our issuer.
    pub issuer: &'a str,
    /// Whom it is for.
    pub client: &'a Client,
    /// What was granted, and by whom.
    pub grant: &'a GrantContext,
    /// The account, when single claims were asked for in the ID token.
    pub account: Option<&'a Account>,
    /// The access token given beside it, for `at_hash`.
    pub access_token: Option<&'a str>,
    /// True on a refresh: `nonce` belongs to the authentication alone (Core 12.2 lets it stay
    /// away).
    pub refreshed: bool,
    /// The present moment.
    pub now: Millis,
    /// How long it is good.
    pub lifetime: Millis,
}

impl IdToken<'_> {
    /// The claims. Absent values are left out, never null or blank.
    pub fn claims(&self) -> Map<String, Value> {
        let grant = self.grant;
        let mut claims = self.requested();
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
        put("amr", json!(grant.amr));
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

    /// Claims of the person that the `claims` parameter asks for here (Core 5.5).
    fn requested(&self) -> Map<String, Value> {
        let Some(account) = self.account else {
            return Map::new();
        };
        let names = requested_names(self.client, self.grant, "id_token");
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        standard_claims(account, &[], &names)
    }
}

/// The claim names that `claims[member]` asks for. One whose scope value was taken from the client
/// since is no longer given, as the scope itself is not.
pub fn requested_names(client: &Client, grant: &GrantContext, member: &str) -> Vec<String> {
    let asked = grant.claims.as_ref().and_then(|claims| claims.get(member));
    let asked = asked.and_then(Value::as_object).into_iter().flatten();
    asked
        .map(|(name, _)| name.clone())
        .filter(|name| may_tell(client, name))
        .collect()
}

/// Whether `client` may be told this claim by its name: the scope value that it belongs to is one
/// that the client may ask for (attack 29).
pub fn may_tell(client: &Client, claim: &str) -> bool {
    claims::scope_of(claim).is_none_or(|scope| client.may_ask(scope))
}
