//! Runs oxide-auth's state machines: they define the order of the steps, PKCE and the scope rules. The steps themselves
//! are ours.
//!
//! Its HTTP glue is not used, because it returns error codes that certification forbids, drops extensions and reads the
//! clock itself. Each function here runs one machine to its end, so that no machine lives across an `await`.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use oxide_auth::code_grant::accesstoken::{self, AccessToken};
use oxide_auth::code_grant::authorization::{self, Authorization};
use oxide_auth::code_grant::client_credentials::{self, ClientCredentials};
use oxide_auth::code_grant::error::{AccessTokenError, AccessTokenErrorType};
use oxide_auth::code_grant::extensions::Pkce;
use oxide_auth::code_grant::refresh::{self, Refresh};
use oxide_auth::primitives::grant::{Extensions, Grant, Value};
use oxide_auth::primitives::registrar::{BoundClient, ExactUrl, PreGrant, RegisteredUrl};
use oxide_auth::primitives::scope::Scope;

use super::authorize::request::AuthorizeRequest;
use crate::sessions::codes::CodeContext;
use crate::sessions::grants::GrantContext;

/// Why a machine stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    #[error("the request is malformed")]
    InvalidRequest,
    #[error("the grant does not fit the request")]
    InvalidGrant,
    #[error("the scope is malformed or too wide")]
    InvalidScope,
    #[error("the PKCE verifier does not fit the challenge")]
    Pkce,
}

/// The result of the authorization endpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Negotiated {
    /// Scope values, sorted.
    pub scope: Vec<String>,
    /// The challenge as it is stored with the code.
    pub pkce: Option<String>,
}

/// A grant's expiry for the machines, which compare it with their own clock. The stores check expiry instead, with the
/// time of the request.
const NEVER: DateTime<Utc> = DateTime::<Utc>::MAX_UTC;

/// A `redirect_uri` for machines that need one where the protocol has none.
const NO_REDIRECT: &str = "urn:ietf:wg:oauth:2.0:oob";

fn sorted(scope: &Scope) -> Vec<String> {
    let mut words: Vec<String> = scope.iter().map(str::to_owned).collect();
    words.sort_unstable();
    words
}

fn scope_of(words: &[String]) -> Result<Scope, Stopped> {
    words.join(" ").parse().map_err(|_| Stopped::InvalidScope)
}

fn registered(uri: &str) -> Result<RegisteredUrl, Stopped> {
    let exact: ExactUrl = uri.parse().map_err(|_| Stopped::InvalidRequest)?;
    Ok(RegisteredUrl::Exact(exact))
}

fn no_extension<'a>(_: &str) -> Option<Cow<'a, str>> {
    None
}

// -- the authorization endpoint --

struct AuthorizeForm<'a>(&'a AuthorizeRequest);

impl authorization::Request for AuthorizeForm<'_> {
    fn valid(&self) -> bool {
        true
    }

    fn client_id(&self) -> Option<Cow<'_, str>> {
        Some(Cow::Borrowed(&self.0.client_id))
    }

    fn scope(&self) -> Option<Cow<'_, str>> {
        Some(Cow::Owned(self.0.scope.join(" ")))
    }

    fn redirect_uri(&self) -> Option<Cow<'_, str>> {
        Some(Cow::Borrowed(&self.0.redirect_uri))
    }

    fn state(&self) -> Option<Cow<'_, str>> {
        self.0.state.as_deref().map(Cow::Borrowed)
    }

    fn response_type(&self) -> Option<Cow<'_, str>> {
        self.0.response_type.as_deref().map(Cow::Borrowed)
    }

    fn extension(&self, key: &str) -> Option<Cow<'_, str>> {
        no_extension(key)
    }
}

/// Runs the authorization machine, granting `granted` of the requested scope. Client, redirect URI and rules have been
/// checked before.
pub fn negotiate(request: &AuthorizeRequest, granted: &[String]) -> Result<Negotiated, Stopped> {
    let form = AuthorizeForm(request);
    let mut machine = Authorization::new(&form);
    let mut input = authorization::Input::None;
    loop {
        input = match machine.advance(input) {
            authorization::Output::Bind { client_id, .. } => authorization::Input::Bound {
                request: &form,
                bound_client: BoundClient {
                    client_id: Cow::Owned(client_id),
                    redirect_uri: Cow::Owned(registered(&request.redirect_uri)?),
                },
            },
            authorization::Output::Extend => authorization::Input::Extended(challenge(request)?),
            authorization::Output::Negotiate { bound_client, .. } => {
                let pre_grant = PreGrant {
                    client_id: bound_client.client_id.clone().into_owned(),
                    redirect_uri: bound_client.redirect_uri.clone().into_owned(),
                    scope: scope_of(granted)?,
                };
                authorization::Input::Negotiated {
                    pre_grant,
                    state: request.state.clone(),
                }
            }
            authorization::Output::Ok {
                pre_grant,
                mut extensions,
                ..
            } => {
                let pkce = extensions.remove(&Pkce::optional());
                return Ok(Negotiated {
                    scope: sorted(&pre_grant.scope),
                    pkce: pkce.and_then(|value| value.into_private_value().ok().flatten()),
                });
            }
            authorization::Output::Err(authorization::Error::Redirect(_)) => {
                return Err(Stopped::InvalidScope);
            }
            authorization::Output::Err(_) => return Err(Stopped::InvalidRequest),
        }
    }
}

fn challenge(request: &AuthorizeRequest) -> Result<Extensions, Stopped> {
    let pkce = Pkce::optional();
    let method = request.code_challenge_method.as_deref().map(Cow::Borrowed);
    let sent = request.code_challenge.as_deref().map(Cow::Borrowed);
    let mut extensions = Extensions::new();
    if let Some(value) = pkce.challenge(method, sent).map_err(|()| Stopped::Pkce)? {
        extensions.set(&pkce, value);
    }
    Ok(extensions)
}

// -- the token endpoint: authorization_code --

/// The form of a code exchange whose client is authenticated.
#[derive(Clone, Copy, Debug)]
pub struct CodeForm<'a> {
    pub client_id: &'a str,
    pub code: &'a str,
    pub redirect_uri: Option<&'a str>,
    pub verifier: Option<&'a str>,
}

/// The form without the redirect URI, as the machine reads it.
struct CodeRequest<'a> {
    form: &'a CodeForm<'a>,
    redirect_uri: &'a str,
}

impl accesstoken::Request for CodeRequest<'_> {
    fn valid(&self) -> bool {
        true
    }

    fn code(&self) -> Option<Cow<'_, str>> {
        Some(Cow::Borrowed(self.form.code))
    }

    fn authorization(&self) -> accesstoken::Authorization<'_> {
        accesstoken::Authorization::Username(Cow::Borrowed(self.form.client_id))
    }

    fn client_id(&self) -> Option<Cow<'_, str>> {
        None
    }

    fn redirect_uri(&self) -> Option<Cow<'_, str>> {
        Some(Cow::Borrowed(self.redirect_uri))
    }

    fn grant_type(&self) -> Option<Cow<'_, str>> {
        Some(Cow::Borrowed("authorization_code"))
    }

    fn extension(&self, key: &str) -> Option<Cow<'_, str>> {
        no_extension(key)
    }
}

/// Checks that a redeemed code fits the form (RFC 6749 section 4.1.3, RFC 7636 section 4.6) and returns the scope to
/// issue.
pub fn exchange(form: &CodeForm<'_>, code: &CodeContext) -> Result<Vec<String>, Stopped> {
    let redirect_uri = presented_redirect(form, code)?;
    let request = CodeRequest { form, redirect_uri };
    let mut machine = AccessToken::new(&request);
    let mut input = accesstoken::Input::None;
    loop {
        input = match machine.advance(input) {
            accesstoken::Output::Authenticate { .. } => accesstoken::Input::Authenticated,
            accesstoken::Output::Recover { .. } => {
                accesstoken::Input::Recovered(Some(Box::new(code_grant(code)?)))
            }
            accesstoken::Output::Extend { extensions } => {
                verify(extensions, form.verifier)?;
                accesstoken::Input::Extended {
                    access_extensions: Extensions::new(),
                }
            }
            accesstoken::Output::Issue { grant } => return Ok(sorted(&grant.scope)),
            accesstoken::Output::Ok(_) => return Err(Stopped::InvalidRequest),
            accesstoken::Output::Err(error) => {
                return Err(match *error {
                    accesstoken::Error::Invalid(_) => Stopped::InvalidGrant,
                    _ => Stopped::InvalidRequest,
                });
            }
        }
    }
}

/// The redirect URI of the form, compared exactly: the machine would compare parsed URIs.
fn presented_redirect<'a>(form: &CodeForm<'a>, code: &'a CodeContext) -> Result<&'a str, Stopped> {
    match form.redirect_uri {
        Some(uri) if uri == code.redirect_uri => Ok(uri),
        None if !code.redirect_uri_named => Ok(&code.redirect_uri),
        _ => Err(Stopped::InvalidGrant),
    }
}

fn code_grant(code: &CodeContext) -> Result<Grant, Stopped> {
    let mut extensions = Extensions::new();
    if let Some(pkce) = &code.pkce {
        extensions.set(&Pkce::optional(), Value::private(Some(pkce.clone())));
    }
    let redirect_uri = code
        .redirect_uri
        .parse()
        .map_err(|_| Stopped::InvalidGrant)?;
    Ok(Grant {
        extensions,
        redirect_uri,
        ..grant(&code.grant)?
    })
}

fn grant(context: &GrantContext) -> Result<Grant, Stopped> {
    Ok(Grant {
        owner_id: context.account_id.clone(),
        client_id: context.client_id.clone(),
        scope: scope_of(&context.scope)?,
        redirect_uri: NO_REDIRECT.parse().map_err(|_| Stopped::InvalidGrant)?,
        until: NEVER,
        extensions: Extensions::new(),
    })
}

/// A challenge needs its verifier, and a verifier its challenge. By itself, oxide-auth would accept a verifier for a
/// code without a challenge, which is the PKCE downgrade (attack 7).
fn verify(extensions: &mut Extensions, verifier: Option<&str>) -> Result<(), Stopped> {
    let pkce = Pkce::optional();
    let challenge = extensions.remove(&pkce);
    if challenge.is_none() && verifier.is_some() {
        return Err(Stopped::Pkce);
    }
    if verifier.is_some_and(|verifier| !is_verifier(verifier)) {
        return Err(Stopped::Pkce);
    }
    pkce.verify(challenge, verifier.map(Cow::Borrowed))
        .map_err(|()| Stopped::Pkce)
}

/// RFC 7636 section 4.1: 43 to 128 unreserved characters.
fn is_verifier(text: &str) -> bool {
    (43..=128).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte))
}

// -- the token endpoint: refresh_token --

struct RefreshForm<'a> {
    client_id: &'a str,
    scope: Option<&'a str>,
}

impl refresh::Request for RefreshForm<'_> {
    fn valid(&self) -> bool {
        true
    }

    fn refresh_token(&self) -> Option<Cow<'_, str>> {
        // The store has the token itself; the machine only checks that one was sent.
        Some(Cow::Borrowed("presented"))
    }

    fn scope(&self) -> Option<Cow<'_, str>> {
        self.scope.map(Cow::Borrowed)
    }

    fn grant_type(&self) -> Option<Cow<'_, str>> {
        Some(Cow::Borrowed("refresh_token"))
    }

    fn authorization(&self) -> Option<(Cow<'_, str>, Cow<'_, [u8]>)> {
        Some((Cow::Borrowed(self.client_id), Cow::Borrowed(b"")))
    }

    fn extension(&self, key: &str) -> Option<Cow<'_, str>> {
        no_extension(key)
    }
}

/// Checks a refresh of `context` by an authenticated client and returns the scope to issue: what was granted, or less
/// (RFC 6749 section 6).
pub fn renew(
    client_id: &str,
    scope: Option<&str>,
    context: &GrantContext,
) -> Result<Vec<String>, Stopped> {
    let form = RefreshForm { client_id, scope };
    let asked = || scope.map(|scope| Cow::Owned(scope.to_owned()));
    let mut machine = Refresh::new(&form);
    let mut input = refresh::Input::None;
    loop {
        input = match machine.advance(input) {
            refresh::Output::Unauthenticated { .. } => {
                refresh::Input::Authenticated { scope: asked() }
            }
            refresh::Output::RecoverRefresh { .. } => refresh::Input::Recovered {
                scope: asked(),
                grant: Some(Box::new(grant(context)?)),
            },
            refresh::Output::Refresh { grant, .. } => return Ok(sorted(&grant.scope)),
            refresh::Output::Ok(_) => return Err(Stopped::InvalidRequest),
            refresh::Output::Err(mut error) => {
                let kind = error.description().map(AccessTokenError::kind);
                return Err(match kind {
                    Some(AccessTokenErrorType::InvalidScope) => Stopped::InvalidScope,
                    _ => Stopped::InvalidGrant,
                });
            }
        }
    }
}

// -- the token endpoint: client_credentials --

struct ClientForm<'a> {
    client_id: &'a str,
    scope: &'a str,
}

impl client_credentials::Request for ClientForm<'_> {
    fn valid(&self) -> bool {
        true
    }

    fn authorization(&self) -> Option<(Cow<'_, str>, Cow<'_, [u8]>)> {
        Some((Cow::Borrowed(self.client_id), Cow::Borrowed(b"")))
    }

    fn scope(&self) -> Option<Cow<'_, str>> {
        Some(Cow::Borrowed(self.scope))
    }

    fn grant_type(&self) -> Option<Cow<'_, str>> {
        Some(Cow::Borrowed("client_credentials"))
    }

    fn extension(&self, key: &str) -> Option<Cow<'_, str>> {
        no_extension(key)
    }
}

/// Checks a `client_credentials` request of an authenticated client and returns the scope to issue: what it requested,
/// if it may have all of it (RFC 6749 section 4.4).
pub fn act_for_itself(
    client_id: &str,
    scope: &str,
    allowed: &[String],
) -> Result<Vec<String>, Stopped> {
    let form = ClientForm { client_id, scope };
    let mut machine = ClientCredentials::new(&form);
    let mut input = client_credentials::Input::None;
    loop {
        input = match machine.advance(input) {
            client_credentials::Output::Authenticate { .. } => {
                client_credentials::Input::Authenticated
            }
            client_credentials::Output::Binding { client_id } => {
                let bound_client = BoundClient {
                    client_id: Cow::Owned(client_id.to_owned()),
                    redirect_uri: Cow::Owned(registered(NO_REDIRECT)?),
                };
                client_credentials::Input::Bound { bound_client }
            }
            client_credentials::Output::Extend => client_credentials::Input::Extended {
                extensions: Extensions::new(),
            },
            client_credentials::Output::Negotiate {
                bound_client,
                scope,
            } => {
                let scope = scope.unwrap_or(scope_of(&[])?);
                if !scope_of(allowed)?.priviledged_to(&scope) {
                    return Err(Stopped::InvalidScope);
                }
                let pre_grant = PreGrant {
                    client_id: bound_client.client_id.clone().into_owned(),
                    redirect_uri: bound_client.redirect_uri.clone().into_owned(),
                    scope,
                };
                client_credentials::Input::Negotiated { pre_grant }
            }
            client_credentials::Output::Ok { pre_grant, .. } => {
                return Ok(sorted(&pre_grant.scope));
            }
            client_credentials::Output::Err(_) => return Err(Stopped::InvalidScope),
        }
    }
}

#[cfg(test)]
mod tests;
