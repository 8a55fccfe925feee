//! Discovery (OpenID Connect Discovery 1.0, RFC 8414) and the key set.
//!
//! The document lists only what this server supports today. It is built once, at startup.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use serde_json::{Value, json};

use crate::clients::SCOPES;
use crate::directory::claims;
use crate::factors::Acr;
use crate::i18n::language::Language;
use crate::keys::Algorithm;
use crate::state::AppState;

use super::authorize::request::{Prompt, ResponseMode};

/// Path of the OpenID Connect document.
pub const OPENID: &str = "/.well-known/openid-configuration";
/// Path of the OAuth document. For an issuer with a path, that follows this at the root of the host (RFC 8414 section 3.1).
pub const OAUTH: &str = "/.well-known/oauth-authorization-server";
pub const JWKS: &str = "/oauth2/jwks";

/// How long a client may cache the document or the keys, in seconds. A new key is published for longer before it signs.
const MAX_AGE: &str = "public, max-age=300";

const CLIENT_AUTHENTICATION: [&str; 3] = [
    "client_secret_basic",
    "client_secret_post",
    "private_key_jwt",
];

/// The document of this issuer. `creates` is true if people may apply for an account.
pub fn document(issuer: &str, creates: bool) -> Value {
    let at = |path: &str| format!("{issuer}{path}");
    let names = |algorithms: &[Algorithm]| -> Vec<&str> {
        algorithms
            .iter()
            .map(|algorithm| algorithm.as_str())
            .collect()
    };
    let mut claims_supported = vec![
        "sub",
        "iss",
        "aud",
        "exp",
        "iat",
        "auth_time",
        "nonce",
        "acr",
        "amr",
        "sid",
    ];
    claims_supported.extend(claims::supported());
    let prompts: Vec<&str> = Prompt::NAMES
        .into_iter()
        .chain(creates.then_some(Prompt::CREATE))
        .collect();
    let with_none: Vec<&str> = CLIENT_AUTHENTICATION
        .into_iter()
        .chain(std::iter::once("none"))
        .collect();
    json!({
        "issuer": issuer,
        "authorization_endpoint": at(super::authorize::PATH),
        "token_endpoint": at(super::token::PATH),
        "userinfo_endpoint": at(super::userinfo::PATH),
        "jwks_uri": at(JWKS),
        "introspection_endpoint": at(super::introspect::PATH),
        "revocation_endpoint": at(super::revoke::PATH),
        "end_session_endpoint": at(super::logout::PATH),
        "response_types_supported": ["code"],
        "response_modes_supported": ResponseMode::NAMES,
        "grant_types_supported": ["authorization_code", "refresh_token", "client_credentials"],
        "subject_types_supported": ["public"],
        "scopes_supported": SCOPES,
        "claims_supported": claims_supported,
        "claim_types_supported": ["normal"],
        "claims_parameter_supported": true,
        "request_parameter_supported": false,
        "request_uri_parameter_supported": false,
        "require_request_uri_registration": false,
        "prompt_values_supported": prompts,
        "acr_values_supported": Acr::ALL.map(Acr::as_str),
        "display_values_supported": ["page"],
        "ui_locales_supported": Language::ALL.map(Language::tag),
        "id_token_signing_alg_values_supported": names(&Algorithm::SIGNING),
        "token_endpoint_auth_methods_supported": with_none,
        "token_endpoint_auth_signing_alg_values_supported": names(&Algorithm::ASSERTION),
        "introspection_endpoint_auth_methods_supported": CLIENT_AUTHENTICATION,
        "introspection_endpoint_auth_signing_alg_values_supported": names(&Algorithm::ASSERTION),
        "revocation_endpoint_auth_methods_supported": with_none,
        "revocation_endpoint_auth_signing_alg_values_supported": names(&Algorithm::ASSERTION),
        "dpop_signing_alg_values_supported": names(&Algorithm::DPOP),
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": true,
        "backchannel_logout_supported": true,
        "backchannel_logout_session_supported": true,
    })
}

/// `GET /.well-known/openid-configuration` and `GET /.well-known/oauth-authorization-server`.
pub async fn get(State(state): State<Arc<AppState>>) -> Response {
    public_json(state.discovery.clone())
}

/// `GET /oauth2/jwks`.
pub async fn jwks(State(state): State<Arc<AppState>>, headers: HeaderMap) -> Response {
    let jwks = state.keys.jwks();
    let etag = HeaderValue::from_str(&jwks.etag).ok();
    let known = headers
        .get(IF_NONE_MATCH)
        .is_some_and(|sent| Some(sent) == etag.as_ref());
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        public_json(jwks.body)
    };
    if let Some(etag) = etag {
        response.headers_mut().insert(ETAG, etag);
    }
    response
        .headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static(MAX_AGE));
    response
}

fn public_json(body: Bytes) -> Response {
    (
        [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, MAX_AGE)],
        body,
    )
        .into_response()
}
