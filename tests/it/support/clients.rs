//! The applications that every test server knows.

use std::sync::OnceLock;

use super::jose::TestKey;

/// The secret of every confidential client.
pub const SECRET: &str = "a-test-secret-of-forty-characters-000001";
/// The redirect URI of clients that do not need their own.
pub const CALLBACK: &str = "http://localhost:9100/callback";
/// The redirect URI of public clients. No other program on the person's machine can listen on it.
pub const PUBLIC_CALLBACK: &str = "https://public.example/callback";

/// The key of the client `pkjwt`. A test run makes it once.
pub fn assertion_key() -> &'static TestKey {
    static KEY: OnceLock<TestKey> = OnceLock::new();
    KEY.get_or_init(TestKey::es256)
}

pub fn text() -> String {
    let jwk = assertion_key().named("pkjwt-1");
    let member = |name: &str| jwk[name].as_str().unwrap().to_owned();
    let (x, y) = (member("x"), member("y"));
    let scopes = r#"["openid", "profile", "email", "address", "phone", "offline_access"]"#;
    format!(
        r#"
# Trusted: no consent page stands between a signed-in browser and its code.
[[client]]
client_id = "basic"
name = "Basic"
first_party = true
secret = "{SECRET}"
redirect_uris = ["{CALLBACK}"]
post_logout_redirect_uris = ["http://localhost:9100/"]
backchannel_logout_uri = "http://localhost:9100/backchannel-logout"
grant_types = ["authorization_code", "refresh_token", "client_credentials"]
scopes = {scopes}

# Not trusted, and with two redirect URIs: it asks for consent and must name one.
[[client]]
client_id = "asking"
name = "Asking <b>app</b>"
secret = "{SECRET}"
redirect_uris = ["{CALLBACK}", "http://localhost:9100/other?kept=a%20b"]
post_logout_redirect_uris = ["http://localhost:9100/"]
grant_types = ["authorization_code", "refresh_token"]
scopes = {scopes}

[[client]]
client_id = "post"
name = "Post"
first_party = true
token_endpoint_auth_method = "client_secret_post"
secret = "{SECRET}"
redirect_uris = ["{CALLBACK}"]
grant_types = ["authorization_code", "refresh_token"]
scopes = {scopes}

# Held to the method that its entry names.
[[client]]
client_id = "strict"
name = "Strict"
first_party = true
token_endpoint_auth_strict = true
secret = "{SECRET}"
redirect_uris = ["{CALLBACK}"]
scopes = ["openid"]

[[client]]
client_id = "strict-post"
name = "Strict in the form"
first_party = true
token_endpoint_auth_method = "client_secret_post"
token_endpoint_auth_strict = true
secret = "{SECRET}"
redirect_uris = ["{CALLBACK}"]
scopes = ["openid"]

# Reads nothing but its ID token.
[[client]]
client_id = "id-token-only"
name = "Never asks UserInfo"
first_party = true
id_token_claims = true
secret = "{SECRET}"
redirect_uris = ["{CALLBACK}"]
grant_types = ["authorization_code", "refresh_token"]
scopes = {scopes}

[[client]]
client_id = "pkjwt"
name = "Assertion"
first_party = true
token_endpoint_auth_method = "private_key_jwt"
redirect_uris = ["{CALLBACK}"]
grant_types = ["authorization_code", "client_credentials"]
scopes = ["openid", "reports"]
[client.jwks]
keys = [{{ kty = "EC", crv = "P-256", kid = "pkjwt-1", x = "{x}", y = "{y}" }}]

[[client]]
client_id = "spa"
name = "Public"
first_party = true
token_endpoint_auth_method = "none"
redirect_uris = ["{PUBLIC_CALLBACK}"]
grant_types = ["authorization_code", "refresh_token"]
scopes = {scopes}
allowed_origins = ["http://localhost:9100"]

# The portal, as `clients.toml` declares it.
[[client]]
client_id = "portal"
name = "Atrium"
first_party = true
token_endpoint_auth_method = "none"
dpop_bound_access_tokens = true
redirect_uris = ["{{public_url}}/callback"]
grant_types = ["authorization_code", "refresh_token"]
refresh = "session"
scopes = ["openid", "profile", "email"]
resources = ["{{public_url}}/api/security"]

# As the portal is, and it asks for the portal's audience too.
[[client]]
client_id = "bound"
name = "Bound"
first_party = true
token_endpoint_auth_method = "none"
dpop_bound_access_tokens = true
redirect_uris = ["{PUBLIC_CALLBACK}"]
grant_types = ["authorization_code", "refresh_token"]
refresh = "session"
scopes = ["openid", "profile", "email"]
resources = ["{{public_url}}/api/security"]
allowed_origins = ["http://localhost:9100"]

[[client]]
client_id = "jwt"
name = "Signed tokens"
first_party = true
secret = "{SECRET}"
redirect_uris = ["{CALLBACK}"]
grant_types = ["authorization_code", "refresh_token", "client_credentials"]
access_token_format = "jwt"
scopes = ["openid", "profile", "email", "offline_access", "reports"]
resources = ["https://reports.example", "https://archive.example"]

# Serves what others ask for, and reads tokens by itself.
[[client]]
client_id = "reader"
name = "Reader"
secret = "{SECRET}"
grant_types = ["client_credentials"]
serves = ["https://signed.example"]
serves_signed = true

[[client]]
client_id = "for-reader"
name = "Opaque but for the reader"
first_party = true
secret = "{SECRET}"
redirect_uris = ["{CALLBACK}"]
grant_types = ["authorization_code", "client_credentials"]
scopes = ["openid", "reports"]
resources = ["https://reports.example", "https://signed.example"]

# Its resources know what RFC 9068 section 4 obliges them to, and no more.
[[client]]
client_id = "jwt-rsa"
name = "Signed with RSA"
first_party = true
secret = "{SECRET}"
redirect_uris = ["{CALLBACK}"]
grant_types = ["authorization_code", "refresh_token", "client_credentials"]
access_token_format = "jwt"
access_token_signed_response_alg = "RS256"
scopes = ["openid", "profile", "email", "offline_access", "reports"]
resources = ["https://reports.example", "https://archive.example"]

[[client]]
client_id = "es256"
name = "Elliptic"
first_party = true
secret = "{SECRET}"
redirect_uris = ["{CALLBACK}"]
id_token_signed_response_alg = "ES256"
scopes = {scopes}

# Keeps its refresh token, as FAPI wants.
[[client]]
client_id = "steady"
name = "Steady"
first_party = true
secret = "{SECRET}"
redirect_uris = ["{CALLBACK}"]
grant_types = ["authorization_code", "refresh_token"]
rotate_refresh_tokens = false
refresh = "session"
scopes = {scopes}

# Acts for itself alone.
[[client]]
client_id = "machine"
name = "Machine"
secret = "{SECRET}"
grant_types = ["client_credentials"]
scopes = ["reports", "archive"]

[[client]]
client_id = "native"
name = "Native"
first_party = true
application_type = "native"
token_endpoint_auth_method = "none"
redirect_uris = ["http://127.0.0.1/callback", "com.example.app:/callback"]
scopes = ["openid"]

# Not trusted, and on the person's own machine; only desk.example is an address that it alone can have.
[[client]]
client_id = "desk"
name = "Desk"
application_type = "native"
token_endpoint_auth_method = "none"
redirect_uris = ["http://127.0.0.1/callback", "http://[::1]/callback", "http://localhost/callback",
    "com.example.desk:/callback", "https://desk.example/callback", "https://localhost./callback",
    "https://0.0.0.0/callback", "https://[::ffff:7f00:1]/callback"]
grant_types = ["authorization_code", "refresh_token"]
scopes = {scopes}

[[client]]
client_id = "aged"
name = "Wants a fresh sign-in"
first_party = true
secret = "{SECRET}"
redirect_uris = ["{CALLBACK}"]
default_max_age = 600
require_auth_time = true
scopes = ["openid"]

[[client]]
client_id = "guarded"
name = "Guarded"
first_party = true
secret = "{SECRET}"
redirect_uris = ["{CALLBACK}"]
require_second_factor = true
scopes = ["openid"]

[[client]]
client_id = "old-guarded"
name = "Guarded legacy application"
kind = "legacy"
require_second_factor = true
[client.legacy]
app_name = "OLDGUARDED"
callback_origins = ["http://localhost:9202"]

[[client]]
client_id = "old"
name = "Legacy application"
kind = "legacy"
[client.legacy]
app_name = "OLD"
callback_origins = ["http://localhost:9200"]

[[client]]
client_id = "old-code"
name = "Legacy application that exchanges a code"
kind = "legacy"
[client.legacy]
app_name = "OLDCODE"
callback_origins = ["http://localhost:9201"]
mode = "code"
"#
    )
}
