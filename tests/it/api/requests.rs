//! C-036, C-037, C-059, C-060, C-078, C-087 to C-090, C-094 to C-097 and the calls around them, through
//! the door. The expectations are literals.

use atrium::db::DbError;
use atrium::groups::{self, RequestKind};
use serde_json::{Value, json};

use super::accounts::ada;
use super::request_scenes::{Team, appoint, asks, group, insert, set, with_email};
use crate::access;
use crate::support::product_api::NOW;

const ADMIN: &str = "/api/security/admin/user-group";
const OWN: &str = "/api/security/user/user-group";
const PERMISSIONS: &str = "/api/security/admin/app/access_application_list";

/// C-097, F-47, C-087, C-094, K-47, T-17 to T-20, E-03, G-41: what each person may do with a group, from applying to
/// leaving.
#[tokio::test]
async fn a_group_row_says_what_its_reader_may_do() {
    for team in Team::each().await {
        let (chloe, eve) = (&team.chloe, &team.eve);
        let states = |row: &Value| {
            let action = row["actionId"].as_i64().unwrap();
            (action, row["statusName"].as_str().unwrap().to_owned())
        };
        assert_eq!(states(&team.row(eve).await), (0, String::new()));
        assert_eq!(
            team.row(eve).await["nameList"],
            "",
            "no names for strangers"
        );
        let applied = team.apply(eve, "media", 0).await.data();
        assert_eq!(applied["actionId"], 2);
        assert_eq!(applied["statusName"], "pending");
        let again = team.apply(eve, "media", 0).await.data();
        assert_eq!(again["requestId"], applied["requestId"], "F-46");
        assert_eq!(states(&team.row(eve).await), (2, "pending".to_owned()));
        let left = team.apply(eve, "media", 3).await;
        assert_eq!(left.status(), 0);
        assert_eq!(
            states(&team.row(eve).await),
            (2, "pending".to_owned()),
            "F-47: 3 cancels no request"
        );
        let managed = team.row(chloe).await;
        assert_eq!(
            (&managed["actionId"], &managed["applyCount"]),
            (&json!(1), &json!(1))
        );
        let member = json!({ "groupId": "media", "userId": eve.id });
        assert_eq!(
            team.post(chloe, &format!("{ADMIN}/approve"), member)
                .await
                .status(),
            0
        );
        let row = team.row(eve).await;
        assert_eq!(states(&row), (3, "approved".to_owned()));
        assert_eq!(row["nameList"], "Eve");
        assert_eq!(row["numbersOfMembers"], 1);
        assert_eq!(row["groupAdmin"], "Chloe");
        assert_eq!(
            row["c_time"], "2026-11-21 19:20:00",
            "Shanghai, the server's zone"
        );
        assert_eq!(
            team.apply(eve, "media", 0).await.data()["actionId"],
            3,
            "a member stays one"
        );
        assert_eq!(team.apply(eve, "media", 3).await.data()["actionId"], 0);
        assert_eq!(states(&team.row(eve).await), (0, String::new()));
        for (body, field) in [
            (json!({ "groupId": "media", "actionId": 4 }), "actionId"),
            (json!({ "groupId": "nowhere" }), "groupId"),
            (json!({ "groupId": "media", "wantedDays": 0 }), "wantedDays"),
            (
                json!({ "groupId": "media", "reason": "x".repeat(501) }),
                "reason",
            ),
        ] {
            let refused = team.post(eve, &format!("{OWN}/apply"), body).await.json();
            assert_eq!(
                (&refused["status"], &refused["field"]),
                (&json!(100_012), &json!(field))
            );
        }
    }
}

/// D-01: one list has the groups that have the words in their own or a manager's name.
#[tokio::test]
async fn groups_are_found_by_name_and_by_manager_in_one_list() {
    for team in Team::each().await {
        let server = &team.server;
        // A namesake that Chloe does not manage, and one of her groups that Eve does not see.
        let saved = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(groups::save(tx, "club", "Friends of Chloe", "", NOW))
        });
        saved.await.unwrap();
        appoint(server, &team.chloe, "secret").await;
        // People with the same words who are first by name but manage nothing.
        for at in 0..25 {
            access::account(server.db(), format!("a{at}chloe").leak(), None).await;
        }
        let hidden = "UPDATE groups SET visible = $2 WHERE id = $1";
        set(server, hidden, "secret", 1).await;
        let found = async |context: &str| {
            let path = format!("{OWN}/group-list?context={context}");
            let page = team.get(&team.eve, &path).await;
            let rows = page["list"].as_array().unwrap().iter();
            let ids: Vec<String> = rows
                .map(|row| row["groupId"].as_str().unwrap().to_owned())
                .collect();
            assert_eq!(page["total"], ids.len(), "{context}");
            ids
        };
        // Two or three letters are found by the index alone, more are checked.
        for (context, expected) in [
            ("chlo", &["club", "media"][..]),
            ("ch", &["club", "media"]),
            ("friends%20chlo", &["club"]),
            ("medi", &["media"]),
            ("eve", &[]),
        ] {
            assert_eq!(found(context).await, expected, "{context}");
        }
        // Page by page too.
        let path = format!("{OWN}/group-list?context=chlo&pageSize=1");
        let first = team.get(&team.eve, &path).await;
        let next = first["next"].as_str().unwrap();
        let second = team.get(&team.eve, &format!("{path}&cursor={next}")).await;
        assert_eq!(second["list"][0]["groupId"], "media");
        assert_eq!(
            (&second["total"], &second["pageNum"]),
            (&json!(2), &json!(2))
        );
        // A disabled manager is not shown, so the name finds no group.
        let disabled = "UPDATE accounts SET status = $2 WHERE id = $1";
        set(server, disabled, &team.chloe.id, 2).await;
        assert_eq!(found("chlo").await, ["club"]);
    }
}

/// D-01: a common name finds the groups of all managers who have it, not only of the first few.
#[tokio::test]
async fn many_managers_of_one_name_are_searched() {
    const MANY: usize = 60;
    for team in Team::each().await {
        let server = &team.server;
        for at in 0..MANY {
            let account = access::account(server.db(), format!("zoe{at}").leak(), None).await;
            let id = format!("z{at}");
            group(server, &id).await;
            let appointed = server.db().write::<_, DbError, _>(move |tx| {
                Box::pin(async move { groups::appoint(tx, &id, &account.id).await })
            });
            appointed.await.unwrap();
        }
        let path = format!("{OWN}/group-list?context=zoe");
        assert_eq!(team.get(&team.eve, &path).await["total"], MANY);
    }
}

/// Attack T8, "Groups": a hidden group is not listed, and looks like one that does not exist.
#[tokio::test]
async fn attack_t8_a_hidden_group_looks_like_none() {
    for team in Team::each().await {
        let sql = "UPDATE groups SET visible = $2 WHERE id = $1";
        set(&team.server, sql, "media", 1).await;
        assert_eq!(
            team.get(&team.eve, &format!("{OWN}/group-list")).await["total"],
            0
        );
        let hidden = team.apply(&team.eve, "media", 0).await.json();
        let unknown = team.apply(&team.eve, "nowhere", 0).await.json();
        assert_eq!(
            (&hidden["status"], &hidden["msg"]),
            (&unknown["status"], &unknown["msg"])
        );
        assert_eq!(
            team.get(&team.chloe, &format!("{OWN}/group-list")).await["total"],
            1
        );
        let row = json!({ "group_id": "media", "account_id": team.eve.id });
        insert(&team.server, "group_visible_accounts", row).await;
        assert_eq!(team.apply(&team.eve, "media", 0).await.status(), 0);
    }
}

/// C-095, C-096, E-28, G-17 to G-19, S-05: the badge counts what waits for the caller, and the hint is shown once a
/// day.
#[tokio::test]
async fn the_notice_counts_what_waits() {
    for team in Team::each().await {
        let notice = format!("{OWN}/notify");
        let first = json!({ "isFirstLogin": true, "notify": 0, "clickStatus": 0 });
        assert_eq!(team.get(&team.eve, &notice).await, first);
        let click = format!("{OWN}/click-monitor");
        assert_eq!(
            team.get(&team.eve, &format!("{click}?clickStatus=1")).await,
            json!({ "clickStatus": 1 })
        );
        assert_eq!(team.get(&team.eve, &notice).await["clickStatus"], 1);
        team.post(&team.eve, &click, json!({ "clickStatus": 0 }))
            .await
            .data();
        assert_eq!(team.get(&team.eve, &notice).await["clickStatus"], 0);
        assert_eq!(
            team.post(&team.eve, &click, json!({ "clickStatus": 2 }))
                .await
                .status(),
            100_012
        );
        team.apply(&team.eve, "media", 0).await;
        assert_eq!(team.get(&team.eve, &notice).await["isFirstLogin"], false);
        let managers = json!({ "isFirstLogin": false, "notify": 1, "clickStatus": 0 });
        assert_eq!(team.get(&team.chloe, &notice).await, managers);
        let stan = team.server.person("Stan", with_email).await;
        let row = json!({ "group_id": "media", "account_id": stan.id });
        insert(&team.server, "group_stand_ins", row).await;
        assert_eq!(
            team.get(&stan, &notice).await["notify"],
            0,
            "not overdue yet"
        );
        set(
            &team.server,
            "UPDATE requests SET reminded_at = $2 WHERE group_id = $1",
            "media",
            NOW,
        )
        .await;
        assert_eq!(team.get(&stan, &notice).await["notify"], 1);
        let ada = ada(&team.server).await;
        assert_eq!(
            team.get(&ada, &notice).await["notify"],
            0,
            "the group has a manager"
        );
        set(
            &team.server,
            "UPDATE accounts SET status = $2 WHERE id = $1",
            &team.chloe.id,
            2,
        )
        .await;
        assert_eq!(team.get(&ada, &notice).await["notify"], 1);
    }
}

/// Stand-ins decide what is overdue and nothing else; nobody decides for themselves.
#[tokio::test]
async fn attack_t8_who_decides() {
    for team in Team::each().await {
        let server = &team.server;
        let stan = server.person("Stan", with_email).await;
        let row = json!({ "group_id": "media", "account_id": stan.id });
        insert(server, "group_stand_ins", row).await;
        let id = asks(server, &team.eve.id, RequestKind::Join, "media").await;
        let decide = format!("{OWN}/decide");
        let body = json!({ "ids": [id], "status": "approved" });
        assert_eq!(
            team.post(&stan, &decide, body.clone()).await.status(),
            100_013
        );
        let member = json!({ "groupId": "media", "userId": team.eve.id });
        assert_eq!(
            team.post(&stan, &format!("{ADMIN}/approve"), member.clone())
                .await
                .status(),
            100_013
        );
        set(
            server,
            "UPDATE requests SET reminded_at = $2 WHERE id = $1",
            &id,
            NOW,
        )
        .await;
        assert_eq!(
            team.post(&stan, &format!("{ADMIN}/delete"), member)
                .await
                .status(),
            100_013
        );
        let queue = team
            .get(&stan, &format!("{OWN}/request-list?requestId={id}"))
            .await;
        assert_eq!(queue["list"][0]["overdue"], true);
        assert_eq!(queue["list"][0]["groupAdmin"], "", "only in own requests");
        // A link opens a page; only a POST decides.
        let get = server
            .get_as(&stan, &format!("{decide}?ids={id}&status=approved"))
            .await;
        assert_eq!(get.http, 405);
        let own = asks(server, &stan.id, RequestKind::Join, "media").await;
        let both = json!({ "ids": [id, own], "status": "approved" });
        let refused = team.post(&stan, &decide, both).await.json();
        assert_eq!(refused["status"], 100_013, "all or nothing");
        assert_eq!(team.row(&team.eve).await["actionId"], 2);
        let decided = team.post(&stan, &decide, body.clone()).await.data();
        assert_eq!(
            decided,
            json!({ "decided": [id], "skipped": [], "unusable": [] })
        );
        let again = team.post(&team.chloe, &decide, body).await.data();
        assert_eq!(
            again,
            json!({ "decided": [], "skipped": [id], "unusable": [] })
        );
        // The request of a person who can no longer sign in stays undecided.
        let status = "UPDATE accounts SET status = $2 WHERE id = $1";
        set(server, status, &stan.id, 2).await;
        let disabled = json!({ "ids": [own], "status": "approved" });
        let skipped = team.post(&team.chloe, &decide, disabled).await.data();
        assert_eq!(
            skipped,
            json!({ "decided": [], "skipped": [own], "unusable": [own] })
        );
        set(server, status, &stan.id, 0).await;
        // The link of the email still shows the request, and who decided.
        let linked = format!("{OWN}/request-list?requestId={id}");
        let row = &team.get(&team.chloe, &linked).await["list"][0];
        assert_eq!(
            (&row["state"], &row["mayDecide"]),
            (&json!("approved"), &json!(false))
        );
        for ids in [
            json!([]),
            json!(vec!["x"; 1]),
            json!((0..101).map(|at| format!("{at}")).collect::<Vec<_>>()),
        ] {
            let body = json!({ "ids": ids, "status": "approved" });
            let refused = team.post(&team.chloe, &decide, body).await.status();
            assert!([100_012, 100_013].contains(&refused), "{refused}");
        }
        let without = json!({ "ids": [own], "status": "refused" });
        let refused = team.post(&team.chloe, &decide, without).await.json();
        assert_eq!(refused["field"], "comment");
    }
}

/// Attack T8: a manager who loses the group between the page and the click decides nothing.
#[tokio::test]
async fn attack_t8_a_lost_group_is_not_decided_for() {
    for team in Team::each().await {
        let id = asks(&team.server, &team.eve.id, RequestKind::Join, "media").await;
        let (group_id, account) = ("media".to_owned(), team.chloe.id.clone());
        let sql = "DELETE FROM group_managers WHERE group_id = $1 AND account_id = $2";
        set(&team.server, sql, &group_id, account).await;
        let body = json!({ "ids": [id], "status": "approved" });
        assert_eq!(
            team.post(&team.chloe, &format!("{OWN}/decide"), body)
                .await
                .status(),
            100_013
        );
        assert_eq!(team.row(&team.eve).await["actionId"], 2);
    }
}

/// E-39, G-63, C-036, G-50: an administrator examines a request; a stale version is a conflict that says who decided
/// and when.
#[tokio::test]
async fn an_administrator_examines_a_request() {
    for team in Team::each().await {
        let ada = ada(&team.server).await;
        let id = asks(&team.server, &team.eve.id, RequestKind::Join, "media").await;
        let examine = "/api/security/admin/user/project-examine";
        for (body, field) in [
            (json!({ "id": id, "status": "maybe" }), "status"),
            (
                json!({ "id": id, "status": "refused", "comment": " " }),
                "comment",
            ),
            (json!({ "id": "nowhere", "status": "approved" }), "id"),
        ] {
            let refused = team.post(&ada, examine, body).await.json();
            assert_eq!(
                (&refused["status"], &refused["field"]),
                (&json!(100_012), &json!(field))
            );
        }
        let body =
            json!({ "id": id, "status": "refused", "comment": "Ask again in May", "version": 1 });
        assert_eq!(
            team.post(&ada, examine, body.clone()).await.data()["state"],
            "refused"
        );
        let conflict = team.post(&ada, examine, body).await.json();
        assert_eq!(
            conflict["conflict"],
            json!({ "by": "Ada Super", "at": NOW })
        );
        let page = team
            .get(&ada, &format!("{PERMISSIONS}?status=refused"))
            .await;
        let row = &page["list"][0];
        assert_eq!(row["step"], 4, "G-63");
        assert_eq!(
            (&row["comment"], &row["mayDecide"]),
            (&json!("Ask again in May"), &json!(false))
        );
    }
}

/// C-059, C-060, G-36: a product leads to the group that grants it, if it is one.
#[tokio::test]
async fn a_product_leads_to_its_only_group() {
    for team in Team::each().await {
        let server = &team.server;
        access::save(server.db(), access::product(7), &[]).await;
        let apply = "/api/security/app/apply";
        let none = team
            .post(&team.eve, apply, json!({ "productId": 7 }))
            .await
            .json();
        assert_eq!(none["field"], "groupId");
        assert_eq!(
            none["msg"],
            "Choose a group: none or more than one gives access to this product."
        );
        let grant = async |id: &'static str| {
            group(server, id).await;
            let granted = server
                .db()
                .write::<_, DbError, _>(move |tx| Box::pin(groups::grant(tx, id, 7)));
            granted.await.unwrap();
        };
        grant("media").await;
        let options = team
            .get(&team.eve, "/api/security/app/applyOption?productId=7")
            .await;
        assert_eq!(options["groups"].as_array().unwrap().len(), 1);
        let offered = &options["groups"][0];
        assert_eq!(
            (&offered["groupId"], &offered["groupName"]),
            (&json!("media"), &json!("media"))
        );
        assert_eq!(
            options["accesses"],
            json!([{ "productId": 7, "productName": "Product 7" }])
        );
        let first = team
            .get(&team.eve, &format!("{apply}?productId=7&reason=News"))
            .await;
        assert_eq!(first["status"], "pending");
        let again = team
            .post(&team.eve, apply, json!({ "productId": 7 }))
            .await
            .data();
        assert_eq!(again["id"], first["id"], "repeat while pending");
        let queue = team.get(&team.chloe, &format!("{OWN}/request-list")).await;
        let row = &queue["list"][0];
        assert_eq!(
            (&row["projectId"], &row["projectName"]),
            (&json!(7), &json!("Product 7"))
        );
        grant("other").await;
        let several = team
            .post(&team.eve, apply, json!({ "productId": 7 }))
            .await
            .json();
        assert_eq!(several["field"], "groupId");
        let named = json!({ "productId": 7, "groupId": "other" });
        assert_eq!(team.post(&team.eve, apply, named).await.status(), 0);
        group(server, "foreign").await;
        let foreign = json!({ "productId": 7, "groupId": "foreign" });
        assert_eq!(team.post(&team.eve, apply, foreign).await.status(), 100_012);
    }
}
