//! What groups give to their members: products, access rights and industry data (contract C-077, C-084, C-091, C-092,
//! C-093,
//! D-10, G-56; attack 34).

use serde_json::{Value, json};

use super::accounts::{ben, entries};
use super::group_stage::{
    ACCESS, UPD, UPD_ACCESS, answer, blamed, give_group_right, industries, info, ok, rights, team,
};
use crate::support::database;
use crate::support::product_api::{Person, Server};

const INDUSTRY: &str = "/api/security/admin/user-group/data-access/industry";
const BRANDS: &str = "/api/security/admin/user-group/data-access/industry-brand";
const CONFIRM: &str = "/api/security/admin/user-group/data-access/industry-confirm";

/// Attack 34, "Nobody above himself": a person who holds less than a group gives cannot change it, and only a
/// super administrator decides who manages it.
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
             Ask a super administrator."
        );
        assert_eq!(answer(&server, &ben, UPD, &texts).await, ok());
        assert_eq!(answer(&server, &ada, UPD, &appoint).await, ok());
    }
}

/// The codes and states of the rights in product 7 of the group, as `person` sees them.
async fn seen(server: &Server, person: &Person) -> Vec<(String, String)> {
    let path = format!("{ACCESS}?groupId=team");
    let tree = server.get_as(person, &path).await.data();
    assert_eq!(tree[0]["groupName"], "Team");
    assert_eq!(tree[0]["products"][0]["appId"], 7);
    let rights = tree[0]["products"][0]["accesses"]
        .as_array()
        .unwrap()
        .clone();
    let text = |right: &Value, name: &str| right[name].as_str().unwrap().to_owned();
    rights
        .iter()
        .map(|right| (text(right, "accessCode"), text(right, "state")))
        .collect()
}

fn codes(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter()
        .map(|(code, state)| ((*code).to_owned(), (*state).to_owned()))
        .collect()
}

/// C-084, G-54: given and removed rights are drafts; members see only the rights that decide now.
#[tokio::test]
async fn the_access_of_a_group_changes_as_a_draft() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, [_, dan, _]) = team(&server).await;
        rights(&server).await;
        let dan = server.signed_in(&dan).await;
        assert_eq!(seen(&server, &dan).await, codes(&[("a.view", "published")]));
        let body = json!({"groupId": "team", "addAccessIds": ["edit"], "removeAccessIds": ["view"], "version": 1});
        assert_eq!(answer(&server, &ada, UPD_ACCESS, &body).await, ok());
        let drafts = codes(&[("a.edit", "added"), ("a.view", "removed")]);
        assert_eq!(seen(&server, &ada).await, drafts);
        assert_eq!(seen(&server, &dan).await, codes(&[("a.view", "published")]));
        let trail = entries(server.db(), "group.changed", "team").await;
        let expected = json!([
            {"field": "rights_added", "from": null, "to": ["a.edit"]},
            {"field": "rights_removed", "from": ["a.view"], "to": null},
        ]);
        assert_eq!(trail[0].2["changes"], expected);
        let body = json!({"groupId": "team", "accessIds": ["view"]});
        assert_eq!(answer(&server, &ada, UPD_ACCESS, &body).await, ok());
        assert_eq!(seen(&server, &ada).await, codes(&[("a.view", "published")]));
        for (body, field) in [
            (json!({"groupId": "team", "accessIds": []}), "accessIds"),
            (json!({"groupId": "team"}), "accessIds"),
            (
                json!({"groupId": "team", "accessIds": ["nothing"]}),
                "accessIds",
            ),
            (
                json!({"groupId": "team", "addAccessIds": ["nothing"]}),
                "addAccessIds",
            ),
            (
                json!({"groupId": "nobody", "accessIds": ["view"]}),
                "groupId",
            ),
            (
                json!({"groupId": "team", "accessIds": ["edit"], "version": 1}),
                "",
            ),
        ] {
            let expected = if field.is_empty() {
                blamed(100_012, &[])
            } else {
                blamed(100_012, &[field])
            };
            assert_eq!(
                answer(&server, &ada, UPD_ACCESS, &body).await,
                expected,
                "{body}"
            );
        }
    }
}

/// C-077, D-10, F-21: people see the access of their own groups. A person without the right gets one answer for
/// foreign, hidden and unknown groups (attack 33).
#[tokio::test]
async fn people_see_the_access_of_their_own_groups() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, [chloe, dan, _]) = team(&server).await;
        rights(&server).await;
        let [chloe, dan] = [server.signed_in(&chloe).await, server.signed_in(&dan).await];
        for person in [&chloe, &dan] {
            let own = server.get_as(person, ACCESS).await.data();
            assert_eq!(own.as_array().unwrap().len(), 1);
            assert_eq!(own[0]["groupId"], "team");
            assert_eq!(
                seen(&server, person).await,
                codes(&[("a.view", "published")])
            );
        }
        let hidden = json!({"groupId": "other", "visible": "partial", "agencyIds": ["north"]});
        assert_eq!(answer(&server, &ada, UPD, &hidden).await, ok());
        let mut texts = Vec::new();
        for id in ["other", "nobody"] {
            let foreign = server
                .get_as(&dan, &format!("{ACCESS}?groupId={id}"))
                .await
                .json();
            assert_eq!(foreign["status"], 100_013);
            texts.push(foreign["msg"].clone());
        }
        assert_eq!(texts[0], texts[1]);
        let unknown = server
            .get_as(&ada, &format!("{ACCESS}?groupId=nobody"))
            .await
            .json();
        assert_eq!(
            (&unknown["status"], &unknown["field"]),
            (&json!(100_012), &json!("groupId"))
        );
    }
}

/// Attack 34: only a super administrator attaches rights of Atrium to a group.
#[tokio::test]
async fn attack_34_rights_of_atrium_are_attached_by_super_administrators() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, _) = team(&server).await;
        let ben = ben(&server).await;
        let code = "account_maintain.AccountManagement.AuditLog.view";
        give_group_right(server.db(), "other", code).await;
        let body = json!({"groupId": "team", "addAccessIds": [code]});
        assert_eq!(answer(&server, &ben, UPD_ACCESS, &body).await.0, 100_013);
        let taken = json!({"groupId": "other", "removeAccessIds": [code]});
        assert_eq!(answer(&server, &ben, UPD_ACCESS, &taken).await.0, 100_013);
        assert_eq!(answer(&server, &ada, UPD_ACCESS, &body).await, ok());
    }
}

/// The clients of a group limit to whom it gives its products, at once.
#[tokio::test]
async fn the_clients_of_a_group_limit_who_opens_its_products() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, [_, dan, _]) = team(&server).await;
        let dan = server.signed_in(&dan).await;
        for (clients, opens) in [(json!(["nc"]), false), (json!([]), true)] {
            let body = json!({"groupId": "team", "clientIds": clients});
            assert_eq!(answer(&server, &ada, UPD, &body).await, ok());
            let cards = "/api/security/app/v2/list-by-type?typeId=1";
            let cards = server.get_as(&dan, cards).await.data();
            let card = cards
                .as_array()
                .unwrap()
                .iter()
                .find(|card| card["id"] == 7);
            assert_eq!(card.unwrap()["hasAccess"], opens, "{clients}");
        }
    }
}

/// C-091, C-092, C-093, G-56: industries, their brands, and both at once.
#[tokio::test]
async fn industry_data_is_chosen_in_three_steps() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let (ada, _) = team(&server).await;
        industries(&server).await;
        let items = json!([{"industryId": "cars", "brandIds": ["nb"]}, {"industryId": "food"}]);
        let body = json!({"groupId": "team", "items": items, "version": 1});
        assert_eq!(answer(&server, &ada, CONFIRM, &body).await, ok());
        let chosen = server
            .post_as(&ada, INDUSTRY, &json!({"groupId": "team"}))
            .await;
        assert_eq!(
            chosen.data(),
            json!([
                {"industryId": "cars", "industryName": "Cars", "selected": true},
                {"industryId": "food", "industryName": "Food", "selected": true},
                {"industryId": "toys", "industryName": "Toys", "selected": false},
            ])
        );
        let body = json!({"groupId": "team", "industryIds": ["cars", "food"]});
        let brand = |selected: bool| json!([{"brandId": "nb", "brandName": "North Brand", "selected": selected}]);
        assert_eq!(
            server.post_as(&ada, BRANDS, &body).await.data(),
            json!([{"industryId": "cars", "brands": brand(true)}, {"industryId": "food", "brands": brand(false)}])
        );
        let trail = entries(server.db(), "group.changed", "team").await;
        let changes = trail[0].2["changes"].to_string();
        assert!(changes.contains("industries_added"), "{changes}");
        assert!(
            changes.contains(r#""to":["North Brand (cars)"]"#),
            "{changes}"
        );
        for (path, body, field) in [
            (CONFIRM, json!({"groupId": "team", "items": []}), "items"),
            (
                CONFIRM,
                json!({"groupId": "team", "items": [{"industryId": "cars", "brandIds": ["x"]}]}),
                "items",
            ),
            (
                CONFIRM,
                json!({"groupId": "team", "items": [{"industryId": "x"}]}),
                "industryIds",
            ),
            (
                CONFIRM,
                json!({"groupId": "nobody", "items": [{"industryId": "cars"}]}),
                "groupId",
            ),
            (
                BRANDS,
                json!({"groupId": "team", "industryIds": []}),
                "industryIds",
            ),
            (
                BRANDS,
                json!({"groupId": "team", "industryIds": ["x"]}),
                "industryIds",
            ),
            (INDUSTRY, json!({"groupId": "nobody"}), "groupId"),
        ] {
            let got = answer(&server, &ada, path, &body).await;
            assert_eq!(
                (got.0, got.1.first().map(String::as_str)),
                (100_012, Some(field)),
                "{path} {body}"
            );
        }
        // Removing an industry removes its brands.
        let body = json!({"groupId": "team", "industryIds": []});
        assert_eq!(answer(&server, &ada, UPD, &body).await, ok());
        assert_eq!(info(&server, &ada, "team").await["industries"], json!([]));
    }
}
