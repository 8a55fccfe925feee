//! Shared by the tests of requests: a group with managers, and people who ask for it.

use std::sync::Arc;

use atrium::audit::{AuditContext, Origin};
use atrium::clock::Clock;
use atrium::config::{MailConfig, PublicUrl, Secret};
use atrium::db::{DbError, SqlQuery, WriteTx};
use atrium::directory::{AccountError, NewAccount};
use atrium::groups::requests::{Asked, ask, decide};
use atrium::groups::{
    self, GroupRequest, RequestError, RequestKind, RequestState, Verdict, Wish, timers,
};
use atrium::jobs::Worker;
use atrium::limits::Limits;
use atrium::mail::Mailer;
use atrium::random::Random;
use atrium::site::branding::Branding;
use futures_util::future::BoxFuture;
use jiff::tz::TimeZone;

use super::{NOW, appoint, find};
use crate::mail::NoLinks;
use crate::support::database::{self, TestDatabase};
use crate::support::worker::Steps as _;
use crate::support::{people, rows};

pub const ZONE: TimeZone = TimeZone::UTC;

/// Two managers, Chloe and Ben; Stan is a stand-in; Dan and Eve do not belong to the group yet.
pub struct Room {
    pub database: TestDatabase,
    pub clock: Clock,
    random: Random,
    folder: tempfile::TempDir,
    pub chloe: String,
    pub ben: String,
    pub stan: String,
    pub dan: String,
    pub eve: String,
}

impl Room {
    /// A room on each engine, with the group `media`.
    pub async fn each() -> Vec<Self> {
        let mut rooms = Vec::new();
        for database in database::each_engine().await {
            let names = ["Chloe", "Ben", "Stan", "Dan", "Eve"];
            let mut ids = Vec::new();
            for name in names {
                ids.push(person(&database, name).await);
            }
            let [chloe, ben, stan, dan, eve] = <[String; 5]>::try_from(ids).unwrap();
            let room = Self {
                database,
                clock: Clock::fixed(NOW),
                random: Random::system(),
                folder: tempfile::tempdir().unwrap(),
                chloe,
                ben,
                stan,
                dan,
                eve,
            };
            let stan = room.stan.clone();
            room.write::<DbError, _, _>(
                |tx, _| {
                    Box::pin(async move {
                        groups::save(tx, "media", "Media", "", NOW).await?;
                        let row = serde_json::json!({ "group_id": "media", "account_id": stan });
                        rows::insert(tx, "group_stand_ins", &row).await
                    })
                },
                "",
            )
            .await
            .unwrap();
            for manager in [&room.chloe, &room.ben] {
                let manager = find(&room.database.db, manager).await;
                appoint(&room.database.db, &manager, "media").await;
            }
            rooms.push(room);
        }
        rooms
    }

    /// Runs `job` in a write of the account `by`.
    pub async fn write<E, T, F>(&self, job: F, by: &str) -> Result<T, E>
    where
        E: From<DbError> + Send + 'static,
        T: Send + 'static,
        F: for<'t> FnOnce(&'t mut WriteTx, AuditContext) -> BoxFuture<'t, Result<T, E>>
            + Send
            + 'static,
    {
        let audit = AuditContext::new(self.clock.now(), &self.random, &Origin::default()).by(by);
        self.database.db.write(move |tx| job(tx, audit)).await
    }

    pub async fn ask(
        &self,
        id: &str,
        kind: RequestKind,
        days: Option<i64>,
    ) -> Result<Asked, RequestError> {
        let account = find(&self.database.db, id).await;
        let wish = Wish {
            days,
            ..Wish::default()
        };
        self.write(
            move |tx, audit| {
                Box::pin(async move {
                    let rules = (&ZONE, &Limits::default());
                    ask(tx, &account, (kind, "media"), wish, rules, &audit).await
                })
            },
            id,
        )
        .await
    }

    /// Asks to join and returns the id of the request.
    pub async fn asked(&self, id: &str, days: Option<i64>) -> String {
        match self.ask(id, RequestKind::Join, days).await.unwrap() {
            Asked::Pending(id) => id,
            Asked::Member => panic!("a member already"),
        }
    }

    pub async fn decide(
        &self,
        request: &str,
        verdict: Verdict,
        by: &str,
    ) -> Result<GroupRequest, RequestError> {
        let request = request.to_owned();
        self.write(
            move |tx, audit| {
                Box::pin(async move { decide(tx, &request, None, verdict, &ZONE, &audit).await })
            },
            by,
        )
        .await
    }

    /// The worker of one process, which writes emails to the folder.
    fn worker(&self) -> Arc<Worker> {
        let mail = MailConfig {
            url: Secret::new(format!("file:{}", self.folder.path().display())),
            ..MailConfig::default()
        };
        let public_url: PublicUrl = "https://sso.example.com".parse().unwrap();
        let mailer = Mailer::open(&mail, &public_url, &Branding::default(), None, NoLinks).unwrap();
        let (db, clock) = (self.database.db.clone(), self.clock.clone());
        let worker = Worker::new(db.clone(), clock.clone(), &self.random).handler(mailer);
        let timers = timers(&db, &clock, &self.random, &ZONE);
        Arc::new(timers.into_iter().fold(worker, Worker::handler))
    }

    /// Runs all jobs that are due, and takes the emails that they sent.
    pub async fn texts(&self) -> Vec<String> {
        let (one, other) = (self.worker(), self.worker());
        loop {
            let (one, other) = tokio::join!(one.run_due(), other.run_due());
            if one.unwrap() + other.unwrap() == 0 {
                break;
            }
        }
        assert_eq!(self.errors().await, [""; 0], "no attempt of a job failed");
        let mut texts = Vec::new();
        for file in std::fs::read_dir(self.folder.path()).unwrap() {
            let path = file.unwrap().path();
            texts.push(std::fs::read_to_string(&path).unwrap());
            std::fs::remove_file(path).unwrap();
        }
        texts
    }

    /// Lets two processes run all due jobs, and returns the emails so far as `recipient subject`, sorted.
    pub async fn emails(&self) -> Vec<String> {
        let mut emails = Vec::new();
        for text in self.texts().await {
            let field = |name: &str| {
                let line = text.lines().find(|line| line.starts_with(name)).unwrap();
                line[name.len()..].trim().to_owned()
            };
            let to = field("To:");
            let name = to.split(['<', '@', ' ', '"']).find(|part| !part.is_empty());
            emails.push(format!("{} {}", name.unwrap(), field("Subject:")));
        }
        emails.sort();
        emails
    }

    /// Status, outcome and last day of the account in the group.
    pub async fn place(&self, id: &str) -> Option<(i64, i64, Option<String>)> {
        let sql = "SELECT status, outcome, ends_on FROM memberships WHERE account_id = $1";
        let mut view = self.database.db.read().await.unwrap();
        let place = SqlQuery::kept(sql).bind(id).fetch_optional(&mut view);
        place.await.unwrap()
    }

    /// How many jobs wait for a date.
    pub async fn waiting_jobs(&self) -> i64 {
        let sql = "SELECT CAST(COUNT(*) AS BIGINT) FROM jobs WHERE lane <> $1";
        let mut view = self.database.db.read().await.unwrap();
        rows::number(&mut view, sql, "").await.unwrap()
    }

    /// The errors of jobs that will be tried again.
    async fn errors(&self) -> Vec<String> {
        let sql = "SELECT last_error FROM jobs WHERE last_error IS NOT NULL";
        let mut view = self.database.db.read().await.unwrap();
        let errors = SqlQuery::kept(sql).fetch_all::<(String,)>(&mut view).await;
        errors.unwrap().into_iter().map(|(error,)| error).collect()
    }

    pub async fn state(&self, request: &str) -> RequestState {
        let mut view = self.database.db.read().await.unwrap();
        let request = atrium::groups::requests::find(&mut view, request)
            .await
            .unwrap();
        request.unwrap().state
    }
}

/// An account with an address, in English.
pub async fn person(database: &TestDatabase, name: &'static str) -> String {
    let added = database.db.write::<_, AccountError, _>(move |tx| {
        let new = NewAccount {
            username: name.to_owned(),
            full_name: name.to_owned(),
            email: Some(format!("{name}@demo.test")),
            lang: Some("en-us".to_owned()),
            ..NewAccount::default()
        };
        Box::pin(people::add(tx, new, NOW))
    });
    added.await.unwrap()
}
