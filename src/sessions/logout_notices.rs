//! Follows up ended sessions: writes an audit entry for each and notifies its clients.
//!
//! For a few sessions this happens in the transaction that ends them. For very many sessions it would block the writer
//! for minutes, so jobs write the rest, one batch in each transaction. The sessions have ended already.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

use crate::audit::{self, AuditContext, Event, SavedAuditContext};
use crate::clients::Registry;
use crate::db::{Db, DbError, WriteTx};
use crate::jobs::{self, Concurrency, Handler, Job, JobError, NewJob};
use crate::random::Random;

use super::backchannel;
use super::sso::EndReason;
use super::store;

/// Kind of the jobs that write the rest.
pub const KIND: &str = "sessions.ended";

/// Sessions in one transaction: about 20 milliseconds.
const PIECE: usize = 200;

/// Sessions of one account that ended together and still need their entries and notices.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct LogoutNotices {
    account_id: String,
    reason: EndReason,
    session_ids: Vec<String>,
}

/// The payload of a job.
#[derive(Serialize, Deserialize)]
struct RemainingNotices {
    // The field name in jobs that are already queued.
    #[serde(rename = "farewells")]
    notices: LogoutNotices,
    /// The request that ended the sessions.
    by: SavedAuditContext,
}

impl LogoutNotices {
    /// Notices for sessions that the current transaction has ended.
    pub fn of(account_id: &str, reason: EndReason, session_ids: Vec<String>) -> Self {
        Self {
            account_id: account_id.to_owned(),
            reason,
            session_ids,
        }
    }

    /// Writes the audit entry of each session, and queues notices to the clients that got tokens in it.
    pub async fn tell(
        &self,
        tx: &mut WriteTx,
        audit: &AuditContext,
        clients: &Registry,
    ) -> Result<(), DbError> {
        for session_id in &self.session_ids {
            let reason = self.reason.as_str();
            let entry = audit.entry(Event::SessionEnded { reason });
            let entry = entry.account(&self.account_id).session(session_id);
            audit::record(tx, &entry).await?;
            let client_ids = store::grants::clients_of_session(tx, session_id).await?;
            let ended = backchannel::EndedSession {
                session_id,
                account_id: &self.account_id,
                reason: self.reason,
                client_ids: &client_ids,
            };
            backchannel::announce(tx, ended, clients, &audit.random, audit.now).await?;
        }
        Ok(())
    }
}

/// Handles the first of `notices` now, and leaves the rest to jobs.
pub(super) async fn begin(
    tx: &mut WriteTx,
    notices: LogoutNotices,
    audit: &AuditContext,
    clients: &Registry,
) -> Result<(), DbError> {
    let LogoutNotices {
        account_id,
        reason,
        session_ids,
    } = notices;
    for (at, piece) in session_ids.chunks(PIECE).enumerate() {
        let notices = LogoutNotices::of(&account_id, reason, piece.to_vec());
        if at == 0 {
            notices.tell(tx, audit, clients).await?;
            continue;
        }
        let by = audit.save();
        let rest = RemainingNotices { notices, by };
        jobs::enqueue(tx, &NewJob::new(KIND, &rest, &audit.random, audit.now)).await?;
    }
    Ok(())
}

/// Runs the jobs.
pub struct LogoutNoticeSender {
    db: Db,
    clients: Registry,
    random: Random,
}

impl LogoutNoticeSender {
    /// `clients` are the clients to notify.
    pub fn new(db: &Db, clients: &Registry, random: &Random) -> Self {
        Self {
            db: db.clone(),
            clients: clients.clone(),
            random: random.clone(),
        }
    }
}

#[async_trait]
impl Handler for LogoutNoticeSender {
    fn kind(&self) -> &'static str {
        KIND
    }

    /// One transaction at a time, so that other writers get their turn in between.
    fn concurrency(&self) -> Concurrency {
        Concurrency { kind: 1, lane: 1 }
    }

    async fn run(&self, job: &Job) -> Result<(), JobError> {
        let rest: RemainingNotices = job.payload()?;
        let (job, clients, audit) = (
            job.clone(),
            self.clients.clone(),
            rest.by.restore(&self.random),
        );
        let finished = self.db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                if jobs::finish(tx, &job).await? {
                    rest.notices.tell(tx, &audit, &clients).await?;
                }
                Ok(())
            })
        });
        Ok(finished.await?)
    }
}
