//! Refuses the applications that nobody decided about in time.

use std::time::Duration;

use async_trait::async_trait;
use jiff::tz::TimeZone;

use super::decide::{Decision, decide};
use crate::audit::AuditContext;
use crate::clock::{DAY, Millis};
use crate::config::AccountsConfig;
use crate::db::{Db, DbError};
use crate::directory::account_error::AccountError;
use crate::directory::store::account_applications::overdue;
use crate::jobs::Routine;
use crate::random::Random;

/// How often it looks for such applications.
const EVERY: Duration = Duration::from_secs(3_600);
/// The most applications that are read at once.
const READ_AT_ONCE: i64 = 100;

/// Refuses each application that has waited for the days of `accounts.application_days`.
#[derive(Clone, Debug)]
pub struct ApplicationTimeOuts {
    waits: Millis,
    random: Random,
    zone: TimeZone,
}

impl ApplicationTimeOuts {
    pub fn new(config: &AccountsConfig, random: &Random, zone: &TimeZone) -> Self {
        Self {
            waits: Millis::from(config.application_days) * DAY,
            random: random.clone(),
            zone: zone.clone(),
        }
    }

    /// Does nothing if somebody decided meanwhile.
    async fn refuse(&self, db: &Db, id: &str, now: Millis) -> Result<(), AccountError> {
        let audit = AuditContext::of_server(now, &self.random, self.name());
        let (id, zone) = (id.to_owned(), self.zone.clone());
        let refused = db.write_with_retry::<_, AccountError, _>(move |tx| {
            Box::pin(async move { decide(tx, &id, Decision::TimeOut, &zone, &audit).await })
        });
        refused.await.map(drop)
    }
}

#[async_trait]
impl Routine for ApplicationTimeOuts {
    fn name(&self) -> &'static str {
        "application_time_outs"
    }

    fn every(&self) -> Duration {
        EVERY
    }

    async fn run(&self, db: &Db, now: Millis) -> Result<(), DbError> {
        let since = now.saturating_sub(self.waits);
        let (mut failed, mut after) = (Ok(()), (0, String::new()));
        loop {
            let mut view = db.read().await?;
            let waiting = overdue(&mut view, since, (after.0, &after.1), READ_AT_ONCE).await?;
            drop(view);
            let Some(last) = waiting.last() else {
                return failed;
            };
            after.clone_from(last);
            for (_, id) in waiting {
                if let Err(error) = self.refuse(db, &id, now).await {
                    tracing::error!(application = id, %error, "an application for an account was not refused in time; this is tried again in an hour");
                    if let AccountError::Db(error) = error {
                        failed = Err(error);
                    }
                }
            }
        }
    }
}
