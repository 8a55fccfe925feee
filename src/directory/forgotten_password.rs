//! A forgotten password: a person types name and address, and the owner of the account gets a link to choose another one
//! (contract T-16, F-15). By setting an administrator approves it first.
//!
//! Every question is one job, also if no account fits, and only the job looks. So neither the answer nor its time or
//! writes show who has an account (attack 14). The jobs that wait are capped (decision 0044).

use std::net::IpAddr;

use async_trait::async_trait;
use atrium_listener::network::{network, wider_networks};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use super::account::{Account, Status, may_sign_in};
use super::account_error::AccountError;
use super::account_mail::write_to;
use super::names::LONGEST_TYPED;
use super::one_time_links::may_have_new_password;
use super::people::has_address;
use super::sign_in::{NOWHERE, PasswordSignIn};
use super::store;
use super::welcome::{WelcomeOutcome, count};
use crate::audit::{self, AuditContext, Event, Origin};
use crate::clock::Clock;
use crate::config::Forgotten;
use crate::db::{Db, DbError, Reads, WriteTx};
use crate::i18n::language::Language;
use crate::jobs::{self, Handler, Job, JobError, NewJob};
use crate::limits::{self, LimitError, Limits};
use crate::mail::{self, LinkPurpose, Mail, Recipient};
use crate::random::Random;

/// The kind of the jobs.
pub const KIND: &str = "password.forgotten";

/// The most questions that wait. A worker answers hundreds a second.
const MOST_WAITING: i64 = 1_000;

/// What a person typed.
#[derive(Debug, Serialize, Deserialize)]
struct Question {
    name: String,
    email: String,
}

/// Notes the question of a person who typed `name` and `email`, whether or not an account has them.
///
/// # Errors
/// [`LimitError::Delayed`] if the network of `origin` asked too often.
pub async fn ask(
    passwords: &PasswordSignIn,
    name: &str,
    email: &str,
    origin: &Origin,
) -> Result<(), LimitError> {
    let address = origin.address.unwrap_or(NOWHERE);
    let counters = passwords.limits.forgotten_password(address);
    let short = |text: &str| text.trim().chars().take(LONGEST_TYPED + 1).collect();
    let question = Question {
        name: short(name),
        email: short(email),
    };
    let now = passwords.clock.now();
    let job = NewJob::new(KIND, &question, &passwords.random, now).in_lane(&lane(address));
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

/// The widest network of `address`, which loses a question first if it asks most.
pub(super) fn lane(address: IpAddr) -> String {
    match wider_networks(address) {
        Some([_, widest]) => widest,
        None => network(address),
    }
}

/// Answers the questions; register it with the worker.
#[derive(Debug)]
pub struct ForgottenPasswords {
    pub db: Db,
    pub clock: Clock,
    pub random: Random,
    pub limits: Limits,
    /// The time zone in which an account's last day ends.
    pub zone: TimeZone,
    /// Who lets a person choose a new password.
    pub rule: Forgotten,
    /// True if only super administrators sign in with a password (`federation.only`).
    pub only: bool,
    /// Where administrators read that somebody waits; without an address they see it in the list of accounts.
    pub contact: Option<String>,
}

#[async_trait]
impl Handler for ForgottenPasswords {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, job: &Job) -> Result<(), JobError> {
        let question: Question = job.payload()?;
        let audit = AuditContext::of_server(self.clock.now(), &self.random, KIND);
        let answer = Answer {
            job: job.clone(),
            question,
            limits: self.limits,
            zone: self.zone.clone(),
            rule: self.rule,
            only: self.only,
            contact: self.contact.clone(),
            audit,
        };
        let done = self
            .db
            .write::<_, LimitError, _>(move |tx| Box::pin(async move { answer.write(tx).await }));
        match done.await {
            // The account has had all emails of the day.
            Ok(()) | Err(LimitError::Delayed { .. }) => Ok(()),
            Err(error) => Err(JobError::Later(error.to_string())),
        }
    }
}

/// One question and what answers it.
struct Answer {
    job: Job,
    question: Question,
    limits: Limits,
    zone: TimeZone,
    rule: Forgotten,
    only: bool,
    contact: Option<String>,
    audit: AuditContext,
}

impl Answer {
    async fn write(self, tx: &mut WriteTx) -> Result<(), LimitError> {
        if !jobs::finish(tx, &self.job).await? {
            return Ok(());
        }
        let Some(account) = self.account(tx).await? else {
            return Ok(());
        };
        let counters = self.limits.forgotten_password_of(&account.id);
        limits::spend(tx, &counters, self.audit.now).await?;
        match self.rule {
            Forgotten::Owner => send_link(tx, &account, false, &self.audit).await?,
            Forgotten::Administrator => self.ask_administrators(tx, &account).await?,
        }
        Ok(())
    }

    /// The account that has both the name and the address, if its owner may choose a new password.
    async fn account(&self, view: &mut dyn Reads) -> Result<Option<Account>, DbError> {
        let Question { name, email } = &self.question;
        let named = store::find_by_name(view, name).await?;
        Ok(named.filter(|account| {
            has_address(account, email)
                && may_have_new_password(account)
                && (account.sup_admin || !self.only)
                && may_sign_in(account, self.audit.now, &self.zone).is_ok()
        }))
    }

    async fn ask_administrators(&self, tx: &mut WriteTx, account: &Account) -> Result<(), DbError> {
        if !store::asked_passwords::set(tx, &account.id, true).await? {
            return Ok(());
        }
        let entry = self.audit.entry(Event::PasswordAsked {});
        audit::record(tx, &entry.account(&account.id)).await?;
        let Some(contact) = self.contact.clone() else {
            return Ok(());
        };
        let to = Recipient {
            name: String::new(),
            email: contact,
            language: Language::default(),
        };
        let mail = Mail::PasswordAsked(mail::PasswordAsked {
            name: account.display_name().into(),
            account: account.username.as_str().into(),
        });
        mail::queue(tx, &to, mail, &self.audit.random, self.audit.now).await
    }
}

/// Sends the owner of the account `id` a link to choose a new password, because an administrator approves it, and counts it
/// as a welcome (contract C-042).
///
/// # Errors
/// [`AccountError::Unknown`]; [`AccountError::TooManyEmails`] when the actor caused too many such emails.
pub async fn approve(
    tx: &mut WriteTx,
    id: &str,
    limits: &Limits,
    audit: &AuditContext,
) -> Result<WelcomeOutcome, AccountError> {
    let account = store::find(tx, id).await?.ok_or(AccountError::Unknown)?;
    let why = match &account {
        Account { email: None, .. } => Some(WelcomeOutcome::NoEmail),
        _ if account.status != Status::Enabled => Some(WelcomeOutcome::NotEnabled),
        _ if account.password_hash.is_none() => Some(WelcomeOutcome::NoPassword),
        _ if !may_have_new_password(&account) => Some(WelcomeOutcome::NotVerified),
        _ => None,
    };
    if let Some(why) = why {
        return Ok(why);
    }
    send_link(tx, &account, true, audit).await?;
    count(tx, limits, audit).await?;
    Ok(WelcomeOutcome::Queued)
}

/// Queues the email with the link to choose a new password; `approved` if an administrator sends it. The caller has checked
/// that its owner may have one.
async fn send_link(
    tx: &mut WriteTx,
    account: &Account,
    approved: bool,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let mail = Mail::ForgottenPassword(mail::ForgottenPassword {
        name: account.display_name().into(),
        account: account.username.as_str().into(),
        account_id: account.id.clone(),
        approved,
    });
    write_to(tx, account, mail, audit).await?;
    store::asked_passwords::set(tx, &account.id, false).await?;
    let purpose = if approved {
        LinkPurpose::Approved
    } else {
        LinkPurpose::Forgotten
    };
    let entry = audit.entry(Event::LinkSent {
        purpose: purpose.name(),
    });
    audit::record(tx, &entry.account(&account.id)).await
}
