//! Contract F-18, G-37.

use atrium::catalogue::{Opening, openings};
use atrium::clients::Registry;
use atrium::clock::{MINUTE, SECOND};
use atrium::db::{Db, DbError};
use atrium::directory::{Account, Status};
use jiff::tz::TimeZone;

use super::{NOW, account, appoint, group, join, product, save};
use crate::support::database;

async fn open(db: &Db, account: &Account, id: i64, at: i64) -> Opening {
    let account = account.clone();
    let clients = Registry::load(db).await.unwrap();
    db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { openings::open(tx, &account, id, &clients, at).await })
    })
    .await
    .unwrap()
}

async fn count(db: &Db, account: &Account, id: i64, at: i64) -> i64 {
    match open(db, account, id, at).await {
        Opening::Counted { count, .. } => count,
        other => panic!("{other:?}"),
    }
}

/// F-18: one opening per person, product and minute, also under parallel clicks.
#[tokio::test]
async fn an_opening_counts_once_a_minute() {
    for database in database::each_engine().await {
        let db = &database.db;
        let (dan, eve) = (
            account(db, "dan", None).await,
            account(db, "eve", None).await,
        );
        for id in [1, 2] {
            let mut row = product(id);
            row.everyone = true;
            save(db, row, &[]).await;
        }
        let clicks = (0..10).map(|_| {
            let (db, dan) = (db.clone(), dan.clone());
            tokio::spawn(async move { count(&db, &dan, 1, NOW).await })
        });
        for click in clicks.collect::<Vec<_>>() {
            assert_eq!(click.await.unwrap(), 1);
        }
        assert_eq!(count(db, &dan, 1, NOW + 2 * SECOND).await, 1);
        assert_eq!(count(db, &dan, 1, NOW + MINUTE).await, 2);
        assert_eq!(count(db, &dan, 2, NOW + MINUTE).await, 1);
        assert_eq!(count(db, &eve, 1, NOW + MINUTE).await, 1);
    }
}

/// Contract G-85: no access is a refusal, an unknown id a bad argument; neither is counted.
#[tokio::test]
async fn without_access_nothing_is_counted() {
    for database in database::each_engine().await {
        let db = &database.db;
        let dan = account(db, "dan", None).await;
        save(db, product(1), &[]).await;
        assert!(matches!(open(db, &dan, 1, NOW).await, Opening::Refused));
        assert!(matches!(open(db, &dan, 2, NOW).await, Opening::Unknown));
        group(db, "g", &[1]).await;
        join(db, &dan, "g", Status::Enabled).await;
        assert_eq!(count(db, &dan, 1, NOW).await, 1);
    }
}

/// G-37: the groups that grant a product, with the names of their managers.
#[tokio::test]
async fn whom_to_ask() {
    for database in database::each_engine().await {
        let db = &database.db;
        let (dan, eve) = (
            account(db, "dan", None).await,
            account(db, "eve", None).await,
        );
        save(db, product(1), &[]).await;
        save(db, product(2), &[]).await;
        group(db, "a", &[1]).await;
        group(db, "b", &[1]).await;
        group(db, "c", &[2]).await;
        appoint(db, &dan, "a").await;
        appoint(db, &eve, "a").await;
        let clients = Registry::load(db).await.unwrap();
        let mut tx = db.read().await.unwrap();
        let asked = openings::contacts(&mut tx, &eve, 1, &clients, (&TimeZone::UTC, NOW)).await;
        let asked = asked.unwrap().unwrap();
        let names: Vec<_> = asked
            .iter()
            .map(|contact| (contact.group_name.as_str(), contact.managers.join("+")))
            .collect();
        assert_eq!(
            names,
            [
                ("Group a", "dan+eve".to_owned()),
                ("Group b", String::new())
            ]
        );
        assert_eq!(asked[0].admin_msg, "Write to us.");
        assert!(
            openings::contacts(&mut tx, &eve, 9, &clients, (&TimeZone::UTC, NOW))
                .await
                .unwrap()
                .is_none()
        );
    }
}
