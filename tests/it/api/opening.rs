//! C-010, C-017, C-061 through the door.

use atrium::catalogue::Link;
use atrium::clock::DAY;
use atrium::db::DbError;
use atrium::directory::Status;
use atrium::groups;
use atrium::pages::tile;
use serde_json::{Value, json};

use crate::access::{self, group, join, product, save};
use crate::support::product_api::{NOW, Person, Server};
use crate::support::{database, rows};

pub const OPEN: &str = "/api/security/app/login-count";
const LIST: &str = "/api/security/app/v2/list-by-type";

/// Products 1 to 6: one for everyone; an OIDC one; two legacy ones; a link to elsewhere; a locked
/// one.
pub async fn products(server: &Server) {
    for (id, client, link) in [
        (1, None, "https://plain.example/"),
        (2, Some("demo-app"), "http://localhost:8081/"),
        (3, Some("old-query"), "http://localhost:8082/"),
        (4, Some("old-code"), "https://code.example.com/start?x=1"),
        (5, Some("old-query"), "https://elsewhere.example/"),
        (7, Some("old-moved"), "https://moved.example.com/"),
        (16, None, "https://hidden.example/"),
    ] {
        let mut row = product(id);
        row.everyone = true;
        row.client_id = client.map(str::to_owned);
        link.clone_into(&mut row.link);
        save(server.db(), row, &[]).await;
    }
    let mut locked = product(6);
    locked.links = vec![Link {
        name: "Docs".into(),
        url: "https://docs.example/".into(),
    }];
    save(server.db(), locked, &[]).await;
}

async fn open(server: &Server, person: &Person, id: i64) -> Value {
    server
        .post_as(person, OPEN, &json!({ "productId": id }))
        .await
        .data()
}

/// C-010, P-15, F-02, trap T2: a launch token only for legacy applications, and only to their registered address.
#[tokio::test]
async fn attack_t2_opening_gives_a_launch_token_to_legacy_applications_only() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        products(&server).await;
        let dan = server.person("dan", |_| {}).await;
        for (id, with_token) in [
            (1, false),
            (2, false),
            (3, true),
            (4, true),
            (5, false),
            (7, false),
        ] {
            let data = open(&server, &dan, id).await;
            assert_eq!(data["token"].is_string(), with_token, "{id}: {data}");
            assert_eq!(data["count"], 1);
            assert!(!data["link"].as_str().unwrap().is_empty());
        }
        let by_get = server.get_as(&dan, &format!("{OPEN}?productId=3")).await;
        assert_eq!(by_get.data()["count"], 1, "the same minute");
        assert_eq!(by_get.header("cache-control"), "no-store");
        // A closed application and an unknown one get the same answer.
        for (id, refused) in [(6, 100_013), (99, 100_013), (-1, 100_013), (0, 100_013)] {
            let answer = server
                .post_as(&dan, OPEN, &json!({ "productId": id }))
                .await;
            assert_eq!(answer.status(), refused, "{id}");
        }
        for bad in [
            json!({}),
            json!({"productId": "x"}),
            json!({"productId": 1.5}),
            json!([1]),
        ] {
            let answer = server.post_as(&dan, OPEN, &bad).await;
            assert_eq!(answer.status(), 100_013, "{bad}");
        }
        let hidden = open(&server, &dan, 16).await;
        assert_eq!(
            hidden["link"], "https://hidden.example/",
            "G-29: direct access"
        );
    }
}

/// Attack T10: a launch token works at its application's own `/user/info` and nowhere else (F-02, G-86).
#[tokio::test]
async fn attack_t10_a_launch_token_is_good_at_its_application_alone() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        products(&server).await;
        let dan = server.person("dan", |_| {}).await;
        let data = open(&server, &dan, 3).await;
        let token = data["token"].as_str().unwrap();
        let header = [("access-token", token)];
        let ask = async |app: &str| {
            let path = format!("/api/security/user/info?appName={app}");
            server
                .post(&path, &header, &json!({ "appName": app }))
                .await
        };
        let info = ask("OLDQUERY").await.data();
        assert_eq!(
            (&info["username"], &info["userToken"]),
            (&json!("dan"), &json!(token))
        );
        for other in ["SSO", "OLDCODE", "OLDMOVED", "NOBODY", "oldquery", ""] {
            assert_eq!(ask(other).await.status(), 100_000, "{other}");
        }
        let plain = server
            .post("/api/security/user/info", &header, &json!({}))
            .await;
        assert_eq!(plain.status(), 100_000);
        // It fails at every other call of the API, with any appName.
        for call in atrium::api::CALLS {
            use atrium::calls::table::{Credential, Verb};
            if matches!(call.credential, Credential::Session | Credential::Newcomer) {
                let path = format!(
                    "{}?appName=OLDQUERY&productId=1&typeId=1&username=dan",
                    call.path
                );
                let answer = match call.verb {
                    Verb::Get => server.get(&path, &header).await,
                    Verb::Post => server.post(&path, &header, &json!({"lang": "en-us"})).await,
                };
                assert_eq!(answer.status(), 100_000, "{}", call.path);
            }
        }
        // It fails as an OpenID token, and with the portal's scheme.
        let bearer = format!("Bearer {token}");
        let userinfo = server
            .get("/oauth2/userinfo", &[("authorization", bearer.as_str())])
            .await;
        assert!(!userinfo.http.is_success(), "{userinfo:?}");
        let dpop = format!("DPoP {token}");
        let as_dpop = server
            .post(
                "/api/security/user/info",
                &[("authorization", dpop.as_str())],
                &json!({}),
            )
            .await;
        assert_eq!(as_dpop.http, 401);
        // It ends with the session.
        server
            .post_as(&dan, "/api/security/logout", &json!({}))
            .await;
        assert_eq!(ask("OLDQUERY").await.status(), 100_000);
    }
}

/// Mode `code`: the first call exchanges it; `userToken` in the answer is the token to keep.
#[tokio::test]
async fn a_launch_code_is_exchanged_by_the_first_call() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        products(&server).await;
        let dan = server.person("dan", |_| {}).await;
        let data = open(&server, &dan, 4).await;
        let code = data["token"].as_str().unwrap().to_owned();
        let ask = async |secret: &str, app: &str| {
            let path = format!("/api/security/user/info?appName={app}");
            server
                .post(&path, &[("access-token", secret)], &json!({}))
                .await
        };
        assert_eq!(ask(&code, "OLDQUERY").await.status(), 100_000);
        let token = ask(&code, "OLDCODE").await.data()["userToken"].clone();
        let token = token.as_str().unwrap();
        assert_ne!(token, code);
        assert_eq!(ask(token, "OLDCODE").await.data()["userToken"], token);
        assert_eq!(
            ask(&code, "OLDCODE").await.status(),
            100_000,
            "exchanged once"
        );
        assert_eq!(
            ask(token, "OLDCODE").await.status(),
            100_000,
            "a replay ends it"
        );
    }
}

/// E-10, C-061, G-29, F-23: the list of a type, without hidden ids, without addresses that the person may not open.
#[tokio::test]
async fn the_list_of_a_type() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        products(&server).await;
        let dan = server.person("dan", |_| {}).await;
        let list = server
            .get_as(&dan, &format!("{LIST}?typeId=1"))
            .await
            .data();
        let seen: Vec<(i64, &str, &str)> = list
            .as_array()
            .unwrap()
            .iter()
            .map(|card| {
                let text = |name: &str| card[name].as_str().unwrap();
                (card["id"].as_i64().unwrap(), text("opens"), text("state"))
            })
            .collect();
        assert_eq!(
            seen,
            [
                (1, "link", "open"),
                (2, "oidc", "open"),
                (3, "legacy", "open"),
                (4, "legacy", "open"),
                (5, "legacy", "open"),
                (6, "link", "request"),
                (7, "oidc", "open"),
            ]
        );
        // Look, "Shape": the same hue as the client's on the consent page; without a client, the
        // hue of the code.
        assert_eq!(list[1]["tileHue"], tile::degrees("demo-app"));
        assert_eq!(
            list[0]["tileHue"],
            tile::degrees(list[0]["appName"].as_str().unwrap())
        );
        let locked = &list[5];
        assert_eq!(
            (&locked["link"], &locked["links"]),
            (&json!(""), &json!([]))
        );
        assert_eq!(locked["hasAccess"], false);
        for (query, status) in [
            ("typeId=2", 0),
            ("typeId=-9", 0),
            ("typeId=", 100_012),
            ("typeId=1%20OR%201", 100_012),
            ("", 100_012),
        ] {
            let answer = server.get_as(&dan, &format!("{LIST}?{query}")).await;
            assert_eq!(answer.status(), status, "{query}");
        }
    }
}

/// C-017, G-37.
#[tokio::test]
async fn whom_to_ask_for_a_product() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let db = server.db();
        products(&server).await;
        let dan = server.person("dan", |_| {}).await;
        let chloe = server
            .account("chloe", |new| new.full_name = "Chloe Manager".into())
            .await;
        group(db, "g", &[6]).await;
        access::appoint(db, &access::find(db, &chloe).await, "g").await;
        join(
            db,
            &access::find(db, &dan.id).await,
            "g",
            Status::Processing,
        )
        .await;
        let path = "/api/security/user/prompt-group-admin";
        let answer = server.get_as(&dan, &format!("{path}?productId=6")).await;
        let expected = json!({ "groups": [{
            "groupId": "g", "groupName": "Group g", "groupAdmin": "Chloe Manager", "adminMsg": "Write to us.",
        }] });
        assert_eq!(answer.data(), expected);
        let none = server.get_as(&dan, &format!("{path}?productId=1")).await;
        assert_eq!(none.data(), json!({ "groups": [] }));
        let unknown = server.get_as(&dan, &format!("{path}?productId=99")).await;
        assert_eq!(unknown.status(), 100_012);
    }
}

/// C-017, C-064: a manager whose last day is over cannot give access, so nobody is referred to them.
#[tokio::test]
async fn a_manager_who_cannot_sign_in_is_not_named_as_one_to_ask() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        products(&server).await;
        let dan = server.person("dan", |_| {}).await;
        group(server.db(), "g", &[6]).await;
        for (name, until) in [("Chloe", None), ("Carl", Some("2026-11-22"))] {
            let id = server
                .account(name, |new| {
                    name.clone_into(&mut new.full_name);
                    new.expire_date = until.map(|day| day.parse().unwrap());
                })
                .await;
            access::appoint(server.db(), &access::find(server.db(), &id).await, "g").await;
        }
        let named = async |person: &Person| {
            let asked = "/api/security/user/prompt-group-admin?productId=6";
            let asked = server.get_as(person, asked).await.data()["groups"].clone();
            let info = "/api/security/app/v2/list-info?appId=6";
            assert_eq!(asked, server.get_as(person, info).await.data()["groups"]);
            asked[0]["groupAdmin"].clone()
        };
        assert_eq!(named(&dan).await, "Carl, Chloe");
        server.clock.advance(2 * DAY);
        let dan = server.signed_in(&dan.id).await;
        assert_eq!(named(&dan).await, "Chloe");
    }
}

/// Attack T8, C-017, C-059, C-064, "Groups": a hidden group and its managers are named only to those who may
/// see it; 50 hidden ones do not displace one that everybody sees.
#[tokio::test]
async fn attack_t8_a_hidden_group_is_not_named_as_one_to_ask() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        products(&server).await;
        let dan = server.person("dan", |_| {}).await;
        let eve = server.person("eve", |_| {}).await;
        let chloe = server
            .account("chloe", |new| new.full_name = "Chloe Manager".into())
            .await;
        let (chloe_id, eve_id) = (chloe.clone(), eve.id.clone());
        let saved = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                for number in 0..50 {
                    let id = format!("a{number:02}");
                    groups::save(tx, &id, &format!("Secret {number}"), "", NOW).await?;
                    groups::grant(tx, &id, 6).await?;
                    groups::appoint(tx, &id, &chloe_id).await?;
                    rows::set(tx, "UPDATE groups SET visible = $2 WHERE id = $1", &id, 1).await?;
                }
                let seen = json!({ "group_id": "a07", "account_id": eve_id });
                rows::insert(tx, "group_visible_accounts", &seen).await
            })
        });
        saved.await.unwrap();
        let named = async |person: &Person| {
            let asked = "/api/security/user/prompt-group-admin?productId=6";
            let asked = server.get_as(person, asked).await.data()["groups"].clone();
            let info = "/api/security/app/v2/list-info?appId=6";
            let info = server.get_as(person, info).await.data();
            assert_eq!(asked, info["groups"]);
            let options = "/api/security/app/applyOption?productId=6";
            let options = server.get_as(person, options).await.json();
            assert_eq!(
                options.to_string().contains("Secret"),
                asked.to_string().contains("Secret")
            );
            asked
        };
        assert_eq!(named(&dan).await, json!([]));
        let seen = json!([{
            "groupId": "a07", "groupName": "Secret 7", "groupAdmin": "Chloe Manager", "adminMsg": "",
        }]);
        assert_eq!(named(&eve).await, seen);
        group(server.db(), "open", &[6]).await;
        assert_eq!(named(&dan).await[0]["groupName"], "Group open");
    }
}
