//! Two transactions at once on PostgreSQL: a token that is issued while its session ends must end too or be
//! refused (attacks 11 and 24). SQLite has one writer, so this cannot happen there.
//!
//! Each pair runs in both orders. The first is paused before its commit and the second begins. The first may
//! commit only when the second waits for its row, or has finished without waiting, which would be the defect.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use atrium::audit::PasswordChange;
use atrium::clock::MINUTE;
use atrium::db::{Db, DbError, Engine, SqlQuery};
use atrium::directory::change_password::{self, ChangePasswordError};
use atrium::i18n::language::Language;
use atrium::sessions::{backchannel, end};
use futures_util::future::LocalBoxFuture;
use sqlx::{Connection as _, Executor as _, PgConnection};
use tokio::sync::Notify;
use zeroize::Zeroizing;

use crate::support::app::{Answer, TestApp};
use crate::support::browser::Browser;
use crate::support::database::{self, TestDatabase, waiting};
use crate::support::relying_party::Ask;
use crate::support::rows;

/// The point where the first transaction is paused.
enum Hold {
    /// In a transaction of the test, between its last statement and its commit.
    Gate(Gate),
    /// In production code, at its audit entry of one kind, which it writes last. The other writes entries of
    /// other kinds, so only a lock of the first can make it wait.
    Audit(PgConnection),
}

#[derive(Clone, Default)]
struct Gate {
    reached: Arc<Notify>,
    open: Arc<Notify>,
}

impl Gate {
    async fn wait(&self) {
        self.reached.notify_one();
        self.open.notified().await;
    }
}

impl Hold {
    async fn audit(database: &TestDatabase, kind: &str) -> Self {
        let mut conn = PgConnection::connect(&database.url).await.unwrap();
        let held_up = format!(
            "CREATE FUNCTION held_up() RETURNS trigger LANGUAGE plpgsql AS \
             'BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NEW; END'; \
             CREATE TRIGGER held_up BEFORE INSERT ON audit_arrivals FOR EACH ROW \
             WHEN (NEW.kind = '{kind}') EXECUTE FUNCTION held_up(); \
             SELECT pg_advisory_lock(1)"
        );
        let held_up = sqlx::AssertSqlSafe(held_up);
        conn.execute(sqlx::raw_sql(held_up)).await.unwrap();
        Self::Audit(conn)
    }

    /// Returns when the first is paused, with the number of statements that wait for a lock.
    async fn reached(&self, db: &Db) -> i64 {
        match self {
            Self::Gate(gate) => {
                gate.reached.notified().await;
                0
            }
            Self::Audit(_) => {
                while waiting(db).await == 0 {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
                1
            }
        }
    }

    async fn release(self) {
        match self {
            Self::Gate(gate) => gate.open.notify_one(),
            Self::Audit(conn) => conn.close().await.unwrap(),
        }
    }
}

/// Runs `second` while `first` is paused before its commit, and returns both answers.
fn overlap<'a, A: 'a, B: 'a>(
    db: &'a Db,
    hold: Hold,
    first: impl Future<Output = A> + 'a,
    second: impl Future<Output = B> + 'a,
) -> LocalBoxFuture<'a, (A, B)> {
    Box::pin(async move {
        let (held, through) = (Notify::new(), AtomicBool::new(false));
        let second = async {
            held.notified().await;
            let answer = second.await;
            through.store(true, Ordering::SeqCst);
            answer
        };
        let conduct = async {
            let before = hold.reached(db).await;
            held.notify_one();
            while waiting(db).await <= before && !through.load(Ordering::SeqCst) {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            hold.release().await;
        };
        let all = async { tokio::join!(first, second, conduct) };
        let all = tokio::time::timeout(Duration::from_secs(60), all).await;
        let (first, second, ()) = all.expect("one waits for the other for ever");
        (first, second)
    })
}

/// The server on PostgreSQL, if there is one.
async fn on_postgres() -> Option<(TestApp, TestDatabase)> {
    let databases = database::each_engine().await.into_iter();
    let mut postgres = databases.filter(|database| database.db.engine() == Engine::Postgres);
    let database = postgres.next()?;
    Some((TestApp::on(&database).await, database))
}

/// Changes Dan's password and ends everything of his, as every way of changing it does.
async fn change_password(app: &TestApp, gate: Option<Gate>) {
    let state = app.state();
    let dan = app.account("DanMember").await;
    let password = Zeroizing::new("another password".to_owned());
    let new = change_password::prepare(&state.sign_in, &dan, password, Language::EnUs)
        .await
        .unwrap();
    let (audit, clients) = (app.audit(), state.clients.clone());
    let done = app.db().write::<_, ChangePasswordError, _>(move |tx| {
        Box::pin(async move {
            end::replace_password(tx, new, PasswordChange::Forced, &audit, &clients).await?;
            if let Some(gate) = gate {
                gate.wait().await;
            }
            Ok(())
        })
    });
    done.await.unwrap();
}

/// How many sessions of Dan's have not ended.
async fn sessions(app: &TestApp) -> i64 {
    let dan = app.account("DanMember").await.id;
    let mut tx = app.db().read().await.unwrap();
    let sql = "SELECT COUNT(*) FROM sso_sessions WHERE account_id = $1 AND ended_at IS NULL";
    let (count,) = SqlQuery::kept(sql)
        .bind(dan)
        .fetch_one(&mut tx)
        .await
        .unwrap();
    count
}

/// Attack 11: a sign-in with the old password is not valid after the change.
#[tokio::test]
async fn attack_11_a_sign_in_does_not_outlive_a_changed_password() {
    for change_first in [false, true] {
        let Some((app, database)) = on_postgres().await else {
            return;
        };
        let browser = app.browser();
        let page = browser.go("/login").await;
        let sign_in = browser.sign_in(&page, "DanMember");
        if change_first {
            let gate = Gate::default();
            let change = change_password(&app, Some(gate.clone()));
            overlap(app.db(), Hold::Gate(gate), change, sign_in).await;
        } else {
            let hold = Hold::audit(&database, "sign_in.succeeded").await;
            overlap(app.db(), hold, sign_in, change_password(&app, None)).await;
        }
        assert_eq!(sessions(&app).await, 0, "change first: {change_first}");
    }
}

/// A code of `client` for Dan, who is signed in at `browser`.
async fn code(app: &TestApp, browser: &Browser<'_>, client: &str) -> (Ask, String) {
    let rp = app.rp(client);
    let ask = rp.ask("openid offline_access").with("prompt", "consent");
    let mut page = browser.go(&ask.url()).await;
    if page.form("decision").is_some() {
        page = browser.submit(&page, &[("decision", "allow")]).await;
    }
    let code = rp.outcome(&ask, &page).code();
    (ask, code)
}

/// True if the exchange gave no token, or an invalid one.
async fn is_dead(app: &TestApp, client: &str, exchanged: &Answer) -> bool {
    if exchanged.status != 200 {
        assert_eq!(exchanged.error(), "invalid_grant");
        return true;
    }
    let tokens = exchanged.json();
    let refresh = tokens["refresh_token"].as_str().unwrap();
    app.rp(client).refresh(refresh).await.status == 400
}

/// Attack 11: an offline grant whose code is exchanged at that moment is not valid either.
#[tokio::test]
async fn attack_11_an_exchange_does_not_outlive_a_changed_password() {
    for change_first in [false, true] {
        let Some((app, database)) = on_postgres().await else {
            return;
        };
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        let (ask, code) = code(&app, &browser, "basic").await;
        let rp = app.rp("basic");
        let exchange = rp.exchange(&ask, &code);
        let exchanged = if change_first {
            let gate = Gate::default();
            let change = change_password(&app, Some(gate.clone()));
            overlap(app.db(), Hold::Gate(gate), change, exchange)
                .await
                .1
        } else {
            let hold = Hold::audit(&database, "token.granted").await;
            overlap(app.db(), hold, exchange, change_password(&app, None))
                .await
                .0
        };
        assert!(is_dead(&app, "basic", &exchanged).await, "{exchanged:?}");
    }
}

/// Ends the session `sid` as a logout does.
async fn log_out(app: &TestApp, sid: &str, gate: Option<Gate>) {
    let (sid, audit) = (sid.to_owned(), app.audit());
    let clients = app.state().clients.clone();
    let done = app.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            assert!(end::sign_out_of(tx, &sid, &audit, &clients).await?);
            if let Some(gate) = gate {
                gate.wait().await;
            }
            Ok(())
        })
    });
    done.await.unwrap();
}

/// How many logout notices still wait; the client listens nowhere.
async fn waiting_notices(app: &TestApp) -> i64 {
    let mut tx = app.db().read().await.unwrap();
    let notices = SqlQuery::kept("SELECT COUNT(*) FROM jobs WHERE kind = $1");
    let count = notices.bind(backchannel::KIND).fetch_one(&mut tx);
    let (count,) = count.await.unwrap();
    count
}

/// Back-Channel Logout 2.3: a client that gets tokens while the person signs out is notified, or gets no
/// tokens.
#[tokio::test]
async fn an_exchange_during_a_logout_is_notified_or_refused() {
    for logout_first in [false, true] {
        let Some((app, database)) = on_postgres().await else {
            return;
        };
        let browser = app.browser();
        let sid = browser.sign_in_directly("DanMember").await;
        let (ask, code) = code(&app, &browser, "basic").await;
        let rp = app.rp("basic");
        let exchange = rp.exchange(&ask, &code);
        let exchanged = if logout_first {
            let gate = Gate::default();
            let logout = log_out(&app, &sid, Some(gate.clone()));
            let hold = Hold::Gate(gate);
            overlap(app.db(), hold, logout, exchange).await.1
        } else {
            let (hold, logout) = (
                Hold::audit(&database, "token.granted").await,
                log_out(&app, &sid, None),
            );
            overlap(app.db(), hold, exchange, logout).await.0
        };
        match exchanged.status.as_u16() {
            200 => assert_eq!(waiting_notices(&app).await, 1),
            _ => assert_eq!(exchanged.error(), "invalid_grant"),
        }
    }
}

async fn withdraw(app: &TestApp, gate: Option<Gate>) {
    let (dan, audit) = (app.account("DanMember").await.id, app.audit());
    let done = app.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            assert!(end::withdraw_consent(tx, &dan, "asking", &audit).await?);
            if let Some(gate) = gate {
                gate.wait().await;
            }
            Ok(())
        })
    });
    done.await.unwrap();
}

/// Attack 24: tokens are not valid if the consent is withdrawn during the exchange.
#[tokio::test]
async fn an_exchange_does_not_outlive_a_withdrawn_consent() {
    for withdrawal_first in [false, true] {
        let Some((app, database)) = on_postgres().await else {
            return;
        };
        let browser = app.browser();
        browser.sign_in_directly("DanMember").await;
        let (ask, code) = code(&app, &browser, "asking").await;
        let rp = app.rp("asking");
        let exchange = rp.exchange(&ask, &code);
        let exchanged = if withdrawal_first {
            let gate = Gate::default();
            let withdrawal = withdraw(&app, Some(gate.clone()));
            overlap(app.db(), Hold::Gate(gate), withdrawal, exchange)
                .await
                .1
        } else {
            let hold = Hold::audit(&database, "token.granted").await;
            overlap(app.db(), hold, exchange, withdraw(&app, None))
                .await
                .0
        };
        assert!(is_dead(&app, "asking", &exchanged).await, "{exchanged:?}");
    }
}

/// Attack 24: a renewal and the end of a session do not deadlock: the renewal locks the grant, the end locks the
/// session and then the grant. Both succeed.
#[tokio::test]
async fn a_renewal_and_the_end_of_a_session_do_not_wait_for_each_other() {
    let Some((app, _database)) = on_postgres().await else {
        return;
    };
    let browser = app.browser();
    let sid = browser.sign_in_directly("DanMember").await;
    let rp = app.rp("steady");
    let tokens = rp.tokens(&browser, "openid").await;
    let refresh = tokens["refresh_token"].as_str().unwrap();
    // The use of a session is noted once a minute.
    app.clock.advance(2 * MINUTE);
    let gate = Gate::default();
    let reached = gate.clone();
    let ending = app.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            let held =
                "UPDATE sso_sessions SET last_seen_at = last_seen_at WHERE id = $1 AND acr <> $2";
            rows::set(tx, held, &sid, "-").await?;
            reached.wait().await;
            let grants =
                "UPDATE grants SET revoked_at = NULL WHERE session_id = $1 AND client_id <> $2";
            rows::set(tx, grants, &sid, "-").await
        })
    });
    let ending = async { ending.await.unwrap() };
    let ((), renewed) = overlap(app.db(), Hold::Gate(gate), ending, rp.refresh(refresh)).await;
    assert_eq!(renewed.status, 200, "{}", renewed.text());
}
