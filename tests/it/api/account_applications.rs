//! Deciding about applications for an account (contract G-62, C-040, D-27, F-70; attacks 14 and 34, trap T8).

use atrium::clock::DAY;
use atrium::directory::{self, Status};
use serde_json::{Value, json};

use super::accounts::{ada, entries, house};
use super::deletion::routines;
use super::lists::ListCase;
use super::own_email::{mute, queued};
use super::repetition::settled;
use super::request_scenes::{Team, appoint, group, set};
use super::scene::account_application;
use crate::support::database;
use crate::support::product_api::{NOW, Person, Server};
use crate::support::rows;

const LIST: &str = "/api/security/admin/account-application/list";
const DECIDE: &str = "/api/security/admin/account-application/decide";
const OF_GROUP: &str = "/api/security/user-group/account-application/list";
const DECIDE_OF_GROUP: &str = "/api/security/user-group/account-application/decide";
const ASKED: &str =
    "SELECT COUNT(*) FROM requests WHERE account_id = $1 AND group_id = 'media' AND state = 0";
const MEMBER: &str = "SELECT COUNT(*) FROM memberships WHERE account_id = $1 AND status = 0";
const STATUS: &str = "/api/security/admin/user/update-status";

async fn applies(server: &Server, name: &str, group_id: Option<&str>, at: i64) -> String {
    let email = format!("{}@demo.test", name.to_lowercase());
    account_application(server, (name, &email), group_id, at).await
}

/// Four applications of different ages, the newest is refused. `wants` says who names the group.
async fn four(server: &Server, wants: fn(&str) -> bool) -> Person {
    house(server).await;
    group(server, "wanted").await;
    for (at, name, state) in [
        (2, "LateOne", 0),
        (0, "FirstOne", 0),
        (1, "SecondOne", 0),
        (3, "OldOne", 2),
    ] {
        let wanted = wants(name).then_some("wanted");
        let id = applies(server, name, wanted, NOW + at).await;
        let stands = "UPDATE account_applications SET state = CAST($2 AS BIGINT) WHERE id = $1";
        set(server, stands, &id, state).await;
    }
    ada(server).await
}

pub static LISTED: ListCase = ListCase {
    path: LIST,
    list: &directory::ACCOUNT_APPLICATIONS,
    always: "",
    name: "username",
    seed: |server| {
        Box::pin(four(server, |name| {
            ["FirstOne", "SecondOne"].contains(&name)
        }))
    },
    orders: &[("created", &["FirstOne", "SecondOne", "LateOne"])],
    found: &[
        ("groupId=wanted", &["FirstOne", "SecondOne"]),
        ("state=1", &[]),
        ("state=2", &["OldOne"]),
        ("groupId=none", &[]),
    ],
    refused: &[("state=4", "state")],
};

pub static GROUP_LISTED: ListCase = ListCase {
    path: OF_GROUP,
    always: "groupId=wanted",
    seed: |server| Box::pin(four(server, |_| true)),
    orders: &[("created", &["FirstOne", "SecondOne", "LateOne"])],
    found: &[("state=1", &[]), ("state=2", &["OldOne"])],
    ..LISTED
};

async fn account(server: &Server, id: &str) -> directory::Account {
    let mut view = server.db().read().await.unwrap();
    directory::find(&mut view, id).await.unwrap().unwrap()
}

fn decision(ids: &[&str], status: &str) -> Value {
    json!({ "ids": ids, "status": status, "comment": "You have an account already." })
}

/// Contract G-62, C-040: approving, or enabling in the list of accounts, opens the account, writes to its owner and asks for the
/// wanted group; it gives no membership. Of two decisions one counts.
#[tokio::test]
async fn c_040_an_approved_newcomer_signs_in_and_asks_for_the_group() {
    for team in Team::each().await {
        let server = &team.server;
        let ada = ada(server).await;
        for (name, enables) in [("LiWei", false), ("WangFang", true)] {
            let id = applies(server, name, Some("media"), NOW).await;
            if enables {
                let body = json!({ "userId": id, "accountStatus": 0 });
                assert_eq!(server.post_as(&ada, STATUS, &body).await.status(), 0);
            } else {
                let answer = server
                    .post_as(&ada, DECIDE, &decision(&[&id], "approved"))
                    .await;
                assert_eq!(answer.data()["decided"], json!([id]), "{answer:?}");
            }
            let again = server
                .post_as(&ada, DECIDE, &decision(&[&id], "refused"))
                .await;
            assert_eq!(again.data()["skipped"], json!([id]), "{again:?}");
            assert_eq!(account(server, &id).await.status, Status::Enabled);
            let decided = entries(server.db(), "account.application_decided", &id).await;
            assert_eq!(decided.len(), 1, "{name}");
            settled(server).await;
            let mut view = server.db().read().await.unwrap();
            assert_eq!(rows::number(&mut view, ASKED, &id).await, Some(1), "{name}");
            let member = rows::number(&mut view, MEMBER, &id).await;
            assert_eq!(member, Some(0), "attack 34");
        }
    }
}

/// Contract G-62: a refusal is final, names a reason, and frees name and address, so that the person can apply again.
#[tokio::test]
async fn a_refused_name_is_free_again() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let id = applies(&server, "LiWei", None, NOW).await;
        let nothing = json!({ "ids": [id], "status": "refused" });
        let without = server.post_as(&ada, DECIDE, &nothing).await;
        assert_eq!(without.json()["field"], "comment", "{without:?}");
        let answer = server
            .post_as(&ada, DECIDE, &decision(&[&id, "none"], "refused"))
            .await;
        let expected = json!({ "decided": [id], "skipped": ["none"], "unusable": [] });
        assert_eq!(answer.data(), expected);
        let gone = account(&server, &id).await;
        assert_eq!(
            (gone.status, gone.email.as_deref()),
            (Status::Disabled, None)
        );
        assert!(gone.password_hash.is_none());
        let rows = server.get_as(&ada, &format!("{LIST}?state=2")).await.data();
        let row = &rows["list"][0];
        assert_eq!(
            (&row["username"], &row["answer"]),
            (&json!("LiWei"), &json!("You have an account already.")),
            "{rows}"
        );
        // Disabling in the list of accounts refuses too.
        let again = applies(&server, "LiWei", None, NOW).await;
        let body = json!({ "userId": again, "accountStatus": 2 });
        assert_eq!(server.post_as(&ada, STATUS, &body).await.status(), 0);
        let refused = entries(server.db(), "account.application_decided", &again).await;
        assert_eq!(refused[0].2["outcome"], "refused", "{refused:?}");
        assert_ne!(applies(&server, "LiWei", None, NOW).await, again);
    }
}

/// Contract G-62, C-040: an application that nobody decides about for 30 days is refused, not a day before, and by nobody. The
/// applicant reads why in the own language. An approved account stays.
#[tokio::test]
async fn what_nobody_decides_in_time_is_refused() {
    const BY_NOBODY: &str = "SELECT COUNT(*) FROM account_applications \
        WHERE id = $1 AND state = 2 AND decided_by IS NULL AND answer = ''";
    for database in database::each_engine().await {
        let server = mute(&database.db).await;
        house(&server).await;
        let ada = ada(&server).await;
        let late = applies(&server, "LiWei", None, NOW).await;
        let language = "UPDATE accounts SET lang = $2 WHERE id = $1";
        set(&server, language, &late, "zh-cn").await;
        let kept = applies(&server, "WangFang", None, NOW).await;
        let answer = server
            .post_as(&ada, DECIDE, &decision(&[&kept], "approved"))
            .await;
        assert_eq!(answer.data()["decided"], json!([kept]), "{answer:?}");
        queued(&server, 1).await;

        routines(&database.db, NOW + 29 * DAY).await;
        assert_eq!(account(&server, &late).await.status, Status::Processing);
        routines(&database.db, NOW + 30 * DAY).await;
        let refused = account(&server, &late).await;
        let left = (refused.status, refused.email, refused.password_hash);
        assert_eq!(left, (Status::Disabled, None, None));
        assert_eq!(account(&server, &kept).await.status, Status::Enabled);

        let mut view = server.db().read().await.unwrap();
        let by_nobody = rows::number(&mut view, BY_NOBODY, &late).await;
        assert_eq!(by_nobody, Some(1));
        drop(view);
        let decided = entries(server.db(), "account.application_decided", &late).await;
        let expected = json!({ "outcome": "timed_out", "username": "LiWei" });
        assert_eq!(
            decided,
            [(
                "server".to_owned(),
                "server: application_time_outs".to_owned(),
                expected
            )]
        );
        let mails = queued(&server, 2).await;
        let to = |mail: &&Value| mail["message"] == "application_refused";
        let mail = mails.iter().find(to).unwrap();
        assert_eq!(
            (&mail["to"], &mail["language"], &mail["timed_out"]),
            (&json!("liwei@demo.test"), &json!("zh-cn"), &json!(true)),
            "{mail}"
        );
        assert_ne!(applies(&server, "LiWei", None, NOW).await, late);
    }
}

/// Attack 34, trap T8: a manager decides about applications that name the own group, for people of the own agency; others are
/// skipped or refused.
#[tokio::test]
async fn attack_34_a_manager_decides_for_the_own_group_and_agency() {
    for team in Team::each().await {
        let (server, chloe) = (&team.server, &team.chloe);
        let own = applies(server, "LiWei", Some("media"), NOW).await;
        appoint(server, &team.eve, "other").await;
        let others = applies(server, "WangFang", Some("other"), NOW).await;
        let listed = team.get(chloe, &format!("{OF_GROUP}?groupId=media")).await;
        assert_eq!(listed["total"], 1, "{listed}");
        let body =
            |id: &str, ids: &[&str]| json!({ "groupId": id, "ids": ids, "status": "approved" });
        let refused = team
            .post(chloe, DECIDE_OF_GROUP, body("other", &[&others]))
            .await;
        assert_eq!(refused.status(), 100_013);
        house(server).await;
        let place = "UPDATE accounts SET agency_id = NULLIF($2, '') WHERE id = $1";
        set(server, place, &own, "north").await;
        let elsewhere = team
            .post(chloe, DECIDE_OF_GROUP, body("media", &[&own]))
            .await;
        assert_eq!(elsewhere.status(), 100_013, "{elsewhere:?}");
        // Without an agency the account would choose any one.
        set(server, place, &own, "").await;
        let nowhere = team
            .post(chloe, DECIDE_OF_GROUP, body("media", &[&own]))
            .await;
        assert_eq!(nowhere.status(), 100_013, "{nowhere:?}");
        let listed = team.get(chloe, &format!("{OF_GROUP}?groupId=media")).await;
        assert_eq!(listed["list"][0]["mayDecide"], false, "{listed}");
        set(server, place, &own, "north").await;
        set(server, place, &chloe.id, "north").await;
        let decided = team
            .post(chloe, DECIDE_OF_GROUP, body("media", &[&own, &others]))
            .await;
        let expected = json!({ "decided": [own], "skipped": [others], "unusable": [] });
        assert_eq!(decided.data(), expected);
        assert_eq!(account(server, &others).await.status, Status::Processing);
    }
}
