//! Erases accounts whose waiting time is over: everything that names the person goes, room by room, a few rows per write. The
//! account's own row goes last, so that an interrupted erasure is continued.
//!
//! `docs/operating.md` lists what is erased and what stays.

use std::time::Duration;

use async_trait::async_trait;
use futures_util::future::BoxFuture;

use super::record;
use crate::audit::AuditContext;
use crate::clock::{DAY, HOUR, Millis};
use crate::db::{Db, DbError, WriteTx};
use crate::directory::account_mail::write_to;
use crate::directory::names::normalise;
use crate::directory::save_account::use_picture;
use crate::directory::store;
use crate::directory::store::deletions::{begin_erasure, due, erase, erase_rest, put_off};
use crate::directory::store::former_names;
use crate::jobs::Routine;
use crate::mail::{self, Mail};
use crate::random::Random;

/// How long nobody else gets the name of an erased account: who reads an old message must not write to another person.
const NAME_KEPT: Millis = 365 * DAY;
/// How often it looks for accounts.
const EVERY: Duration = Duration::from_secs(60);
/// The most accounts of one round.
const ERASED_AT_ONCE: i64 = 100;
/// The most rows of one write.
pub const ROWS_AT_ONCE: i64 = 500;

/// Erases what one room has of an account, a few rows from the place where the step before ended; empty for the first. Returns
/// where to go on, or `None` when nothing is left.
pub type EraseStep = for<'t> fn(
    &'t mut WriteTx,
    account_id: &'t str,
    after: &'t str,
) -> BoxFuture<'t, Result<Option<String>, DbError>>;

/// What a step returns that erased so many rows and begins from the start each time.
pub fn again(rows: u64) -> Option<String> {
    let rows = i64::try_from(rows).unwrap_or(i64::MAX);
    (rows >= ROWS_AT_ONCE).then(String::new)
}

/// Erases accounts, each with what `rooms` have of it.
#[derive(Clone)]
pub struct Erasures {
    random: Random,
    rooms: &'static [EraseStep],
}

impl Erasures {
    pub fn new(random: &Random, rooms: &'static [EraseStep]) -> Self {
        Self {
            random: random.clone(),
            rooms,
        }
    }

    async fn erase(&self, db: &Db, id: &str, now: Millis) -> Result<(), DbError> {
        let account = id.to_owned();
        let begun = db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move {
                store::hold(tx, &account).await?;
                begin_erasure(tx, &account, now).await
            })
        });
        if !begun.await? {
            return Ok(());
        }
        self.rooms(db, id).await?;
        let audit = AuditContext::of_server(now, &self.random, self.name());
        let account = id.to_owned();
        let erased = db.write::<_, DbError, _>(move |tx| {
            Box::pin(async move { last_step(tx, &account, &audit).await })
        });
        erased.await?;
        // What was written meanwhile, such as a refused sign-in.
        self.rooms(db, id).await
    }

    async fn rooms(&self, db: &Db, id: &str) -> Result<(), DbError> {
        let own: EraseStep =
            |tx, id, _| Box::pin(async move { Ok(again(erase_rest(tx, id, ROWS_AT_ONCE).await?)) });
        for room in self.rooms.iter().copied().chain([own]) {
            let mut place = Some(String::new());
            while let Some(after) = place {
                place = step(db, id, room, after).await?;
            }
        }
        Ok(())
    }
}

async fn step(
    db: &Db,
    id: &str,
    room: EraseStep,
    after: String,
) -> Result<Option<String>, DbError> {
    let id = id.to_owned();
    let stepped =
        db.write::<_, DbError, _>(move |tx| Box::pin(async move { room(tx, &id, &after).await }));
    stepped.await
}

/// Informs the owner and deletes the account itself.
async fn last_step(tx: &mut WriteTx, id: &str, audit: &AuditContext) -> Result<(), DbError> {
    let Some(account) = store::hold(tx, id).await? else {
        return Ok(());
    };
    let free_at = audit.now.saturating_add(NAME_KEPT);
    former_names::keep(tx, &normalise(&account.username), free_at).await?;
    let mail = Mail::AccountErased(mail::AccountErased {
        name: account.display_name().into(),
        account: account.username.as_str().into(),
    });
    write_to(tx, &account, mail, audit).await?;
    use_picture(tx, (id, None), audit).await?;
    erase(tx, id).await?;
    record(tx, id, "erased", audit).await
}

#[async_trait]
impl Routine for Erasures {
    fn name(&self) -> &'static str {
        "erasures"
    }

    fn every(&self) -> Duration {
        EVERY
    }

    async fn run(&self, db: &Db, now: Millis) -> Result<(), DbError> {
        let mut view = db.read().await?;
        let accounts = due(&mut view, now, ERASED_AT_ONCE).await?;
        drop(view);
        let mut failed = Ok(());
        for id in accounts {
            if let Err(error) = self.erase(db, &id, now).await {
                tracing::error!(account = id, %error, "an account was not erased; this is tried again in an hour");
                failed = Err(error);
                // Otherwise those that fail would fill every round.
                let again = now.saturating_add(HOUR);
                let put_off = db.write::<_, DbError, _>(move |tx| {
                    Box::pin(async move { put_off(tx, &id, again).await })
                });
                if let Err(error) = put_off.await {
                    failed = Err(error);
                }
            }
        }
        failed
    }
}

impl std::fmt::Debug for Erasures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Erasures({} rooms)", self.rooms.len())
    }
}
