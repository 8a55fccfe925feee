//! The commit that queues a job also wakes the worker. No door has to do that.

use std::time::{Duration, Instant};

use async_trait::async_trait;
use atrium::clock::Clock;
use atrium::db::{Db, DbError};
use atrium::jobs::{self, Handler, Job, JobError, NewJob, Running, Worker};
use atrium::random::Random;
use atrium::sessions::user_tokens;
use axum::body::Body;
use axum::http::Request;
use tokio::sync::mpsc;

use super::START;
use crate::support::app::TestApp;
use crate::support::database;

/// Reports that it began.
struct Begun(mpsc::UnboundedSender<()>);

#[async_trait]
impl Handler for Begun {
    fn kind(&self) -> &'static str {
        "test.begun"
    }

    async fn run(&self, _: &Job) -> Result<(), JobError> {
        self.0.send(()).unwrap();
        Ok(())
    }
}

async fn queue(db: &Db) {
    let job = NewJob::new("test.begun", &(), &Random::system(), START);
    db.write::<_, DbError, _>(move |tx| Box::pin(async move { jobs::enqueue(tx, &job).await }))
        .await
        .unwrap();
}

/// A worker that has just polled would poll again after a second. A job that is queued then begins
/// earlier.
#[tokio::test]
async fn a_queued_job_begins_at_once() {
    for database in database::each_engine().await {
        let (begun, mut jobs_begun) = mpsc::unbounded_channel();
        let clock = Clock::fixed(START);
        let worker = Worker::new(database.db.clone(), clock, &Random::system());
        let running = Running::start(worker.handler(Begun(begun)));
        queue(&database.db).await;
        jobs_begun.recv().await.unwrap();
        let queued = Instant::now();
        for _ in 0..5 {
            queue(&database.db).await;
            jobs_begun.recv().await.unwrap();
        }
        assert!(queued.elapsed() < jobs::POLL, "{:?}", queued.elapsed());
        running.stop(Duration::from_secs(5)).await;
    }
}

/// Only a commit wakes the worker, and only one that queued a job.
#[tokio::test]
async fn a_write_that_queues_nothing_wakes_nobody() {
    for database in database::each_engine().await {
        let db = &database.db;
        let mut queued = db.subscribe(jobs::QUEUED);
        db.write::<_, DbError, _>(|_| Box::pin(async { Ok(()) }))
            .await
            .unwrap();
        assert!(!queued.has_changed().unwrap());
        queue(db).await;
        assert!(queued.has_changed().unwrap());
        queued.mark_unchanged();
        assert!(!queued.has_changed().unwrap());
    }
}

/// An action at a door, or of a command in the server's own process.
#[derive(Clone, Copy, Debug)]
enum Deed {
    /// `/oauth2/logout`.
    LogOut,
    /// `/api/security/logout`.
    LogOutOfTheApi,
    /// Another person signs in in the same browser.
    SignIn,
    /// A new password is set.
    ChangePassword,
    /// An administrator disables the account.
    Disable,
}

const DEEDS: [Deed; 5] = [
    Deed::LogOut,
    Deed::LogOutOfTheApi,
    Deed::SignIn,
    Deed::ChangePassword,
    Deed::Disable,
];

/// For each door whose write queues a job (logout notices, emails), the worker knows of the job when the answer is
/// sent.
#[tokio::test]
async fn every_door_wakes_the_worker() {
    let app = TestApp::start().await;
    for deed in DEEDS {
        let browser = app.browser();
        let sid = browser.sign_in_directly("DanMember").await;
        let tokens = app.rp("basic").tokens(&browser, "openid").await;
        let queued = app.db().subscribe(jobs::QUEUED);
        match deed {
            Deed::LogOut => {
                let hint = tokens["id_token"].as_str().unwrap();
                let address = format!("/oauth2/logout?id_token_hint={hint}");
                browser.get(&address).await;
            }
            Deed::LogOutOfTheApi => log_out_of_the_api(&app, &sid).await,
            Deed::SignIn => {
                let again = app.rp("basic").ask("openid").with("prompt", "login");
                let page = browser.go(&again.url()).await;
                browser.walk(page, "ChloeManager").await;
            }
            Deed::ChangePassword => app.change_password("DanMember").await,
            Deed::Disable => app.disable("DanMember").await,
        }
        assert!(queued.has_changed().unwrap(), "{deed:?}");
        app.enable("DanMember").await;
    }
}

/// Signs out by a userToken of the session `sid`.
async fn log_out_of_the_api(app: &TestApp, sid: &str) {
    let (random, now, sid) = (Random::system(), app.now(), sid.to_owned());
    let issued = app.db().write::<_, DbError, _>(move |tx| {
        Box::pin(async move { user_tokens::issue(tx, &sid, now, &random).await })
    });
    let token = issued.await.unwrap();
    let request = Request::post("/api/security/logout").header("access-token", token);
    let answer = app.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!(answer.json()["status"], 0);
}
