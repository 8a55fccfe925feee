//! Emails about one request are one conversation (RFC 5322 section 3.6.4), and all emails are one list (RFC 2919).

use std::collections::BTreeMap;

use atrium::mail::{Mail, Mailer, Thread};
use atrium::site::branding::Branding;
use serde_json::Value;

use super::smtp::Server;
use super::{NoLinks, PUBLIC_URL, config, mailer, queue, reader, worker};
use crate::support::database;
use crate::support::worker::Steps as _;

const ID: &str = "0193a1b2-0000-7000-8000-000000000001";

fn named(name: &str) -> Mail {
    let mut samples = Mail::samples().into_iter();
    samples.find(|mail| mail.name() == name).unwrap()
}

#[test]
fn every_email_about_a_request_names_the_same_thread() {
    let mut threads: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for mail in Mail::samples() {
        if let Some(thread) = mail.thread() {
            let id = thread.message_id("sso.example.com");
            threads.entry(id).or_default().push(mail.name());
        }
    }
    let thread = |noun: &str| format!("<{noun}-{ID}@sso.example.com>");
    let expected = [
        ("agency", vec!["agency_approved", "agency_refused"]),
        (
            "application",
            vec![
                "application_link",
                "application_approved",
                "application_refused",
            ],
        ),
        ("feedback", vec!["feedback_answered"]),
        (
            "request",
            vec![
                "request_asked",
                "request_overdue",
                "request_approved",
                "request_refused",
            ],
        ),
    ];
    let expected = expected.map(|(noun, mails)| (thread(noun), mails));
    assert_eq!(threads, BTreeMap::from(expected));
}

/// Attack 12: no id can add a header.
#[test]
fn an_id_that_is_none_makes_no_thread() {
    for id in ["", "a\r\nBcc: x@y", "a> <b", "a@b", "a b", "一"] {
        assert_eq!(Thread::of("request", id), None, "{id:?}");
    }
}

/// A rolling update: an earlier version queued emails without the id of their request.
#[test]
fn an_email_that_an_earlier_version_queued_has_no_thread() {
    for mail in Mail::samples() {
        let mut queued = serde_json::to_value(&mail).unwrap();
        let fields = queued.as_object_mut().unwrap();
        if ["feedback_answered", "request_asked", "request_overdue"].contains(&mail.name()) {
            continue;
        }
        let had = fields.remove("request_id").is_some() | fields.remove("application_id").is_some();
        assert_eq!(had, mail.thread().is_some(), "{}", mail.name());
        let earlier: Mail = serde_json::from_value(queued).unwrap();
        assert_eq!(earlier.thread(), None);
    }
}

/// Sends these emails over SMTP and returns the headers that arrive.
async fn arrived(mailer: impl Fn(&str) -> Mailer, names: &[&str]) -> Vec<Value> {
    let Some(mut server) = Server::start("plain") else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for database in database::each_engine().await {
        let url = format!("smtp://127.0.0.1:{}", server.port);
        let (worker, _) = worker(&database.db, mailer(&url));
        for name in names {
            queue(&database.db, reader("dan@demo.test"), named(name)).await;
            assert_eq!(worker.run_due().await.unwrap(), 1);
            let mail = server.mail();
            assert_eq!(mail["defects"], serde_json::json!([]));
            all.push(mail["headers"].clone());
        }
    }
    all
}

#[tokio::test]
async fn mail_programs_get_the_thread_and_the_list() {
    let names = ["request_asked", "request_overdue", "password_changed"];
    let arrived = arrived(|url| mailer(url, None), &names).await;
    let about = format!("<request-{ID}@sso.example.com>");
    for headers in arrived.chunks(3) {
        for header in ["References", "In-Reply-To"] {
            let values = [&headers[0], &headers[1], &headers[2]].map(|mail| &mail[header]);
            assert_eq!(values[0], &about, "{header}");
            assert_eq!(values[1], &about, "{header}");
            assert_eq!(values[2], &Value::Null, "{header}");
        }
        let ids: Vec<_> = headers.iter().map(|mail| &mail["Message-ID"]).collect();
        assert!(ids[0] != ids[1] && ids.iter().all(|id| **id != about));
        for mail in headers {
            assert_eq!(mail["List-Id"], "Atrium <notices.sso.example.com>");
            assert_eq!(mail["Auto-Submitted"], "auto-generated");
        }
    }
}

/// A product's name cannot change the id of the list.
#[tokio::test]
async fn the_list_has_one_id_whatever_the_product_is_called() {
    for (product, shown) in [
        ("统一登录", "统一登录 <notices.sso.example.com>"),
        ("A <b@c>, \"D\"", "A b c D <notices.sso.example.com>"),
    ] {
        let branding = Branding {
            product: product.to_owned(),
            ..Branding::default()
        };
        let open = |url: &str| {
            let public_url = PUBLIC_URL.parse().unwrap();
            Mailer::open(&config(url), &public_url, &branding, None, NoLinks).unwrap()
        };
        for headers in arrived(open, &["password_changed"]).await {
            assert_eq!(headers["List-Id"], shown);
        }
    }
}
