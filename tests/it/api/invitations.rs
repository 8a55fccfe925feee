//! C-079, C-098: whom a manager finds and invites, and how often in a day. The expectations are literals.

use atrium::directory::Status;
use serde_json::{Value, json};

use super::request_scenes::{appoint, with_email};
use crate::support::database;
use crate::support::product_api::Server;

const ADMIN: &str = "/api/security/admin/user-group";
const OWN: &str = "/api/security/user/user-group";

/// C-079, D-03, F-22, E-05 to E-07, K-24: a search answers names and addresses of enabled accounts alone, and only so
/// often in a day.
#[tokio::test]
async fn a_search_tells_little_and_is_limited() {
    for database in database::each_engine().await {
        let server = Server::with(&database.db, |config| config.limits.person_searches = 2).await;
        let chloe = server.person("Chloe", with_email).await;
        server
            .account("Gone", |new| new.status = Status::Disabled)
            .await;
        for number in 10..22 {
            server.account(&format!("Found{number}"), with_email).await;
        }
        appoint(&server, &chloe, "media").await;
        let search = format!("{ADMIN}/add-user-list?groupId=media");
        for query in ["", "&context=", "&context=a"] {
            let refused = server
                .get_as(&chloe, &format!("{search}{query}"))
                .await
                .json();
            assert_eq!(
                (&refused["status"], &refused["field"]),
                (&json!(100_012), &json!("context"))
            );
        }
        let found = server
            .get_as(&chloe, &format!("{search}&context=found"))
            .await
            .data();
        assert_eq!(found["list"].as_array().unwrap().len(), 10);
        assert_eq!(
            found["list"][0],
            json!({ "username": "Found10", "email": "Found10@demo.test" })
        );
        assert_eq!(
            (&found["total"], &found["more"]),
            (&json!(12), &json!(false))
        );
        let gone = server
            .get_as(&chloe, &format!("{search}&context=gone&pageSize=100"))
            .await;
        assert_eq!(gone.data()["list"], json!([]));
        let limited = server
            .get_as(&chloe, &format!("{search}&context=found"))
            .await;
        assert_eq!(limited.http, 429);
    }
}

/// C-098, F-63, F-70, V-16, V-19, K-18, G-65, E-09: five addresses at most, each once, with a daily limit; the refused
/// ones by name.
#[tokio::test]
async fn invitations_are_limited() {
    for database in database::each_engine().await {
        let server =
            Server::with(&database.db, |config| config.limits.person_invitations = 4).await;
        let chloe = server.person("Chloe", with_email).await;
        let eve = server.person("Eve", with_email).await;
        appoint(&server, &chloe, "media").await;
        let invite = |kind: i64, emails: &[&str]| {
            let emails: Vec<Value> = emails
                .iter()
                .map(|email| json!({ "email": email }))
                .collect();
            json!({ "type": kind, "groupId": "media", "emailList": emails })
        };
        let path = "/api/security/user-group/invitation-mail";
        for (body, field) in [
            (invite(2, &["eve@demo.test"]), "type"),
            (invite(3, &["eve@demo.test"]), "type"),
            (invite(1, &[]), "emailList"),
            (
                invite(1, &["a@b.c", "b@b.c", "c@b.c", "d@b.c", "e@b.c", "f@b.c"]),
                "emailList",
            ),
            (
                invite(1, &["eve@demo.test\r\nBcc: all@demo.test"]),
                "emailList",
            ),
            (invite(1, &["nothing"]), "emailList"),
        ] {
            let refused = server.post_as(&chloe, path, &body).await.json();
            assert_eq!(
                (&refused["status"], &refused["field"]),
                (&json!(100_012), &json!(field)),
                "{body}"
            );
        }
        // F-70: the call has two addresses.
        for path in [path, "/api/security/user/user-group/invitation-mail"] {
            for (body, words) in [
                (invite(1, &["nothing"]), "Please input your vaild email"),
                (invite(1, &[]), "please select or enter"),
            ] {
                let refused = server.post_as(&chloe, path, &body).await.json();
                assert_eq!(refused["msg"], words, "{path}");
            }
        }
        let body = invite(1, &["eve@demo.test", "EVE@demo.test", "stranger@else.test"]);
        let invited = server.post_as(&chloe, path, &body).await.data();
        assert_eq!(
            invited,
            json!({ "sent": 1, "failed": ["stranger@else.test"] })
        );
        let list = format!("{ADMIN}/group-management-list?groupId=media&context=eve");
        let row = server.get_as(&chloe, &list).await.data()["list"][0].clone();
        assert_eq!(
            (&row["status"], &row["actionId"], &row["statusName"]),
            (&json!(2), &json!(5), &json!("invited"))
        );
        let own = invite(1, &["chloe@demo.test"]);
        assert_eq!(server.post_as(&chloe, path, &own).await.status(), 100_013);
        // Two are left of the four.
        let more = invite(1, &["x@else.test", "y@else.test", "z@else.test"]);
        assert_eq!(server.post_as(&chloe, path, &more).await.http, 429);
        let row = server
            .get_as(&eve, &format!("{OWN}/group-list?context=media"))
            .await
            .data();
        assert_eq!(row["list"][0]["outcome"], "invited");
    }
}
