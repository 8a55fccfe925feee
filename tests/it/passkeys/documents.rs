//! What browsers and password managers read of the host.

use serde_json::{Value, json};

use crate::support::app::TestApp;
use crate::support::base_path::ISSUER;

/// WebAuthn section 5.11.1, Passkey Endpoints, and A Well-Known URL for Changing Passwords.
#[tokio::test]
async fn the_host_says_where_passkeys_and_passwords_are_managed() {
    let app = TestApp::start_with(|config| {
        config.passkeys.related_origins = vec!["https://sso.example.com".to_owned()];
    });
    let app = app.await;
    let read = async |path: &str| {
        let answer = app.get(path).await;
        assert_eq!(
            (answer.status.as_u16(), answer.header("content-type")),
            (200, "application/json")
        );
        serde_json::from_str::<Value>(&answer.text()).unwrap()
    };
    let origins = read("/.well-known/webauthn").await;
    assert_eq!(origins, json!({ "origins": ["https://sso.example.com"] }));
    let page = format!("{}/account/security", &*ISSUER);
    let endpoints = read("/.well-known/passkey-endpoints").await;
    assert_eq!(endpoints, json!({ "enroll": page, "manage": page }));
    let change = app.get("/.well-known/change-password").await;
    assert_eq!(
        (change.status.as_u16(), change.header("location")),
        (303, "/account-user/password")
    );
}

#[tokio::test]
async fn a_host_without_related_origins_has_no_list() {
    let app = TestApp::start().await;
    assert_eq!(app.get("/.well-known/webauthn").await.status, 404);
}
