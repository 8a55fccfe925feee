//! The credential of a call: read from the headers and resolved to a live session.
//!
//! Credentials in addresses and cookies are ignored.

use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, header};

use crate::clients::PORTAL;
use crate::clock::Millis;
use crate::factors::Acr;
use crate::http::envelope::{ApiError, Challenge};
use crate::keys::Algorithm;
use crate::sessions::grants::GrantContext;
use crate::sessions::live_tokens::GoodToken;
use crate::sessions::sso::SsoSession;
use crate::sessions::user_tokens;
use crate::state::AppState;
use crate::state::access_token::{ShownToken, TokenError};

/// The path that names this API as an audience (RFC 8707).
const AUDIENCE: &str = "/api/security";

const ACCESS_TOKEN: HeaderName = HeaderName::from_static("access-token");
/// Longer than any token of ours.
const LONGEST: usize = 8 * 1024;

/// The credential in the headers, unchecked.
pub enum Sent {
    Nothing,
    /// The access token of `Authorization: DPoP`.
    Dpop(String),
    /// A userToken or launch token.
    Opaque(String),
}

impl Sent {
    /// Reads the headers. Two different credentials count as none (attack 4).
    pub fn of(headers: &HeaderMap) -> Self {
        let own = single(headers, &ACCESS_TOKEN).filter(|token| !token.is_empty());
        let Some(authorization) = single(headers, &header::AUTHORIZATION) else {
            return own.map_or(Self::Nothing, Self::opaque);
        };
        let (scheme, token) = authorization.split_once(' ').unwrap_or_default();
        if scheme.eq_ignore_ascii_case("dpop") {
            return Self::Dpop(token.to_owned());
        }
        let bearer = scheme.eq_ignore_ascii_case("bearer");
        match own {
            Some(own) if bearer && own != token => Self::Nothing,
            _ if bearer => Self::opaque(token),
            _ => own.map_or(Self::Nothing, Self::opaque),
        }
    }

    fn opaque(token: &str) -> Self {
        // Attack 28: exactly the characters of our tokens and no others.
        let plain = |b: u8| b.is_ascii_alphanumeric() || b"-_".contains(&b);
        if token.len() > LONGEST || !token.bytes().all(plain) {
            return Self::Nothing;
        }
        Self::Opaque(token.to_owned())
    }
}

/// The value of a header that occurs only once.
fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    if values.next().is_some() {
        return None;
    }
    value.to_str().ok()
}

/// The session of a DPoP-bound access token of the portal, if token and proof are valid.
pub async fn of_dpop(
    state: &AppState,
    parts: &Parts,
    token: &str,
    now: Millis,
) -> Result<SsoSession, ApiError> {
    let (audience, lifetimes) = (state.address(AUDIENCE), state.session_lifetimes());
    // Only signed-in people may use the product API, so an offline grant is not enough.
    let session_of = |good: &GoodToken| {
        let grant = good.live.grant.as_ref()?;
        let session = grant.session.clone();
        let session = session.filter(|session| session.is_live(now, lifetimes));
        session.map(|session| as_granted(session, &grant.context))
    };
    // Only tokens of the portal: another client may request this audience, but is not the portal.
    let suits = |good: &GoodToken| {
        good.client.client_id == PORTAL && good.live.is_for(&audience) && session_of(good).is_some()
    };
    let about = (&parts.method, parts.uri.path(), &parts.headers);
    let good = ShownToken::dpop(state, about, token, now)?
        .good(state, suits, now)
        .await?;
    session_of(&good).ok_or_else(invalid_token)
}

/// The session, as fresh and strong as it was for this token (RFC 9470): what its person proves later is not for a thief who
/// has an earlier token.
fn as_granted(mut session: SsoSession, granted: &GrantContext) -> SsoSession {
    session.auth_time = session.auth_time.min(granted.auth_time);
    if Acr::of(&granted.acr) < Acr::of(&session.acr) {
        session.acr.clone_from(&granted.acr);
    }
    session
}

impl From<TokenError> for ApiError {
    fn from(error: TokenError) -> Self {
        match error {
            TokenError::Proof(_) => challenge("invalid_dpop_proof", None),
            TokenError::Nonce { nonce, .. } => challenge("use_dpop_nonce", Some(nonce)),
            TokenError::Invalid | TokenError::Possession { .. } => invalid_token(),
            TokenError::Full => Self::Busy(5),
            TokenError::Db(error) => error.into(),
        }
    }
}

/// The session of a userToken, if the settings allow userTokens.
pub async fn of_user_token(
    state: &AppState,
    token: &str,
    now: Millis,
) -> Result<SsoSession, ApiError> {
    if !state.config.legacy.api_login {
        return Err(ApiError::NeedLogin);
    }
    let mut tx = state.db.read().await?;
    user_tokens::find_live(&mut tx, token, now, state.session_lifetimes())
        .await?
        .ok_or(ApiError::NeedLogin)
}

/// The error for an invalid access token, the same for every reason.
pub fn invalid_token() -> ApiError {
    challenge("invalid_token", None)
}

fn challenge(error: &'static str, nonce: Option<String>) -> ApiError {
    let algs: Vec<&str> = Algorithm::DPOP.iter().map(|alg| alg.as_str()).collect();
    ApiError::Challenge(Box::new(Challenge {
        error,
        algs: algs.join(" "),
        nonce,
    }))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn opaque(headers: &[(&'static str, &'static str)]) -> Option<String> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, HeaderValue::from_static(value));
        }
        match Sent::of(&map) {
            Sent::Opaque(token) => Some(token),
            Sent::Nothing => None,
            Sent::Dpop(_) => panic!("no DPoP here"),
        }
    }

    /// Attack 28: only the exact spelling; attack 4: nothing that two parsers could read
    /// differently.
    #[test]
    fn a_token_is_in_one_place() {
        assert_eq!(opaque(&[("access-token", "abc")]).as_deref(), Some("abc"));
        for good in ["Bearer abc", "bearer abc"] {
            assert_eq!(opaque(&[("authorization", good)]).as_deref(), Some("abc"));
        }
        let both = [("authorization", "Bearer abc"), ("access-token", "abc")];
        assert_eq!(opaque(&both).as_deref(), Some("abc"));
        let basic = [("authorization", "Basic eDp5"), ("access-token", "abc")];
        assert_eq!(opaque(&basic).as_deref(), Some("abc"));
        for bad in [
            &[("access-token", "")][..],
            &[("access-token", "a b")],
            &[("access-token", "abc=")],
            &[("access-token", "a"), ("access-token", "a")],
            &[("authorization", "Bearer")],
            &[("authorization", "Bearer  abc")],
            &[("authorization", "Bearer abc ,x")],
            &[("authorization", "Bearerabc")],
            &[("authorization", "Token abc")],
            &[("authorization", "Bearer abc"), ("access-token", "abd")],
            &[("cookie", "login_token=abc")],
        ] {
            let token = opaque(bad).filter(|token| !token.is_empty());
            assert_eq!(token, None, "{bad:?}");
        }
    }
}
