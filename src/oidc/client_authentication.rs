//! Reads the client's credentials from a request (RFC 6749 section 2.3, RFC 7523).
//!
//! The clients module checks whether they are valid.

use std::sync::Arc;

use axum::http::{HeaderMap, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::clients::{AuthMethod, Client, ClientAuthError, Credentials, prove};
use crate::clock::Millis;
use crate::db::DbError;
use crate::http::params::Params;
use crate::keys::UsedAssertion;
use crate::sessions::jtis;
use crate::state::AppState;

use super::endpoints;
use super::error::OAuthError;

/// The usual cause: the secret contains a `+`, and the client's library does not encode it.
const PLUS: &str = "client authentication failed: a + in Authorization: Basic stands for a space; \
    form-encode the secret (RFC 6749 section 2.3.1)";

/// The log message for every failed authentication.
const NOT_BELIEVED: &str = "a client could not be authenticated";
/// The error in the log for a header without user name and password.
const UNREADABLE: &str = "the Authorization header is not Basic with base64 of client_id:secret";
/// The log shows this in place of a `client_id` that is a secret: some applications swap the two.
const A_SECRET: &str = "(a secret, in the place of the client_id)";
/// Characters of a claimed `client_id` that the log shows: the length that a registered one may have.
const LONGEST_SHOWN: usize = 100;

/// An authenticated client, or a public client that named itself.
#[derive(Clone, Debug)]
pub struct AuthenticatedClient {
    pub client: Arc<Client>,
    /// The client's assertion, which must not be used again.
    pub assertion: Option<UsedAssertion>,
}

impl AuthenticatedClient {
    /// True when the client authenticated itself.
    pub fn is_confidential(&self) -> bool {
        self.client.token_endpoint_auth_method != AuthMethod::None
    }
}

/// The client that a request names, if it is registered. Not authenticated.
pub fn named(state: &AppState, headers: &HeaderMap, params: &Params) -> Option<Arc<Client>> {
    let basic = basic(headers).ok().flatten();
    let claimed = credentials(basic.as_ref(), params).claimed_client();
    state.clients.get(&claimed?)
}

/// The client's credentials from the decoded header and the form.
fn credentials<'a>(basic: Option<&'a (String, String)>, params: &'a Params) -> Credentials<'a> {
    Credentials {
        basic: basic.map(|(user, password)| (user.as_str(), password.as_str())),
        client_id: params.get("client_id"),
        client_secret: params.get("client_secret"),
        client_assertion_type: params.get("client_assertion_type"),
        client_assertion: params.get("client_assertion"),
    }
}

/// Finds and authenticates the client of a request to the OAuth endpoint at `path`.
pub async fn authenticate(
    state: &AppState,
    headers: &HeaderMap,
    params: &Params,
    path: &str,
    now: Millis,
) -> Result<AuthenticatedClient, OAuthError> {
    let by_header = headers.contains_key(header::AUTHORIZATION);
    let basic = basic(headers).inspect_err(|_| {
        log_refusal(state, &credentials(None, params), UNREADABLE, "");
    })?;
    let credentials = credentials(basic.as_ref(), params);
    let audiences = [
        state.issuer.clone(),
        state.address(path),
        state.address(endpoints::TOKEN),
    ];
    let audiences: Vec<&str> = audiences.iter().map(String::as_str).collect();
    let (client, proved) = prove(
        &state.clients,
        &state.published_keys,
        &state.outbound,
        credentials,
        &audiences,
        now,
    )
    .await
    .map_err(|error| {
        // The hint depends only on the sender's header, so that it discloses nothing about the client.
        let spaced = credentials
            .basic
            .is_some_and(|(_, password)| password.contains(' '));
        let hint = if spaced { PLUS } else { "" };
        log_refusal(state, &credentials, error, hint);
        refusal(error, by_header, spaced)
    })?;
    Ok(AuthenticatedClient {
        client,
        assertion: proved.assertion,
    })
}

/// Marks the client's assertion as used, at an endpoint that writes nothing else: an assertion is valid for one request
/// (RFC 7523 section 3).
pub async fn spend_assertion(
    state: &AppState,
    caller: &AuthenticatedClient,
) -> Result<(), OAuthError> {
    let Some(used) = &caller.assertion else {
        return Ok(());
    };
    let (hash, until) = (used.jti_hash.clone(), used.keep_until);
    let first = state.db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { jtis::see(tx, &hash, until).await })
    });
    if first.await? {
        return Ok(());
    }
    Err(replayed(caller))
}

/// The error for an assertion that was used before.
pub fn replayed(caller: &AuthenticatedClient) -> OAuthError {
    let client_id = caller.client.client_id.as_str();
    let method = AuthMethod::PrivateKeyJwt.as_str();
    let error = "the client assertion was used before";
    tracing::info!(client_id, method, error, "{NOT_BELIEVED}");
    OAuthError::invalid_client(false)
}

/// Logs a failed client authentication: the client that the request names, the method that it used and the method that
/// is registered. Never the secret or assertion itself (attack 38).
fn log_refusal(
    state: &AppState,
    credentials: &Credentials<'_>,
    error: impl std::fmt::Display,
    hint: &str,
) {
    let claimed = credentials.claimed_client().unwrap_or_default();
    let known = state.clients.get(&claimed);
    let expected = known.map_or("a client_id that is registered and enabled", |client| {
        client.expected_proof()
    });
    // The log quotes and escapes text fields.
    let client_id = if state.clients.has_secret(&claimed) {
        A_SECRET.to_owned()
    } else {
        claimed.chars().take(LONGEST_SHOWN).collect::<String>()
    };
    let client_id = client_id.as_str();
    let method = credentials.methods().join(" and ");
    let method = method.as_str();
    tracing::info!(client_id, method, expected, %error, hint, "{NOT_BELIEVED}");
}

/// The error for a failed authentication. `spaced` is true when the decoded secret of the header contains a space:
/// secrets rarely do, but a `+` that was not form-encoded decodes to one.
fn refusal(error: ClientAuthError, by_header: bool, spaced: bool) -> OAuthError {
    if error.is_request() {
        return OAuthError::invalid_request("the client authenticates in more than one way");
    }
    let refused = OAuthError::invalid_client(by_header);
    if !spaced {
        return refused;
    }
    OAuthError {
        description: PLUS.into(),
        ..refused
    }
}

/// User name and password of `Authorization: Basic`, each form-decoded (RFC 6749 section 2.3.1); `None` without a header.
///
/// # Errors
/// `invalid_client`: several headers, another scheme, or not base64 of a form-encoded pair.
pub fn basic(headers: &HeaderMap) -> Result<Option<(String, String)>, OAuthError> {
    let mut lines = headers.get_all(header::AUTHORIZATION).iter();
    let Some(line) = lines.next() else {
        return Ok(None);
    };
    let refused = || OAuthError::invalid_client(true);
    if lines.next().is_some() {
        return Err(refused());
    }
    let line = line.to_str().map_err(|_| refused())?;
    let (scheme, encoded) = line.split_once(' ').ok_or_else(refused)?;
    if !scheme.eq_ignore_ascii_case("basic") {
        return Err(refused());
    }
    let bytes = STANDARD.decode(encoded.trim()).map_err(|_| refused())?;
    let text = String::from_utf8(bytes).map_err(|_| refused())?;
    let (user, password) = text.split_once(':').ok_or_else(refused)?;
    let decoded = |text: &str| {
        let pair = Params::parse(&format!("v={}", text.replace('&', "%26")));
        let value = pair.map(|params| params.get("v").unwrap_or_default().to_owned());
        value.map_err(|_| refused())
    };
    Ok(Some((decoded(user)?, decoded(password)?)))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn read(authorization: &str) -> Result<Option<(String, String)>, OAuthError> {
        let mut headers = HeaderMap::new();
        headers.insert(
            header::AUTHORIZATION,
            HeaderValue::from_str(authorization).unwrap(),
        );
        basic(&headers)
    }

    fn encode(pair: &str) -> String {
        format!("Basic {}", STANDARD.encode(pair))
    }

    /// RFC 6749 section 2.3.1: both parts are form-encoded before they are joined.
    #[test]
    fn basic_credentials_are_form_decoded() {
        let read = read(&encode("a%3Ab:p%26+%2B=")).unwrap();
        assert_eq!(read, Some(("a:b".to_owned(), "p& +=".to_owned())));
    }

    #[test]
    fn broken_headers_are_an_invalid_client_with_a_challenge() {
        for header in [
            "Basic",
            "Basic !!",
            "Bearer x",
            &encode("nocolon"),
            "Basic /w==",
        ] {
            let error = read(header).unwrap_err();
            assert_eq!(
                (error.status.as_u16(), error.challenge.is_some()),
                (401, true),
                "{header}"
            );
        }
    }
}
