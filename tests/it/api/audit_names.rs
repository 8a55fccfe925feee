//! The names in the audit log: what people and things were called at the time of an entry (decision 0072).

use atrium::audit::{self, Change, Changes, Entry, Event, Field, ObjectKind};
use atrium::clock::Millis;
use atrium::db::{Db, DbError};
use atrium::groups;
use atrium::random::Random;
use jiff::civil::date;
use serde_json::{Value, json};

use crate::support::product_api::{NOW, Person, Server};
use crate::support::{database, rows};

const LIST: &str = "/api/security/admin/audit/list";
const HISTORY: &str = "/api/security/admin/audit/history";
const EXPORT: &str = "/api/security/admin/audit/export";

async fn record(db: &Db, entries: Vec<Entry>) {
    let recorded = db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            for entry in &entries {
                audit::record(tx, entry).await?;
            }
            Ok(())
        })
    });
    recorded.await.unwrap();
}

/// An entry of the last second: a file has no entry of the future.
fn entry(event: Event, at: Millis) -> Entry {
    Entry::new(event, &Random::system(), NOW - 1_000 + at)
}

fn named(from: &str, to: &str) -> Changes {
    Changes::default().note(Field::recorded("name"), from, to)
}

async fn reader(server: &Server) -> Person {
    server.person("ada", |new| new.sup_admin = true).await
}

/// The entries of a kind, oldest first.
async fn listed(server: &Server, reader: &Person, kind: &str) -> Vec<Value> {
    let path = format!("{LIST}?kind={kind}&sort=time");
    let found = server.get_as(reader, &path).await.data();
    found["list"].as_array().unwrap().clone()
}

/// A group, a product, and a request of the account for the group.
async fn furnish(db: &Db, account: &str) {
    let account = account.to_owned();
    let written = db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            groups::save(tx, "media", "Media now", "", NOW).await?;
            let product = json!({
                "id": 9, "name": "Planner", "app_name": "P", "type_id": 1, "icon_url": "", "link": "", "links": "[]",
                "attribute1": "", "attribute2": "", "attribute3": "", "link_dialog": 0, "everyone": 0, "status": 0,
                "sort": 0, "created_at": 0,
            });
            rows::insert(tx, "products", &product).await?;
            let request = json!({
                "id": "r-1", "kind": 0, "account_id": account, "group_id": "media", "reason": "", "state": 2,
                "created_at": 0, "due_at": 0, "refuse_at": 0, "username": "dan", "group_name": "Media now",
            });
            rows::insert(tx, "requests", &request).await
        })
    });
    written.await.unwrap();
}

/// A renamed thing has its earlier name in earlier entries, and a deleted one keeps its last name. A request says for which
/// group it was, and values that are ids have names.
#[tokio::test]
async fn things_have_the_names_of_their_time() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = reader(&server).await;
        let dan = server
            .account("dan", |new| "Dan Member".clone_into(&mut new.full_name))
            .await;
        furnish(server.db(), &dan).await;
        let renamed = Event::GroupChanged {
            change: Change::Updated,
            changes: named("Media", "Media now"),
        };
        let deleted = Event::RoleChanged {
            id: "buyer".to_owned(),
            change: Change::Deleted,
            changes: named("Buyer", ""),
        };
        let until = Some(date(2026, 12, 28));
        let added = Event::MemberAdded { until };
        let given = Event::RoleGiven {
            changes: Changes::default(),
        };
        let decided = Event::RequestDecided {
            outcome: "refused",
            reason: "No".to_owned(),
        };
        let administrators = Field::recorded("administrators");
        let appointed = Event::ProductChanged {
            id: "9".to_owned(),
            change: Change::Updated,
            changes: Changes::default().note(
                administrators,
                &Vec::<String>::new(),
                &vec![dan.clone()],
            ),
        };
        let of_dan = |event, at, kind, id| entry(event, at).account(&*dan).object(kind, id);
        let entries = vec![
            of_dan(added, 1, ObjectKind::Group, "media"),
            of_dan(given, 2, ObjectKind::Role, "buyer"),
            entry(renamed, 3).object(ObjectKind::Group, "media"),
            entry(deleted, 4),
            of_dan(Event::MemberRemoved {}, 5, ObjectKind::Group, "media"),
            of_dan(decided, 6, ObjectKind::Request, "r-1"),
            entry(appointed, 7),
        ];
        record(server.db(), entries).await;

        let group =
            |name: &str| json!({"kind": "group", "id": "media", "name": name, "now": "Media now"});
        let added = &listed(&server, &ada, "group.member_added").await[0];
        assert_eq!(added["object"], group("Media"), "before");
        assert_eq!(added["account"]["name"], "Dan Member");
        assert_eq!(added["detail"], json!({"until": "2026-12-28"}));
        let renamed = &listed(&server, &ada, "group.changed").await[0];
        assert_eq!(renamed["object"], group("Media now"));
        let removed = &listed(&server, &ada, "group.member_removed").await[0];
        assert_eq!(removed["object"], group("Media now"), "after");
        for kind in ["role.given", "role.changed"] {
            let role = json!({"kind": "role", "id": "buyer", "name": "Buyer", "now": null});
            assert_eq!(
                listed(&server, &ada, kind).await[0]["object"],
                role,
                "{kind}"
            );
        }
        let decided = &listed(&server, &ada, "request.decided").await[0];
        assert_eq!(decided["object"]["name"], Value::Null);
        assert_eq!(decided["wanted"], group("Media now"));
        let appointed = &listed(&server, &ada, "product.changed").await[0];
        assert_eq!(appointed["object"]["name"], "Planner");
        let change = json!({
            "field": "administrators", "recorded": true, "from": "", "to": "Dan Member",
            "toThings": [{"kind": "account", "id": dan, "name": "Dan Member", "now": "dan"}],
        });
        assert_eq!(appointed["changes"], json!([change]));

        let file = server.get_as(&ada, EXPORT).await.text;
        assert!(file.contains(",group,media,Media,"), "{file}");
        assert!(file.contains(",role,buyer,Buyer,"), "{file}");
        assert!(file.contains(&format!("administrators:  → Dan Member ({dan})")));
    }
}

/// Decision 0068: after the erasure neither log nor history nor file has a name of the person. The entries stay.
#[tokio::test]
async fn an_erased_person_has_no_name_in_the_trail() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = reader(&server).await;
        let renamed = Event::AccountChanged {
            change: Change::Updated,
            changes: named("Zoe Quux", "Zoe"),
        };
        let entries = vec![
            entry(Event::HomeSeen {}, 1).account("zoe").actor(&*ada.id),
            entry(renamed, 2).account("zoe").actor(&*ada.id),
        ];
        record(server.db(), entries).await;
        let pages = [
            format!("{LIST}?accountId=zoe"),
            format!("{HISTORY}?objectKind=account&objectId=zoe"),
            format!("{EXPORT}?accountId=zoe"),
        ];
        for path in &pages {
            let shown = server.get_as(&ada, path).await.text;
            assert!(shown.contains("Zoe Quux"), "{path}: {shown}");
        }
        let seen = &listed(&server, &ada, "account.home_seen").await[0];
        assert_eq!(seen["object"]["name"], "Zoe Quux");
        let mut place = Some(String::new());
        while let Some(after) = place {
            let step = server.db().write::<_, DbError, _>(move |tx| {
                Box::pin(async move { audit::erase_person(tx, "zoe", &after).await })
            });
            place = step.await.unwrap();
        }
        for path in &pages {
            let shown = server.get_as(&ada, path).await.text;
            assert!(!shown.contains("Quux"), "{path}: {shown}");
            assert!(shown.contains("account.home_seen"), "{path}: {shown}");
        }
    }
}
