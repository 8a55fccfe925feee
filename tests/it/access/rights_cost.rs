//! The cost of reading the rights of a person.

use atrium::access::{AccessCode, Rights};
use atrium::db::{Db, DbError, SqlQuery};
use atrium::directory::Account;

use super::account;
use super::union::{LIST, PUBLISHED, give_group_right, products, right};
use crate::support::{database, steps};

/// The rights that 5,000 groups of a person give in other products cost nothing. SQLite counts its
/// steps.
#[tokio::test]
async fn rights_in_other_products_cost_nothing() {
    const GROUPS: &[&str] = &[
        "INSERT INTO groups (id, name, admin_msg, status, created_at) \
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) \
         SELECT 'g' || i, 'G', '', 0, 0 FROM n WHERE $1 <> ''",
        "INSERT INTO memberships (account_id, group_id, status, created_at) SELECT $1, id, 0, 0 FROM groups",
    ];
    const RIGHTS_ELSEWHERE: &[&str] = &[
        "INSERT INTO access_rights (id, product_id, code, name, kind, description, status, draft, published_code, \
         published_status, created_at) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20) \
         SELECT 'x' || i, 2, 'code' || i, 'x', 0, '', 0, 0, 'code' || i, 0, 0 FROM n WHERE $1 <> ''",
        "INSERT INTO group_rights (group_id, product_id, right_id, state) \
         SELECT g.id, 2, x.id, 0 FROM groups g CROSS JOIN access_rights x WHERE $1 <> ''",
    ];
    let database = database::sqlite().await;
    let db = &database.db;
    products(db).await;
    let dan = account(db, "dan", None).await;
    run(db, GROUPS, &dan).await;
    right(db, "list", 1, LIST).await;
    give_group_right(db, "g77", "list", PUBLISHED).await;
    let before = steps_of_rights(db, &dan).await;
    assert!(before > 5_000, "{before}");
    run(db, RIGHTS_ELSEWHERE, &dan).await;
    let after = steps_of_rights(db, &dan).await;
    assert!(after <= before + 1_000, "{before} steps became {after}");
}

/// Runs statements of SQLite that take the id of a person.
async fn run(db: &Db, statements: &'static [&'static str], person: &Account) {
    let id = person.id.clone();
    let ran = db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            for sql in statements {
                SqlQuery::kept(*sql).bind(&id).execute(tx).await?;
            }
            Ok(())
        })
    });
    ran.await.unwrap();
}

/// The steps that SQLite takes to read the rights of a person, who may open the list of accounts and nothing else.
async fn steps_of_rights(db: &Db, person: &Account) -> u64 {
    let person = person.clone();
    let read = steps::counted(db, move |tx| {
        Box::pin(async move { Rights::of(tx, &person).await })
    });
    let (rights, steps) = read.await;
    assert_eq!(rights.codes, [AccessCode::AccountListView].into());
    steps
}

/// The rights of a person, and of all accounts on a page, are read by indexes alone.
#[tokio::test]
async fn rights_are_read_by_indexes() {
    let databases = database::each_engine().await;
    let db = &databases[0].db;
    let file = atrium::access::STATEMENTS
        .iter()
        .find(|(file, _)| *file == "access/store/rights.rs");
    for (name, sql) in file
        .unwrap()
        .1
        .iter()
        .filter(|(name, _)| name.starts_with("FACTS") || name.starts_with("CODES"))
    {
        let mut tx = db.read().await.unwrap();
        let explain = SqlQuery::composed(format!("EXPLAIN QUERY PLAN {sql}"));
        let plan: Vec<(i64, i64, i64, String)> = explain.fetch_all(&mut tx).await.unwrap();
        for (.., line) in plan {
            // The results of subqueries have no index and are small.
            let is_result = ["SCAN managed", "SCAN of_roles", "SCAN CONSTANT ROW"]
                .iter()
                .any(|scan| line.starts_with(scan));
            assert!(!line.starts_with("SCAN") || is_result, "{name}: {line}");
        }
    }
}
