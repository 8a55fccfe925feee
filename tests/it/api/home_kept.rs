//! Home keeps in memory what is the same for everybody (S-07). Each list of home is read anew by its own call, which is the
//! expectation here.

use atrium::db::{Db, DbError, SqlQuery};
use atrium::directory::Status;
use serde_json::{Value, json};

use super::group_stage::STATUS;
use crate::access::{self, group, join, product, save};
use crate::support::database;
use crate::support::product_api::{Person, Server};

/// The cards of home, and those of its lists without the texts that home leaves out.
async fn both(server: &Server, person: &Person) -> (Value, Value) {
    let mut listed = Vec::new();
    for type_id in [1, 3, 2] {
        let path = format!("/api/security/app/v2/list-by-type?typeId={type_id}");
        let list = server.get_as(person, &path).await.data();
        listed.extend(list.as_array().unwrap().iter().cloned());
    }
    for card in &mut listed {
        card["attribute2"] = "".into();
        card["attribute3"] = "".into();
    }
    let home = server.get_as(person, "/api/security/home").await.data();
    (home["cards"].clone(), Value::Array(listed))
}

/// Writes with SQL that announces no change.
async fn silently(db: &Db, sql: &'static str) {
    let written = db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { SqlQuery::kept(sql).execute(tx).await.map(drop) })
    });
    written.await.unwrap();
}

/// Two processes serve three people; after each change both show what the lists say, at once. A membership and the name of
/// an administrator are not kept, and nobody gets what another may open.
#[tokio::test]
async fn home_shows_each_change_at_once_in_every_process() {
    for database in database::each_engine().await {
        let db = &database.db;
        let servers = [Server::start(db).await, Server::start(db).await];
        for id in 2..=6 {
            save(db, product(id), &[]).await;
        }
        group(db, "g", &[4, 5]).await;
        let dan = access::account(db, "DanMember", Some("north")).await;
        let eve = access::account(db, "EveOther", Some("south")).await;
        let gus = access::account(db, "GusThird", None).await;
        let ada = servers[0]
            .person("AdaSuper", |new| new.sup_admin = true)
            .await;
        let mut people = Vec::new();
        for account in [&dan, &eve, &gus] {
            people.push(servers[0].signed_in(&account.id).await);
        }
        let mut seen = Vec::new();
        for step in 0..8 {
            match step {
                0 => {}
                1 => join(db, &dan, "g", Status::Enabled).await,
                2 => {
                    let mut renamed = product(3);
                    "Renamed".clone_into(&mut renamed.name);
                    renamed.admin_id = Some(gus.id.clone());
                    save(db, renamed, &["south"]).await;
                }
                3 => group(db, "new", &[2]).await,
                4 => {
                    let off = json!({ "groupId": "new", "status": 2 });
                    let switched = servers[1].post_as(&ada, STATUS, &off).await;
                    assert_eq!(switched.status(), 0, "{switched:?}");
                }
                5 => silently(db, "UPDATE groups SET visible = 1 WHERE id = 'g'").await,
                6 => silently(db, "UPDATE accounts SET full_name = 'Gus New'").await,
                _ => {
                    let mut hidden = product(6);
                    hidden.hidden = true;
                    save(db, hidden, &[]).await;
                }
            }
            if step == 5 {
                // The change of another product brings what was written without an announcement.
                save(db, product(5), &[]).await;
            }
            for server in &servers {
                for person in &people {
                    let (home, listed) = both(server, person).await;
                    assert_eq!(home, listed, "step {step}, {:?}", db.engine());
                    seen.push(home.to_string());
                }
            }
        }
        seen.dedup();
        assert!(seen.len() > 16, "the steps change what people see");
        assert!(seen.last().unwrap().contains("Gus New"));
    }
}
