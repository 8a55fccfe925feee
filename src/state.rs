//! The application state: everything that a running server has exactly once, shared by all endpoints.
//!
//! `app::start` builds it from settings, a clock and randomness; tests build it the same way with other arguments.

pub mod access_token;
pub mod exports;
pub mod leading;
pub mod origin;
mod refused_request;
pub mod visitor;

use std::sync::Arc;

use atrium_listener::Proxies;
use bytes::Bytes;
use jiff::tz::TimeZone;

use self::exports::Exports;
use crate::announcements::SignInLines;
use crate::assistant::Assistant;
use crate::audit::{AuditContext, Origin, Recorder};
use crate::catalogue::HomeProducts;
use crate::clients::{Client, PublishedKeys, Registry};
use crate::clock::{Clock, Millis, SECOND};
use crate::config::Config;
use crate::db::Db;
use crate::directory::known_browser::KnownBrowsers;
use crate::directory::password_pool::HashPool;
use crate::directory::sign_in::PasswordSignIn;
use crate::factors::FactorSecrets;
use crate::federation::Providers;
use crate::files::FileStore;
use crate::geo::Locations;
use crate::http::cookies::CookieNames;
use crate::insight::Counters;
use crate::keys::{DpopNonces, JtiWindow, KeySet};
use crate::limits::{AccountWrites, ConcurrentCalls, Limits, OneAtATime, RepeatedCalls};
use crate::outbound::Outbound;
use crate::pages::assets::Site;
use crate::passkeys::RelyingParty;
use crate::random::Random;
use crate::sessions::live_tokens::LiveTokens;
use crate::sessions::refresh_tokens::RefreshTokenRules;
use crate::sessions::sso::SessionLifetimes;
use crate::wechat::MiniProgram;

pub struct AppState {
    /// The checked settings.
    pub config: Config,
    /// The issuer: `server.public_url` without a trailing slash, exactly as tokens contain it.
    pub issuer: String,
    pub db: Db,
    /// The time, read once by each request.
    pub clock: Clock,
    /// Source of secrets and identifiers.
    pub random: Random,
    /// Our own signing keys.
    pub keys: KeySet,
    /// Cached valid access tokens.
    pub live_tokens: LiveTokens,
    /// Issues nonces for DPoP proofs.
    pub nonces: DpopNonces,
    /// DPoP proofs that resources have seen; each is accepted once.
    pub proofs: JtiWindow,
    /// The discovery document, built once.
    pub discovery: Bytes,
    /// The relying and legacy applications.
    pub clients: Registry,
    /// The products of home.
    pub home_products: HomeProducts,
    /// The public keys of clients that sign.
    pub published_keys: PublishedKeys,
    /// The threads that hash passwords.
    pub hashing: HashPool,
    /// How much of everything is too much.
    pub limits: Limits,
    /// Password sign-in.
    pub sign_in: PasswordSignIn,
    /// Browsers in which accounts have signed in.
    pub known_browsers: KnownBrowsers,
    /// Name, logo and assets of the pages.
    pub site: Arc<Site>,
    pub cookies: CookieNames,
    /// The time zone in which an account's last day ends.
    pub zone: TimeZone,
    /// The trusted proxies.
    pub proxies: Proxies,
    /// Writes what this process counts.
    pub counters: Counters,
    /// Writes audit entries without a commit of their own.
    pub recorder: Recorder,
    pub outbound: Outbound,
    /// Where addresses are.
    pub locations: Locations,
    /// The corporate providers.
    pub providers: Providers,
    /// The lines that announcements put onto the sign-in pages.
    pub sign_in_lines: SignInLines,
    /// Opens the secrets of authenticator apps.
    pub factor_secrets: FactorSecrets,
    /// What passkeys are bound to; `None` where browsers have none.
    pub passkeys: Option<RelyingParty>,
    /// The mini program of the messaging app; `None` where none is configured.
    pub mini_program: Option<MiniProgram>,
    /// The running downloads.
    pub exports: Exports,
    /// The running imports.
    pub imports: OneAtATime,
    /// The running uploads.
    pub uploads: OneAtATime,
    /// The uploaded files.
    pub files: FileStore,
    /// The assistant.
    pub assistant: Assistant,
    /// What each account has written lately.
    pub account_writes: AccountWrites,
    /// The running calls of the product API, by person.
    pub concurrent_calls: ConcurrentCalls,
    /// The calls of the product API that their callers may repeat.
    pub repeated_calls: RepeatedCalls,
}

impl AppState {
    /// The common part of the audit entries of a request that came at `now` from `origin`.
    pub fn audit(&self, now: Millis, origin: &Origin) -> AuditContext {
        AuditContext::new(now, &self.random, origin)
    }

    pub fn session_lifetimes(&self) -> SessionLifetimes {
        SessionLifetimes::from(&self.config.sessions)
    }

    /// The rules for the refresh tokens of `client`.
    pub fn refresh_token_rules(&self, client: &Client) -> RefreshTokenRules {
        RefreshTokenRules {
            rotate: client.rotate_refresh_tokens,
            grace: client.refresh_grace,
            offline_idle: self.config.sessions.refresh_idle,
            session: self.session_lifetimes(),
        }
    }

    /// Lifetime of an access token: the client's own, in seconds, or the setting.
    pub fn access_token_lifetime(&self, of_client: Option<i64>) -> Millis {
        let own = of_client.map(|seconds| seconds.saturating_mul(SECOND));
        own.unwrap_or(self.config.sessions.access_token_lifetime)
    }

    /// A `callbackUrl` that leads to this server, as one of our own paths: `/…` or our own address, in canonical
    /// spelling (F-03). A path may have the path of `server.public_url` in front, as the browser shows it.
    pub fn own_path(&self, text: &str) -> Option<String> {
        let base = self.config.server.public_url.path();
        let shown = || text.strip_prefix(base).filter(|rest| rest.starts_with('/'));
        let rest = text.strip_prefix(&self.issuer).or_else(shown);
        let rest = rest.unwrap_or(text);
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

    /// What stands in front of the path of a public picture.
    pub fn pictures(&self) -> &str {
        let other = self.config.files.public_url.as_deref();
        other.unwrap_or(&self.issuer)
    }

    /// The public address of one of our own paths, which begin at our root, whatever path `server.public_url` has.
    pub fn address(&self, path: &str) -> String {
        format!("{}{path}", self.issuer)
    }
}
