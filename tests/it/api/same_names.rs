//! Two names that look alike are one: spaces between words count as one space, and joiners do not count (decision 0056).
//! Searches, uniqueness and the sign-in compare names in the same way.

use atrium::directory::{AccountError, NewAccount, find_by_name};
use serde_json::{Value, json};

use super::group_stage::team;
use crate::support::product_api::{NOW, Server};
use crate::support::{database, people};

/// Spellings of `Blue  Sky`.
const ALIKE: [&str; 4] = [
    "Blue Sky",
    "blue   sky",
    "BLUE\u{a0}SKY",
    "Bl\u{200d}ue Sky",
];

/// Call, its other fields, the field of the name, and a list that shows it.
const NOUNS: [(&str, &str, &str, &str); 8] = [
    (
        "admin/organisation/add",
        r#"{"kind":"agency"}"#,
        "name",
        "admin/agency/list?",
    ),
    (
        "admin/organisation/add",
        r#"{"kind":"client"}"#,
        "name",
        "admin/client/list?",
    ),
    (
        "admin/organisation/add",
        r#"{"kind":"brand"}"#,
        "name",
        "admin/brand/list?",
    ),
    (
        "admin/organisation/add",
        r#"{"kind":"division"}"#,
        "name",
        "admin/division/list?",
    ),
    (
        "admin/organisation/add",
        r#"{"kind":"industry"}"#,
        "name",
        "admin/industry/list?",
    ),
    (
        "admin/iris-mapping/add",
        r#"{"irisName":"Blue  Sky"}"#,
        "irisCode",
        "admin/iris-mapping/list?",
    ),
    (
        "admin/user-group/add",
        r#"{"appIds":[7]}"#,
        "groupName",
        "admin/user-group/list?",
    ),
    (
        "admin/role/add",
        r#"{"projectId":7}"#,
        "roleName",
        "admin/role/list?",
    ),
];

#[tokio::test]
async fn names_that_look_alike_are_one_in_every_noun() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, [chloe, ..]) = team(&server).await;
        for (call, fields, field, list) in NOUNS {
            let add = async |name: &str| {
                let mut body: Value = serde_json::from_str(fields).unwrap();
                body[field] = name.into();
                if call.contains("group") {
                    body["groupAdmin"] = json!([chloe]);
                }
                let path = format!("/api/security/{call}");
                server.post_as(&ada, &path, &body).await
            };
            let added = add("Blue  Sky").await;
            assert_eq!(added.status(), 0, "{fields}: {}", added.text);
            for name in ALIKE {
                let taken = add(name).await;
                assert_eq!(taken.status(), 100_011, "{fields} {name:?}: {}", taken.text);
                let found = url::form_urlencoded::byte_serialize(name.as_bytes());
                let path = format!("/api/security/{list}context={}", found.collect::<String>());
                let page = server.get_as(&ada, &path).await.data();
                assert_eq!(page["total"], 1, "{list} {name:?}: {page}");
            }
            assert_eq!(add("BlueSky").await.status(), 0, "{fields}: a space counts");
        }
    }
}

/// The home page and the rights of a product compare names without the search index.
#[tokio::test]
async fn names_with_two_spaces_are_found_everywhere() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, _) = team(&server).await;
        let done = async |call: &str, body: Value| {
            let path = format!("/api/security/{call}");
            let answer = server.post_as(&ada, &path, &body).await;
            assert_eq!(answer.status(), 0, "{call}: {}", answer.text);
        };
        done(
            "admin/app/upd",
            json!({ "projectId": 7, "name": "Blue  Sky", "everyone": true }),
        )
        .await;
        let right = json!({ "projectId": 7, "accessName": "Blue  Sky", "accessCode": "a.b", "type": "api" });
        done("admin/access/add", right).await;
        for name in ["blue%20sky", "blue%20%20sky", "bl%E2%80%8Due%20sky"] {
            for list in [
                format!("app/list?context={name}"),
                format!("admin/access/list-by-project?projectId=7&keyword={name}"),
            ] {
                let path = format!("/api/security/{list}");
                let found = server.get_as(&ada, &path).await;
                assert!(found.text.contains("Blue  Sky"), "{list}: {}", found.text);
            }
        }
    }
}

/// F-56, attack 15: an account has one name with any typed spaces; the sign-in finds it by each spelling.
#[tokio::test]
async fn attack_15_an_account_name_with_two_spaces_is_one_name() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server.person("AdaSuper", |new| new.sup_admin = true).await;
        server
            .account("Blue  Sky", |new| new.full_name = "Mr  Sky".to_owned())
            .await;
        for name in ALIKE {
            let mut view = server.db().read().await.unwrap();
            let found = find_by_name(&mut view, name).await.unwrap();
            drop(view);
            assert_eq!(
                found.map(|found| found.username).as_deref(),
                Some("Blue  Sky"),
                "{name:?}"
            );
            let login = json!({ "account": name, "password": people::PASSWORD });
            let signed_in = server.post("/api/security/acc-login", &[], &login).await;
            assert_eq!(signed_in.status(), 0, "{name:?}: {}", signed_in.text);
        }
        let second = server.db().write::<_, AccountError, _>(|tx| {
            Box::pin(async move {
                let new = NewAccount {
                    username: "blue sky".to_owned(),
                    ..NewAccount::default()
                };
                people::add(tx, new, NOW).await
            })
        });
        assert!(matches!(second.await, Err(AccountError::Taken(_))));
        for name in ["mr%20sky", "blue%20sky"] {
            let path = format!("/api/security/admin/user/list?context={name}");
            assert_eq!(
                server.get_as(&ada, &path).await.data()["total"],
                1,
                "{name}"
            );
        }
    }
}
