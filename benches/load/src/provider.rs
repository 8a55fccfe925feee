//! A running provider, found by discovery, and the requests to it.

use std::collections::HashSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use url::Url;
use url::form_urlencoded::Serializer;

use crate::browser::Browser;
use crate::http::{Connection, Result, request};

/// Where the browser is sent with its code. No server listens there.
pub const CALLBACK: &str = "http://127.0.0.1:9999/callback";
/// The client of all lines but one.
pub const CLIENT: (&str, &str) = ("demo-app", "demo-app-secret-0123456789abcdef");
/// The client with access tokens signed with ES256 (RFC 9068).
pub const JWT_CLIENT: (&str, &str) = ("bench-jwt", "bench-jwt-secret-0123456789abcdef");
/// The client that asks for a second factor, which people add in the sign-in.
pub const MFA_CLIENT: (&str, &str) = ("bench-mfa", "bench-mfa-secret-0123456789abcdef");
/// The client whose ID tokens are signed with ES256.
pub const ES256_CLIENT: (&str, &str) = ("bench-es256", "bench-es256-secret-0123456789abcdef");
const ACCOUNT: (&str, &str) = ("DanMember", "Atrium2026*");
const SCOPE: &str = "openid profile email";

/// The addresses of a provider.
#[derive(Clone)]
pub struct Provider {
    /// Scheme, host and port of its issuer.
    pub origin: Url,
    /// `host:port` of its address.
    pub authority: String,
    /// The authorization endpoint.
    pub authorize: Url,
    /// The path of the token endpoint.
    pub token: String,
    userinfo: String,
    introspect: String,
    /// Who asks for the tokens of people.
    client: (&'static str, &'static str),
}

/// The tokens from a code.
pub struct Tokens {
    pub access: String,
    pub refresh: Option<String>,
}

impl Provider {
    /// Reads the discovery document of the provider at `origin`.
    pub async fn discover(origin: &str) -> Result<Self> {
        let authority = Url::parse(origin)?.authority().to_owned();
        let mut connection = Connection::open(&authority).await?;
        let asked = discovery_request(&authority);
        let found = connection.send(&asked).await?.json(200)?;
        let url = |name: &str| -> Result<Url> {
            let text = found[name]
                .as_str()
                .ok_or_else(|| format!("discovery has no {name}"))?;
            Ok(Url::parse(text)?)
        };
        let path = |name: &str| url(name).map(|url| url.path().to_owned());
        Ok(Self {
            authorize: url("authorization_endpoint")?,
            token: path("token_endpoint")?,
            userinfo: path("userinfo_endpoint")?,
            introspect: path("introspection_endpoint")?,
            client: CLIENT,
            origin: url("issuer")?,
            authority,
        })
    }

    /// This provider, with another client for people's tokens.
    pub fn with_client(&self, client: (&'static str, &'static str)) -> Self {
        Self {
            client,
            ..self.clone()
        }
    }

    /// Fetches `/` and, recursively, all files that it names, as browsers that visit the whole portal do. Returns their
    /// number, which is 0 without a portal.
    pub async fn visit_portal(&self) -> Result<usize> {
        let mut connection = self.connect().await?;
        let mut fetched = HashSet::new();
        let mut wanted = vec!["/".to_owned()];
        while let Some(path) = wanted.pop() {
            let accepted = [("accept", "text/html,*/*"), ("accept-encoding", "identity")];
            let asked = request("GET", &self.authority, &path, &accepted, None);
            let answer = connection.send(&asked).await?;
            if answer.status != 200 {
                continue;
            }
            let text = answer.text();
            let names = text.split(['"', '\'', '`', '(', ')']).filter_map(asset);
            fetched.insert(path);
            wanted.extend(names);
            wanted.retain(|name| !fetched.contains(name));
        }
        Ok(fetched.len().saturating_sub(1))
    }

    pub async fn connect(&self) -> Result<Connection> {
        Connection::open(&self.authority).await
    }

    pub fn discovery(&self) -> Vec<u8> {
        discovery_request(&self.authority)
    }

    pub fn userinfo(&self, access: &str) -> Vec<u8> {
        let bearer = format!("Bearer {access}");
        request(
            "GET",
            &self.authority,
            &self.userinfo,
            &[("authorization", &bearer)],
            None,
        )
    }

    pub fn token(&self, client: (&str, &str), form: &[(&str, &str)]) -> Vec<u8> {
        self.post(&self.token, client, form)
    }

    pub fn introspect(&self, token: &str) -> Vec<u8> {
        self.post(&self.introspect, CLIENT, &[("token", token)])
    }

    /// The authorization request of a sign-in. With `offline` it asks for a refresh token.
    pub fn authorize(&self, offline: bool) -> Url {
        let mut url = self.authorize.clone();
        let mut query = url.query_pairs_mut();
        query
            .append_pair("response_type", "code")
            .append_pair("client_id", self.client.0);
        query
            .append_pair("redirect_uri", CALLBACK)
            .append_pair("state", "af0ifjsldkj");
        query.append_pair("nonce", "n-0S6_WzA2Mj");
        if offline {
            query.append_pair("scope", &format!("{SCOPE} offline_access"));
            query.append_pair("prompt", "consent");
        } else {
            query.append_pair("scope", SCOPE);
        }
        drop(query);
        url
    }

    /// The request that exchanges the code in a callback address.
    pub fn exchange(&self, callback: &Url) -> Result<Vec<u8>> {
        let code = code_in(callback)?;
        let form = [
            ("grant_type", "authorization_code"),
            ("code", &code),
            ("redirect_uri", CALLBACK),
        ];
        Ok(self.token(self.client, &form))
    }

    /// The request that exchanges a refresh token.
    pub fn refresh(&self, token: &str) -> Vec<u8> {
        let form = [("grant_type", "refresh_token"), ("refresh_token", token)];
        self.token(self.client, &form)
    }

    /// A new browser.
    pub async fn browser(&self) -> Result<Browser> {
        Browser::new(&self.authority, &self.origin).await
    }

    /// The browser of a person who has signed in.
    pub async fn signed_in(&self) -> Result<Browser> {
        let mut browser = self.browser().await?;
        self.sign_in(&mut browser, false).await?;
        Ok(browser)
    }

    pub async fn sign_in(&self, browser: &mut Browser, offline: bool) -> Result<Url> {
        browser
            .sign_in(self.authorize(offline), CALLBACK, ACCOUNT.0, ACCOUNT.1)
            .await
    }

    pub async fn tokens(&self, offline: bool) -> Result<Tokens> {
        let mut browser = self.browser().await?;
        let callback = self.sign_in(&mut browser, offline).await?;
        let mut connection = self.connect().await?;
        let reply = connection
            .send(&self.exchange(&callback)?)
            .await?
            .json(200)?;
        tokens(&reply)
    }

    fn post(&self, path: &str, (id, secret): (&str, &str), form: &[(&str, &str)]) -> Vec<u8> {
        let basic = format!("Basic {}", STANDARD.encode(format!("{id}:{secret}")));
        let body = Serializer::new(String::new()).extend_pairs(form).finish();
        request(
            "POST",
            &self.authority,
            path,
            &[("authorization", &basic)],
            Some(&body),
        )
    }
}

/// The code in a callback address.
pub fn code_in(callback: &Url) -> Result<String> {
    let code = callback.query_pairs().find(|(name, _)| name == "code");
    let (_, code) = code.ok_or_else(|| format!("no code in {callback}"))?;
    Ok(code.into_owned())
}

/// The tokens in a response of the token endpoint.
pub fn tokens(reply: &Value) -> Result<Tokens> {
    let access = reply["access_token"]
        .as_str()
        .ok_or("no access token")?
        .to_owned();
    Ok(Tokens {
        access,
        refresh: reply["refresh_token"].as_str().map(str::to_owned),
    })
}

fn discovery_request(authority: &str) -> Vec<u8> {
    request(
        "GET",
        authority,
        "/.well-known/openid-configuration",
        &[],
        None,
    )
}

/// The path of a built file that a page or script names as `/assets/x`, `assets/x` or `./x`.
fn asset(name: &str) -> Option<String> {
    let file = ["/assets/", "assets/", "./"]
        .iter()
        .find_map(|before| name.strip_prefix(before))?;
    let built = [".js", ".css", ".woff2", ".svg"]
        .iter()
        .any(|end| file.ends_with(end));
    let plain = file
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
    (built && plain).then(|| format!("/assets/{file}"))
}
