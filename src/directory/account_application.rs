//! Applying for an account (contract R-16, S-26, G-62).
//!
//! What a person types becomes one job, whatever is true, and only the job looks whether the address has an account. So
//! neither the answer nor its time or writes show it (attack 14). The reader of an unknown address gets a link that holds
//! the application, sealed ([`link`]); nothing is stored until it is opened ([`confirm`]). The account then waits for a
//! decision.

pub mod confirm;
pub mod decide;
mod form;
pub mod link;
pub(super) mod settle;
pub mod time_out;

use std::net::IpAddr;

use async_trait::async_trait;

use super::account_error::AccountError;
use super::forgotten_password::lane;
use super::names::mailbox;
use super::people::find_by_address;
use super::sign_in::{NOWHERE, PasswordSignIn};
use super::store::address_changes::is_reserved;
use crate::audit::Origin;
use crate::clock::{Clock, DAY, Millis};
use crate::db::{Db, WriteTx};
use crate::i18n::language::Language;
use crate::jobs::{self, Handler, Job, JobError, NewJob};
use crate::limits::{self, LimitError, Limits};
use crate::mail::{self, Mail, Recipient};
use crate::random::Random;

pub use super::store::account_applications::sweep;
pub use form::{Applicant, Application};

/// The kind of the jobs.
pub const KIND: &str = "account.applied";

/// How long a decided application is shown to its applicant and in lists.
pub const KEPT: Millis = 90 * DAY;

/// The most applications that wait for their email.
const MOST_WAITING: i64 = 1_000;

/// Checks what a person typed, in a view of its own.
///
/// # Errors
/// Every fault of every field.
pub async fn check(
    passwords: &PasswordSignIn,
    applicant: Applicant,
) -> Result<Applicant, AccountError> {
    let mut view = passwords.db.read().await?;
    let now = passwords.clock.now();
    applicant.checked(&mut view, now, &passwords.zone).await
}

/// Notes a checked application, whether or not somebody has its name or address.
///
/// # Errors
/// [`LimitError::Delayed`] if the network of `origin` applied too often.
pub async fn apply(
    passwords: &PasswordSignIn,
    applicant: Applicant,
    origin: &Origin,
) -> Result<(), LimitError> {
    let address: IpAddr = origin.address.unwrap_or(NOWHERE);
    let counters = passwords.limits.application(address);
    let now = passwords.clock.now();
    let application = Application {
        id: passwords.random.uuid_v4().to_string(),
        applicant,
    };
    let job = NewJob::new(KIND, &application, &passwords.random, now).in_lane(&lane(address));
    let new = passwords.db.write::<_, LimitError, _>(move |tx| {
        Box::pin(async move {
            let new = limits::spend_unnamed(tx, &counters, now).await?;
            jobs::enqueue_within(tx, &job, MOST_WAITING).await?;
            Ok(new)
        })
    });
    let new = new.await?;
    passwords.gate.note_new(&passwords.db, new).await;
    Ok(())
}

/// Answers applications by email; register it with the worker.
#[derive(Debug)]
pub struct AccountApplications {
    pub db: Db,
    pub clock: Clock,
    pub random: Random,
    pub limits: Limits,
}

#[async_trait]
impl Handler for AccountApplications {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, job: &Job) -> Result<(), JobError> {
        let application: Application = job.payload()?;
        let (job, limits) = (job.clone(), self.limits);
        let (random, now) = (self.random.clone(), self.clock.now());
        let answered = self.db.write::<_, LimitError, _>(move |tx| {
            Box::pin(async move {
                if jobs::finish(tx, &job).await? {
                    answer(tx, &application, (&limits, job.lane()), (&random, now)).await?;
                }
                Ok(())
            })
        });
        match answered.await {
            // The address has had all emails of the day.
            Ok(()) | Err(LimitError::Delayed { .. }) => Ok(()),
            Err(error) => Err(JobError::Later(error.to_string())),
        }
    }
}

async fn answer(
    tx: &mut WriteTx,
    application: &Application,
    (limits, network): (&Limits, &str),
    (random, now): (&Random, Millis),
) -> Result<(), LimitError> {
    let applicant = &application.applicant;
    let counters = limits.application_email(&mailbox(&applicant.email));
    limits::spend(tx, &counters, now).await?;
    let address = mailbox(&applicant.email);
    let known = find_by_address(tx, &applicant.email).await?.is_some()
        || is_reserved(tx, &address, "").await?;
    let mail = if known {
        Mail::AddressKnown(mail::AddressKnown {})
    } else {
        Mail::ApplicationLink(mail::ApplicationLink {
            application: link::text(application),
            application_id: application.id.clone(),
        })
    };
    let language = applicant.lang.as_deref().and_then(Language::from_api);
    let to = Recipient {
        name: String::new(),
        email: applicant.email.clone(),
        language: language.unwrap_or_default(),
    };
    mail::queue_for_stranger(tx, &to, mail, network, (random, now)).await?;
    Ok(())
}
