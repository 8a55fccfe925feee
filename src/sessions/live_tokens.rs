//! Caches access tokens that were valid a moment ago: UserInfo and introspection ask for the same token again and
//! again.
//!
//! Only valid tokens are cached, and each use checks their times again. Everything that can end a token or change what
//! it contains changes one of [`TOPICS`]; `tests/it/db/statements.rs` records for every statement whether it does.
//! Changes of access are frequent and affect few tokens, so they are announced by account and application
//! (`access::subjects::subjects`); other tokens stay cached (decisions 0006 and 0012).

use std::sync::Arc;
use std::time::Duration;

use jiff::tz::TimeZone;
use moka::sync::Cache;

use super::activity;
use super::presented::{LiveToken, PresentedToken};
use super::sso::{SessionLifetimes, SsoSession};
use super::store;
use crate::access;
use crate::catalogue::{GroupClaims, group_claims, standing};
use crate::clients::{Client, Registry};
use crate::clock::Millis;
use crate::db::feed::{ChangeFeed, Epoch};
use crate::db::subjects::Subjects;
use crate::db::{Db, DbError};
use crate::directory::{self, Account};
use crate::keys::KeySet;
use crate::random::hashed;

/// Changes of these topics empty this cache.
pub const TOPICS: [&str; 2] = [store::TOPIC, directory::TOPIC];

/// Most cached tokens: a few kilobytes each.
const MOST: u64 = 4_096;
/// How long a token stays cached. Changes are usually announced much sooner; this limits the delay of unannounced
/// changes: those made directly in the database, or by a process of a version that does not announce them.
const REMEMBERED: Duration = Duration::from_secs(5);

/// Most sessions whose last recorded use is kept; about 100 bytes each.
const MOST_NOTED: u64 = 65_536;

/// A token that may be used now, with its account; a client's own token has none.
#[derive(Debug)]
pub struct GoodToken {
    pub live: LiveToken,
    /// The account, which may use the client.
    pub account: Option<Account>,
    /// The client that the token was issued to; it is enabled.
    pub client: Arc<Client>,
    /// The account's groups and roles, if the token may contain them.
    pub groups: Option<GroupClaims>,
}

/// What a token is checked against.
pub struct Rules {
    /// The server's signing keys.
    pub keys: KeySet,
    /// The issuer that a signed token must name.
    pub issuer: String,
    pub lifetimes: SessionLifetimes,
    /// The time zone in which an account's validity days end.
    pub zone: TimeZone,
}

/// Finds an access token by its text, in the cache or in the database.
pub struct LiveTokens {
    db: Db,
    rules: Rules,
    clients: Registry,
    epoch: Epoch,
    access: Subjects,
    memory: Cache<String, Remembered>,
    /// When the use of each session was last recorded. A cached token has an old copy of its session. Without this
    /// record, each use would be written until the token is read again.
    noted: Cache<String, Millis>,
}

#[derive(Clone)]
struct Remembered {
    token: Arc<GoodToken>,
    /// The subjects whose changes may take the account's access to the client.
    subjects: Arc<[String]>,
    since: Since,
}

/// The change counters from when a token was read.
#[derive(Clone, Copy)]
struct Since {
    epoch: u64,
    access: u64,
}

impl LiveTokens {
    /// `changes` announces changes of tokens, accounts, clients and access.
    pub fn new(db: Db, rules: Rules, clients: Registry, changes: &ChangeFeed) -> Self {
        let memory = Cache::builder()
            .max_capacity(MOST)
            .time_to_live(REMEMBERED)
            .build();
        let noted = Cache::builder()
            .max_capacity(MOST_NOTED)
            .time_to_live(2 * REMEMBERED)
            .build();
        Self {
            db,
            rules,
            clients,
            epoch: changes.epoch(&TOPICS),
            access: changes.subjects(access::subjects::TOPIC),
            memory,
            noted,
        }
    }

    /// Records that a person's token was used, which keeps its session alive. Skips offline grants: they no longer
    /// belong to the session.
    pub async fn note_use(&self, token: &GoodToken, now: Millis) {
        let grant = token.live.grant.as_ref();
        let grant = grant.filter(|grant| !grant.context.offline);
        if let Some(session) = grant.and_then(|grant| grant.session.as_ref()) {
            self.note_session_use(session, now).await;
        }
    }

    /// Records that a session was used: at most once a minute over all its tokens. If that fails, the request
    /// continues.
    pub async fn note_session_use(&self, session: &SsoSession, now: Millis) {
        let lifetimes = self.rules.lifetimes;
        if !session.wants_touch(now, lifetimes) {
            return;
        }
        let noted = self.noted.entry_by_ref(&session.id);
        let wanted = |before: &Millis| lifetimes.is_note_old(*before, now);
        if !noted.or_insert_with_if(|| now, wanted).is_fresh() {
            return;
        }
        let written = activity::note(&self.db, session, lifetimes, now).await;
        if let Err(error) = written {
            self.noted.invalidate(&session.id);
            tracing::warn!(%error, "the use of a session could not be recorded");
        }
    }

    /// The access token `text`, if the token, its grant, session, account and client are all valid at `now`, and the
    /// account has access to the client (attacks 24 and 31).
    ///
    /// # Errors
    /// The database fails.
    pub async fn find(&self, text: &str, now: Millis) -> Result<Option<Arc<GoodToken>>, DbError> {
        let key = hashed(text);
        // Read the counters before the database: a change made during the read then makes the entry stale.
        let since = self.present();
        if let Some(token) = self.remembered(&key, since, now) {
            return Ok(Some(token));
        }
        let found = self.read(text, now).await?.map(Arc::new);
        if let (Some(token), Some(since)) = (&found, since) {
            let token = Arc::clone(token);
            let subjects = token.subjects().into();
            let remembered = Remembered {
                token,
                subjects,
                since,
            };
            self.memory.insert(key, remembered);
        }
        Ok(found)
    }

    /// The current counters, which change with the keys and with every announced change of this or another process.
    fn present(&self) -> Option<Since> {
        let changes = self.epoch.now()?;
        Some(Since {
            epoch: changes.wrapping_add(self.rules.keys.generation()),
            access: self.access.position(),
        })
    }

    fn remembered(&self, key: &str, now_is: Option<Since>, now: Millis) -> Option<Arc<GoodToken>> {
        let known = self.memory.get(key)?;
        let client = self.clients.get(&known.token.client.client_id)?;
        let stands = now_is?.epoch == known.since.epoch
            && Arc::ptr_eq(&client, &known.token.client)
            && self
                .access
                .unchanged_since(known.since.access, &known.subjects)
            && self.is_good(&known.token, now);
        stands.then_some(known.token)
    }

    async fn read(&self, text: &str, now: Millis) -> Result<Option<GoodToken>, DbError> {
        let rules = &self.rules;
        let Some(presented) = PresentedToken::read(text, &rules.keys, &rules.issuer, now) else {
            return Ok(None);
        };
        let mut tx = self.db.read().await?;
        let live = presented.find_live(&mut tx, now, rules.lifetimes).await?;
        let Some(live) = live else { return Ok(None) };
        let Some(client) = self.clients.get(&live.token.client_id) else {
            return Ok(None);
        };
        let account = match &live.grant {
            Some(grant) => directory::find(&mut tx, &grant.context.account_id).await?,
            None => None,
        };
        let mut token = GoodToken {
            live,
            account,
            client,
            groups: None,
        };
        if !self.is_good(&token, now) {
            return Ok(None);
        }
        if let Some(account) = &token.account {
            let closed = standing::of_client(&mut tx, account, &token.client).await?;
            if closed.is_some() {
                return Ok(None);
            }
            if token.tells_groups() {
                let groups = group_claims::of_client(&mut tx, account, &token.client).await?;
                token.groups = Some(groups);
            }
        }
        Ok(Some(token))
    }

    /// False when the token, its session or its account has expired (attack 24), or when its client has lost an audience
    /// of it.
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
        let audience = &token.live.token.audience;
        let may_ask =
            |named: &String| *named == rules.issuer || token.client.resources.contains(named);
        person && now < token.live.token.expires_at && audience.iter().all(may_ask)
    }
}

impl GoodToken {
    /// The subjects whose changes may take the account's access to the client; none for a client's own token.
    fn subjects(&self) -> Vec<String> {
        let account = self.account.as_ref();
        account.map_or_else(Vec::new, |account| {
            access::subjects::subjects(&account.id, &self.client, self.tells_groups())
        })
    }

    fn tells_groups(&self) -> bool {
        let grant = self.live.grant.as_ref();
        let claims = grant.and_then(|grant| grant.context.claims.as_ref());
        group_claims::may_be_given(&self.client, &self.live.token.scope, claims)
    }
}
