//! How a client proves itself at the token endpoint and its neighbours (RFC 6749 section 2.3,
//! OpenID Connect Core section 9).

use subtle::{Choice, ConstantTimeEq as _};

use super::client::{AuthMethod, Client, SecretHash};
use crate::clock::Millis;
use crate::keys::{self, Algorithm, AssertionError, ClientKeys, UsedAssertion};

/// The only `client_assertion_type` (RFC 7523 section 2.2).
const JWT_BEARER: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/// What a request carries about its client, already decoded; nothing of it is believed yet.
#[derive(Clone, Copy, Default)]
pub struct Credentials<'a> {
    /// Name and secret of the `Authorization: Basic` header, each form-urldecoded (RFC 6749
    /// section 2.3.1).
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
    /// Whom the request claims to come from, if it names anybody. Nothing is proved: this is for log
    /// and audit trail.
    pub fn claimed_client(&self) -> Option<String> {
        let by_header = self.basic.map(|(name, _)| name.to_owned());
        let in_form = || self.client_id.map(str::to_owned);
        let signed = || self.client_assertion.and_then(keys::claimed_issuer);
        by_header.or_else(in_form).or_else(signed)
    }

    /// The names of the methods that the request uses: one, unless it is malformed.
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

/// One client's name and the one way in which it means to prove it.
#[derive(Clone, PartialEq, Eq)]
pub struct PresentedCredentials<'a> {
    /// Whom the request claims to come from.
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

/// A client that proved itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedClient {
    /// How.
    pub method: AuthMethod,
    /// What the caller must remember in its write, or the assertion would work twice.
    pub assertion: Option<UsedAssertion>,
}

/// Why a client is not believed: `invalid_client`, but for [`ClientAuthError::is_request`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClientAuthError {
    /// The request names no client.
    #[error("the request names no client")]
    Nobody,
    /// More than one way at once (RFC 6749 section 2.3).
    #[error("the request uses more than one way of client authentication")]
    TwoMethods,
    /// Two names that differ.
    #[error("the request names two different clients")]
    TwoClients,
    /// An unknown `client_assertion_type`, or one half of the pair.
    #[error("the client assertion is incomplete or of an unknown type")]
    AssertionType,
    /// No such client, switched off, or a secret that is not its own: told alike.
    #[error("the client is unknown or its secret is wrong")]
    Refused,
    /// Not the registered way.
    #[error("the client is not registered for this way of authentication")]
    Method,
    /// The assertion does not hold.
    #[error(transparent)]
    Assertion(#[from] AssertionError),
}

impl ClientAuthError {
    /// True when the request itself is malformed: `invalid_request` (RFC 6749 section 5.2).
    pub fn is_request(self) -> bool {
        self == Self::TwoMethods
    }

    /// True when the client's published keys may have changed: fetch `jwks_uri` and try once more.
    pub fn wants_fresh_keys(self) -> bool {
        self == Self::Assertion(AssertionError::UnknownKey)
    }
}

impl<'a> PresentedCredentials<'a> {
    /// Sorts out which client a request names and the one way it means to prove it.
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

    /// True when it means to prove itself by a signed assertion, so that its keys are needed.
    pub fn is_assertion(&self) -> bool {
        matches!(self.proof, Evidence::Assertion(_))
    }
}

/// What an assertion is held against.
#[derive(Clone, Copy)]
pub struct AssertionRules<'a> {
    /// The client's keys, inline or fetched.
    pub keys: &'a ClientKeys,
    /// Accepted `aud` values: the issuer and the endpoint that was called.
    pub audiences: &'a [&'a str],
    /// The present.
    pub now: Millis,
}

/// Believes `presented` or not. `client` is what the registry has under [`PresentedCredentials::client_id`];
/// that there is none takes as long to find out as that a secret is wrong (attack 14).
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

/// One hash and at least one comparison, whether there is anything to compare with or not.
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
