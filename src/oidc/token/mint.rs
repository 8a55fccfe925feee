//! Creates the access tokens of the token endpoint: opaque, or signed (RFC 9068). Only long opaque ones are rows.

use std::collections::HashSet;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::clients::{AccessTokenFormat, Client};
use crate::clock::{Millis, seconds};
use crate::db::{DbError, WriteTx};
use crate::keys::{Algorithm, KeyError, KeySet, TokenType};
use crate::random::Random;
use crate::sessions::access_tokens::{self, AccessToken};
use crate::sessions::grants::Grant;
use crate::sessions::sealed_tokens;
use crate::state::AppState;

/// An access token inside the transaction; a signed one is signed after the commit.
#[derive(Debug)]
pub enum Minted {
    /// An opaque token.
    Opaque(String),
    /// The claims of a token that is still to be signed, and the signature algorithm.
    Unsigned(Map<String, Value>, String),
}

/// The settings that all access tokens of one response share.
#[derive(Clone, Debug)]
pub struct Minting {
    pub issuer: String,
    /// Opaque or signed.
    pub format: AccessTokenFormat,
    /// The signature algorithm of a signed token.
    pub alg: String,
    signed_audiences: Arc<HashSet<String>>,
    /// Seals opaque tokens.
    keys: KeySet,
    pub token: AccessToken,
}

impl Minting {
    /// A token that `client` uses for itself (`client_credentials`).
    pub fn for_client(
        state: &AppState,
        client: &Client,
        scope: Vec<String>,
        resources: &[String],
        dpop_jkt: Option<String>,
        now: Millis,
    ) -> Self {
        let lifetime = state.access_token_lifetime(client.access_token_lifetime);
        let minting = Self {
            issuer: state.issuer.clone(),
            format: client.access_token_format,
            alg: client.access_token_signed_response_alg.clone(),
            signed_audiences: state.clients.signed_audiences(),
            keys: state.keys.clone(),
            token: AccessToken {
                grant_id: None,
                client_id: client.client_id.clone(),
                audience: audience(&state.issuer, resources.to_vec(), false),
                scope,
                dpop_jkt,
                issued_at: now,
                expires_at: now.saturating_add(lifetime),
            },
        };
        minting.signed_where_wanted()
    }

    /// A resource that requires signed tokens gets them from every client.
    fn signed_where_wanted(mut self) -> Self {
        let mut audience = self.token.audience.iter();
        if audience.any(|resource| self.signed_audiences.contains(resource)) {
            self.format = AccessTokenFormat::Jwt;
        }
        self
    }

    /// A token for `grant`, which acts for a person.
    #[must_use]
    pub fn on_grant(mut self, grant: &Grant, scope: Vec<String>, resources: Vec<String>) -> Self {
        let openid = scope.iter().any(|value| value == "openid");
        self.token.audience = audience(&self.issuer, resources, openid);
        self.token.scope = scope;
        self.token.grant_id = Some(grant.id.clone());
        self.signed_where_wanted()
    }

    /// The format's name in audit entries.
    pub fn format_name(&self) -> &'static str {
        match self.format {
            AccessTokenFormat::Opaque => "opaque",
            AccessTokenFormat::Jwt => "at+jwt",
        }
    }

    /// Seconds until the token expires.
    pub fn expires_in(&self) -> i64 {
        seconds(self.token.expires_at.saturating_sub(self.token.issued_at))
    }

    /// The token, stored if it needs a row.
    pub async fn mint(
        &self,
        tx: &mut WriteTx,
        grant: Option<&Grant>,
        random: &Random,
    ) -> Result<Minted, DbError> {
        if let Some(minted) = self.without_row(grant, random) {
            return Ok(minted);
        }
        let issued = access_tokens::issue(tx, &self.token, random).await;
        issued.map(Minted::Opaque)
    }

    /// The token, if it needs no row: a sealed one, or the claims of a signed one.
    pub fn without_row(&self, grant: Option<&Grant>, random: &Random) -> Option<Minted> {
        match self.format {
            AccessTokenFormat::Jwt => Some(self.unsigned(grant, random)),
            AccessTokenFormat::Opaque => {
                let sealed = sealed_tokens::seal(&self.token, &self.issuer, &self.keys, random);
                sealed.map(Minted::Opaque)
            }
        }
    }

    /// The claims of RFC 9068 section 2.2, and `gid`, which identifies the grant.
    fn unsigned(&self, grant: Option<&Grant>, random: &Random) -> Minted {
        let token = &self.token;
        let mut claims = Map::new();
        let mut put = |name: &str, value: Value| claims.insert(name.to_owned(), value);
        let subject = grant.map_or(&token.client_id, |grant| &grant.context.account_id);
        put("iss", json!(self.issuer));
        put("sub", json!(subject));
        put("aud", one_or_many(&token.audience));
        put("client_id", json!(token.client_id));
        put("iat", json!(seconds(token.issued_at)));
        put("exp", json!(seconds(token.expires_at)));
        put("jti", json!(random.uuid_v7(token.issued_at)));
        put("scope", json!(token.scope.join(" ")));
        if let Some(jkt) = &token.dpop_jkt {
            put("cnf", json!({ "jkt": jkt }));
        }
        if let Some(grant) = grant {
            put("gid", json!(grant.id));
            put("sid", json!(grant.context.session_id));
            put("auth_time", json!(seconds(grant.context.auth_time)));
            put("acr", json!(grant.context.acr));
            if !grant.context.amr.is_empty() {
                put("amr", json!(grant.context.amr));
            }
        }
        Minted::Unsigned(claims, self.alg.clone())
    }
}

impl Minted {
    /// The token itself. Signing happens here, outside every transaction.
    pub fn into_token(self, state: &AppState) -> Result<String, KeyError> {
        match self {
            Self::Opaque(token) => Ok(token),
            Self::Unsigned(claims, alg) => {
                let alg = Algorithm::parse(&alg)?;
                state.keys.sign(alg, TokenType::AccessToken, &claims)
            }
        }
    }
}

/// The requested resources; with `openid` also the UserInfo endpoint, identified by the issuer.
fn audience(issuer: &str, mut resources: Vec<String>, openid: bool) -> Vec<String> {
    if openid || resources.is_empty() {
        resources.push(issuer.to_owned());
    }
    resources
}

fn one_or_many(audience: &[String]) -> Value {
    match audience {
        [one] => json!(one),
        many => json!(many),
    }
}
