//! A number without a meaning is an error of its row, never a value that gives access.

use atrium::access::rights;
use atrium::catalogue::{ProductRow, products};
use atrium::clients::{self, Registry};
use atrium::db::list::Paging;
use atrium::db::{Db, DbError};
use atrium::directory::{self, AccountFilter, Status, accounts_page};

use super::{NOW, commit};
use crate::access;
use crate::clients::{declared, entry};
use crate::support::{database, rows};

/// Sets a number in the row `id`.
async fn set(db: &Db, sql: &'static str, id: &str, value: i64) {
    let id = id.to_owned();
    commit(db, move |tx| {
        Box::pin(async move { rows::set(tx, sql, &id, value).await })
    })
    .await;
}

fn names(refused: Result<impl Sized, DbError>, column: &str) {
    let Err(refused) = refused else {
        panic!("{column} holds a number that stands for nothing");
    };
    assert!(refused.to_string().contains(column), "{refused}");
}

#[tokio::test]
async fn an_unknown_number_of_an_account_is_an_error() {
    for database in database::each_engine().await {
        let db = &database.db;
        let eve = access::account(db, "eve", None).await;
        for (column, sql, usual, listed) in [
            (
                "status",
                "UPDATE accounts SET status = $2 WHERE id = $1",
                0,
                true,
            ),
            (
                "sup_admin",
                "UPDATE accounts SET sup_admin = $2 WHERE id = $1",
                0,
                true,
            ),
            (
                "user_manager",
                "UPDATE accounts SET user_manager = $2 WHERE id = $1",
                0,
                true,
            ),
            (
                "email_verified",
                "UPDATE accounts SET email_verified = $2 WHERE id = $1",
                0,
                true,
            ),
            (
                "must_change_password",
                "UPDATE accounts SET must_change_password = $2 WHERE id = $1",
                0,
                true,
            ),
            (
                "wechat_bound",
                "UPDATE accounts SET wechat_bound = $2 WHERE id = $1",
                0,
                false,
            ),
        ] {
            for unknown in [-1, 7, i64::MAX] {
                set(db, sql, &eve.id, unknown).await;
                let mut view = db.read().await.unwrap();
                names(directory::find(&mut view, &eve.id).await, column);
                let all = AccountFilter::default();
                let page = accounts_page(&mut view, &all, &Paging::default()).await;
                let rows = page.unwrap().rows;
                // The row that cannot be read is left out of its page, and the others stay.
                let is_shown = rows.iter().any(|row| row.id == eve.id);
                assert_eq!(is_shown, !listed, "{column} {unknown}");
            }
            set(db, sql, &eve.id, usual).await;
        }
        let usual = directory::find(&mut db.read().await.unwrap(), &eve.id).await;
        assert!(usual.unwrap().is_some());
    }
}

#[tokio::test]
async fn an_unknown_number_opens_no_product() {
    for database in database::each_engine().await {
        let db = &database.db;
        let eve = access::account(db, "eve", None).await;
        let product = ProductRow {
            app_name: rights::SSO.to_owned(),
            ..access::product(1)
        };
        access::save(db, product, &[]).await;
        access::group(db, "team", &[1]).await;
        access::join(db, &eve, "team", Status::Enabled).await;
        let clients = Registry::load(db).await.unwrap();
        let open = async || {
            let mut view = db.read().await.unwrap();
            let found = products::find(&mut view, &eve, 1, &clients).await?;
            Ok(found.unwrap().has_access())
        };
        let is_open: Result<bool, DbError> = open().await;
        assert!(is_open.unwrap());
        for (column, sql, usual) in [
            (
                "status",
                "UPDATE products SET status = $2 WHERE app_name = $1",
                0,
            ),
            (
                "everyone",
                "UPDATE products SET everyone = $2 WHERE app_name = $1",
                0,
            ),
            (
                "link_dialog",
                "UPDATE products SET link_dialog = $2 WHERE app_name = $1",
                0,
            ),
        ] {
            for unknown in [-1, 2, 7] {
                set(db, sql, rights::SSO, unknown).await;
                names(open().await, column);
            }
            set(db, sql, rights::SSO, usual).await;
        }
        let sql = "UPDATE memberships SET status = $2 WHERE group_id = $1";
        for unknown in [-1, 7] {
            set(db, sql, "team", unknown).await;
            names(open().await, "membership");
        }
        set(db, sql, "team", 0).await;
        let sql = "UPDATE groups SET status = $2 WHERE id = $1";
        for off in [-1, 1, 2, 7] {
            set(db, sql, "team", off).await;
            assert!(!open().await.unwrap(), "only 0 is on");
        }
    }
}

#[tokio::test]
async fn an_unknown_number_switches_no_client_on() {
    for database in database::each_engine().await {
        let db = &database.db;
        let all = declared(&entry("basic", ""));
        commit(db, move |tx| {
            Box::pin(async move { clients::save(tx, &all[0], NOW).await })
        })
        .await;
        let sql = "UPDATE clients SET enabled = $2 WHERE client_id = $1";
        for unknown in [-1, 7] {
            set(db, sql, "basic", unknown).await;
            let mut view = db.read().await.unwrap();
            assert!(clients::all(&mut view).await.unwrap().is_empty());
            let damaged = clients::damaged(&mut view).await.unwrap();
            let named: Vec<_> = damaged
                .iter()
                .map(|row| (&*row.key, &*row.column))
                .collect();
            assert_eq!(named, [("basic", "enabled")]);
        }
    }
}

/// Each store converts numbers to enums and flags.
#[test]
fn no_store_compares_numbers_by_hand() {
    let mut wrong = Vec::new();
    crate::db::statements::walk(&mut |name, text| {
        if !text.contains("derive(FromRow)") {
            return;
        }
        for (at, line) in text.lines().enumerate() {
            let by_hand = [".status ==", ".status !=", " != 0", "from_code("];
            if by_hand.iter().any(|hand| line.contains(hand)) && !line.contains("ProductStatus::") {
                wrong.push(format!("{name}:{}: {line}", at + 1));
            }
        }
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
