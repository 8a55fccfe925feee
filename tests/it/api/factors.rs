//! The calls about second factors.

use std::sync::Arc;

use atrium::config::FactorsFor;
use atrium::db::DbError;
use atrium::factors::{self, FactorSecrets, code_at};
use atrium::keys::Master;
use atrium::random::Random;
use data_encoding::BASE32_NOPAD;
use serde_json::{Value, json};

use crate::support::product_api::{NOW, PASSWORD, Person, Server, borrowed};
use crate::support::{database, rows, trail};

const FACTORS: &str = "/api/security/account/factors";
const OFFER: &str = "/api/security/account/authenticator/offer";
const ADD: &str = "/api/security/account/authenticator/add";
const REMOVE: &str = "/api/security/account/authenticator/remove";
const RENEW: &str = "/api/security/account/recovery-codes/renew";

/// Adds an app and returns its secret and the recovery codes.
pub async fn add_app(server: &Server, person: &Person) -> (Vec<u8>, Value) {
    let offer = server.post_as(person, OFFER, &json!({})).await.data();
    let text = offer["secret"].as_str().unwrap().replace(' ', "");
    let secret = BASE32_NOPAD.decode(text.as_bytes()).unwrap();
    assert!(offer["qr"].as_str().unwrap().starts_with("<svg"));
    let code = code_at(&secret, server.clock.now());
    let body = json!({ "offer": offer["offer"], "code": code });
    (
        secret,
        server.post_as(person, ADD, &body).await.data()["codes"].clone(),
    )
}

/// Signs in with the password alone.
async fn weakly(server: &Server, person: &Person) -> Person {
    let weak = server.signed_in(&person.id).await;
    let sql = format!(
        "UPDATE sso_sessions SET acr = 'urn:atrium:acr:password' WHERE account_id = '{}'",
        person.id
    );
    let changed = server
        .db()
        .write::<_, DbError, _>(move |tx| Box::pin(rows::run(tx, sql)));
    changed.await.unwrap();
    weak
}

/// An app is added by its first code; the owner reads what there is, and makes new recovery codes.
#[tokio::test]
async fn an_app_is_added_by_its_first_code() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.person("DanMember", |_| {}).await;
        let none = server.get_as(&dan, FACTORS).await.data();
        assert_eq!(
            none,
            json!({"hasPassword": true, "authenticator": null, "recoveryCodes": 0, "browsers": []})
        );
        let offer = server.post_as(&dan, OFFER, &json!({})).await.data();
        let wrong = json!({ "offer": offer["offer"], "code": "12345" });
        let refused = server.post_as(&dan, ADD, &wrong).await.json();
        assert_eq!(
            (&refused["status"], &refused["field"]),
            (&json!(100_012), &json!("code"))
        );
        let (_, codes) = add_app(&server, &dan).await;
        assert_eq!(codes.as_array().unwrap().len(), 10);
        let known = server.get_as(&dan, FACTORS).await.data();
        assert_eq!(known["recoveryCodes"], 10);
        assert_eq!(
            known["authenticator"],
            json!({"addedAt": NOW, "usedAt": NOW})
        );
        let entries = trail::of_kind(server.db(), "factor.changed").await;
        assert_eq!(entries.len(), 1);
        assert_eq!(entries[0].detail, r#"{"change":"authenticator_added"}"#);
        assert_eq!(entries[0].account_id.as_deref(), Some(&*dan.id));
    }
}

/// Attack 17, RFC 9470: what the owner proves later does not make an earlier token of the session fresh, which a thief may
/// have.
#[tokio::test]
async fn attack_17_a_later_proof_is_not_for_an_earlier_token() {
    let database = database::sqlite().await;
    let server = Server::start(&database.db).await;
    let dan = server.person("DanMember", |_| {}).await;
    server.clock.advance(5 * 60_000);
    let sql = format!("UPDATE sso_sessions SET auth_time = {}", server.clock.now());
    let proved = server
        .db()
        .write::<_, DbError, _>(move |tx| Box::pin(rows::run(tx, sql)));
    proved.await.unwrap();
    assert_eq!(server.post_as(&dan, OFFER, &json!({})).await.http, 401);
    let again = server.signed_in(&dan.id).await;
    assert_eq!(server.post_as(&again, OFFER, &json!({})).await.http, 200);
}

/// RFC 9470: an old session, or one that is weaker than the account can prove, changes no way in (attack 17).
#[tokio::test]
async fn attack_17_a_change_of_a_way_in_needs_a_fresh_and_strong_session() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.person("DanMember", |_| {}).await;
        let challenge = |acr: &str| {
            format!(
                "DPoP error=\"insufficient_user_authentication\", acr_values=\"urn:atrium:acr:{acr}\", \
                 max_age=\"300\""
            )
        };
        server.clock.advance(5 * 60_000);
        for path in [OFFER, REMOVE, RENEW] {
            let answer = server.post_as(&dan, path, &json!({})).await;
            assert_eq!(answer.http, 401, "{path}: {answer:?}");
            assert_eq!(
                answer.header("www-authenticate"),
                challenge("password"),
                "{path}"
            );
            assert_eq!(answer.json()["status"], 100_013, "{path}");
        }
        // A client that cannot ask its person again gets words.
        let (_, token) = server.user_token(&dan.id).await;
        server.clock.advance(5 * 60_000);
        let headers = [("access-token", token)];
        let answer = server.post(OFFER, &borrowed(&headers), &json!({})).await;
        assert_eq!(
            (answer.http.as_u16(), answer.status()),
            (200, 100_013),
            "{answer:?}"
        );
        let fresh = server.signed_in(&dan.id).await;
        add_app(&server, &fresh).await;
        let weak = weakly(&server, &dan).await;
        for path in [OFFER, REMOVE, RENEW] {
            let answer = server.post_as(&weak, path, &json!({})).await;
            assert_eq!(
                answer.header("www-authenticate"),
                challenge("mfa"),
                "{path}"
            );
        }
        assert_eq!(
            server.get_as(&weak, FACTORS).await.data()["recoveryCodes"],
            10
        );
    }
}

/// The last factor stays while one is required.
#[tokio::test]
async fn nobody_removes_a_factor_that_is_required() {
    for database in database::each_engine().await {
        for (required, status) in [(FactorsFor::Everyone, 100_012), (FactorsFor::Nobody, 0)] {
            let server = Server::with(&database.db, |config| {
                config.factors.required = Some(required);
            })
            .await;
            let dan = server.person(&format!("Dan{status}"), |_| {}).await;
            add_app(&server, &dan).await;
            let strong = server.signed_in(&dan.id).await;
            let answer = server.post_as(&strong, REMOVE, &json!({})).await;
            assert_eq!(answer.status(), status, "{answer:?}");
            let left = server.get_as(&strong, FACTORS).await.data();
            assert_eq!(left["authenticator"].is_null(), status == 0);
            assert_eq!(left["recoveryCodes"], if status == 0 { 0 } else { 10 });
        }
    }
}

/// A new master secret opens the secrets of all apps, and an unknown one changes nothing.
#[tokio::test]
async fn the_secrets_of_apps_are_resealed() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let dan = server.person("DanMember", |_| {}).await;
        let (secret, _) = add_app(&server, &dan).await;
        let of = |byte: u8| {
            let master = Master::from_secret(&[byte; 32]).unwrap();
            FactorSecrets::new(Arc::new(master), Random::system())
        };
        let (stranger, new, again) = (of(1), of(2), of(2));
        let lost = server.db().write::<_, factors::FactorError, _>(move |tx| {
            Box::pin(async move { factors::rewrap(tx, &stranger, &again).await })
        });
        assert!(lost.await.is_err());
        let (old, kept) = (server.state().factor_secrets.clone(), new.clone());
        let resealed = server.db().write::<_, factors::FactorError, _>(move |tx| {
            Box::pin(async move { factors::rewrap(tx, &old, &kept).await })
        });
        assert_eq!(resealed.await.unwrap(), 1);
        server.clock.advance(30_000);
        let (code, now) = (code_at(&secret, server.clock.now()), server.clock.now());
        let mut view = server.db().read().await.unwrap();
        let typed = factors::Typed::Authenticator(&code);
        let by_old = factors::check(
            &mut view,
            &server.state().factor_secrets,
            &dan.id,
            typed,
            now,
        );
        assert!(by_old.await.unwrap().is_none());
        let by_new = factors::check(&mut view, &new, &dan.id, typed, now).await;
        assert!(by_new.unwrap().is_some());
    }
}

/// Each refusal says its cause.
#[tokio::test]
async fn each_refusal_about_factors_says_its_cause() {
    let database = database::sqlite().await;
    let server = Server::with(&database.db, |config| {
        config.factors.required = Some(FactorsFor::Everyone);
        config.legacy.api_login = true;
    })
    .await;
    let dan = server.person("DanMember", |_| {}).await;
    let said = async |person: &Person, path: &str, body: Value| {
        server.post_as(person, path, &body).await.json()["msg"].clone()
    };
    let none = said(&dan, RENEW, json!({})).await;
    assert_eq!(none, "Add an authenticator app first.");
    let late = said(&dan, ADD, json!({ "offer": "damaged", "code": "1" })).await;
    assert_eq!(
        late,
        "This page was open for too long. Scan the new code and type the digits."
    );
    let offer = server.post_as(&dan, OFFER, &json!({})).await.data()["offer"].clone();
    let wrong = said(&dan, ADD, json!({ "offer": offer, "code": "1" })).await;
    assert_eq!(
        wrong,
        "This code is wrong or was used before. Wait for the next one and type it."
    );
    add_app(&server, &dan).await;
    let weak = said(&dan, RENEW, json!({})).await;
    assert_eq!(weak, "Confirm that it is you, then do this again.");
    let strong = server.signed_in(&dan.id).await;
    let required = said(&strong, REMOVE, json!({})).await;
    assert_eq!(
        required,
        "Your account needs a second factor. Add another one first."
    );
    let body = json!({ "account": "DanMember", "password": PASSWORD });
    let needed = server
        .post("/api/security/acc-login", &[], &body)
        .await
        .json()["msg"]
        .clone();
    assert_eq!(
        needed,
        "This account signs in with a second factor. Sign in on the sign-in page in a browser."
    );
}
