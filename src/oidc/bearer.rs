//! Access tokens at UserInfo (RFC 6750, RFC 9449 section 7): where a request may carry them, and the errors.

use std::sync::Arc;

use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use crate::clock::Millis;
use crate::db::DbError;
use crate::http::params::Params;
use crate::sessions::live_tokens::GoodToken;
use crate::state::AppState;
use crate::state::access_token::{ShownToken, TokenError};

use super::error::{Challenge, ErrorCode, OAuthError};

/// The challenges for a request without a token: no error code (RFC 6750 section 3.1).
const BARE: [&str; 2] = [
    "Bearer realm=\"atrium\"",
    "DPoP realm=\"atrium\", algs=\"ES256 PS256 EdDSA RS256\"",
];

/// A request to a protected resource of this server.
#[derive(Clone, Copy, Debug)]
pub struct ResourceRequest<'a> {
    /// The HTTP method, which the DPoP proof must name.
    pub method: &'a Method,
    /// Path and query.
    pub uri: &'a Uri,
    pub headers: &'a HeaderMap,
    /// The form of a POST, if the body is one.
    pub form: Option<&'a Params>,
}

/// Why a request is refused.
#[derive(Debug)]
pub enum BearerError {
    /// The request carries no token.
    NoToken,
    /// The token is invalid, or the request carries it in a wrong place.
    Error(OAuthError),
}

impl From<OAuthError> for BearerError {
    fn from(error: OAuthError) -> Self {
        Self::Error(error)
    }
}

impl From<DbError> for BearerError {
    fn from(error: DbError) -> Self {
        Self::Error(error.into())
    }
}

impl IntoResponse for BearerError {
    fn into_response(self) -> Response {
        match self {
            Self::Error(error) => error.into_response(),
            Self::NoToken => {
                let no_store = [(CACHE_CONTROL, "no-store")];
                let mut response = (StatusCode::UNAUTHORIZED, no_store).into_response();
                for challenge in BARE {
                    let challenge = HeaderValue::from_static(challenge);
                    response.headers_mut().append(WWW_AUTHENTICATE, challenge);
                }
                response
            }
        }
    }
}

/// A token as the request presents it; its DPoP proof, if any, is valid.
#[derive(Debug)]
pub struct BearerToken<'r>(ShownToken<'r>);

/// Reads the token of a request, and its DPoP proof.
pub fn read<'r>(
    state: &AppState,
    request: ResourceRequest<'r>,
    now: Millis,
) -> Result<BearerToken<'r>, BearerError> {
    let (scheme, token) = sent(request)?;
    let shown = match scheme {
        Challenge::Dpop => {
            let about = (request.method, request.uri.path(), request.headers);
            let shown = ShownToken::dpop(state, about, token, now);
            shown.map_err(|error| refusal(error, Challenge::Dpop))?
        }
        _ => ShownToken::bearer(token),
    };
    Ok(BearerToken(shown))
}

impl BearerToken<'_> {
    /// The scheme by which the token was presented, for the challenge of an error.
    pub fn scheme(&self) -> Challenge {
        if self.0.has_proof() {
            Challenge::Dpop
        } else {
            Challenge::Bearer
        }
    }

    /// The token, if it is valid at `now` and was presented as it must be.
    pub async fn good(&self, state: &AppState, now: Millis) -> Result<Arc<GoodToken>, BearerError> {
        let good = self.0.good(state, |_| true, now).await;
        good.map_err(|error| refusal(error, self.scheme()).into())
    }
}

/// The error for a token that was presented with `scheme` and refused.
fn refusal(error: TokenError, scheme: Challenge) -> OAuthError {
    match error {
        TokenError::Proof(description) => bad_proof(description),
        TokenError::Nonce { description, nonce } => OAuthError {
            code: ErrorCode::UseDpopNonce,
            dpop_nonce: Some(nonce),
            ..bad_proof(description)
        },
        TokenError::Invalid => invalid_token(scheme),
        TokenError::Possession { bound: true } => invalid_token(Challenge::Dpop),
        TokenError::Possession { bound: false } => invalid_token(Challenge::Bearer),
        TokenError::Full => OAuthError::unavailable(),
        TokenError::Db(error) => error.into(),
    }
}

/// `invalid_token` (RFC 6750 section 3.1): the same description for every reason.
pub fn invalid_token(scheme: Challenge) -> OAuthError {
    OAuthError {
        status: StatusCode::UNAUTHORIZED,
        challenge: Some(scheme),
        ..OAuthError::new(ErrorCode::InvalidToken, "the access token is not valid")
    }
}

/// `insufficient_scope` (RFC 6750 section 3.1).
pub fn insufficient_scope(scheme: Challenge, description: &'static str) -> OAuthError {
    OAuthError {
        status: StatusCode::FORBIDDEN,
        challenge: Some(scheme),
        ..OAuthError::new(ErrorCode::InsufficientScope, description)
    }
}

fn bad_proof(description: String) -> OAuthError {
    OAuthError {
        status: StatusCode::UNAUTHORIZED,
        challenge: Some(Challenge::Dpop),
        ..OAuthError::new(ErrorCode::InvalidDpopProof, description)
    }
}

/// The token of a request: from the header or the form of a POST, never from the query (RFC 6750 section 2, RFC 9700
/// section 4.3.2). More than one is an error.
fn sent(request: ResourceRequest<'_>) -> Result<(Challenge, &str), BearerError> {
    let query = Params::parse(request.uri.query().unwrap_or_default());
    let query = query.map_err(|error| OAuthError::invalid_request(error.to_string()))?;
    if query.get("access_token").is_some() {
        let description = "an access token must not be sent in the query";
        return Err(OAuthError::invalid_request(description).into());
    }
    let in_header = in_header(request.headers)?;
    let mut in_form = request
        .form
        .into_iter()
        .flat_map(|form| form.all("access_token"));
    let first = in_form.next();
    if in_form.next().is_some() || (first.is_some() && in_header.is_some()) {
        let description = "there is more than one access token";
        return Err(OAuthError::invalid_request(description).into());
    }
    in_header
        .or(first.map(|token| (Challenge::Bearer, token)))
        .ok_or(BearerError::NoToken)
}

fn in_header(headers: &HeaderMap) -> Result<Option<(Challenge, &str)>, OAuthError> {
    let mut lines = headers.get_all(AUTHORIZATION).iter();
    let Some(line) = lines.next() else {
        return Ok(None);
    };
    let malformed = || OAuthError::invalid_request("the Authorization header is malformed");
    if lines.next().is_some() {
        return Err(malformed());
    }
    let line = line.to_str().map_err(|_| malformed())?;
    let (scheme, token) = line.split_once(' ').unwrap_or((line, ""));
    let scheme = if scheme.eq_ignore_ascii_case("bearer") {
        Challenge::Bearer
    } else if scheme.eq_ignore_ascii_case("dpop") {
        Challenge::Dpop
    } else {
        // Another scheme carries no access token.
        return Ok(None);
    };
    if token.is_empty() {
        return Err(malformed());
    }
    Ok(Some((scheme, token)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(lines: &[&str]) -> Result<Option<(Challenge, String)>, ErrorCode> {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(AUTHORIZATION, HeaderValue::from_str(line).unwrap());
        }
        in_header(&headers)
            .map(|sent| sent.map(|(scheme, token)| (scheme, token.to_owned())))
            .map_err(|error| error.code)
    }

    /// RFC 9110 section 11.1: schemes are compared without case. RFC 6750 section 2.1: one space.
    #[test]
    fn the_header_is_read_strictly() {
        for line in ["Bearer abc", "bearer abc", "BEARER abc"] {
            assert_eq!(of(&[line]), Ok(Some((Challenge::Bearer, "abc".to_owned()))));
        }
        assert_eq!(
            of(&["dpop abc"]),
            Ok(Some((Challenge::Dpop, "abc".to_owned())))
        );
        assert_eq!(of(&["Basic abc"]), Ok(None));
        assert_eq!(of(&[]), Ok(None));
        for bad in [&["Bearer"][..], &["Bearer "], &["Bearer a", "Bearer a"]] {
            assert_eq!(of(bad), Err(ErrorCode::InvalidRequest), "{bad:?}");
        }
        // The extra space becomes part of the token, which is then invalid.
        assert_eq!(
            of(&["Bearer  abc"]),
            Ok(Some((Challenge::Bearer, " abc".to_owned())))
        );
    }
}
