//! C-074, C-082, F-51: administrators list and change the members of a group, and delete groups. The expectations are
//! literals.

use atrium::groups::GROUP_USERS;
use serde_json::{Value, json};

use super::accounts::{ben, entries};
use super::group_stage::{INFO, UPD, answer, blamed, info, ok, team};
use super::lists::ListCase;
use super::request_lists::MEMBERS_LISTED;
use crate::support::database;
use crate::support::product_api::{Person, Server};

const MEMBERS: &str = "/api/security/admin/user-group/upd-member";
const DELETE: &str = "/api/security/admin/user-group/delete";
const LIST: &str = "/api/security/admin/user-group/list";

/// C-074: the people of a group, with the rows of C-078.
pub static LISTED: ListCase = ListCase {
    path: "/api/security/admin/user-group/user-list",
    list: &GROUP_USERS,
    name: "username",
    ..MEMBERS_LISTED
};

async fn has_access(server: &Server, person: &Person) -> bool {
    let cards = "/api/security/app/v2/list-by-type?typeId=1";
    let cards = server.get_as(person, cards).await.data();
    let card = cards
        .as_array()
        .unwrap()
        .iter()
        .find(|card| card["id"] == 7);
    card.unwrap()["hasAccess"] == true
}

/// C-082: additions and removals, each with its entry; what the group opens follows at once.
#[tokio::test]
async fn members_are_added_and_removed() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, [chloe, dan, _]) = team(&server).await;
        let eve = server.person("EveNewcomer", |_| {}).await;
        let dan = server.signed_in(&dan).await;
        assert!(has_access(&server, &dan).await);
        let body = json!({"groupId": "team", "addUserIds": [eve.id, chloe], "removeUserIds": [dan.id], "version": 1});
        assert_eq!(answer(&server, &ada, MEMBERS, &body).await, ok());
        assert!(!has_access(&server, &dan).await);
        assert!(has_access(&server, &eve).await);
        let group = info(&server, &ada, "team").await;
        assert_eq!(
            (&group["numbersOfMembers"], &group["version"]),
            (&json!(2), &json!(2))
        );
        for (kind, count) in [("group.member_added", 2), ("group.member_removed", 1)] {
            assert_eq!(
                entries(server.db(), kind, "team").await.len(),
                count,
                "{kind}"
            );
        }
        let whole = json!({"groupId": "team", "userIds": [eve.id, dan.id, chloe], "version": 2});
        assert_eq!(answer(&server, &ada, MEMBERS, &whole).await, ok());
        assert!(has_access(&server, &dan).await);
    }
}

/// C-074, F-21, "Nobody above himself": each row says what the caller may change about the person.
#[tokio::test]
async fn a_row_says_what_may_be_changed() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, [chloe, dan, _]) = team(&server).await;
        let joined = json!({"groupId": "team", "addUserIds": [chloe]});
        assert_eq!(answer(&server, &ada, MEMBERS, &joined).await, ok());
        let rights = async |person: &Person| {
            let path = format!("{}?groupId=team&sort=username", LISTED.path);
            let page = server.get_as(person, &path).await.data();
            let rows = page["list"].as_array().unwrap().iter();
            rows.map(|row| {
                let right = |name: &str| row["rights"][name].as_bool().unwrap();
                let rights = [right("remove"), right("appoint"), right("lastDay")];
                (row["isOnlyManager"].as_bool().unwrap(), rights)
            })
            .collect::<Vec<_>>()
        };
        let others = (false, [true, true, true]);
        assert_eq!(rights(&ada).await, [(true, [false, false, true]), others]);
        let ben = ben(&server).await;
        assert_eq!(rights(&ben).await, [(true, [false, false, true]), others]);
        let dan_manages = json!({"groupId": "team", "addGroupAdmin": [dan]});
        assert_eq!(answer(&server, &ada, UPD, &dan_manages).await, ok());
        assert_eq!(rights(&ada).await, [others, others]);
    }
}

/// C-083: one call appoints a member and gives them a last day, or does neither.
#[tokio::test]
async fn a_membership_changes_at_once() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, [chloe, dan, _]) = team(&server).await;
        let extend = async |change: Value| {
            let mut body = json!({"groupId": "team", "userId": dan, "endsOn": "2027-01-31"});
            for (name, value) in change.as_object().unwrap() {
                body[name] = value.clone();
            }
            server
                .post_as(&ada, "/api/security/admin/user-group/extend", &body)
                .await
                .json()
        };
        let managers = async || {
            let group = info(&server, &ada, "team").await;
            let managers = group["managers"].as_array().unwrap().len();
            (managers, group["version"].clone())
        };
        let past = extend(json!({"manages": true, "endsOn": "2020-01-01"})).await;
        assert_eq!(past["field"], "endsOn", "{past}");
        assert_eq!(managers().await, (1, json!(1)), "nothing is half-saved");
        let stale = extend(json!({"manages": true, "version": 7})).await;
        assert_eq!(stale["status"], 100_012, "{stale}");
        assert_eq!(managers().await, (1, json!(1)));
        let both = extend(json!({"manages": true, "version": 1})).await;
        assert_eq!(both["data"], json!({"version": 2}), "{both}");
        assert_eq!(managers().await, (2, json!(2)));
        let day = extend(json!({"endsOn": ""})).await;
        assert_eq!(day["data"], json!({"version": null}), "{day}");
        let dismissed = extend(json!({"manages": false})).await;
        assert_eq!(dismissed["data"], json!({"version": 3}), "{dismissed}");
        let own = json!({"groupId": "team", "userId": dan, "endsOn": "", "manages": true});
        let manager = server.signed_in(&chloe).await;
        let refused = server
            .post_as(&manager, "/api/security/admin/user-group/extend", &own)
            .await;
        assert_eq!(refused.status(), 100_013, "a manager appoints nobody");
    }
}

/// C-082; K-48: what is refused, and that nothing is half-saved.
#[tokio::test]
async fn bad_changes_of_members_change_nothing() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, [chloe, dan, gus]) = team(&server).await;
        let eve = server.account("EveNewcomer", |_| {}).await;
        let joined = json!({"groupId": "team", "addUserIds": [chloe]});
        assert_eq!(answer(&server, &ada, MEMBERS, &joined).await, ok());
        let many: Vec<String> = (0..1_001).map(|number| number.to_string()).collect();
        for (body, field) in [
            (json!({"groupId": "team"}), "userIds"),
            (
                json!({"groupId": "team", "userIds": [], "version": 2}),
                "userIds",
            ),
            (json!({"groupId": "team", "userIds": [eve]}), "version"),
            (
                json!({"groupId": "team", "userIds": many, "version": 2}),
                "userIds",
            ),
            (
                json!({"groupId": "team", "userIds": [eve], "addUserIds": [eve]}),
                "userIds",
            ),
            (json!({"groupId": "team", "addUserIds": []}), "addUserIds"),
            (
                json!({"groupId": "team", "addUserIds": [eve, "nobody"]}),
                "addUserIds",
            ),
            (
                json!({"groupId": "team", "addUserIds": [eve, gus]}),
                "addUserIds",
            ),
            (
                json!({"groupId": "team", "addUserIds": [ada.id]}),
                "addUserIds",
            ),
            (
                json!({"groupId": "team", "removeUserIds": [dan, chloe]}),
                "removeUserIds",
            ),
            (json!({"groupId": "nobody", "addUserIds": [eve]}), "groupId"),
        ] {
            let got = answer(&server, &ada, MEMBERS, &body).await;
            assert_eq!(got, blamed(100_012, &[field]), "{body}");
        }
        let group = info(&server, &ada, "team").await;
        assert_eq!(
            (&group["numbersOfMembers"], &group["version"]),
            (&json!(2), &json!(2))
        );
    }
}

/// Two administrators each remove the other's manager from the members at the same moment: one manager stays.
#[tokio::test]
async fn the_last_manager_stays_a_member_when_two_remove_one_each() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, [chloe, dan, _]) = team(&server).await;
        let ben = ben(&server).await;
        let both = json!({"groupId": "team", "addGroupAdmin": [dan]});
        assert_eq!(answer(&server, &ada, UPD, &both).await, ok());
        let joined = json!({"groupId": "team", "addUserIds": [chloe]});
        assert_eq!(answer(&server, &ada, MEMBERS, &joined).await, ok());
        let of = |id: &str| json!({"groupId": "team", "removeUserIds": [id]});
        let (left, right) = (of(&chloe), of(&dan));
        let (first, second) = tokio::join!(
            server.post_as(&ada, MEMBERS, &left),
            server.post_as(&ben, MEMBERS, &right)
        );
        let mut statuses = [first.status(), second.status()];
        statuses.sort_unstable();
        assert_eq!(statuses, [0, 100_012]);
        let group = info(&server, &ada, "team").await;
        assert_eq!(group["managers"].as_array().unwrap().len(), 1);
    }
}

/// F-51: administrators delete a group only with `confirm`; then nobody finds it, and its name is free.
#[tokio::test]
async fn a_deleted_group_is_gone() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, [_, dan, _]) = team(&server).await;
        let dan = server.signed_in(&dan).await;
        let body = |confirm: Value| json!({"groupId": "team", "confirm": confirm});
        for confirm in [json!(null), json!(false)] {
            let got = answer(&server, &ada, DELETE, &body(confirm)).await;
            assert_eq!(got, blamed(100_012, &["confirm"]));
        }
        let old = json!({"groupId": "team", "confirm": true, "version": 7});
        assert_eq!(answer(&server, &ada, DELETE, &old).await.0, 100_012);
        assert!(has_access(&server, &dan).await);
        assert_eq!(
            answer(&server, &ada, DELETE, &body(json!(true))).await,
            ok()
        );
        assert!(!has_access(&server, &dan).await);
        assert_eq!(server.get_as(&ada, LIST).await.data()["total"], 1);
        let gone = server
            .get_as(&ada, &format!("{INFO}?groupId=team"))
            .await
            .json();
        assert_eq!(gone["status"], 100_012);
        let trail = entries(server.db(), "group.changed", "team").await;
        assert_eq!(trail[0].2["change"], "deleted");
        let again = json!({"groupName": "Team"});
        let add = "/api/security/admin/user-group/add";
        assert_eq!(answer(&server, &ada, add, &again).await, ok());
    }
}
