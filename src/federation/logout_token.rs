//! A provider's logout token (OpenID Connect Back-Channel Logout 1.0 section 2.6).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use openidconnect::core::{CoreJsonWebKey, CoreJwsSigningAlgorithm};
use openidconnect::{JsonWebKey as _, JsonWebKeyId};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::ceremony::{ALGORITHMS, OLDEST, SKEW};
use super::claims::is_short;
use super::discovery::untrusted;
use super::error::FederationError;
use super::known::Known;
use super::provider::Provider;
use crate::clock::{Millis, SECOND};
use crate::random::hashed;

/// The member of `events` that makes a token a logout token.
const EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";
/// The longest token, in bytes.
const LONGEST: usize = 16 * 1024;

/// Whose sessions end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogoutToken {
    /// The id of the provider in the settings.
    pub provider: String,
    /// One of `subject` and `sid` is there.
    pub subject: Option<String>,
    pub sid: Option<String>,
    /// The token counts once.
    pub jti_hash: String,
    /// When it can no longer be replayed.
    pub keep_until: Millis,
}

#[derive(Deserialize)]
struct Header {
    alg: CoreJwsSigningAlgorithm,
    typ: Option<String>,
    kid: Option<String>,
    crit: Option<Value>,
}

#[derive(Deserialize)]
struct Claims {
    iss: String,
    aud: Audience,
    iat: f64,
    exp: f64,
    jti: String,
    events: Map<String, Value>,
    sub: Option<String>,
    sid: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Many(Vec<String>),
}

impl Audience {
    /// As in an ID token, no other audience is trusted.
    fn is(&self, client_id: &str) -> bool {
        match self {
            Self::One(one) => one == client_id,
            Self::Many(many) => matches!(many.as_slice(), [one] if one == client_id),
        }
    }
}

/// A token whose signature is not checked yet.
struct Unchecked<'t> {
    header: Header,
    claims: Map<String, Value>,
    signed: &'t str,
    signature: Vec<u8>,
}

impl Provider {
    /// Checks a logout token as section 2.6 says. Its keys are fetched at most once a minute, because anybody may send one.
    ///
    /// # Errors
    /// [`FederationError`]: the provider's keys cannot be had, or the token breaks a rule.
    pub async fn logout_token(
        &self,
        token: &str,
        now: Millis,
    ) -> Result<LogoutToken, FederationError> {
        let token = Unchecked::read(token)?;
        let known = self.known_for_strangers(now).await?;
        if !token.is_signed_by(&known) && !token.is_signed_by(&*self.fresh(now).await?) {
            return Err(untrusted("no key of the provider made the signature"));
        }
        self.check_logout(token.claims, now)
    }

    fn check_logout(
        &self,
        claims: Map<String, Value>,
        now: Millis,
    ) -> Result<LogoutToken, FederationError> {
        let has_nonce = claims.contains_key("nonce");
        let claims: Claims = serde_json::from_value(claims.into()).map_err(untrusted)?;
        let (issued, ends) = (millis(claims.iat), millis(claims.exp));
        let good = |text: &Option<String>| {
            let text = text.as_deref();
            text.is_none_or(|text| !text.is_empty() && is_short(text))
        };
        let rules = [
            (claims.iss == self.issuer(), "iss is another provider"),
            (claims.aud.is(self.client_id()), "aud is another client"),
            (
                now - OLDEST <= issued && issued <= now + SKEW,
                "iat is not recent",
            ),
            (now < ends.saturating_add(SKEW), "exp is past"),
            (
                claims.events.get(EVENT).is_some_and(Value::is_object),
                "events does not say that this is a logout",
            ),
            (!has_nonce, "nonce makes it an ID token"),
            (!claims.jti.is_empty(), "jti is empty"),
            (
                claims.sub.is_some() || claims.sid.is_some(),
                "sub and sid are missing",
            ),
            (
                good(&claims.sub) && good(&claims.sid),
                "sub or sid is empty or too long",
            ),
        ];
        if let Some((_, why)) = rules.iter().find(|(holds, _)| !holds) {
            return Err(untrusted(why));
        }
        Ok(LogoutToken {
            provider: self.id().to_owned(),
            subject: claims.sub,
            sid: claims.sid,
            jti_hash: hashed(&format!("logout token {} {}", self.issuer(), claims.jti)),
            // The age of `iat` ends it too, however far `exp` is away.
            keep_until: issued.saturating_add(OLDEST).saturating_add(SKEW),
        })
    }
}

impl<'t> Unchecked<'t> {
    fn read(token: &'t str) -> Result<Self, FederationError> {
        if token.len() > LONGEST {
            return Err(untrusted("the token is too long"));
        }
        let malformed = || untrusted("the token is not a signed one");
        let (signed, signature) = token.rsplit_once('.').ok_or_else(malformed)?;
        let (header, claims) = signed.split_once('.').ok_or_else(malformed)?;
        let header: Header = serde_json::from_slice(&decoded(header)?).map_err(untrusted)?;
        if !ALGORITHMS.contains(&header.alg) || header.crit.is_some() {
            return Err(untrusted("alg or crit is not accepted"));
        }
        let types = ["logout+jwt", "JWT"];
        let typ = header.typ.as_deref();
        if typ.is_some_and(|typ| !types.iter().any(|one| one.eq_ignore_ascii_case(typ))) {
            return Err(untrusted("typ is another kind of token"));
        }
        Ok(Self {
            header,
            claims: serde_json::from_slice(&decoded(claims)?).map_err(untrusted)?,
            signed,
            signature: decoded(signature)?,
        })
    }

    /// True if the key that the header names, or without a name any key, made the signature. The library refuses a key of
    /// another type or use.
    fn is_signed_by(&self, known: &Known) -> bool {
        let named = |key: &&CoreJsonWebKey| match &self.header.kid {
            Some(kid) => key
                .key_id()
                .is_none_or(|id: &JsonWebKeyId| id.as_str() == kid),
            None => true,
        };
        let mut keys = known.keys.keys().iter().filter(named);
        keys.any(|key| {
            let message = self.signed.as_bytes();
            key.verify_signature(&self.header.alg, message, &self.signature)
                .is_ok()
        })
    }
}

fn decoded(part: &str) -> Result<Vec<u8>, FederationError> {
    URL_SAFE_NO_PAD.decode(part).map_err(untrusted)
}

/// A `NumericDate` (RFC 7519 section 2) may have a fraction; the cast saturates.
#[expect(clippy::cast_possible_truncation, reason = "saturates, as wanted")]
fn millis(date: f64) -> Millis {
    (date.floor() as i64).saturating_mul(SECOND)
}
