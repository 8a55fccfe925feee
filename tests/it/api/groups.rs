//! C-073: the list of groups through the door. The expectations are literals.

use atrium::db::{DbError, WriteTx};
use atrium::directory::Status;
use atrium::groups::{self, GroupStatus};
use serde_json::json;

use super::accounts::{ada, house};
use super::lists::ListCase;
use crate::access;
use crate::support::product_api::{NOW, Person, Server};
use crate::support::{database, rows};

const LIST: &str = "/api/security/admin/user-group/list";

/// Three groups, whose ids, names and times have three different orders. The first has two managers and three members;
/// it grants two products.
async fn groups(server: &Server) -> Person {
    house(server).await;
    access::save(server.db(), access::product(7), &[]).await;
    access::save(server.db(), access::product(8), &[]).await;
    let disabled = |new: &mut atrium::directory::NewAccount| new.status = Status::Disabled;
    let chloe = server
        .account("ChloeManager", |new| "Chloe".clone_into(&mut new.full_name))
        .await;
    let ben = server
        .account("BenAdmin", |new| "ben".clone_into(&mut new.full_name))
        .await;
    let gone = server.account("GoneManager", disabled).await;
    let saved = server.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            for (at, id, name) in [
                (0, "g1", "Media North"),
                (1, "g0", "Ärzte"),
                (2, "g2", "media 王小明"),
            ] {
                groups::save(tx, id, name, "", NOW + at).await?;
            }
            for (product, group) in [(8, "g1"), (7, "g1"), (8, "g2")] {
                groups::grant(tx, group, product).await?;
            }
            for manager in [&chloe, &ben, &gone] {
                groups::appoint(tx, "g1", manager).await?;
            }
            for (member, status) in [
                (&chloe, Status::Enabled),
                (&ben, Status::Processing),
                (&gone, Status::Enabled),
            ] {
                groups::set_membership(tx, member, "g1", status, NOW).await?;
            }
            last_days(tx, [&chloe, &ben, &gone]).await?;
            let hidden = "UPDATE groups SET visible = $2 WHERE id = $1";
            rows::set(tx, hidden, "g0", 1).await?;
            groups::save(tx, "gone", "Media Gone", "", NOW).await?;
            rows::set(
                tx,
                "UPDATE groups SET deleted = $2 WHERE id = $1",
                "gone",
                1,
            )
            .await?;
            groups::set_status(tx, "g2", GroupStatus::Off).await
        })
    });
    saved.await.unwrap();
    ada(server).await
}

/// Last days of memberships: in seven days of Chloe in the first group, and in thirty in the third; yesterday's, and that of a
/// membership that waits, do not count. It is the 21st in Shanghai.
async fn last_days(tx: &mut WriteTx, [chloe, ben, gone]: [&str; 3]) -> Result<(), DbError> {
    for (account, group, status, day) in [
        (chloe, "g1", Status::Enabled, "2026-11-28"),
        (chloe, "g2", Status::Enabled, "2026-12-21"),
        (ben, "g2", Status::Processing, "2026-11-22"),
        (gone, "g0", Status::Enabled, "2026-11-20"),
    ] {
        groups::set_membership(tx, account, group, status, NOW).await?;
        let sql = format!(
            "UPDATE memberships SET ends_on = '{day}' WHERE account_id = '{account}' AND group_id = '{group}'"
        );
        rows::run(tx, sql).await?;
    }
    Ok(())
}

async fn ids(server: &Server, person: &Person, query: &str) -> Vec<String> {
    let page = server
        .get_as(person, &format!("{LIST}?{query}"))
        .await
        .data();
    let rows = page["list"].as_array().unwrap().iter();
    rows.map(|row| row["groupId"].as_str().unwrap().to_owned())
        .collect()
}

/// C-073, G-51.
pub static LISTED: ListCase = ListCase {
    path: LIST,
    list: &atrium::groups::GROUPS,
    always: "",
    name: "groupId",
    seed: |server| Box::pin(groups(server)),
    orders: &[
        ("created", &["g1", "g0", "g2"]),
        ("groupName", &["g1", "g2", "g0"]),
    ],
    found: &[
        ("context=edi", &["g2", "g1"]),
        ("context=%E5%B0%8F", &["g2"]),
        ("context=%C3%A4r", &["g0"]),
        ("context=nobody", &[]),
        ("appId=8", &["g2", "g1"]),
        ("appId=7", &["g1"]),
        ("appId=9", &[]),
        ("status=2", &["g2"]),
        ("visible=partial", &["g0"]),
        ("visible=all", &["g2", "g1"]),
        ("status=0&appId=8&context=media", &["g1"]),
        ("endsWithin=6", &[]),
        ("endsWithin=7", &["g1"]),
        ("endsWithin=29", &["g1"]),
        ("endsWithin=30", &["g2", "g1"]),
        ("endsWithin=366&status=2", &["g2"]),
    ],
    refused: &[
        ("status=1", "status"),
        ("visible=some", "visible"),
        ("endsWithin=0", "endsWithin"),
        ("endsWithin=367", "endsWithin"),
    ],
};

/// C-073: each field of a row.
#[tokio::test]
async fn a_row_describes_a_group() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = groups(&server).await;
        let answer = server.get_as(&ada, &format!("{LIST}?context=NORTH")).await;
        assert_eq!(
            answer.data()["list"],
            json!([{
                "groupId": "g1",
                "groupName": "Media North",
                "status": 0,
                "visible": "all",
                "groupAdmin": ["ben", "Chloe"],
                "numbersOfManagers": 2,
                "numbersOfMembers": 2,
                "products": [{"appId": 7, "name": "Product 7"}, {"appId": 8, "name": "Product 8"}],
                "numbersOfProducts": 2,
                "numbersOfDrafts": 0,
                "desc": "",
                "adminMsg": "",
                "createdAt": NOW,
                "c_time": "2026-11-21 19:20:00",
            }])
        );
    }
}

/// At most 20 names, and how many there are.
#[tokio::test]
async fn long_lists_of_names_are_cut_and_counted() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = ada(&server).await;
        access::group(server.db(), "big", &[]).await;
        for number in 10..31 {
            let manager =
                access::account(server.db(), &*format!("Manager{number}").leak(), None).await;
            access::appoint(server.db(), &manager, "big").await;
        }
        let row = &server.get_as(&ada, LIST).await.data()["list"][0];
        assert_eq!(row["groupAdmin"].as_array().unwrap().len(), 20);
        assert_eq!(row["numbersOfManagers"], 21);
    }
}

/// A renamed group is found by its new name only, and sorted by it.
#[tokio::test]
async fn a_renamed_group_is_found_by_its_new_name() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = groups(&server).await;
        let renamed = server
            .db()
            .write::<_, DbError, _>(|tx| Box::pin(groups::save(tx, "g0", "Media Room", "", NOW)));
        renamed.await.unwrap();
        assert_eq!(ids(&server, &ada, "context=rzte").await, [""; 0]);
        let found = ids(&server, &ada, "sort=groupName&context=media").await;
        assert_eq!(found, ["g1", "g0", "g2"]);
    }
}
