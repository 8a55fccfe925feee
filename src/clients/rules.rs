//! The rules for the metadata of a client, key by key: for `clients.toml` and for administrators.

use super::client::{AuthMethod, Client, GrantType, Kind, LegacyMode, PORTAL, RefreshPolicy};
use super::redirect::{
    ApplicationType, check_called_uri, check_origin, check_redirect_uri, check_web_uri,
};
use super::spelling::BadUri;
use crate::i18n::characters::line_fault;
use crate::keys::{Algorithm, ClientKeys};

/// Reports a fault: key, problem, allowed values.
type Report<'a> = dyn FnMut(&str, String, &str) + 'a;

pub(super) const CLIENT_ID: &str = "1 to 100 letters, digits, dots, dashes or underscores";
/// The `appName` of Atrium itself: its tokens open the product API (contract F-24).
const OWN_APP_NAME: &str = "SSO";
/// The most characters of a name.
const LONGEST_NAME: usize = 100;
const NAME: &str = "1 to 100 characters";
const WEB: &str = "an https address, or http on loopback, in plain spelling";
const CALLED: &str = "an https address, or http to a host in outbound.allow, in plain spelling";
const ORIGIN: &str =
    "https://host[:port] without a slash at its end, or http on loopback; no wildcard";
const REDIRECT: &str = "an https address, http on loopback, or a private scheme such as \
     com.example.app:/callback of a native application; no fragment, no wildcard";

/// The scope values that Atrium knows, which every client may register.
pub const SCOPES: &[&str] = &[
    "openid",
    "profile",
    "email",
    "address",
    "phone",
    "groups",
    "offline_access",
];

/// The scopes of `client` that Atrium does not know; none if they may belong to an API, which alone knows them.
pub(super) fn unknown_scopes(client: &Client) -> impl Iterator<Item = &String> {
    let is_of_api = !client.resources.is_empty() || client.may_use(GrantType::ClientCredentials);
    let scopes = client.scopes.iter();
    scopes.filter(move |scope| !is_of_api && !SCOPES.contains(&scope.as_str()))
}

/// Checks `client` and clears the fields that a legacy application does not have.
pub(super) fn check(client: &mut Client, report: &mut Report<'_>) {
    let id = &client.client_id;
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '~');
    if !(1..=100).contains(&id.len()) || !id.chars().all(plain) {
        report("client_id", "is not a name".to_owned(), CLIENT_ID);
    }
    check_name("name", &client.name, report);
    legacy(client, report);
    if client.kind == Kind::Legacy {
        return only_legacy(client, report);
    }
    grants(client, report);
    proof(client, report);
    addresses(client, report);
    tokens(client, report);
}

fn check_name(key: &str, name: &str, report: &mut Report<'_>) {
    if let Some(fault) = line_fault(name, LONGEST_NAME) {
        let problem = fault.rule("is too long", "has a character that cannot be seen");
        report(key, problem.to_owned(), NAME);
    }
}

fn legacy(client: &Client, report: &mut Report<'_>) {
    let Some(legacy) = &client.legacy else {
        if client.kind == Kind::Legacy {
            let allowed = "a table with app_name, callback_origins and mode";
            report("legacy", "is missing".to_owned(), allowed);
        }
        return;
    };
    let name = &legacy.app_name;
    if name == OWN_APP_NAME {
        report(
            "legacy.app_name",
            format!("is {name:?}"),
            "a name that is not Atrium's own",
        );
    }
    if name.is_empty() {
        report("legacy.app_name", "is empty".to_owned(), NAME);
    }
    check_name("legacy.app_name", name, report);
    if legacy.callback_origins.is_empty() && legacy.mode != LegacyMode::Oidc {
        report("legacy.callback_origins", "is empty".to_owned(), ORIGIN);
    }
    each(
        &legacy.callback_origins,
        "legacy.callback_origins",
        ORIGIN,
        report,
        check_origin,
    );
}

/// A legacy application cannot use any OpenID Connect endpoint.
fn only_legacy(client: &mut Client, report: &mut Report<'_>) {
    let allowed = "nothing for kind = \"legacy\"";
    for (key, set) in [
        ("redirect_uris", !client.redirect_uris.is_empty()),
        ("secret", !client.secret_hashes.is_empty()),
        ("jwks", client.jwks.is_some()),
        ("jwks_uri", client.jwks_uri.is_some()),
    ] {
        if set {
            report(key, "is set".to_owned(), allowed);
        }
    }
    client.grant_types.clear();
    client.response_types.clear();
    client.scopes.clear();
    client.token_endpoint_auth_method = AuthMethod::None;
}

fn grants(client: &Client, report: &mut Report<'_>) {
    let with_code = client.may_use(GrantType::AuthorizationCode);
    if with_code && client.redirect_uris.is_empty() {
        report("redirect_uris", "is empty".to_owned(), REDIRECT);
    }
    if with_code && client.response_types.is_empty() {
        report("response_types", "is empty".to_owned(), "[\"code\"]");
    }
    if client.may_use(GrantType::RefreshToken) && !with_code {
        let allowed = "authorization_code beside refresh_token";
        report("grant_types", "has refresh_token alone".to_owned(), allowed);
    }
    if client.may_use(GrantType::ClientCredentials) && client.is_public() {
        let allowed = "client_credentials for clients with a secret or key";
        report("grant_types", "has client_credentials".to_owned(), allowed);
    }
    if client.refresh == RefreshPolicy::Session && !client.may_use(GrantType::RefreshToken) {
        let allowed = "\"session\" beside the grant refresh_token";
        report("refresh", "is \"session\"".to_owned(), allowed);
    }
    if !client.rotate_refresh_tokens && client.is_public() && !client.dpop_bound_access_tokens {
        let allowed =
            "true for public clients without dpop_bound_access_tokens (RFC 9700 section 4.14.2)";
        report("rotate_refresh_tokens", "is false".to_owned(), allowed);
    }
    if !client.rotate_refresh_tokens && client.client_id == PORTAL {
        let allowed = "true for the portal";
        report("rotate_refresh_tokens", "is false".to_owned(), allowed);
    }
    if client.refresh_grace && !client.rotate_refresh_tokens {
        let allowed = "true beside rotate_refresh_tokens = true";
        report("refresh_grace", "is true".to_owned(), allowed);
    }
    if client.refresh_grace && client.is_public() && !client.dpop_bound_access_tokens {
        // A thief of the token could repeat it.
        let allowed = "true for clients with a secret, a key or dpop_bound_access_tokens";
        report("refresh_grace", "is true".to_owned(), allowed);
    }
    let scope = |c: char| c.is_ascii_graphic() && !matches!(c, '"' | '\\');
    for value in &client.scopes {
        if value.is_empty() || !value.chars().all(scope) {
            let allowed = "scope values of RFC 6749 section 3.3";
            report("scopes", format!("has {value:?}"), allowed);
        }
    }
}

fn proof(client: &Client, report: &mut Report<'_>) {
    let with_secret = client.token_endpoint_auth_method.has_secret();
    let with_keys = client.token_endpoint_auth_method == AuthMethod::PrivateKeyJwt;
    if with_secret && client.secret_hashes.is_empty() {
        let allowed = "32 random characters or more, in secret, secret_file or secret_env";
        report("secret", "is missing".to_owned(), allowed);
    }
    if !with_secret && !client.secret_hashes.is_empty() {
        let allowed = "nothing unless token_endpoint_auth_method is client_secret_basic or _post";
        report("secret", "is set".to_owned(), allowed);
    }
    if with_keys && client.jwks.is_none() == client.jwks_uri.is_none() {
        let allowed = "exactly one of jwks and jwks_uri";
        report(
            "jwks",
            "and jwks_uri are both set or both missing".to_owned(),
            allowed,
        );
    }
    if let Some(jwks) = &client.jwks {
        let usable = ClientKeys::parse(&jwks.to_string()).is_ok_and(|keys| !keys.is_empty());
        if !usable {
            let allowed = "a JWK Set with public RSA, P-256 or Ed25519 keys";
            report(
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
        report(
            "token_endpoint_auth_signing_alg",
            format!("is {alg:?}"),
            allowed,
        );
    }
}

fn addresses(client: &Client, report: &mut Report<'_>) {
    let application: ApplicationType = client.application_type;
    let redirect = |uri: &str| check_redirect_uri(uri, application);
    each(
        &client.redirect_uris,
        "redirect_uris",
        REDIRECT,
        report,
        redirect,
    );
    each(
        &client.post_logout_redirect_uris,
        "post_logout_redirect_uris",
        REDIRECT,
        report,
        redirect,
    );
    if !client.is_public() && !client.allowed_origins.is_empty() {
        // CORS is for scripts of public clients: a secret or key in a browser is not secret.
        let allowed = "nothing unless token_endpoint_auth_method is \"none\"";
        report("allowed_origins", "is set".to_owned(), allowed);
    }
    each(
        &client.allowed_origins,
        "allowed_origins",
        ORIGIN,
        report,
        check_origin,
    );
    each(&client.resources, "resources", WEB, report, check_web_uri);
    for (key, uri) in [
        ("backchannel_logout_uri", &client.backchannel_logout_uri),
        ("jwks_uri", &client.jwks_uri),
    ] {
        each(uri.as_slice(), key, CALLED, report, check_called_uri);
    }
    for (key, uri) in [
        ("logo_uri", &client.logo_uri),
        ("client_uri", &client.client_uri),
        ("policy_uri", &client.policy_uri),
        ("tos_uri", &client.tos_uri),
        ("initiate_login_uri", &client.initiate_login_uri),
    ] {
        each(uri.as_slice(), key, WEB, report, check_web_uri);
    }
}

fn tokens(client: &Client, report: &mut Report<'_>) {
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
            report(key, format!("is {alg:?}"), "RS256 or ES256");
        }
    }
    if client.serves_signed && client.serves.is_empty() {
        let allowed = "true beside serves";
        report("serves_signed", "is true".to_owned(), allowed);
    }
    if client.default_max_age.is_some_and(|seconds| seconds < 0) {
        report(
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
        report(
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
    report: &mut Report<'_>,
    check: impl Fn(&str) -> Result<(), BadUri>,
) {
    for uri in uris {
        if let Err(bad) = check(uri) {
            report(key, format!("{uri:?} {bad}"), allowed);
        }
    }
}
