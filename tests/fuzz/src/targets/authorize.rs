//! Authorization requests (RFC 6749 section 4.1.1, OpenID Connect Core 3.1.2.1).

use std::sync::LazyLock;

use atrium::clients::{Client, file};
use atrium::config::{PublicUrl, Secret, SecretPlace};
use atrium::http::params::{Params, with_query};
use atrium::oidc::authorize::request::{AuthorizeRequest, ResponseMode};
use atrium::oidc::authorize::rules::{self, Endpoint};
use url::form_urlencoded::Serializer;
use url::{Host, Url};

use crate::case::note_accepted;
use crate::tokens::ISSUER;

/// A web application, and a program on the person's machine.
const FILE: &str = r#"
[[client]]
client_id = "web"
name = "Web"
secret = "a secret of thirty-two characters"
redirect_uris = ["https://app.example.com/callback?tenant=1"]
resources = ["https://api.example.com"]

[[client]]
client_id = "native"
name = "Native"
application_type = "native"
token_endpoint_auth_method = "none"
redirect_uris = ["http://127.0.0.1/callback", "http://localhost:8081/callback", "com.example.app:/callback"]
"#;

static CLIENTS: LazyLock<Vec<Client>> = LazyLock::new(|| {
    let url: PublicUrl = ISSUER.parse().expect("an address");
    let no_secret = |_: &SecretPlace| Err::<Secret, _>("there is none".to_owned());
    file::parse(FILE, &url, &no_secret).expect("a file of clients")
});

/// A query or a form.
pub fn run(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let Ok(params) = Params::parse(&text) else {
        return;
    };
    same_again(&params);
    for client in CLIENTS.iter() {
        let asked = params.get("redirect_uri").unwrap_or_default();
        if let Some(registered) = client.redirect_uri(asked) {
            is_same_place(registered, asked);
        }
        let request = AuthorizeRequest::read(&params, &client.redirect_uris[0], true);
        comes_back(&request);
        let _ = rules::check(Endpoint::Resume, &request, client);
        if rules::check(Endpoint::Authorize, &request, client).is_ok() {
            keeps_the_rules(&request, &params, client);
        }
    }
}

/// What was read is written and read again.
fn same_again(params: &Params) {
    let pairs = params.pairs();
    assert!(pairs.len() <= 100);
    assert!(
        pairs
            .iter()
            .all(|(name, value)| !name.contains('\0') && !value.contains('\0'))
    );
    let written = Serializer::new(String::new()).extend_pairs(pairs).finish();
    assert_eq!(Params::parse(&written).as_ref(), Ok(params));
}

/// Only a program on the person's machine may choose something, its port.
fn is_same_place(registered: &str, asked: &str) {
    if registered == asked {
        return;
    }
    let [registered, asked] = [registered, asked].map(|uri| Url::parse(uri).expect("an address"));
    let is_loopback = match asked.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    assert!(is_loopback, "{asked}");
    let parts = |url: &Url| {
        let mut url = url.clone();
        url.set_port(None).expect("a host");
        url
    };
    assert_eq!(parts(&registered), parts(&asked));
    assert!(asked.username().is_empty() && asked.password().is_none());
}

/// `state` reaches the client unchanged, at the redirect URI.
fn comes_back(request: &AuthorizeRequest) {
    let state = request.state.as_deref().unwrap_or_default();
    let address = with_query(&request.redirect_uri, &[("state", state), ("iss", ISSUER)]);
    let (registered, address) = (Url::parse(&request.redirect_uri), Url::parse(&address));
    let (registered, address) = (
        registered.expect("an address"),
        address.expect("an address"),
    );
    assert_eq!(address.origin(), registered.origin());
    assert_eq!(address.path(), registered.path());
    let pairs: Vec<_> = address.query_pairs().collect();
    let [.., (name, value), (last, issuer)] = &pairs[..] else {
        panic!("the pairs are missing in {address}");
    };
    assert_eq!((&**name, &**value), ("state", state));
    assert_eq!((&**last, &**issuer), ("iss", ISSUER));
}

fn keeps_the_rules(request: &AuthorizeRequest, params: &Params, client: &Client) {
    note_accepted();
    let mut names: Vec<_> = params.pairs().iter().map(|(name, _)| name).collect();
    names.retain(|name| *name != "resource");
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    for name in ["request", "request_uri", "registration"] {
        assert_eq!(params.get(name), None);
    }
    assert_eq!(params.get("response_type"), Some("code"));
    let mode = params.get("response_mode");
    assert!(
        matches!(mode, None | Some("query" | "form_post")),
        "{mode:?}"
    );
    let is_form = request.response_mode == ResponseMode::FormPost;
    assert_eq!(is_form, mode == Some("form_post"));
    assert_eq!(request.state.as_deref(), params.get("state"));
    assert!(
        request
            .state
            .as_ref()
            .is_none_or(|state| state.len() <= rules::STATE_MAX)
    );
    assert!(
        request
            .scope
            .iter()
            .all(|scope| scope.bytes().all(|byte| byte.is_ascii_graphic()))
    );
    assert!(request.max_age_seconds().is_none_or(|age| age >= 0));
    assert!(
        request
            .resources
            .iter()
            .all(|one| client.resources.contains(one))
    );
    match params.get("code_challenge") {
        Some(challenge) => {
            assert_eq!(challenge.len(), 43);
            assert_eq!(params.get("code_challenge_method"), Some("S256"));
        }
        None => assert!(!client.needs_pkce()),
    }
}
