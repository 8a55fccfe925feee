//! One trip of a browser to a provider and back (OpenID Connect Core section 3.1).

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use openidconnect::core::{
    CoreAuthPrompt, CoreAuthenticationFlow, CoreGenderClaim, CoreIdToken, CoreIdTokenClaims,
    CoreIdTokenVerifier, CoreJwsSigningAlgorithm, CoreTokenResponse,
};
use openidconnect::{
    AccessTokenHash, AdditionalClaims, AuthenticationContextClass, AuthorizationCode,
    ClaimsVerificationError, CsrfToken, LoginHint, Nonce, OAuth2TokenResponse as _,
    PkceCodeChallenge, PkceCodeVerifier, Scope, TokenResponse as _, UserInfoClaims,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use url::Url;

use super::adding::Adding;
use super::claims::{self, LONGEST, is_short};
use super::discovery::{asked, untrusted};
use super::error::FederationError;
use super::identity::{Identity, TheirSignIn};
use super::known::Known;
use super::provider::{Credential, Provider};
use crate::clock::{MINUTE, Millis, SECOND, seconds};
use crate::keys::{SigningKey, TokenType};
use crate::random::Random;

/// How much the clocks of two servers may differ.
pub(super) const SKEW: Millis = MINUTE;
/// The greatest age of an ID token from the token endpoint, and of a logout token.
pub(super) const OLDEST: Millis = 10 * MINUTE;
/// The `max_age` where the application asks for none: a year, in seconds.
const ANY_AGE: u64 = 365 * 24 * 60 * 60;
const ASSERTION_TYPE: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/// Signatures that count. The message's own header never adds one (RFC 8725 section 3.1).
pub(super) const ALGORITHMS: [CoreJwsSigningAlgorithm; 9] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// What the sign-in flow keeps while the browser is away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ceremony {
    /// The id of the provider.
    pub provider: String,
    /// When the browser left.
    pub began_at: Millis,
    nonce: String,
    /// The PKCE verifier (RFC 7636).
    verifier: String,
    /// How long before this trip the person may have signed in there, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max_age: Option<u64>,
    /// For whom it links an identity, if it signs nobody in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adding: Option<Adding>,
}

/// What an application asked for, as it goes on to the provider.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked<'a> {
    /// `prompt=login`: the provider must ask for a proof.
    pub proof: bool,
    /// In seconds.
    pub max_age: Option<u64>,
    pub login_hint: Option<&'a str>,
    pub ui_locales: Option<&'a str>,
    /// The application wants a second factor.
    pub mfa: bool,
}

/// The parameters with which the browser comes back.
#[derive(Clone, Copy, Debug, Default)]
pub struct Callback<'a> {
    pub code: Option<&'a str>,
    pub error: Option<&'a str>,
    /// RFC 9207.
    pub iss: Option<&'a str>,
}

impl Asked<'_> {
    /// `prompt=login` is a sign-in no older than this trip. The browser could leave the parameter out, so the ID token is
    /// checked.
    fn greatest_age(&self) -> Option<u64> {
        if self.proof { Some(0) } else { self.max_age }
    }
}

/// The claims that the library does not know.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct OtherClaims(Map<String, Value>);

impl AdditionalClaims for OtherClaims {}

type UserInfo = UserInfoClaims<OtherClaims, CoreGenderClaim>;

impl Ceremony {
    /// A ceremony with `provider` that begins now.
    pub fn new(provider: &Provider, asked: &Asked<'_>, now: Millis, random: &Random) -> Self {
        Self {
            provider: provider.id().to_owned(),
            began_at: now,
            nonce: random.token(),
            verifier: random.token(),
            max_age: asked.greatest_age(),
            adding: None,
        }
    }
}

impl Provider {
    /// Where the browser goes. `state` comes back with it.
    ///
    /// # Errors
    /// The provider does not answer, or its document is not usable.
    pub async fn authorize(
        &self,
        ceremony: &Ceremony,
        state: &str,
        asked: &Asked<'_>,
        now: Millis,
    ) -> Result<Url, FederationError> {
        let known = self.known(now).await?;
        let verifier = PkceCodeVerifier::new(ceremony.verifier.clone());
        let (state, nonce) = (state.to_owned(), ceremony.nonce.clone());
        let mut request = known
            .client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                move || CsrfToken::new(state),
                move || Nonce::new(nonce),
            )
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier))
            .add_scopes(self.scopes().iter().cloned().map(Scope::new));
        if asked.proof {
            request = request.add_prompt(CoreAuthPrompt::Login);
        }
        // With it the ID token must have `auth_time` (OpenID Connect Core section 2), so that nobody's session becomes fresh
        // because the provider has one (attack 17).
        let seconds = asked.greatest_age().unwrap_or(ANY_AGE);
        request = request.set_max_age(Duration::from_secs(seconds));
        if asked.mfa {
            let values = self.mfa_values().map(str::to_owned);
            for value in values.map(AuthenticationContextClass::new) {
                request = request.add_auth_context_value(value);
            }
        }
        if let Some(hint) = asked.login_hint {
            request = request.set_login_hint(LoginHint::new(hint.to_owned()));
        }
        if let Some(locales) = asked.ui_locales {
            request = request.add_extra_param("ui_locales", locales.to_owned());
        }
        let url = request.url().0;
        // The provider's document names this address; the browser must not be led to another scheme.
        self.outbound.check(url.as_str())?;
        Ok(url)
    }

    /// Exchanges the code of a callback, checks the ID token and says who came back, and how they signed in.
    ///
    /// # Errors
    /// [`FederationError`]: the person stopped, the provider fails, or its answer breaks a rule.
    pub async fn finish(
        &self,
        ceremony: &Ceremony,
        callback: &Callback<'_>,
        now: Millis,
    ) -> Result<(Identity, TheirSignIn), FederationError> {
        let known = self.known(now).await?;
        self.check_issuer(&known, callback)?;
        if let Some(error) = callback.error {
            return Err(FederationError::Refused {
                error: error.chars().take(LONGEST).collect(),
            });
        }
        let code = callback.code.ok_or_else(|| untrusted("there is no code"))?;
        let tokens = self.exchange(&known, ceremony, code, now).await?;
        let id_token = tokens.id_token();
        let id_token = id_token.ok_or_else(|| untrusted("there is no ID token"))?;
        let nonce = Nonce::new(ceremony.nonce.clone());
        let (known, claims) = self
            .verified(known, id_token, &nonce, ceremony, now)
            .await?;
        self.check_authorized_party(&claims)?;
        if claims.subject().is_empty() || !is_short(claims.subject()) {
            return Err(untrusted("sub is empty or too long"));
        }
        check_access_token(&known, &tokens, id_token, &claims)?;
        let token = claims::of_token(id_token);
        let user = if self.lacks(&token) {
            self.user_info(&known, &tokens, &claims).await?
        } else {
            None
        };
        let identity = self.identity(claims.subject(), &token, user.as_ref());
        let sid = claims::text(&token, "sid").map(str::to_owned);
        Ok((identity, self.their_sign_in(&claims, sid, now)))
    }

    fn their_sign_in(
        &self,
        claims: &CoreIdTokenClaims,
        sid: Option<String>,
        now: Millis,
    ) -> TheirSignIn {
        let acr = claims.auth_context_ref().map(|acr| acr.as_str());
        let amr = claims.auth_method_refs().into_iter().flatten();
        let theirs: Vec<&str> = amr.map(|method| method.as_str()).chain(acr).collect();
        let auth_time = claims.auth_time().map(|at| at.timestamp_millis());
        TheirSignIn {
            provider: self.id().to_owned(),
            subject: claims.subject().to_string(),
            sid: sid.filter(|sid| is_short(sid)),
            auth_time: auth_time.map(|at| at.clamp(0, now)),
            is_mfa: self.mfa_values().any(|value| theirs.contains(&value)),
        }
    }

    /// RFC 9207: an answer of another issuer is a mix-up attack.
    fn check_issuer(&self, known: &Known, callback: &Callback<'_>) -> Result<(), FederationError> {
        let must = known
            .extensions
            .authorization_response_iss_parameter_supported;
        match callback.iss {
            Some(issuer) if issuer == self.issuer() => Ok(()),
            None if !must => Ok(()),
            _ => Err(untrusted(
                "iss of the answer is missing or of another provider",
            )),
        }
    }

    /// `azp` names us or nobody (OpenID Connect Core section 3.1.3.7). The library does not look at it.
    fn check_authorized_party(&self, claims: &CoreIdTokenClaims) -> Result<(), FederationError> {
        match claims.authorized_party() {
            Some(client) if client.as_str() != self.client_id() => {
                Err(untrusted("azp is another client"))
            }
            _ => Ok(()),
        }
    }

    async fn exchange(
        &self,
        known: &Known,
        ceremony: &Ceremony,
        code: &str,
        now: Millis,
    ) -> Result<CoreTokenResponse, FederationError> {
        let request = known
            .client
            .exchange_code(AuthorizationCode::new(code.to_owned()));
        let request = request.map_err(untrusted)?;
        let verifier = PkceCodeVerifier::new(ceremony.verifier.clone());
        let mut request = request.set_pkce_verifier(verifier);
        if let Credential::Key(key, _) = &self.credential {
            let assertion = self.assertion(key, &known.token_endpoint, now)?;
            request = request
                .add_extra_param("client_assertion_type", ASSERTION_TYPE)
                .add_extra_param("client_assertion", assertion);
        }
        request.request_async(&self.http()).await.map_err(asked)
    }

    /// The assertion of `private_key_jwt` (RFC 7523 section 3).
    fn assertion(
        &self,
        key: &SigningKey,
        token_endpoint: &str,
        now: Millis,
    ) -> Result<String, FederationError> {
        let claims = json!({
            "iss": self.client_id(),
            "sub": self.client_id(),
            "aud": token_endpoint,
            "jti": CsrfToken::new_random().secret(),
            "iat": seconds(now),
            "exp": seconds(now.saturating_add(MINUTE)),
        });
        key.sign(TokenType::Jwt, &claims).map_err(untrusted)
    }

    /// The claims of a token whose signature, issuer, audience, nonce and times are good. The provider may have
    /// replaced its keys, so a bad signature is checked once more with new ones.
    async fn verified(
        &self,
        known: Arc<Known>,
        token: &CoreIdToken,
        nonce: &Nonce,
        ceremony: &Ceremony,
        now: Millis,
    ) -> Result<(Arc<Known>, CoreIdTokenClaims), FederationError> {
        let check = |known: &Known| {
            let verifier = verifier(known, ceremony, now);
            token.claims(&verifier, nonce).cloned()
        };
        match check(&known) {
            Ok(claims) => Ok((known, claims)),
            Err(ClaimsVerificationError::SignatureVerification(_)) => {
                let fresh = self.fresh(now).await?;
                let claims = check(&fresh).map_err(untrusted)?;
                Ok((fresh, claims))
            }
            Err(why) => Err(untrusted(why)),
        }
    }

    /// The claims of UserInfo, if the provider has it. The library checks that they are of the same subject.
    async fn user_info(
        &self,
        known: &Known,
        tokens: &CoreTokenResponse,
        claims: &CoreIdTokenClaims,
    ) -> Result<Option<Value>, FederationError> {
        let token = tokens.access_token().clone();
        let Ok(request) = known
            .client
            .user_info(token, Some(claims.subject().clone()))
        else {
            return Ok(None);
        };
        let user: UserInfo = request.request_async(&self.http()).await.map_err(asked)?;
        serde_json::to_value(&user).map(Some).map_err(untrusted)
    }
}

fn verifier<'k>(known: &'k Known, ceremony: &Ceremony, now: Millis) -> CoreIdTokenVerifier<'k> {
    let (max_age, began_at) = (ceremony.max_age, ceremony.began_at);
    known
        .client
        .id_token_verifier()
        .set_allowed_algs(ALGORITHMS)
        .set_time_fn(move || time(now - SKEW))
        .set_issue_time_verifier_fn(move |issued| {
            let issued = issued.timestamp_millis();
            let is_recent = now - OLDEST <= issued && issued <= now + SKEW;
            is_recent
                .then_some(())
                .ok_or_else(|| "iat is not recent".to_owned())
        })
        .set_auth_time_verifier_fn(move |at| check_age(at, max_age, began_at))
}

/// `auth_time` is needed and checked where `max_age` was sent (OpenID Connect Core section 3.1.3.7).
fn check_age(
    at: Option<DateTime<Utc>>,
    max_age: Option<u64>,
    began_at: Millis,
) -> Result<(), String> {
    let Some(seconds) = max_age else {
        return Ok(());
    };
    let age = i64::try_from(seconds)
        .unwrap_or(i64::MAX)
        .saturating_mul(SECOND);
    let oldest = began_at.saturating_sub(age).saturating_sub(SKEW);
    let is_recent = at.is_some_and(|at| at.timestamp_millis() >= oldest);
    is_recent
        .then_some(())
        .ok_or_else(|| "auth_time is too old or missing".to_owned())
}

fn time(at: Millis) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(at).unwrap_or_default()
}

/// Checks the access token against `at_hash`, if the ID token has one.
fn check_access_token(
    known: &Known,
    tokens: &CoreTokenResponse,
    id_token: &CoreIdToken,
    claims: &CoreIdTokenClaims,
) -> Result<(), FederationError> {
    let Some(expected) = claims.access_token_hash() else {
        return Ok(());
    };
    let verifier = known.client.id_token_verifier();
    let algorithm = id_token.signing_alg().map_err(untrusted)?;
    let key = id_token.signing_key(&verifier).map_err(untrusted)?;
    let actual = AccessTokenHash::from_token(tokens.access_token(), algorithm, key);
    if actual.map_err(untrusted)? == *expected {
        Ok(())
    } else {
        Err(untrusted("at_hash is not that of the access token"))
    }
}
