//! The search of the palette (decision 0083): what one sees anyway, by a part of its name, by pinyin and by initials.

use atrium::catalogue::ProductStatus;
use atrium::db::DbError;
use atrium::directory::Status;
use serde_json::{Value, json};

use super::accounts::{ada, entries, house};
use super::product_changes::holder;
use crate::access::{self, product, save};
use crate::support::product_api::{Person, Server};
use crate::support::{database, rows, trail};

const FIND: &str = "/api/security/find";
const PEOPLE: &str = "/api/security/find/people";
const LIST_GROUPS: &str = "operation_access.UserGroupManagement.GroupList.view";

async fn find(server: &Server, person: &Person, q: &str) -> Value {
    let path = format!("{FIND}?q={q}");
    server.get_as(person, &path).await.data()
}

async fn fitting(server: &Server, person: &Person, q: &str) -> Vec<Value> {
    let path = format!("{FIND}/applications?q={q}");
    let mut found = server.get_as(person, &path).await.data();
    serde_json::from_value(found["productIds"].take()).unwrap()
}

fn names(found: &Value, kind: &str, field: &str) -> Vec<String> {
    let rows = found[kind].as_array().unwrap().iter();
    rows.map(|row| row[field].as_str().unwrap().to_owned())
        .collect()
}

/// G-29, K-30: the cards of home and no others are found by any part of a name in either language, by the code, by pinyin
/// and by initials.
#[tokio::test]
async fn applications_of_home_are_found_by_pinyin() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        for (id, name, name_zh, hidden, status) in [
            (2, "Media calendar", "媒体日历", false, ProductStatus::On),
            (3, "财务系统", "", false, ProductStatus::On),
            (4, "财务档案", "", true, ProductStatus::On),
            (5, "财务报表", "", false, ProductStatus::Off),
            (34, "财务入口", "", false, ProductStatus::On),
        ] {
            let mut row = product(id);
            name.clone_into(&mut row.name);
            name_zh.clone_into(&mut row.name_zh);
            (row.hidden, row.status) = (hidden, status);
            save(server.db(), row, &[]).await;
        }
        let dan = server.person("DanMember", |_| {}).await;
        for (q, expected) in [
            ("caiwu", &["财务系统"][..]),
            ("cwxt", &["财务系统"]),
            ("wuxi", &["财务系统"]),
            ("%E8%B4%A2%E5%8A%A1", &["财务系统"]),
            ("mtrl", &["Media calendar"]),
            ("meiti", &["Media calendar"]),
            ("endar%20medi", &["Media calendar"]),
            ("app2", &["Media calendar"]),
            ("cwda", &[]),
            ("baobiao", &[]),
            ("c", &[]),
            ("", &[]),
            ("50%25_", &[]),
        ] {
            let found = find(&server, &dan, q).await;
            assert_eq!(names(&found, "applications", "name"), expected, "{q}");
            let ids = fitting(&server, &dan, q).await;
            assert_eq!(ids.len(), expected.len(), "{q}");
        }
    }
}

/// Own applications come first, and of each kind those that begin with the words; at most eight. The page of all applications
/// gets the ids of all that fit.
#[tokio::test]
async fn what_opens_comes_first() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        for (id, name) in [
            (11, "Plan"),
            (12, "Our plan"),
            (13, "Planner"),
            (14, "Explanation"),
        ] {
            let mut row = product(id);
            (row.everyone, row.sort) = (false, id);
            name.clone_into(&mut row.name);
            save(server.db(), row, &[]).await;
        }
        access::group(server.db(), "planners", &[12, 14]).await;
        let dan = server.person("DanMember", |_| {}).await;
        let account = access::find(server.db(), &dan.id).await;
        access::join(server.db(), &account, "planners", Status::Enabled).await;
        let found = find(&server, &dan, "plan").await;
        let order = names(&found, "applications", "name");
        assert_eq!(order, ["Our plan", "Explanation", "Plan", "Planner"]);
        let states = names(&found, "applications", "state");
        assert_eq!(states, ["open", "open", "request", "request"]);
        for id in 20..30 {
            let mut row = product(id);
            row.name = format!("Plan {id}");
            save(server.db(), row, &[]).await;
        }
        let found = find(&server, &dan, "plan").await;
        assert_eq!(found["applications"].as_array().unwrap().len(), 8);
        let ids = fitting(&server, &dan, "plan").await;
        assert_eq!(ids.len(), 14);
    }
}

/// Attack T8: a hidden group is found by nobody who does not see it; who may list groups finds all of them.
#[tokio::test]
async fn attack_t8_a_hidden_group_is_not_found() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        for group in ["media", "medical", "other"] {
            access::group(server.db(), group, &[]).await;
        }
        let dan = server.person("DanMember", |_| {}).await;
        let clerk = holder(&server, "Clerk", LIST_GROUPS).await;
        let groups = async |person: &Person| {
            let found = find(&server, person, "medi").await;
            let ids = names(&found, "groups", "groupId");
            (ids, found["ofAllGroups"].as_bool().unwrap())
        };
        let both = vec!["media".to_owned(), "medical".to_owned()];
        assert_eq!(groups(&dan).await, (both.clone(), false));
        let hidden = server.db().write::<_, DbError, _>(|tx| {
            let sql = "UPDATE groups SET visible = 1 WHERE id = 'medical'".to_owned();
            Box::pin(async move { rows::run(tx, sql).await.map(drop) })
        });
        hidden.await.unwrap();
        assert_eq!(groups(&dan).await, (vec!["media".to_owned()], false));
        assert_eq!(groups(&clerk).await, (both, true));
    }
}

/// F-22: people are found by who may see the list of accounts; a manager's search is a call of its own, counted and
/// recorded; nobody else finds people.
#[tokio::test]
async fn people_are_found_by_the_rules_of_their_search() {
    for database in database::each_engine().await {
        let server = Server::with(&database.db, |config| config.limits.person_searches = 2).await;
        house(&server).await;
        access::group(server.db(), "team", &[]).await;
        server
            .account("xiaoming", |new| "王小明".clone_into(&mut new.full_name))
            .await;
        let dan = server.person("DanMember", |_| {}).await;
        let chloe = server.person("ChloeManager", |_| {}).await;
        let account = access::find(server.db(), &chloe.id).await;
        access::appoint(server.db(), &account, "team").await;
        let ada = ada(&server).await;

        for (person, kind) in [(&dan, "none"), (&chloe, "counted")] {
            let found = find(&server, person, "wangxiao").await;
            assert_eq!(
                (&found["peopleSearch"], &found["people"]),
                (&json!(kind), &json!([]))
            );
        }
        let found = find(&server, &ada, "wangxiao").await;
        assert_eq!(found["peopleSearch"], "done");
        assert_eq!(names(&found, "people", "username"), ["xiaoming"]);
        assert!(found["people"][0]["userId"].is_string());

        let people = format!("{PEOPLE}?q=wxm");
        assert_eq!(server.get_as(&dan, &people).await.status(), 100_013);
        let short = format!("{PEOPLE}?q=w");
        assert_eq!(server.get_as(&chloe, &short).await.data(), json!([]));
        for _ in 0..2 {
            let found = server.get_as(&chloe, &people).await.data();
            assert_eq!(found[0]["username"], "xiaoming");
            assert_eq!(found[0]["userId"], Value::Null);
        }
        assert_eq!(server.get_as(&chloe, &people).await.http, 429);
        for _ in 0..3 {
            let found = server.get_as(&ada, &people).await.data();
            assert_eq!(found[0]["username"], "xiaoming");
        }
        let mut view = trail::settled(server.db()).await;
        let searched = "SELECT COUNT(*) FROM audit_entries WHERE kind = $1";
        let searched = rows::number(&mut view, searched, "group.people_searched").await;
        assert_eq!(searched, Some(2));
        let of_team = entries(server.db(), "group.people_searched", "team").await;
        assert!(of_team.is_empty(), "the search is about no group");
    }
}

/// Attack 14: a person is found by nothing that the answer does not show, such as the id at a corporate provider.
#[tokio::test]
async fn attack_14_people_are_found_by_shown_names_alone() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        house(&server).await;
        server
            .account("DanMember", |new| new.lion_id = Some("L4711".to_owned()))
            .await;
        let ada = ada(&server).await;
        for (q, expected) in [("danm", 1), ("4711", 0)] {
            let found = find(&server, &ada, q).await;
            assert_eq!(found["people"].as_array().unwrap().len(), expected, "{q}");
        }
    }
}
