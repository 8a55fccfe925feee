//! F-22: searches for people by those who may not see the list of accounts are short, counted and recorded.

use atrium::db::DbError;
use serde_json::{Value, json};

use super::access_samples::add_role_with;
use super::accounts::{ada, entries, house};
use super::product_changes::holder;
use crate::access;
use crate::support::product_api::{Person, Server};
use crate::support::{database, rows};

const GROUP_PEOPLE: &str = "/api/security/admin/user-group/user-select-list";
const ROLE_PEOPLE: &str = "/api/security/admin/role/assign/user-list";
const IRIS_PEOPLE: &str = "/api/security/admin/iris-mapping/account/option-list";
const ADD_PEOPLE: &str = "/api/security/admin/user-group/add-user-list";
const IRIS: &str = "account_maintain.AccountManagement.IRISMappingList.view";
const EDIT_GROUP: &str = "operation_access.UserGroupManagement.GroupList.edit";

async fn names(server: &Server, person: &Person, path: &str) -> Vec<String> {
    let data = server.get_as(person, path).await.data();
    let rows = data.as_array().or(data["list"].as_array()).unwrap();
    rows.iter()
        .map(|row| row["username"].as_str().unwrap().to_owned())
        .collect()
}

/// F-22, C-075: a person who edits groups must search with two characters; each search counts and leaves an entry. A
/// person who may see the list of accounts is not counted.
#[tokio::test]
async fn who_may_not_list_accounts_searches_by_two_characters_and_is_counted() {
    for database in database::each_engine().await {
        let server = Server::with(&database.db, |config| config.limits.person_searches = 2).await;
        house(&server).await;
        access::group(server.db(), "team", &[]).await;
        server.account("DanMember", |_| {}).await;
        let clerk = holder(&server, "Clerk", EDIT_GROUP).await;
        let of = |context: &str| format!("{GROUP_PEOPLE}?groupId=team&context={context}");
        for context in ["", "D", "%20d%20"] {
            assert!(
                names(&server, &clerk, &of(context)).await.is_empty(),
                "{context}"
            );
        }
        assert_eq!(
            entries(server.db(), "group.people_searched", "team")
                .await
                .len(),
            0
        );
        for _ in 0..2 {
            assert_eq!(names(&server, &clerk, &of("danm")).await, ["DanMember"]);
        }
        let searched = entries(server.db(), "group.people_searched", "team").await;
        assert_eq!(searched.len(), 2);
        assert_eq!(searched[0].0, clerk.id);
        let third = server.get_as(&clerk, &of("danm")).await;
        assert_eq!(
            (third.http.as_u16(), &third.json()["data"]),
            (429, &Value::Null)
        );
        let ada = ada(&server).await;
        for _ in 0..3 {
            assert_eq!(names(&server, &ada, &of("danm")).await, ["DanMember"]);
        }
        assert!(!names(&server, &ada, &of("")).await.is_empty());
        assert_eq!(
            entries(server.db(), "group.people_searched", "team")
                .await
                .len(),
            2
        );
    }
}

/// F-22, C-054: the same for an administrator of a product, who searches for people to give a role to.
#[tokio::test]
async fn a_product_administrator_is_counted_for_searches_beyond_the_role() {
    for database in database::each_engine().await {
        let server = Server::with(&database.db, |config| config.limits.person_searches = 2).await;
        house(&server).await;
        access::save(server.db(), access::product(7), &[]).await;
        server.account("DanMember", |_| {}).await;
        let admin = server.person("OfSeven", |_| {}).await;
        access::administers(server.db(), &access::find(server.db(), &admin.id).await, 7).await;
        let role = add_role_with(&server, 7, "Planner", &[]).await;
        let of = |more: &str| format!("{ROLE_PEOPLE}?roleId={role}&{more}");
        for _ in 0..3 {
            assert!(names(&server, &admin, &of("assigned=1")).await.is_empty());
            assert!(names(&server, &admin, &of("assigned=0")).await.is_empty());
        }
        for _ in 0..2 {
            let found = names(&server, &admin, &of("assigned=0&context=danm")).await;
            assert_eq!(found, ["DanMember"]);
        }
        let third = server.get_as(&admin, &of("assigned=0&context=danm")).await;
        assert_eq!(third.http.as_u16(), 429);
        let searched = entries(server.db(), "group.people_searched", &role).await;
        assert_eq!(searched.len(), 2);
        assert_eq!(searched[0].2, json!({}));
    }
}

/// F-22: the same for the person of an IRIS mapping. A person who may see mappings cannot page through the whole
/// directory.
#[tokio::test]
async fn who_sees_iris_mappings_searches_by_two_characters_and_is_counted() {
    for database in database::each_engine().await {
        let server = Server::with(&database.db, |config| config.limits.person_searches = 2).await;
        house(&server).await;
        server.account("DanMember", |_| {}).await;
        let clerk = holder(&server, "Clerk", IRIS).await;
        let of = |context: &str| format!("{IRIS_PEOPLE}?context={context}");
        for context in ["", "D", "%20d%20"] {
            let found = names(&server, &clerk, &of(context)).await;
            assert!(found.is_empty(), "{context}");
        }
        for _ in 0..2 {
            assert_eq!(names(&server, &clerk, &of("danm")).await, ["DanMember"]);
        }
        let third = server.get_as(&clerk, &of("danm")).await;
        assert_eq!(
            (third.http.as_u16(), &third.json()["data"]),
            (429, &Value::Null)
        );
        let ada = ada(&server).await;
        assert!(!names(&server, &ada, &of("")).await.is_empty());
    }
}

/// F-22, attack 44: a search beyond the limit of the day is refused before the database searches. Without the columns by which
/// it would sort, the answer is the same.
#[tokio::test]
async fn a_search_beyond_the_limit_reads_nothing() {
    for database in database::each_engine().await {
        let server = Server::with(&database.db, |config| config.limits.person_searches = 1).await;
        house(&server).await;
        access::group(server.db(), "team", &[]).await;
        access::save(server.db(), access::product(7), &[]).await;
        server
            .account("DanMember", |new| {
                new.email = Some("dan@demo.test".to_owned());
            })
            .await;
        let ada = ada(&server).await;
        let clerk = holder(&server, "Clerk", EDIT_GROUP).await;
        let keeper = holder(&server, "Keeper", IRIS).await;
        let (admin, chloe) = (
            server.person("OfSeven", |_| {}).await,
            server.person("Chloe", |_| {}).await,
        );
        access::administers(server.db(), &access::find(server.db(), &admin.id).await, 7).await;
        access::appoint(
            server.db(),
            &access::find(server.db(), &chloe.id).await,
            "team",
        )
        .await;
        let role = add_role_with(&server, 7, "Planner", &[]).await;
        let searches = [
            (&clerk, format!("{GROUP_PEOPLE}?groupId=team&context=danm")),
            (&keeper, format!("{IRIS_PEOPLE}?context=danm")),
            (
                &admin,
                format!("{ROLE_PEOPLE}?roleId={role}&assigned=0&context=danm"),
            ),
            (&chloe, format!("{ADD_PEOPLE}?groupId=team&context=danm")),
        ];
        for (person, path) in &searches {
            assert_eq!(names(&server, person, path).await, ["DanMember"], "{path}");
        }
        let broken = server.db().write::<_, DbError, _>(|tx| {
            Box::pin(async move {
                for column in ["username_key", "full_name_key"] {
                    let sql =
                        format!("ALTER TABLE accounts RENAME COLUMN {column} TO gone_{column}");
                    rows::run(tx, sql).await?;
                }
                Ok(())
            })
        });
        broken.await.unwrap();
        for (person, path) in &searches {
            assert_eq!(server.get_as(person, path).await.http, 429, "{path}");
        }
        let path = format!("{GROUP_PEOPLE}?groupId=team&context=danm");
        assert_eq!(server.get_as(&ada, &path).await.http, 500, "it is searched");
    }
}
