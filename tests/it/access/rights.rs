//! Contract P-06, P-07, G-46, G-48 and attack 33.

use atrium::access::rights::{self, access_list, give_group, save_code};
use atrium::access::{AccessCode, Object, Rights, Role, SSO};
use atrium::calls::object;
use atrium::calls::object::Named;
use atrium::clients::Registry;
use atrium::db::{Db, DbError, Engine, Reads as _};
use atrium::directory::Account;
use tokio::sync::oneshot;

use super::{account, administers, appoint, group, product, save};
use crate::support::database;

/// Nobody is away in these tests.
const TODAY: &str = "2026-11-21";
const LIST: &str = "account_maintain.AccountManagement.AccountList.view";
const IRIS: &str = "account_maintain.AccountManagement.IRISMappingList.view";

async fn give(db: &Db, person: &Account, given: &'static [(&str, &str, &str)]) {
    let id = person.id.clone();
    db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            for (app, group, code) in given {
                save_code(tx, app, group, code).await?;
                give_group(tx, &id, app, group).await?;
            }
            Ok(())
        })
    })
    .await
    .unwrap();
}

async fn is_administered(db: &Db, by: &Account, product: i64) {
    let mut sso = super::product(product);
    SSO.clone_into(&mut sso.app_name);
    save(db, sso, &[]).await;
    administers(db, by, product).await;
}

/// G-48, P-07, E-32, K-43: the codes of all access groups of a person, each application by itself.
#[tokio::test]
async fn access_codes_are_the_union_of_the_groups() {
    for database in database::each_engine().await {
        let db = &database.db;
        let dan = account(db, "dan", None).await;
        give(
            db,
            &dan,
            &[
                (SSO, "SSAG", "b.view"),
                (SSO, "SSAG", LIST),
                (SSO, "MORE", "b.view"),
                ("APP1", "SSAG", IRIS),
            ],
        )
        .await;
        let eve = account(db, "eve", None).await;
        give(db, &eve, &[(SSO, "OTHER", "c.view")]).await;
        let mut tx = db.read().await.unwrap();
        let list = access_list(&mut tx, &dan, SSO).await.unwrap();
        assert_eq!(list.codes, [LIST, "b.view"]);
        assert_eq!(list.groups, ["MORE", "SSAG"]);
        assert_eq!(list.roles, [Role::Member]);
        let other = access_list(&mut tx, &dan, "APP1").await.unwrap();
        assert_eq!(other.codes, [IRIS]);
        assert!(other.roles.is_empty(), "roles are Atrium's own");
        // A code of another application is another right; an unknown code gives none.
        let rights = Rights::of(&mut tx, &dan).await.unwrap();
        assert_eq!(rights.codes, [AccessCode::AccountListView].into());
    }
}

/// P-04, P-07: server and portal agree that administrators hold every code.
#[tokio::test]
async fn administrators_hold_every_code_in_the_list_too() {
    for database in database::each_engine().await {
        let db = &database.db;
        let ben = account(db, "ben", None).await;
        is_administered(db, &ben, 1).await;
        give(db, &ben, &[(SSO, "SSAG", "z.own")]).await;
        let mut ada = account(db, "ada", None).await;
        ada.sup_admin = true;
        let mut every: Vec<&str> = AccessCode::ALL.iter().map(|code| code.as_str()).collect();
        every.sort_unstable();
        let mut tx = db.read().await.unwrap();
        let list = access_list(&mut tx, &ada, SSO).await.unwrap();
        assert_eq!(list.codes, every);
        let list = access_list(&mut tx, &ben, SSO).await.unwrap();
        assert_eq!(list.codes, [every, vec!["z.own"]].concat());
        let elsewhere = access_list(&mut tx, &ada, "APP1").await.unwrap();
        assert!(
            elsewhere.codes.is_empty(),
            "codes of others are given, not held by role"
        );
        for person in [&ben, &ada] {
            let rights = Rights::of(&mut tx, person).await.unwrap();
            assert!(AccessCode::ALL.iter().all(|code| rights.holds(*code)));
        }
    }
}

/// P-06, G-46: the roles of a person by their keys.
#[tokio::test]
async fn roles_and_managed_groups() {
    for database in database::each_engine().await {
        let db = &database.db;
        let (ben, chloe) = (
            account(db, "ben", None).await,
            account(db, "chloe", None).await,
        );
        is_administered(db, &ben, 1).await;
        save(db, product(2), &[]).await;
        administers(db, &chloe, 2).await;
        group(db, "a", &[]).await;
        group(db, "b", &[]).await;
        appoint(db, &chloe, "a").await;
        let mut tx = db.read().await.unwrap();
        let mut roles =
            async |account: &Account| Rights::of(&mut tx, account).await.unwrap().roles();
        assert_eq!(roles(&ben).await, [Role::Member, Role::Administrator]);
        assert_eq!(roles(&chloe).await, [Role::Member, Role::GroupManager]);
        let mut ada = ben.clone();
        ada.sup_admin = true;
        assert_eq!(
            roles(&ada).await,
            [Role::Member, Role::Administrator, Role::SuperAdministrator]
        );
        let clients = atrium::clients::Registry::load(db).await.unwrap();
        for (person, group, expected) in [
            (&chloe, "a", true),
            (&chloe, "b", false),
            (&chloe, "none", false),
            (&ben, "a", false),
        ] {
            let mut tx = db.read().await.unwrap();
            let found =
                object::find(&mut tx, (person, TODAY), (Named::Group, group), &clients).await;
            let Object::Group(facts) = found.unwrap().object else {
                panic!("no group")
            };
            assert_eq!(facts.is_managed_by_caller, expected, "{group}");
        }
    }
}

/// An administrator is recognised by id and by name.
#[tokio::test]
async fn administrators_are_known_by_id_and_by_name() {
    for database in database::each_engine().await {
        let db = &database.db;
        let dan = account(db, "Dan", None).await;
        let ben = account(db, "Ben", None).await;
        let chloe = account(db, "Chloe", None).await;
        is_administered(db, &ben, 1).await;
        save(db, product(2), &[]).await;
        administers(db, &chloe, 2).await;
        let clients = atrium::clients::Registry::load(db).await.unwrap();
        let mut tx = db.read().await.unwrap();
        for (named, id, expected) in [
            (Named::Account, dan.id.as_str(), Some((&dan.id, false))),
            (Named::Account, &ben.id, Some((&ben.id, true))),
            (Named::Account, &chloe.id, Some((&chloe.id, false))),
            (Named::Account, "Dan", None),
            (Named::AccountByName, " bEN ", Some((&ben.id, true))),
            (Named::AccountByName, "dan", Some((&dan.id, false))),
            (Named::AccountByName, "nobody", None),
            (Named::AccountByName, "", None),
            (Named::Product, "none", None),
            (Named::Product, "99", None),
        ] {
            let found = object::find(&mut tx, (&dan, TODAY), (named, id), &clients)
                .await
                .unwrap();
            let account = found.account.map(|account| account.id);
            assert_eq!(
                account.as_ref(),
                expected.map(|(id, _)| id),
                "{named:?} {id}"
            );
            let expected =
                expected.map_or(Object::Unknown, |(id, is_administrator)| Object::Account {
                    id: id.clone(),
                    is_administrator,
                    codes: [].into(),
                });
            assert_eq!(found.object, expected, "{named:?} {id}");
        }
    }
}

/// Decision 0020: while a write decides about an account, its owner gets no further right.
#[tokio::test]
async fn nobody_gains_a_right_while_a_write_decides_about_them() {
    for gained in ["code", "product"] {
        for database in database::each_engine().await {
            let db = &database.db;
            let dan = account(db, "dan", None).await;
            let eve = account(db, "eve", None).await;
            save(db, product(1), &[]).await;
            let clients = Registry::load(db).await.unwrap();
            let mut view = db.read().await.unwrap();
            let found = object::find(
                &mut view,
                (&eve, TODAY),
                (Named::Account, &dan.id),
                &clients,
            );
            let object = found.await.unwrap().object;
            drop(view);
            let (decides, decided) = oneshot::channel();
            let (ends, end) = oneshot::channel();
            let (own, by) = (db.clone(), eve.clone());
            let deciding = tokio::spawn(async move {
                let decide = own.write::<_, DbError, _>(move |tx| {
                    Box::pin(async move {
                        object::hold(tx, [&object].into_iter()).await?;
                        object::find_again(tx, (&by, TODAY), &object, &clients).await?;
                        decides.send(()).unwrap();
                        database::hold(tx.engine(), end).await.unwrap();
                        Ok(())
                    })
                });
                decide.await.unwrap();
            });
            decided.await.unwrap();
            let (own, id) = (db.clone(), dan.id.clone());
            let gaining = tokio::spawn(async move {
                let gain = own.write::<_, DbError, _>(move |tx| {
                    Box::pin(async move {
                        match gained {
                            "code" => give_group(tx, &id, SSO, "SSAG").await,
                            _ => rights::appoint(tx, 1, &id).await,
                        }
                    })
                });
                gain.await.unwrap();
            });
            // SQLite has one writer.
            while db.engine() == Engine::Postgres && database::waiting(db).await == 0 {
                assert!(!gaining.is_finished(), "{gained}: nobody waits");
                tokio::task::yield_now().await;
            }
            ends.send(()).unwrap();
            deciding.await.unwrap();
            gaining.await.unwrap();
        }
    }
}
