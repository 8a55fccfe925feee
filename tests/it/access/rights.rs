//! Contract P-06, P-07, P-14, G-48 and attack 33.

use atrium::access::store::rights as store;
use atrium::access::{Role, SSO, rights};
use atrium::db::DbError;

use super::{account, administers, appoint, group, product, save};
use crate::support::database;

#[tokio::test]
async fn access_codes_are_the_union_of_the_groups() {
    for database in database::each_engine().await {
        let db = &database.db;
        let dan = account(db, "dan", None).await;
        let id = dan.id.clone();
        db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                for (app, group, code) in [
                    (SSO, "SSAG", "b.view"),
                    (SSO, "SSAG", "A.view"),
                    (SSO, "MORE", "b.view"),
                    (SSO, "OTHER", "c.view"),
                    ("APP1", "SSAG", "d.view"),
                ] {
                    store::save_code(tx, app, group, code).await?;
                }
                store::give_group(tx, &id, SSO, "SSAG").await?;
                store::give_group(tx, &id, SSO, "SSAG").await?;
                store::give_group(tx, &id, SSO, "MORE").await
            })
        })
        .await
        .unwrap();
        let mut tx = db.read().await.unwrap();
        let list = rights::access_list(&mut tx, &dan, SSO).await.unwrap();
        assert_eq!(list.codes, ["A.view", "b.view"]);
        assert_eq!(list.groups, ["MORE", "SSAG"]);
        let other = rights::access_list(&mut tx, &dan, "APP1").await.unwrap();
        assert!(other.codes.is_empty() && other.groups.is_empty());
        for (code, held) in [
            ("", true),
            ("b.view", true),
            ("c.view", false),
            ("d.view", false),
        ] {
            assert_eq!(
                rights::may(&mut tx, &dan, code).await.unwrap(),
                held,
                "{code}"
            );
        }
        let mut ada = dan.clone();
        ada.sup_admin = true;
        assert!(rights::may(&mut tx, &ada, "c.view").await.unwrap());
    }
}

#[tokio::test]
async fn roles_and_managed_groups() {
    for database in database::each_engine().await {
        let db = &database.db;
        let (ben, chloe) = (
            account(db, "ben", None).await,
            account(db, "chloe", None).await,
        );
        let mut sso = product(1);
        SSO.clone_into(&mut sso.app_name);
        save(db, sso, &[]).await;
        save(db, product(2), &[]).await;
        administers(db, &ben, 1).await;
        administers(db, &chloe, 2).await;
        group(db, "a", &[]).await;
        group(db, "b", &[]).await;
        appoint(db, &chloe, "a").await;
        let mut tx = db.read().await.unwrap();
        assert_eq!(rights::role(&mut tx, &ben).await.unwrap(), Role::Admin);
        assert_eq!(rights::role(&mut tx, &chloe).await.unwrap(), Role::Member);
        let mut ada = chloe.clone();
        ada.sup_admin = true;
        assert_eq!(rights::role(&mut tx, &ada).await.unwrap(), Role::SuperAdmin);
        assert!(rights::manages(&mut tx, &chloe, "a").await.unwrap());
        assert!(!rights::manages(&mut tx, &chloe, "b").await.unwrap());
        assert!(!rights::manages(&mut tx, &ben, "a").await.unwrap());
        assert!(Role::Member < Role::Admin && Role::Admin < Role::SuperAdmin);
    }
}
