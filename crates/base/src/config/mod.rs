//! The settings: read once at startup from `atrium.toml` and `ATRIUM_…` variables, and checked together; afterwards
//! plain values.
//!
//! There is one file per section. A section is a plain struct with its defaults, a table of its keys with their allowed
//! values, and a check of its values. No other module reads a settings file or the environment.
//!
//! # How to add a setting
//!
//! 1. Add the field with its default, its row of keys and its check to the section's file under `config/`.
//! 2. Add its lines to `atrium.toml.example` and, if operators must know more, to `docs/operating.md`.
//! 3. For a new section, also add its file, its six places in `crates/base/src/config/mod.rs` (`mod`, `pub use`, field, `load`,
//!    `sections`, `check`) and a line in `the_tables_of_keys_are_the_fields` of `crates/base/src/config/tests.rs`.

mod accounts;
mod assistant;
mod audit;
mod branding;
mod clients;
mod database;
mod duration;
mod factors;
mod fault;
mod federation;
mod files;
mod geo;
mod home;
mod key;
mod keys;
mod legacy;
mod limits;
mod log;
mod mail;
mod metrics;
mod optional;
mod outbound;
mod page_views;
mod passkeys;
mod public_url;
mod secret;
mod section;
mod server;
mod sessions;
mod source;
mod wechat;

pub use accounts::{AccountsConfig, AgencyChange, Forgotten, Registration};
pub use assistant::{
    AssistantConfig, AssistantVersionConfig, AssistantWaits, UNLIMITED as UNLIMITED_WORDS,
};
pub use audit::AuditConfig;
pub use branding::{BrandingConfig, Filing, TypeLabel};
pub use clients::{ClientsConfig, SecretPlace};
pub use database::{DatabaseConfig, Engine};
pub use factors::{FactorsConfig, FactorsFor};
pub use fault::{Fault, Faults};
pub use federation::{
    AbsentClaim, ClaimNames, CreateRule, FederationConfig, GroupsClaim, LinkRule, PROVIDER_ACR,
    ProviderConfig,
};
pub use files::{FilePlace, FilesConfig};
pub use geo::GeoConfig;
pub use home::{HOME_TILES, HomeConfig, HomeTile};
pub use key::Key;
pub use keys::KeysConfig;
pub use legacy::LegacyConfig;
pub use limits::LimitsConfig;
pub use log::{LogConfig, LogFormat};
pub use mail::MailConfig;
pub use metrics::MetricsConfig;
pub use outbound::OutboundConfig;
pub use page_views::PageViewsConfig;
pub use passkeys::PasskeysConfig;
pub use public_url::{BadPublicUrl, PublicUrl};
pub use secret::Secret;
pub use section::Section;
pub use server::ServerConfig;
pub use sessions::SessionsConfig;
pub use source::{IgnoredVariable, Source};
pub use wechat::WechatConfig;

/// Every setting of the program, one field per section of `atrium.toml`.
#[derive(Clone, Debug, Default)]
pub struct Config {
    pub server: ServerConfig,
    pub database: DatabaseConfig,
    /// The master secret, which seals the signing keys.
    pub keys: KeysConfig,
    /// The file of relying and legacy applications.
    pub clients: ClientsConfig,
    /// Lifetimes of sessions, codes and tokens.
    pub sessions: SessionsConfig,
    /// Limits for sign-ins and the threads that hash passwords.
    pub limits: LimitsConfig,
    pub mail: MailConfig,
    pub log: LogConfig,
    /// The Prometheus metrics.
    pub metrics: MetricsConfig,
    /// Requests that Atrium itself makes.
    pub outbound: OutboundConfig,
    /// Where uploaded files are kept.
    pub files: FilesConfig,
    /// Where addresses are.
    pub geo: GeoConfig,
    /// Settings for applications that use `?token=`.
    pub legacy: LegacyConfig,
    /// The installer's name, logo, colour and texts.
    pub branding: BrandingConfig,
    /// What stands on the home page besides the applications.
    pub home: HomeConfig,
    /// Rules for accounts.
    pub accounts: AccountsConfig,
    /// The corporate providers that people may sign in with.
    pub federation: FederationConfig,
    /// Who needs a second factor.
    pub factors: FactorsConfig,
    /// Whether the portal reports which of its pages are shown.
    pub page_views: PageViewsConfig,
    /// The name that passkeys are bound to.
    pub passkeys: PasskeysConfig,
    /// The mini program of the messaging app.
    pub wechat: WechatConfig,
    /// How long audit entries are kept.
    pub audit: AuditConfig,
    /// The AI assistant.
    pub assistant: AssistantConfig,
}

impl Config {
    /// True if people may apply for an account. Where only corporate providers count, its password would let nobody in.
    pub fn may_apply(&self) -> bool {
        self.accounts.registration == Registration::Open && !self.federation.only
    }

    /// True if managers may invite people to register. The new accounts have passwords too.
    pub fn may_invite(&self) -> bool {
        self.accounts.registration != Registration::Off && !self.federation.only
    }

    /// Reads the settings file and the variables in `source` and checks every value.
    ///
    /// # Errors
    /// All faults at once: unknown keys, values of the wrong type, values out of range.
    pub fn load(source: &Source) -> Result<Self, Faults> {
        let mut faults = Faults::default();
        let mut values = source.values(&mut faults);
        let config = Self {
            server: values.section(&mut faults),
            database: values.section(&mut faults),
            keys: values.section(&mut faults),
            clients: values.section(&mut faults),
            sessions: values.section(&mut faults),
            limits: values.section(&mut faults),
            mail: values.section(&mut faults),
            log: values.section(&mut faults),
            metrics: values.section(&mut faults),
            outbound: values.section(&mut faults),
            files: values.section(&mut faults),
            geo: values.section(&mut faults),
            legacy: values.section(&mut faults),
            branding: values.section(&mut faults),
            home: values.section(&mut faults),
            accounts: values.section(&mut faults),
            federation: values.section(&mut faults),
            factors: values.section(&mut faults),
            page_views: values.section(&mut faults),
            passkeys: values.section(&mut faults),
            wechat: values.section(&mut faults),
            audit: values.section(&mut faults),
            assistant: values.section(&mut faults),
        };
        values.unknown_sections(&mut faults);
        config.check(&mut faults);
        faults.into_result(config)
    }

    /// Every section's name and its keys, in the order of `atrium.toml.example`.
    pub fn sections() -> Vec<(&'static str, &'static [Key])> {
        fn of<S: Section>() -> (&'static str, &'static [Key]) {
            (S::NAME, S::KEYS)
        }
        vec![
            of::<ServerConfig>(),
            of::<DatabaseConfig>(),
            of::<KeysConfig>(),
            of::<ClientsConfig>(),
            of::<SessionsConfig>(),
            of::<LimitsConfig>(),
            of::<MailConfig>(),
            of::<LogConfig>(),
            of::<MetricsConfig>(),
            of::<OutboundConfig>(),
            of::<FilesConfig>(),
            of::<GeoConfig>(),
            of::<LegacyConfig>(),
            of::<BrandingConfig>(),
            of::<HomeConfig>(),
            of::<AccountsConfig>(),
            of::<FederationConfig>(),
            of::<FactorsConfig>(),
            of::<PasskeysConfig>(),
            of::<WechatConfig>(),
            of::<AuditConfig>(),
            of::<AssistantConfig>(),
        ]
    }

    /// The allowed values of `key`, written as section and key, such as `database.url`.
    pub fn allowed(key: &str) -> &'static str {
        let (section, name) = key.split_once('.').unwrap_or_default();
        let keys = Self::sections()
            .into_iter()
            .find_map(|(known, keys)| (known == section).then_some(keys));
        let key = keys.and_then(|keys| keys.iter().find(|key| key.name == name));
        key.map_or("", |key| key.allowed)
    }

    fn check(&self, faults: &mut Faults) {
        check(&self.server, faults);
        check(&self.database, faults);
        check(&self.keys, faults);
        check(&self.clients, faults);
        check(&self.sessions, faults);
        check(&self.limits, faults);
        check(&self.mail, faults);
        check(&self.log, faults);
        check(&self.metrics, faults);
        check(&self.outbound, faults);
        check(&self.files, faults);
        check(&self.geo, faults);
        check(&self.legacy, faults);
        check(&self.branding, faults);
        check(&self.home, faults);
        check(&self.accounts, faults);
        check(&self.federation, faults);
        check(&self.factors, faults);
        check(&self.page_views, faults);
        check(&self.passkeys, faults);
        check(&self.wechat, faults);
        check(&self.audit, faults);
        check(&self.assistant, faults);
        if self.database.engine() == Some(Engine::Postgres)
            && self.keys.master.is_none()
            && self.keys.master_file.is_none()
        {
            faults.of(KeysConfig::NAME, KeysConfig::KEYS).add(
                "master_file",
                "is not set, and with PostgreSQL none is made by itself".to_owned(),
            );
        }
    }
}

/// Adds the faults of one section.
fn check<S: Section>(section: &S, faults: &mut Faults) {
    section.check(&mut faults.of(S::NAME, S::KEYS));
}

#[cfg(test)]
mod tests;
