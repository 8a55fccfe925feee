//! Codes and tokens in the database cannot be used (codes, tokens and secrets
//! are stored hashed; attack 32).

use atrium::db::{Conn, Engine, Reads as _, SqlQuery};
use serde_json::Value;
use sqlx::{Column as _, Row as _};

use crate::support::app::TestApp;
use crate::support::database;
use crate::support::legacy_app::{acc_login, launched, user_info};
use crate::support::people::PASSWORD;

/// Every value of every table, as text; bytes are converted to text.
async fn everything(app: &TestApp) -> String {
    let mut tx = app.db().read().await.unwrap();
    let names = match tx.engine() {
        Engine::Sqlite => "SELECT name FROM sqlite_master WHERE type = 'table'",
        Engine::Postgres => "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'",
    };
    let tables: Vec<(String,)> = SqlQuery::kept(names).fetch_all(&mut tx).await.unwrap();
    let mut all = String::new();
    for (table,) in tables {
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
            Conn::SqliteWriter(_) => unreachable!("a read"),
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

/// Compares each secret, and each half of it, with everything that is stored.
fn hold(held: &str, secrets: &[(&str, String)]) {
    for (what, secret) in secrets {
        assert!(!held.contains(secret), "{what}");
        let (head, tail) = secret.split_at(secret.len() / 2);
        assert!(
            tail.len() < 16 || !held.contains(tail),
            "the latter half of {what}"
        );
        assert!(
            head.len() < 16 || *what == "the ID token" || !held.contains(head),
            "{what}"
        );
    }
}

/// codes, tokens and cookies are stored hashed.
#[tokio::test]
async fn the_database_contains_no_code_and_no_token() {
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
        let secrets = [
            ("the code", code.clone()),
            ("the access token", secret("access_token")),
            ("the refresh token", secret("refresh_token")),
            ("the ID token", secret("id_token")),
            (
                "a machine's token",
                machine["access_token"].as_str().unwrap().to_owned(),
            ),
            ("the SSO cookie", browser.session_cookie().unwrap()),
        ];
        hold(&everything(&app).await, &secrets);
    }
}

/// the code of mode `code` is not stored either, nor what it is exchanged for, a userToken, or the cookie and
/// form token that bind a pending sign-in.
#[tokio::test]
async fn the_database_contains_no_launch_token_and_no_flow_secret() {
    for database in database::each_engine().await {
        let app = TestApp::on(&database).await;
        let browser = app.browser();
        let begun = browser
            .go("/login?callbackUrl=http://localhost:9200/&appName=OLD")
            .await;
        let form = begun.form("password").unwrap();
        let csrf = form.fields.iter().find(|(name, _)| *name == "csrf");
        let flow = browser.cookie(&app.state().cookies.flow).unwrap();
        let under_way = [
            ("the flow cookie", flow),
            ("the form token", csrf.unwrap().1.clone()),
        ];
        hold(&everything(&app).await, &under_way);

        let away = browser.sign_in(&begun, "DanMember").await;
        let location = away.header("location");
        let token = location.rsplit_once("token=").unwrap().1.to_owned();
        let code = launched(&browser, "OLDCODE", "http://localhost:9201/").await;
        let unspent = [("T", token.clone()), ("the launch code", code.clone())];
        hold(&everything(&app).await, &unspent);

        let answer = user_info(&app, &token, "OLD").await.json();
        assert_eq!(answer["status"], 0, "{answer}");
        let answer = user_info(&app, &code, "OLDCODE").await.json();
        let exchanged = answer["data"]["userToken"].as_str().unwrap().to_owned();
        assert_ne!(exchanged, code);
        let secrets = [
            ("T", token),
            ("the launch code", code),
            ("what it is exchanged for", exchanged),
            (
                "a userToken",
                acc_login(&app, "ChloeManager", PASSWORD).await,
            ),
            ("the SSO cookie", browser.session_cookie().unwrap()),
        ];
        let held = everything(&app).await;
        hold(&held, &secrets);
        hold(&held, &under_way);
    }
}
