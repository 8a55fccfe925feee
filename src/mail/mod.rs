//! Mail: emails queued inside the caller's transaction and sent by a job.
//!
//! Whoever writes an email says what it tells ([`Mail`]), to whom and in which language; words,
//! templates, the product's looks and the transport are this room's. Links lead to
//! `server.public_url` alone, whatever a request's headers say (attacks 12).

mod frame;
mod templates;
mod transport;

use std::sync::Arc;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

pub use frame::{Frame, words};
pub use templates::{Mail, Name, PasswordChanged, Written};
pub use transport::{MailSettingsError, MailTransport, MailTransportError};

use crate::clock::Millis;
use crate::config::{MailConfig, PublicUrl};
use crate::db::{DbError, WriteTx};
use crate::i18n::language::Language;
use crate::jobs::{self, Handler, Job, JobError, NewJob};
use crate::random::Random;
use crate::site::branding::Branding;
use transport::{OutgoingMail, Sender};

/// The kind of the job that sends an email.
pub const SEND: &str = "mail.send";

/// Whom an email goes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipient {
    /// How the reader is called; may be empty.
    pub name: String,
    /// The reader's mail address.
    pub email: String,
    /// The reader's language.
    pub language: Language,
}

/// What the queue keeps of an email.
#[derive(Serialize, Deserialize)]
struct Queued {
    to_name: String,
    to: String,
    language: String,
    #[serde(flatten)]
    mail: Mail,
}

/// Queues an email inside the caller's transaction; wake the worker when it is committed.
pub async fn queue(
    tx: &mut WriteTx,
    to: &Recipient,
    mail: Mail,
    random: &Random,
    now: Millis,
) -> Result<(), DbError> {
    let queued = Queued {
        to_name: to.name.clone(),
        to: to.email.clone(),
        language: to.language.api().to_owned(),
        mail,
    };
    jobs::enqueue(tx, &NewJob::new(SEND, &queued, random, now)).await
}

/// Sends queued emails; register it with the worker.
#[derive(Clone, Debug)]
pub struct Mailer(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    transport: MailTransport,
    from: Sender,
    public_url: String,
    host: String,
    branding: Branding,
}

impl Mailer {
    /// A mailer by the settings; `authorities` is the content of `outbound.ca_file`. It keeps
    /// connections, so it is opened inside the runtime.
    pub fn open(
        config: &MailConfig,
        public_url: &PublicUrl,
        branding: &Branding,
        authorities: Option<&[u8]>,
    ) -> Result<Self, MailSettingsError> {
        let public_url = public_url.as_str().to_owned();
        let host = url::Url::parse(&public_url).ok();
        let host = host
            .as_ref()
            .and_then(url::Url::host_str)
            .unwrap_or("localhost")
            .to_owned();
        let transport = MailTransport::open(config.url.expose(), authorities)?;
        if matches!(transport, MailTransport::Off) {
            tracing::warn!("mail is off (mail.url): no email will leave");
        }
        Ok(Self(Arc::new(Parts {
            transport,
            from: Sender::read(&config.from)?,
            public_url,
            host,
            branding: branding.clone(),
        })))
    }

    async fn send(&self, job: &Job, queued: &Queued) -> Result<bool, JobError> {
        let Parts {
            transport,
            from,
            public_url,
            host,
            branding,
        } = &*self.0;
        let language = Language::from_api(&queued.language).unwrap_or_default();
        let frame = Frame::new(language, branding, public_url);
        let written = queued
            .mail
            .write(&frame)
            .map_err(|error| JobError::Never(format!("the email cannot be written: {error}")))?;
        let outgoing = OutgoingMail {
            id: &job.id,
            host,
            at: job.queued_at,
            language: language.tag(),
            to_name: &queued.to_name,
            to: &queued.to,
            written: &written,
        };
        transport
            .send(from, &outgoing)
            .await
            .map_err(|error| match error {
                MailTransportError::Later(words) => JobError::Later(words),
                MailTransportError::Never(words) => JobError::Never(words),
            })
    }
}

#[async_trait]
impl Handler for Mailer {
    fn kind(&self) -> &'static str {
        SEND
    }

    fn time_limit(&self) -> std::time::Duration {
        std::time::Duration::from_secs(60)
    }

    async fn run(&self, job: &Job) -> Result<(), JobError> {
        let queued: Queued = job.payload()?;
        let mail = queued.mail.name();
        let sent = self.send(job, &queued).await;
        let outcome = match &sent {
            Ok(true) => "sent",
            Ok(false) => {
                tracing::warn!(
                    letter = mail,
                    job = job.id,
                    "mail is off: an email was not sent"
                );
                "off"
            }
            Err(_) => "failed",
        };
        metrics::counter!("atrium_mail_total", "letter" => mail, "outcome" => outcome).increment(1);
        sent.map(drop)
    }
}
