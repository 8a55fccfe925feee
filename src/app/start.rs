//! Starts a server: builds everything from settings, a database, a clock and randomness. `atrium serve` and the tests
//! call the same function with other arguments.

use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use atrium_listener::{Proxies, Shutdown};
use axum::Router;
use bytes::Bytes;
use jiff::tz::TimeZone;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::key_trail::KeyTrail;
use super::probes::{self, Probes};
pub use super::start_error::StartError;
use super::{background, base_path, router};
use crate::announcements::SignInLines;
use crate::assistant::{
    self, Assistant, AssistantParts, AssistantSecrets, Quota, VersionSettingError,
};
use crate::audit::{self, AuditContext, MOST_WAITING, Recorder};
use crate::catalogue::HomeProducts;
use crate::clients::{self, PublishedKeys, Registry};
use crate::clock::Clock;
use crate::config::{Config, SecretPlace};
use crate::db::feed::ChangeFeed;
use crate::db::{Db, DbError, Engine, installation, sqlite_file};
use crate::directory::known_browser::KnownBrowsers;
use crate::directory::password_pool::{HashPool, HashPoolOptions};
use crate::directory::sign_in::{PasswordSignIn, WRITTEN_WITHIN};
use crate::factors::FactorSecrets;
use crate::federation::{ProviderSecrets, Providers};
use crate::files::{FileStore, Shelf};
use crate::geo::Locations;
use crate::http::cookies::CookieNames;
use crate::insight::Counters;
use crate::jobs::Running;
use crate::keys::{CHANGE_TOPIC, DpopNonces, JtiWindow, Keeper, KeySet, Master};
use crate::limits::{AccountWrites, ConcurrentCalls, Gate, Limits, OneAtATime, RepeatedCalls};
use crate::oidc::discovery;
use crate::outbound::Outbound;
use crate::pages::assets::Site;
use crate::passkeys::RelyingParty;
use crate::portal;
use crate::random::Random;
use crate::sessions::live_tokens::{self, LiveTokens};
use crate::sessions::sso::SessionLifetimes;
use crate::site::branding::{Branding, LogoFile, LogoKind, NoColour};
use crate::state::AppState;
use crate::state::exports::Exports;
use crate::telemetry::metrics::Metrics;
use crate::wechat::MiniProgram;

/// The key under which the database stores the first untrusted peer with a forwarded header.
pub const STRANGER: &str = "forwarded header from";

/// How long the shutdown waits for running jobs; they stay in the queue, so none is lost.
const JOBS_FINISH_WITHIN: Duration = Duration::from_secs(10);

/// A started server: its router and its background tasks.
pub struct App {
    state: Arc<AppState>,
    jobs: Running,
    stop: CancellationToken,
    tasks: TaskTracker,
}

/// The metadata of the provider, which clients read.
fn metadata(config: &Config, issuer: &str) -> Bytes {
    Bytes::from(discovery::document(issuer, config.may_apply()).to_string())
}

impl App {
    /// Starts a server on a migrated database.
    pub async fn start(
        config: Config,
        db: Db,
        clock: Clock,
        random: Random,
    ) -> Result<Self, StartError> {
        refuse_demo_in_public(&config, &db).await?;
        let master = Arc::new(master(&config, &db, &random)?);
        let keeper = Keeper::open(
            db.clone(),
            Arc::clone(&master),
            random.clone(),
            Arc::new(KeyTrail::of_server(&random)),
            &clock,
        );
        let keeper = keeper.await?.0;
        load_clients(&config, &db, (&clock, &random)).await?;
        let changes = ChangeFeed::new(db.clone());
        let issuer = config.server.public_url.as_str().to_owned();
        let branding = branding(&config)?;
        let site = site(&config, &branding);
        let authorities = authorities(&config)?;
        let clients = Registry::load(&db).await?;
        let zone = zone(&config)?;
        let worker = background::worker(
            &config,
            &branding,
            authorities.as_deref(),
            (&db, &clock, &random),
            (&clients, &zone, keeper.keys()),
        )?;
        let hashing = hashing(&config)?;
        let recorder = Recorder::start(db.clone(), clock.clone(), random.clone(), MOST_WAITING);
        let limits = Limits::from(&config.limits);
        let sign_in = PasswordSignIn {
            db: db.clone(),
            clock: clock.clone(),
            random: random.clone(),
            pool: hashing.clone(),
            gate: Gate::keeping(config.limits.kept_counters),
            limits,
            writes: AccountWrites::new(config.limits.account_writes),
            recorder: recorder.clone(),
            zone: zone.clone(),
            product: site.product.clone(),
            written_within: WRITTEN_WITHIN,
        };
        let rules = token_rules(&config, (keeper.keys(), &issuer, &zone));
        let live_tokens = LiveTokens::new(db.clone(), rules, clients.clone(), &changes);
        let outbound = Outbound::new(&config.outbound.allow, authorities.as_deref())?;
        let shelf = Shelf::open(&config.files, authorities.as_deref())?;
        let sealing = (&db, &master, &random);
        let of_all = (&config, sealing, &clock);
        let state = Arc::new(AppState {
            assistant: assistant(of_all, (&outbound, &clients, &zone), &changes)?,
            live_tokens,
            providers: providers(&config, &outbound, sealing).await?,
            sign_in_lines: sign_in_lines((&db, &clock), &site).await?,
            passkeys: RelyingParty::of_keys(&config, &mut db.read().await?).await?,
            mini_program: MiniProgram::of((&config.wechat, &issuer), &outbound, sealing)?,
            discovery: metadata(&config, &issuer),
            cookies: CookieNames::of(config.server.public_url.url()),
            home_products: HomeProducts::new(&config.branding.hidden_app_ids, &clients),
            clients,
            counters: Counters::new(&db, &zone),
            published_keys: PublishedKeys::default(),
            keys: keeper.keys(),
            nonces: DpopNonces::new(&master),
            proofs: JtiWindow::default(),
            zone,
            locations: locations(&config)?,
            outbound,
            proxies: Proxies::new(&config.server.trusted_proxies),
            known_browsers: KnownBrowsers::new(&master),
            repeated_calls: RepeatedCalls::new(&master),
            factor_secrets: FactorSecrets::new(Arc::clone(&master), random.clone()),
            limits,
            account_writes: sign_in.writes.clone(),
            sign_in,
            recorder,
            exports: Exports::default(),
            imports: OneAtATime::default(),
            uploads: OneAtATime::default(),
            files: FileStore::new(shelf, random.clone()),
            concurrent_calls: ConcurrentCalls::sharing(config.database.max_connections),
            hashing,
            issuer,
            site,
            config,
            db,
            clock,
            random,
        });
        let worker = background::late_answers(background::logout_notices(worker, &state), &state);
        let app = Self {
            state,
            jobs: Running::start(worker),
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
        };
        app.follow(keeper, Arc::new(changes));
        Ok(app)
    }

    pub fn state(&self) -> &Arc<AppState> {
        &self.state
    }

    /// Every route with every layer, under the path of `server.public_url`.
    pub fn router(&self) -> Router {
        base_path::under(&self.state, router::router(&self.state))
    }

    /// What this server's probes check.
    pub fn probes(&self, metrics: Metrics, shutdown: &Shutdown) -> Probes {
        let state = self.state();
        let keys = state.keys.clone();
        Probes {
            db: state.db.clone(),
            clock: state.clock.clone(),
            keys_usable: Arc::new(move || keys.ring().is_complete()),
            shutdown: shutdown.clone(),
            metrics,
            hashing: state.hashing.clone(),
            metrics_token: state.config.metrics.token.clone(),
        }
    }

    /// The routes of the main listener: every endpoint, and the probes.
    pub fn served(&self, probes: &Probes) -> Router {
        let routes = router::router(&self.state);
        base_path::under(&self.state, routes.merge(probes::routes(probes.clone())))
    }

    /// Stops the background tasks, writes pending audit entries and closes the database. Call it when no request is
    /// active any more.
    pub async fn stop(self) {
        self.stop.cancel();
        let (jobs, answers) = (self.jobs, &self.state.assistant);
        let patience = JOBS_FINISH_WITHIN;
        tokio::join!(jobs.stop(patience), answers.stop(patience));
        self.tasks.close();
        self.tasks.wait().await;
        self.state.recorder.stop().await;
        // A release before this one, which may start next, reads the sorted entries alone.
        if let Err(error) = audit::settle(&self.state.db).await {
            tracing::warn!(%error, "audit entries are sorted after the next start");
        }
        if let Err(error) = self.state.counters.flush().await {
            tracing::error!(%error, "figures were lost: the database stayed away at the stop");
        }
        self.state.db.close().await;
    }

    /// Keeps data in memory up to date with the database.
    fn follow(&self, keeper: Keeper, changes: Arc<ChangeFeed>) {
        let (stop, registry) = (self.stop.clone(), self.state.clients.clone());
        let followed = Arc::clone(&changes);
        self.tasks
            .spawn(async move { registry.follow(&followed, stop).await });
        let (stop, providers) = (self.stop.clone(), self.state.providers.clone());
        let followed = Arc::clone(&changes);
        self.tasks
            .spawn(async move { providers.follow(&followed, stop).await });
        let (stop, lines) = (self.stop.clone(), self.state.sign_in_lines.clone());
        let followed = Arc::clone(&changes);
        self.tasks
            .spawn(async move { lines.follow(&followed, stop).await });
        let (stop, registry) = (self.stop.clone(), self.state.clients.clone());
        self.tasks
            .spawn(async move { registry.keep_uses(stop).await });
        let (stop, counters) = (self.stop.clone(), self.state.counters.clone());
        self.tasks.spawn(async move { counters.keep(stop).await });
        let (stop, db) = (self.stop.clone(), self.state.db.clone());
        self.tasks.spawn(audit::settle_often(db, stop));
        let (stop, clock) = (self.stop.clone(), self.state.clock.clone());
        let mut topic = changes.topic(CHANGE_TOPIC);
        self.tasks.spawn(async move {
            while let Some(followed) = stop
                .run_until_cancelled(keeper.follow(&mut topic, &clock))
                .await
            {
                if let Err(error) = followed {
                    tracing::warn!(%error, "cannot refresh the keys");
                    let pause = tokio::time::sleep(Duration::from_secs(1));
                    stop.run_until_cancelled(pause).await;
                }
            }
        });
        let stop = self.stop.clone();
        self.tasks.spawn(async move { changes.run(stop).await });
    }
}

/// What access tokens are checked against.
fn token_rules(
    config: &Config,
    (keys, issuer, zone): (KeySet, &str, &TimeZone),
) -> live_tokens::Rules {
    live_tokens::Rules {
        keys,
        issuer: issuer.to_owned(),
        lifetimes: SessionLifetimes::from(&config.sessions),
        zone: zone.clone(),
    }
}

/// The assistant of this process.
fn assistant(
    (config, (db, master, random), clock): (&Config, (&Db, &Arc<Master>, &Random), &Clock),
    (outbound, clients, zone): (&Outbound, &Registry, &TimeZone),
    changes: &ChangeFeed,
) -> Result<Assistant, VersionSettingError> {
    let parts = AssistantParts {
        db: db.clone(),
        clock: clock.clone(),
        random: random.clone(),
        outbound: outbound.clone(),
        secrets: AssistantSecrets::new(Arc::clone(master), random.clone()),
        clients: clients.clone(),
        zone: zone.clone(),
        usual: Quota::of(config.assistant.monthly_words),
        of_file: assistant::of_settings(&config.assistant)?,
        waits: config.assistant.waits,
    };
    Ok(Assistant::start(parts, changes))
}

/// Demo data must stay on its machine, whatever the clients file says and even without one.
async fn refuse_demo_in_public(config: &Config, db: &Db) -> Result<(), StartError> {
    let Some((key, value)) = config.server.reached_by() else {
        return Ok(());
    };
    let made_by_seed = installation::find(&mut db.read().await?, installation::DEMO).await?;
    match made_by_seed {
        Some(_) => Err(StartError::DemoInPublic { key, value }),
        None => Ok(()),
    }
}

/// The master secret: from the environment, from its file, or created beside a SQLite file.
///
/// # Errors
/// It is missing with PostgreSQL, or unusable.
pub fn master(config: &Config, db: &Db, random: &Random) -> Result<Master, StartError> {
    if let Some(secret) = &config.keys.master {
        return Ok(Master::from_secret(secret.expose().as_bytes())?);
    }
    let beside = || {
        let file = sqlite_file(config.database.url.expose())?;
        Some(file.with_file_name("master.key"))
    };
    match (&config.keys.master_file, db.engine()) {
        (Some(file), Engine::Postgres) => Ok(Master::load(file)?),
        (Some(file), Engine::Sqlite) => Ok(Master::load_or_create(file, random)?),
        (None, _) => {
            let file = beside().ok_or(StartError::NoMaster)?;
            Ok(Master::load_or_create(&file, random)?)
        }
    }
}

/// Synchronises `clients.toml` to the database. A missing file, for example because of a misspelt path, changes
/// nothing, so that it does not disable every application.
async fn load_clients(
    config: &Config,
    db: &Db,
    (clock, random): (&Clock, &Random),
) -> Result<(), StartError> {
    let file = &config.clients.file;
    let wrong = |why: String| StartError::ClientsFile {
        file: file.clone(),
        why,
    };
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            tracing::warn!(file = %file.display(), "there is no clients file: the applications stay unchanged");
            return Ok(());
        }
        Err(error) => return Err(wrong(error.to_string())),
    };
    let public_url = &config.server.public_url;
    let declared = clients::file::parse(&text, public_url, &SecretPlace::read)
        .map_err(|why| wrong(why.to_string()))?;
    let audit = AuditContext::of_server(clock.now(), random, "start");
    let report = clients::sync(db, declared, public_url.is_loopback(), audit).await?;
    tracing::info!(?report, "synchronised the clients file to the database");
    Ok(())
}

fn branding(config: &Config) -> Result<Branding, StartError> {
    let wrong = |key, why: String| StartError::Setting { key, why };
    let settings = &config.branding;
    let accent = settings
        .accent
        .parse()
        .map_err(|why: NoColour| wrong("branding.accent", why.to_string()))?;
    let logo = settings.logo_file.as_deref().map(logo).transpose();
    let logo = logo.map_err(|why| wrong("branding.logo_file", why.to_string()))?;
    Ok(Branding {
        product: settings.product_name.clone(),
        accent,
        logo,
    })
}

/// Detects a picture's type by its content, not by its name.
fn logo(file: &Path) -> io::Result<LogoFile> {
    let bytes = std::fs::read(file)?;
    let kind = if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        LogoKind::Png
    } else {
        LogoKind::Svg
    };
    Ok(LogoFile { kind, bytes })
}

fn hashing(config: &Config) -> Result<HashPool, StartError> {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = config.limits.threads(cores);
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    HashPool::start(HashPoolOptions {
        threads,
        queue: config.limits.hashing_queue,
    })
    .map_err(StartError::Threads)
}

fn zone(config: &Config) -> Result<TimeZone, StartError> {
    config.accounts.zone().map_err(|why| StartError::Setting {
        key: "accounts.time_zone",
        why: why.to_string(),
    })
}

/// The corporate providers of the settings and of the database.
async fn providers(
    config: &Config,
    outbound: &Outbound,
    (db, master, random): (&Db, &Arc<Master>, &Random),
) -> Result<Providers, StartError> {
    let secrets = ProviderSecrets::new(Arc::clone(master), random.clone());
    let public_url = config.server.public_url.as_str();
    let providers = Providers::of(&config.federation, public_url, outbound, (db, secrets))?;
    providers.reload().await?;
    Ok(providers)
}

/// The lines of announcements on the pages of `site`.
async fn sign_in_lines((db, clock): (&Db, &Clock), site: &Site) -> Result<SignInLines, DbError> {
    let lines = SignInLines::of(db, clock, &site.notices);
    lines.reload().await?;
    Ok(lines)
}

fn site(config: &Config, branding: &Branding) -> Arc<Site> {
    let base = config.server.public_url.path();
    Site::new(branding, base, portal::strength_script())
}

/// Where addresses are.
fn locations(config: &Config) -> Result<Locations, StartError> {
    Locations::open(config.geo.database.as_deref()).map_err(|why| StartError::Setting {
        key: "geo.database",
        why: why.to_string(),
    })
}

/// Additional trusted certificate authorities, in PEM.
pub fn authorities(config: &Config) -> Result<Option<Vec<u8>>, StartError> {
    let file = config.outbound.ca_file.as_deref();
    file.map(std::fs::read)
        .transpose()
        .map_err(|why| StartError::Setting {
            key: "outbound.ca_file",
            why: why.to_string(),
        })
}
