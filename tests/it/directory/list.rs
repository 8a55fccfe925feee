//! The list of accounts: pages and free text.

use atrium::db::Db;
use atrium::directory::store::{self, list};
use atrium::directory::{AccountError, NewAccount, Status};

use super::{add, named};
use crate::support::database;

async fn names(db: &Db, query: &list::Query) -> Vec<String> {
    let mut names = Vec::new();
    let mut query = query.clone();
    loop {
        let mut tx = db.read().await.unwrap();
        let page = list::list(&mut tx, &query).await.unwrap();
        assert!(page.accounts.len() <= usize::try_from(query.limit.max(1)).unwrap());
        names.extend(page.accounts.into_iter().map(|account| account.username));
        match page.next {
            Some(next) => query.after = Some(next),
            None => return names,
        }
    }
}

fn text(text: &str) -> list::Query {
    list::Query {
        text: text.to_owned(),
        limit: 2,
        ..list::Query::default()
    }
}

#[tokio::test]
async fn pages_follow_one_another_without_gap_or_repeat() {
    for database in database::each_engine().await {
        for name in ["eve", "Ada", "chloe", "Ben", "dan"] {
            add(&database.db, named(name)).await.unwrap();
        }
        assert_eq!(
            names(&database.db, &text("")).await,
            ["Ada", "Ben", "chloe", "dan", "eve"]
        );
        assert_eq!(names(&database.db, &text("  ")).await.len(), 5);
    }
}

#[tokio::test]
async fn free_text_finds_the_start_of_words() {
    for database in database::each_engine().await {
        let db = &database.db;
        for (username, full_name) in [
            ("BenAdmin", "Benjamin Admin"),
            ("AdaSuper", "Ada Admin"),
            ("wang", "王小明"),
            ("O_Brien", "100% O'Brien"),
        ] {
            let new = NewAccount {
                full_name: full_name.to_owned(),
                ..named(username)
            };
            add(db, new).await.unwrap();
        }
        let found = names(db, &text("admin")).await;
        assert_eq!(found.len(), 2, "each account once: {found:?}");
        assert_eq!(names(db, &text("BEN adm")).await, ["BenAdmin"]);
        assert_eq!(names(db, &text("adasuper@demo.te")).await, ["AdaSuper"]);
        assert_eq!(names(db, &text("小明")).await, ["wang"]);
        assert_eq!(names(db, &text("ada nobody")).await, Vec::<String>::new());
        assert_eq!(names(db, &text("%")).await, Vec::<String>::new());
        assert_eq!(names(db, &text("O'Br")).await, ["O_Brien"]);
        assert_eq!(names(db, &text("brien")).await, ["O_Brien"]);
        assert_eq!(names(db, &text("demo")).await.len(), 4);
    }
}

/// Attack 35: a cursor is a place, never SQL; a foreign one does no harm.
#[tokio::test]
async fn a_made_up_cursor_lists_from_somewhere() {
    for database in database::each_engine().await {
        add(&database.db, named("Ada")).await.unwrap();
        for cursor in [
            "'; DROP TABLE accounts; --",
            "",
            ".",
            "zz.zz",
            "\u{10ffff}",
            "a\0.b",
        ] {
            for searched in ["", "ada"] {
                let query = list::Query {
                    after: Some(cursor.to_owned()),
                    ..text(searched)
                };
                assert!(names(&database.db, &query).await.len() <= 1);
            }
        }
        assert_eq!(names(&database.db, &text("")).await, ["Ada"]);
    }
}

#[tokio::test]
async fn a_status_narrows_the_list() {
    for database in database::each_engine().await {
        let off = add(&database.db, named("Off")).await.unwrap();
        add(&database.db, named("On")).await.unwrap();
        database
            .db
            .write::<_, AccountError, _>(move |tx| {
                Box::pin(async move { store::set_status(tx, &off, Status::Disabled).await })
            })
            .await
            .unwrap();
        for searched in ["", "demo"] {
            let query = list::Query {
                status: Some(Status::Disabled),
                ..text(searched)
            };
            assert_eq!(names(&database.db, &query).await, ["Off"]);
        }
    }
}
