//! A mail server that is slow, refuses, or dies in the middle, and hostile names at a real one.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use atrium::clock::{Clock, MINUTE, SECOND};
use atrium::config::{MailConfig, Secret};
use atrium::db::list::Paging;
use atrium::db::{Db, DbError};
use atrium::jobs::{self, Handler, Job, JobError, JobFilter, ListedJob, NewJob, Running, Worker};
use atrium::mail::{GroupInvitation, Mail, Mailer, Recipient};
use atrium::random::Random;
use atrium::site::branding::Branding;
use serde_json::{Value, json};
use tokio::sync::Notify;

use super::smtp::Server as MailServer;
use super::{NoLinks, PUBLIC_URL, START, config, mailer, queue, reader, sample, worker};
use crate::support::database;
use crate::support::product_api::{HOST, Server};
use crate::support::worker::Steps as _;

const HOUR: i64 = 60 * MINUTE;

/// The jobs that are not done, oldest first.
async fn left(db: &Db) -> Vec<ListedJob> {
    let mut view = db.read().await.unwrap();
    let all = Paging {
        page_size: 100,
        ..Paging::default()
    };
    let page = JobFilter::default()
        .query(&all)
        .unwrap()
        .page(&mut view)
        .await;
    let mut jobs = page.unwrap().rows;
    jobs.reverse();
    jobs
}

/// A server that sends over this port.
async fn server(db: &Db, port: u16) -> Server {
    let url = format!("smtp://127.0.0.1:{port}");
    Server::with(db, |config| {
        config.mail.url = Secret::new(url);
    })
    .await
}

/// The next email. The server under test continues while the test waits.
async fn arrived(mut smtp: MailServer) -> Value {
    let mail = tokio::task::spawn_blocking(move || smtp.mail());
    mail.await.unwrap()
}

/// A mailer that takes this many milliseconds at most for an email.
fn impatient(port: u16, millis: u64) -> Mailer {
    let config = MailConfig {
        timeout: Duration::from_millis(millis),
        ..config(&format!("smtp://127.0.0.1:{port}"))
    };
    let public_url = PUBLIC_URL.parse().unwrap();
    Mailer::open(&config, &public_url, &Branding::default(), None, NoLinks).unwrap()
}

/// A mail server that does not answer delays one email; the next ones are sent, and the slow one later.
#[tokio::test]
async fn an_email_to_a_slow_server_is_tried_again_and_the_queue_goes_on() {
    for database in database::each_engine().await {
        let Some(mut server) = MailServer::start("plain") else {
            return;
        };
        let db = &database.db;
        let slow = "slow@demo.test";
        let (worker, clock) = worker(db, impatient(server.port, 400));
        queue(db, reader(slow), sample()).await;
        queue(db, reader("dan@demo.test"), sample()).await;
        assert_eq!(worker.run_due().await.unwrap(), 2);
        assert_eq!(server.mail()["recipients"], json!(["dan@demo.test"]));
        let waiting = left(db).await;
        assert_eq!(waiting.len(), 1);
        assert_eq!(waiting[0].run_at, START + 5 * SECOND);
        let reason = waiting[0].last_error.as_deref().unwrap();
        assert!(reason.contains("not sent within 400ms"), "{reason}");
        clock.advance(5 * SECOND);
        assert_eq!(worker.run_due().await.unwrap(), 1);
        assert_eq!(server.mail()["recipients"], json!([slow]));
        assert_eq!(left(db).await, []);
    }
}

/// Reports that it ran.
struct Other(Arc<Notify>);

#[async_trait]
impl Handler for Other {
    fn kind(&self) -> &'static str {
        "test.other"
    }

    async fn run(&self, _: &Job) -> Result<(), JobError> {
        self.0.notify_one();
        Ok(())
    }
}

/// More emails than a process runs jobs, to a server that does not answer: every other job runs at once, and an email
/// that waits for a connection loses no attempt.
#[tokio::test]
async fn a_slow_mail_server_holds_up_nothing_but_emails() {
    for database in database::each_engine().await {
        let Some(server) = MailServer::start("plain") else {
            return;
        };
        let db = &database.db;
        for number in 0..20 {
            let slow = format!("slow@{number}.test");
            queue(db, reader(&slow), sample()).await;
        }
        // It is due after the emails, so that it is claimed once the waiting emails were put back.
        let now = START + 1;
        let job = NewJob::new("test.other", &(), &Random::system(), now);
        db.write::<_, DbError, _>(move |tx| Box::pin(async move { jobs::enqueue(tx, &job).await }))
            .await
            .unwrap();
        let ran = Arc::new(Notify::new());
        let worker = Worker::new(db.clone(), Clock::fixed(now), &Random::system());
        let worker = worker.handler(impatient(server.port, 20_000));
        let running = Running::start(worker.handler(Other(ran.clone())));
        ran.notified().await;
        let emails = left(db).await;
        let emails: Vec<_> = emails
            .iter()
            .filter(|job| job.kind == "mail.send")
            .collect();
        assert_eq!(emails.len(), 20);
        assert!(emails.iter().all(|job| job.last_error.is_none()));
        assert!(emails.iter().filter(|job| job.attempts > 0).count() <= 4);
        running.stop(Duration::ZERO).await;
    }
}

/// RFC 5321 section 4.2.1: a temporary refusal is tried again after longer and longer pauses, eight times.
#[tokio::test]
async fn a_full_mailbox_is_tried_again_with_longer_and_longer_pauses() {
    for database in database::each_engine().await {
        let Some(server) = MailServer::start("plain") else {
            return;
        };
        let db = &database.db;
        let url = format!("smtp://127.0.0.1:{}", server.port);
        let (worker, clock) = worker(db, mailer(&url, None));
        queue(db, reader("full@demo.test"), sample()).await;
        for pause in [5, 20, 80, 320, 1_280, 3_600, 3_600] {
            assert_eq!(worker.run_due().await.unwrap(), 1);
            let job = left(db).await.remove(0);
            assert_eq!((job.run_at - clock.now()) / SECOND, pause);
            assert_eq!(job.given_up_at, None);
            clock.advance(pause * SECOND - 1);
            assert_eq!(worker.run_due().await.unwrap(), 0, "not before its time");
            clock.advance(1);
        }
        assert_eq!(worker.run_due().await.unwrap(), 1);
        let job = left(db).await.remove(0);
        assert_eq!((job.attempts, job.given_up_at), (8, Some(clock.now())));
        let reason = job.last_error.unwrap();
        assert!(reason.contains("mailbox full"), "{reason}");
        clock.advance(24 * HOUR);
        assert_eq!(worker.run_due().await.unwrap(), 0);
    }
}

/// If a server dies in the middle of an email, the email arrives once, when the server is back.
#[tokio::test]
async fn an_email_in_whose_middle_the_server_dies_arrives_once() {
    for database in database::each_engine().await {
        let Some(mut server) = MailServer::start("plain") else {
            return;
        };
        let db = &database.db;
        let url = format!("smtp://127.0.0.1:{}", server.port);
        let (worker, clock) = worker(db, mailer(&url, None));
        let dying = "dying@demo.test";
        queue(db, reader(dying), sample()).await;
        assert_eq!(worker.run_due().await.unwrap(), 1);
        let job = left(db).await.remove(0);
        assert_eq!((job.attempts, job.run_at), (1, START + 5 * SECOND));
        assert!(job.last_error.is_some());
        clock.advance(5 * SECOND);
        assert_eq!(worker.run_due().await.unwrap(), 1);
        let mail = server.mail();
        assert_eq!(mail["recipients"], json!([dying]));
        assert_eq!(mail["defects"], json!([]));
        clock.advance(HOUR);
        assert_eq!(worker.run_due().await.unwrap(), 0);
        // The server's next email is another one, so there was no second copy.
        queue(db, reader("dan@demo.test"), sample()).await;
        worker.run_due().await.unwrap();
        assert_eq!(server.mail()["recipients"], json!(["dan@demo.test"]));
    }
}

/// A permanent refusal is given up at once, and administrators see the server's reason. "Try again" delivers it.
#[tokio::test]
async fn a_refused_email_is_shown_with_its_reason_and_tried_again() {
    for database in database::each_engine().await {
        let Some(smtp) = MailServer::start("plain") else {
            return;
        };
        let server = server(&database.db, smtp.port).await;
        let ada = server.person("AdaSuper", |new| new.sup_admin = true).await;
        let moved = "moved@demo.test";
        // Due later than the clock of the server says, so that this worker takes it and not the server's own.
        queue(server.db(), reader(moved), sample()).await;
        let url = format!("smtp://127.0.0.1:{}", smtp.port);
        let (worker, _) = worker(server.db(), mailer(&url, None));
        assert_eq!(worker.run_due().await.unwrap(), 1);
        let list = "/api/security/admin/job/list?state=givenUp";
        let page = server.get_as(&ada, list).await.data();
        assert_eq!(page["total"], 1);
        let shown = &page["list"][0];
        let fields = ["recipient", "message", "attempts", "dueAt"];
        assert_eq!(
            fields.map(|field| shown[field].clone()),
            [
                json!(moved),
                json!("password_changed"),
                json!(1),
                Value::Null
            ]
        );
        let reason = shown["lastError"].as_str().unwrap();
        assert!(reason.contains("no such mailbox"), "{reason}");
        let again = json!({ "jobId": shown["jobId"] });
        let retry = "/api/security/admin/job/retry";
        assert_eq!(server.post_as(&ada, retry, &again).await.status(), 0);
        let mail = arrived(smtp).await;
        assert_eq!(mail["recipients"], json!([moved]));
    }
}

/// Attack 12, T11: with any names and texts, the received message has the usual headers, recipient and lines, and each
/// line ends with CRLF.
#[tokio::test]
async fn attack_t11_no_name_changes_the_message_that_arrives() {
    let Some(mut server) = MailServer::start("plain") else {
        return;
    };
    let database = database::each_engine().await.remove(0);
    let db = &database.db;
    let url = format!("smtp://127.0.0.1:{}", server.port);
    let (worker, _) = worker(db, mailer(&url, None));
    let mut send = async |to_name: &str, name: &str| {
        let mail = Mail::GroupInvitation(GroupInvitation {
            name: name.into(),
            group: name.into(),
            by: name.into(),
        });
        let to = Recipient {
            name: to_name.to_owned(),
            ..reader("dan@demo.test")
        };
        queue(db, to, mail).await;
        assert_eq!(worker.run_due().await.unwrap(), 1);
        server.mail()
    };
    let usual = send("Dan", "Dan").await;
    for hostile in [
        "Ada\r\nBcc: evil@evil.example\r\n\r\n<script>alert(1)</script>",
        "Ada\nSubject: other\nX-Evil: 1",
        "Ada\rBcc: evil@evil.example",
        "Ada\r\n.\r\nMAIL FROM:<a@evil.example>\r\nRCPT TO:<b@evil.example>\r\nDATA\r\n",
        "\" <evil@evil.example>, \"Ada",
        "Ada <evil@evil.example>",
        "=?utf-8?B?DQpCY2M6IGV2aWxAZXZpbC5leGFtcGxl?=",
        "Ada\u{2028}Bcc: evil@evil.example\u{85}X-Evil: 1\u{0}",
        "--Atrium\r\nContent-Type: text/html\r\n\r\nevil",
        "</p><a href=\"https://evil.example/login\">Sign in</a>",
    ] {
        let mail = send(hostile, hostile).await;
        assert_eq!(mail["recipients"], json!(["dan@demo.test"]), "{hostile:?}");
        assert_eq!(mail["sender"], "sso@example.com");
        assert_eq!(mail["header_names"], usual["header_names"], "{hostile:?}");
        assert_eq!(mail["headers"]["Subject"], usual["headers"]["Subject"]);
        assert_eq!(mail["defects"], json!([]), "{hostile:?}");
        let raw = mail["raw"].as_str().unwrap();
        assert!(raw.is_ascii());
        assert!(
            !raw.replace("\r\n", "").contains(['\r', '\n']),
            "{hostile:?}"
        );
        let (text, html) = (
            mail["text"].as_str().unwrap(),
            mail["html"].as_str().unwrap(),
        );
        let lines = |mail: &Value| mail["text"].as_str().unwrap().lines().count();
        assert_eq!(lines(&mail), lines(&usual), "{text}");
        for tag in ["<script", "<a ", "<p", "<h1"] {
            let usual = usual["html"].as_str().unwrap().matches(tag).count();
            assert_eq!(html.matches(tag).count(), usual, "{tag} of {hostile:?}");
        }
        assert!(!text.contains("evil.example") && !html.contains("evil.example"));
    }
}

/// Attack 12: a request whose headers name another host cannot make a link of an email lead there. The welcome is the
/// most valuable one: its link chooses a password. G-64: the password itself is not in it.
#[tokio::test]
async fn attack_12_links_lead_to_the_public_url_whatever_the_headers_say() {
    for database in database::each_engine().await {
        let Some(smtp) = MailServer::start("plain") else {
            return;
        };
        let server = server(&database.db, smtp.port).await;
        let ada = server.person("AdaSuper", |new| new.sup_admin = true).await;
        let path = "/api/security/admin/user/add-account";
        let mut headers = server.dpop(&ada, "POST", path, &json!({}));
        for (name, value) in [
            ("host", "evil.example"),
            ("x-forwarded-host", "evil.example"),
            ("x-forwarded-server", "evil.example"),
            ("x-forwarded-proto", "https"),
            ("x-original-host", "evil.example"),
            ("forwarded", "for=192.0.2.1;host=evil.example;proto=https"),
        ] {
            headers.push((name, value.to_owned()));
        }
        let headers: Vec<_> = headers
            .iter()
            .map(|(name, value)| (*name, &**value))
            .collect();
        let body =
            json!({ "username": "NewOne", "email": "new@demo.test", "password": "Start2026*" });
        let added = server.post(path, &headers, &body).await.data();
        assert_eq!(added["welcomeSent"], true);
        let mail = arrived(smtp).await;
        assert_eq!(mail["recipients"], json!(["new@demo.test"]));
        assert!(!mail["raw"].as_str().unwrap().contains("evil"));
        for part in ["text", "html"] {
            let body = mail[part].as_str().unwrap();
            assert!(!body.contains("Start2026"), "{part} has the password");
            let found: Vec<&str> = body
                .match_indices("://")
                .map(|(at, _)| &body[at - 4..])
                .collect();
            assert!(!found.is_empty());
            for link in found {
                assert!(link.starts_with(&format!("{HOST}/")), "{link}");
            }
        }
    }
}
