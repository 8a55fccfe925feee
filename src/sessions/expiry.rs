//! Ends sessions that have expired, by idle time or age, and notifies their clients within a minute.
//!
//! The tokens of such a session stop working earlier: every token check looks at the session's times.

use std::time::Duration;

use async_trait::async_trait;

use crate::audit::AuditContext;
use crate::clients::Registry;
use crate::clock::Millis;
use crate::db::{Db, DbError};
use crate::jobs::Routine;
use crate::random::Random;

use super::logout_notices::LogoutNotices;
use super::sso::{EndReason, SessionLifetimes};
use super::store;

/// How often the routine runs. When the process that holds the lease dies, another one takes over after at most twice
/// this time, which is still within a minute.
const EVERY: Duration = Duration::from_secs(20);
/// Sessions that one transaction ends; it takes about 20 milliseconds.
const PIECE: i64 = 200;

/// Ends expired sessions.
pub struct Expiry {
    clients: Registry,
    lifetimes: SessionLifetimes,
    random: Random,
}

impl Expiry {
    /// Creates the routine. `clients` are notified of sessions that exceed `lifetimes`.
    pub fn new(clients: &Registry, lifetimes: SessionLifetimes, random: &Random) -> Self {
        Self {
            clients: clients.clone(),
            lifetimes,
            random: random.clone(),
        }
    }

    /// Ends at most [`PIECE`] sessions in one transaction; returns how many.
    async fn piece(&self, db: &Db, now: Millis) -> Result<i64, DbError> {
        let (clients, lifetimes) = (self.clients.clone(), self.lifetimes);
        let audit = AuditContext::of_server(now, &self.random, "expired sessions");
        db.write(move |tx| {
            Box::pin(async move {
                let ended = store::sso::end_expired(tx, lifetimes, now, PIECE).await?;
                let count = ended.len();
                for (session_id, account_id) in ended {
                    let notices =
                        LogoutNotices::of(&account_id, EndReason::Expired, vec![session_id]);
                    notices.tell(tx, &audit, &clients).await?;
                }
                Ok(i64::try_from(count).unwrap_or(PIECE))
            })
        })
        .await
    }
}

#[async_trait]
impl Routine for Expiry {
    fn name(&self) -> &'static str {
        "expired_sessions"
    }

    fn every(&self) -> Duration {
        EVERY
    }

    async fn run(&self, db: &Db, now: Millis) -> Result<(), DbError> {
        while self.piece(db, now).await? >= PIECE {}
        Ok(())
    }
}
