//! Client authentication at the token endpoint and similar endpoints (RFC 6749 section 2.3, OpenID Connect Core section
//! 9).

use subtle::{Choice, ConstantTimeEq as _};

use super::client::{AuthMethod, Client, SecretHash};
use crate::clock::Millis;
use crate::keys::{self, Algorithm, AssertionError, ClientKeys, UsedAssertion};

/// The only `client_assertion_type` (RFC 7523 section 2.2).
const JWT_BEARER: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/// The client credentials of a request, decoded but not verified.
#[derive(Clone, Copy, Default)]
pub struct Credentials<'a> {
    /// Name and secret of the `Authorization: Basic` header, each form-urldecoded (RFC 6749 section 2.3.1).
    pub basic: Option<(&'a str, &'a str)>,
    /// `client_id` of the form.
    pub client_id: Option<&'a str>,
    /// `client_secret` of the form.
    pub client_secret: Option<&'a str>,
    /// `client_assertion_type` of the form.
    pub client_assertion_type: Option<&'a str>,
    /// `client_assertion` of the form.
    pub client_assertion: Option<&'a str>,
}

impl Credentials<'_> {
    /// The client that the request names, if any. Not verified: use it for logs and audit entries only.
    pub fn claimed_client(&self) -> Option<String> {
        let by_header = self.basic.map(|(name, _)| name.to_owned());
        let in_form = || self.client_id.map(str::to_owned);
        let signed = || self.client_assertion.and_then(keys::claimed_issuer);
        by_header.or_else(in_form).or_else(signed)
    }

    /// The names of the methods that the request uses: one, unless the request is malformed.
    pub fn methods(&self) -> Vec<&'static str> {
        let used = [
            (self.basic.is_some(), AuthMethod::ClientSecretBasic),
            (self.client_secret.is_some(), AuthMethod::ClientSecretPost),
            (self.client_assertion.is_some(), AuthMethod::PrivateKeyJwt),
        ];
        let used = used.into_iter().filter(|(used, _)| *used);
        let used: Vec<_> = used.map(|(_, method)| method.as_str()).collect();
        if used.is_empty() {
            return vec![AuthMethod::None.as_str()];
        }
        used
    }
}

/// The named client and the one authentication method that the request uses.
#[derive(Clone, PartialEq, Eq)]
pub struct PresentedCredentials<'a> {
    /// The client that the request names.
    pub client_id: String,
    proof: Evidence<'a>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Evidence<'a> {
    Nothing,
    Basic(&'a str),
    Post(&'a str),
    Assertion(&'a str),
}

impl std::fmt::Debug for PresentedCredentials<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PresentedCredentials({})", self.method().as_str())
    }
}

/// An authenticated client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedClient {
    pub method: AuthMethod,
    /// Store this in the same transaction; otherwise the assertion could be used twice.
    pub assertion: Option<UsedAssertion>,
}

/// Why client authentication fails: `invalid_client`, except for [`ClientAuthError::is_request`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClientAuthError {
    #[error("the request names no client")]
    Nobody,
    /// More than one method (RFC 6749 section 2.3).
    #[error("the request uses more than one client authentication method")]
    TwoMethods,
    #[error("the request names two different clients")]
    TwoClients,
    /// An unknown `client_assertion_type`, or an assertion without its type or the other way around.
    #[error("the client assertion is incomplete or of an unknown type")]
    AssertionType,
    /// An unknown or disabled client, or a wrong secret: the same error for all.
    #[error("the client is unknown or its secret is wrong")]
    Refused,
    #[error("the client is not registered for this authentication method")]
    Method,
    #[error(transparent)]
    Assertion(#[from] AssertionError),
}

impl ClientAuthError {
    /// True when the request itself is malformed: `invalid_request` (RFC 6749 section 5.2).
    pub fn is_request(self) -> bool {
        self == Self::TwoMethods
    }

    /// True when the client's published keys may have changed: fetch `jwks_uri` and try again.
    pub fn wants_fresh_keys(self) -> bool {
        self == Self::Assertion(AssertionError::UnknownKey)
    }
}

impl<'a> PresentedCredentials<'a> {
    /// Finds the client that a request names, and the one authentication method that it uses.
    pub fn of(credentials: Credentials<'a>) -> Result<Self, ClientAuthError> {
        let assertion = match (
            credentials.client_assertion_type,
            credentials.client_assertion,
        ) {
            (None, None) => None,
            (Some(JWT_BEARER), Some(assertion)) => Some(assertion),
            _ => return Err(ClientAuthError::AssertionType),
        };
        let proof = match (credentials.basic, credentials.client_secret, assertion) {
            (None, None, None) => Evidence::Nothing,
            (Some((_, secret)), None, None) => Evidence::Basic(secret),
            (None, Some(secret), None) => Evidence::Post(secret),
            (None, None, Some(assertion)) => Evidence::Assertion(assertion),
            _ => return Err(ClientAuthError::TwoMethods),
        };
        let named = match (credentials.basic, assertion) {
            (Some((name, _)), _) => Some(name.to_owned()),
            (None, Some(assertion)) => keys::claimed_issuer(assertion),
            (None, None) => None,
        };
        let client_id = match (named, credentials.client_id) {
            (Some(named), Some(asked)) if named != asked => {
                return Err(ClientAuthError::TwoClients);
            }
            (Some(named), _) => named,
            (None, Some(asked)) => asked.to_owned(),
            (None, None) => return Err(ClientAuthError::Nobody),
        };
        Ok(Self { client_id, proof })
    }

    fn method(&self) -> AuthMethod {
        match self.proof {
            Evidence::Nothing => AuthMethod::None,
            Evidence::Basic(_) => AuthMethod::ClientSecretBasic,
            Evidence::Post(_) => AuthMethod::ClientSecretPost,
            Evidence::Assertion(_) => AuthMethod::PrivateKeyJwt,
        }
    }

    /// True when the client authenticates with a signed assertion, so that its keys are needed.
    pub fn is_assertion(&self) -> bool {
        matches!(self.proof, Evidence::Assertion(_))
    }
}

/// The values that an assertion is checked against.
#[derive(Clone, Copy)]
pub struct AssertionRules<'a> {
    /// The client's keys, inline or fetched.
    pub keys: &'a ClientKeys,
    /// Accepted `aud` values: the issuer and the endpoint that was called.
    pub audiences: &'a [&'a str],
    pub now: Millis,
}

/// Authenticates the client. `client` is the registry's entry for [`PresentedCredentials::client_id`]. An unknown
/// client takes the same time as a wrong secret (attack 14).
pub fn authenticate(
    presented: &PresentedCredentials<'_>,
    client: Option<&Client>,
    rules: AssertionRules<'_>,
) -> Result<ProvedClient, ClientAuthError> {
    if let Evidence::Basic(secret) | Evidence::Post(secret) = presented.proof {
        let hashes = client.map_or(&[][..], |client| &client.secret_hashes);
        if !secret_is_one_of(secret, hashes) {
            return Err(ClientAuthError::Refused);
        }
    }
    let client = client
        .filter(|client| client.enabled && client.client_id == presented.client_id)
        .ok_or(ClientAuthError::Refused)?;
    let method = presented.method();
    if !client.may_prove_by(method) {
        return Err(ClientAuthError::Method);
    }
    let assertion = match presented.proof {
        Evidence::Assertion(assertion) => Some(check(assertion, client, rules)?),
        _ => None,
    };
    Ok(ProvedClient { method, assertion })
}

fn check(
    assertion: &str,
    client: &Client,
    rules: AssertionRules<'_>,
) -> Result<UsedAssertion, AssertionError> {
    let registered = client
        .token_endpoint_auth_signing_alg
        .as_deref()
        .map(|name| Algorithm::parse(name).map_err(|_| AssertionError::Algorithm))
        .transpose()?;
    let claims = keys::verify_assertion(assertion, rules.keys, registered)?;
    keys::check_assertion(&claims, &client.client_id, rules.audiences, rules.now)
}

/// Always does one hash and at least one comparison, even without hashes to compare with.
pub(super) fn secret_is_one_of(secret: &str, hashes: &[SecretHash]) -> bool {
    let presented = SecretHash::of(secret);
    let nobody = [SecretHash::of_nobody()];
    let known = if hashes.is_empty() {
        &nobody[..]
    } else {
        hashes
    };
    known
        .iter()
        .fold(Choice::from(0), |good, hash| {
            good | presented.as_bytes().ct_eq(hash.as_bytes())
        })
        .into()
}

#[cfg(test)]
mod tests;
