//! Discovery and JWKS (OpenID Connect Discovery 1.0, RFC 8414, RFC 7517).

use std::collections::HashSet;

use axum::body::Body;
use hyper::Request;
use serde_json::Value;

use crate::support::app::{ISSUER, TestApp};

const OPENID: &str = "/.well-known/openid-configuration";

/// Every name that the document has. IANA's registry "OAuth Authorization Server Metadata" has them, or
/// the OpenID Foundation defines them (`prompt_values_supported`: Initiating User Registration 1.0).
const REGISTERED: &[&str] = &[
    "acr_values_supported",
    "authorization_endpoint",
    "authorization_response_iss_parameter_supported",
    "backchannel_logout_session_supported",
    "backchannel_logout_supported",
    "claim_types_supported",
    "claims_parameter_supported",
    "claims_supported",
    "code_challenge_methods_supported",
    "display_values_supported",
    "dpop_signing_alg_values_supported",
    "end_session_endpoint",
    "grant_types_supported",
    "id_token_signing_alg_values_supported",
    "introspection_endpoint",
    "introspection_endpoint_auth_methods_supported",
    "introspection_endpoint_auth_signing_alg_values_supported",
    "issuer",
    "jwks_uri",
    "prompt_values_supported",
    "request_parameter_supported",
    "request_uri_parameter_supported",
    "require_request_uri_registration",
    "response_modes_supported",
    "response_types_supported",
    "revocation_endpoint",
    "revocation_endpoint_auth_methods_supported",
    "revocation_endpoint_auth_signing_alg_values_supported",
    "scopes_supported",
    "subject_types_supported",
    "token_endpoint",
    "token_endpoint_auth_methods_supported",
    "token_endpoint_auth_signing_alg_values_supported",
    "ui_locales_supported",
    "userinfo_endpoint",
];

async fn document(app: &TestApp) -> Value {
    let answer = app.get(OPENID).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), "application/json");
    answer.json()
}

/// The handbook lists every endpoint of the document, and no other.
#[tokio::test]
async fn the_handbook_lists_every_endpoint() {
    let app = TestApp::start().await;
    let document = document(&app).await;
    let handbook = include_str!("../../../docs/relying-apps.md");
    let listed: Vec<(&str, String)> = handbook
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split_once(" | `/oauth2/"))
        .map(|(name, rest)| {
            let path = rest.trim_end_matches("` |");
            (name, format!("{ISSUER}/oauth2/{path}"))
        })
        .collect();
    let endpoints = document.as_object().unwrap().iter();
    let endpoints =
        endpoints.filter(|(name, _)| name.ends_with("_endpoint") || *name == "jwks_uri");
    let mut expected: Vec<(&str, String)> = endpoints
        .map(|(name, address)| (name.as_str(), address.as_str().unwrap().to_owned()))
        .collect();
    let mut found = listed;
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
}

fn holds(document: &Value, member: &str, wanted: &[&str]) {
    let list = document[member]
        .as_array()
        .unwrap_or_else(|| panic!("{member}"));
    for value in wanted {
        assert!(
            list.iter().any(|one| one == value),
            "{member} lacks {value}"
        );
    }
}

/// Discovery 1.0 section 4.3: the issuer equals the address of the document byte for byte.
#[tokio::test]
async fn the_document_names_this_issuer_and_its_endpoints() {
    let app = TestApp::start().await;
    let document = document(&app).await;
    assert_eq!(document["issuer"], ISSUER);
    for (member, path) in [
        ("authorization_endpoint", "/oauth2/authorize"),
        ("token_endpoint", "/oauth2/token"),
        ("userinfo_endpoint", "/oauth2/userinfo"),
        ("jwks_uri", "/oauth2/jwks"),
        ("introspection_endpoint", "/oauth2/introspect"),
        ("revocation_endpoint", "/oauth2/revoke"),
        ("end_session_endpoint", "/oauth2/logout"),
    ] {
        assert_eq!(document[member], format!("{ISSUER}{path}"), "{member}");
        assert_ne!(app.get(path).await.status, 404, "{path} is there");
    }
}

/// A-11, RFC 8414 section 3: the OAuth document has the same content.
#[tokio::test]
async fn both_documents_are_one() {
    let app = TestApp::start().await;
    let twin = app.get("/.well-known/oauth-authorization-server").await;
    assert_eq!(twin.status, 200);
    assert_eq!(twin.json(), document(&app).await);
}

/// Discovery 1.0 section 3: what must be listed, and RS256 among the ID token algorithms.
#[tokio::test]
async fn required_lists_are_there() {
    let app = TestApp::start().await;
    let document = document(&app).await;
    holds(&document, "response_types_supported", &["code"]);
    holds(
        &document,
        "response_modes_supported",
        &["query", "form_post"],
    );
    holds(&document, "subject_types_supported", &["public"]);
    holds(
        &document,
        "id_token_signing_alg_values_supported",
        &["RS256", "ES256"],
    );
    holds(
        &document,
        "grant_types_supported",
        &["authorization_code", "refresh_token", "client_credentials"],
    );
    holds(
        &document,
        "scopes_supported",
        &[
            "openid",
            "profile",
            "email",
            "address",
            "phone",
            "groups",
            "offline_access",
        ],
    );
    holds(
        &document,
        "claims_supported",
        &[
            "sub",
            "name",
            "email",
            "address",
            "phone_number",
            "groups",
            "roles",
        ],
    );
    holds(
        &document,
        "prompt_values_supported",
        &["none", "login", "consent", "select_account"],
    );
    holds(
        &document,
        "acr_values_supported",
        &[
            "urn:atrium:acr:password",
            "urn:atrium:acr:mfa",
            "urn:atrium:acr:phishing_resistant",
        ],
    );
}

/// `request_parameter_supported`, request_uri_parameter_supported (default true if absent),
/// claims_parameter_supported, require_request_uri_registration are truthful booleans.
#[tokio::test]
async fn booleans_are_truthful() {
    let app = TestApp::start().await;
    let document = document(&app).await;
    assert_eq!(document["request_parameter_supported"], false);
    assert_eq!(document["request_uri_parameter_supported"], false);
    assert_eq!(document["require_request_uri_registration"], false);
    assert_eq!(document["claims_parameter_supported"], true);
    assert_eq!(
        document["authorization_response_iss_parameter_supported"],
        true
    );
    assert_eq!(document["backchannel_logout_supported"], true);
    assert_eq!(document["backchannel_logout_session_supported"], true);
}

/// `token_endpoint_auth_methods_supported` lists client_secret_basic, client_secret_post, private_key_jwt, plus
/// matching signing algorithms.
#[tokio::test]
async fn client_authentication_is_listed_with_its_algorithms() {
    let app = TestApp::start().await;
    let document = document(&app).await;
    for endpoint in ["token", "revocation", "introspection"] {
        holds(
            &document,
            &format!("{endpoint}_endpoint_auth_methods_supported"),
            &[
                "client_secret_basic",
                "client_secret_post",
                "private_key_jwt",
            ],
        );
        let algorithms = format!("{endpoint}_endpoint_auth_signing_alg_values_supported");
        holds(&document, &algorithms, &["ES256", "PS256", "RS256"]);
        let list = document[&algorithms].as_array().unwrap();
        let symmetric = |alg: &Value| alg == "none" || alg.as_str().unwrap().starts_with("HS");
        assert!(!list.iter().any(symmetric));
    }
    holds(&document, "code_challenge_methods_supported", &["S256"]);
    assert_eq!(
        document["code_challenge_methods_supported"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    holds(
        &document,
        "dpop_signing_alg_values_supported",
        &["ES256", "PS256"],
    );
}

/// what is not built is not advertised.
#[tokio::test]
async fn nothing_unsupported_is_listed() {
    let app = TestApp::start().await;
    let document = document(&app).await;
    for member in [
        "registration_endpoint",
        "pushed_authorization_request_endpoint",
        "device_authorization_endpoint",
        "check_session_iframe",
        "frontchannel_logout_supported",
        "tls_client_certificate_bound_access_tokens",
        "authorization_details_types_supported",
        "request_object_signing_alg_values_supported",
        "authorization_signing_alg_values_supported",
    ] {
        assert!(document.get(member).is_none(), "{member}");
    }
    let text = document.to_string();
    for word in ["implicit", "\"plain\"", "\"password\"", "\"HS256\"", "null"] {
        assert!(!text.contains(word), "{word}");
    }
}

/// no metadata names outside the registries, and none of these is missing. A new name belongs in the list once
/// its registry has it.
#[tokio::test]
async fn every_name_is_a_registered_one() {
    let app = TestApp::start().await;
    let document = document(&app).await;
    let mut names: Vec<&str> = document
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    names.sort_unstable();
    assert_eq!(names, REGISTERED);
}

/// BCP 47; display.
#[tokio::test]
async fn locales_are_language_tags() {
    let app = TestApp::start().await;
    let document = document(&app).await;
    for tag in document["ui_locales_supported"].as_array().unwrap() {
        let mut parts = tag.as_str().unwrap().split('-');
        let language = parts.next().unwrap();
        assert!((2..=3).contains(&language.len()));
        assert!(language.chars().all(|c| c.is_ascii_lowercase()));
        assert!(parts.all(|part| (2..=8).contains(&part.len())));
    }
}

/// public keys only, distinct kid on each, RSA of 2048 bits or more, use and alg sane.
#[tokio::test]
async fn the_key_set_is_public_and_sane() {
    let app = TestApp::start().await;
    let answer = app.get("/oauth2/jwks").await;
    assert_eq!(answer.status, 200);
    let jwks = answer.json();
    let mut kids = HashSet::new();
    let mut kinds = HashSet::new();
    for key in jwks["keys"].as_array().unwrap() {
        for private in ["d", "p", "q", "dp", "dq", "qi", "oth", "k"] {
            assert!(key.get(private).is_none(), "{private}");
        }
        assert!(kids.insert(key["kid"].as_str().unwrap().to_owned()));
        kinds.insert(key["kty"].as_str().unwrap().to_owned());
        assert_eq!(key["use"], "sig");
        match key["kty"].as_str().unwrap() {
            "RSA" => {
                assert_eq!(key["alg"], "RS256");
                assert!(key["n"].as_str().unwrap().len() >= 342);
            }
            "EC" => assert_eq!(
                (&key["alg"], &key["crv"]),
                (&"ES256".into(), &"P-256".into())
            ),
            other => panic!("{other}"),
        }
    }
    assert!(kinds.contains("RSA") && kinds.contains("EC"));
}

/// cache headers allow rotation; a known ETag gets 304.
#[tokio::test]
async fn documents_may_be_kept_for_a_moment() {
    let app = TestApp::start().await;
    for path in [OPENID, "/oauth2/jwks"] {
        let answer = app.get(path).await;
        assert_eq!(
            answer.header("cache-control"),
            "public, max-age=300",
            "{path}"
        );
    }
    let etag = app.get("/oauth2/jwks").await.header("etag").to_owned();
    let again = Request::get("/oauth2/jwks").header("if-none-match", &etag);
    let again = app.send(again.body(Body::empty()).unwrap()).await;
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
}

/// Attack 12: the issuer comes from the settings and from no header of a request.
#[tokio::test]
async fn forwarded_headers_do_not_move_the_issuer() {
    let app = TestApp::start().await;
    let request = Request::get(OPENID)
        .header("host", "evil.example")
        .header("forwarded", "host=evil.example;proto=https")
        .header("x-forwarded-host", "evil.example")
        .header("x-forwarded-proto", "https");
    let answer = app.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!(answer.json(), document(&app).await);
}
