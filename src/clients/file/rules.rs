//! The rules for a declared client, key by key.

use crate::clients::client::{AuthMethod, Client, GrantType, Kind, LegacyMode, RefreshPolicy};
use crate::clients::redirect::{
    ApplicationType, check_called_uri, check_origin, check_redirect_uri, check_web_uri,
};
use crate::clients::spelling::BadUri;
use crate::keys::{Algorithm, ClientKeys};

/// Reports a fault: key, problem, allowed values.
type Tell<'a> = dyn FnMut(&str, String, &str) + 'a;

pub(super) const CLIENT_ID: &str = "1 to 100 letters, digits, dots, dashes or underscores";
const NAME: &str = "1 to 100 characters";
const WEB: &str = "an https address, or http on loopback, in plain spelling";
const CALLED: &str = "an https address, or http to a host in outbound.allow, in plain spelling";
const ORIGIN: &str =
    "https://host[:port] without a slash at its end, or http on loopback; no wildcard";
const REDIRECT: &str = "an https address, http on loopback, or a private scheme such as \
     com.example.app:/callback of a native application; no fragment, no wildcard";

/// Checks `client` and clears the fields that a legacy application does not have.
pub(super) fn check(client: &mut Client, tell: &mut Tell<'_>) {
    let id = &client.client_id;
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '~');
    if !(1..=100).contains(&id.len()) || !id.chars().all(plain) {
        tell("client_id", "is not a name".to_owned(), CLIENT_ID);
    }
    if client.name.chars().count() > 100 || client.name.chars().any(char::is_control) {
        tell(
            "name",
            "is too long or has control characters".to_owned(),
            NAME,
        );
    }
    legacy(client, tell);
    if client.kind == Kind::Legacy {
        return only_legacy(client, tell);
    }
    grants(client, tell);
    proof(client, tell);
    addresses(client, tell);
    tokens(client, tell);
}

fn legacy(client: &Client, tell: &mut Tell<'_>) {
    let Some(legacy) = &client.legacy else {
        if client.kind == Kind::Legacy {
            let allowed = "a table with app_name, callback_origins and mode";
            tell("legacy", "is missing".to_owned(), allowed);
        }
        return;
    };
    let name = &legacy.app_name;
    if !(1..=100).contains(&name.chars().count()) || name.chars().any(char::is_control) {
        tell("legacy.app_name", format!("is {name:?}"), NAME);
    }
    if legacy.callback_origins.is_empty() && legacy.mode != LegacyMode::Oidc {
        tell("legacy.callback_origins", "is empty".to_owned(), ORIGIN);
    }
    each(
        &legacy.callback_origins,
        "legacy.callback_origins",
        ORIGIN,
        tell,
        check_origin,
    );
}

/// A legacy application cannot use any OpenID Connect endpoint.
fn only_legacy(client: &mut Client, tell: &mut Tell<'_>) {
    let allowed = "nothing for kind = \"legacy\"";
    for (key, set) in [
        ("redirect_uris", !client.redirect_uris.is_empty()),
        ("secret", !client.secret_hashes.is_empty()),
        ("jwks", client.jwks.is_some()),
        ("jwks_uri", client.jwks_uri.is_some()),
    ] {
        if set {
            tell(key, "is set".to_owned(), allowed);
        }
    }
    client.grant_types.clear();
    client.response_types.clear();
    client.scopes.clear();
    client.token_endpoint_auth_method = AuthMethod::None;
}

fn grants(client: &Client, tell: &mut Tell<'_>) {
    let with_code = client.may_use(GrantType::AuthorizationCode);
    if with_code && client.redirect_uris.is_empty() {
        tell("redirect_uris", "is empty".to_owned(), REDIRECT);
    }
    if with_code && client.response_types.is_empty() {
        tell("response_types", "is empty".to_owned(), "[\"code\"]");
    }
    if client.may_use(GrantType::RefreshToken) && !with_code {
        let allowed = "authorization_code beside refresh_token";
        tell("grant_types", "has refresh_token alone".to_owned(), allowed);
    }
    if client.may_use(GrantType::ClientCredentials) && client.is_public() {
        let allowed = "client_credentials for clients with a secret or key";
        tell("grant_types", "has client_credentials".to_owned(), allowed);
    }
    if client.refresh == RefreshPolicy::Session && !client.may_use(GrantType::RefreshToken) {
        let allowed = "\"session\" beside the grant refresh_token";
        tell("refresh", "is \"session\"".to_owned(), allowed);
    }
    if !client.rotate_refresh_tokens && client.is_public() && !client.dpop_bound_access_tokens {
        let allowed = "true for public clients without DPoP (RFC 9700 section 2.2.2)";
        tell("rotate_refresh_tokens", "is false".to_owned(), allowed);
    }
    let scope = |c: char| c.is_ascii_graphic() && !matches!(c, '"' | '\\');
    for value in &client.scopes {
        if value.is_empty() || !value.chars().all(scope) {
            let allowed = "scope values of RFC 6749 section 3.3";
            tell("scopes", format!("has {value:?}"), allowed);
        }
    }
}

fn proof(client: &Client, tell: &mut Tell<'_>) {
    let with_secret = client.token_endpoint_auth_method.has_secret();
    let with_keys = client.token_endpoint_auth_method == AuthMethod::PrivateKeyJwt;
    if with_secret && client.secret_hashes.is_empty() {
        let allowed = "32 random characters or more, in secret, secret_file or secret_env";
        tell("secret", "is missing".to_owned(), allowed);
    }
    if !with_secret && !client.secret_hashes.is_empty() {
        let allowed = "nothing unless token_endpoint_auth_method is client_secret_basic or _post";
        tell("secret", "is set".to_owned(), allowed);
    }
    if with_keys && client.jwks.is_none() == client.jwks_uri.is_none() {
        let allowed = "exactly one of jwks and jwks_uri";
        tell(
            "jwks",
            "and jwks_uri are both set or both missing".to_owned(),
            allowed,
        );
    }
    if let Some(jwks) = &client.jwks {
        let usable = ClientKeys::parse(&jwks.to_string()).is_ok_and(|keys| !keys.is_empty());
        if !usable {
            let allowed = "a JWK Set with public RSA, P-256 or Ed25519 keys";
            tell(
                "jwks",
                "has no usable public key, or a private one".to_owned(),
                allowed,
            );
        }
    }
    if let Some(alg) = &client.token_endpoint_auth_signing_alg
        && !Algorithm::parse(alg).is_ok_and(|alg| Algorithm::ASSERTION.contains(&alg))
    {
        let allowed = "RS256, PS256, ES256 or EdDSA";
        tell(
            "token_endpoint_auth_signing_alg",
            format!("is {alg:?}"),
            allowed,
        );
    }
}

fn addresses(client: &Client, tell: &mut Tell<'_>) {
    let application: ApplicationType = client.application_type;
    let redirect = |uri: &str| check_redirect_uri(uri, application);
    each(
        &client.redirect_uris,
        "redirect_uris",
        REDIRECT,
        tell,
        redirect,
    );
    each(
        &client.post_logout_redirect_uris,
        "post_logout_redirect_uris",
        REDIRECT,
        tell,
        redirect,
    );
    if !client.is_public() && !client.allowed_origins.is_empty() {
        // CORS is for scripts of public clients: a secret or key in a browser is not secret.
        let allowed = "nothing unless token_endpoint_auth_method is \"none\"";
        tell("allowed_origins", "is set".to_owned(), allowed);
    }
    each(
        &client.allowed_origins,
        "allowed_origins",
        ORIGIN,
        tell,
        check_origin,
    );
    each(&client.resources, "resources", WEB, tell, check_web_uri);
    for (key, uri) in [
        ("backchannel_logout_uri", &client.backchannel_logout_uri),
        ("jwks_uri", &client.jwks_uri),
    ] {
        each(uri.as_slice(), key, CALLED, tell, check_called_uri);
    }
    for (key, uri) in [
        ("logo_uri", &client.logo_uri),
        ("client_uri", &client.client_uri),
        ("policy_uri", &client.policy_uri),
        ("tos_uri", &client.tos_uri),
        ("initiate_login_uri", &client.initiate_login_uri),
    ] {
        each(uri.as_slice(), key, WEB, tell, check_web_uri);
    }
}

fn tokens(client: &Client, tell: &mut Tell<'_>) {
    for (key, alg) in [
        (
            "id_token_signed_response_alg",
            &client.id_token_signed_response_alg,
        ),
        (
            "access_token_signed_response_alg",
            &client.access_token_signed_response_alg,
        ),
    ] {
        if !Algorithm::parse(alg).is_ok_and(|alg| Algorithm::SIGNING.contains(&alg)) {
            tell(key, format!("is {alg:?}"), "RS256 or ES256");
        }
    }
    if client.serves_signed && client.serves.is_empty() {
        let allowed = "true beside serves";
        tell("serves_signed", "is true".to_owned(), allowed);
    }
    if client.default_max_age.is_some_and(|seconds| seconds < 0) {
        tell(
            "default_max_age",
            "is negative".to_owned(),
            "0 or more seconds",
        );
    }
    if client
        .access_token_lifetime
        .is_some_and(|seconds| !(30..=86_400).contains(&seconds))
    {
        let allowed = "30 to 86400 seconds";
        tell(
            "access_token_lifetime",
            "is out of range".to_owned(),
            allowed,
        );
    }
}

fn each(
    uris: &[String],
    key: &str,
    allowed: &str,
    tell: &mut Tell<'_>,
    check: impl Fn(&str) -> Result<(), BadUri>,
) {
    for uri in uris {
        if let Err(bad) = check(uri) {
            tell(key, format!("{uri:?} {bad}"), allowed);
        }
    }
}
