//! Contract F-21: a group keeps a manager who can sign in, whichever call would end the last one's
//! management. A manager whose last day is over does not count.

use atrium::clock::DAY;
use atrium::db::DbError;
use atrium::directory::Status;
use atrium::groups;
use serde_json::{Value, json};

use super::group_stage::{UPD, UPD_INFO, answer, blamed, info, ok, team};
use crate::support::product_api::{NOW, Person, Server};
use crate::support::{database, rows};

const EXTEND: &str = "/api/security/admin/user-group/extend";
const DELETE: &str = "/api/security/admin/user-group/delete";
const USERS: &str = "/api/security/admin/user-group/user-list";

/// Chloe and Dan manage the group, and Dan's account ends tomorrow. Returns Ada two days later, and both.
async fn with_an_expired_manager(server: &Server) -> (Person, String, String) {
    let (ada, [chloe, dan, _]) = team(server).await;
    let (chloe_id, dan_id) = (chloe.clone(), dan.clone());
    let set = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            groups::appoint(tx, "team", &dan_id).await?;
            groups::set_membership(tx, &chloe_id, "team", Status::Enabled, NOW).await?;
            let sql = "UPDATE accounts SET expire_date = $2 WHERE id = $1";
            rows::set(tx, sql, &dan_id, "2026-11-22").await
        })
    });
    set.await.unwrap();
    server.clock.advance(2 * DAY);
    (server.signed_in(&ada.id).await, chloe, dan)
}

fn extension(user_id: &str, manages: bool) -> Value {
    json!({"groupId": "team", "userId": user_id, "endsOn": "2027-03-01", "manages": manages})
}

/// C-081, F-21.
#[tokio::test]
async fn the_last_manager_who_can_sign_in_stays_in_every_call() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, chloe, dan) = with_an_expired_manager(&server).await;
        let page = format!("{USERS}?groupId=team&sort=username");
        let listed = server.get_as(&ada, &page).await.data();
        assert_eq!(listed["list"][0]["isOnlyManager"], true, "{listed}");
        let fault = blamed(100_012, &["groupAdmin"]);
        for (path, body) in [
            (EXTEND, extension(&chloe, false)),
            (
                UPD_INFO,
                json!({"groupId": "team", "groupAdmin": [dan.clone()]}),
            ),
            (
                UPD,
                json!({"groupId": "team", "removeGroupAdmin": [chloe.clone()]}),
            ),
        ] {
            let answered = answer(&server, &ada, path, &body).await;
            assert_eq!(answered, fault, "{path}");
        }
        let taken_out = json!({"groupId": "team", "userId": chloe.clone()});
        let taken_out = answer(&server, &ada, DELETE, &taken_out).await;
        assert_ne!(taken_out.0, 0);
        let managers = info(&server, &ada, "team").await["managers"].clone();
        assert_eq!(managers.as_array().unwrap().len(), 2, "{managers}");

        // The expired manager may go, and replaces nobody.
        let without = json!({"groupId": "team", "removeGroupAdmin": [dan.clone()]});
        assert_eq!(answer(&server, &ada, UPD, &without).await, ok());
        let replaced = json!({
            "groupId": "team", "addGroupAdmin": [dan], "removeGroupAdmin": [chloe.clone()],
        });
        assert_eq!(answer(&server, &ada, UPD, &replaced).await, fault);
        // With another who can sign in, Chloe may go.
        let eve = server.account("EveOther", |_| {}).await;
        let other = json!({"groupId": "team", "addGroupAdmin": [eve]});
        assert_eq!(answer(&server, &ada, UPD, &other).await, ok());
        let ended = answer(&server, &ada, EXTEND, &extension(&chloe, false)).await;
        assert_eq!(ended, ok());
    }
}
