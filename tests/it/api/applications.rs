//! The calls about applications. The expectations are literals.

use atrium::clients::{self, Client, Kind, Legacy, LegacyMode, Source};
use atrium::db::DbError;
use axum::body::Body;
use axum::http::Request;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::accounts::{ada, entries, in_chinese};
use super::lists::ListCase;
use crate::support::database;
use crate::support::product_api::{NOW, Person, Server};

const LIST: &str = "/api/security/admin/application/list";
const INFO: &str = "/api/security/admin/application/info";
const ADD: &str = "/api/security/admin/application/add";
const UPDATE: &str = "/api/security/admin/application/update";
const STATUS: &str = "/api/security/admin/application/update-status";
const SECRET: &str = "/api/security/admin/application/rotate-secret";

/// Two applications of administrators beside the five of the clients file; the names, times and last uses have three
/// different orders.
async fn seven_applications(server: &Server) -> Person {
    let alpha = Client {
        client_id: "zeta".to_owned(),
        source: Source::Admin,
        name: "Alpha 王".to_owned(),
        ..Client::default()
    };
    let media = Client {
        client_id: "beta".to_owned(),
        source: Source::Admin,
        enabled: false,
        kind: Kind::Legacy,
        name: "媒体 beta".to_owned(),
        legacy: Some(Legacy {
            app_name: "MEDIA".to_owned(),
            callback_origins: vec!["https://media.example.com".to_owned()],
            mode: LegacyMode::Query,
        }),
        ..Client::default()
    };
    let saved = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            clients::save(tx, &alpha, NOW + 3_600_000).await?;
            clients::save(tx, &media, NOW + 7_200_000).await
        })
    });
    saved.await.unwrap();
    let registry = &server.state().clients;
    registry.note_use("zeta", NOW + 9);
    registry.note_use("beta", NOW + 5);
    registry.write_uses().await.unwrap();
    ada(server).await
}

/// G-51.
pub static LISTED: ListCase = ListCase {
    path: LIST,
    list: &clients::APPLICATIONS,
    always: "",
    name: "client_id",
    seed: |server| Box::pin(seven_applications(server)),
    orders: &[
        (
            "created",
            &[
                "demo-app",
                "old-code",
                "old-moved",
                "old-query",
                "portal",
                "zeta",
                "beta",
            ],
        ),
        (
            "name",
            &[
                "zeta",
                "demo-app",
                "old-code",
                "old-moved",
                "old-query",
                "portal",
                "beta",
            ],
        ),
        (
            "lastUsed",
            &[
                "demo-app",
                "old-code",
                "old-moved",
                "old-query",
                "portal",
                "beta",
                "zeta",
            ],
        ),
    ],
    found: &[
        ("context=old", &["old-query", "old-moved", "old-code"]),
        ("context=%E7%8E%8B", &["zeta"]),
        ("context=nobody", &[]),
        ("source=admin", &["beta", "zeta"]),
        ("kind=legacy&context=eta", &["beta"]),
        ("enabled=0", &["beta"]),
        ("enabled=1&source=admin&kind=oidc", &["zeta"]),
    ],
    refused: &[
        ("source=me", "source"),
        ("kind=saml", "kind"),
        ("enabled=2", "enabled"),
    ],
};

async fn token(server: &Server, client_id: &str, secret: &str) -> u16 {
    let basic = STANDARD.encode(format!("{client_id}:{secret}"));
    let request = Request::post("/oauth2/token")
        .header("authorization", format!("Basic {basic}"))
        .header("content-type", "application/x-www-form-urlencoded")
        .body(Body::from("grant_type=client_credentials"))
        .unwrap();
    server.send(request).await.http.as_u16()
}

async fn info(server: &Server, person: &Person, id: &str) -> Value {
    let path = format!("{INFO}?client_id={id}");
    server.get_as(person, &path).await.data()
}

fn secret_of(answer: &Value) -> String {
    answer["secret"].as_str().unwrap().to_owned()
}

/// An application is added, used, changed, gets new secrets and is disabled. Each change is
/// audited with from and to, and no secret is readable (attack 32).
#[tokio::test]
async fn an_application_lives_and_is_used() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = ada(&server).await;
        let body = json!({ "client_id": "report", "metadata": {
            "name": " Report ", "redirect_uris": ["https://report.example.com/callback"],
            "grant_types": ["authorization_code", "client_credentials"], "contacts": ["Chloe"],
        }});
        let added = server.post_as(&ada, ADD, &body).await.data();
        let first = secret_of(&added);
        assert_eq!(
            added,
            json!({"client_id": "report", "version": 1, "secret": first})
        );
        assert_eq!(token(&server, "report", &first).await, 200);
        server.state().clients.write_uses().await.unwrap();

        let shown = info(&server, &ada, "report").await;
        assert_eq!(shown["metadata"]["name"], "Report");
        assert_eq!(shown["metadata"]["contacts"], json!(["Chloe"]));
        let facts = [
            "source",
            "enabled",
            "secrets",
            "version",
            "changedBy",
            "lastUsedAt",
            "rights",
        ];
        let facts = facts.map(|fact| shown[fact].clone());
        let rights = json!({"edit": true, "secret": true, "trust": true});
        assert_eq!(
            json!(facts),
            json!(["admin", true, 1, 1, "Ada Super", NOW, rights])
        );

        let change = json!({ "client_id": "report", "version": 1, "metadata": {
            "name": "Reports", "scopes": ["openid", "email"],
        }});
        let changed = server.post_as(&ada, UPDATE, &change).await.data();
        assert_eq!(
            changed,
            json!({"client_id": "report", "version": 2, "secret": null})
        );
        let shown = info(&server, &ada, "report").await;
        assert_eq!(shown["metadata"]["scopes"], json!(["openid", "email"]));
        assert_eq!(
            shown["metadata"]["contacts"],
            json!(["Chloe"]),
            "a missing field stays"
        );
        // The same again changes nothing.
        let again = json!({ "client_id": "report", "metadata": { "name": "Reports" }});
        assert_eq!(
            server.post_as(&ada, UPDATE, &again).await.data()["version"],
            2
        );

        let rotation = json!({ "client_id": "report", "keep_previous": true });
        let second = secret_of(&server.post_as(&ada, SECRET, &rotation).await.data());
        assert_eq!(info(&server, &ada, "report").await["secrets"], 2);
        assert_eq!(token(&server, "report", &first).await, 200);
        assert_eq!(token(&server, "report", &second).await, 200);
        let rotation = json!({ "client_id": "report" });
        let third = secret_of(&server.post_as(&ada, SECRET, &rotation).await.data());
        assert_eq!(token(&server, "report", &second).await, 401);
        assert_eq!(token(&server, "report", &third).await, 200);

        let status = json!({ "client_id": "report", "enabled": false });
        server.post_as(&ada, STATUS, &status).await.data();
        assert_eq!(token(&server, "report", &third).await, 401);
        let status = json!({ "client_id": "report", "enabled": true });
        server.post_as(&ada, STATUS, &status).await.data();
        assert_eq!(token(&server, "report", &third).await, 200);

        let shown = info(&server, &ada, "report").await.to_string();
        let told = entries(server.db(), "client.changed", "report").await;
        let (actors, details): (Vec<_>, Vec<_>) = told
            .into_iter()
            .map(|(actor, _, detail)| (actor, detail))
            .unzip();
        assert_eq!(actors, vec![ada.id.clone(); 6]);
        let renamed = json!({"field": "name", "from": "Report", "to": "Reports"});
        let changes = |detail: &Value| detail["changes"].as_array().unwrap().clone();
        assert!(
            details
                .iter()
                .any(|detail| changes(detail).contains(&renamed))
        );
        let rotated = details
            .iter()
            .filter(|detail| detail["changes"] == json!([{"field": "secret"}]));
        assert_eq!(rotated.count(), 2);
        let texts = format!("{shown}{}", json!(details));
        for secret in [first, second, third] {
            let hash = atrium::random::hashed(&secret);
            assert!(!texts.contains(&secret) && !texts.contains(&hash));
        }
    }
}

/// A scope that Atrium does not know would have no effect. An application that has one from before keeps it, and the scopes of
/// an API are known to that API alone.
#[tokio::test]
async fn unknown_scopes_are_saved_for_an_api_alone() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = ada(&server).await;
        let old = Client {
            client_id: "old".to_owned(),
            source: Source::Admin,
            name: "Old".to_owned(),
            redirect_uris: vec!["https://old.example.com/callback".to_owned()],
            scopes: vec!["openid".to_owned(), "orders".to_owned()],
            secret_hashes: vec![clients::SecretHash::of("a secret of thirty-two characters")],
            ..Client::default()
        };
        let saved = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move { clients::save(tx, &old, NOW).await })
        });
        saved.await.unwrap();
        let update = |metadata: Value| json!({ "client_id": "old", "metadata": metadata });
        for (metadata, status) in [
            (json!({ "name": "Older" }), 0),
            (json!({ "scopes": ["openid", "orders", "email"] }), 0),
            (json!({ "scopes": ["openid", "Email"] }), 100_012),
            (json!({ "scopes": ["openid", "invoices"] }), 100_012),
            (
                json!({ "scopes": ["openid", "invoices"], "resources": ["https://api.example.com"] }),
                0,
            ),
        ] {
            let answer = server
                .post_as(&ada, UPDATE, &update(metadata.clone()))
                .await;
            let answer = answer.json();
            assert_eq!(answer["status"], status, "{metadata}: {answer}");
            if status != 0 {
                assert_eq!(answer["faults"][0]["field"], "metadata.scopes");
            }
        }
    }
}

/// Contract X-27: the answer lists each fault at its field, in the reader's language, and nothing is saved.
#[tokio::test]
async fn every_fault_of_an_application_is_reported() {
    let database = &database::each_engine().await[0];
    let server = Server::start(&database.db).await;
    let ada = ada(&server).await;
    let body = json!({ "client_id": "no good", "metadata": {
        "name": "", "redirect_uris": ["http://intranet/callback"], "grant_types": ["password"],
        "access_token_lifetime": 5, "client_uri": "javascript:alert(1)", "demo": true, "owner": "me",
        "allowed_origins": ["https://*.example.com"],
    }});
    let answer = in_chinese(&server, &ada, ADD, &body).await.json();
    assert_eq!(answer["status"], 100_012, "{answer}");
    let mut fields: Vec<&str> = answer["faults"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| fault["field"].as_str().unwrap())
        .collect();
    fields.sort_unstable();
    assert_eq!(
        fields,
        [
            "client_id",
            "metadata.access_token_lifetime",
            "metadata.allowed_origins",
            "metadata.client_uri",
            "metadata.demo",
            "metadata.grant_types",
            "metadata.name",
            "metadata.owner",
            "metadata.redirect_uris",
        ]
    );
    let lifetime = answer["faults"].as_array().unwrap().iter();
    let lifetime = lifetime
        .clone()
        .find(|fault| fault["field"] == "metadata.access_token_lifetime");
    assert_eq!(lifetime.unwrap()["msg"], "请输入 30 到 86400 秒，或留空。");
    let unknown = json!({ "client_id": "no good", "metadata": {} });
    let answer = server.post_as(&ada, UPDATE, &unknown).await.json();
    assert_eq!(
        (&answer["status"], &answer["field"]),
        (&json!(100_012), &json!("client_id"))
    );
}

/// Contract X-05, F-24: nobody takes the id or `appName` of another application, or Atrium's own.
#[tokio::test]
async fn names_belong_to_one_application() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = ada(&server).await;
        let legacy = |name: &str| {
            json!({ "name": "Mine", "kind": "legacy", "legacy": {
                "app_name": name, "callback_origins": ["https://mine.example.com"],
            }})
        };
        for (id, name, expected) in [
            ("demo-app", "MINE", json!([100_011, "client_id"])),
            (
                "mine",
                "OLDQUERY",
                json!([100_011, "metadata.legacy.app_name"]),
            ),
            ("mine", "SSO", json!([100_012, "metadata.legacy.app_name"])),
            ("mine", "MINE", json!([0, null])),
        ] {
            let body = json!({ "client_id": id, "metadata": legacy(name) });
            let answer = server.post_as(&ada, ADD, &body).await.json();
            assert_eq!(
                json!([answer["status"], answer["field"]]),
                expected,
                "{answer}"
            );
        }
        let kind = json!({ "client_id": "mine", "metadata": { "kind": "oidc" } });
        let answer = server.post_as(&ada, UPDATE, &kind).await.json();
        assert_eq!(answer["field"], "metadata.kind", "{answer}");
        let answer = server
            .post_as(&ada, SECRET, &json!({ "client_id": "mine" }))
            .await
            .json();
        assert_eq!(
            answer["status"], 100_012,
            "a legacy application has no secret"
        );
    }
}

/// When two people add the same id at once, one gets it and is not overwritten by the other.
#[tokio::test]
async fn one_of_two_applications_gets_the_id() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = ada(&server).await;
        let body = |name: &str| {
            json!({ "client_id": "one", "metadata": {
                "name": name, "redirect_uris": ["https://one.example.com/callback"],
            }})
        };
        let (left, right) = (body("Left"), body("Right"));
        let (left, right) = tokio::join!(
            server.post_as(&ada, ADD, &left),
            server.post_as(&ada, ADD, &right)
        );
        let mut statuses = [left.status(), right.status()];
        statuses.sort_unstable();
        assert_eq!(statuses, [0, 100_011]);
        let name = if left.status() == 0 { "Left" } else { "Right" };
        let shown = info(&server, &ada, "one").await;
        assert_eq!(
            (&shown["metadata"]["name"], &shown["version"]),
            (&json!(name), &json!(1))
        );
    }
}

/// The second of two changes says who made the first. An application of the clients file can only be changed there.
#[tokio::test]
async fn a_change_never_overwrites_another_unseen() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = ada(&server).await;
        let body = json!({ "client_id": "mine", "metadata": {
            "name": "Mine", "redirect_uris": ["https://mine.example.com/callback"],
        }});
        server.post_as(&ada, ADD, &body).await.data();
        let change =
            |name: &str| json!({ "client_id": "mine", "version": 1, "metadata": { "name": name } });
        server.post_as(&ada, UPDATE, &change("First")).await.data();
        let answer = server.post_as(&ada, UPDATE, &change("Second")).await.json();
        assert_eq!(answer["status"], 100_012);
        assert_eq!(answer["conflict"], json!({ "by": "Ada Super", "at": NOW }));
        assert_eq!(
            info(&server, &ada, "mine").await["metadata"]["name"],
            "First"
        );
        for (path, body) in [
            (
                UPDATE,
                json!({ "client_id": "demo-app", "metadata": { "name": "Mine" } }),
            ),
            (STATUS, json!({ "client_id": "demo-app", "enabled": false })),
            (SECRET, json!({ "client_id": "demo-app" })),
        ] {
            let answer = server.post_as(&ada, path, &body).await.json();
            assert_eq!(
                (&answer["status"], &answer["field"]),
                (&json!(100_012), &json!("client_id"))
            );
            let words = "This application is declared in clients.toml. Change it there.";
            assert_eq!(answer["msg"], words);
        }
        let shown = info(&server, &ada, "demo-app").await;
        assert_eq!(
            shown["rights"],
            json!({"edit": false, "secret": false, "trust": false})
        );
    }
}
