//! A client: the metadata of OpenID Connect Dynamic Client Registration 1.0 section 2 and of RFC 7591 section 2, with
//! Atrium's additions.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::random::hashed;

use super::redirect::ApplicationType;

/// Whether an application uses OpenID Connect or only launch tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ApplicationKind)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A relying application.
    #[default]
    Oidc,
    /// A legacy application, which cannot use any OpenID Connect endpoint.
    Legacy,
}

impl Kind {
    /// The word in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Oidc => "oidc",
            Self::Legacy => "legacy",
        }
    }
}

/// Who declared a client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ApplicationSource)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// `clients.toml`.
    #[default]
    File,
    /// An administrator.
    Admin,
    /// Dynamic registration.
    Dynamic,
}

impl Source {
    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Admin => "admin",
            Self::Dynamic => "dynamic",
        }
    }
}

/// `grant_types` (RFC 7591 section 2) that Atrium supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GrantType {
    /// RFC 6749 section 4.1.
    AuthorizationCode,
    /// RFC 6749 section 6.
    RefreshToken,
    /// RFC 6749 section 4.4.
    ClientCredentials,
}

/// `response_types` that Atrium supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ResponseType {
    /// RFC 6749 section 4.1.1.
    Code,
}

/// `token_endpoint_auth_method` (OpenID Connect Core section 9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AuthMethod {
    None,
    /// A secret in the `Authorization` header.
    #[default]
    ClientSecretBasic,
    /// A secret in the form.
    ClientSecretPost,
    /// A signed assertion (RFC 7523).
    PrivateKeyJwt,
}

impl AuthMethod {
    /// The name in `token_endpoint_auth_method` and in discovery.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::ClientSecretBasic => "client_secret_basic",
            Self::ClientSecretPost => "client_secret_post",
            Self::PrivateKeyJwt => "private_key_jwt",
        }
    }

    /// True for the two methods that send a secret.
    pub fn has_secret(self) -> bool {
        matches!(self, Self::ClientSecretBasic | Self::ClientSecretPost)
    }
}

/// When a client gets refresh tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RefreshPolicy {
    /// Only with granted `offline_access`; they outlive the session.
    #[default]
    Offline,
    /// With every sign-in; they end with the session.
    Session,
}

/// The format of the client's access tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AccessTokenFormat {
    /// A random string.
    #[default]
    Opaque,
    /// A signed token (RFC 9068).
    Jwt,
}

/// The client of the portal that Atrium serves itself.
pub const PORTAL: &str = "portal";

/// Who may use an application, if its entry says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ApplicationAccess)]
#[serde(rename_all = "lowercase")]
pub enum Access {
    /// Everyone who can sign in, even if its products require groups or agencies; a disabled product stays closed.
    Everyone,
    /// Everyone who may open one of its products; nobody while it has no product.
    Product,
}

/// The groups of a person that an application gets with scope `groups`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum GroupsClaim {
    /// Groups that give access to one of its products.
    #[default]
    Product,
    /// All groups.
    All,
}

/// How a legacy application gets its token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LegacyMode {
    /// The launch token in the query.
    #[default]
    Query,
    /// A one-time code in the query, which the application exchanges for a token.
    Code,
    /// None: the application has moved to OpenID Connect.
    Oidc,
}

/// The legacy settings of an application.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = LegacySettings)]
#[serde(deny_unknown_fields)]
pub struct Legacy {
    /// `appName` of the legacy calls; unique, compared exactly.
    pub app_name: String,
    /// Origins that a callbackUrl may have, each as `scheme://host[:port]`.
    pub callback_origins: Vec<String>,
    /// How the application gets the token.
    #[serde(default)]
    pub mode: LegacyMode,
}

/// SHA-256 of a client secret. Secrets have 32 random characters or more, so a fast hash is safe, and a token request
/// needs no password hash.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SecretHash(String);

impl SecretHash {
    pub fn of(secret: &str) -> Self {
        Self(hashed(secret))
    }

    /// A hash that matches no secret: compared when there is no client, so that the check takes the same time.
    pub(super) fn of_nobody() -> Self {
        Self("-".repeat(43))
    }

    /// The stored characters, for comparison in constant time.
    pub(super) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl std::fmt::Debug for SecretHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SecretHash(…)")
    }
}

/// A relying application. Its serialisation is the `metadata` column: without the fields that are separate columns, and
/// never with a secret (attack 32).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ApplicationMetadata)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "the flags of RFC 7591")]
pub struct Client {
    /// Compared exactly.
    #[serde(skip)]
    pub client_id: String,
    /// Who declared the client.
    #[serde(skip)]
    pub source: Source,
    /// False when the client was disabled or its entry is gone from the file: it is refused everywhere.
    #[serde(skip)]
    pub enabled: bool,
    /// Hashes of its secrets, each of which is valid; several while a secret is being replaced.
    #[serde(skip)]
    pub secret_hashes: Vec<SecretHash>,
    /// The name on the consent page.
    pub name: String,
    /// OpenID Connect or legacy.
    pub kind: Kind,
    /// Loaded only with demo data.
    pub demo: bool,
    /// True for our own applications: people are not asked for consent, except for a program on their own machine.
    pub first_party: bool,
    /// Where it runs.
    pub application_type: ApplicationType,
    /// Where codes may be sent. A request must name one of them exactly; on loopback any port is accepted.
    pub redirect_uris: Vec<String>,
    /// Where a browser may go after logout, compared exactly.
    pub post_logout_redirect_uris: Vec<String>,
    /// Where logout tokens are sent (OpenID Connect Back-Channel Logout 1.0 section 2.2).
    pub backchannel_logout_uri: Option<String>,
    /// True: it is notified when a session ends by sign-out, by another sign-in in its browser or by age. It is always
    /// notified of a disabled account or a changed password.
    pub end_with_session: bool,
    /// Logout tokens must contain `sid`.
    pub backchannel_logout_session_required: bool,
    /// The grants that it may use.
    pub grant_types: Vec<GrantType>,
    /// The response types that it may request.
    pub response_types: Vec<ResponseType>,
    /// The scopes that it may request (attack 29).
    pub scopes: Vec<String>,
    /// How it authenticates. A secret is accepted from the header and from the form, unless the entry is strict.
    pub token_endpoint_auth_method: AuthMethod,
    /// Accepts its secret only by the registered method.
    pub token_endpoint_auth_strict: bool,
    /// The only algorithm of its assertions; `None` allows all that discovery lists.
    pub token_endpoint_auth_signing_alg: Option<String>,
    /// Its public keys, as a JWK Set.
    #[schema(value_type = Option<Object>)]
    pub jwks: Option<Value>,
    /// Where it publishes its public keys.
    pub jwks_uri: Option<String>,
    /// Refuse an authorization request without PKCE. Public clients always need PKCE.
    pub require_pkce: bool,
    /// When it gets refresh tokens.
    pub refresh: RefreshPolicy,
    /// A refresh token can be used once (RFC 9700 section 2.2.2).
    pub rotate_refresh_tokens: bool,
    /// A used refresh token may be repeated once within ten seconds, for an application that lost the answer.
    pub refresh_grace: bool,
    /// `RS256` or `ES256`.
    pub id_token_signed_response_alg: String,
    /// Its ID tokens contain the claims of the granted scopes, as `UserInfo` does.
    pub id_token_claims: bool,
    /// The format of its access tokens.
    pub access_token_format: AccessTokenFormat,
    /// The signature algorithm of its access tokens: `ES256`, which is ten times cheaper and which every resource can
    /// verify with our JWKS, or `RS256`, which every resource must support (RFC 9068 section 4).
    pub access_token_signed_response_alg: String,
    /// Audiences that it may request (RFC 8707); the default is the first.
    pub resources: Vec<String>,
    /// Its access tokens are bound to a DPoP key (RFC 9449 section 5.2).
    pub dpop_bound_access_tokens: bool,
    /// Audiences that it represents: it may introspect every token issued for them (RFC 7662).
    pub serves: Vec<String>,
    /// Access tokens for `serves` are signed, whatever format the requesting client has.
    pub serves_signed: bool,
    /// Origins whose scripts may read the responses of discovery, token and `UserInfo`; only public clients have them.
    pub allowed_origins: Vec<String>,
    /// The picture on the consent page.
    pub logo_uri: Option<String>,
    /// Its home page.
    pub client_uri: Option<String>,
    /// Its privacy policy.
    pub policy_uri: Option<String>,
    /// Its terms of service.
    pub tos_uri: Option<String>,
    /// Where it starts a sign-in by itself (OpenID Connect Core section 4).
    pub initiate_login_uri: Option<String>,
    /// `max_age` in seconds for requests without one.
    pub default_max_age: Option<i64>,
    /// Its ID tokens always contain `auth_time`.
    pub require_auth_time: bool,
    /// Everybody who signs in to it needs a second factor.
    pub require_second_factor: bool,
    /// The people responsible for it.
    pub contacts: Vec<String>,
    /// Lifetime of its access tokens in seconds, 30 to 86400; `None` uses the setting.
    pub access_token_lifetime: Option<i64>,
    /// Who may use it. `None`: its products decide; without products everyone may.
    pub access: Option<Access>,
    /// The groups of a person that it gets with scope `groups`.
    pub groups_claim: GroupsClaim,
    /// Its settings as a legacy application.
    pub legacy: Option<Legacy>,
}

impl Default for Client {
    fn default() -> Self {
        Self {
            client_id: String::new(),
            source: Source::default(),
            enabled: true,
            secret_hashes: Vec::new(),
            name: String::new(),
            kind: Kind::default(),
            demo: false,
            first_party: false,
            application_type: ApplicationType::default(),
            redirect_uris: Vec::new(),
            post_logout_redirect_uris: Vec::new(),
            backchannel_logout_uri: None,
            end_with_session: true,
            backchannel_logout_session_required: true,
            grant_types: vec![GrantType::AuthorizationCode],
            response_types: vec![ResponseType::Code],
            scopes: vec!["openid".to_owned()],
            token_endpoint_auth_method: AuthMethod::default(),
            token_endpoint_auth_strict: false,
            token_endpoint_auth_signing_alg: None,
            jwks: None,
            jwks_uri: None,
            require_pkce: false,
            refresh: RefreshPolicy::default(),
            rotate_refresh_tokens: true,
            refresh_grace: false,
            id_token_signed_response_alg: "RS256".to_owned(),
            id_token_claims: false,
            access_token_format: AccessTokenFormat::default(),
            access_token_signed_response_alg: "ES256".to_owned(),
            resources: Vec::new(),
            dpop_bound_access_tokens: false,
            serves: Vec::new(),
            serves_signed: false,
            allowed_origins: Vec::new(),
            logo_uri: None,
            client_uri: None,
            policy_uri: None,
            tos_uri: None,
            initiate_login_uri: None,
            default_max_age: None,
            require_auth_time: false,
            require_second_factor: false,
            contacts: Vec::new(),
            access_token_lifetime: None,
            access: None,
            groups_claim: GroupsClaim::default(),
            legacy: None,
        }
    }
}

impl Client {
    /// A client that cannot keep a secret (RFC 6749 section 2.1).
    pub fn is_public(&self) -> bool {
        self.token_endpoint_auth_method == AuthMethod::None
    }

    /// The fields of the `metadata` column, by their names.
    pub(super) fn metadata(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(members)) => members,
            _ => Map::new(),
        }
    }

    /// True if it has rights that only a super administrator may give: no consent page, other audiences, introspection
    /// of tokens for other clients, or launch tokens at its origins.
    pub fn is_trusted(&self) -> bool {
        self.trust() != Self::default().trust()
    }

    /// The fields of [`Client::is_trusted`].
    pub(super) fn trust(&self) -> impl PartialEq + use<> {
        let audiences = (self.resources.clone(), self.serves.clone());
        let origins = self.callback_origins();
        (self.first_party, audiences, self.serves_signed, origins)
    }

    /// The origins that launch tokens may go to.
    pub(super) fn callback_origins(&self) -> Vec<String> {
        let legacy = self.legacy.as_ref();
        legacy.map_or_else(Vec::new, |legacy| legacy.callback_origins.clone())
    }

    /// True if a page asks people before a launch token first goes to one of its origins: the operator has not declared it
    /// in `clients.toml`.
    pub fn asks_before_launch(&self) -> bool {
        self.source != Source::File && !self.first_party
    }

    /// True when it may authenticate by `method`. A secret is accepted from the
    /// header and from the form, because libraries differ and discovery lists both, unless the entry is strict. A
    /// secret never replaces a key, and no authentication never replaces a secret.
    pub fn may_prove_by(&self, method: AuthMethod) -> bool {
        let registered = self.token_endpoint_auth_method;
        let either = !self.token_endpoint_auth_strict && registered.has_secret();
        method == registered || (either && method.has_secret())
    }

    /// The methods of [`Client::may_prove_by`], for the log.
    pub fn expected_proof(&self) -> &'static str {
        let registered = self.token_endpoint_auth_method;
        if registered.has_secret() && !self.token_endpoint_auth_strict {
            return "client_secret_basic or client_secret_post";
        }
        registered.as_str()
    }

    /// Public clients always need PKCE (RFC 9700 section 2.1.1).
    pub fn needs_pkce(&self) -> bool {
        self.require_pkce || self.is_public()
    }

    pub fn may_use(&self, grant: GrantType) -> bool {
        self.grant_types.contains(&grant)
    }

    /// True when it may request `scope` (attack 29).
    pub fn may_ask(&self, scope: &str) -> bool {
        self.scopes.iter().any(|known| known == scope)
    }

    /// The registered redirect URI that `asked` means (RFC 6749 section 3.1.2.3).
    pub fn redirect_uri(&self, asked: &str) -> Option<&str> {
        self.redirect_uris
            .iter()
            .find(|registered| super::same_redirect(registered, asked, self.application_type))
            .map(String::as_str)
    }

    /// True when consent is needed at each sign-in: the client has no secret, and any program on the person's machine
    /// could listen at `redirect_uri` (RFC 8252 section 8.6). `own` is our public URL.
    pub fn asks_each_time(&self, redirect_uri: &str, own: &url::Url) -> bool {
        self.is_public() && super::redirect::is_native(redirect_uri, own)
    }

    /// True when a browser may go to `asked` after logout: compared exactly (OpenID Connect RP-Initiated Logout 1.0
    /// section 3).
    pub fn post_logout_redirect(&self, asked: &str) -> bool {
        self.post_logout_redirect_uris
            .iter()
            .any(|registered| registered == asked)
    }

    /// The `appName` of the legacy calls, also for an application that has moved to OpenID Connect.
    pub fn app_name(&self) -> Option<&str> {
        self.legacy.as_ref().map(|legacy| legacy.app_name.as_str())
    }

    /// True when people sign in to it through this server: with a code or a launch token.
    pub fn signs_people_in(&self) -> bool {
        self.launches().is_some()
            || (self.kind == Kind::Oidc && self.may_use(GrantType::AuthorizationCode))
    }

    /// The legacy settings, while they are still in use.
    pub fn launches(&self) -> Option<&Legacy> {
        self.legacy
            .as_ref()
            .filter(|legacy| self.enabled && legacy.mode != LegacyMode::Oidc)
    }
}
