//! Mail: emails are queued inside the caller's transaction and sent by a job.
//!
//! The caller provides the message ([`Mail`]), the recipient and the language. This module has the
//! texts, the layout, the product's colours and the transport. Links always lead to
//! `server.public_url`, whatever a request's headers say (attack 12).

mod body;
mod context;
mod deliveries;
mod device;
mod link;
mod messages;
mod name;
mod samples;
mod thread;
mod transport;

use std::sync::Arc;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

pub use body::Written;
pub use context::{MailContext, words};
pub use deliveries::Deliveries;
pub use link::{LinkIssuer, LinkPurpose, LinkRequest, OneTimeLink};
pub use messages::{
    AccountErased, AccountLocked, AddressChanged, AddressKnown, AddressLink, AddressReplaced,
    AddressSet, AddressTaken, AddressTakenBack, AgencyApproved, AgencyRefused, ApplicationApproved,
    ApplicationAsked, ApplicationLink, ApplicationRefused, CodesGuessed, DeletionAsked,
    DeletionBegun, DeletionTakenBack, FactorChange, FactorChanged, FactorReminder,
    FeedbackAnswered, ForgottenPassword, GroupInvitation, IdentityLinked, IdentityUnlinked, Mail,
    MemberAdded, MembershipEnding, NewBrowser, PasskeyAdded, PasskeyRemoved, PasskeyRenamed,
    PasswordAsked, PasswordChanged, RegistrationInvitation, RequestApproved, RequestAsked,
    RequestOverdue, RequestRefused, RequestSummary, StandInNamed, WaitingRequest, Welcome,
};
pub use name::{AccountName, Name, Words};
pub use samples::{MailSample, sample_of, samples};
pub use thread::Thread;
pub use transport::{MailSettingsError, MailTransport, MailTransportError, is_mailable};

use crate::clock::Millis;
use crate::config::{MailConfig, PublicUrl};
use crate::db::{DbError, WriteTx};
use crate::i18n::language::Language;
use crate::jobs::{self, Concurrency, Handler, Job, JobError, NewJob};
use crate::random::Random;
use crate::site::branding::Branding;
use transport::{CONNECTIONS, OutgoingMail, Sender};

pub const SEND: &str = "mail.send";
/// The kind of the emails that people without an account cause.
pub const SEND_TO_STRANGERS: &str = "mail.stranger";

/// The most emails of [`SEND_TO_STRANGERS`] that wait.
const MOST_TO_STRANGERS: i64 = 1_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipient {
    /// The name; may be empty.
    pub name: String,
    pub email: String,
    pub language: Language,
}

/// A queued email.
#[derive(Serialize, Deserialize)]
struct Queued {
    to_name: String,
    to: String,
    language: String,
    /// True for a sample: it says so, and its link does not work.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    sample: bool,
    #[serde(flatten)]
    mail: Mail,
}

/// Queues an email inside the caller's transaction.
pub async fn queue(
    tx: &mut WriteTx,
    to: &Recipient,
    mail: Mail,
    random: &Random,
    now: Millis,
) -> Result<(), DbError> {
    let queued = Queued::new(to, mail);
    jobs::enqueue(tx, &NewJob::new(SEND, &queued, random, now)).await
}

/// Queues a sample of an email, for an administrator.
pub async fn queue_sample(
    tx: &mut WriteTx,
    to: &Recipient,
    mail: Mail,
    random: &Random,
    now: Millis,
) -> Result<(), DbError> {
    let queued = Queued {
        sample: true,
        ..Queued::new(to, mail)
    };
    jobs::enqueue(tx, &NewJob::new(SEND, &queued, random, now)).await
}

/// Queues an email that a person in `network`, without an account, caused. These emails have a queue of their own, which is
/// capped (decision 0044), so that a flood delays no other email.
pub async fn queue_for_stranger(
    tx: &mut WriteTx,
    to: &Recipient,
    mail: Mail,
    network: &str,
    (random, now): (&Random, Millis),
) -> Result<(), DbError> {
    let job = NewJob::new(SEND_TO_STRANGERS, &Queued::new(to, mail), random, now);
    jobs::enqueue_within(tx, &job.in_lane(network), MOST_TO_STRANGERS).await
}

impl Queued {
    fn new(to: &Recipient, mail: Mail) -> Self {
        Self {
            to_name: to.name.clone(),
            to: to.email.clone(),
            language: to.language.api().to_owned(),
            sample: false,
            mail,
        }
    }
}

/// The part of a queued email that administrators see: recipient and subject, never a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueuedMail {
    /// The email address.
    pub to: String,
    /// The name of the message, such as `welcome`.
    pub message: &'static str,
}

impl QueuedMail {
    /// The email of a job of this kind with this payload; `None` for other jobs.
    pub fn of(kind: &str, payload: &str) -> Option<Self> {
        if ![SEND, SEND_TO_STRANGERS].contains(&kind) {
            return None;
        }
        let queued: Queued = serde_json::from_str(payload).ok()?;
        let message = queued.mail.name();
        Some(Self {
            to: queued.to,
            message,
        })
    }
}

/// Sends queued emails; register it with the worker.
#[derive(Clone)]
pub struct Mailer {
    parts: Arc<Parts>,
    /// The kind of the jobs whose emails it sends.
    kind: &'static str,
    /// Hears which addresses take emails.
    deliveries: Option<Arc<dyn Deliveries>>,
}

/// The result of sending an email.
enum Outcome {
    Sent,
    /// The address was refused for good, with this code and these words.
    Refused(u16, String),
    /// Mail is off.
    Off,
    /// The email needs a link that its reader may no longer have.
    Void,
}

struct Parts {
    links: Box<dyn LinkIssuer>,
    transport: MailTransport,
    from: Sender,
    public_url: String,
    host: String,
    branding: Branding,
}

impl Mailer {
    /// A mailer for the settings. `authorities` is the content of `outbound.ca_file`; `links`
    /// issues the one-time links. It keeps connections open, so create it inside the runtime.
    pub fn open(
        config: &MailConfig,
        public_url: &PublicUrl,
        branding: &Branding,
        authorities: Option<&[u8]>,
        links: impl LinkIssuer + 'static,
    ) -> Result<Self, MailSettingsError> {
        let public_url = public_url.as_str().to_owned();
        let host = url::Url::parse(&public_url).ok();
        let host = host
            .as_ref()
            .and_then(url::Url::host_str)
            .unwrap_or("localhost")
            .to_owned();
        let transport = MailTransport::open(config.url.expose(), config.timeout, authorities)?;
        if matches!(transport, MailTransport::Off) {
            tracing::warn!("mail is off (mail.url): no email will leave");
        }
        let parts = Parts {
            links: Box::new(links),
            transport,
            from: Sender::read(&config.from)?,
            public_url,
            host,
            branding: branding.clone(),
        };
        Ok(Self {
            parts: Arc::new(parts),
            kind: SEND,
            deliveries: None,
        })
    }

    /// Informs `deliveries` which addresses take emails.
    #[must_use]
    pub fn informing(self, deliveries: impl Deliveries + 'static) -> Self {
        Self {
            deliveries: Some(Arc::new(deliveries)),
            ..self
        }
    }

    /// The same for the emails that people without an account cause.
    #[must_use]
    pub fn for_strangers(&self) -> Self {
        Self {
            parts: Arc::clone(&self.parts),
            kind: SEND_TO_STRANGERS,
            deliveries: self.deliveries.clone(),
        }
    }

    async fn send(&self, job: &Job, queued: &Queued) -> Result<Outcome, JobError> {
        let parts = &*self.parts;
        if matches!(parts.transport, MailTransport::Off) {
            return Ok(Outcome::Off);
        }
        let link = match queued.mail.link(&queued.to) {
            Some(_) if queued.sample => Some(samples::link_at(job.queued_at)),
            Some(request) => match parts.links.issue(request).await? {
                Some(link) => Some(link),
                None => return Ok(Outcome::Void),
            },
            None => None,
        };
        let language = Language::from_api(&queued.language).unwrap_or_default();
        let context = MailContext::new(language, &parts.branding, &parts.public_url);
        let context = context.with_link(link.as_ref()).of_sample(queued.sample);
        let written = queued.mail.write(&context);
        let written = written
            .map_err(|error| JobError::Never(format!("the email cannot be written: {error}")))?;
        let outgoing = OutgoingMail {
            id: &message_id(job, link.is_some()),
            host: &parts.host,
            product: &parts.branding.product,
            thread: queued.mail.thread().filter(|_| !queued.sample),
            at: job.queued_at,
            language: language.tag(),
            to_name: &queued.to_name,
            to: &queued.to,
            written: &written,
        };
        let sent = parts.transport.send(&parts.from, &outgoing).await;
        match sent {
            Ok(()) => Ok(Outcome::Sent),
            Err(MailTransportError::Refused(code, words)) => Ok(Outcome::Refused(code, words)),
            Err(MailTransportError::Later(words)) => Err(JobError::Later(words)),
            Err(MailTransportError::Never(words)) => Err(JobError::Never(words)),
        }
    }

    /// Informs the domain how the address was answered. The email is done all the same if that fails.
    async fn inform(&self, to: &str, outcome: &Outcome) {
        let Some(deliveries) = &self.deliveries else {
            return;
        };
        let informed = match outcome {
            Outcome::Sent => deliveries.accepted(to).await,
            Outcome::Refused(code, _) => deliveries.refused(to, *code).await,
            Outcome::Off | Outcome::Void => Ok(()),
        };
        if let Err(error) = informed {
            tracing::warn!(%error, "the answer about an address was not stored");
        }
    }
}

/// A further attempt has the message id of the first, unless it has a new link: a mail program that
/// sees the same id may keep only the email with the invalid link.
fn message_id(job: &Job, has_link: bool) -> String {
    if has_link && job.attempt > 1 {
        return format!("{}.{}", job.id, job.attempt);
    }
    job.id.clone()
}

impl std::fmt::Debug for Mailer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Mailer({:?})", self.parts.transport)
    }
}

#[async_trait]
impl Handler for Mailer {
    fn kind(&self) -> &'static str {
        self.kind
    }

    fn time_limit(&self) -> std::time::Duration {
        std::time::Duration::from_secs(60)
    }

    /// As many as there are connections. So a slow mail server delays only emails.
    fn concurrency(&self) -> Concurrency {
        Concurrency {
            kind: CONNECTIONS,
            lane: CONNECTIONS,
        }
    }

    async fn run(&self, job: &Job) -> Result<(), JobError> {
        let queued: Queued = job.payload()?;
        let mail = queued.mail.name();
        let sent = self.send(job, &queued).await;
        if let Ok(outcome) = &sent {
            self.inform(&queued.to, outcome).await;
        }
        let outcome = match &sent {
            Ok(Outcome::Sent) => "sent",
            Ok(Outcome::Refused(..)) | Err(_) => "failed",
            Ok(Outcome::Off) => {
                tracing::warn!(mail, job = job.id, "mail is off: an email was not sent");
                "off"
            }
            Ok(Outcome::Void) => {
                tracing::info!(
                    mail,
                    job = job.id,
                    "an email was not sent: its reader needs its link no longer"
                );
                "void"
            }
        };
        metrics::counter!("atrium_mail_total", "message" => mail, "outcome" => outcome)
            .increment(1);
        match sent? {
            Outcome::Refused(_, words) => Err(JobError::Never(words)),
            Outcome::Sent | Outcome::Off | Outcome::Void => Ok(()),
        }
    }
}
