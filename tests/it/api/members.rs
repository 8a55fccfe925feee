//! C-078, C-088 to C-090: what a manager does with the members of a group, through the door. The expectations are
//! literals.

use atrium::directory::{NewAccount, Status};
use atrium::groups::RequestKind;
use serde_json::{Value, json};

use super::accounts::{ada, entries};
use super::request_scenes::{Team, appoint, asks, insert, joins, set, with_email};
use crate::support::product_api::{NOW, Person};

const ADMIN: &str = "/api/security/admin/user-group";
const OWN: &str = "/api/security/user/user-group";

/// C-078, D-02, K-48, F-48, T-23 to T-26, E-04: the buttons of each row of the list of members.
#[tokio::test]
async fn a_member_row_says_what_its_manager_may_do() {
    for team in Team::each().await {
        let server = &team.server;
        for (name, status, outcome) in [
            ("member", 0, 0),
            ("disabled", 2, 0),
            ("expired", 2, 1),
            ("refused", 2, 2),
            ("withdrawn", 2, 3),
            ("late", 2, 4),
            ("invited", 2, 5),
        ] {
            let id = server.account(name, |_| {}).await;
            let row = json!({ "account_id": id, "group_id": "media", "status": status, "outcome": outcome, "created_at": NOW });
            insert(server, "memberships", row).await;
        }
        let leo = server.person("given", |_| {}).await;
        let given = json!({
            "account_id": leo.id, "group_id": "media", "status": 0, "created_at": NOW,
            "source": "federation:lion", "confirmed_at": NOW,
        });
        insert(server, "memberships", given).await;
        joins(server, &team.chloe.id, "media", "2027-01-31").await;
        asks(server, &team.eve.id, RequestKind::Join, "media").await;
        let path = format!("{ADMIN}/group-management-list?groupId=media&pageSize=100");
        let page = team.get(&team.chloe, &path).await;
        let rows = page["list"].as_array().unwrap().iter();
        let actions: Vec<String> = rows
            .map(|row| {
                format!(
                    "{} {} {} {}",
                    row["userName"].as_str().unwrap(),
                    row["status"],
                    row["actionId"],
                    row["statusName"].as_str().unwrap()
                )
            })
            .collect();
        assert_eq!(
            actions,
            [
                "Chloe 0 3 ",
                "disabled 2 1 ",
                "Eve 1 2 ",
                "expired 2 1 expired",
                // A corporate provider gives it.
                "given 0 3 ",
                "invited 2 5 invited",
                "late 2 5 timed_out",
                "member 0 0 ",
                "refused 2 5 refused",
                "withdrawn 2 5 withdrawn",
            ]
        );
        let eve = &page["list"][2];
        assert_eq!(eve["email"], "Eve@demo.test");
        assert_eq!(eve["request"]["reason"], "For the spring campaign");
        assert_eq!(eve["request"]["dueOn"], "2026-11-26");
        assert_eq!(page["list"][4]["source"], "Lion Identity");
        assert_eq!(page["list"][0]["source"], Value::Null);
        let own = format!("{OWN}/group-list?context=media");
        let own = &team.get(&leo, &own).await["list"][0];
        assert_eq!(
            (&own["source"], &own["statusName"], &own["actionId"]),
            (&json!("Lion Identity"), &json!("approved"), &json!(2))
        );
    }
}

/// K-48, F-48: a stand-in changes no membership. Their own row offers nothing, because nobody decides for themselves.
#[tokio::test]
async fn a_stand_in_is_offered_nothing_in_their_own_row() {
    for team in Team::each().await {
        let (server, eve) = (&team.server, &team.eve);
        let stand_in = json!({ "group_id": "media", "account_id": eve.id });
        insert(server, "group_stand_ins", stand_in).await;
        let other = server.account("Other", |_| {}).await;
        for id in [&eve.id, &other] {
            let refused = json!({ "account_id": id, "group_id": "media", "status": 2, "outcome": 2, "created_at": NOW });
            insert(server, "memberships", refused).await;
        }
        let path = format!("{ADMIN}/group-management-list?groupId=media");
        let page = team.get(eve, &path).await;
        let rows = page["list"].as_array().unwrap().iter();
        let actions: Vec<(&str, i64)> = rows
            .map(|row| {
                (
                    row["userName"].as_str().unwrap(),
                    row["actionId"].as_i64().unwrap(),
                )
            })
            .collect();
        assert_eq!(actions, [("Eve", 3), ("Other", 5)]);
    }
}

/// F-52, C-088, C-089, T-24, T-25, F-51, P-03: a manager rejects and deletes; each is done once, and the last manager
/// stays.
#[tokio::test]
async fn a_manager_rejects_and_deletes() {
    for team in Team::each().await {
        let (server, chloe, eve) = (&team.server, &team.chloe, &team.eve);
        let member = |more: Value| {
            let mut body = json!({ "groupId": "media", "userId": eve.id });
            body.as_object_mut()
                .unwrap()
                .extend(more.as_object().unwrap().clone());
            body
        };
        let reject = format!("{ADMIN}/reject");
        let nobody = team.post(chloe, &reject, member(json!({}))).await.json();
        assert_eq!(
            (&nobody["status"], &nobody["field"]),
            (&json!(100_012), &json!("userId"))
        );
        asks(server, &eve.id, RequestKind::Join, "media").await;
        let rejected = team
            .post(chloe, &reject, member(json!({ "reason": "Not yet" })))
            .await;
        assert_eq!(rejected.status(), 0);
        let mine = team.get(eve, &format!("{OWN}/my-requests")).await;
        let row = &mine["list"][0];
        assert_eq!(
            (&row["status"], &row["comment"], &row["decidedBy"]),
            (&json!("refused"), &json!("Not yet"), &json!("Chloe"))
        );
        assert_eq!(row["groupAdmin"], "Chloe");
        let again = team.post(chloe, &reject, member(json!({}))).await.json();
        assert_eq!(again["conflict"]["by"], "Chloe");
        assert_eq!(team.row(eve).await["statusName"], "refused");
        let delete = format!("{ADMIN}/delete");
        joins(server, &eve.id, "media", "2027-01-31").await;
        assert_eq!(
            team.post(chloe, &delete, member(json!({}))).await.status(),
            0
        );
        assert_eq!(team.row(eve).await["actionId"], 0);
        joins(server, &chloe.id, "media", "2027-01-31").await;
        let ada = ada(server).await;
        let last = json!({ "groupId": "media", "userId": chloe.id });
        let refused = team.post(&ada, &delete, last).await.json();
        assert_eq!(
            refused["msg"],
            "This is the only manager of the group. Ask an administrator to add another one first."
        );
    }
}

/// An extension cannot be undone on the last day, because no membership ends before tomorrow, nor
/// if it approved a request.
#[tokio::test]
async fn a_row_says_whether_an_extension_can_be_undone() {
    for team in Team::each().await {
        let (server, chloe, eve) = (&team.server, &team.chloe, &team.eve);
        let can_undo = async || {
            let path = format!("{ADMIN}/group-management-list?groupId=media&context=Eve");
            let page = team.get(chloe, &path).await;
            assert!(page["list"][0]["extendsTo"].is_string(), "{page}");
            page["list"][0]["canUndo"].clone()
        };
        let end = "UPDATE memberships SET ends_on = $2 WHERE account_id = $1";
        joins(server, &eve.id, "media", "2026-11-22").await;
        assert_eq!(can_undo().await, true);
        set(server, end, &eve.id, "2026-11-21").await;
        assert_eq!(can_undo().await, false);
        set(server, end, &eve.id, "2026-11-22").await;
        asks(server, &eve.id, RequestKind::Extend, "media").await;
        assert_eq!(can_undo().await, false);
    }
}

/// C-090, T-28, E-08: a person is added by account name or address, and nobody adds an account that cannot be used.
#[tokio::test]
async fn a_manager_adds_people() {
    for team in Team::each().await {
        let disabled = |new: &mut NewAccount| new.status = Status::Disabled;
        team.server.account("Gone", disabled).await;
        let add = format!("{ADMIN}/add-user");
        for (body, field) in [
            (json!({ "groupId": "media" }), "username"),
            (
                json!({ "groupId": "media", "username": "nobody" }),
                "username",
            ),
            (
                json!({ "groupId": "media", "email": "nobody@demo.test" }),
                "email",
            ),
            (
                json!({ "groupId": "media", "username": "Eve", "email": "Chloe@demo.test" }),
                "email",
            ),
            (json!({ "groupId": "media", "username": "Gone" }), "userId"),
        ] {
            let refused = team.post(&team.chloe, &add, body).await.json();
            assert_eq!(
                (&refused["status"], &refused["field"]),
                (&json!(100_012), &json!(field)),
                "{refused}"
            );
        }
        let body = json!({ "groupId": "media", "username": "Eve", "email": "eve@demo.test" });
        for _ in 0..2 {
            let added = team.post(&team.chloe, &add, body.clone()).await.data();
            assert_eq!(added, json!({ "userId": team.eve.id, "status": 0 }));
        }
        let own = json!({ "groupId": "media", "username": "Chloe" });
        assert_eq!(
            team.post(&team.chloe, &add, own).await.status(),
            100_013,
            "nobody adds themselves"
        );
    }
}

/// A membership that ends soon has a day for one click, which the server accepts; the old day is
/// accepted too, to undo it. Managers alone extend, and not themselves.
#[tokio::test]
async fn a_manager_extends_what_ends_soon() {
    for team in Team::each().await {
        let (server, chloe, eve) = (&team.server, &team.chloe, &team.eve);
        joins(server, &eve.id, "media", "2026-12-01").await;
        joins(server, &chloe.id, "media", "2026-12-01").await;
        let days = async || {
            let path = format!("{ADMIN}/group-management-list?groupId=media");
            let page = team.get(chloe, &path).await;
            let rows = page["list"].as_array().unwrap().iter();
            let day = |row: &Value, name: &str| row[name].as_str().unwrap_or("-").to_owned();
            rows.map(|row| {
                assert_eq!(row["canUndo"], row["extendsTo"].is_string(), "{row}");
                (day(row, "endsOn"), day(row, "extendsTo"))
            })
            .collect::<Vec<_>>()
        };
        let pair = |end: &str, offered: &str| (end.to_owned(), offered.to_owned());
        let own = pair("2026-12-01", "-");
        assert_eq!(
            days().await,
            [own.clone(), pair("2026-12-01", "2027-03-01")]
        );
        let extend = async |person: &Person, day: &str| {
            let body = json!({ "groupId": "media", "userId": eve.id, "endsOn": day });
            team.post(person, &format!("{ADMIN}/extend"), body).await
        };
        assert_eq!(extend(eve, "2027-03-01").await.status(), 100_013);
        assert_eq!(extend(chloe, "2027-03-01").await.status(), 0);
        assert_eq!(days().await, [own.clone(), pair("2027-03-01", "-")]);
        assert_eq!(extend(chloe, "2026-12-01").await.status(), 0);
        set(
            server,
            "UPDATE groups SET max_days = $2 WHERE id = $1",
            "media",
            40,
        )
        .await;
        assert_eq!(days().await, [own, pair("2026-12-01", "2026-12-31")]);
        assert_eq!(extend(chloe, "2026-12-31").await.status(), 0);
        let refused = extend(chloe, "2027-01-01").await.json();
        assert_eq!(
            (&refused["status"], &refused["field"], &refused["msg"]),
            (
                &json!(100_012),
                &json!("endsOn"),
                &json!("Choose a day from tomorrow to 2026-12-31.")
            )
        );
    }
}

/// Attack T8, two managers: a manager who extends, or takes an extension back, names the last day that they read, and
/// does not overwrite a newer one. The same day again changes nothing and leaves no entry.
#[tokio::test]
async fn attack_t8_an_undo_does_not_take_back_what_another_manager_did_since() {
    for team in Team::each().await {
        let (server, chloe, eve) = (&team.server, &team.chloe, &team.eve);
        let ben = server.person("Ben", with_email).await;
        appoint(server, &ben, "media").await;
        joins(server, &eve.id, "media", "2026-12-01").await;
        let extend = async |person: &Person, read: Value, day: &str| {
            let body = json!({
                "groupId": "media", "userId": eve.id, "endsOn": day, "readEndsOn": read,
            });
            team.post(person, &format!("{ADMIN}/extend"), body)
                .await
                .json()
        };
        let day = async || {
            let path = format!("{ADMIN}/group-management-list?groupId=media");
            team.get(chloe, &path).await["list"][0]["endsOn"].clone()
        };
        let changes = async || {
            let changed = entries(server.db(), "group.member_changed", "media").await;
            changed.len()
        };
        let clicked = extend(chloe, json!("2026-12-01"), "2027-03-01").await;
        assert_eq!(clicked["status"], 0, "{clicked}");
        let later = extend(&ben, json!("2027-03-01"), "2027-06-01").await;
        assert_eq!(later["status"], 0, "{later}");
        for read in ["2027-03-01", "2026-12-01", ""] {
            let undo = extend(chloe, json!(read), "2026-12-01").await;
            assert_eq!(
                (&undo["status"], &undo["conflict"]),
                (&json!(100_012), &json!({ "by": "Ben", "at": NOW })),
                "{read}: {undo}"
            );
            assert_eq!(day().await, "2027-06-01");
        }
        let invalid = extend(chloe, json!("soon"), "2026-12-01").await;
        assert_eq!(
            (&invalid["status"], &invalid["field"]),
            (&json!(100_012), &json!("readEndsOn"))
        );
        assert_eq!(changes().await, 2);
        // The same day again: nothing to tell.
        let again = extend(chloe, json!("2027-06-01"), "2027-06-01").await;
        assert_eq!((&again["status"], changes().await), (&json!(0), 2));
        let undo = extend(&ben, json!("2027-06-01"), "2027-03-01").await;
        assert_eq!(
            (&undo["status"], day().await),
            (&json!(0), json!("2027-03-01"))
        );
        // Without what was read, the last change wins.
        let body = json!({ "groupId": "media", "userId": eve.id, "endsOn": "" });
        let endless = team.post(chloe, &format!("{ADMIN}/extend"), body).await;
        assert_eq!((endless.status(), day().await), (0, Value::Null));
        let read = extend(&ben, json!(""), "2027-03-01").await;
        assert_eq!((&read["status"], changes().await), (&json!(0), 5));
    }
}
