//! Two administrators change one group at the same moment, on both engines (design 9, "Answers").

use atrium::access::groups;
use atrium::db::DbError;
use serde_json::json;

use super::accounts::{ben, entries};
use super::group_stage::{ADD, UPD, answer, info, ok, team};
use crate::support::database;
use crate::support::product_api::Server;

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
