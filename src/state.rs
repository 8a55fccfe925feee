//! The application state: the parts that one running server has once, handed to every door.
//!
//! The start puts it together from settings, a clock and randomness; the tests put it together
//! the same way with other arguments.

pub mod access_token;
pub mod origin;
mod refused_request;
pub mod visitor;

use std::sync::Arc;

use bytes::Bytes;
use jiff::tz::TimeZone;

use crate::audit::{AuditContext, Origin, Recorder};
use crate::clients::{PublishedKeys, Registry};
use crate::clock::{Clock, Millis, SECOND};
use crate::config::Config;
use crate::db::Db;
use crate::directory::known_browser::KnownBrowsers;
use crate::directory::password_pool::HashPool;
use crate::directory::sign_in::PasswordSignIn;
use crate::http::cookies::CookieNames;
use crate::http::peer::Proxies;
use crate::keys::{DpopNonces, JtiWindow, KeySet};
use crate::outbound::Outbound;
use crate::pages::assets::Site;
use crate::random::Random;
use crate::sessions::live_tokens::LiveTokens;
use crate::sessions::refresh_tokens::RefreshTokenRules;
use crate::sessions::sso::SessionLifetimes;

/// The application state: the parts of a running server.
pub struct AppState {
    /// The settings, checked.
    pub config: Config,
    /// The issuer: `server.public_url` without a trailing slash, byte for byte what tokens carry.
    pub issuer: String,
    /// The database.
    pub db: Db,
    /// The time, taken once by each request.
    pub clock: Clock,
    /// Secrets and identifiers.
    pub random: Random,
    /// Our own signing keys.
    pub keys: KeySet,
    /// Good access tokens, remembered.
    pub live_tokens: LiveTokens,
    /// Nonces for DPoP proofs.
    pub nonces: DpopNonces,
    /// DPoP proofs that were used at a resource, which are refused a second time.
    pub proofs: JtiWindow,
    /// The discovery document, made once.
    pub discovery: Bytes,
    /// The relying and legacy applications.
    pub clients: Registry,
    /// The public keys of those that sign.
    pub published_keys: PublishedKeys,
    /// Where passwords are hashed.
    pub hashing: HashPool,
    /// Password sign-in with its limits.
    pub sign_in: PasswordSignIn,
    /// Browsers that accounts have signed in from.
    pub known_browsers: KnownBrowsers,
    /// Name, mark and assets of the pages.
    pub site: Arc<Site>,
    /// The names of our cookies.
    pub cookies: CookieNames,
    /// The time zone in which the last day of an account ends.
    pub zone: TimeZone,
    /// The proxies whose forwarded headers count.
    pub proxies: Proxies,
    /// Audit entries that cost no commit of their own.
    pub recorder: Recorder,
    /// Requests to other servers.
    pub outbound: Outbound,
}

impl AppState {
    /// What the audit entries of a request that came at `now` from `origin` have in common.
    pub fn audit(&self, now: Millis, origin: &Origin) -> AuditContext {
        AuditContext::new(now, &self.random, origin)
    }

    /// How long sessions live.
    pub fn session_lifetimes(&self) -> SessionLifetimes {
        SessionLifetimes::from(&self.config.sessions)
    }

    /// How refresh tokens of a client that rotates, or does not, behave.
    pub fn refresh_policy(&self, rotate: bool) -> RefreshTokenRules {
        RefreshTokenRules {
            rotate,
            offline_idle: self.config.sessions.refresh_idle,
            session: self.session_lifetimes(),
        }
    }

    /// Life of an access token: the client's own, in seconds, or the setting.
    pub fn access_token_lifetime(&self, of_client: Option<i64>) -> Millis {
        let own = of_client.map(|seconds| seconds.saturating_mul(SECOND));
        own.unwrap_or(self.config.sessions.access_token_lifetime)
    }

    /// A `callbackUrl` that stays with us, as a path of ours: `/…` or our own origin, spelt plainly
    /// (F-03).
    pub fn own_path(&self, text: &str) -> Option<String> {
        let rest = text.strip_prefix(&self.issuer).unwrap_or(text);
        let plain = |byte: u8| byte.is_ascii_graphic() && byte != b'\\';
        let local = rest.starts_with('/') && !rest.starts_with("//") && rest.bytes().all(plain);
        let whole = self
            .config
            .server
            .public_url
            .url()
            .join(rest)
            .ok()
            .filter(|_| local)?;
        let same = whole.origin() == self.config.server.public_url.url().origin();
        same.then(|| rest.to_owned())
    }

    /// The address of one of our own paths, as the outside sees it.
    pub fn address(&self, path: &str) -> String {
        format!("{}{path}", self.issuer)
    }
}
