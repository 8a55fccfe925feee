//! Counts how often a sign-in and the tokens after it wait for the disk.

use atrium::clock::Clock;
use atrium::db::DbError;
use metrics_exporter_prometheus::PrometheusBuilder;

use crate::support::app::TestApp;
use crate::support::relying_party::refresh_of;
use crate::support::{database, worker};

const FOR_ITSELF: &[(&str, &str)] = &[("grant_type", "client_credentials")];

/// A password sign-in of a new browser waits for the disk once. The flow, the session, the browser's
/// record, the proof and the audit entry are one commit; neither the page nor the pending attempt commits. Then a code
/// never waits, its exchange and a refresh wait once each, and a client that acts for itself never does.
#[tokio::test]
async fn a_password_sign_in_waits_for_the_disk_once() {
    let recorder: &'static _ = Box::leak(Box::new(PrometheusBuilder::new().build_recorder()));
    let handle = recorder.handle();
    // SQLite has one writer, whose thread counts its commits.
    let database = database::sqlite().await;
    let recording = database.db.write::<_, DbError, _>(|_| {
        Box::pin(async {
            std::mem::forget(metrics::set_default_local_recorder(recorder));
            Ok(())
        })
    });
    recording.await.unwrap();
    worker::hold_routines(&database.db, Clock::system().now()).await;
    let app = TestApp::on(&database).await;
    let commits = || -> u32 {
        let text = handle.render();
        let mut lines = text.lines();
        let count = lines.find_map(|line| line.strip_prefix("atrium_db_write_group_count "));
        count.map_or(0, |count| count.parse().unwrap())
    };
    // The audit of a refresh and of a client's own token is gathered, and written later by a task. Stopped, it writes
    // nothing
    // between two counts.
    app.state().recorder.stop().await;
    // A routine of the server may write in between, so a step's cost is the lowest of three rounds.
    let mut least = [u32::MAX; 7];
    for _ in 0..3 {
        for (least, cost) in least.iter_mut().zip(costs(&app, commits).await) {
            *least = cost.min(*least);
        }
    }
    let [page, sign_in, again, code, exchange, refresh, own] = least;
    assert_eq!(page, 0, "the page");
    assert_eq!(sign_in, 1, "the sign-in");
    assert_eq!(again, 0, "who is signed in writes nothing");
    assert_eq!(code, 0, "the code");
    assert_eq!(exchange, 1, "its exchange");
    assert_eq!(refresh, 1, "the refresh");
    assert_eq!(own, 0, "the token of a client for itself");
}

/// The commits of each step of a new browser.
async fn costs(app: &TestApp, commits: impl Fn() -> u32) -> Vec<u32> {
    let (rp, machine) = (app.rp("basic"), app.rp("machine"));
    let mut counts = vec![commits()];
    let browser = app.browser();
    let page = browser.go("/login").await;
    counts.push(commits());
    browser.sign_in(&page, "DanMember").await;
    let cookie = browser.session_cookie();
    assert!(cookie.is_some());
    counts.push(commits());
    browser.go("/login").await;
    assert_eq!(browser.session_cookie(), cookie);
    counts.push(commits());
    let ask = rp.ask("openid offline_access");
    let code = rp.code(&browser, &ask).await;
    counts.push(commits());
    let exchange = rp.exchange(&ask, &code).await;
    counts.push(commits());
    let tokens = exchange.json();
    let refresh = rp.refresh(refresh_of(&tokens)).await;
    counts.push(commits());
    let own = machine.token(FOR_ITSELF).await;
    counts.push(commits());
    for answer in [&exchange, &refresh, &own] {
        assert_eq!(answer.status, 200, "{}", answer.text());
    }
    let token = own.json()["access_token"].as_str().unwrap().to_owned();
    assert!(!token.contains('.'), "an opaque token: {token}");
    let steps = counts.windows(2);
    steps.map(|step| step[1] - step[0]).collect()
}
