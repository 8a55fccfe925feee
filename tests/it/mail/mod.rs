//! Mail: every email in every language, the queue, and sending (contract F-13, attack 12).

mod refused_addresses;
mod samples;
mod sending;
pub mod smtp;
mod smtp_faults;
mod templates;
mod threads;

use std::sync::Arc;

use atrium::clock::{Clock, Millis};
use atrium::config::{MailConfig, PublicUrl, Secret};
use atrium::db::{Db, DbError};
use atrium::i18n::language::Language;
use atrium::jobs::Worker;
use atrium::mail::{self, LinkIssuer, LinkRequest, Mail, Mailer, OneTimeLink, Recipient};
use atrium::random::Random;
use atrium::site::branding::Branding;

const START: Millis = 1_795_261_860_000;
const PUBLIC_URL: &str = "https://sso.example.com";

/// A mailer with these settings, for emails without a link.
fn mailer(url: &str, authorities: Option<&[u8]>) -> Mailer {
    let public_url: PublicUrl = PUBLIC_URL.parse().unwrap();
    let branding = Branding::default();
    Mailer::open(&config(url), &public_url, &branding, authorities, NoLinks).unwrap()
}

/// Creates no link.
pub struct NoLinks;

#[async_trait::async_trait]
impl LinkIssuer for NoLinks {
    async fn issue(&self, _: LinkRequest<'_>) -> Result<Option<OneTimeLink>, DbError> {
        Ok(None)
    }
}

fn config(url: &str) -> MailConfig {
    MailConfig {
        url: Secret::new(url),
        from: "Atrium <sso@example.com>".to_owned(),
        ..MailConfig::default()
    }
}

/// A worker that sends with `mailer`, and its clock.
fn worker(db: &Db, mailer: Mailer) -> (Arc<Worker>, Clock) {
    let clock = Clock::fixed(START);
    let worker = Worker::new(db.clone(), clock.clone(), &Random::system());
    (Arc::new(worker.handler(mailer)), clock)
}

fn reader(email: &str) -> Recipient {
    Recipient {
        name: "Dan Member".to_owned(),
        email: email.to_owned(),
        language: Language::EnUs,
    }
}

fn sample() -> Mail {
    Mail::samples().remove(0)
}

async fn queue(db: &Db, to: Recipient, mail: Mail) {
    db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { mail::queue(tx, &to, mail, &Random::system(), START).await })
    })
    .await
    .unwrap();
}
