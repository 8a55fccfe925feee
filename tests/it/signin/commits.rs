//! How often a sign-in waits for the disk.

use atrium::clock::Clock;
use metrics_exporter_prometheus::PrometheusBuilder;

use crate::support::app::TestApp;
use crate::support::{database, worker};

/// A password sign-in of a new browser commits four times: the flow, the attempt before its hash, the session with the proof
/// and the audit entry, and the browser's record. The last is stored once, and nothing is deleted that was never stored.
#[tokio::test]
async fn a_password_sign_in_commits_four_times() {
    let recorder = PrometheusBuilder::new().build_recorder();
    let (handle, _recording) = (
        recorder.handle(),
        metrics::set_default_local_recorder(&recorder),
    );
    // SQLite has one writer, which counts its commits.
    let database = database::sqlite().await;
    worker::hold_routines(&database.db, Clock::system().now()).await;
    let app = TestApp::on(&database).await;
    let commits = || -> u32 {
        let text = handle.render();
        let mut lines = text.lines();
        let count = lines.find_map(|line| line.strip_prefix("atrium_db_write_group_count "));
        count.unwrap().parse().unwrap()
    };
    let before = commits();
    let browser = app.browser();
    let page = browser.go("/login").await;
    assert_eq!(commits() - before, 1, "the flow");
    browser.sign_in(&page, "DanMember").await;
    assert!(browser.session_cookie().is_some());
    assert_eq!(commits() - before, 4);
    let cookie = browser.session_cookie();
    browser.go("/login").await;
    assert_eq!(browser.session_cookie(), cookie);
    assert_eq!(commits() - before, 4, "who is signed in writes nothing");
}
