//! What follows the end of sessions: an entry in the audit trail for each, and word to its clients.
//!
//! Of few sessions it is written in the transaction that ends them. Of very many that would hold the
//! writer for minutes, so jobs write the rest, a piece with each write. The sessions are dead before.

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

/// The kind of the jobs that tell of the rest.
pub const KIND: &str = "sessions.ended";

/// Sessions that one write tells of: some twenty milliseconds.
const PIECE: usize = 200;

/// Notices of sessions of one account that have ended together.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct LogoutNotices {
    account_id: String,
    reason: EndReason,
    session_ids: Vec<String>,
}

/// The payload of a job.
#[derive(Serialize, Deserialize)]
struct RemainingNotices {
    // The name that waiting jobs carry.
    #[serde(rename = "farewells")]
    notices: LogoutNotices,
    /// What ended them.
    by: SavedAuditContext,
}

impl LogoutNotices {
    /// Of sessions that the transaction at hand has ended.
    pub fn of(account_id: &str, reason: EndReason, session_ids: Vec<String>) -> Self {
        Self {
            account_id: account_id.to_owned(),
            reason,
            session_ids,
        }
    }

    /// Writes the entry of each session, and queues word to the clients that got tokens in it.
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

/// Tells of the first of `notices`, and leaves the rest to jobs.
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

/// Does the jobs.
pub struct LogoutNoticeSender {
    db: Db,
    clients: Registry,
    random: Random,
}

impl LogoutNoticeSender {
    /// Tells the clients of `clients`.
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

    /// One write after the other, with room for others between.
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
        let told = self.db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                if jobs::finish(tx, &job).await? {
                    rest.notices.tell(tx, &audit, &clients).await?;
                }
                Ok(())
            })
        });
        Ok(told.await?)
    }
}
