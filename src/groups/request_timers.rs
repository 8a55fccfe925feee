//! A routine that gives timers to pending requests whose jobs were lost.

use std::time::Duration;

use async_trait::async_trait;
use jiff::tz::TimeZone;

use super::memberships;
use super::request::{GroupRequest, RequestError};
use super::schedule;
use super::store::requests as store;
use crate::audit::AuditContext;
use crate::clock::Millis;
use crate::days::{end_of, in_days};
use crate::db::{Db, DbError, WriteTx};
use crate::jobs::Routine;
use crate::random::Random;

/// How often it looks for such requests.
const EVERY: Duration = Duration::from_secs(3_600);

/// Gives a reminder and an end to every pending request that has none.
#[derive(Clone, Debug)]
pub struct RequestTimers {
    random: Random,
    zone: TimeZone,
}

impl RequestTimers {
    /// The time zone whose calendar days count.
    pub fn new(random: &Random, zone: &TimeZone) -> Self {
        Self {
            random: random.clone(),
            zone: zone.clone(),
        }
    }
}

#[async_trait]
impl Routine for RequestTimers {
    fn name(&self) -> &'static str {
        "request_timers"
    }

    fn every(&self) -> Duration {
        EVERY
    }

    async fn run(&self, db: &Db, now: Millis) -> Result<(), DbError> {
        loop {
            let mut view = db.read().await?;
            let untimed = store::untimed(&mut view, schedule::TIME_OUT).await?;
            drop(view);
            if untimed.is_empty() {
                return Ok(());
            }
            let audit = AuditContext::of_server(now, &self.random, self.name());
            let zone = self.zone.clone();
            db.write::<_, DbError, _>(move |tx| {
                Box::pin(async move {
                    for request in untimed {
                        time(tx, &request, &zone, &audit).await?;
                    }
                    Ok(())
                })
            })
            .await?;
        }
    }
}

/// Queues the timers of a request. A request that should have ended already gets the days of its group from now on, so
/// that there is time to decide.
async fn time(
    tx: &mut WriteTx,
    request: &GroupRequest,
    zone: &TimeZone,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let mut times = (request.due_at, request.refuse_at);
    if request.refuse_at <= audit.now {
        let days = match memberships::rules(tx, &request.group_id).await {
            Ok(rules) => (rules.due_days, rules.refuse_days),
            Err(RequestError::Db(error)) => return Err(error),
            // Nobody decides about a group that is off, so the request ends at once.
            Err(_) => (0, 0),
        };
        let end = |days| end_of(in_days(audit.now, days, zone), zone);
        times = (end(days.0), end(days.1));
    }
    // False if it was decided meanwhile. It needs no timers then.
    if store::set_times(tx, &request.id, times).await? {
        schedule::request(tx, &request.id, times, audit).await?;
    }
    Ok(())
}
