//! Attack 34, decision 0046: the person who may add or change applications does not get, by a new address or secret, what people
//! allowed the application before.

use atrium::clients::Registry;
use atrium::clock::{HOUR, SECOND};
use atrium::db::DbError;
use atrium::random::Random;
use atrium::sessions::access_tokens::{self, AccessToken};
use atrium::sessions::consents::{self, Allowed};
use atrium::sessions::grants::{self, Grant, GrantContext};
use atrium::sessions::sso::{Authentication, SsoSession};
use serde_json::{Value, json};

use super::accounts::{ada, entries};
use super::insider_attacks::holder;
use crate::support::product_api::{HOST, Person, Server};
use crate::support::{database, rows};

const ADD: &str = "/api/security/admin/application/add";
const UPDATE: &str = "/api/security/admin/application/update";
const SECRET: &str = "/api/security/admin/application/rotate-secret";
const CODES: [&str; 3] = [
    "operation_access.ApplicationManagement.ApplicationList.add",
    "operation_access.ApplicationManagement.ApplicationList.edit",
    "operation_access.ApplicationManagement.ApplicationList.secret",
];

/// An application of the portal with two redirect addresses.
async fn report(server: &Server, ada: &Person, id: &str, more: &Value) {
    let mut metadata = json!({
        "name": "Report",
        "redirect_uris": ["https://report.example/callback", "https://old.example/callback"],
        "grant_types": ["authorization_code", "refresh_token"],
        "scopes": ["openid", "offline_access"],
    });
    for (field, value) in more.as_object().unwrap() {
        metadata[field] = value.clone();
    }
    let body = json!({ "client_id": id, "metadata": metadata });
    server.post_as(ada, ADD, &body).await.data();
}

/// Remembers that the account allowed the application everything; gives the application an offline token of it, and one
/// of a session.
async fn allowed(server: &Server, client_id: &str, account_id: &str) -> [String; 2] {
    let now = server.clock.now();
    let random = Random::system();
    let session = SsoSession::begin(&Authentication::password(account_id), now, &random);
    let audit = server.state().audit(now, &atrium::audit::Origin::default());
    let (client_id, account_id) = (client_id.to_owned(), account_id.to_owned());
    let given = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            rows::session(tx, &session).await?;
            let scope = vec!["offline_access".to_owned(), "openid".to_owned()];
            let consent = Allowed {
                account_id: account_id.clone(),
                client_id: client_id.clone(),
                session_id: session.id.clone(),
                scope: scope.clone(),
                asked_again: false,
            };
            consents::give(tx, &consent, &audit).await?;
            let mut tokens = Vec::new();
            for offline in [true, false] {
                let id = random.uuid_v7(now).to_string();
                let context = GrantContext {
                    client_id: client_id.clone(),
                    account_id: account_id.clone(),
                    session_id: session.id.clone(),
                    offline,
                    scope: scope.clone(),
                    nonce: None,
                    auth_time: now,
                    wants_auth_time: false,
                    acr: session.acr.clone(),
                    amr: session.amr.clone(),
                    claims: None,
                    resources: Vec::new(),
                };
                let grant = Grant {
                    id: id.clone(),
                    context,
                    revoked_at: None,
                    session: Some(session.clone()),
                };
                grants::keep(tx, &grant, None, now).await?;
                let token = AccessToken {
                    grant_id: Some(id),
                    client_id: client_id.clone(),
                    scope: scope.clone(),
                    audience: vec![HOST.to_string()],
                    dpop_jkt: None,
                    issued_at: now,
                    expires_at: now + HOUR,
                };
                tokens.push(access_tokens::issue(tx, &token, &random).await?);
            }
            Ok(tokens)
        })
    });
    given.await.unwrap().try_into().unwrap()
}

/// Whether the consent counts, the offline token and the token of the session.
async fn left(server: &Server, client_id: &str, account_id: &str, tokens: &[String; 2]) -> String {
    let given = {
        let mut tx = server.db().read().await.unwrap();
        consents::of_account(&mut tx, account_id).await.unwrap()
    };
    let consent = given.iter().any(|consent| consent.client_id == client_id);
    let mut left = vec![if consent { "consent" } else { "" }];
    for (token, name) in tokens.iter().zip(["offline", "session"]) {
        let found = server.state().live_tokens.find(token, server.clock.now());
        left.push(if found.await.unwrap().is_some() {
            name
        } else {
            ""
        });
    }
    left.join(" ").trim().to_owned()
}

const EVERYTHING: &str = "consent offline session";
const NO_CONSENT: &str = "offline session";
const THE_SESSION: &str = "session";

/// A key set with one public key.
fn keys() -> Value {
    json!({ "keys": [crate::support::jose::TestKey::es256().jwk()] })
}

/// What stays valid after each change, made by a super administrator or by a holder of the access codes.
fn changes() -> Vec<(
    &'static str,
    &'static str,
    Value,
    &'static str,
    &'static str,
)> {
    let update = |metadata: Value| json!({ "metadata": metadata });
    let both = "https://report.example/callback";
    vec![
        (
            "a name",
            UPDATE,
            update(json!({ "name": "Reports" })),
            EVERYTHING,
            EVERYTHING,
        ),
        (
            "one address less",
            UPDATE,
            update(json!({ "redirect_uris": [both] })),
            EVERYTHING,
            EVERYTHING,
        ),
        (
            "the same addresses in another order",
            UPDATE,
            update(json!({ "redirect_uris": ["https://old.example/callback", both] })),
            EVERYTHING,
            EVERYTHING,
        ),
        (
            "a new address",
            UPDATE,
            update(json!({ "redirect_uris": [both, "https://evil.test/callback"] })),
            NO_CONSENT,
            NO_CONSENT,
        ),
        (
            "another meaning of the addresses",
            UPDATE,
            update(json!({ "application_type": "native" })),
            NO_CONSENT,
            NO_CONSENT,
        ),
        ("a new secret", SECRET, json!({}), EVERYTHING, THE_SESSION),
        (
            "a second secret",
            SECRET,
            json!({ "keep_previous": true }),
            EVERYTHING,
            THE_SESSION,
        ),
        (
            "a secret in the form",
            UPDATE,
            update(json!({ "token_endpoint_auth_method": "client_secret_post" })),
            EVERYTHING,
            THE_SESSION,
        ),
        (
            "no secret at all",
            UPDATE,
            update(json!({ "token_endpoint_auth_method": "none" })),
            EVERYTHING,
            THE_SESSION,
        ),
        (
            "a key",
            UPDATE,
            update(json!({ "token_endpoint_auth_method": "private_key_jwt", "jwks": keys() })),
            EVERYTHING,
            THE_SESSION,
        ),
        (
            "an address of keys",
            UPDATE,
            update(json!({
                "token_endpoint_auth_method": "private_key_jwt",
                "jwks_uri": "https://evil.test/jwks",
            })),
            EVERYTHING,
            THE_SESSION,
        ),
    ]
}

#[tokio::test]
async fn attack_34_a_changed_application_does_not_keep_what_others_allowed_it() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = ada(&server).await;
        let helper = holder(&server, "HelperDesk", &CODES).await;
        let dan = server.person("DanWho", |_| {}).await;
        let mut faults = Vec::new();
        for (number, (name, path, body, by_ada, by_helper)) in changes().into_iter().enumerate() {
            for (who, caller, expected) in [("ada", &ada, by_ada), ("helper", &helper, by_helper)] {
                let id = format!("report-{who}-{number}");
                report(&server, &ada, &id, &json!({})).await;
                let tokens = allowed(&server, &id, &dan.id).await;
                assert_eq!(left(&server, &id, &dan.id, &tokens).await, EVERYTHING);
                server.clock.advance(SECOND);
                let mut body = body.clone();
                body["client_id"] = id.clone().into();
                let answer = server.post_as(caller, path, &body).await;
                assert_eq!(answer.status(), 0, "{name} by {who}: {answer:?}");
                let left = left(&server, &id, &dan.id, &tokens).await;
                if left != expected {
                    faults.push(format!("{name} by {who} leaves {left:?}, not {expected:?}"));
                }
                let told = entries(server.db(), "consent.withdrawn", &id).await.len();
                assert_eq!(
                    told,
                    usize::from(!expected.contains("consent")),
                    "{name} by {who}"
                );
                // People who allow it after the change are not asked again.
                server.clock.advance(SECOND);
                let tokens = allowed(&server, &id, &dan.id).await;
                let again = self::left(&server, &id, &dan.id, &tokens).await;
                assert_eq!(again, EVERYTHING, "{name} by {who}");
            }
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}

/// Decision 0023: the origins of launch tokens are set and changed by super administrators alone.
#[tokio::test]
async fn attack_34_only_super_administrators_say_where_launch_tokens_go() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = ada(&server).await;
        let helper = holder(&server, "HelperDesk", &CODES).await;
        let legacy = |origin: &str, mode: &str| json!({ "app_name": "EVIL", "callback_origins": [origin], "mode": mode });
        let evil = json!({ "client_id": "evil", "metadata": {
            "name": "Evil", "kind": "legacy", "legacy": legacy("https://evil.test", "query"),
        }});
        let refused = server.post_as(&helper, ADD, &evil).await;
        assert_eq!(refused.status(), 100_013, "{refused:?}");
        assert!(refused.json()["refusal"].is_object(), "{refused:?}");
        server.post_as(&ada, ADD, &evil).await.data();
        for change in [
            json!({ "legacy": legacy("https://worse.test", "query") }),
            json!({ "name": "Good" }),
        ] {
            let body = json!({ "client_id": "evil", "metadata": change });
            let refused = server.post_as(&helper, UPDATE, &body).await;
            assert_eq!(refused.status(), 100_013, "{body}: {refused:?}");
        }
        // An OpenID Connect application cannot become a legacy one either.
        report(&server, &ada, "report", &json!({})).await;
        for mode in ["query", "code", "oidc"] {
            let mut settings = legacy("https://evil.test", mode);
            settings["app_name"] = "REPORT".into();
            let body = json!({ "client_id": "report", "metadata": { "legacy": settings } });
            let refused = server.post_as(&helper, UPDATE, &body).await;
            assert_eq!(refused.status(), 100_013, "{mode}: {refused:?}");
        }
        let registry = Registry::load(server.db()).await.unwrap();
        assert!(registry.by_app_name("REPORT").is_none());
    }
}
