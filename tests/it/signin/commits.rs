//! How often a sign-in waits for the disk.

use atrium::clock::Clock;
use atrium::db::DbError;
use metrics_exporter_prometheus::PrometheusBuilder;

use crate::support::app::TestApp;
use crate::support::{database, worker};

/// Issue 13, section 3: a password sign-in of a new browser waits for the disk once. The flow, the session, the browser's
/// record, the proof and the audit entry are one commit; the attempt before its hash is one that does not wait, and the
/// page before is none.
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
    let commits = || -> [u32; 2] {
        let text = handle.render();
        ["true", "false"].map(|synced| {
            let head = format!("atrium_db_write_group_count{{synced=\"{synced}\"}} ");
            let mut lines = text.lines();
            let count = lines.find_map(|line| line.strip_prefix(&head));
            count.map_or(0, |count| count.parse().unwrap())
        })
    };
    let [synced, unsynced] = commits();
    let browser = app.browser();
    let page = browser.go("/login").await;
    assert_eq!(commits(), [synced, unsynced], "the page");
    browser.sign_in(&page, "DanMember").await;
    assert!(browser.session_cookie().is_some());
    assert_eq!(commits(), [synced + 1, unsynced + 1]);
    let cookie = browser.session_cookie();
    browser.go("/login").await;
    assert_eq!(browser.session_cookie(), cookie);
    assert_eq!(
        commits(),
        [synced + 1, unsynced + 1],
        "who is signed in writes nothing"
    );
}
