//! The rules for an authorization request: one table of small rules, checked in order.
//!
//! A rule depends only on the request and its client. The table says at which endpoints each rule applies, so that an
//! endpoint with the same parameters is added here and needs no second set of checks.

use crate::clients::{Client, GrantType};
use crate::oidc::error::ErrorCode;

use super::request::{AuthorizeRequest, is_scope_value};

/// A broken rule: the error that the client gets at its redirect URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken {
    pub code: ErrorCode,
    /// For the client's developer, in plain ASCII.
    pub description: &'static str,
}

/// An endpoint that checks authorization requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endpoint {
    /// `/oauth2/authorize`, by GET or POST: the request as the client sent it.
    Authorize,
    /// `/oauth2/authorize/resume`: the request as its sign-in flow stored it. The client's registration may
    /// have changed since.
    Resume,
}

type Rule = fn(&AuthorizeRequest, &Client) -> Result<(), Broken>;

/// Longest `state` that is returned unchanged, in bytes. Brokers put a whole request into it.
pub const STATE_MAX: usize = 8_000;
/// Bytes.
const NONCE_MAX: usize = 512;

/// Only for a new request.
const ARRIVING: &[Endpoint] = &[Endpoint::Authorize];
/// For a new and for a resumed request.
const ALWAYS: &[Endpoint] = &[Endpoint::Authorize, Endpoint::Resume];

/// Every rule: its name, the endpoints, and its check. The first broken rule is reported.
#[rustfmt::skip]
pub const RULES: &[(&str, &[Endpoint], Rule)] = &[
    // A stored flow has each parameter once, and no request object.
    ("parameters stand once", ARRIVING, parameters_stand_once),
    ("no request object", ARRIVING, no_request_object),
    ("response_type is known", ALWAYS, response_type_is_known),
    ("response_type is allowed", ALWAYS, response_type_is_allowed),
    ("response_mode is known", ALWAYS, response_mode_is_known),
    ("scope is spelt right", ALWAYS, scope_is_spelt_right),
    ("state and nonce fit", ALWAYS, state_and_nonce_fit),
    ("prompt does not contradict itself", ALWAYS, prompt_is_consistent),
    ("max_age is a number", ALWAYS, max_age_is_a_number),
    ("claims is an object", ALWAYS, claims_is_an_object),
    ("pkce is strong", ALWAYS, pkce_is_strong),
    ("resources are registered", ALWAYS, resources_are_registered),
    ("dpop_jkt is a thumbprint", ALWAYS, dpop_jkt_is_a_thumbprint),
];

/// The first rule of `endpoint` that `request` breaks, if any.
pub fn check(
    endpoint: Endpoint,
    request: &AuthorizeRequest,
    client: &Client,
) -> Result<(), Broken> {
    let holding = RULES.iter().filter(|(_, at, _)| at.contains(&endpoint));
    holding
        .map(|(_, _, rule)| rule)
        .try_for_each(|rule| rule(request, client))
}

fn broken(code: ErrorCode, description: &'static str) -> Result<(), Broken> {
    Err(Broken { code, description })
}

/// RFC 6749 section 3.1; attack 4.
fn parameters_stand_once(request: &AuthorizeRequest, _: &Client) -> Result<(), Broken> {
    match request.repeated {
        Some(_) => broken(ErrorCode::InvalidRequest, "a parameter is repeated"),
        None => Ok(()),
    }
}

/// OpenID Connect Core 6: an unsupported parameter is reported, not ignored.
fn no_request_object(request: &AuthorizeRequest, _: &Client) -> Result<(), Broken> {
    match request.request_object {
        Some("request") => broken(ErrorCode::RequestNotSupported, "request is not supported"),
        Some("request_uri") => broken(
            ErrorCode::RequestUriNotSupported,
            "request_uri is not supported",
        ),
        Some(_) => broken(
            ErrorCode::RegistrationNotSupported,
            "registration is not supported",
        ),
        None => Ok(()),
    }
}

/// RFC 6749 section 4.1.2.1.
fn response_type_is_known(request: &AuthorizeRequest, _: &Client) -> Result<(), Broken> {
    match request.response_type.as_deref() {
        Some("code") => Ok(()),
        None => broken(ErrorCode::InvalidRequest, "response_type is missing"),
        Some(_) => broken(
            ErrorCode::UnsupportedResponseType,
            "response_type must be code",
        ),
    }
}

/// RFC 6749 section 4.1.2.1.
fn response_type_is_allowed(_: &AuthorizeRequest, client: &Client) -> Result<(), Broken> {
    if client.may_use(GrantType::AuthorizationCode) {
        return Ok(());
    }
    broken(
        ErrorCode::UnauthorizedClient,
        "this client may not use the code flow",
    )
}

/// OAuth 2.0 Multiple Response Type Encoding Practices 2.1.
fn response_mode_is_known(request: &AuthorizeRequest, _: &Client) -> Result<(), Broken> {
    if request.response_mode_unknown {
        return broken(
            ErrorCode::InvalidRequest,
            "response_mode must be query or form_post",
        );
    }
    Ok(())
}

/// RFC 6749 section 3.3: visible ASCII without quotes and backslashes.
fn scope_is_spelt_right(request: &AuthorizeRequest, _: &Client) -> Result<(), Broken> {
    if request.scope.iter().all(|value| is_scope_value(value)) {
        return Ok(());
    }
    broken(
        ErrorCode::InvalidScope,
        "scope contains an invalid character",
    )
}

/// `state` and `nonce` are returned unchanged or refused, never truncated.
fn state_and_nonce_fit(request: &AuthorizeRequest, _: &Client) -> Result<(), Broken> {
    let too_long =
        |value: &Option<String>, max| value.as_ref().is_some_and(|value| value.len() > max);
    if too_long(&request.state, STATE_MAX) {
        return broken(ErrorCode::InvalidRequest, "state is longer than 8000 bytes");
    }
    if too_long(&request.nonce, NONCE_MAX) {
        return broken(ErrorCode::InvalidRequest, "nonce is longer than 512 bytes");
    }
    Ok(())
}

/// OpenID Connect Core 3.1.2.1.
fn prompt_is_consistent(request: &AuthorizeRequest, _: &Client) -> Result<(), Broken> {
    if request.prompt.contradicts_itself() {
        return broken(
            ErrorCode::InvalidRequest,
            "prompt=none cannot be combined with other values",
        );
    }
    Ok(())
}

fn max_age_is_a_number(request: &AuthorizeRequest, _: &Client) -> Result<(), Broken> {
    match request.max_age {
        Some(Err(())) => broken(
            ErrorCode::InvalidRequest,
            "max_age is not a number of seconds",
        ),
        _ => Ok(()),
    }
}

/// OpenID Connect Core 5.5.
fn claims_is_an_object(request: &AuthorizeRequest, _: &Client) -> Result<(), Broken> {
    match request.claims {
        Some(Err(())) => broken(
            ErrorCode::InvalidRequest,
            "claims is not a valid JSON object",
        ),
        _ => Ok(()),
    }
}

/// RFC 7636 section 4, RFC 9700 section 2.1.1, attack 7: PKCE is required for public clients, and every challenge must
/// use S256. With `plain`, everyone who can read the request knows the verifier.
fn pkce_is_strong(request: &AuthorizeRequest, client: &Client) -> Result<(), Broken> {
    let method = request.code_challenge_method.as_deref();
    let description = match request.code_challenge.as_deref() {
        None if client.needs_pkce() => "code_challenge is required for this client",
        None if method.is_some() => "code_challenge_method was sent without code_challenge",
        Some(_) if method != Some("S256") => "code_challenge_method must be S256",
        Some(challenge) if !is_base64url_of_sha256(challenge) => {
            "code_challenge is not 43 characters of base64url"
        }
        _ => return Ok(()),
    };
    broken(ErrorCode::InvalidRequest, description)
}

/// RFC 8707 section 2.
fn resources_are_registered(request: &AuthorizeRequest, client: &Client) -> Result<(), Broken> {
    if request
        .resources
        .iter()
        .all(|resource| client.resources.contains(resource))
    {
        return Ok(());
    }
    broken(
        ErrorCode::InvalidTarget,
        "resource is not registered for this client",
    )
}

/// RFC 9449 section 10.
fn dpop_jkt_is_a_thumbprint(request: &AuthorizeRequest, _: &Client) -> Result<(), Broken> {
    match request.dpop_jkt.as_deref() {
        Some(jkt) if !is_base64url_of_sha256(jkt) => broken(
            ErrorCode::InvalidRequest,
            "dpop_jkt is not a JWK thumbprint",
        ),
        _ => Ok(()),
    }
}

/// SHA-256 in unpadded base64url: 43 characters of its alphabet.
fn is_base64url_of_sha256(text: &str) -> bool {
    let in_alphabet = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    text.len() == 43 && text.bytes().all(in_alphabet)
}
