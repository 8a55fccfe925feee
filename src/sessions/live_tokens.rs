//! The access tokens that were good a moment ago, held in memory: UserInfo and introspection are
//! asked of one token again and again.
//!
//! Only what is good is remembered, and each use judges its times anew. Whatever can end a token or
//! change what it tells moves one of [`TOPICS`]; `tests/it/db/statements.rs` says of every statement
//! whether it does.

use std::sync::Arc;
use std::time::Duration;

use jiff::tz::TimeZone;
use moka::sync::Cache;

use crate::clock::Millis;
use crate::db::changes::Epoch;
use crate::db::{Db, DbError};
use crate::directory::{self, Account};
use crate::keys::KeySet;
use crate::random::hashed;

use super::presented::{LiveToken, Presented};
use super::sso::SessionLifetimes;
use super::store;

/// What moves the epoch of this memory.
pub const TOPICS: [&str; 2] = [store::TOPIC, directory::store::TOPIC];

/// How many are remembered: some kilobytes each.
const MOST: u64 = 4_096;
/// How long one is remembered. A change is heard long before; this bounds what is not told: a change
/// straight in the database, or by a process of a version that does not tell.
const REMEMBERED: Duration = Duration::from_secs(5);

/// A token that may be used now, with the account that it speaks for; a client's own has none.
#[derive(Debug)]
pub struct GoodToken {
    /// The token.
    pub live: LiveToken,
    /// Whose it is.
    pub account: Option<Account>,
}

/// What a token is judged by.
pub struct Rules {
    /// Our signing keys.
    pub keys: KeySet,
    /// Whom a signed token must come from.
    pub issuer: String,
    /// How long sessions live.
    pub lifetimes: SessionLifetimes,
    /// The days of accounts end in this zone.
    pub zone: TimeZone,
}

/// Finds the token behind a text, in memory or in the database.
pub struct LiveTokens {
    db: Db,
    rules: Rules,
    epoch: Epoch,
    memory: Cache<String, Remembered>,
}

#[derive(Clone)]
struct Remembered {
    token: Arc<GoodToken>,
    epoch: u64,
}

impl LiveTokens {
    /// `epoch` moves with [`TOPICS`].
    pub fn new(db: Db, rules: Rules, epoch: Epoch) -> Self {
        let memory = Cache::builder()
            .max_capacity(MOST)
            .time_to_live(REMEMBERED)
            .build();
        Self {
            db,
            rules,
            epoch,
            memory,
        }
    }

    /// The token that `text` is, if it, its grant, its session and its account are good at `now`.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn find(&self, text: &str, now: Millis) -> Result<Option<Arc<GoodToken>>, DbError> {
        let key = hashed(text);
        // Before anything is read: what changes while it is read counts against it.
        let epoch = self.epoch();
        if let Some(token) = self.remembered(&key, epoch, now) {
            return Ok(Some(token));
        }
        let found = self.read(text, now).await?.map(Arc::new);
        if let (Some(token), Some(epoch)) = (&found, epoch) {
            let token = Arc::clone(token);
            self.memory.insert(key, Remembered { token, epoch });
        }
        Ok(found)
    }

    /// Moves with what other processes or this one changed, and with the keys.
    fn epoch(&self) -> Option<u64> {
        let changes = self.epoch.now()?;
        Some(changes.wrapping_add(self.rules.keys.generation()))
    }

    fn remembered(&self, key: &str, epoch: Option<u64>, now: Millis) -> Option<Arc<GoodToken>> {
        let known = self.memory.get(key)?;
        let stands = Some(known.epoch) == epoch && self.is_good(&known.token, now);
        stands.then_some(known.token)
    }

    async fn read(&self, text: &str, now: Millis) -> Result<Option<GoodToken>, DbError> {
        let rules = &self.rules;
        let Some(presented) = Presented::read(text, &rules.keys, &rules.issuer, now) else {
            return Ok(None);
        };
        let mut tx = self.db.read().await?;
        let live = presented.find_live(&mut tx, now, rules.lifetimes).await?;
        let Some(live) = live else { return Ok(None) };
        let account = match &live.grant {
            Some(grant) => directory::store::find(&mut tx, &grant.context.account_id).await?,
            None => None,
        };
        let token = GoodToken { live, account };
        Ok(self.is_good(&token, now).then_some(token))
    }

    /// Whether time has not ended it, or its session or account (attack 24).
    fn is_good(&self, token: &GoodToken, now: Millis) -> bool {
        let rules = &self.rules;
        let person = match (&token.live.grant, &token.account) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(grant), Some(account)) => {
                grant.is_live(now, rules.lifetimes)
                    && directory::may_sign_in(account, now, &rules.zone).is_ok()
            }
        };
        person && now < token.live.token.expires_at
    }
}
