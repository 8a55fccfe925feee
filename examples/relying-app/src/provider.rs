//! The requests to the OpenID provider. Only this module knows the protocol.

mod discovery;

use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use openidconnect::core::{
    CoreAuthPrompt, CoreAuthenticationFlow, CoreGenderClaim, CoreJsonWebKey,
    CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm, CoreTokenType,
};
use openidconnect::url::Url;
use openidconnect::{
    AccessToken, AccessTokenHash, AuthorizationCode, ClaimsVerificationError, ClientId,
    ClientSecret, CsrfToken, EmptyExtraTokenFields, IdToken, IdTokenClaims, IdTokenFields,
    IdTokenVerifier, JsonWebTokenType, LogoutRequest, Nonce, OAuth2TokenResponse as _,
    PkceCodeChallenge, PkceCodeVerifier, PostLogoutRedirectUrl, RefreshToken, Scope,
    StandardTokenResponse, SubjectIdentifier, TokenResponse as _, UserInfoClaims,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use self::discovery::{Http, Known, discover};
use crate::Settings;

/// All further claims, unchanged, so that the page can show them.
#[derive(Debug, Clone, Deserialize, Serialize)]
pub struct OtherClaims {
    /// The user's session at the provider. A back-channel logout names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    sid: Option<String>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}
impl openidconnect::AdditionalClaims for OtherClaims {}

/// The claims that distinguish a logout token from an ID token.
#[derive(Debug, Clone, Deserialize, Serialize)]
struct LogoutClaims {
    sid: Option<String>,
    events: Map<String, Value>,
}
impl openidconnect::AdditionalClaims for LogoutClaims {}

type Token<Claims> =
    IdToken<Claims, CoreGenderClaim, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm>;

type Tokens = StandardTokenResponse<
    IdTokenFields<
        OtherClaims,
        EmptyExtraTokenFields,
        CoreGenderClaim,
        CoreJweContentEncryptionAlgorithm,
        CoreJwsSigningAlgorithm,
    >,
    CoreTokenType,
>;

/// Why a request to the provider failed, or why its answer is not trusted.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A setting is invalid.
    #[error("{0}")]
    Setting(String),
    /// The provider did not answer, or it refused.
    #[error("{what}: {why}")]
    Provider {
        /// What was asked for.
        what: &'static str,
        /// What happened instead.
        why: String,
    },
    /// The provider's answer is not trustworthy.
    #[error("the answer of the provider was refused: {0}")]
    Unbelievable(String),
}

/// A sign-in that has been started: what to keep until the browser comes back.
#[derive(Debug)]
pub struct Started {
    /// Where the browser goes to sign in.
    pub url: Url,
    /// Comes back with the browser. It identifies this sign-in and shows that it was started here.
    pub state: String,
    /// Comes back inside the ID token and binds it to this sign-in.
    pub nonce: Nonce,
    /// Proves at the code exchange that the same program started the sign-in (PKCE).
    pub verifier: PkceCodeVerifier,
}

/// A signed-in person: what the provider said, and its tokens.
#[derive(Clone)]
pub struct SignedIn {
    /// Identifies the person; stable and never reused. Store *this* in your database, not the
    /// email address.
    pub subject: String,
    /// The session at the provider that this sign-in belongs to.
    pub session: Option<String>,
    /// The verified claims of the ID token.
    pub id_claims: Value,
    /// The claims from the UserInfo endpoint.
    pub user: Value,
    /// The granted scopes.
    pub scopes: Vec<String>,
    /// When the access token expires.
    pub expires: Option<Instant>,
    id_token: Arc<Token<OtherClaims>>,
    access: AccessToken,
    refresh: Option<RefreshToken>,
}

impl SignedIn {
    /// True if the provider sent a refresh token.
    pub fn can_renew(&self) -> bool {
        self.refresh.is_some()
    }
}

/// The sessions that a back-channel logout ends.
#[derive(Debug)]
pub struct LoggedOut {
    /// Those of this person.
    pub subject: String,
    /// If set, only those that belong to this session at the provider.
    pub session: Option<String>,
}

pub struct Provider {
    settings: Settings,
    http: Http,
    known: RwLock<Arc<Known>>,
}

/// The shortest time between two requests for the provider's keys.
const KEYS_ARE_FRESH: Duration = Duration::from_secs(10);

const BACKCHANNEL_EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";

impl Provider {
    /// Reads the discovery document, and repeats this until the provider answers.
    pub async fn discover_patiently(settings: &Settings) -> Result<Self, Error> {
        let http = Http::new()?;
        let mut said = false;
        loop {
            match discover(settings, &http).await {
                Ok(known) => {
                    let known = RwLock::new(Arc::new(known));
                    return Ok(Self {
                        settings: settings.clone(),
                        http,
                        known,
                    });
                }
                Err(reason @ Error::Setting(_)) => return Err(reason),
                Err(reason) if !said => {
                    println!("relying-app: waiting for {} ({reason})", settings.issuer);
                    said = true;
                }
                Err(_) => {}
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    }

    /// Starts a sign-in. With `offline` it also asks for a token that outlives the session, and so
    /// for the user's consent to that.
    pub fn start(&self, offline: bool) -> Started {
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let known = self.known();
        let mut request = known
            .client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                CsrfToken::new_random,
                Nonce::new_random,
            )
            .set_pkce_challenge(challenge);
        for scope in self.settings.scopes.split_whitespace() {
            request = request.add_scope(Scope::new(scope.to_owned()));
        }
        if offline {
            request = request
                .add_scope(Scope::new("offline_access".to_owned()))
                .add_prompt(CoreAuthPrompt::Consent);
        }
        let (url, state, nonce) = request.url();
        Started {
            url,
            state: state.into_secret(),
            nonce,
            verifier,
        }
    }

    /// Finishes a sign-in: exchanges the code, checks the ID token and calls UserInfo.
    pub async fn finish(
        &self,
        code: String,
        nonce: &Nonce,
        verifier: PkceCodeVerifier,
    ) -> Result<SignedIn, Error> {
        let known = self.known();
        let tokens = known
            .client
            .exchange_code(AuthorizationCode::new(code))
            .map_err(|why| asked("the token endpoint", why))?
            .set_pkce_verifier(verifier)
            .request_async(&self.http)
            .await
            .map_err(|why| asked("exchanging the code", why))?;
        let id_token = tokens
            .id_token()
            .ok_or_else(|| Error::Unbelievable("there is no ID token in it".to_owned()))?;
        let claims = self
            .with_fresh_keys(|known| {
                id_token
                    .claims(&known.client.id_token_verifier(), nonce)
                    .cloned()
            })
            .await?;
        self.check_access_token(&tokens, id_token, &claims)?;
        self.signed_in(&tokens, id_token.clone(), &claims, None)
            .await
    }

    /// Refreshes the tokens if there is a refresh token, and calls UserInfo again.
    pub async fn renew(&self, old: &SignedIn) -> Result<SignedIn, Error> {
        let Some(refresh) = &old.refresh else {
            let user = self.user_info(&old.access, &old.subject).await?;
            return Ok(SignedIn {
                user,
                ..old.clone()
            });
        };
        let tokens = self
            .known()
            .client
            .exchange_refresh_token(refresh)
            .map_err(|why| asked("the token endpoint", why))?
            .request_async(&self.http)
            .await
            .map_err(|why| asked("renewing the tokens", why))?;
        let Some(id_token) = tokens.id_token() else {
            let user = self.user_info(tokens.access_token(), &old.subject).await?;
            return Ok(SignedIn {
                user,
                expires: expiry(&tokens),
                access: tokens.access_token().clone(),
                refresh: tokens
                    .refresh_token()
                    .cloned()
                    .or_else(|| old.refresh.clone()),
                ..old.clone()
            });
        };
        // A refreshed ID token needs no nonce, but it must be about the same user (OpenID Connect
        // Core, section 12.2).
        let claims = self
            .with_fresh_keys(|known| {
                id_token
                    .claims(
                        &known.client.id_token_verifier(),
                        |_: Option<&Nonce>| Ok(()),
                    )
                    .cloned()
            })
            .await?;
        if claims.subject().as_str() != old.subject {
            return Err(Error::Unbelievable(
                "the renewed ID token is of another user".to_owned(),
            ));
        }
        self.signed_in(&tokens, id_token.clone(), &claims, Some(old))
            .await
    }

    /// The provider's issuer. Every token must name it.
    pub fn issuer(&self) -> &str {
        &self.settings.issuer
    }

    /// The address that signs the browser out of the provider and brings it back here. `None` if
    /// the provider has no such endpoint.
    pub fn sign_out_url(&self, who: &SignedIn) -> Option<String> {
        let known = self.known();
        let endpoint = known
            .metadata
            .additional_metadata()
            .end_session_endpoint
            .clone()?;
        let back_to =
            PostLogoutRedirectUrl::new(format!("{}/", self.settings.public_url())).ok()?;
        let request = LogoutRequest::from(endpoint)
            .set_id_token_hint(&*who.id_token)
            .set_client_id(ClientId::new(self.settings.client_id.clone()))
            .set_post_logout_redirect_uri(back_to);
        Some(request.http_get_url().to_string())
    }

    /// Checks a logout token (OpenID Connect Back-Channel Logout, section 2.6).
    ///
    /// It has the format of an ID token, so the same library checks signature, issuer, audience and
    /// time. Three checks are its own: the type, the event, and that it has no nonce. So a logout token is not accepted
    /// as an ID token, or the reverse.
    pub async fn logged_out(&self, logout_token: &str) -> Result<LoggedOut, Error> {
        let refused = |why: String| Error::Unbelievable(why);
        let token: Token<LogoutClaims> = logout_token
            .parse()
            .map_err(|why| refused(format!("{why}")))?;
        let no_nonce = |nonce: Option<&Nonce>| match nonce {
            None => Ok(()),
            Some(_) => Err("a logout token carries no nonce".to_owned()),
        };
        let claims = self
            .with_fresh_keys(|known| {
                token
                    .claims(&self.logout_token_verifier(known), no_nonce)
                    .cloned()
            })
            .await?;
        let LogoutClaims { sid, events } = claims.additional_claims();
        if !events.contains_key(BACKCHANNEL_EVENT) {
            return Err(refused("it tells of another event".to_owned()));
        }
        Ok(LoggedOut {
            subject: claims.subject().to_string(),
            session: sid.clone(),
        })
    }

    fn logout_token_verifier(&self, known: &Known) -> IdTokenVerifier<'static, CoreJsonWebKey> {
        let types =
            ["logout+jwt", "JWT"].map(|name| JsonWebTokenType::new(name.to_owned()).normalize());
        IdTokenVerifier::new_confidential_client(
            ClientId::new(self.settings.client_id.clone()),
            ClientSecret::new(self.settings.client_secret.clone()),
            known.metadata.issuer().clone(),
            known.metadata.jwks().clone(),
        )
        .set_allowed_jose_types(types.into_iter().flatten())
    }

    fn known(&self) -> Arc<Known> {
        self.known
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Runs a check with the known keys. If no key fits the signature, the provider may have
    /// changed its keys: then fetches them and checks once more.
    async fn with_fresh_keys<T>(
        &self,
        check: impl Fn(&Known) -> Result<T, ClaimsVerificationError>,
    ) -> Result<T, Error> {
        let known = self.known();
        let checked = match check(&known) {
            Err(ClaimsVerificationError::SignatureVerification(_))
                if known.fetched.elapsed() > KEYS_ARE_FRESH =>
            {
                let fresh = Arc::new(discover(&self.settings, &self.http).await?);
                *self.known.write().unwrap_or_else(PoisonError::into_inner) = fresh.clone();
                check(&fresh)
            }
            checked => checked,
        };
        checked.map_err(|why| Error::Unbelievable(why.to_string()))
    }

    /// Checks the access token against the hash in the ID token, if there is one.
    fn check_access_token(
        &self,
        tokens: &Tokens,
        id_token: &Token<OtherClaims>,
        claims: &IdTokenClaims<OtherClaims, CoreGenderClaim>,
    ) -> Result<(), Error> {
        let Some(expected) = claims.access_token_hash() else {
            return Ok(());
        };
        let known = self.known();
        let verifier = known.client.id_token_verifier();
        let unbelievable = |why: &dyn std::fmt::Display| Error::Unbelievable(why.to_string());
        let algorithm = id_token.signing_alg().map_err(|why| unbelievable(&why))?;
        let key = id_token
            .signing_key(&verifier)
            .map_err(|why| unbelievable(&why))?;
        let actual = AccessTokenHash::from_token(tokens.access_token(), algorithm, key)
            .map_err(|why| unbelievable(&why))?;
        if actual == *expected {
            Ok(())
        } else {
            Err(Error::Unbelievable(
                "the access token is not the one of the ID token".to_owned(),
            ))
        }
    }

    async fn signed_in(
        &self,
        tokens: &Tokens,
        id_token: Token<OtherClaims>,
        claims: &IdTokenClaims<OtherClaims, CoreGenderClaim>,
        old: Option<&SignedIn>,
    ) -> Result<SignedIn, Error> {
        let subject = claims.subject().to_string();
        let user = self.user_info(tokens.access_token(), &subject).await?;
        let scopes = tokens
            .scopes()
            .map(|all| all.iter().map(|scope| scope.to_string()).collect());
        let session = claims.additional_claims().sid.clone();
        Ok(SignedIn {
            subject,
            session: session.or_else(|| old.and_then(|old| old.session.clone())),
            id_claims: serde_json::to_value(claims).unwrap_or_default(),
            user,
            scopes: scopes
                .or_else(|| old.map(|old| old.scopes.clone()))
                .unwrap_or_default(),
            expires: expiry(tokens),
            id_token: Arc::new(id_token),
            access: tokens.access_token().clone(),
            refresh: tokens
                .refresh_token()
                .cloned()
                .or_else(|| old?.refresh.clone()),
        })
    }

    async fn user_info(&self, access: &AccessToken, subject: &str) -> Result<Value, Error> {
        let subject = SubjectIdentifier::new(subject.to_owned());
        let claims: UserInfoClaims<OtherClaims, CoreGenderClaim> = self
            .known()
            .client
            .user_info(access.clone(), Some(subject))
            .map_err(|why| asked("the userinfo endpoint", why))?
            .request_async(&self.http)
            .await
            .map_err(|why| asked("asking who it is", why))?;
        Ok(serde_json::to_value(&claims).unwrap_or_default())
    }
}

fn expiry(tokens: &Tokens) -> Option<Instant> {
    Some(Instant::now() + tokens.expires_in()?)
}

/// An error with all its causes: libraries put the useful part into the last one.
fn asked(what: &'static str, why: impl std::error::Error) -> Error {
    let mut said = why.to_string();
    let mut cause = why.source();
    while let Some(next) = cause {
        said = format!("{said}: {next}");
        cause = next.source();
    }
    Error::Provider { what, why: said }
}
