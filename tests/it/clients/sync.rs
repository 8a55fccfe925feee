//! `clients.toml` and the database (disabled, never deleted; demo data).

use atrium::clients::{self, Client, Source, SyncError, SyncReport};
use atrium::db::{Db, DbError};
use atrium::sessions::consents;
use serde_json::json;

use super::{NOW, audit, declared, entry, mark_as_demo, old_entry, sync};
use crate::support::{database, rows, trail};

async fn stored(db: &Db) -> Vec<Client> {
    let mut tx = db.read().await.unwrap();
    clients::all(&mut tx).await.unwrap()
}

/// The audit entries about clients, in order.
async fn changes(db: &Db) -> Vec<String> {
    let entries = trail::of_kind(db, "client.changed").await.into_iter();
    let mut recorded: Vec<String> = entries
        .map(|entry| {
            let (kind, id) = (entry.object_kind.unwrap(), entry.object_id.unwrap());
            format!("{kind} {id} {}", entry.detail)
        })
        .collect();
    recorded.sort();
    recorded
}

#[tokio::test]
async fn entries_come_change_go_and_come_back() {
    for database in database::each_engine().await {
        let db = &database.db;
        let both = format!("{}{}", entry("a", ""), entry("b", ""));
        let first = sync(db, &both).await.unwrap();
        assert_eq!(first.added, ["a", "b"]);
        assert!(sync(db, &both).await.unwrap().is_unchanged());
        assert_eq!(stored(db).await, declared(&both), "written as it was read");

        let changed = sync(db, &entry("a", "first_party = true")).await.unwrap();
        assert_eq!(
            changed,
            SyncReport {
                changed: vec!["a".to_owned()],
                disabled: vec!["b".to_owned()],
                ..SyncReport::default()
            }
        );
        let clients = stored(db).await;
        assert!(clients[0].first_party && clients[0].enabled && !clients[1].enabled);

        let recorded = changes(db).await;
        let (created, later): (Vec<_>, Vec<_>) = recorded
            .iter()
            .partition(|recorded| recorded.contains(r#"{"change":"created","changes":["#));
        assert_eq!(
            later,
            [
                r#"client a {"change":"updated","changes":[{"field":"first_party","from":false,"to":true}]}"#,
                r#"client b {"change":"disabled","changes":[{"field":"enabled","from":true,"to":false}]}"#,
            ],
            "each is in the audit trail"
        );
        // The old values of the entry. It says only that there is a secret.
        assert_eq!(created.len(), 2, "{recorded:?}");
        for (name, recorded) in ["a", "b"].into_iter().zip(created) {
            assert!(
                recorded.starts_with(&format!("client {name} ")),
                "{recorded}"
            );
            assert!(recorded.contains(r#"{"field":"secret"}"#), "{recorded}");
            assert!(
                recorded.contains(r#""field":"redirect_uris","from":null"#),
                "{recorded}"
            );
        }

        let back = sync(db, &both).await.unwrap();
        assert_eq!(back.changed, ["a", "b"]);
        assert!(stored(db).await.iter().all(|client| client.enabled));
    }
}

/// Several secrets are valid while one is replaced; only their hashes are stored (attack 32).
#[tokio::test]
async fn secrets_are_stored_as_hashes_and_may_be_several() {
    for database in database::each_engine().await {
        let db = &database.db;
        let text = entry("a", "").replace(
            "secret = \"0123456789abcdef0123456789abcdef\"",
            "secret = [\"0123456789abcdef0123456789abcdef\", \"fedcba9876543210fedcba9876543210\"]",
        );
        sync(db, &text).await.unwrap();
        let client = stored(db).await.remove(0);
        assert_eq!(client.secret_hashes.len(), 2);
        let shown = format!("{client:?}{}", serde_json::to_string(&client).unwrap());
        assert!(!shown.contains("0123456789") && !shown.contains("secret_hashes\""));
    }
}

/// Attack 34, decision 0046: a new redirect address in the file ends what people allowed the client; a new secret or
/// name does not.
#[tokio::test]
async fn a_new_redirect_address_ends_remembered_consents() {
    for database in database::each_engine().await {
        let db = &database.db;
        let at =
            |callback: &str, more: &str| entry("a", more).replace("https://a.test/cb", callback);
        let first = entry("a", "");
        sync(db, &first).await.unwrap();
        let given = db.write::<_, DbError, _>(|tx| {
            Box::pin(async move {
                let row = json!({
                    "account_id": "dan", "client_id": "a", "scope": "openid", "granted_at": NOW - 1,
                });
                rows::insert(tx, "consents", &row).await
            })
        });
        given.await.unwrap();
        let secret = first.replace(
            "0123456789abcdef0123456789abcdef",
            "fedcba9876543210fedcba9876543210",
        );
        for (text, remembered) in [
            (secret, 1),
            (entry("a", "client_uri = \"https://a.example/\""), 1),
            (at("https://b.test/cb", ""), 0),
            (first, 0),
        ] {
            assert_eq!(sync(db, &text).await.unwrap().changed, ["a"], "{text}");
            let mut tx = db.read().await.unwrap();
            let left = consents::of_account(&mut tx, "dan").await.unwrap();
            assert_eq!(left.len(), remembered, "{text}");
        }
        assert_eq!(trail::of_kind(db, "consent.withdrawn").await.len(), 2);
    }
}

#[tokio::test]
async fn app_names_move_between_entries() {
    for database in database::each_engine().await {
        let db = &database.db;
        sync(
            db,
            &format!("{}{}", old_entry("a", "ONE"), old_entry("b", "TWO")),
        )
        .await
        .unwrap();
        let swapped = format!("{}{}", old_entry("a", "TWO"), old_entry("b", "ONE"));
        assert_eq!(sync(db, &swapped).await.unwrap().changed, ["a", "b"]);
        let moved = sync(db, &old_entry("c", "ONE")).await.unwrap();
        assert_eq!(moved.added, ["c"]);
        assert_eq!(moved.disabled, ["a", "b"]);
    }
}

/// Demo entries load only together with demo data, and never where others can reach them.
#[tokio::test]
async fn demo_entries_need_demo_data_and_loopback() {
    for database in database::each_engine().await {
        let db = &database.db;
        let text = format!("{}{}", entry("real", ""), entry("show", "demo = true"));
        let report = sync(db, &text).await.unwrap();
        assert_eq!(
            (&report.added[..], &report.skipped[..]),
            (&["real".to_owned()][..], &["show".to_owned()][..])
        );

        mark_as_demo(db).await;
        let public = atrium::clients::sync(db, declared(&text), false, audit()).await;
        assert!(
            matches!(&public, Err(SyncError::DemoInPublic(id)) if id == "show"),
            "{public:?}"
        );
        assert_eq!(stored(db).await.len(), 1, "nothing was written");
        assert_eq!(sync(db, &text).await.unwrap().added, ["show"]);
    }
}

/// An entry never replaces a client that was registered in another way.
#[tokio::test]
async fn a_client_of_another_source_is_left_alone() {
    for database in database::each_engine().await {
        let db = &database.db;
        let mut theirs = declared(&entry("a", "")).remove(0);
        theirs.source = Source::Admin;
        db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move { clients::save(tx, &theirs, NOW).await })
        })
        .await
        .unwrap();
        let refused = sync(db, &entry("a", "first_party = true")).await;
        assert!(matches!(refused, Err(SyncError::NotOurs(_))), "{refused:?}");
        assert!(sync(db, "").await.unwrap().is_unchanged());
        assert!(stored(db).await[0].enabled);
    }
}
