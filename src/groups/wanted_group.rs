//! The group that a newcomer wanted becomes a request, once the account is open (contract G-62).

use async_trait::async_trait;
use jiff::tz::TimeZone;

use super::request::{RequestError, RequestKind, Wish};
use super::requests::ask;
use crate::audit::AuditContext;
use crate::clock::Clock;
use crate::db::Db;
use crate::directory::account_application::decide::{WANTED_GROUP, WantedGroup};
use crate::directory::{self, may_sign_in};
use crate::jobs::{self, Handler, Job, JobError};
use crate::limits::Limits;
use crate::random::Random;

/// Asks for the group; register it with the worker.
#[derive(Debug)]
pub struct WantedGroups {
    pub db: Db,
    pub clock: Clock,
    pub random: Random,
    pub limits: Limits,
    pub zone: TimeZone,
}

#[async_trait]
impl Handler for WantedGroups {
    fn kind(&self) -> &'static str {
        WANTED_GROUP
    }

    async fn run(&self, job: &Job) -> Result<(), JobError> {
        let wanted: WantedGroup = job.payload()?;
        let (job, limits, zone) = (job.clone(), self.limits, self.zone.clone());
        let audit = AuditContext::of_server(self.clock.now(), &self.random, WANTED_GROUP);
        let asked = self.db.write_with_retry::<_, RequestError, _>(move |tx| {
            Box::pin(async move {
                if !jobs::finish(tx, &job).await? {
                    return Ok(());
                }
                let account = directory::find(tx, &wanted.account_id).await?;
                let now = audit.now;
                let account = account.filter(|one| may_sign_in(one, now, &zone).is_ok());
                let Some(account) = account else {
                    return Ok(());
                };
                let wish = Wish {
                    reason: wanted.reason,
                    days: None,
                    product_id: None,
                };
                let group = (RequestKind::Join, &*wanted.group_id);
                let rules = (&zone, &limits);
                match ask(tx, &account, group, wish, rules, &audit).await {
                    Err(RequestError::Db(error)) => Err(error.into()),
                    // The group is off or hidden by now, or the person is a member already.
                    _ => Ok(()),
                }
            })
        });
        asked
            .await
            .map_err(|error| JobError::Later(error.to_string()))
    }
}
