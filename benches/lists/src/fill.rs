//! Fills a database with the rows that the server would write, but faster: many rows per statement,
//! and indexes last.

use atrium::db::search::{Entry, Noun, folded};
use atrium::db::{Conn, Db, DbError, Reads as _};
use sqlx::{AssertSqlSafe, Row as _};

use super::Fault;
use super::people::{mixed, person};

/// Rows per statement.
const AT_ONCE: i64 = 500;
/// 2026-11-22.
const NOW: i64 = 1_795_300_000_000;

/// Adds the accounts, unless there are some already. Returns true if it added them.
pub async fn accounts(db: &Db, all: i64) -> Result<bool, Fault> {
    if atrium::directory::any_account(&mut db.read().await?).await? {
        return Ok(false);
    }
    run(db, vec![organisations()]).await?;
    let indexes = indexes(db, "accounts").await?;
    let dropped = indexes.iter().map(|(name, _)| format!("DROP INDEX {name}"));
    run(db, dropped.collect()).await?;
    let mut n = 0;
    while n < all {
        let end = (n + AT_ONCE * 20).min(all);
        let mut statements = Vec::new();
        while n < end {
            let rows = n..(n + AT_ONCE).min(end);
            n = rows.end;
            statements.extend(rows_of(rows));
        }
        run(db, statements).await?;
    }
    let made = indexes.into_iter().map(|(_, text)| text).collect();
    run(db, made).await?;
    analyse(
        db,
        &["VACUUM ANALYZE accounts", "VACUUM ANALYZE search_grams"],
    )
    .await?;
    Ok(true)
}

/// Runs these statements on PostgreSQL, where autovacuum would do so by itself.
pub async fn analyse(db: &Db, statements: &[&'static str]) -> Result<(), Fault> {
    let mut view = db.read().await?;
    if let Conn::Postgres(conn) = view.conn() {
        for sql in [&["SET statement_timeout = 0", "COMMIT"], statements].concat() {
            drop(sqlx::query(sql).execute(&mut *conn).await);
        }
    }
    Ok(())
}

fn organisations() -> String {
    let agency = |n| format!("('agency{n}', 'Agency {n}', 0)");
    let agencies: Vec<String> = (0..40).map(agency).collect();
    let company = |n| format!("('company{n}', 'Company {n}', 'agency{}', 0)", n % 40);
    let companies: Vec<String> = (0..400).map(company).collect();
    format!(
        "INSERT INTO agencies (id, name, created_at) VALUES {}; \
         INSERT INTO companies (id, name, agency_id, created_at) VALUES {}",
        agencies.join(", "),
        companies.join(", ")
    )
}

/// The statements that write these accounts and their search rows.
fn rows_of(numbers: std::ops::Range<i64>) -> [String; 2] {
    let (mut accounts, mut grams) = (Vec::new(), Vec::new());
    for n in numbers {
        let person = person(n);
        let names = [
            Some(&person.username),
            Some(&person.full_name),
            person.email.as_ref(),
        ];
        let entry = Entry::of(Noun("a"), names.into_iter().flatten().map(String::as_str));
        let email = |text: Option<&str>| text.map_or("NULL".to_owned(), quoted);
        let status = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2][index(n, 20, 20)];
        let status = if index(n, 21, 1_000) == 0 { 1 } else { status };
        let last = (index(n, 22, 10) < 7).then(|| NOW - ago(n, 23, 90));
        accounts.push(format!(
            "('{id}', {name}, {name_key}, {mail}, {mail_key}, 1, {full}, 'x', 0, {must}, {status}, '', 'agency{a}', \
             'company{c}', {sup}, 0, 0, '{{}}', 0, {last}, {made}, {made}, {full_key}, {number}, {text})",
            id = uuid::Builder::from_u128(u128::from(mixed(n, 30)) << 64 | u128::from(mixed(n, 31))).into_uuid(),
            name = quoted(&person.username),
            name_key = quoted(&folded(&person.username)),
            mail = email(person.email.as_deref()),
            mail_key = email(person.email.as_deref().map(folded).as_deref()),
            full = quoted(&person.full_name),
            must = i32::from(index(n, 24, 30) == 0),
            a = mixed(n, 9) % 40,
            c = mixed(n, 9) % 40 + 40 * (mixed(n, 25) % 10),
            sup = i32::from(index(n, 26, 20_000) == 0),
            last = last.map_or("NULL".to_owned(), |last| last.to_string()),
            made = NOW - ago(n, 27, 2_000),
            full_key = quoted(&folded(&person.full_name)),
            number = n + 1,
            text = quoted(entry.text()),
        ));
        grams.push(format!("({}, '{}')", n + 1, entry.grams()));
    }
    [
        format!(
            "INSERT INTO accounts (id, username, username_key, email, email_key, email_verified, full_name, \
             password_hash, password_changed_at, must_change_password, status, lang, agency_id, company_id, sup_admin, \
             user_manager, wechat_bound, claims, login_count, last_login_at, created_at, updated_at, full_name_key, \
             search_number, search_text) VALUES {}",
            accounts.join(", ")
        ),
        format!(
            "INSERT INTO search_grams (rowid, grams) VALUES {}",
            grams.join(", ")
        ),
    ]
}

fn index(n: i64, salt: i64, of: u64) -> usize {
    usize::try_from(mixed(n, salt) % of).unwrap_or(0)
}

/// A number of milliseconds, at most `days` days.
fn ago(n: i64, salt: i64, days: u64) -> i64 {
    i64::try_from(mixed(n, salt) % (days * 86_400_000)).unwrap_or(0)
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// The indexes of `table` that a statement created: the name and the statement of each.
pub async fn indexes(db: &Db, table: &'static str) -> Result<Vec<(String, String)>, Fault> {
    let mut view = db.read().await?;
    let rows = match view.conn() {
        Conn::Sqlite(conn) => {
            let sql = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = $1 AND sql IS NOT NULL";
            let rows = sqlx::query(sql).bind(table).fetch_all(conn).await?;
            rows.iter().map(|row| (row.get(0), row.get(1))).collect()
        }
        Conn::Postgres(conn) => {
            let sql = "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = $1 AND indexdef NOT LIKE '%UNIQUE%'";
            let rows = sqlx::query(sql).bind(table).fetch_all(conn).await?;
            rows.iter().map(|row| (row.get(0), row.get(1))).collect()
        }
    };
    Ok(rows)
}

pub async fn run(db: &Db, statements: Vec<String>) -> Result<(), DbError> {
    db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            for sql in statements {
                let done = match tx.conn() {
                    Conn::Sqlite(conn) => sqlx::raw_sql(AssertSqlSafe(sql))
                        .execute(conn)
                        .await
                        .map(drop),
                    Conn::Postgres(conn) => {
                        let free = "SET LOCAL statement_timeout = 0";
                        sqlx::raw_sql(free).execute(&mut *conn).await?;
                        sqlx::raw_sql(AssertSqlSafe(sql))
                            .execute(conn)
                            .await
                            .map(drop)
                    }
                };
                done?;
            }
            Ok(())
        })
    })
    .await
}
