//! Managers say that they are away, and who decides meanwhile (decision 0071).

use atrium::clock::MINUTE;
use atrium::groups::RequestKind;
use serde_json::{Value, json};

use super::accounts::{ada, entries};
use super::group_stage::give_group_right;
use super::request_scenes::{Team, appoint, asks, insert, set, with_email};
use crate::support::product_api::Person;
use crate::support::{rows, trail};

const OWN: &str = "/api/security/account/absence";
const SAVE: &str = "/api/security/account/absence/save";
const END: &str = "/api/security/account/absence/end";
const OPTIONS: &str = "/api/security/account/absence/option-list?context=stan";
const QUEUE: &str = "/api/security/user/user-group/request-list";
const DECIDE: &str = "/api/security/user/user-group/decide";
const NOTICE: &str = "/api/security/user/user-group/notify";
const MEMBERS: &str = "/api/security/admin/user-group/group-management-list?groupId=media";

fn away(stand_in: &Person, first: &str, last: &str) -> Value {
    json!({ "userId": stand_in.id, "firstDay": first, "lastDay": last })
}

/// How many requests wait for the person: by the notice, in the queue, and whether the list of members opens.
async fn sees(team: &Team, person: &Person) -> (i64, i64, bool) {
    let notice = team.get(person, NOTICE).await["notify"].as_i64().unwrap();
    let queue = team.get(person, QUEUE).await["total"].as_i64().unwrap();
    let members = team.server.get_as(person, MEMBERS).await.status() == 0;
    (notice, queue, members)
}

async fn decides(team: &Team, person: &Person, id: &str) -> i64 {
    let body = json!({ "ids": [id], "status": "approved" });
    team.post(person, DECIDE, body).await.status()
}

/// The stand-in sees and decides from the first to the last day, at once and not only what is overdue, and changes nothing
/// else. Days are those of the server's zone, Shanghai: 21 November.
#[tokio::test]
async fn a_stand_in_decides_while_the_manager_is_away() {
    for team in Team::each().await {
        let (server, chloe) = (&team.server, &team.chloe);
        let stan = server.person("Stan", with_email).await;
        let request = asks(server, &team.eve.id, RequestKind::Join, "media").await;
        assert_eq!(sees(&team, &stan).await, (0, 0, false));
        assert_eq!(decides(&team, &stan, &request).await, 100_013);
        assert_eq!(team.get(chloe, OPTIONS).await[0]["userId"], json!(stan.id));
        let view = &mut trail::settled(server.db()).await;
        let searches = "SELECT COUNT(*) FROM audit_entries WHERE kind = $1";
        assert_eq!(
            rows::number(view, searches, "group.people_searched").await,
            Some(1)
        );
        let none = json!({ "canBeRepresented": true, "own": null, "stoodInFor": [] });
        assert_eq!(team.get(chloe, OWN).await, none);
        team.post(chloe, SAVE, away(&stan, "2026-11-22", "2026-11-30"))
            .await
            .data();
        assert_eq!(sees(&team, &stan).await, (0, 0, false), "tomorrow");
        server.clock.advance(1_000);
        team.post(chloe, SAVE, away(&stan, "2026-11-20", "2026-11-21"))
            .await
            .data();
        assert_eq!(
            team.get(chloe, OWN).await["own"],
            json!({
                "userId": stan.id, "username": "Stan", "name": "Stan",
                "firstDay": "2026-11-21", "lastDay": "2026-11-21", "begun": true, "able": true,
            })
        );
        let of_stan = team.get(&stan, OWN).await;
        assert_eq!(of_stan["canBeRepresented"], false);
        assert_eq!(of_stan["stoodInFor"][0]["name"], "Chloe");
        assert_eq!(sees(&team, &stan).await, (1, 1, true));
        let queue = team.get(&stan, QUEUE).await;
        assert_eq!(queue["list"][0]["mayDecide"], true);
        assert_eq!(
            sees(&team, chloe).await,
            (1, 1, true),
            "the manager still decides"
        );
        for (path, body) in [
            ("add-user", json!({ "groupId": "media", "username": "Eve" })),
            ("delete", json!({ "groupId": "media", "userId": chloe.id })),
        ] {
            let path = format!("/api/security/admin/user-group/{path}");
            assert_eq!(
                team.post(&stan, &path, body).await.status(),
                100_013,
                "{path}"
            );
        }
        assert_eq!(decides(&team, &stan, &request).await, 0);
        let decided = entries(server.db(), "request.decided", &request).await;
        assert_eq!(decided[0].0, stan.id);
        // The stand-in's own request is for others.
        let own = asks(server, &stan.id, RequestKind::Join, "media").await;
        assert_eq!(decides(&team, &stan, &own).await, 100_013);
        server.clock.advance(1_000);
        team.post(chloe, END, json!({})).await.data();
        team.post(chloe, END, json!({})).await.data();
        assert_eq!(team.get(chloe, OWN).await, none);
        assert_eq!(sees(&team, &stan).await, (0, 0, false));
        let history = team.get(chloe, "/api/security/account/history").await;
        assert_eq!(history["list"][0]["kind"], "account.stand_in", "{history}");
        let shown = format!("Stan ({})", stan.id);
        let recorded = entries(server.db(), "account.stand_in", &chloe.id).await;
        let changes: Vec<_> = recorded
            .iter()
            .map(|entry| entry.2["changes"].clone())
            .collect();
        assert_eq!(
            changes,
            [
                json!([
                    { "field": "stand_in", "from": null, "to": shown },
                    { "field": "absent_from", "from": null, "to": "2026-11-22" },
                    { "field": "absent_until", "from": null, "to": "2026-11-30" },
                ]),
                json!([
                    { "field": "absent_from", "from": "2026-11-22", "to": "2026-11-21" },
                    { "field": "absent_until", "from": "2026-11-30", "to": "2026-11-21" },
                ]),
                json!([
                    { "field": "stand_in", "from": shown, "to": null },
                    { "field": "absent_from", "from": "2026-11-21", "to": null },
                    { "field": "absent_until", "from": "2026-11-21", "to": null },
                ]),
            ]
        );
    }
}

/// Each refusal names its field and says why, and nothing is stored.
#[tokio::test]
async fn a_wrong_absence_is_refused_in_words() {
    const DAYS: &str =
        "Choose days within a year from today. The first must not be after the last.";
    const STAND_IN: &str = "Choose another person who can sign in until the last day.";
    for team in Team::each().await {
        let (server, chloe) = (&team.server, &team.chloe);
        let stan = server.person("Stan", with_email).await;
        let gone = server.person("Gone", with_email).await;
        set(
            server,
            "UPDATE accounts SET status = $2 WHERE id = $1",
            &gone.id,
            2,
        )
        .await;
        let leaves = server.person("Leaves", with_email).await;
        set(
            server,
            "UPDATE accounts SET expire_date = $2 WHERE id = $1",
            &leaves.id,
            "2026-12-23",
        )
        .await;
        let nobody =
            json!({ "userId": "nobody", "firstDay": "2026-12-01", "lastDay": "2026-12-24" });
        for (body, field, words) in [
            (away(&stan, "2026-12-24", "2026-12-01"), "lastDay", DAYS),
            (away(&stan, "2026-11-01", "2026-11-20"), "lastDay", DAYS),
            (away(&stan, "2026-12-01", "2027-11-23"), "lastDay", DAYS),
            (away(&stan, "soon", "2026-12-24"), "firstDay", DAYS),
            (away(chloe, "2026-12-01", "2026-12-24"), "userId", STAND_IN),
            (away(&gone, "2026-12-01", "2026-12-24"), "userId", STAND_IN),
            (
                away(&leaves, "2026-12-01", "2026-12-24"),
                "userId",
                STAND_IN,
            ),
            (nobody, "userId", STAND_IN),
            (
                json!({ "firstDay": "2026-12-01", "lastDay": "2026-12-24" }),
                "userId",
                "Please choose",
            ),
        ] {
            let refused = team.post(chloe, SAVE, body.clone()).await.json();
            assert_eq!(refused["status"], 100_012, "{body} {refused}");
            assert_eq!(refused["field"], field, "{body} {refused}");
            assert!(
                refused["msg"].as_str().unwrap().contains(words),
                "{body} {refused}"
            );
        }
        team.post(chloe, SAVE, away(&leaves, "2026-12-01", "2026-12-23"))
            .await
            .data();
        // Administrators may ask too, but without a group there is nothing to decide.
        let ada = ada(server).await;
        let refused = team
            .post(&ada, SAVE, away(&stan, "2026-12-01", "2026-12-24"))
            .await
            .json();
        let words = "You manage no group in which another person can decide for you.";
        assert!(
            refused["msg"].as_str().unwrap().contains(words),
            "{refused}"
        );
    }
}

/// Attack 34: a stand-in whom a manager names decides about no right of Atrium itself, also if the group gets it later. Only
/// super administrators appoint people who do.
#[tokio::test]
async fn attack_34_nobody_stands_in_where_a_group_gives_rights_of_atrium() {
    const AUDIT: &str = "account_maintain.AccountManagement.AuditLog.view";
    for team in Team::each().await {
        let (server, chloe) = (&team.server, &team.chloe);
        let stan = server.person("Stan", with_email).await;
        let request = asks(server, &team.eve.id, RequestKind::Join, "media").await;
        team.post(chloe, SAVE, away(&stan, "2026-11-21", "2026-11-30"))
            .await
            .data();
        assert_eq!(sees(&team, &stan).await, (1, 1, true));
        give_group_right(server.db(), "media", AUDIT).await;
        assert_eq!(sees(&team, &stan).await, (0, 0, false));
        assert_eq!(decides(&team, &stan, &request).await, 100_013);
        let refused = team
            .post(chloe, SAVE, away(&stan, "2026-11-21", "2026-11-29"))
            .await;
        assert_eq!(refused.status(), 100_012, "no other group");
        appoint(server, chloe, "other").await;
        let other = asks(server, &team.eve.id, RequestKind::Join, "other").await;
        assert_eq!(decides(&team, &stan, &other).await, 0);
        assert_eq!(decides(&team, &stan, &request).await, 100_013);
    }
}

/// Attack 34: who knows the password of the stand-in would decide about their own requests, also if they set it later.
#[tokio::test]
async fn attack_34_a_manager_names_nobody_whose_way_in_they_chose() {
    for team in Team::each().await {
        let (server, chloe) = (&team.server, &team.chloe);
        let stan = server.person("Stan", with_email).await;
        let given = json!({ "account_id": stan.id, "giver_id": chloe.id, "password": 1, "email": 0, "lion_id": 0 });
        insert(server, "way_givers", given.clone()).await;
        let refused = team
            .post(chloe, SAVE, away(&stan, "2026-12-01", "2026-12-24"))
            .await
            .json();
        assert_eq!(refused["field"], "userId", "{refused}");
        let words = "Choose somebody else: you have set how this person signs in.";
        assert!(
            refused["msg"].as_str().unwrap().contains(words),
            "{refused}"
        );
        assert_eq!(team.get(chloe, OWN).await["own"], Value::Null);
        set(
            server,
            "DELETE FROM way_givers WHERE account_id = $1 AND $2 = 0",
            &stan.id,
            0,
        )
        .await;
        let request = asks(server, &chloe.id, RequestKind::Join, "media").await;
        let today = away(&stan, "2026-11-21", "2026-11-30");
        team.post(chloe, SAVE, today).await.data();
        assert_eq!(sees(&team, &stan).await, (1, 1, true));
        insert(server, "way_givers", given).await;
        assert_eq!(sees(&team, &stan).await, (0, 0, false));
        assert_eq!(decides(&team, &stan, &request).await, 100_013);
        assert_eq!(team.get(chloe, OWN).await["own"]["able"], false);
    }
}

/// Attack 17: a session that was left open gives the decisions to nobody.
#[tokio::test]
async fn attack_17_naming_a_stand_in_needs_a_fresh_session() {
    for team in Team::each().await {
        let stan = team.server.person("Stan", with_email).await;
        team.server.clock.advance(5 * MINUTE);
        let stale = team
            .post(&team.chloe, SAVE, away(&stan, "2026-12-01", "2026-12-24"))
            .await;
        assert_eq!(stale.http, 401, "{stale:?}");
        assert_eq!(team.get(&team.chloe, OWN).await["own"], Value::Null);
    }
}

/// Trap T8: another's id in the request changes nothing about that person.
#[tokio::test]
async fn attack_t8_nobody_says_that_another_is_away() {
    for team in Team::each().await {
        let (server, chloe) = (&team.server, &team.chloe);
        let stan = server.person("Stan", with_email).await;
        appoint(server, &stan, "other").await;
        let mut body = away(&team.eve, "2026-12-01", "2026-12-24");
        body["accountId"] = json!(chloe.id);
        team.post(&stan, SAVE, body).await.data();
        assert_eq!(team.get(chloe, OWN).await["own"], Value::Null);
        team.post(chloe, SAVE, away(&team.eve, "2026-12-01", "2026-12-24"))
            .await
            .data();
        team.post(
            &stan,
            END,
            json!({ "userId": chloe.id, "accountId": chloe.id }),
        )
        .await
        .data();
        assert_eq!(team.get(chloe, OWN).await["own"]["username"], "Eve");
    }
}

/// Each naming is an email, so it is counted. The same naming again sends no email and is not counted.
#[tokio::test]
async fn stand_ins_are_named_ten_times_a_day() {
    for team in Team::each().await {
        let stan = team.server.person("Stan", with_email).await;
        for day in 1..=10 {
            let until = format!("2026-12-{:02}", day + 10);
            let saved = team
                .post(&team.chloe, SAVE, away(&stan, "2026-12-01", &until))
                .await;
            assert_eq!(saved.status(), 0, "{day}");
            let again = away(&stan, "2026-12-01", &until);
            assert_eq!(
                team.post(&team.chloe, SAVE, again).await.status(),
                0,
                "{day}"
            );
        }
        let refused = team
            .post(&team.chloe, SAVE, away(&stan, "2026-12-01", "2026-12-02"))
            .await;
        assert_eq!(refused.http, 429);
        team.server.state().recorder.stop().await;
        let noted = entries(team.server.db(), "limit.reached", &team.chloe.id).await;
        assert_eq!(noted[0].2["limit"], "stand_ins");
        assert_eq!(
            team.get(&team.chloe, OWN).await["own"]["lastDay"],
            "2026-12-20"
        );
    }
}
