//! The access rights of groups (attack 34).

use serde_json::json;

use super::accounts::ben;
use super::group_stage::{UPD, answer, give_group_right, ok, team};
use crate::support::database;
use crate::support::product_api::Server;

/// Attack 34; design 9, "Nobody above himself": who holds less than a group gives does not change it, and only a super
/// administrator decides who manages it.
#[tokio::test]
async fn attack_34_a_group_with_rights_of_atrium_is_not_a_way_up() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, [_, dan, _]) = team(&server).await;
        let ben = ben(&server).await;
        give_group_right(
            server.db(),
            "team",
            "account_maintain.AccountManagement.AuditLog.view",
        )
        .await;
        let texts = json!({"groupId": "team", "desc": "x"});
        let appoint = json!({"groupId": "team", "addGroupAdmin": [dan]});
        let refused = server.post_as(&ben, UPD, &appoint).await.json();
        assert_eq!(refused["status"], 100_013);
        assert_eq!(
            refused["msg"],
            "Only super administrators attach rights of this portal to a group, and choose who manages such a group. \
             Ask one of them."
        );
        assert_eq!(answer(&server, &ben, UPD, &texts).await, ok());
        assert_eq!(answer(&server, &ada, UPD, &appoint).await, ok());
    }
}
