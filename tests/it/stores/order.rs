//! Ordered lists have the same order on both engines, with any language of the database.

use atrium::audit::{AuditContext, Origin};
use atrium::catalogue::openings;
use atrium::clients::{self, Client, Registry};
use atrium::directory::NewAccount;
use atrium::random::Random;
use atrium::sessions::consents::{self, Allowed};
use atrium::sessions::launch::{self, Launch, LaunchLifetimes, LaunchMode};
use atrium::sessions::sso::{Authentication, SsoSession};
use jiff::tz::TimeZone;

use super::{NOW, commit};
use crate::access::{self, product};
use crate::clients::{declared, entry};
use crate::db::statements;
use crate::support::database::{self, TestDatabase};
use crate::support::people;

/// Names in the order of their code points. Language rules put `a` before `B` and ignore `-` and `.`.
const NAMES: [&str; 6] = ["B-2", "B.1", "Z", "a", "b", "zz"];

/// A database on each engine, and one that sorts by the rules of a language.
async fn each_and_one_of_a_language() -> Vec<TestDatabase> {
    let mut databases = database::each_engine().await;
    databases.extend(database::postgres_of_locale("en-US").await);
    databases
}

#[tokio::test]
async fn managers_stand_in_the_order_of_code_points() {
    for database in each_and_one_of_a_language().await {
        let db = &database.db;
        access::save(db, product(1), &[]).await;
        for group in ["b", "B"] {
            access::group(db, group, &[1]).await;
        }
        for (at, name) in NAMES.iter().enumerate().rev() {
            let new = NewAccount {
                username: format!("manager{at}"),
                full_name: (*name).to_owned(),
                ..NewAccount::default()
            };
            let added =
                db.write(move |tx| Box::pin(async move { people::add(tx, new, NOW).await }));
            let account = access::find(db, &added.await.unwrap()).await;
            access::appoint(db, &account, "B").await;
        }
        let eve = access::account(db, "eve", None).await;
        let clients = Registry::load(db).await.unwrap();
        let mut view = db.read().await.unwrap();
        let contacts_found =
            openings::contacts(&mut view, &eve, 1, &clients, (&TimeZone::UTC, NOW))
                .await
                .unwrap()
                .unwrap();
        let groups: Vec<_> = contacts_found
            .iter()
            .map(|group| group.group_name.as_str())
            .collect();
        assert_eq!(groups, ["Group B", "Group b"], "{db:?}");
        assert_eq!(contacts_found[0].managers, NAMES, "{db:?}");
    }
}

/// A group with very many managers names twenty of them, and keeps no other group out of the list.
#[tokio::test]
async fn each_group_names_twenty_managers() {
    for database in database::each_engine().await {
        let db = &database.db;
        access::save(db, product(1), &[]).await;
        for group in ["a", "b"] {
            access::group(db, group, &[1]).await;
        }
        for (group, many) in [("a", 25), ("b", 1)] {
            for at in 0..many {
                let new = NewAccount {
                    username: format!("{group}{at}"),
                    full_name: format!("{group} {at:02}"),
                    ..NewAccount::default()
                };
                let added =
                    db.write(move |tx| Box::pin(async move { people::add(tx, new, NOW).await }));
                let account = access::find(db, &added.await.unwrap()).await;
                access::appoint(db, &account, group).await;
            }
        }
        let eve = access::account(db, "eve", None).await;
        let clients = Registry::load(db).await.unwrap();
        let mut view = db.read().await.unwrap();
        let at = (&TimeZone::UTC, NOW);
        let found = openings::contacts(&mut view, &eve, 1, &clients, at).await;
        let found = found.unwrap().unwrap();
        let names: Vec<_> = found.iter().map(|group| group.managers.len()).collect();
        assert_eq!(names, [20, 1], "{db:?}");
        assert_eq!(found[0].managers[19], "a 19");
    }
}

#[tokio::test]
async fn clients_stand_in_the_order_of_code_points() {
    for database in each_and_one_of_a_language().await {
        let db = &database.db;
        let all: Vec<Client> = NAMES
            .iter()
            .map(|name| Client {
                client_id: (*name).to_owned(),
                ..declared(&entry("basic", "")).remove(0)
            })
            .collect();
        commit(db, move |tx| {
            Box::pin(async move {
                for client in all.iter().rev() {
                    clients::save(tx, client, NOW).await?;
                }
                Ok(())
            })
        })
        .await;
        let all = clients::all(&mut db.read().await.unwrap()).await.unwrap();
        let ids: Vec<_> = all.iter().map(|client| client.client_id.as_str()).collect();
        assert_eq!(ids, NAMES, "{db:?}");
    }
}

#[tokio::test]
async fn consents_stand_in_the_order_of_code_points() {
    for database in each_and_one_of_a_language().await {
        let db = &database.db;
        let audit = AuditContext::new(NOW, &Random::seeded(1), &Origin::default());
        for scope in ["openid", "email"] {
            let audit = audit.clone();
            commit(db, move |tx| {
                Box::pin(async move {
                    for name in NAMES.iter().rev() {
                        let allowed = Allowed {
                            account_id: "ada".to_owned(),
                            client_id: (*name).to_owned(),
                            session_id: "s".to_owned(),
                            scope: vec![scope.to_owned()],
                            asked_again: false,
                        };
                        consents::give(tx, &allowed, &audit).await?;
                    }
                    Ok(())
                })
            })
            .await;
        }
        let mut view = db.read().await.unwrap();
        let all = consents::of_account(&mut view, "ada").await.unwrap();
        let ids: Vec<_> = all.iter().map(|given| given.client_id.as_str()).collect();
        assert_eq!(ids, NAMES, "{db:?}");
        assert!(all.iter().all(|given| given.scope == "email openid"));
        assert!(
            consents::of_account(&mut view, "ADA")
                .await
                .unwrap()
                .is_empty()
        );
    }
}

#[tokio::test]
async fn applications_stand_in_the_order_of_code_points() {
    for database in each_and_one_of_a_language().await {
        let db = &database.db;
        let audit = AuditContext::new(NOW, &Random::seeded(1), &Origin::default());
        commit(db, move |tx| {
            Box::pin(async move {
                let session =
                    SsoSession::begin(&Authentication::password("ada"), NOW, &audit.random);
                for name in NAMES.iter().rev() {
                    let launch = Launch {
                        client_id: (*name).to_owned(),
                        mode: LaunchMode::Query,
                        lifetimes: LaunchLifetimes::default(),
                    };
                    launch.give(tx, &session, &audit).await?;
                }
                Ok(())
            })
        })
        .await;
        let all = launch::usage(&mut db.read().await.unwrap()).await.unwrap();
        let ids: Vec<_> = all.iter().map(|used| used.client_id.as_str()).collect();
        assert_eq!(ids, NAMES, "{db:?}");
    }
}

/// Statements with ids that are UUIDs, or with an invisible order: the store, the statement and the reason.
const UNSEEN: &[(&str, &str, &str)] = &[
    ("limits/store.rs", "GIVE_UP", "numbers"),
    (
        "jobs/store.rs",
        "DROP_BEYOND",
        "numbers and UUIDs; which of two equal lanes is first does not matter",
    ),
    ("audit/store/arrivals.rs", "NEXT", "UUIDs"),
    ("audit/store/arrivals.rs", "MOVE", "UUIDs"),
    ("audit/store/erasure.rs", "ABOUT", "UUIDs"),
    ("audit/store/erasure.rs", "OF_KIND", "UUIDs"),
    ("audit/store/erasure.rs", "INVITED", "UUIDs"),
    ("groups/store/deciders.rs", "MANAGERS", "UUIDs"),
    ("groups/store/deciders.rs", "STAND_INS", "UUIDs"),
    ("groups/store/deciders.rs", "STAND_INS_OF_ABSENT", "UUIDs"),
    ("groups/store/deciders.rs", "ADMINISTRATORS", "UUIDs"),
    ("groups/store/deciders.rs", "SUPER_ADMINISTRATORS", "UUIDs"),
    (
        "catalogue/store/effective.rs",
        "MANAGERS",
        "`full_name_key` is compared by code points",
    ),
    (
        "catalogue/store/effective.rs",
        "ADMINISTRATORS",
        "`full_name_key` is compared by code points, `product_id` is a number",
    ),
    (
        "groups/store/group_list.rs",
        "NAMES",
        "`full_name_key` is compared by code points; ids are UUIDs",
    ),
    (
        "groups/store/groups.rs",
        "MANAGERS_FOR",
        "`full_name_key` is compared by code points",
    ),
    (
        "groups/store/my_groups.rs",
        "MANAGERS",
        "`place` is a number",
    ),
    (
        "access/store/rights.rs",
        "CODES",
        "the store sorts what it answers",
    ),
    (
        "audit/store/objects.rs",
        "PIECE",
        "UUIDs, gone through in one database",
    ),
    ("jobs/store.rs", "CLAIM", "UUIDs"),
    (
        "surveys/store/answers.rs",
        "PAGE",
        "UUIDs, gone through in one database",
    ),
    (
        "sessions/store/grants.rs",
        "OF_CONSENT",
        "UUIDs, gone through in one database",
    ),
];
/// Columns of numbers; a product's id is one.
const NUMBERS: &[&str] = &[
    "CASE WHEN a.id IS NULL THEN 1 ELSE 0 END",
    "CASE WHEN m.account_id IS NULL THEN 1 ELSE 0 END",
    "CASE WHEN p.everyone = 1 OR m.membership = 0 THEN 0 ELSE 1 END",
    "at",
    "bytes",
    "c.openings",
    "c.place",
    "c.product_id",
    "gp.product_id",
    "many",
    "n.must_read",
    "number",
    "p.id",
    "p.sort",
    "p.status",
    "p.type_id",
    "product_id",
    "q.id",
    "q.sort",
    "r.product_id",
    "s.kind",
    "s.place",
    "source",
    "u.version_id",
    "u.words",
    "until",
    "v.id",
    "v.position",
    "version_id",
    "f.unused_since",
    "views",
    "words",
];

/// Each engine sorts text in its own way unless the statement has `COLLATE "C"`.
#[test]
fn every_order_of_text_is_that_of_code_points() {
    let mut wrong = Vec::new();
    for (store, statements) in statements::stores() {
        for (name, sql) in *statements {
            let is_unseen = UNSEEN
                .iter()
                .any(|(of, known, _)| of == store && known == name);
            for order in sql.split("ORDER BY ").skip(1) {
                let end = order.find([')', '$']).unwrap_or(order.len());
                let terms = order[..end].split(" LIMIT ").next().unwrap();
                for term in terms
                    .split(',')
                    .map(|term| term.trim().trim_end_matches(" DESC"))
                {
                    let is_number = NUMBERS.contains(&term) || term.ends_with("_at");
                    if !is_number && !is_unseen && !term.ends_with(" COLLATE \"C\"") {
                        wrong.push(format!("{store} {name}: {term}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
