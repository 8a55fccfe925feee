//! Every way to find the rows of a narrowed list gives the rows of a plain statement.

use std::collections::BTreeSet;

use atrium::db::list::{Driver, Paging, Query, Range, Statement};
use atrium::db::{Conn, Db, DbError, ReadTx, Reads as _, SqlQuery, SqlValue};
use atrium::directory::{ACCOUNTS, AccountError, NewAccount, Status};
use atrium::groups::{self, MEMBERS};
use sqlx::{AssertSqlSafe, Row as _};

use crate::access::NOW;
use crate::support::{database, people, rows};

const NAMES: [&str; 6] = [
    "Ana Garcia",
    "王伟",
    "James Smith",
    "Rosa García",
    "Garciela Wei",
    "Olga Lee",
];

/// The values of a text column in the order of the rows; without a name, the number in the first column.
async fn column(view: &mut ReadTx, statement: Statement, column: &str) -> Vec<String> {
    let (text, binds) = statement.into_parts();
    macro_rules! run {
        ($conn:expr) => {{
            let mut query = sqlx::query(AssertSqlSafe(text));
            for bind in binds {
                query = match bind {
                    SqlValue::Null => unreachable!("a list binds no NULL"),
                    SqlValue::Number(number) => query.bind(number),
                    SqlValue::Text(text) => query.bind(text),
                };
            }
            let rows = query.fetch_all(&mut *$conn).await.unwrap();
            let rows = rows.iter();
            rows.map(|row| match column {
                "" => row.get::<i64, _>(0).to_string(),
                name => row.get::<String, _>(name),
            })
            .collect()
        }};
    }
    match view.conn() {
        Conn::Sqlite(conn) => run!(conn),
        Conn::SqliteWriter(_) => unreachable!("a read"),
        Conn::Postgres(conn) => run!(conn),
    }
}

/// The members of `group` in the order of their names, by a statement that uses no index.
async fn plain(view: &mut ReadTx, group: &str, status: Option<i64>, word: &str) -> Vec<String> {
    let status = status.map_or(String::new(), |status| format!(" AND m.status = {status}"));
    let sql = format!(
        "SELECT a.id FROM accounts a JOIN memberships m ON m.account_id = a.id \
         WHERE m.group_id = '{group}'{status} AND a.search_text LIKE '%{word}%' ORDER BY a.username_key COLLATE \"C\""
    );
    let ids = SqlQuery::composed(sql).fetch_all(view).await.unwrap();
    ids.into_iter().map(|(id,)| id).collect()
}

async fn run(db: &Db, sql: &str) {
    let sql = sql.to_owned();
    db.write::<_, DbError, _>(move |tx| Box::pin(rows::run(tx, sql)))
        .await
        .unwrap();
}

/// Sixty people in two groups.
async fn fill(db: &Db) -> Vec<String> {
    let added = db.write::<_, AccountError, _>(|tx| {
        Box::pin(async move {
            for group in ["media", "research"] {
                groups::save(tx, group, group, "", NOW).await?;
            }
            let mut ids = Vec::new();
            for n in 0..60 {
                let new = NewAccount {
                    username: format!("person{n}"),
                    full_name: format!("{} {n}", NAMES[n % NAMES.len()]),
                    ..NewAccount::default()
                };
                let id = people::add(tx, new, NOW).await?;
                for (group, each) in [("media", 2), ("research", 3)] {
                    if n % each == 0 {
                        let status = if n % 4 == 0 {
                            Status::Enabled
                        } else {
                            Status::Processing
                        };
                        groups::set_membership(tx, &id, group, status, NOW).await?;
                    }
                }
                ids.push(id);
            }
            Ok(ids)
        })
    });
    added.await.unwrap()
}

fn query(group: &str, status: Option<i64>, word: &str) -> Query {
    let filter = |name| {
        MEMBERS
            .filters
            .iter()
            .find(|filter| filter.name == name)
            .unwrap()
    };
    let paging = Paging {
        sort: Some("username".to_owned()),
        ..Paging::default()
    };
    let query = MEMBERS.query(&paging).unwrap();
    let query = match status {
        Some(status) => query.only_all(filter("status"), vec![group.into(), status.into()]),
        None => query.only(filter("group"), Some(group)),
    };
    query.search(Some(word)).unwrap()
}

/// Compares every way to find the members with the plain statement.
async fn check(db: &Db, after: &str) {
    let view = &mut db.read().await.unwrap();
    let mut both = 0;
    for (group, status) in [
        ("media", None),
        ("media", Some(0)),
        ("research", None),
        ("research", Some(1)),
    ] {
        // Searches: one gram, several grams, a script without spaces, no match.
        for word in ["gar", "garcia", "王", "smith", "nobody"] {
            let expected = plain(view, group, status, word).await;
            let query = query(group, status, word);
            let range = Range {
                limit: 100,
                ..Range::default()
            };
            for driver in query.drivers() {
                let named = format!("{group} {status:?} {word} by {driver:?}, {after}");
                for most in [None, Some(1_000)] {
                    let gathered = query.gather(db.engine(), driver, (range, most));
                    assert_eq!(column(view, gathered, "id").await, expected, "{named}");
                }
                let count = query.count(db.engine(), Some(driver), 1_000);
                assert_eq!(
                    column(view, count, "").await,
                    [expected.len().to_string()],
                    "{named}"
                );
                if matches!(driver, Driver::Both(_)) {
                    both += expected.len();
                    let count = query.count_driver(db.engine(), driver, 1_000);
                    let count: usize = column(view, count, "").await[0].parse().unwrap();
                    assert!(count >= expected.len(), "{named}: {count}");
                }
            }
        }
    }
    assert!(both > 0, "nobody was searched in both ways, {after}");
}

/// A name among the members of a group; `account_number` of memberships is true after every change.
#[tokio::test]
async fn every_way_finds_the_rows_of_a_plain_statement() {
    for database in database::each_engine().await {
        let db = &database.db;
        let ids = fill(db).await;
        check(db, "at first").await;
        // Accounts that a migration or a bulk load wrote have no number until the server indexes them.
        run(
            db,
            "UPDATE accounts SET search_number = NULL, search_text = ''",
        )
        .await;
        check_numbers(db).await;
        run(db, "DELETE FROM memberships WHERE group_id = 'research'").await;
        let last = ids[59].clone();
        let joined = format!(
            "INSERT INTO memberships (account_id, group_id, status, created_at) VALUES ('{last}', 'research', 1, 0)"
        );
        run(db, &joined).await;
        for id in ids {
            let indexed =
                db.write::<_, DbError, _>(move |tx| Box::pin(ACCOUNTS.index_names(tx, id)));
            indexed.await.unwrap();
        }
        check_numbers(db).await;
        run(
            db,
            "INSERT INTO memberships (account_id, group_id, status, created_at) \
            SELECT id, 'research', 0, 0 FROM accounts WHERE full_name LIKE '%Garcia%'",
        )
        .await;
        check_numbers(db).await;
        check(db, "indexed again").await;
    }
}

/// Every membership has the number of its account.
async fn check_numbers(db: &Db) {
    let sql = "SELECT m.group_id FROM memberships m JOIN accounts a ON a.id = m.account_id \
        WHERE COALESCE(m.account_number, 0) <> COALESCE(a.search_number, 0)";
    let view = &mut db.read().await.unwrap();
    let wrong: Vec<(String,)> = SqlQuery::kept(sql).fetch_all(view).await.unwrap();
    assert_eq!(wrong.iter().collect::<BTreeSet<_>>().len(), 0, "{wrong:?}");
}
