//! The clients in memory (current at once in this process, within a second in others).

use std::time::{Duration, Instant};

use atrium::clients::{self, Registry, SyncError};
use atrium::db::{Db, DbError, DbOptions, feed::ChangeFeed, list::OptionPaging};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::{entry, old_entry, sync};
use crate::support::{database, rows};

#[tokio::test]
async fn a_client_is_found_by_its_names_exactly() {
    for database in database::each_engine().await {
        let db = &database.db;
        let text = format!(
            "{}{}",
            "[[client]]\nclient_id = \"a\"\ntoken_endpoint_auth_method = \"none\"\n\
             redirect_uris = [\"https://a.test/cb\"]\nallowed_origins = [\"https://a.test\"]\n",
            old_entry("old", "OLDAPP")
        );
        sync(db, &text).await.unwrap();
        let registry = Registry::load(db).await.unwrap();
        assert_eq!(registry.get("a").unwrap().client_id, "a");
        assert_eq!(registry.by_app_name("OLDAPP").unwrap().client_id, "old");
        assert!(registry.has_origin("https://a.test"));
        for absent in ["", "A", "a ", "b"] {
            assert!(registry.get(absent).is_none(), "{absent:?}");
        }
        assert!(registry.by_app_name("oldapp").is_none());
        for origin in [
            "https://a.test/",
            "https://A.test",
            "http://a.test",
            "https://a.test.evil.test",
            "null",
        ] {
            assert!(!registry.has_origin(origin), "{origin}");
        }
        assert_eq!(registry.list().len(), 2);
    }
}

/// Attack 24: a disabled client is refused on every path, at once in this process.
#[tokio::test]
async fn a_disabled_client_is_gone() {
    for database in database::each_engine().await {
        let db = &database.db;
        sync(db, &old_entry("old", "OLDAPP")).await.unwrap();
        let registry = Registry::load(db).await.unwrap();
        sync(db, "").await.unwrap();
        registry.reload().await.unwrap();
        assert!(registry.get("old").is_none() && registry.by_app_name("OLDAPP").is_none());
    }
}

/// Every other process has the change within a second.
#[tokio::test]
async fn another_process_sees_a_change_within_a_second() {
    for database in database::each_engine().await {
        let other = Db::connect(&DbOptions::new(database.url.clone()))
            .await
            .unwrap();
        let registry = Registry::load(&other).await.unwrap();
        let changes = ChangeFeed::new(other);
        let stop = CancellationToken::new();
        let following = tokio::spawn({
            let (registry, changes, stop) = (registry.clone(), changes.clone(), stop.clone());
            async move { registry.follow(&changes, stop).await }
        });
        let running = tokio::spawn({
            let (changes, stop) = (changes.clone(), stop.clone());
            async move { changes.run(stop).await }
        });
        tokio::time::sleep(Duration::from_millis(50)).await;
        sync(&database.db, &entry("a", "")).await.unwrap();
        let since = Instant::now();
        while registry.get("a").is_none() {
            assert!(since.elapsed() < Duration::from_secs(1), "not seen in time");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        stop.cancel();
        following.await.unwrap();
        running.await.unwrap();
    }
}

/// Attack 24: an unreadable row is a disabled application, and others can still be disabled.
#[tokio::test]
async fn attack_24_a_damaged_client_is_disabled_alone() {
    for (sql, value) in [
        (
            "UPDATE clients SET metadata = $2 WHERE client_id = $1",
            json!("{"),
        ),
        (
            "UPDATE clients SET secret_hashes = $2 WHERE client_id = $1",
            json!("?"),
        ),
        (
            "UPDATE clients SET source = $2 WHERE client_id = $1",
            json!("elsewhere"),
        ),
        (
            "UPDATE clients SET enabled = $2 WHERE client_id = $1",
            json!(7),
        ),
    ] {
        for database in database::each_engine().await {
            let db = &database.db;
            let (old, a) = (old_entry("old", "OLDAPP"), entry("a", ""));
            let text = format!("{old}{a}{}", entry("b", ""));
            sync(db, &text).await.unwrap();
            let registry = Registry::load(db).await.unwrap();
            let broken = value.clone();
            let damage = db.write::<_, DbError, _>(move |tx| {
                Box::pin(async move {
                    rows::set(tx, sql, "old", broken).await?;
                    let disable = "UPDATE clients SET enabled = $2 WHERE client_id = $1";
                    rows::set(tx, disable, "b", 0).await
                })
            });
            damage.await.unwrap();
            registry.reload().await.unwrap();
            let restarted = Registry::load(db).await.unwrap();
            for registry in [registry, restarted] {
                assert!(registry.get("old").is_none(), "{sql}");
                assert!(registry.by_app_name("OLDAPP").is_none(), "{sql}");
                assert!(registry.get("b").is_none(), "{sql}");
                assert!(registry.get("a").is_some(), "{sql}");
            }
            let mut view = db.read().await.unwrap();
            let names = clients::options(&mut view, &OptionPaging::default()).await;
            let names = names.unwrap();
            assert_eq!(names.len(), 3, "a damaged one can be chosen: {names:?}");
            drop(view);
            // Its name is free for another, and the file restores it.
            let other = sync(db, &format!("{a}{}", old_entry("new", "OLDAPP"))).await;
            assert_eq!(other.unwrap().added, ["new"]);
            let healed = sync(db, &format!("{a}{old}")).await.unwrap();
            assert_eq!(healed.added, ["old"]);
            let registry = Registry::load(db).await.unwrap();
            assert_eq!(registry.by_app_name("OLDAPP").unwrap().client_id, "old");
        }
    }
}

/// The file does not take over a damaged application that it did not declare.
#[tokio::test]
async fn a_damaged_client_of_another_source_is_not_taken_over() {
    for database in database::each_engine().await {
        let db = &database.db;
        sync(db, &entry("a", "")).await.unwrap();
        let damage = db.write::<_, DbError, _>(|tx| {
            Box::pin(async move {
                let source = "UPDATE clients SET source = $2 WHERE client_id = $1";
                rows::set(tx, source, "a", "admin").await?;
                let metadata = "UPDATE clients SET metadata = $2 WHERE client_id = $1";
                rows::set(tx, metadata, "a", "{").await
            })
        });
        damage.await.unwrap();
        let refused = sync(db, &entry("a", "")).await;
        assert!(matches!(refused, Err(SyncError::NotOurs(id)) if id == "a"));
    }
}
