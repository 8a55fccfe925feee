//! Ends sessions that have expired, by idleness or by age, so that their applications hear of it within a
//! minute (design 9, "Sessions").
//!
//! Their tokens are dead before that: every check of a token looks at the times of its session.

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

/// How often the routine runs. When the process that holds its lease dies, another one takes over after at
/// most twice this time, which is still within a minute.
const EVERY: Duration = Duration::from_secs(20);
/// Sessions that one write ends; it takes about twenty milliseconds.
const PIECE: i64 = 200;

/// Ends the sessions that have run out.
pub struct Expiry {
    clients: Registry,
    lifetimes: SessionLifetimes,
    random: Random,
}

impl Expiry {
    /// Tells the clients of `clients` of sessions that outlived `lifetimes`.
    pub fn new(clients: &Registry, lifetimes: SessionLifetimes, random: &Random) -> Self {
        Self {
            clients: clients.clone(),
            lifetimes,
            random: random.clone(),
        }
    }

    /// Ends at most [`PIECE`] sessions in one write; answers how many.
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
