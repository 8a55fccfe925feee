//! One email each morning about the requests that wait for a person, for people who want that instead of one for each.

use std::time::Duration;

use async_trait::async_trait;
use jiff::tz::TimeZone;

use super::request::RequestState;
use super::store::request_list::{QueueFilter, RequestRow, WaitsFor};
use super::store::requests;
use crate::access::Rights;
use crate::audit::AuditContext;
use crate::clock::Millis;
use crate::days::last_day_before;
use crate::db::list::{FoundPage, ListError, Paging};
use crate::db::{Db, DbError, ReadTx};
use crate::directory::{self, Account, may_sign_in, note_summary, summaries_due, write_to};
use crate::jobs::Routine;
use crate::mail::{self, Mail, WaitingRequest};
use crate::random::Random;

/// How often it looks for people whose morning has come.
const EVERY: Duration = Duration::from_secs(600);
/// People who are read at once.
const AT_ONCE: i64 = 100;

/// Sends the summaries.
#[derive(Clone, Debug)]
pub struct RequestSummaries {
    random: Random,
    zone: TimeZone,
}

impl RequestSummaries {
    /// The time zone whose mornings count.
    pub fn new(random: &Random, zone: &TimeZone) -> Self {
        Self {
            random: random.clone(),
            zone: zone.clone(),
        }
    }

    /// The email about what waits for the person; `None` if nothing does.
    async fn written(
        &self,
        view: &mut ReadTx,
        account: &Account,
        now: Millis,
    ) -> Result<Option<Mail>, ListError> {
        let administers = Rights::of(view, account).await?.administers_sso();
        let waits_for = WaitsFor::new(&account.id, administers, &self.zone, now);
        let waiting = requests::waiting(view, &account.id, administers, &waits_for.today).await?;
        if waiting == 0 {
            return Ok(None);
        }
        let filter = QueueFilter {
            status: Some(RequestState::Pending),
            waits_for: Some(waits_for),
            ..QueueFilter::default()
        };
        let query = filter.query(&Paging::default())?;
        let page: FoundPage<RequestRow> = query.page(view).await?;
        let request = |row: RequestRow| WaitingRequest {
            person: name_of(&row).into(),
            due_on: last_day_before(row.due_at, &self.zone).to_string(),
            group: row.group_name.into(),
        };
        Ok(Some(Mail::RequestSummary(mail::RequestSummary {
            name: account.display_name().into(),
            waiting,
            requests: page.rows.into_iter().map(request).collect(),
        })))
    }
}

fn name_of(row: &RequestRow) -> String {
    let name = if row.full_name.is_empty() {
        &row.username
    } else {
        &row.full_name
    };
    name.clone()
}

#[async_trait]
impl Routine for RequestSummaries {
    fn name(&self) -> &'static str {
        "request_summaries"
    }

    fn every(&self) -> Duration {
        EVERY
    }

    async fn run(&self, db: &Db, now: Millis) -> Result<(), DbError> {
        loop {
            let mut view = db.read().await?;
            let due = summaries_due(&mut view, &self.zone, now, AT_ONCE).await?;
            drop(view);
            if due.is_empty() {
                return Ok(());
            }
            for id in due {
                self.send(db, id, now).await?;
            }
        }
    }
}

impl RequestSummaries {
    /// Notes the summary of the account and queues its email, in one write.
    async fn send(&self, db: &Db, id: String, now: Millis) -> Result<(), DbError> {
        let mut view = db.view().await?;
        let account = directory::find(&mut view, &id).await?;
        let account = account.filter(|account| may_sign_in(account, now, &self.zone).is_ok());
        let mail = match &account {
            Some(account) => match self.written(&mut view, account, now).await {
                Ok(mail) => mail,
                Err(ListError::Db(error)) => return Err(error),
                Err(error) => {
                    tracing::error!(%error, "a summary of requests was not written");
                    None
                }
            },
            None => None,
        };
        drop(view);
        let audit = AuditContext::of_server(now, &self.random, self.name());
        let zone = self.zone.clone();
        db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                let is_first = note_summary(tx, &id, &zone, now).await?;
                if let (true, Some(account), Some(mail)) = (is_first, account, mail) {
                    write_to(tx, &account, mail, &audit).await?;
                }
                Ok(())
            })
        })
        .await
    }
}
