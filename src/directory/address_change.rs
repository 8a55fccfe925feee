//! Another email address for an account (decision 0067).
//!
//! Its owner asks for it, and only the reader of the new address confirms it ([`confirm`]). Until then the account keeps its
//! address. Each question is one job, whatever is true, and only the job looks whether another account has the address. So
//! neither the answer nor its time or writes show it (attack 14). The reader of the earlier address can take the change back
//! ([`take_back`]).

pub mod by_administrator;
pub mod confirm;
pub mod link;
pub(super) mod questions;
pub mod take_back;
pub mod undo_link;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

use super::account::Account;
use super::account_form::is_complete_email;
use super::names::{mailbox, normalise};
use super::store;
use crate::audit::{self, AuditContext, Event};
use crate::clock::{Clock, Millis};
use crate::db::{Db, DbError, WriteTx};
use crate::faults::{Faults, Rule};
use crate::i18n::language::Language;
use crate::jobs::{self, Handler, Job, JobError, NewJob};
use crate::limits::{self, LimitError, Limits};
use crate::mail::{self, LinkPurpose, Mail, Recipient};
use crate::random::Random;

pub use super::store::address_changes::sweep;
pub use link::AddressChange;

/// The kind of the jobs.
pub const KIND: &str = "address.asked";

/// A change that waits for its email.
#[derive(Debug, Serialize, Deserialize)]
struct Asked {
    change: AddressChange,
    /// The language of the page, for an account without one.
    language: String,
}

/// The new address of `account` as its owner typed it.
///
/// # Errors
/// It has another form, or is confirmed already; or the account name is the present address, so that the address stays.
pub fn checked(account: &Account, typed: &str) -> Result<String, Faults> {
    let email = typed.trim();
    if account.username.contains('@') && normalise(&account.username) != normalise(email) {
        return Err(Faults::of("email", Rule::AddressIsName));
    }
    if !is_complete_email(email) {
        return Err(Faults::of("email", Rule::Form));
    }
    let is_same = account.email.as_deref().map(mailbox) == Some(mailbox(email));
    if is_same && account.email_verified {
        return Err(Faults::of("email", Rule::SameAddress));
    }
    Ok(email.to_owned())
}

/// Notes that the owner of `account` asks for the address `email`, which is [`checked`].
///
/// # Errors
/// The database failed.
pub async fn ask(
    tx: &mut WriteTx,
    account: &Account,
    email: String,
    language: Language,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let asked = Asked {
        change: AddressChange::of(account, email, audit.now),
        language: language.api().to_owned(),
    };
    let job = NewJob::new(KIND, &asked, &audit.random, audit.now);
    jobs::enqueue(tx, &job).await?;
    let purpose = LinkPurpose::Address.name();
    let entry = audit.entry(Event::LinkSent { purpose });
    audit::record(tx, &entry.account(&account.id)).await
}

/// Answers the questions by email; register it with the worker.
#[derive(Debug)]
pub struct AddressChanges {
    pub db: Db,
    pub clock: Clock,
    pub random: Random,
}

#[async_trait]
impl Handler for AddressChanges {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, job: &Job) -> Result<(), JobError> {
        let asked: Asked = job.payload()?;
        let job = job.clone();
        let (random, now) = (self.random.clone(), self.clock.now());
        let answered = self.db.write::<_, LimitError, _>(move |tx| {
            Box::pin(async move {
                if jobs::finish(tx, &job).await? {
                    answer(tx, &asked, (&random, now)).await?;
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

/// The reader of a free address gets the link. The reader of one that belongs to another account hears of it.
async fn answer(
    tx: &mut WriteTx,
    asked: &Asked,
    (random, now): (&Random, Millis),
) -> Result<(), LimitError> {
    let change = &asked.change;
    let Some(account) = store::find(tx, &change.account_id).await? else {
        return Ok(());
    };
    let counters = Limits::address_email(&mailbox(&change.email));
    limits::spend(tx, &counters, now).await?;
    let names = store::Names {
        email: Some(&change.email),
        ..store::Names::default()
    };
    let taken = store::taken(tx, &names, &account.id).await?;
    let is_free = taken.list().is_empty();
    let mail = if is_free {
        Mail::AddressLink(mail::AddressLink {
            account: account.username.as_str().into(),
            change: link::text(change),
        })
    } else {
        Mail::AddressTaken(mail::AddressTaken {})
    };
    let own = account.lang.as_deref().and_then(Language::from_api);
    let asked_in = Language::from_api(&asked.language);
    let to = Recipient {
        // The name of another person is no business of the reader.
        name: String::new(),
        email: change.email.clone(),
        language: own.or(asked_in).unwrap_or_default(),
    };
    mail::queue(tx, &to, mail, random, now).await?;
    Ok(())
}
