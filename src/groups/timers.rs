//! The jobs of requests and memberships: reminder, refusal, warning, end. The job and its effect are one transaction,
//! so each happens once, with any number of processes.

use async_trait::async_trait;
use futures_util::future::BoxFuture;
use jiff::tz::TimeZone;

use super::request::{RequestError, Verdict};
use super::requests;
use super::schedule::{self, OfMembership, OfRequest};
use super::store::{deciders, memberships};
use crate::audit::AuditContext;
use crate::clock::Clock;
use crate::db::{Db, WriteTx};
use crate::directory::{self, may_sign_in};
use crate::jobs::{self, Handler, Job, JobError};
use crate::mail::{self, Mail};
use crate::random::Random;

/// What a timer does in its transaction.
type Step = for<'t> fn(
    &'t mut WriteTx,
    &'t Job,
    &'t TimeZone,
    &'t AuditContext,
) -> BoxFuture<'t, Result<(), TimerError>>;

pub struct Timer {
    kind: &'static str,
    step: Step,
    db: Db,
    clock: Clock,
    random: Random,
    zone: TimeZone,
}

/// Why a timer fails.
#[derive(Debug, thiserror::Error)]
enum TimerError {
    #[error(transparent)]
    Request(#[from] RequestError),
    #[error(transparent)]
    Job(#[from] JobError),
}

impl From<crate::db::DbError> for TimerError {
    fn from(error: crate::db::DbError) -> Self {
        Self::Request(error.into())
    }
}

/// The handlers of all timers.
pub fn timers(db: &Db, clock: &Clock, random: &Random, zone: &TimeZone) -> Vec<Timer> {
    let steps: [(&'static str, Step); 4] = [
        (schedule::REMIND, |tx, job, zone, audit| {
            Box::pin(remind(tx, job, zone, audit))
        }),
        (schedule::TIME_OUT, |tx, job, zone, audit| {
            Box::pin(time_out(tx, job, zone, audit))
        }),
        (schedule::WARN, |tx, job, zone, audit| {
            Box::pin(warn(tx, job, zone, audit))
        }),
        (schedule::END, |tx, job, _, audit| {
            Box::pin(end(tx, job, audit))
        }),
    ];
    let timer = |(kind, step)| Timer {
        kind,
        step,
        db: db.clone(),
        clock: clock.clone(),
        random: random.clone(),
        zone: zone.clone(),
    };
    steps.into_iter().map(timer).collect()
}

#[async_trait]
impl Handler for Timer {
    fn kind(&self) -> &'static str {
        self.kind
    }

    /// A membership must end even if the database was down for a long time.
    fn attempts(&self) -> i64 {
        i64::MAX
    }

    async fn run(&self, job: &Job) -> Result<(), JobError> {
        let (step, job, zone) = (self.step, job.clone(), self.zone.clone());
        let audit = AuditContext::of_server(self.clock.now(), &self.random, self.kind);
        // A decision locks its request and then the timers of it; a timer locks itself first.
        let ran = self.db.write_with_retry::<_, TimerError, _>(move |tx| {
            Box::pin(async move {
                if jobs::finish(tx, &job).await? {
                    step(tx, &job, &zone, &audit).await?;
                }
                Ok(())
            })
        });
        ran.await.map_err(|error| match error {
            TimerError::Job(error) => error,
            TimerError::Request(error) => JobError::Later(error.to_string()),
        })
    }
}

async fn remind(
    tx: &mut WriteTx,
    job: &Job,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<(), TimerError> {
    let OfRequest { request_id } = job.payload()?;
    Ok(requests::remind(tx, &request_id, zone, audit).await?)
}

async fn time_out(
    tx: &mut WriteTx,
    job: &Job,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<(), TimerError> {
    let OfRequest { request_id } = job.payload()?;
    let ended = requests::decide(tx, &request_id, None, Verdict::TimeOut, zone, audit).await;
    match ended {
        Ok(_) | Err(RequestError::Decided { .. } | RequestError::UnknownRequest) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

async fn warn(
    tx: &mut WriteTx,
    job: &Job,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<(), TimerError> {
    let of: OfMembership = job.payload()?;
    let member = (of.account_id.as_str(), of.group_id.as_str());
    // A group that is off gives no access, so there is nothing to warn of.
    let Some(rules) = deciders::rules(tx, &of.group_id).await? else {
        return Ok(());
    };
    if !memberships::warn(tx, member, of.ends_on, audit.now).await? {
        return Ok(());
    }
    let account = directory::find(tx, &of.account_id).await?;
    let account = account.filter(|account| may_sign_in(account, audit.now, zone).is_ok());
    let Some(account) = account else {
        return Ok(());
    };
    let mail = Mail::MembershipEnding(mail::MembershipEnding {
        name: account.display_name().into(),
        group: rules.name.as_str().into(),
        ends_on: of.ends_on.to_string(),
    });
    Ok(directory::write_to(tx, &account, mail, audit).await?)
}

async fn end(tx: &mut WriteTx, job: &Job, audit: &AuditContext) -> Result<(), TimerError> {
    let of: OfMembership = job.payload()?;
    let member = (of.account_id.as_str(), of.group_id.as_str());
    requests::expire(tx, member, of.ends_on, audit).await?;
    Ok(())
}
