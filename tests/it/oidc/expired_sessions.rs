//! Expired sessions: their applications are notified as for any other end.

use std::time::Duration;

use atrium::audit::SERVER;
use atrium::clock::{HOUR, SECOND};
use atrium::db::SqlQuery;
use atrium::jobs::{Routine as _, Worker};
use atrium::sessions::backchannel::{KIND, Notice};
use atrium::sessions::expiry::Expiry;
use atrium::sessions::sso::EndReason;

use crate::support::app::TestApp;
use crate::support::worker::Steps as _;
use crate::support::{database, rows};

/// The routine of `app`, as its own worker runs it.
fn expiry(app: &TestApp) -> Expiry {
    let state = app.state();
    Expiry::new(&state.clients, state.session_lifetimes(), &state.random)
}

async fn run(app: &TestApp) {
    expiry(app).run(app.db(), app.now()).await.unwrap();
}

/// The notices to clients: each session with its client, sorted.
async fn notices(app: &TestApp) -> Vec<(String, String)> {
    let sql = "SELECT payload FROM jobs WHERE kind = $1";
    let mut view = app.db().read().await.unwrap();
    let payloads = SqlQuery::kept(sql).bind(KIND).fetch_all(&mut view).await;
    let payloads: Vec<(String,)> = payloads.unwrap();
    let notice = |(text,): &(String,)| serde_json::from_str::<Notice>(text).unwrap();
    let mut notices: Vec<_> = payloads
        .iter()
        .map(notice)
        .map(|notice| (notice.session_id, notice.client_id))
        .collect();
    notices.sort();
    notices
}

/// A server that cannot deliver notices, so that they stay in the queue.
async fn app_on(database: &database::TestDatabase) -> TestApp {
    TestApp::on(database).await
}

/// A-86: sessions end after two hours without use and at the age of twelve hours, not earlier. A session in use, and
/// one that ended before, are left alone. Each is reported once.
#[tokio::test]
async fn an_expired_session_is_announced_once() {
    for database in database::each_engine().await {
        let app = app_on(&database).await;
        let (idle, old, ended) = (app.browser(), app.browser(), app.browser());
        let idle_sid = idle.sign_in_directly("DanMember").await;
        let old_sid = old.sign_in_directly("ChloeManager").await;
        let ended_sid = ended.sign_in_directly("DanMember").await;
        for browser in [&idle, &old, &ended] {
            app.rp("basic").tokens(browser, "openid").await;
        }
        app.sign_out(&ended_sid).await;
        let mut expected = vec![(ended_sid.clone(), "basic".to_owned())];
        assert_eq!(notices(&app).await, expected);

        app.clock.advance(2 * HOUR - 1);
        old.get("/logout").await;
        run(&app).await;
        assert_eq!(notices(&app).await, expected);
        app.clock.advance(1);
        run(&app).await;
        expected.push((idle_sid.clone(), "basic".to_owned()));
        expected.sort();
        assert_eq!(notices(&app).await, expected, "idle");

        for _ in 0..5 {
            app.clock.advance(2 * HOUR - 2);
            old.get("/logout").await;
        }
        run(&app).await;
        assert_eq!(notices(&app).await, expected, "in use");
        app.clock.advance(10);
        run(&app).await;
        expected.push((old_sid.clone(), "basic".to_owned()));
        expected.sort();
        assert_eq!(notices(&app).await, expected, "as old as one may be");
        run(&app).await;
        assert_eq!(notices(&app).await, expected, "once");

        let entries = app.entries("session.ended").await;
        let expired: Vec<_> = entries
            .iter()
            .filter(|entry| entry.detail == r#"{"reason":"expired"}"#)
            .collect();
        assert_eq!(expired.len(), 2, "{entries:?}");
        for entry in expired {
            assert_eq!(entry.actor_id.as_deref(), Some(SERVER), "nobody did it");
            assert!(entry.account_id.is_some() && entry.session_id.is_some());
        }
        // Nobody is signed in in its browser, and the person can sign in again.
        let rp = app.rp("basic");
        let silent = rp.ask("openid").with("prompt", "none");
        let refused = rp.authorize(&idle, &silent).await;
        assert_eq!(refused.error(), "login_required");
    }
}

/// A-86: several processes at the same time, and more sessions than one write handles: each session is reported once.
#[tokio::test]
async fn several_processes_announce_it_once() {
    for database in database::each_engine().await {
        let here = app_on(&database).await;
        let there = TestApp::beside(&here, database.again().await).await;
        let browser = here.browser();
        let mut sids = Vec::new();
        for _ in 0..3 {
            sids.push(browser.sign_in_directly("DanMember").await);
            here.rp("basic").tokens(&browser, "openid").await;
        }
        here.clock.advance(3 * HOUR);
        // Without the lease, which would let only one run: both at the same time, several times.
        let both = (0..6).map(|at| {
            let (of, db, now) = if at % 2 == 0 {
                (expiry(&here), here.db().clone(), here.now())
            } else {
                (expiry(&there), there.db().clone(), there.now())
            };
            tokio::spawn(async move { of.run(&db, now).await.unwrap() })
        });
        for one in both.collect::<Vec<_>>() {
            one.await.unwrap();
        }
        let mut expected: Vec<_> = sids
            .into_iter()
            .map(|sid| (sid, "basic".to_owned()))
            .collect();
        expected.sort();
        assert_eq!(notices(&here).await, expected);
        assert_eq!(here.entries("session.ended").await.len(), 3);
    }
}

/// Used at the same moment: in either order, a session that was just used does not expire.
#[tokio::test]
async fn a_session_that_is_used_again_goes_on() {
    for database in database::each_engine().await {
        let app = app_on(&database).await;
        let browser = app.browser();
        let sid = browser.sign_in_directly("DanMember").await;
        app.clock.advance(2 * HOUR);
        let (now, id) = (app.now(), sid.clone());
        let seen = "UPDATE sso_sessions SET last_seen_at = $2 WHERE id = $1";
        app.write(move |tx| Box::pin(async move { rows::set(tx, seen, &id, now).await }))
            .await;
        run(&app).await;
        let mut tx = app.db().read().await.unwrap();
        let ended = "SELECT ended_at FROM sso_sessions WHERE id = $1";
        assert_eq!(rows::number(&mut tx, ended, &sid).await, None);
    }
}

/// Within a minute: the worker runs the routine three times a minute, and if a process dies during a round,
/// another takes over.
#[tokio::test]
async fn expired_sessions_are_looked_for_three_times_a_minute() {
    let app = TestApp::start().await;
    assert!(expiry(&app).every() <= Duration::from_secs(20));
    let worker = |app: &TestApp| {
        let state = app.state();
        let worker = Worker::new(state.db.clone(), state.clock.clone(), &state.random);
        worker.routine(expiry(app))
    };
    let (dying, other) = (worker(&app), worker(&app));
    let browser = app.browser();
    let sid = browser.sign_in_directly("DanMember").await;
    app.rp("basic").tokens(&browser, "openid").await;
    app.clock.advance(2 * HOUR - SECOND);
    assert_eq!(dying.run_routines().await.unwrap(), ["expired_sessions"]);
    app.clock.advance(SECOND);
    assert!(other.run_routines().await.unwrap().is_empty(), "held");
    assert!(notices(&app).await.is_empty());
    app.clock.advance(20 * SECOND);
    assert_eq!(other.run_routines().await.unwrap(), ["expired_sessions"]);
    assert_eq!(notices(&app).await, [(sid, "basic".to_owned())]);
}

/// A-84: an entry with `end_with_session = false` gets no notice when a session ends by sign-out, by another person in
/// its browser or by age. Its grants end anyway, and it is notified of a disabled account.
#[tokio::test]
async fn an_application_may_be_left_alone() {
    let app = TestApp::start().await;
    let uri = "backchannel_logout_uri = \"http://localhost:9100/backchannel-logout\"";
    let text = crate::support::clients::text().replace(
        "client_id = \"steady\"",
        &format!("client_id = \"steady\"\n{uri}\nend_with_session = false"),
    );
    app.declare(&text).await;
    let mut expected = Vec::new();
    for how in [EndReason::Logout, EndReason::Expired, EndReason::Replaced] {
        let browser = app.browser();
        let sid = browser.sign_in_directly("DanMember").await;
        app.rp("basic").tokens(&browser, "openid").await;
        let tokens = app.rp("steady").tokens(&browser, "openid").await;
        match how {
            EndReason::Logout => app.sign_out(&sid).await,
            EndReason::Expired => {
                app.clock.advance(2 * HOUR);
                run(&app).await;
            }
            _ => {
                let ask = app.rp("basic").ask("openid").with("prompt", "login");
                let page = browser.go(&ask.url()).await;
                browser.sign_in(&page, "ChloeManager").await;
            }
        }
        expected.push((sid, "basic".to_owned()));
        expected.sort();
        assert_eq!(notices(&app).await, expected, "{how:?}");
        let refresh = tokens["refresh_token"].as_str().unwrap();
        let refused = app.rp("steady").refresh(refresh).await;
        assert_eq!(refused.error(), "invalid_grant", "{how:?}");
    }
    let browser = app.browser();
    let sid = browser.sign_in_directly("AdaSuper").await;
    app.rp("steady").tokens(&browser, "openid").await;
    // The last super administrator cannot be disabled.
    let dan = app.account("DanMember").await.id;
    let promote = "UPDATE accounts SET sup_admin = $2 WHERE id = $1";
    app.write(move |tx| Box::pin(async move { rows::set(tx, promote, &dan, 1).await }))
        .await;
    app.disable("AdaSuper").await;
    expected.push((sid, "steady".to_owned()));
    expected.sort();
    assert_eq!(notices(&app).await, expected, "disabled");
}
