//! Other deciders and ends of requests: product administrators, groups that are switched off or deleted, and daily
//! caps. The expectations are literals.

use atrium::groups::RequestKind;
use serde_json::json;

use super::accounts::{ada, entries};
use super::group_stage::give_group_right;
use super::request_scenes::{Team, appoint, asks_to_open, group, insert, opens, set};
use super::rights::give_code;
use crate::access;
use crate::support::product_api::{NOW, Person};

const EXAMINE: &str = "/api/security/admin/user/project-examine";
const PERMISSIONS: &str = "/api/security/admin/app/access_application_list";
const STATUS: &str = "/api/security/admin/user-group/update-status";
const DELETE: &str = "/api/security/admin/user-group/delete";
const OWN: &str = "/api/security/user/user-group";

/// An administrator of product 7; products 7 and 8.
async fn of_seven(team: &Team) -> Person {
    let db = team.server.db();
    for id in [7, 8] {
        access::save(db, access::product(id), &[]).await;
    }
    let person = team.server.person("OfSeven", |_| {}).await;
    access::administers(db, &access::find(db, &person.id).await, 7).await;
    person
}

/// C-036, C-037, attack 34: a product's administrator sees the requests for it and decides
/// about those that give nothing of another product, never about their own.
#[tokio::test]
async fn attack_34_a_product_administrator_gives_nothing_of_other_products() {
    for team in Team::each().await {
        let admin = of_seven(&team).await;
        for (id, products) in [
            ("seven", [7].as_slice()),
            ("both", &[7, 8]),
            ("eight", &[8]),
        ] {
            group(&team.server, id).await;
            opens(&team.server, id, products).await;
        }
        let ask = async |person: &Person, id: &str, product| {
            asks_to_open(&team.server, &person.id, (RequestKind::Join, id), product).await
        };
        let mine = ask(&team.eve, "seven", Some(7)).await;
        let wide = ask(&team.eve, "both", Some(7)).await;
        let foreign = ask(&team.eve, "eight", Some(8)).await;
        let without = ask(&team.chloe, "seven", None).await;
        let oneself = ask(&admin, "seven", Some(7)).await;
        let page = team.get(&admin, PERMISSIONS).await;
        let rows = page["list"].as_array().unwrap();
        let mut seen: Vec<(&str, bool)> = rows
            .iter()
            .map(|row| {
                (
                    row["id"].as_str().unwrap(),
                    row["mayDecide"].as_bool().unwrap(),
                )
            })
            .collect();
        seen.sort_unstable();
        let mut expected = [
            (mine.as_str(), true),
            (wide.as_str(), false),
            (oneself.as_str(), false),
        ];
        expected.sort_unstable();
        assert_eq!(seen, expected);
        let approve = async |id: &str| {
            let body = json!({ "id": id, "status": "approved" });
            team.post(&admin, EXAMINE, body).await.status()
        };
        for id in [&wide, &foreign, &without, &oneself] {
            assert_eq!(approve(id).await, 100_013);
        }
        assert_eq!(approve("nowhere").await, 100_013);
        assert_eq!(approve(&mine).await, 0);
        // The group now opens more, so its next request is not theirs to decide.
        opens(&team.server, "seven", &[8]).await;
        let later = ask(&team.chloe, "seven", Some(7)).await;
        assert_eq!(later, without, "a pending request stays as it is");
        assert_eq!(approve(&later).await, 100_013);
    }
}

/// C-036, C-037, attack 34: `mayDecide` is true for exactly the requests that the caller may decide about.
#[tokio::test]
async fn a_row_offers_the_decision_only_to_who_may_decide() {
    const VIEW: &str = "account_maintain.AccountManagement.PermissionRequestList.view";
    const DECIDE: &str = "account_maintain.AccountManagement.PermissionRequestList.examine";
    const AUDIT: &str = "account_maintain.AccountManagement.AuditLog.view";
    let ask = async |team: &Team, person: &Person, id: &str, product| {
        asks_to_open(&team.server, &person.id, (RequestKind::Join, id), product).await
    };
    for team in Team::each().await {
        let db = team.server.db();
        let of_seven = of_seven(&team).await;
        let mut requests = Vec::new();
        for (id, products, code, asked) in [
            ("seven", [7].as_slice(), None, Some(7)),
            ("both", &[7, 8], None, Some(7)),
            ("audit", &[], Some(AUDIT), None),
            ("audit seven", &[7], Some(AUDIT), Some(7)),
            ("late", &[], None, None),
        ] {
            group(&team.server, id).await;
            opens(&team.server, id, products).await;
            if let Some(code) = code {
                give_group_right(db, id, code).await;
            }
            requests.push((id, ask(&team, &team.eve, id, asked).await));
        }
        let late = &requests[4].1;
        let reminded = "UPDATE requests SET reminded_at = $2 WHERE id = $1";
        set(&team.server, reminded, late, NOW).await;
        let chief = team.server.person("Chief", |_| {}).await;
        access::administers(db, &access::find(db, &chief.id).await, 7).await;
        // For each request: the caller may decide, may not, or does not see it.
        let people = [
            (ada(&team.server).await, [].as_slice(), "yyyyy"),
            (of_seven, &[VIEW], "ynnnn"),
            (chief, &[DECIDE], "yy-n-"),
            (team.server.person("Viewer", |_| {}).await, &[VIEW], "nnnnn"),
            (
                team.server.person("Examiner", |_| {}).await,
                &[VIEW, DECIDE],
                "yynny",
            ),
            (
                team.server.person("Auditor", |_| {}).await,
                &[VIEW, DECIDE, AUDIT],
                "yyyyy",
            ),
        ];
        for (person, codes, expected) in people {
            for code in codes {
                give_code(db, &person, "SSO", code).await;
            }
            let own = ask(&team, &person, "seven", Some(7)).await;
            let page = team
                .get(&person, &format!("{PERMISSIONS}?pageSize=100"))
                .await;
            let rows = page["list"].as_array().unwrap();
            let shown = |id: &str| {
                let row = rows.iter().find(|row| row["id"] == id)?;
                row["mayDecide"].as_bool()
            };
            assert_eq!(shown(&own), Some(false), "nobody decides for himself");
            for ((name, id), expected) in requests.iter().zip(expected.chars()) {
                let (may_decide, examined) = match expected {
                    // An unknown version: a person who may decide gets a conflict.
                    'y' => (Some(true), 100_012),
                    'n' => (Some(false), 100_013),
                    _ => (None, 0),
                };
                assert_eq!(shown(id), may_decide, "{name} {codes:?}");
                if may_decide.is_some() {
                    let examine = json!({ "id": id, "status": "approved", "version": 0 });
                    let answer = team.post(&person, EXAMINE, examine).await;
                    assert_eq!(answer.status(), examined, "{name} {codes:?}");
                }
            }
        }
        // The queue: a manager, and a stand-in, whose row is there once it is overdue.
        appoint(&team.server, &team.chloe, "audit").await;
        let stand_in = json!({ "group_id": "late", "account_id": team.chloe.id });
        insert(&team.server, "group_stand_ins", stand_in).await;
        let queue = team.get(&team.chloe, &format!("{OWN}/request-list")).await;
        let rows = queue["list"].as_array().unwrap();
        let mine =
            [&requests[2].1, late].map(|id| rows.iter().find(|row| row["id"] == **id).unwrap());
        assert!(mine.iter().all(|row| row["mayDecide"] == true), "{rows:?}");
    }
}

/// Switching off or deleting a group refuses its pending requests; they can no longer be decided.
#[tokio::test]
async fn a_group_that_goes_refuses_what_waits_for_it() {
    for team in Team::each().await {
        let ada = ada(&team.server).await;
        let off = json!({ "groupId": "media", "status": 2 });
        let gone = json!({ "groupId": "media", "confirm": true });
        for (path, body) in [(STATUS, off), (DELETE, gone)] {
            let asked = team.apply(&team.eve, "media", 0).await.data();
            let id = asked["requestId"].as_str().unwrap().to_owned();
            assert_eq!(team.post(&ada, path, body).await.status(), 0, "{path}");
            let requests = team.get(&team.eve, &format!("{OWN}/my-requests")).await;
            let own = requests["list"].as_array().unwrap();
            let own = own.iter().find(|row| row["id"] == json!(id)).unwrap();
            assert_eq!(own["state"], "refused", "{path}");
            let decided = entries(team.server.db(), "request.decided", &id).await;
            assert_eq!(decided.len(), 1, "{path}");
            assert_eq!(decided[0].2["outcome"], "refused");
            let notice = team.get(&team.chloe, &format!("{OWN}/notify")).await;
            assert_eq!(notice["notify"], 0, "{path}");
            let approve = json!({ "ids": [id], "status": "approved" });
            let decided = team
                .post(&team.chloe, &format!("{OWN}/decide"), approve)
                .await;
            assert_eq!(decided.status(), 100_013, "{path}");
            let approve = json!({ "id": id, "status": "approved" });
            let decided = team.post(&ada, EXAMINE, approve).await;
            assert_eq!(decided.status(), 100_012, "{path}");
            let on = json!({ "groupId": "media", "status": 0 });
            team.post(&ada, STATUS, on).await;
        }
    }
}

/// Decision 0026, trap T11: a person may ask again after a refusal or a withdrawal, but not again and again.
#[tokio::test]
async fn attack_t11_nobody_asks_one_group_again_and_again() {
    for team in Team::each().await {
        for time in 0..6 {
            let asked = team.apply(&team.eve, "media", 0).await;
            if time == 5 {
                assert_eq!(asked.http, 429, "{asked:?}");
                continue;
            }
            let id = asked.data()["requestId"].as_str().unwrap().to_owned();
            let body = json!({ "requestId": id });
            let path = format!("{OWN}/withdraw");
            assert_eq!(team.post(&team.eve, &path, body).await.status(), 0);
        }
        group(&team.server, "other").await;
        assert_eq!(team.apply(&team.eve, "other", 0).await.status(), 0);
    }
}

/// Attack T8: when a request is withdrawn and approved at the same moment, one of the two counts, and the membership
/// shows which.
#[tokio::test]
async fn attack_t8_taking_back_and_approving_at_once_give_one_result() {
    for team in Team::each().await {
        let ada = ada(&team.server).await;
        for round in 0..4 {
            let person = team.server.person(&format!("Asker{round}"), |_| {}).await;
            let asked = team.apply(&person, "media", 0).await.data();
            let id = asked["requestId"].clone();
            let back = json!({ "requestId": id });
            let path = format!("{OWN}/withdraw");
            let (back, approved) = tokio::join!(
                team.post(&person, &path, back),
                team.post(&ada, EXAMINE, json!({ "id": id, "status": "approved" })),
            );
            let mut results = [back.status(), approved.status()];
            let is_member = approved.status() == 0;
            results.sort_unstable();
            assert_eq!(results, [0, 100_012]);
            let expected = if is_member {
                ("approved", "approved", 3)
            } else {
                ("withdrawn", "refused", 0)
            };
            let requests = team.get(&person, &format!("{OWN}/my-requests")).await;
            let row = team.row(&person).await;
            assert_eq!(
                (
                    &requests["list"][0]["state"],
                    &row["statusName"],
                    &row["actionId"]
                ),
                (&json!(expected.0), &json!(expected.1), &json!(expected.2))
            );
        }
    }
}
