//! Tests with a foreign mail server (aiosmtpd), if `ATRIUM_TEST_SMTP` names a Python that has it:
//! `scripts/with-smtp cargo test mail`.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::Value;

use super::{mailer, queue, reader, sample, worker};
use crate::support::worker::Steps as _;
use crate::support::{database, skip};

pub struct Server {
    process: Child,
    shown: BufReader<ChildStdout>,
    pub port: u16,
    authority: Vec<u8>,
    _folder: tempfile::TempDir,
}

impl Server {
    /// Starts a server, or reports that there is none.
    pub fn start(mode: &str) -> Option<Self> {
        let python = std::env::var("ATRIUM_TEST_SMTP");
        let Some(python) = python.ok().filter(|path| !path.is_empty()) else {
            skip("a mail server (ATRIUM_TEST_SMTP)");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let (certificate, key) = (
            folder.path().join("cert.pem"),
            folder.path().join("key.pem"),
        );
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let authority = made.cert.pem().into_bytes();
        std::fs::write(&certificate, &authority).unwrap();
        std::fs::write(&key, made.signing_key.serialize_pem()).unwrap();
        let mut process = Command::new(python)
            .arg(Path::new("tests/smtp/server.py"))
            .args([mode.as_ref(), certificate.as_os_str(), key.as_os_str()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut shown = BufReader::new(process.stdout.take().unwrap());
        let mut port = String::new();
        shown.read_line(&mut port).unwrap();
        let port = port.trim().parse().unwrap();
        Some(Self {
            process,
            shown,
            port,
            authority,
            _folder: folder,
        })
    }

    /// The next email that arrived.
    pub fn mail(&mut self) -> Value {
        let mut line = String::new();
        self.shown.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}

fn assert_whole(mail: &Value) {
    assert_eq!(mail["sender"], "sso@example.com");
    assert_eq!(mail["recipients"], serde_json::json!(["dan@demo.test"]));
    assert_eq!(
        mail["headers"]["Subject"],
        "Your Atrium password was changed"
    );
    assert_eq!(mail["headers"]["To"], "Dan Member <dan@demo.test>");
    assert!(
        mail["text"]
            .as_str()
            .unwrap()
            .contains("DanMember was changed on 21 November")
    );
    assert!(
        mail["html"]
            .as_str()
            .unwrap()
            .contains("<a href=\"https://sso.example.com/\">")
    );
    assert_eq!(mail["defects"], serde_json::json!([]));
}

#[tokio::test]
async fn a_mail_arrives_whole() {
    let Some(mut server) = Server::start("plain") else {
        return;
    };
    let database = database::each_engine().await.remove(0);
    let url = format!("smtp://127.0.0.1:{}", server.port);
    let (worker, _) = worker(&database.db, mailer(&url, None));
    queue(&database.db, reader("dan@demo.test"), sample()).await;
    worker.run_due().await.unwrap();
    let mail = server.mail();
    assert_whole(&mail);
    assert_eq!(mail["tls"], false);
}

#[tokio::test]
async fn starttls_and_a_password() {
    let Some(mut server) = Server::start("starttls") else {
        return;
    };
    let database = database::each_engine().await.remove(0);
    let url = format!(
        "smtp://sso:open%20sesame@localhost:{}?tls=required",
        server.port
    );
    let (worker, _) = worker(&database.db, mailer(&url, Some(&server.authority)));
    queue(&database.db, reader("dan@demo.test"), sample()).await;
    worker.run_due().await.unwrap();
    let mail = server.mail();
    assert_whole(&mail);
    assert_eq!((&mail["tls"], &mail["user"]), (&true.into(), &"sso".into()));
}

#[tokio::test]
async fn tls_from_the_first_byte() {
    let Some(mut server) = Server::start("implicit") else {
        return;
    };
    let database = database::each_engine().await.remove(0);
    let url = format!("smtps://sso:open%20sesame@localhost:{}", server.port);
    let (worker, _) = worker(&database.db, mailer(&url, Some(&server.authority)));
    queue(&database.db, reader("dan@demo.test"), sample()).await;
    worker.run_due().await.unwrap();
    assert_whole(&server.mail());
}

/// With an unknown authority or without TLS nothing is sent in clear text, and the email waits for better
/// settings.
#[tokio::test]
async fn nothing_leaves_without_the_tls_that_was_asked_for() {
    let (Some(mut server), Some(plain)) = (Server::start("starttls"), Server::start("plain"))
    else {
        return;
    };
    let database = database::each_engine().await.remove(0);
    let db = &database.db;
    queue(db, reader("dan@demo.test"), sample()).await;
    let safe = format!(
        "smtp://sso:open%20sesame@localhost:{}?tls=required",
        server.port
    );
    let none = format!(
        "smtp://sso:open%20sesame@localhost:{}?tls=required",
        plain.port
    );
    let wrong = format!("smtp://sso:wrong@localhost:{}?tls=required", server.port);
    let tries = [
        (&safe, None),
        (&none, None),
        (&wrong, Some(server.authority.clone())),
    ];
    let mut later = 0;
    for (url, authorities) in tries {
        let (worker, clock) = worker(db, mailer(url, authorities.as_deref()));
        clock.advance(later);
        assert_eq!(worker.run_due().await.unwrap(), 1, "tried with {url}");
        later += 3_600_000;
    }
    let (worker, clock) = worker(db, mailer(&safe, Some(&server.authority)));
    clock.advance(later);
    assert_eq!(worker.run_due().await.unwrap(), 1, "it was not given up");
    assert_whole(&server.mail());
}

/// RFC 5321 section 4.2.1: 4yz is retried, 5yz is not.
#[tokio::test]
async fn a_passing_refusal_is_tried_again_and_a_lasting_one_not() {
    let Some(mut server) = Server::start("plain") else {
        return;
    };
    let database = database::each_engine().await.remove(0);
    let url = format!("smtp://127.0.0.1:{}", server.port);
    let (worker, clock) = worker(&database.db, mailer(&url, None));
    queue(&database.db, reader("nobody@demo.test"), sample()).await;
    queue(&database.db, reader("later@demo.test"), sample()).await;
    assert_eq!(worker.run_due().await.unwrap(), 2);
    clock.advance(3_600_000);
    assert_eq!(worker.run_due().await.unwrap(), 1);
    let mail = server.mail();
    assert_eq!(mail["recipients"], serde_json::json!(["later@demo.test"]));
    clock.advance(3_600_000);
    assert_eq!(worker.run_due().await.unwrap(), 0);
}

/// If a mail server is down, emails are delayed but not lost.
#[tokio::test]
async fn a_mail_server_that_is_away_is_asked_again() {
    let database = database::each_engine().await.remove(0);
    let (worker, clock) = worker(&database.db, mailer("smtp://127.0.0.1:1", None));
    queue(&database.db, reader("dan@demo.test"), sample()).await;
    for _ in 0..3 {
        assert_eq!(worker.run_due().await.unwrap(), 1);
        clock.advance(3_600_000);
    }
}
