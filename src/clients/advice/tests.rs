use std::io;
use std::net::IpAddr;
use std::sync::Arc;

use futures_util::future::BoxFuture;

use super::*;
use crate::clients::file::parse;
use crate::outbound::Lookup;

/// Knows three names.
struct Names;

impl Lookup for Names {
    fn lookup(&self, name: String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
        Box::pin(async move {
            let address = match name.as_str() {
                "app.example.com" => "1.1.1.1",
                "inner.example.com" => "10.1.2.3",
                "allowed.example.com" => "10.9.9.9",
                _ => return Err(io::ErrorKind::NotFound.into()),
            };
            Ok(vec![address.parse().unwrap()])
        })
    }
}

async fn advice(public_url: &str, lines: &str) -> Vec<Advice> {
    let allow = ["10.9.0.0/16".to_owned(), "127.0.0.1:8081".to_owned()];
    let outbound = Outbound::with_lookup(&allow, None, Arc::new(Names)).unwrap();
    let public_url = public_url.parse().unwrap();
    let text = format!("[[client]]\nclient_id = \"app\"\n{lines}\n");
    let clients = parse(&text, &public_url, &|_| Err("names nothing".to_owned())).unwrap();
    let adviser = Adviser {
        outbound: &outbound,
        public_url: &public_url,
    };
    adviser.advise(&clients).await
}

const SECRET: &str = "secret = \"0123456789abcdef0123456789abcdef\"\n";
const GOOD: &str = "secret = \"0123456789abcdef0123456789abcdef\"\n\
    redirect_uris = [\"https://app.example.com/cb\"]\n";

/// Lines of an entry, and the expected key, words and fix.
type Advised = (&'static str, &'static str, &'static str, &'static str);

async fn advises(rows: &[Advised]) {
    for (lines, key, words, fix) in rows {
        let found = advice("https://sso.example.com", &format!("{GOOD}{lines}")).await;
        let [one] = &found[..] else {
            panic!("{lines}: {found:?}");
        };
        assert_eq!(one.key, *key, "{lines}");
        assert!(one.words.contains(words), "{lines}: {one}");
        assert!(one.fix.contains(fix), "{lines}: {}", one.fix);
        let shown = one.to_string();
        assert!(shown.starts_with("client \"app\": "), "{shown}");
    }
}

/// Every unusable address is reported with its fix.
#[tokio::test]
async fn each_unusable_address_is_reported() {
    let native = "token_endpoint_auth_method = \"none\"\napplication_type = \"native\"\n\
        redirect_uris = [\"http://127.0.0.1/cb\"]";
    assert_eq!(advice("https://sso.example.com", native).await, []);
    advises(&[
        (
            "backchannel_logout_uri = \"https://10.0.0.5/out\"",
            "backchannel_logout_uri",
            "leads into a private network that is not in outbound.allow",
            "add \"10.0.0.5\" to outbound.allow",
        ),
        (
            "backchannel_logout_uri = \"https://inner.example.com:8443/out\"",
            "backchannel_logout_uri",
            "leads into a private network",
            "add \"inner.example.com:8443\" to outbound.allow",
        ),
        (
            "backchannel_logout_uri = \"http://localhost:8081/out\"",
            "backchannel_logout_uri",
            "is not https, and its host is not in outbound.allow",
            "use https, or add \"localhost:8081\" to outbound.allow",
        ),
        (
            "backchannel_logout_uri = \"http://127.0.0.1:8081/out\"",
            "backchannel_logout_uri",
            "is http: anybody on the network can read",
            "use https",
        ),
        (
            "logo_uri = \"http://localhost/logo.png\"",
            "logo_uri",
            "browsers do not load it",
            "use an https address",
        ),
        (
            "logo_uri = \"https://localhost/logo.png\"",
            "logo_uri",
            "is loopback",
            "use an https address",
        ),
        (
            "logo_uri = \"https://inner.example.com/logo.png\"",
            "logo_uri",
            "leads into a private network",
            "may be named in outbound.allow",
        ),
        (
            "post_logout_redirect_uris = [\"http://localhost:8081/\"]",
            "post_logout_redirect_uris",
            "is http on loopback",
            "application_type = \"native\"",
        ),
        (
            "initiate_login_uri = \"http://localhost:8081/login\"",
            "initiate_login_uri",
            "is http on loopback",
            "use the https address",
        ),
    ])
    .await;
    let with_key = "token_endpoint_auth_method = \"private_key_jwt\"\n\
        redirect_uris = [\"https://app.example.com/cb\"]\njwks_uri = \"https://[fd00::1]/jwks\"";
    let found = advice("https://sso.example.com", with_key).await;
    assert_eq!((found.len(), found[0].key), (1, "jwks_uri"));
    assert_eq!(found[0].fix, "add \"[fd00::1]\" to outbound.allow");
}

/// So are unusable scopes, grants and claims.
#[tokio::test]
async fn each_unusable_scope_is_reported() {
    advises(&[
        (
            "scopes = [\"openid\", \"offline_access\"]",
            "scopes",
            "grant_types has no refresh_token",
            "add \"refresh_token\" to grant_types",
        ),
        (
            "grant_types = [\"authorization_code\", \"refresh_token\"]",
            "grant_types",
            "scopes has no offline_access",
            "set refresh = \"session\"",
        ),
        (
            "scopes = [\"openid\", \"e-mail\"]",
            "scopes",
            "has \"e-mail\", which Atrium does not know",
            "use one of openid, profile, email, address, phone, groups, offline_access",
        ),
        (
            "id_token_claims = true\nscopes = [\"openid\", \"profile\"]",
            "id_token_claims",
            "each ID token carries the claims of profile",
            "keep it for a program that never asks UserInfo",
        ),
        (
            "id_token_claims = true",
            "id_token_claims",
            "no scope of the entry gives a claim",
            "add profile",
        ),
    ])
    .await;
}

/// A correct entry gets no advice.
#[tokio::test]
async fn a_sound_entry_is_left_alone() {
    let whole = "redirect_uris = [\"https://app.example.com/cb\"]\n\
        backchannel_logout_uri = \"https://allowed.example.com/out\"\n\
        logo_uri = \"https://app.example.com/logo.png\"\n\
        grant_types = [\"authorization_code\", \"refresh_token\"]\n\
        scopes = [\"openid\", \"profile\", \"offline_access\"]";
    let api = "redirect_uris = [\"https://app.example.com/cb\"]\nscopes = [\"openid\", \"reports\"]\n\
        resources = [\"https://reports.example.com\"]\n\
        backchannel_logout_uri = \"https://unknown.example.com/out\"";
    let machine = "grant_types = [\"client_credentials\"]\nscopes = [\"reports\"]";
    let session = "redirect_uris = [\"https://app.example.com/cb\"]\nrefresh = \"session\"\n\
        grant_types = [\"authorization_code\", \"refresh_token\"]";
    for lines in [whole, api, machine, session] {
        let found = advice("https://sso.example.com", &format!("{SECRET}{lines}")).await;
        assert_eq!(found, [], "{lines}");
    }
    // The users of a server on loopback are on the same machine.
    let trial = "redirect_uris = [\"http://localhost:8081/cb\"]\n\
        post_logout_redirect_uris = [\"http://localhost:8081/\"]\n\
        backchannel_logout_uri = \"http://127.0.0.1:8081/out\"\n\
        logo_uri = \"http://localhost:8081/logo.png\"";
    let found = advice("http://localhost:8080", &format!("{SECRET}{trial}")).await;
    assert_eq!(found, []);
    let demo = format!("{GOOD}demo = true\nscopes = [\"openid\", \"e-mail\"]");
    assert_eq!(advice("https://sso.example.com", &demo).await, []);
    assert_eq!(advice("http://localhost:8080", &demo).await.len(), 1);
}
