//! Contract C-061, F-23, G-29, G-38.

use atrium::catalogue::ProductState::{Open, Pending, Refused, Request};
use atrium::catalogue::{ProductStatus, products};
use atrium::clients::Registry;
use atrium::db::{Db, DbError, Engine, SqlQuery, WriteTx};
use atrium::directory::{Account, Status};
use atrium::groups;
use serde_json::json;

use super::{NOW, account, find, group, join, product, save};
use crate::support::{database, rows, steps};

/// G-29, K-38, G-38: on, agency allowed, and open to everyone or granted by an approved membership; F-23: no address
/// without access.
#[tokio::test]
async fn who_sees_what() {
    for database in database::each_engine().await {
        let db = &database.db;
        let dan = account(db, "dan", Some("north")).await;
        let eve = account(db, "eve", None).await;
        let mut everyone = product(1);
        everyone.everyone = true;
        let mut northern = product(2);
        northern.everyone = true;
        let mut southern = product(3);
        southern.everyone = true;
        let mut off = product(7);
        (off.everyone, off.status) = (true, ProductStatus::Off);
        save(db, everyone, &[]).await;
        save(db, northern, &["north", "west"]).await;
        save(db, southern, &["south"]).await;
        for id in [4, 5, 6, 8] {
            save(db, product(id), &[]).await;
        }
        save(db, off, &[]).await;
        group(db, "g4", &[4]).await;
        group(db, "g5", &[4, 5]).await;
        group(db, "g6", &[6]).await;
        join(db, &dan, "g4", Status::Enabled).await;
        join(db, &dan, "g5", Status::Processing).await;
        join(db, &dan, "g6", Status::Disabled).await;

        let clients = Registry::load(db).await.unwrap();
        let mut tx = db.read().await.unwrap();
        let list = products::of_type(&mut tx, &dan, 1, &[], &clients)
            .await
            .unwrap();
        let seen: Vec<_> = list.iter().map(|seen| (seen.id, seen.state)).collect();
        assert_eq!(
            seen,
            [
                (1, Open),
                (2, Open),
                (3, Refused),
                (4, Open),
                (5, Pending),
                (6, Refused),
                (8, Request),
            ],
            "{:?}",
            db.engine()
        );
        for product in &list {
            assert_eq!(product.link.is_empty(), !product.has_access());
        }
        let hidden = products::of_type(&mut tx, &dan, 1, &[2, 5], &clients)
            .await
            .unwrap();
        assert_eq!(hidden.len(), list.len() - 2);
        let hidden = products::find(&mut tx, &dan, 2, &clients)
            .await
            .unwrap()
            .unwrap();
        assert!(hidden.has_access(), "G-29: direct access follows hasAccess");
        let eve_sees = products::of_type(&mut tx, &eve, 1, &[], &clients)
            .await
            .unwrap();
        let open: Vec<_> = eve_sees.iter().filter(|seen| seen.has_access()).collect();
        assert_eq!(open.len(), 1, "no agency, no group: what is for everyone");
        let off = products::find(&mut tx, &dan, 7, &clients)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(off.state, Refused);
        assert!(
            products::find(&mut tx, &dan, 99, &clients)
                .await
                .unwrap()
                .is_none()
        );
        assert!(find(db, &eve.id).await.agency.is_none());
    }
}

/// 50,000 memberships of other people do not make the list slower: the query starts from the person's own. SQLite
/// counts its steps.
#[tokio::test]
async fn the_list_is_driven_by_the_persons_own_groups() {
    for database in database::each_engine().await {
        let db = &database.db;
        let dan = account(db, "dan", None).await;
        for id in 1..=40 {
            save(db, product(id), &[]).await;
        }
        group(db, "own", &[3, 4]).await;
        join(db, &dan, "own", Status::Enabled).await;
        // A group to ask is looked for until the first one is found.
        group(db, "other", &[]).await;
        let granted = db.write::<_, DbError, _>(|tx| {
            Box::pin(async move {
                for id in 1..=40 {
                    groups::grant(tx, "other", id).await?;
                }
                Ok(())
            })
        });
        granted.await.unwrap();
        let before = steps_of_list(db, &dan).await;
        assert_eq!(before > 0, db.engine() == Engine::Sqlite);
        let crowded = db.write::<_, DbError, _>(|tx| Box::pin(crowd(tx)));
        crowded.await.unwrap();
        let after = steps_of_list(db, &dan).await;
        assert!(after <= before + 500, "{before} steps became {after}");
    }
}

/// The steps that SQLite takes for the list of a person who may open two products.
async fn steps_of_list(db: &Db, person: &Account) -> u64 {
    let clients = Registry::load(db).await.unwrap();
    let person = person.clone();
    let read = steps::counted(db, move |tx| {
        Box::pin(async move { products::of_type(tx, &person, 1, &[], &clients).await })
    });
    let (list, steps) = read.await;
    assert_eq!(list.iter().filter(|seen| seen.has_access()).count(), 2);
    steps
}

/// 200 groups that each grant every product to 250 people.
async fn crowd(tx: &mut WriteTx) -> Result<(), DbError> {
    for sql in [
        "INSERT INTO groups (id, name, admin_msg, status, created_at) \
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) \
         SELECT 'crowd' || i, 'Crowd', '', 0, $1 FROM n",
        "INSERT INTO group_products (group_id, product_id) \
         SELECT g.id, p.id FROM groups g CROSS JOIN products p WHERE g.id LIKE 'crowd%' AND $1 > 0",
        "INSERT INTO accounts (id, username, username_key, email_verified, full_name, \
         must_change_password, status, lang, sup_admin, user_manager, wechat_bound, claims, \
         login_count, created_at, updated_at) \
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250) \
         SELECT 'u' || i, 'u' || i, 'u' || i, 0, 'U', 0, 0, 'en-us', 0, 0, 0, '{}', 0, $1, $1 \
         FROM n",
    ] {
        SqlQuery::kept(sql).bind(NOW).execute(tx).await?;
    }
    // Written in ten statements, because a single one could exceed PostgreSQL's time limit on a busy machine.
    for digit in 0..10 {
        let sql = format!(
            "INSERT INTO memberships (account_id, group_id, status, created_at) \
             SELECT a.id, g.id, 0, {NOW} FROM accounts a CROSS JOIN groups g \
             WHERE g.id LIKE 'crowd%{digit}' AND a.username LIKE 'u%'"
        );
        rows::run(tx, sql).await?;
    }
    Ok(())
}

/// An unreadable row has no card, and hides no other card.
#[tokio::test]
async fn a_damaged_product_takes_no_other_away() {
    for (sql, value) in [
        (
            "UPDATE products SET links = $2 WHERE CAST(id AS TEXT) = $1",
            json!("["),
        ),
        (
            "UPDATE products SET everyone = $2 WHERE CAST(id AS TEXT) = $1",
            json!(7),
        ),
        (
            "UPDATE products SET link_dialog = $2 WHERE CAST(id AS TEXT) = $1",
            json!(7),
        ),
    ] {
        for database in database::each_engine().await {
            let db = &database.db;
            let dan = account(db, "dan", None).await;
            for id in [1, 2, 3] {
                save(db, product(id), &[]).await;
            }
            let value = value.clone();
            let damage = db.write::<_, DbError, _>(move |tx| {
                Box::pin(async move { rows::set(tx, sql, "2", value).await })
            });
            damage.await.unwrap();
            let clients = Registry::load(db).await.unwrap();
            let mut tx = db.read().await.unwrap();
            let list = products::of_type(&mut tx, &dan, 1, &[], &clients).await;
            let seen: Vec<_> = list.unwrap().iter().map(|seen| seen.id).collect();
            assert_eq!(seen, [1, 3], "{sql}");
            let opened = products::find(&mut tx, &dan, 2, &clients).await;
            assert!(opened.is_err(), "{sql}");
        }
    }
}
