//! Two administrators change one group at the same moment, on both engines.

use std::sync::Arc;

use atrium::db::{Db, DbError, Engine};
use atrium::groups;
use serde_json::{Value, json};
use tokio::sync::Notify;

use super::accounts::{ben, entries};
use super::group_stage::{ADD, UPD, answer, info, ok, team};
use super::import::{self, IMPORT};
use crate::support::product_api::{Answered, Person, Server};
use crate::support::{database, rows};

/// Two administrators send a change of the same version at the same moment: one is saved, the other learns who
/// was first.
#[tokio::test]
async fn of_two_changes_at_once_one_is_a_conflict() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, _) = team(&server).await;
        let ben = ben(&server).await;
        let body = |desc: &str| json!({"groupId": "team", "desc": desc, "version": 1});
        let (hers, his) = (body("Ada's"), body("Ben's"));
        let (first, second) = tokio::join!(
            server.post_as(&ada, UPD, &hers),
            server.post_as(&ben, UPD, &his)
        );
        let mut statuses = [first.status(), second.status()];
        statuses.sort_unstable();
        assert_eq!(statuses, [0, 100_012]);
        assert_eq!(info(&server, &ada, "team").await["version"], 2);
        assert_eq!(entries(server.db(), "group.changed", "team").await.len(), 1);
    }
}

/// Two groups get one name at the same moment: one does not.
#[tokio::test]
async fn of_two_groups_with_one_name_at_once_one_is_added() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, _) = team(&server).await;
        let ben = ben(&server).await;
        let (one, other) = (json!({"groupName": "Twin"}), json!({"groupName": "TWIN"}));
        let (first, second) = tokio::join!(
            server.post_as(&ada, ADD, &one),
            server.post_as(&ben, ADD, &other)
        );
        let mut statuses = [first.status(), second.status()];
        statuses.sort_unstable();
        assert_eq!(statuses, [0, 100_011]);
    }
}

/// Two administrators each remove another manager at the same moment: one manager remains.
#[tokio::test]
async fn the_last_manager_stays_when_two_remove_one_each() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, [chloe, dan, gus]) = team(&server).await;
        let both = json!({"groupId": "team", "groupAdmin": [chloe, dan]});
        assert_eq!(answer(&server, &ada, UPD, &both).await, ok());
        let off = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move { groups::appoint(tx, "team", &gus).await })
        });
        off.await.unwrap();
        let ben = ben(&server).await;
        let (left, right) = (
            json!({"groupId": "team", "removeGroupAdmin": [chloe]}),
            json!({"groupId": "team", "removeGroupAdmin": [dan]}),
        );
        let (first, second) = tokio::join!(
            server.post_as(&ada, UPD, &left),
            server.post_as(&ben, UPD, &right)
        );
        let mut statuses = [first.status(), second.status()];
        statuses.sort_unstable();
        assert_eq!(statuses, [0, 100_012]);
        let group = info(&server, &ada, "team").await;
        let managers = group["managers"].as_array().unwrap();
        assert_eq!(
            managers
                .iter()
                .filter(|person| person["enabled"] == true)
                .count(),
            1
        );
    }
}

/// Waits until this number of writes wait for a lock.
async fn wait_for(db: &Db, many: i64) {
    while database::waiting(db).await < many {
        tokio::task::yield_now().await;
    }
}

/// The answers to an import of `lines` and to `change` of a group. The import has locked the first person and waits for
/// the second, whose row another write holds until both calls wait.
async fn crossed(
    server: &Server,
    ada: &Person,
    (lines, second): (&str, &str),
    change: (&Person, &'static str, Value),
) -> (Answered, Answered) {
    let db = server.db();
    let found = import::check(server, ada, lines).await.data();
    let body = import::body(lines, false, found["check"].as_str());
    let (held, release) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (reached, may_go, second) = (held.clone(), release.clone(), second.to_owned());
    let holder = db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            rows::set(
                tx,
                "UPDATE accounts SET status = $2 WHERE id = $1",
                &second,
                0,
            )
            .await?;
            reached.notify_one();
            may_go.notified().await;
            Ok(())
        })
    });
    let imported = async {
        held.notified().await;
        server.post_as(ada, IMPORT, &body).await
    };
    let changed = async {
        wait_for(db, 1).await;
        server.post_as(change.0, change.1, &change.2).await
    };
    let conduct = async {
        wait_for(db, 2).await;
        release.notify_one();
    };
    let (holder, imported, changed, ()) = tokio::join!(holder, imported, changed, conduct);
    holder.unwrap();
    (imported, changed)
}

/// An import changes the last days of two people. The second one manages the group `other`, and the first becomes its
/// manager at the same moment: each call waits for the other's row. PostgreSQL ends one of them, which then runs again.
#[tokio::test]
async fn an_import_and_an_appointment_that_wait_for_each_other_both_happen() {
    for database in database::each_engine().await {
        if database.db.engine() == Engine::Sqlite {
            // One write at a time.
            continue;
        }
        let server = Server::start(&database.db).await;
        let (ada, [chloe, dan, _]) = team(&server).await;
        let ben = ben(&server).await;
        let (first, second) = (chloe.clone().min(dan.clone()), chloe.max(dan));
        let manager = second.clone();
        let appointed = server.db().write::<_, DbError, _>(move |tx| {
            Box::pin(async move { groups::appoint(tx, "other", &manager).await })
        });
        appointed.await.unwrap();
        let lines = "username,expireDate\nChloeManager,2027-03-01\nDanMember,2027-03-01\n";
        let body = json!({"groupId": "other", "addGroupAdmin": [first]});
        let (imported, changed) = crossed(&server, &ada, (lines, &second), (&ben, UPD, body)).await;
        assert_eq!(imported.data()["changed"], 2);
        assert_eq!(changed.status(), 0);
        let group = info(&server, &ada, "other").await;
        assert_eq!(group["managers"].as_array().unwrap().len(), 2);
        let until = "SELECT CAST(COUNT(*) AS BIGINT) FROM groups WHERE id = $1 AND managed_until = '2027-03-01'";
        let view = &mut server.db().read().await.unwrap();
        assert_eq!(rows::number(view, until, "other").await, Some(1));
    }
}
