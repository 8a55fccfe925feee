//! The calls about corporate providers: only super administrators, and only in a fresh session.

use std::sync::Arc;

use atrium::clock::MINUTE;
use atrium::config::{FactorsFor, Secret};
use atrium::federation::{self, Method, ProviderError, ProviderSecrets, Written};
use atrium::keys::Master;
use atrium::random::Random;
use serde_json::{Value, json};

use super::factors::add_app;
use super::identities::identity;
use crate::support::product_api::{Person, Server};
use crate::support::upstream::{CLIENT_SECRET, Upstream};
use crate::support::{database, rows, server_keys, trail};

pub const LIST: &str = "/api/security/admin/provider/list";
pub const ADD: &str = "/api/security/admin/provider/add";
pub const UPDATE: &str = "/api/security/admin/provider/update";
const STATUS: &str = "/api/security/admin/provider/update-status";
const DELETE: &str = "/api/security/admin/provider/delete";
pub const TEST: &str = "/api/security/admin/provider/test";

/// What an administrator writes about a new provider.
pub fn written(id: &str) -> Value {
    json!({
        "id": id, "label": "Tiger Identity", "issuer": "https://tiger.demo.test", "clientId": "atrium",
        "secret": "a secret of thirty-two characters", "scopes": ["email"], "domains": ["demo.test"],
        "mfaValues": ["mfa"], "link": "prove", "create": "wait",
    })
}

/// The row of a provider whose secret cannot be opened.
pub fn row(id: &str) -> Value {
    let settings = json!({
        "id": id, "label": "Tiger Identity", "issuer": "https://tiger.demo.test", "client_id": "atrium",
    });
    json!({
        "id": id, "settings": settings.to_string(), "enabled": 0, "method": "secret", "credential": "damaged",
        "master_id": "none", "added_at": 1, "changed_at": 1,
    })
}

/// Adds a provider; its id.
pub async fn add(server: &Server, id: &str) -> String {
    let (providers, audit) = (
        server.state().providers.clone(),
        server.state().audit(1, &atrium::audit::Origin::default()),
    );
    let written = Written {
        settings: serde_json::from_value(json!({
            "id": id, "label": "Tiger Identity", "issuer": "https://tiger.demo.test", "client_id": "atrium",
        }))
        .unwrap(),
        credential: Some((Method::Secret, Secret::new("a secret of thirty-two characters"))),
        ..Written::default()
    };
    let added = server.db().write::<_, ProviderError, _>(move |tx| {
        Box::pin(async move { providers.add(tx, written, &audit).await })
    });
    added.await.unwrap();
    id.to_owned()
}

pub async fn ada(server: &Server) -> Person {
    server.person("ada", |new| new.sup_admin = true).await
}

pub fn with(mut body: Value, more: &Value) -> Value {
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

pub async fn one(server: &Server, ada: &Person, id: &str) -> Value {
    let list = server.get_as(ada, LIST).await.data();
    let all = list["providers"].as_array().unwrap();
    all.iter().find(|one| one["id"] == id).unwrap().clone()
}

/// A provider is added, disabled first, changed, enabled and deleted; no answer and no entry has its secret. Another issuer
/// needs the secret again and ends the links, and so does the end of the provider.
#[tokio::test]
async fn a_provider_of_the_screen_lives() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let ada = ada(&server).await;
    let said = async |path: &str, body: Value| server.post_as(&ada, path, &body).await.json();
    assert_eq!(
        said(ADD, written("tiger")).await["data"],
        json!({ "id": "tiger" })
    );
    let file = one(&server, &ada, "lion").await;
    assert_eq!(
        (&file["ofFile"], &file["state"], &file["lionId"]),
        (&json!(true), &json!("on"), &json!(true))
    );
    let expected = json!({
        "id": "tiger", "label": "Tiger Identity", "issuer": "https://tiger.demo.test", "clientId": "atrium",
        "method": "secret", "scopes": ["email"], "domains": ["demo.test"], "mfaValues": ["mfa"], "link": "prove",
        "create": "wait", "agency": null, "lionId": false, "ofFile": false, "state": "off",
        "identities": 0, "version": 1, "icon": null, "certificate": null, "groupClaim": "", "groupAbsent": "unknown", "groups": [],
        "claims": {
            "email": "email", "emailVerified": "email_verified", "name": "name", "username": "preferred_username",
        },
        "redirectUri": format!("{}/federation/tiger/callback", server.state().issuer),
        "backchannelLogoutUri": format!("{}/federation/tiger/backchannel-logout", server.state().issuer),
        "postLogoutRedirectUri": format!("{}/logout", server.state().issuer),
    });
    assert_eq!(one(&server, &ada, "tiger").await, expected);
    let enabled = said(STATUS, json!({ "id": "tiger", "enabled": true })).await;
    assert_eq!(enabled["data"], json!({ "identities": 0, "sessions": 0 }));
    assert_eq!(one(&server, &ada, "tiger").await["state"], "on");

    let dan = server.person("DanMember", |_| {}).await;
    let link = async |issuer: &str, subject: &str| {
        let mut row = identity(&dan.id, subject);
        (row["issuer"], row["provider"]) = (json!(issuer), json!("tiger"));
        let added = server.db().write::<_, atrium::db::DbError, _>(move |tx| {
            Box::pin(async move { rows::insert(tx, "federated_identities", &row).await })
        });
        added.await.unwrap();
    };
    link("https://tiger.demo.test", "dan").await;
    let kept = with(
        written("tiger"),
        &json!({ "secret": null, "label": "Tiger" }),
    );
    let changed = said(UPDATE, kept.clone()).await;
    assert_eq!(changed["data"]["identities"], 0, "{changed}");
    let moved = with(kept, &json!({ "issuer": "https://other.demo.test" }));
    let needed = "Enter the client secret or a private key. A new issuer needs it again.";
    assert_eq!(said(UPDATE, moved.clone()).await["msg"], needed);
    let moved = with(moved, &json!({ "secret": "another secret" }));
    assert_eq!(said(UPDATE, moved).await["data"]["identities"], 1);
    assert_eq!(one(&server, &ada, "tiger").await["identities"], 0);
    link("https://other.demo.test", "dan").await;
    assert_eq!(
        said(DELETE, json!({ "id": "tiger" })).await["data"]["identities"],
        1
    );
    assert_eq!(
        said(DELETE, json!({ "id": "tiger" })).await["msg"],
        "There is no such provider."
    );
    let entries = trail::of_kind(server.db(), "provider.changed").await;
    assert!(
        entries
            .iter()
            .all(|entry| entry.actor_id.as_deref() == Some(&*ada.id))
    );
    assert!(
        entries
            .iter()
            .all(|entry| !entry.detail.contains("a secret of")
                && !entry.detail.contains("another secret"))
    );
    server.clock.advance(5 * MINUTE);
    for path in [ADD, UPDATE, STATUS, DELETE, TEST] {
        let stale = server
            .post_as(&ada, path, &with(written("x"), &json!({ "enabled": true })))
            .await;
        assert_eq!(stale.http.as_u16(), 401, "{path}");
    }
}

/// Each refusal says its cause.
#[tokio::test]
async fn each_refusal_about_providers_says_its_cause() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let ada = ada(&server).await;
    let refused = async |path: &str, more: Value| {
        let body = with(written("tiger"), &more);
        server.post_as(&ada, path, &body).await.json()["msg"].clone()
    };
    let private = "This issuer can’t be asked: it needs an https address, and a private one needs an entry in outbound.allow.";
    for issuer in [
        "http://id.demo.test",
        "https://192.168.1.1",
        "https://10.0.0.1/x",
    ] {
        assert_eq!(
            refused(ADD, json!({ "issuer": issuer })).await,
            private,
            "attack 39"
        );
    }
    let key = json!({ "secret": null, "key": "no key" });
    assert_eq!(
        refused(ADD, key).await,
        "This is no private key in PEM (PKCS#8, P-256 or RSA)."
    );
    let none = "Enter the client secret or a private key. A new issuer needs it again.";
    assert_eq!(refused(ADD, json!({ "secret": " " })).await, none);
    assert_eq!(
        refused(ADD, json!({ "id": "lion" })).await,
        "Another provider has this ID."
    );
    let of_file = "This provider is declared in the settings file. Change it there.";
    for path in [UPDATE, STATUS, DELETE] {
        assert_eq!(
            refused(path, json!({ "id": "lion", "enabled": true })).await,
            of_file,
            "{path}"
        );
    }
    for (part, bad) in [
        ("id", json!("Big Tiger")),
        ("label", json!("")),
        ("issuer", json!("tiger")),
        ("clientId", json!("")),
        ("scopes", json!(["two words"])),
        ("domains", json!(["@demo.test"])),
        ("mfaValues", json!([""])),
    ] {
        let answer = server
            .post_as(&ada, ADD, &with(written("tiger"), &json!({ part: bad })))
            .await;
        assert!(answer.text.contains(part), "{part}: {answer:?}");
        assert_ne!(answer.status(), 0, "{part}");
    }
    for number in 0..50 {
        add(&server, &format!("p{number}")).await;
    }
    let full = "There are 50 providers already. Delete one first.";
    assert_eq!(refused(ADD, json!({})).await, full);
}

/// The test says what is wrong before anybody signs in, also of a provider that is disabled.
#[tokio::test]
async fn a_test_says_what_is_wrong() {
    let database = database::sqlite().await;
    let upstream = Upstream::start().await;
    let host = upstream.issuer.strip_prefix("http://").unwrap().to_owned();
    let server = Server::with(&database.db, |config| config.outbound.allow.push(host)).await;
    let ada = ada(&server).await;
    let body = with(
        written("tiger"),
        &json!({ "issuer": upstream.issuer, "secret": CLIENT_SECRET }),
    );
    assert_eq!(server.post_as(&ada, ADD, &body).await.status(), 0);
    let bad = async || {
        let answer = server
            .post_as(&ada, TEST, &json!({ "id": "tiger" }))
            .await
            .data();
        let checks = answer["checks"].as_array().unwrap().iter();
        let bad = checks.filter(|check| check["outcome"] != "good");
        let words = bad.map(|check| {
            let text = |name: &str| check[name].as_str().unwrap().to_owned();
            (text("point"), text("outcome"), text("found"))
        });
        words.collect::<Vec<_>>()
    };
    let said = |point: &str, outcome: &str, found: &str| {
        (point.to_owned(), outcome.to_owned(), found.to_owned())
    };
    assert_eq!(bad().await, [said("pkce", "note", "")]);
    upstream.describe(json!({
        "issuer": "https://evil.test", "response_types_supported": ["token"], "jwks_uri": "https://10.0.0.1/keys",
        "token_endpoint_auth_methods_supported": ["private_key_jwt"], "scopes_supported": ["openid"],
        "id_token_signing_alg_values_supported": ["HS256", "none"], "code_challenge_methods_supported": ["S256"],
    }));
    let found = bad().await;
    assert_eq!(
        found[..6],
        [
            said("issuer", "fault", "https://evil.test"),
            said("endpoints", "fault", "jwks_uri"),
            said("response_types", "fault", ""),
            said("client_authentication", "fault", "private_key_jwt"),
            said("algorithms", "fault", "HS256, none"),
            said("scopes", "note", "email"),
        ]
    );
    assert_eq!(found[6].0, "keys");
    upstream.stop().await;
    let down = bad().await;
    assert_eq!((down.len(), &*down[0].0), (1, "document"));
}

/// A new master secret opens the stored credentials, and an unknown one changes nothing.
#[tokio::test]
async fn the_credentials_of_providers_are_resealed() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        add(&server, "tiger").await;
        let of = |secret: &[u8]| {
            let master = Master::from_secret(secret).unwrap();
            ProviderSecrets::new(Arc::new(master), Random::system())
        };
        let rewrap = async |old: ProviderSecrets| {
            let new = of(&[2; 32]);
            let resealed = server.db().write::<_, ProviderError, _>(move |tx| {
                Box::pin(async move { federation::rewrap(tx, &old, &new).await })
            });
            resealed.await
        };
        assert!(rewrap(of(&[1; 32])).await.is_err());
        let any = async || {
            let mut view = server.db().read().await.unwrap();
            server
                .state()
                .providers
                .any(&mut view, "tiger")
                .await
                .is_ok()
        };
        assert!(any().await);
        assert_eq!(rewrap(of(server_keys::MASTER.as_bytes())).await.unwrap(), 1);
        assert!(!any().await, "the earlier secret opens it no more");
        assert_eq!(rewrap(of(&[2; 32])).await.unwrap(), 0);
    }
}

/// Attack 34: a provider signs in to many accounts, so who has not proved the second factor that administrators need changes
/// none, as they reset nobody's factors.
#[tokio::test]
async fn attack_34_a_super_administrator_without_a_factor_changes_no_provider() {
    let database = database::sqlite().await;
    let server = Server::with(&database.db, |config| {
        config.factors.required = Some(FactorsFor::Administrators);
    })
    .await;
    add(&server, "tiger").await;
    let ada = ada(&server).await;
    let calls = [
        (ADD, written("other")),
        (UPDATE, written("tiger")),
        (STATUS, json!({ "id": "tiger", "enabled": true })),
        (DELETE, json!({ "id": "tiger" })),
    ];
    for (path, body) in &calls {
        let refused = server.post_as(&ada, path, body).await;
        assert_eq!(refused.http, 401, "{path}");
        let asked = refused.header("www-authenticate");
        assert!(asked.contains("urn:atrium:acr:mfa"), "{path} {asked}");
    }
    assert_eq!(one(&server, &ada, "tiger").await["state"], "off");
    add_app(&server, &ada).await;
    let strong = server.signed_in(&ada.id).await;
    for (path, body) in &calls {
        let done = server.post_as(&strong, path, body).await;
        assert_eq!(done.status(), 0, "{path} {done:?}");
    }
}
