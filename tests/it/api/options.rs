//! C-099 to C-101, G-52 through the API, and our own option lists.

use atrium::clients::{self, Client};
use atrium::db::DbError;
use atrium::directory::organisations::{save_agency, save_brand, save_company};
use atrium::groups;
use atrium::groups::GroupStatus;
use serde_json::{Value, json};

use crate::access;
use crate::support::product_api::{NOW, Server};
use crate::support::{database, rows};

const AGENCY: &str = "/api/security/common/option/agency";
const CLIENT: &str = "/api/security/common/option/client";
const BRAND: &str = "/api/security/common/option/brand";
const GROUP: &str = "/api/security/common/option/group-list";
const APPLICATION: &str = "/api/security/admin/audit/application/option-list";

async fn organisations(server: &Server) {
    server
        .db()
        .write::<_, DbError, _>(|tx| {
            Box::pin(async move {
                for (id, name) in [
                    ("1", "émeraude"),
                    ("2", "Nord"),
                    ("3", "蓝岸广告"),
                    ("4", "nordlys"),
                ] {
                    save_agency(tx, id, name, NOW).await?;
                }
                for (id, name, agency) in [
                    ("a", "Zebra", Some("2")),
                    ("b", "Harbour", None),
                    ("c", "Abbey", Some("4")),
                ] {
                    save_company(tx, id, name, agency, NOW).await?;
                }
                for (id, name, company) in [
                    ("x", "Sea", Some("a")),
                    ("y", "Salt", None),
                    ("z", "海风", Some("b")),
                ] {
                    save_brand(tx, id, name, company, NOW).await?;
                }
                Ok(())
            })
        })
        .await
        .unwrap();
}

fn names(data: &Value, field: &str) -> Vec<String> {
    let list = data.as_array().unwrap();
    list.iter()
        .map(|one| one[field].as_str().unwrap().to_owned())
        .collect()
}

/// C-099, C-100, G-52: both engines find and sort alike: any part, any spelling, Chinese too.
#[tokio::test]
async fn agencies_and_clients_to_choose_from() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        organisations(&server).await;
        let dan = server.person("dan", |_| {}).await;
        let all = server.get_as(&dan, AGENCY).await.data();
        // Who applies for an account is not signed in (G-62).
        assert_eq!(server.get(AGENCY, &[]).await.data(), all);
        let first = json!({"id": "2", "agencyId": "2", "agencyName": "Nord"});
        assert_eq!(all[0], first);
        for (query, expected) in [
            ("", vec!["Nord", "nordlys", "émeraude", "蓝岸广告"]),
            ("?context=ORD", vec!["Nord", "nordlys"]),
            ("?context=%C3%89M", vec!["émeraude"]),
            ("?context=%E5%B2%B8", vec!["蓝岸广告"]),
            ("?context=zzz", vec![]),
            ("?pageNum=2&pageSize=3", vec!["蓝岸广告"]),
        ] {
            let data = server
                .get_as(&dan, &format!("{AGENCY}{query}"))
                .await
                .data();
            assert_eq!(names(&data, "agencyName"), expected, "{query}");
        }
        for (query, expected) in [
            ("", vec!["Abbey", "Harbour", "Zebra"]),
            ("?agencyId=2", vec!["Harbour", "Zebra"]),
            ("?agencyId=2&context=br", vec!["Zebra"]),
            ("?agencyId=2&context=h", vec!["Harbour"]),
            ("?agencyId=9", vec!["Harbour"]),
        ] {
            let data = server
                .get_as(&dan, &format!("{CLIENT}{query}"))
                .await
                .data();
            assert_eq!(names(&data, "clientName"), expected, "{query}");
        }
        let abbey = server
            .get_as(&dan, &format!("{CLIENT}?context=abbey"))
            .await;
        let expected = json!([{"clientId": "c", "clientName": "Abbey", "agencyId": "4"}]);
        assert_eq!(abbey.data(), expected);
        for query in ["?pageNum=0", "?pageSize=0", "?pageSize=101", "?pageNum=x"] {
            let refused = server.get_as(&dan, &format!("{AGENCY}{query}")).await;
            assert_eq!(refused.status(), 100_012, "{query}");
        }
    }
}

/// Options with and without a client, each with its client.
#[tokio::test]
async fn brands_to_choose_from() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        organisations(&server).await;
        let dan = server.person("dan", |_| {}).await;
        for (query, expected) in [
            ("", vec!["Salt", "Sea", "海风"]),
            ("?clientId=a", vec!["Salt", "Sea"]),
            ("?clientId=a&context=EA", vec!["Sea"]),
            ("?clientId=9", vec!["Salt"]),
            ("?pageNum=2&pageSize=2", vec!["海风"]),
        ] {
            let data = server.get_as(&dan, &format!("{BRAND}{query}")).await.data();
            assert_eq!(names(&data, "brandName"), expected, "{query}");
        }
        let sea = server.get_as(&dan, &format!("{BRAND}?context=sea")).await;
        let expected = json!([{"brandId": "x", "brandName": "Sea", "clientId": "a"}]);
        assert_eq!(sea.data(), expected);
        let refused = server.get_as(&dan, &format!("{BRAND}?pageSize=0")).await;
        assert_eq!(refused.status(), 100_012);
    }
}

/// C-101, F-19: managers get the groups that they manage, administrators get all groups, everyone
/// else gets none. A disabled group is not an option.
#[tokio::test]
async fn groups_of_the_caller() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let chloe = server.person("chloe", |_| {}).await;
        let ada = server.person("ada", |new| new.sup_admin = true).await;
        let dan = server.person("dan", |_| {}).await;
        let manager = chloe.id.clone();
        let saved = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                for (id, name) in [("1", "Zeal"), ("2", "Ark"), ("3", "Ärzte"), ("4", "Off")] {
                    groups::save(tx, id, name, "", NOW).await?;
                }
                for id in ["1", "3", "4"] {
                    groups::appoint(tx, id, &manager).await?;
                }
                groups::set_status(tx, "4", GroupStatus::Off).await
            })
        });
        saved.await.unwrap();
        for (who, query, expected) in [
            (&chloe, "", vec!["Zeal", "Ärzte"]),
            (&chloe, "?context=ar", vec![]),
            (&chloe, "?context=%C3%84R", vec!["Ärzte"]),
            (&chloe, "?context=%C3%A4", vec!["Ärzte"]),
            (&chloe, "?context=a", vec![]),
            (&chloe, "?context=e", vec![]),
            (&chloe, "?pageNum=2&pageSize=1", vec!["Ärzte"]),
            (&chloe, "?pageNum=3&pageSize=1", vec![]),
            (&ada, "?context=a", vec!["Ark"]),
            (&ada, "?context=z&pageNum=2", vec![]),
            (&ada, "?context=%20", vec!["Ark", "Zeal", "Ärzte"]),
            (&ada, "", vec!["Ark", "Zeal", "Ärzte"]),
            (&ada, "?pageNum=2&pageSize=1", vec!["Zeal"]),
            (&dan, "", vec![]),
        ] {
            let data = server.get_as(who, &format!("{GROUP}{query}")).await.data();
            assert_eq!(names(&data, "groupName"), expected, "{query}");
        }
        let ark = server.get_as(&ada, &format!("{GROUP}?context=ark")).await;
        assert_eq!(ark.data(), json!([{"groupId": "2", "groupName": "Ark"}]));
    }
}

/// Disabled ones too: their entries stay in the audit log.
#[tokio::test]
async fn applications_of_the_audit_log() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server.person("ada", |new| new.sup_admin = true).await;
        let off = server.db().write::<_, DbError, _>(|tx| {
            Box::pin(async move {
                let found = clients::find(tx, "old-query").await?;
                let client = Client {
                    enabled: false,
                    ..found.unwrap()
                };
                clients::save(tx, &client, NOW).await
            })
        });
        off.await.unwrap();
        let found = server
            .get_as(&ada, &format!("{APPLICATION}?context=OLD"))
            .await;
        let found = found.data();
        let expected = ["Old Code", "Old Moved", "Old Query"];
        assert_eq!(names(&found, "applicationName"), expected);
        assert_eq!(found[2]["applicationId"], "old-query");
        let none = server
            .get_as(&ada, &format!("{APPLICATION}?context=zzzz"))
            .await;
        assert_eq!(none.data(), json!([]));
    }
}

/// At most 1,000 options without `pageSize`, the first by name and not by id; each is found by its
/// name, and a page beyond row 10,000 is empty.
#[tokio::test]
async fn no_option_is_out_of_reach() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server.person("ada", |new| new.sup_admin = true).await;
        let saved = server.db().write::<_, DbError, _>(|tx| {
            Box::pin(async move {
                for at in 0..1_001 {
                    let (id, name) = (format!("g{at:04}"), format!("Team {at:04}"));
                    groups::save(tx, &id, &name, "", NOW).await?;
                }
                groups::save(tx, "z", "Alpha", "", NOW).await
            })
        });
        saved.await.unwrap();
        let found = async |query: &str| {
            let data = server.get_as(&ada, &format!("{GROUP}?{query}")).await;
            names(&data.data(), "groupName")
        };
        let all = found("").await;
        assert_eq!(
            (all.len(), &*all[0], &*all[999]),
            (1_000, "Alpha", "Team 0998")
        );
        assert_eq!(found("pageNum=2").await, ["Team 0999", "Team 1000"]);
        assert_eq!(found("context=1000").await, ["Team 1000"]);
        assert_eq!(found("context=t&pageSize=1").await, ["Team 0000"]);
        assert_eq!(found("context=t").await.len(), 1_000);
        assert_eq!(found("pageNum=11").await, [""; 0]);
    }
}

/// The further parameters that option lists require: path and query.
const NEEDS: &[(&str, &str)] = &[
    ("/api/security/admin/access/group-option", "accessId=a"),
    (
        "/api/security/admin/role/option-list-by-project",
        "projectId=7",
    ),
    ("/api/security/admin/module/option-list", "projectId=7"),
];

/// A product and an access right of it.
async fn needed(server: &Server) {
    access::save(server.db(), access::product(7), &[]).await;
    let saved = server.db().write::<_, DbError, _>(|tx| {
        Box::pin(async move {
            let right = json!({
                "id": "a", "product_id": 7, "code": "a", "name": "A", "kind": 0, "description": "", "status": 0,
                "created_at": NOW,
            });
            rows::insert(tx, "access_rights", &right).await
        })
    });
    saved.await.unwrap();
}

/// Lists with rules of their own: fixed options, and a search of accounts that needs a text (contract F-22).
const WITH_OWN_RULES: &[&str] = &[
    "/api/security/admin/user/account/option-list",
    "/api/security/admin/user-group/add-user-list",
    // A history, whose search is called `search`.
    "/api/security/admin/announcement/history",
];

/// Every option list answers with an array, its `context`, `pageNum` and `pageSize` are optional,
/// malformed ones are refused, and no text becomes a part of a statement (attack 35).
#[tokio::test]
async fn every_option_list_keeps_the_rules_of_options() {
    let database = &database::each_engine().await[0];
    let server = Server::start(&database.db).await;
    let ada = server.person("ada", |new| new.sup_admin = true).await;
    needed(&server).await;
    let document = server.get("/api/openapi.json", &[]).await.json();
    let mut walked = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        let parameters = item["get"]["parameters"].as_array();
        let parameters = parameters.map_or(&[][..], Vec::as_slice);
        let has = |name: &str| parameters.iter().find(|one| one["name"] == name);
        let is_paged = has("pageSize").is_some() && has("cursor").is_none();
        let is_named = path.contains("/option") && item.get("get").is_some();
        if WITH_OWN_RULES.contains(&path.as_str()) || !(is_paged || is_named) {
            continue;
        }
        for name in ["context", "pageNum", "pageSize"] {
            let parameter = has(name).unwrap_or_else(|| panic!("{path} has no {name}"));
            assert_ne!(parameter["required"], true, "{path} {name}");
        }
        let required = parameters.iter().filter(|one| one["required"] == true);
        let needs = NEEDS.iter().find(|(of, _)| of == path);
        let needs = needs.map_or("", |(_, query)| *query);
        assert_eq!(
            required.count(),
            needs.matches('=').count(),
            "{path}: say here what it needs"
        );
        let ask = async |query: &str| {
            let answer = server
                .get_as(&ada, &format!("{path}?{needs}&{query}"))
                .await;
            answer.json()
        };
        for (query, most) in [
            ("", 1_000),
            ("pageNum=1&pageSize=1", 1),
            ("context=&pageNum=1", 1_000),
            ("pageNum=9223372036854775807", 0),
            ("pageNum=9223372036854775807&pageSize=100", 0),
            ("context=%25", 0),
            ("context=_", 0),
            ("context=%27%20OR%20%271%27%3D%271", 0),
            ("context=%22", 0),
            ("context=zzzz", 0),
        ] {
            let answer = ask(query).await;
            let options = answer["data"].as_array();
            let options = options.unwrap_or_else(|| panic!("{path}?{query}: {answer}"));
            assert!(options.len() <= most, "{path}?{query}: {answer}");
        }
        for (query, field) in [
            ("pageNum=0", "pageNum"),
            ("pageNum=x", "pageNum"),
            ("pageSize=0", "pageSize"),
            ("pageSize=101", "pageSize"),
        ] {
            let answer = ask(query).await;
            let refused = (&answer["status"], &answer["field"]);
            assert_eq!(refused, (&json!(100_012), &json!(field)), "{path}?{query}");
        }
        assert_eq!(ask("context=a%00b").await["status"], 100_012, "{path}");
        walked += 1;
    }
    assert!(walked >= 5, "{walked}");
}
