//! What the database holds of codes and tokens: nothing that anybody could use (acceptance,
//! General: codes, tokens and secrets are stored hashed; attack 32).

use atrium::db::{Conn, Reads as _};
use serde_json::Value;
use sqlx::{Column as _, Row as _};

use crate::support::app::TestApp;
use crate::support::database;

/// Every value of every table, as text and as the text behind its bytes.
async fn everything(app: &TestApp) -> String {
    let mut tx = app.db().read().await.unwrap();
    let tables: Vec<String> = match tx.conn() {
        Conn::Sqlite(conn) => {
            let names = "SELECT name FROM sqlite_master WHERE type = 'table'";
            sqlx::query_scalar(names).fetch_all(conn).await.unwrap()
        }
        Conn::Postgres(conn) => {
            let names = "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'";
            sqlx::query_scalar(names).fetch_all(conn).await.unwrap()
        }
    };
    let mut all = String::new();
    for table in tables {
        match tx.conn() {
            Conn::Sqlite(conn) => {
                let rows = sqlx::query(sqlx::AssertSqlSafe(format!("SELECT * FROM {table}")));
                for row in rows.fetch_all(conn).await.unwrap() {
                    for column in row.columns() {
                        let bytes: Option<Vec<u8>> =
                            row.try_get_unchecked(column.ordinal()).unwrap();
                        all.push_str(&String::from_utf8_lossy(&bytes.unwrap_or_default()));
                        all.push('\n');
                    }
                }
            }
            Conn::Postgres(conn) => {
                let rows = format!("SELECT row_to_json(t)::text FROM {table} t");
                let rows: Vec<String> = sqlx::query_scalar(sqlx::AssertSqlSafe(rows))
                    .fetch_all(conn)
                    .await
                    .unwrap();
                all.push_str(&rows.join("\n"));
            }
        }
    }
    all
}

/// Acceptance, General: codes, tokens and cookies are stored hashed.
#[tokio::test]
async fn no_code_and_no_token_stands_in_the_database() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        let rp = app.rp("basic");
        let ask = rp.ask("openid offline_access");
        let code = rp.code(&browser, &ask).await;
        let unspent = everything(&app).await;
        assert!(unspent.contains("DanMember"), "the whole database is read");
        assert!(!unspent.contains(&code), "the code");
        let tokens = rp.exchange(&ask, &code).await.json();
        let secret = |name: &str| -> String {
            let token = tokens[name]
                .as_str()
                .unwrap_or_else(|| panic!("{name}: {tokens}"));
            token.to_owned()
        };
        let machine: Value = app
            .rp("machine")
            .token(&[("grant_type", "client_credentials")])
            .await
            .json();
        let held = everything(&app).await;
        for (what, secret) in [
            ("the code", code.clone()),
            ("the access token", secret("access_token")),
            ("the refresh token", secret("refresh_token")),
            ("the ID token", secret("id_token")),
            (
                "a machine's token",
                machine["access_token"].as_str().unwrap().to_owned(),
            ),
            ("the SSO cookie", browser.session_cookie().unwrap()),
        ] {
            assert!(!held.contains(&secret), "{what}");
            let (head, tail) = (&secret[..secret.len() / 2], &secret[secret.len() / 2..]);
            assert!(
                tail.len() < 16 || !held.contains(tail),
                "the latter half of {what}"
            );
            assert!(
                head.len() < 16 || what == "the ID token" || !held.contains(head),
                "{what}"
            );
        }
    }
}
