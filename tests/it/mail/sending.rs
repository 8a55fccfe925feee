//! From the queue to the folder: durable, sent once, with headers that nobody can forge.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use atrium::config::{MailConfig, PublicUrl, Secret};
use atrium::db::DbError;
use atrium::i18n::language::Language;
use atrium::mail::{
    self, LinkIssuer, LinkRequest, Mail, MailSettingsError, MailTransport, Mailer, OneTimeLink,
    Recipient,
};
use atrium::random::Random;
use atrium::site::branding::Branding;

use super::{NoLinks, PUBLIC_URL, START, config, mailer, queue, reader, sample, worker};
use crate::support::database;
use crate::support::worker::Steps as _;

fn mails(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|kind| kind == "eml"))
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect()
}

fn headers(eml: &str) -> Vec<&str> {
    eml.split("\r\n\r\n")
        .next()
        .unwrap()
        .split("\r\n")
        .collect()
}

#[tokio::test]
async fn a_queued_mail_becomes_a_file() {
    for database in database::each_engine().await {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("mail");
        let (worker, _) = worker(
            &database.db,
            mailer(&format!("file:{}", out.display()), None),
        );
        queue(&database.db, reader("dan@demo.test"), sample()).await;
        assert_eq!(worker.run_due().await.unwrap(), 1);
        let mails = mails(&out);
        assert_eq!(mails.len(), 1);
        let headers = headers(&mails[0]);
        for header in [
            "From: Atrium <sso@example.com>",
            "To: \"Dan Member\" <dan@demo.test>",
            "Subject: Your Atrium password was changed",
            "Auto-Submitted: auto-generated",
            "X-Auto-Response-Suppress: OOF, AutoReply",
            "List-Id: Atrium <notices.sso.example.com>",
            "Content-Language: en",
            "Date: Sat, 21 Nov 2026 11:51:00 +0000",
        ] {
            assert!(headers.contains(&header), "{header} is not in {headers:#?}");
        }
        let id = headers
            .iter()
            .find_map(|header| header.strip_prefix("Message-ID: "))
            .unwrap();
        assert!(id.ends_with("@sso.example.com>"), "{id}");
        assert!(mails[0].contains("multipart/alternative"));
    }
}

/// A change that was rolled back sends no email.
#[tokio::test]
async fn a_mail_shares_the_fate_of_its_transaction() {
    for database in database::each_engine().await {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("file:{}", folder.path().display());
        let (worker, _) = worker(&database.db, mailer(&url, None));
        let undone = database.db.write::<(), DbError, _>(|tx| {
            Box::pin(async move {
                let to = reader("dan@demo.test");
                mail::queue(tx, &to, sample(), &Random::system(), START).await?;
                Err(DbError::WriterGone)
            })
        });
        undone.await.unwrap_err();
        worker.run_due().await.unwrap();
        assert!(mails(folder.path()).is_empty());
    }
}

/// Header injection: no name changes the headers or recipients of an email.
#[tokio::test]
async fn no_name_can_add_a_header_or_a_recipient() {
    let database = database::each_engine().await.remove(0);
    for name in [
        "Ada\r\nBcc: evil@example.com",
        "Ada\nBcc: evil@example.com",
        "Ada\r\n\r\n<p>body</p>",
        "\"Ada\" <evil@example.com>",
        "Ada, evil@example.com",
        "Ada\u{2028}Bcc: evil@example.com\u{85}Bcc: evil@example.com",
        "=?utf-8?B?QmNjOiBldmls?=",
        "Ad\0a\u{7f}",
        "",
        "王小明",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("file:{}", folder.path().display());
        let (worker, _) = worker(&database.db, mailer(&url, None));
        let to = Recipient {
            name: name.to_owned(),
            ..reader("dan@demo.test")
        };
        queue(&database.db, to, sample()).await;
        worker.run_due().await.unwrap();
        let mails = mails(folder.path());
        assert_eq!(mails.len(), 1, "{name:?}");
        let headers = headers(&mails[0]);
        let named = |wanted: &str| {
            let mut names = headers.iter().filter_map(|header| header.split_once(':'));
            names.any(|(name, _)| name.eq_ignore_ascii_case(wanted))
        };
        assert!(!named("bcc") && !named("cc"), "{name:?}: {headers:#?}");
        let to = mails[0].split("\r\nTo: ").nth(1).unwrap();
        let to = to.split("\r\nSubject:").next().unwrap();
        assert!(
            to.trim_end().ends_with("dan@demo.test>") || to == "dan@demo.test",
            "{to:?}"
        );
    }
}

/// An invalid address is given up at once, without eight attempts.
#[tokio::test]
async fn an_address_that_is_none_is_given_up() {
    let database = database::each_engine().await.remove(0);
    let folder = tempfile::tempdir().unwrap();
    let url = format!("file:{}", folder.path().display());
    let (worker, clock) = worker(&database.db, mailer(&url, None));
    for email in [
        "",
        "dan",
        "dan@",
        "a@b\r\nRCPT TO:<evil@example.com>",
        "a@b, c@d",
        "a b@c",
    ] {
        queue(&database.db, reader(email), sample()).await;
    }
    assert_eq!(worker.run_due().await.unwrap(), 6);
    clock.advance(10_000_000);
    assert_eq!(worker.run_due().await.unwrap(), 0);
    assert!(mails(folder.path()).is_empty());
}

#[tokio::test]
async fn mail_that_is_off_keeps_nothing() {
    let database = database::each_engine().await.remove(0);
    let (worker, clock) = worker(&database.db, mailer("off", None));
    queue(&database.db, reader("dan@demo.test"), sample()).await;
    assert_eq!(worker.run_due().await.unwrap(), 1);
    clock.advance(10_000_000);
    assert_eq!(worker.run_due().await.unwrap(), 0);
}

/// The email is in the reader's language, and Chinese arrives unchanged.
#[tokio::test]
async fn a_chinese_reader_gets_a_chinese_mail() {
    let database = database::each_engine().await.remove(0);
    let folder = tempfile::tempdir().unwrap();
    let url = format!("file:{}", folder.path().display());
    let (worker, _) = worker(&database.db, mailer(&url, None));
    let to = Recipient {
        name: "王小明".to_owned(),
        language: Language::ZhCn,
        ..reader("dan@demo.test")
    };
    queue(&database.db, to, sample()).await;
    worker.run_due().await.unwrap();
    let mail = mails(folder.path()).remove(0);
    assert!(mail.is_ascii(), "every mail server carries it");
    assert!(mail.contains("Content-Language: zh-CN"));
}

/// A bad setting is reported with its key.
#[tokio::test]
async fn bad_settings_are_named() {
    for url in [
        "http://example.com",
        "smtp://",
        "file:",
        "mail.example.com",
        "smtp://h?tls=x",
    ] {
        let shown = MailTransport::open(url, MailConfig::default().timeout, None).unwrap_err();
        assert!(matches!(shown, MailSettingsError::Url), "{url}");
        assert!(shown.to_string().contains("mail.url"));
    }
    let public_url: PublicUrl = PUBLIC_URL.parse().unwrap();
    let bad = MailConfig {
        from: "nobody\r\nBcc: x@y".to_owned(),
        ..config("off")
    };
    let shown = Mailer::open(&bad, &public_url, &Branding::default(), None, NoLinks).unwrap_err();
    assert!(shown.to_string().contains("mail.from"), "{shown}");
    let secret = MailConfig {
        url: Secret::new("smtp://sso:hidden@localhost"),
        ..config("")
    };
    let mailer = Mailer::open(&secret, &public_url, &Branding::default(), None, NoLinks).unwrap();
    assert!(!format!("{mailer:?}").contains("hidden"));
}

/// Creates a token for each attempt, and records it.
#[derive(Clone, Default)]
struct CountedLinks(Arc<AtomicUsize>);

#[async_trait::async_trait]
impl LinkIssuer for CountedLinks {
    async fn issue(&self, request: LinkRequest<'_>) -> Result<Option<OneTimeLink>, DbError> {
        assert_eq!(request.email, "dan@demo.test");
        let number = self.0.fetch_add(1, Ordering::SeqCst) + 1;
        Ok(Some(OneTimeLink {
            token: format!("token-of-attempt-{number}").into(),
            expires_at: START + 1,
        }))
    }
}

/// Contract F-16: the queue contains no token. Each attempt creates a new one, and mail programs do
/// not take a second attempt for the first.
#[tokio::test]
async fn a_link_is_minted_at_each_attempt_to_send() {
    for database in database::each_engine().await {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("mail");
        std::fs::write(&out, "no folder").unwrap();
        let config = config(&format!("file:{}", out.display()));
        let (public_url, branding) = (PUBLIC_URL.parse().unwrap(), Branding::default());
        let links = CountedLinks::default();
        let mailer = Mailer::open(&config, &public_url, &branding, None, links.clone()).unwrap();
        let (worker, clock) = worker(&database.db, mailer);
        let welcome = Mail::samples()
            .into_iter()
            .find(|mail| mail.name() == "welcome");
        let welcome = welcome.unwrap();
        assert!(welcome.link("dan@demo.test").is_some());
        queue(&database.db, reader("dan@demo.test"), welcome).await;
        assert_eq!(links.0.load(Ordering::SeqCst), 0, "none before it is sent");
        worker.run_due().await.unwrap();
        std::fs::remove_file(&out).unwrap();
        clock.advance(10_000);
        worker.run_due().await.unwrap();
        let mails = mails(&out);
        assert_eq!((mails.len(), links.0.load(Ordering::SeqCst)), (1, 2));
        assert!(mails[0].contains("token-of-attempt-2"), "{}", mails[0]);
        assert!(!mails[0].contains("token-of-attempt-1"));
        let id = headers(&mails[0]);
        let id = id
            .iter()
            .find(|header| header.starts_with("Message-ID"))
            .unwrap();
        assert!(id.ends_with(".2@sso.example.com>"), "{id}");
    }
}

/// An email is neither sent nor retried if its reader may no longer have its link.
#[tokio::test]
async fn a_mail_without_its_link_is_not_sent() {
    for database in database::each_engine().await {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("file:{}", folder.path().display());
        let (worker, clock) = worker(&database.db, mailer(&url, None));
        let welcome = Mail::samples()
            .into_iter()
            .find(|mail| mail.name() == "welcome");
        queue(&database.db, reader("dan@demo.test"), welcome.unwrap()).await;
        assert_eq!(worker.run_due().await.unwrap(), 1);
        clock.advance(10_000_000);
        assert_eq!(worker.run_due().await.unwrap(), 0);
        assert!(mails(folder.path()).is_empty());
    }
}
