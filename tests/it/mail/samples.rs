//! Administrators read all emails, and have samples sent to their own address.

use std::collections::BTreeSet;

use atrium::config::Secret;
use atrium::db::Db;
use atrium::mail::Mail;
use serde_json::{Value, json};

use super::smtp::Server as MailServer;
use crate::support::database;
use crate::support::product_api::{HOST, Person, Server};
use crate::support::rows;

const LIST: &str = "/api/security/admin/mail/list";
const SEND: &str = "/api/security/admin/mail/sample/send";
/// No page accepts it.
const TOKEN: &str = "SAMPLE-this-link-does-not-work";

/// A server that sends over this port.
async fn server(db: &Db, port: u16) -> Server {
    let url = format!("smtp://127.0.0.1:{port}");
    Server::with(db, |config| config.mail.url = Secret::new(url)).await
}

/// A super administrator with a confirmed address, who reads this language.
async fn ada(server: &Server, lang: &str) -> Person {
    let lang = lang.to_owned();
    let confirmed = |new: &mut atrium::directory::NewAccount| {
        new.sup_admin = true;
        new.email = Some("ada@demo.test".to_owned());
        new.email_verified = true;
        new.lang = Some(lang);
    };
    server.person("AdaSuper", confirmed).await
}

/// The next email.
async fn arrived(mut smtp: MailServer) -> (MailServer, Value) {
    let next = tokio::task::spawn_blocking(move || {
        let mail = smtp.mail();
        (smtp, mail)
    });
    next.await.unwrap()
}

#[tokio::test]
async fn an_administrator_reads_every_email_in_their_language() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        for (number, (lang, subject, when)) in [
            (
                "en-us",
                "Your Atrium password was changed",
                "When the password of an account changes.",
            ),
            ("zh-cn", "您的 Atrium 密码已修改", "账号密码修改时。"),
        ]
        .into_iter()
        .enumerate()
        {
            let lang = lang.to_owned();
            let reads = |new: &mut atrium::directory::NewAccount| {
                new.sup_admin = true;
                new.lang = Some(lang);
            };
            let ada = server.person(&format!("AdaSuper{number}"), reads).await;
            let rows = server.get_as(&ada, LIST).await.data();
            let rows = rows.as_array().unwrap();
            let names = rows.iter().map(|row| row["message"].as_str().unwrap());
            let expected = Mail::samples();
            let expected: Vec<_> = expected.iter().map(Mail::name).collect();
            assert_eq!(names.collect::<Vec<_>>(), expected);
            assert_eq!(
                (&rows[0]["subject"], &rows[0]["when"]),
                (&json!(subject), &json!(when))
            );
            for row in rows {
                let text = row["text"].as_str().unwrap();
                assert!(
                    !text.contains(['{', '}']) && text.contains(&HOST.to_string()),
                    "{text}"
                );
                for link in text.split("#token=").skip(1) {
                    assert!(link.starts_with(TOKEN), "{text}");
                }
            }
            let said: BTreeSet<_> = rows.iter().map(|row| row["when"].to_string()).collect();
            assert_eq!(said.len(), rows.len(), "each says when it is sent");
        }
    }
}

/// A sample goes to the caller alone, says what it is, opens nothing, and is no part of a conversation.
#[tokio::test]
async fn a_sample_is_recognised_and_opens_nothing() {
    for (lang, prefix, hint) in [
        ("en-us", "[Sample] ", "This is a sample of an email"),
        ("zh-cn", "【示例】", "示例邮件"),
    ] {
        for database in database::each_engine().await {
            let Some(mut smtp) = MailServer::start("plain") else {
                return;
            };
            let server = server(&database.db, smtp.port).await;
            let ada = ada(&server, lang).await;
            for message in ["welcome", "request_asked"] {
                let body = json!({ "message": message });
                let sent = server.post_as(&ada, SEND, &body).await.data();
                assert_eq!(sent, json!({ "recipient": "ada@demo.test" }));
                let (again, mail) = arrived(smtp).await;
                smtp = again;
                assert_eq!(mail["recipients"], json!(["ada@demo.test"]));
                let subject = mail["headers"]["Subject"].as_str().unwrap();
                assert!(subject.starts_with(prefix), "{subject}");
                assert_eq!(mail["headers"]["References"], Value::Null);
                for part in ["text", "html"] {
                    let part = mail[part].as_str().unwrap();
                    assert!(part.contains(hint), "{part}");
                    assert_eq!(part.contains(TOKEN), message == "welcome", "{part}");
                }
            }
            let stored = rows::in_each_table(server.db()).await;
            assert_eq!(stored["one_time_links"], 0, "no link was issued");
        }
    }
}

/// People without an address learn what an email says: the document says where, for each.
#[test]
fn the_document_says_where_the_portal_shows_each_email() {
    let text = include_str!("../../../docs/operating.md");
    let section = text.split("### Without an email address").nth(1).unwrap();
    let section = section.split("\n### ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let mut said: Vec<&str> = rows
        .flat_map(|line| line.split('|').nth(1).unwrap().split(','))
        .map(|name| name.trim().trim_matches('`'))
        .collect();
    said.sort_unstable();
    let samples = Mail::samples();
    let mut sent: Vec<&str> = samples.iter().map(Mail::name).collect();
    sent.sort_unstable();
    sent.dedup();
    assert_eq!(said, sent);
}

/// Only an address of which the caller has proved that they read it gets samples, whatever the request says.
#[tokio::test]
async fn a_sample_goes_only_to_the_callers_confirmed_address() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = server.person("AdaSuper", |new| {
            new.sup_admin = true;
            new.email = Some("ada@demo.test".to_owned());
        });
        let ada = ada.await;
        let body = json!({ "message": "welcome", "email": "eve@demo.test" });
        let refused = server.post_as(&ada, SEND, &body).await.json();
        assert_eq!(refused["status"], 100_013);
        assert_eq!(
            refused["msg"],
            "Confirm your own email address first. Samples go only there."
        );
        let jobs = rows::in_each_table(server.db()).await["jobs"];
        assert_eq!(jobs, 0);
        let unknown = json!({ "message": "nonsense" });
        let refused = server.post_as(&ada, SEND, &unknown).await.json();
        assert_eq!(
            (&refused["status"], &refused["field"]),
            (&json!(100_012), &json!("message"))
        );
    }
}

/// Trap T11: a person gets fifty samples a day.
#[tokio::test]
async fn attack_t11_samples_are_limited() {
    for database in database::each_engine().await {
        let server = Server::start(&database.db).await;
        let ada = ada(&server, "en-us").await;
        let body = json!({ "message": "welcome" });
        for _ in 0..50 {
            assert_eq!(server.post_as(&ada, SEND, &body).await.status(), 0);
        }
        let refused = server.post_as(&ada, SEND, &body).await;
        assert_eq!(refused.http, 429);
    }
}
