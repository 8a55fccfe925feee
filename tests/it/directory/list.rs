//! The list of accounts: its filters, its orders and its search, the same on both engines.

use atrium::db::list::{List, ListError, Paging, WholeList};
use atrium::db::{Db, DbError, Engine, Number, SqlQuery};
use atrium::directory::{
    ACCOUNTS, AccountFilter, AccountRow, NewAccount, Status, accounts_page, accounts_query,
    any_account, find_by_name,
};
use atrium::jobs::{IndexNames, Routine as _};

use super::{NOW, add, named};
use crate::support::{database, rows};

static LISTS: &[&List] = &[&ACCOUNTS];

async fn names(db: &Db, filter: &AccountFilter, sort: &str) -> Vec<String> {
    let rows = pages(db, filter, sort).await.unwrap();
    rows.into_iter().map(|account| account.username).collect()
}

/// Every account that `filter` lets through, two on a page.
async fn pages(db: &Db, filter: &AccountFilter, sort: &str) -> Result<Vec<AccountRow>, ListError> {
    let mut paging = Paging {
        page_size: 2,
        sort: Some(sort.to_owned()),
        ..Paging::default()
    };
    let mut rows = Vec::new();
    loop {
        let mut view = db.read().await.unwrap();
        let page = accounts_page(&mut view, filter, &paging).await?;
        assert!(page.rows.len() <= 2);
        rows.extend(page.rows);
        let total = usize::try_from(page.total).unwrap();
        assert!(rows.len() <= total && !page.more);
        let Some(next) = page.next else {
            assert_eq!(rows.len(), total);
            return Ok(rows);
        };
        paging.cursor = Some(next);
    }
}

fn text(text: &str) -> AccountFilter {
    AccountFilter {
        context: Some(text.to_owned()),
        ..AccountFilter::default()
    }
}

async fn found(db: &Db, context: &str) -> Vec<String> {
    names(db, &text(context), "username").await
}

#[tokio::test]
async fn pages_follow_one_another_without_gap_or_repeat() {
    for database in database::each_engine().await {
        let db = &database.db;
        assert!(!any_account(&mut db.read().await.unwrap()).await.unwrap());
        for name in ["eve", "Ada", "chloe", "Ben", "dan"] {
            add(db, named(name)).await.unwrap();
        }
        assert!(any_account(&mut db.read().await.unwrap()).await.unwrap());
        let mut all = ["Ada", "Ben", "chloe", "dan", "eve"];
        assert_eq!(names(db, &text(""), "username").await, all);
        assert_eq!(names(db, &text("  "), "email").await, all);
        all.reverse();
        assert_eq!(names(db, &text(""), "-fullName").await, all);
    }
}

/// C-038: any part of two characters or more, in names and mail, and single Chinese characters.
#[tokio::test]
async fn any_part_of_a_name_is_found() {
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
        assert_eq!(found(db, "dmi").await, ["AdaSuper", "BenAdmin"]);
        assert_eq!(found(db, "BEN adm").await, ["BenAdmin"]);
        assert_eq!(found(db, "njam").await, ["BenAdmin"]);
        assert_eq!(found(db, "asuper@demo.te").await, ["AdaSuper"]);
        assert_eq!(found(db, "小明").await, ["wang"]);
        assert_eq!(found(db, "小").await, ["wang"]);
        assert_eq!(found(db, "王明").await, Vec::<String>::new());
        for pinyin in ["wangxiao", "aoming", "wxm", "XM"] {
            assert_eq!(found(db, pinyin).await, ["wang"], "{pinyin}");
        }
        assert_eq!(found(db, "ada nobody").await, Vec::<String>::new());
        assert_eq!(
            found(db, "ada r").await,
            ["AdaSuper"],
            "one letter beside a word"
        );
        assert_eq!(found(db, "00%").await, ["O_Brien"]);
        assert_eq!(found(db, "O_B").await, ["O_Brien"]);
        assert_eq!(found(db, "b_n").await, Vec::<String>::new());
        assert_eq!(found(db, "O'Br").await, ["O_Brien"]);
        assert_eq!(found(db, "ＤＥＭＯ").await.len(), 4);
        assert_eq!(found(db, "' OR 1=1").await, Vec::<String>::new());
        assert_eq!(found(db, "minadmi").await, Vec::<String>::new());
        for short in ["a", "%", "é", "a b"] {
            let refused = pages(db, &text(short), "username").await;
            assert!(matches!(refused, Err(ListError::Search)), "{short}");
        }
    }
}

/// Accounts that are not in the search index are indexed in the background; a second round finds nothing to do.
#[tokio::test]
async fn accounts_without_a_number_are_indexed() {
    for database in database::each_engine().await {
        let db = &database.db;
        for n in 0..101 {
            add(db, named(&format!("Old{n}"))).await.unwrap();
        }
        let forget = [
            "DELETE FROM search_grams",
            "DELETE FROM search_numbers",
            "UPDATE accounts SET search_number = NULL, search_text = '', full_name_key = ''",
        ];
        for sql in forget {
            run(db, sql).await;
        }
        assert_eq!(found(db, "ld10").await, Vec::<String>::new());
        for _ in 0..2 {
            IndexNames(LISTS).run(db, NOW).await.unwrap();
            assert_eq!(found(db, "ld10").await, ["Old10", "Old100"]);
        }
        assert_eq!(names(db, &text("old9"), "fullName").await.len(), 11);
        let sorted = names(db, &text("old10"), "-fullName").await;
        assert_eq!(sorted, ["Old100", "Old10"]);
    }
}

/// Decision 0083: names that were indexed before they were read are read in the background, once.
#[tokio::test]
async fn names_of_an_older_index_are_read() {
    for database in database::each_engine().await {
        let db = &database.db;
        let new = NewAccount {
            full_name: "王小明".to_owned(),
            ..named("wang")
        };
        add(db, new).await.unwrap();
        let older = [
            "UPDATE accounts SET name_readings = ''",
            "INSERT INTO search_unread (noun, number) SELECT 'a', search_number FROM accounts",
            "INSERT INTO search_unread (noun, number) VALUES ('a', 4711)",
        ];
        for sql in older {
            run(db, sql).await;
        }
        for _ in 0..2 {
            IndexNames(LISTS).run(db, NOW).await.unwrap();
            let mut view = db.read().await.unwrap();
            let left = "SELECT COUNT(*) FROM search_unread WHERE noun = $1";
            assert_eq!(rows::number(&mut view, left, "a").await, Some(0));
            let read = "SELECT COUNT(*) FROM accounts WHERE name_readings = $1";
            let readings = "wangxiaoming\nyuxiaoming\nwangxiaomeng\nyuxiaomeng\nwxm\nyxm";
            assert_eq!(rows::number(&mut view, read, readings).await, Some(1));
        }
        assert_eq!(found(db, "xiaoming").await, ["wang"]);
    }
}

/// Decision 0040: a name can have all grams of a word without having the word. Such rows are not counted: `found`
/// compares the total with the rows.
#[tokio::test]
async fn names_with_all_grams_of_a_word_alone_are_not_counted() {
    for database in database::each_engine().await {
        let db = &database.db;
        for (username, full_name) in [("Benadm", "Nadmin"), ("BenAdmin", "Ben")] {
            let new = NewAccount {
                full_name: full_name.to_owned(),
                ..named(username)
            };
            add(db, new).await.unwrap();
        }
        assert_eq!(found(db, "benadmin").await, ["BenAdmin"]);
        assert_eq!(found(db, "nadmin").await.len(), 2);
        if db.engine() == Engine::Postgres {
            let mut view = db.read().await.unwrap();
            let same = "SELECT COUNT(*) FROM search_grams g JOIN accounts a ON a.search_number = g.rowid \
                WHERE g.text = a.search_text AND a.id <> $1";
            assert_eq!(rows::number(&mut view, same, "").await, Some(2));
        }
        run(db, "UPDATE accounts SET full_name = 'Nobody'").await;
        for username in ["Benadm", "BenAdmin"] {
            reindex(db, username).await;
        }
        assert_eq!(found(db, "benadmin").await, ["BenAdmin"]);
        assert_eq!(found(db, "nadmin").await, ["BenAdmin"]);
    }
}

/// Indexes the names of an account again, as every function that writes one does.
async fn reindex(db: &Db, username: &'static str) {
    db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            let account = find_by_name(tx, username).await?.unwrap();
            ACCOUNTS.index_names(tx, account.id).await
        })
    })
    .await
    .unwrap();
}

async fn run(db: &Db, sql: &'static str) {
    db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { SqlQuery::kept(sql).execute(tx).await.map(drop) })
    })
    .await
    .unwrap();
}

/// An unreadable row hides neither its page nor the pages after it. A file would hide it, so it fails.
#[tokio::test]
async fn a_damaged_row_leaves_the_rest_of_its_page() {
    for database in database::each_engine().await {
        let db = &database.db;
        for name in ["Ada", "Ben", "Chloe", "Dan", "Eve"] {
            add(db, named(name)).await.unwrap();
        }
        run(
            db,
            "UPDATE accounts SET status = 7 WHERE username IN ('Ben', 'Chloe')",
        )
        .await;
        let mut paging = Paging {
            page_size: 2,
            sort: Some("username".to_owned()),
            ..Paging::default()
        };
        let all = AccountFilter::default();
        let mut view = db.read().await.unwrap();
        let mut shown = Vec::new();
        for page_num in 1..=3 {
            let numbered = Paging {
                page_num,
                ..paging.clone()
            };
            let numbered = accounts_page(&mut view, &all, &numbered).await.unwrap();
            let page = accounts_page(&mut view, &all, &paging).await.unwrap();
            assert_eq!((page.total, numbered.total), (5, 5));
            let names = |rows: &[AccountRow]| -> Vec<String> {
                rows.iter()
                    .map(|account| account.username.clone())
                    .collect()
            };
            assert_eq!(names(&page.rows), names(&numbered.rows));
            shown.push(names(&page.rows));
            paging.cursor = page.next;
        }
        assert_eq!(shown, [vec!["Ada"], vec!["Dan"], vec!["Eve"]]);
        let mut file = WholeList::of(accounts_query(&all, &Paging::default()).unwrap());
        let piece = file.next::<AccountRow>(&mut view).await;
        let Err(ListError::Db(error)) = piece else {
            panic!("{piece:?}");
        };
        assert_eq!(error.damaged_column(), Some("status"));
    }
}

#[tokio::test]
async fn filters_narrow_the_list_alone_and_together() {
    for database in database::each_engine().await {
        let db = &database.db;
        let off = add(db, named("Off")).await.unwrap();
        let admin = NewAccount {
            sup_admin: true,
            must_change_password: true,
            ..named("Admin")
        };
        add(db, admin).await.unwrap();
        let newcomer = NewAccount {
            must_change_password: true,
            ..named("Newcomer")
        };
        add(db, newcomer).await.unwrap();
        db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move { rows::status(tx, &off, Status::Disabled).await })
        })
        .await
        .unwrap();
        let all = AccountFilter::default;
        for (filter, expected) in [
            (
                AccountFilter {
                    account_status: Some(Number(Status::Disabled)),
                    ..all()
                },
                &["Off"][..],
            ),
            (
                AccountFilter {
                    account_status: Some(Number(Status::Enabled)),
                    must_change_password: Some(true),
                    ..all()
                },
                &["Admin", "Newcomer"],
            ),
            (
                AccountFilter {
                    sup_admin: Some(false),
                    must_change_password: Some(true),
                    ..text("demo")
                },
                &["Newcomer"],
            ),
            (
                AccountFilter {
                    agency_id: Some("nowhere".to_owned()),
                    ..all()
                },
                &[],
            ),
        ] {
            for sort in ["username", "email"] {
                assert_eq!(names(db, &filter, sort).await, expected, "{filter:?}");
            }
        }
    }
}
