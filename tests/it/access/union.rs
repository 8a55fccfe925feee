//! The union of rights: access groups, roles and groups (contract P-07, G-48, E-32, E-35, G-45). This file writes the
//! rows by SQL, so that they do not depend on the calls that make them.

use atrium::access::rights::{access_list, give_group, save_code};
use atrium::access::{AccessCode, Action, Object, Rights, SSO, may};
use atrium::db::{Db, DbError};
use atrium::directory::{Account, NewAccount, Status, organisations};
use serde_json::json;

use super::{NOW, account, find, group, join, product, save};
use crate::support::{database, people, rows};

pub(super) const LIST: &str = "account_maintain.AccountManagement.AccountList.view";
const ADD: &str = "account_maintain.AccountManagement.AccountList.add";
const EDIT: &str = "account_maintain.AccountManagement.AccountList.edit";
const AUDIT: &str = "account_maintain.AccountManagement.AuditLog.view";

/// The columns `state` of assignments.
pub(super) const PUBLISHED: i64 = 0;
const ADDED: i64 = 1;
const REMOVED: i64 = 2;

async fn insert(db: &Db, table: &'static str, row: serde_json::Value) {
    db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { rows::insert(tx, table, &row).await })
    })
    .await
    .unwrap();
}

/// A right that is published and on.
pub(super) async fn right(db: &Db, id: &str, product_id: i64, code: &str) {
    let row = json!({
        "id": id, "product_id": product_id, "code": code, "name": code, "kind": 0, "description": "",
        "status": 0, "draft": 0, "published_code": code, "published_status": 0, "created_at": NOW,
    });
    insert(db, "access_rights", row).await;
}

/// A role of product 1 with these rights.
async fn role(db: &Db, id: &str, rights: &[(&str, i64)]) {
    let row = json!({
        "id": id, "product_id": 1, "name": format!("Role {id}"), "description": "", "status": 0, "created_at": NOW,
    });
    insert(db, "roles", row).await;
    for (right, state) in rights {
        let row = json!({ "role_id": id, "right_id": right, "state": state });
        insert(db, "role_rights", row).await;
    }
}

async fn give_role(db: &Db, role: &str, to: &Account) {
    let row = json!({ "role_id": role, "account_id": to.id, "created_at": NOW });
    insert(db, "role_accounts", row).await;
}

pub(super) async fn give_group_right(db: &Db, group: &str, right: &str, state: i64) {
    let row = json!({ "group_id": group, "product_id": 1, "right_id": right, "state": state });
    insert(db, "group_rights", row).await;
}

async fn set(db: &Db, sql: &'static str, id: &str, value: impl Into<serde_json::Value>) {
    let (id, value) = (id.to_owned(), value.into());
    db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { rows::set(tx, sql, &id, value).await })
    })
    .await
    .unwrap();
}

async fn codes(db: &Db, of: &Account, app: &str) -> Vec<String> {
    let mut tx = db.read().await.unwrap();
    access_list(&mut tx, of, app).await.unwrap().codes
}

/// Product 1 is Atrium itself, product 2 another one.
pub(super) async fn products(db: &Db) {
    let mut sso = product(1);
    SSO.clone_into(&mut sso.app_name);
    save(db, sso, &[]).await;
    save(db, product(2), &[]).await;
}

/// P-07, G-48, E-32, E-35: each source gives its codes, each code once, and `may` decides by the same union.
#[tokio::test]
async fn rights_are_the_union_of_access_groups_roles_and_groups() {
    for database in database::each_engine().await {
        let db = &database.db;
        products(db).await;
        let dan = account(db, "dan", None).await;
        let id = dan.id.clone();
        db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                save_code(tx, SSO, "SSAG", LIST).await?;
                give_group(tx, &id, SSO, "SSAG").await
            })
        })
        .await
        .unwrap();
        right(db, "list", 1, LIST).await;
        right(db, "add", 1, ADD).await;
        right(db, "edit", 1, EDIT).await;
        right(db, "own", 1, "own.code").await;
        right(db, "elsewhere", 2, AUDIT).await;
        role(
            db,
            "clerk",
            &[("list", PUBLISHED), ("add", PUBLISHED), ("own", PUBLISHED)],
        )
        .await;
        role(db, "empty", &[]).await;
        give_role(db, "clerk", &dan).await;
        give_role(db, "empty", &dan).await;
        group(db, "team", &[]).await;
        join(db, &dan, "team", Status::Enabled).await;
        give_group_right(db, "team", "edit", PUBLISHED).await;
        give_group_right(db, "team", "add", PUBLISHED).await;

        assert_eq!(codes(db, &dan, SSO).await, [ADD, EDIT, LIST, "own.code"]);
        let mut tx = db.read().await.unwrap();
        let list = access_list(&mut tx, &dan, SSO).await.unwrap();
        assert_eq!(list.groups, ["SSAG"]);
        assert_eq!(list.role_names, ["Role clerk", "Role empty"]);
        let rights = Rights::of(&mut tx, &dan).await.unwrap();
        let expected = [
            AccessCode::AccountListView,
            AccessCode::AccountListAdd,
            AccessCode::AccountListEdit,
        ];
        assert_eq!(rights.codes, expected.into());
        assert!(may(&rights, Action::ListAccounts, &Object::None).allowed);
        assert!(!may(&rights, Action::ViewAuditLog, &Object::None).allowed);
        // A right of another product is no right here.
        assert!(
            access_list(&mut tx, &dan, "APP2")
                .await
                .unwrap()
                .codes
                .is_empty()
        );
        drop(tx);
        // Somebody else has none of it.
        let eve = account(db, "eve", None).await;
        assert!(codes(db, &eve, SSO).await.is_empty());
    }
}

/// G-54: the published version of a right and of its assignments decides.
#[tokio::test]
async fn drafts_decide_nothing() {
    for database in database::each_engine().await {
        let db = &database.db;
        products(db).await;
        let dan = account(db, "dan", None).await;
        right(db, "list", 1, LIST).await;
        right(db, "add", 1, ADD).await;
        right(db, "edit", 1, EDIT).await;
        role(
            db,
            "clerk",
            &[("list", PUBLISHED), ("add", ADDED), ("edit", REMOVED)],
        )
        .await;
        give_role(db, "clerk", &dan).await;
        assert_eq!(
            codes(db, &dan, SSO).await,
            [EDIT, LIST],
            "removed is not confirmed"
        );
        let (code, status) = (
            "UPDATE access_rights SET code = $2 WHERE id = $1",
            "UPDATE access_rights SET status = $2 WHERE id = $1",
        );
        set(db, code, "list", "renamed.draft").await;
        set(db, status, "list", 1).await;
        assert_eq!(
            codes(db, &dan, SSO).await,
            [EDIT, LIST],
            "a changed right is a draft"
        );
        let published = "UPDATE access_rights SET published_status = $2 WHERE id = $1";
        set(db, published, "list", 1).await;
        assert_eq!(
            codes(db, &dan, SSO).await,
            [EDIT],
            "a published right that is off"
        );
        set(db, "UPDATE roles SET status = $2 WHERE id = $1", "clerk", 1).await;
        assert!(codes(db, &dan, SSO).await.is_empty(), "a role that is off");

        group(db, "team", &[]).await;
        join(db, &dan, "team", Status::Enabled).await;
        for (right, state) in [("list", PUBLISHED), ("add", ADDED), ("edit", REMOVED)] {
            give_group_right(db, "team", right, state).await;
        }
        set(db, published, "list", 0).await;
        assert_eq!(codes(db, &dan, SSO).await, [EDIT, LIST]);
        let module = json!({
            "id": "m", "product_id": 1, "code": "m", "name": "M", "description": "", "sort": 0, "status": 1,
            "created_at": NOW,
        });
        insert(db, "modules", module).await;
        let of_module = "UPDATE access_rights SET published_module_id = $2 WHERE id = $1";
        set(db, of_module, "list", "m").await;
        assert_eq!(codes(db, &dan, SSO).await, [EDIT], "its module is off");
        for (status, expected) in [
            (Status::Processing, &[][..]),
            (Status::Disabled, &[]),
            (Status::Enabled, &[EDIT]),
        ] {
            join(db, &dan, "team", status).await;
            assert_eq!(codes(db, &dan, SSO).await, expected, "{status:?}");
        }
        set(db, "UPDATE groups SET status = $2 WHERE id = $1", "team", 2).await;
        assert!(codes(db, &dan, SSO).await.is_empty(), "a group that is off");
    }
}

/// An account of agency `north`, company `ink` and brand `blue`.
async fn placed(db: &Db) -> Account {
    let added = db.write::<_, atrium::directory::AccountError, _>(|tx| {
        Box::pin(async move {
            for id in ["north", "south"] {
                organisations::save_agency(tx, id, id, NOW).await?;
            }
            for id in ["ink", "dye"] {
                organisations::save_company(tx, id, id, None, NOW).await?;
            }
            for id in ["blue", "red"] {
                organisations::save_brand(tx, id, id, None, NOW).await?;
            }
            let new = NewAccount {
                username: "dan".to_owned(),
                agency_id: Some("north".to_owned()),
                company_id: Some("ink".to_owned()),
                brand_id: Some("blue".to_owned()),
                ..NewAccount::default()
            };
            people::add(tx, new, NOW).await
        })
    });
    find(db, &added.await.unwrap()).await
}

/// G-45: accountType 1 and 2 refer to the agency, 3 to the company, matched when used,
/// for the role and for its assignment.
#[tokio::test]
async fn a_role_is_for_the_accounts_of_its_type_and_organisation() {
    for database in database::each_engine().await {
        let db = &database.db;
        products(db).await;
        let dan = placed(db).await;
        let eve = account(db, "eve", None).await;
        right(db, "list", 1, LIST).await;
        role(db, "clerk", &[("list", PUBLISHED)]).await;
        for person in [&dan, &eve] {
            give_role(db, "clerk", person).await;
        }
        let of_role = "UPDATE roles SET account_type = $2 WHERE id = $1";
        let org_of_role = "UPDATE roles SET org_id = $2 WHERE id = $1";
        let of_given = "UPDATE role_accounts SET account_type = $2 WHERE role_id = $1";
        let org_of_given = "UPDATE role_accounts SET org_id = $2 WHERE role_id = $1";
        for (account_type, org, dans) in [
            (1, None, true),
            (1, Some("north"), true),
            (1, Some("south"), false),
            (1, Some("ink"), false),
            (2, Some("north"), true),
            (2, Some("dye"), false),
            (3, None, true),
            (3, Some("ink"), true),
            (3, Some("dye"), false),
            (3, Some("north"), false),
            // Nothing that Atrium writes.
            (4, None, false),
        ] {
            for (sql, org_sql) in [(of_role, org_of_role), (of_given, org_of_given)] {
                set(db, sql, "clerk", account_type).await;
                if let Some(org) = org {
                    set(db, org_sql, "clerk", org).await;
                }
                let said = format!("{account_type} {org:?} {sql}");
                let given = codes(db, &dan, SSO).await == [LIST];
                assert_eq!(given, dans, "{said}");
                assert!(
                    codes(db, &eve, SSO).await.is_empty(),
                    "{said}: of no organisation"
                );
                db.write::<_, DbError, _>(|tx| {
                    Box::pin(async move {
                        for sql in [
                            "UPDATE roles SET account_type = NULL, org_id = NULL WHERE id = $1 AND name <> $2",
                            "UPDATE role_accounts SET account_type = NULL, org_id = NULL \
                             WHERE role_id = $1 AND role_id <> $2",
                        ] {
                            rows::set(tx, sql, "clerk", "").await?;
                        }
                        Ok(())
                    })
                })
                .await
                .unwrap();
            }
        }
        assert_eq!(codes(db, &eve, SSO).await, [LIST], "for everybody");
        // The person moves, and the role no longer matches.
        set(db, of_role, "clerk", 1).await;
        set(db, org_of_role, "clerk", "north").await;
        assert_eq!(codes(db, &dan, SSO).await, [LIST]);
        set(
            db,
            "UPDATE accounts SET agency_id = $2 WHERE id = $1",
            &dan.id,
            "south",
        )
        .await;
        assert!(codes(db, &find(db, &dan.id).await, SSO).await.is_empty());
    }
}

/// Companies and brands of a group limit it, and an empty list means all; divisions
/// and industries decide nothing.
#[tokio::test]
async fn a_group_gives_nothing_beyond_its_companies_and_brands() {
    for (limits, expected) in [
        (&[][..], true),
        (&[(0, "ink")], true),
        (&[(0, "dye")], false),
        (&[(0, "dye"), (0, "ink")], true),
        (&[(1, "blue")], true),
        (&[(1, "red")], false),
        (&[(0, "ink"), (1, "red")], false),
        (&[(0, "ink"), (1, "blue")], true),
        (&[(2, "elsewhere"), (3, "elsewhere")], true),
    ] {
        for database in database::each_engine().await {
            let db = &database.db;
            products(db).await;
            let dan = placed(db).await;
            let eve = account(db, "eve", None).await;
            right(db, "list", 1, LIST).await;
            group(db, "team", &[]).await;
            give_group_right(db, "team", "list", PUBLISHED).await;
            for person in [&dan, &eve] {
                join(db, person, "team", Status::Enabled).await;
            }
            for (kind, id) in limits {
                let row = json!({ "group_id": "team", "kind": kind, "organisation_id": id });
                insert(db, "group_limits", row).await;
            }
            assert_eq!(codes(db, &dan, SSO).await == [LIST], expected, "{limits:?}");
            let limited = limits.iter().any(|(kind, _)| *kind < 2);
            assert_eq!(codes(db, &eve, SSO).await.is_empty(), limited, "{limits:?}");
        }
    }
}
