//! Providers that super administrators add on their screen, in the database.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::icon::Icon;
use super::provider::{BadKey, Credential, Method, Provider};
use super::store::{links, providers as store};
use crate::clock::Millis;
use crate::config::{ProviderConfig, Secret};
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::EarlierChange;
use crate::groups::NotGiven;
use crate::keys::{Master, MasterError};
use crate::random::Random;
use store::ProviderData;

/// What credentials in the database are sealed for.
const STORED: &str = "credential at a corporate provider";
/// The most providers that are stored: each has a button on the sign-in page.
pub(super) const MOST: usize = 50;

/// Seals and opens our secrets and keys at providers. Each is bound to its provider's id and issuer, so that it is never sent
/// to another one.
#[derive(Clone, Debug)]
pub struct ProviderSecrets {
    master: Arc<Master>,
    random: Random,
}

impl ProviderSecrets {
    /// The id of the master secret that seals now.
    pub(super) fn master_id(&self) -> &str {
        self.master.id()
    }

    pub const fn new(master: Arc<Master>, random: Random) -> Self {
        Self { master, random }
    }

    pub(super) fn seal(
        &self,
        settings: &ProviderConfig,
        text: &str,
    ) -> Result<String, MasterError> {
        let name = name_of(settings);
        self.master
            .seal(STORED, &name, text.as_bytes(), &self.random)
    }

    fn open(&self, settings: &ProviderConfig, sealed: &str) -> Result<Secret, MasterError> {
        let text = self.master.open(STORED, &name_of(settings), sealed)?;
        let text = std::str::from_utf8(&text).map_err(|_| MasterError::NotOurs)?;
        Ok(Secret::new(text))
    }
}

fn name_of(settings: &ProviderConfig) -> String {
    format!("{} {}", settings.id, settings.issuer)
}

/// A provider of the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredProvider {
    pub settings: ProviderConfig,
    pub enabled: bool,
    pub method: Method,
    /// The certificate of a key, in PEM.
    pub certificate: Option<String>,
    /// A PNG in base64.
    pub icon: Option<String>,
    pub added_at: Millis,
    pub changed_at: Millis,
    /// Who changed it last: the id of an account, or `cli`.
    pub changed_by: Option<String>,
    /// Increases with each change.
    pub version: i64,
    pub(super) sealed: String,
}

/// What an administrator wrote.
#[derive(Clone, Debug, Default)]
pub struct Written {
    pub settings: ProviderConfig,
    /// A new secret or key; `None` keeps the stored one.
    pub credential: Option<(Method, Secret)>,
    /// A new certificate in PEM; `Some(None)` removes it.
    pub certificate: Option<Option<String>>,
    /// A new icon; `Some(None)` removes it.
    pub icon: Option<Option<Icon>>,
}

/// Why a provider is not added or changed.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// This part of the settings is missing or not allowed.
    #[error("{0}")]
    Part(&'static str),
    /// No agency that is on has the id.
    #[error("there is no such agency, or it is off")]
    Agency,
    /// The claim cannot give the group of this value.
    #[error("{value}: {why:?}")]
    Group { value: String, why: NotGiven },
    /// The address of the issuer is private, or no https.
    #[error("the issuer cannot be asked")]
    Issuer,
    #[error("there is no secret and no key")]
    NoCredential,
    #[error("the key is no private key in PEM")]
    Key,
    #[error("the certificate is no X.509 certificate in PEM")]
    Certificate,
    #[error("the certificate belongs to another key")]
    OtherKey,
    #[error("the id is taken")]
    Taken,
    #[error("the provider is declared in the settings file")]
    OfFile,
    #[error("there is no such provider")]
    Unknown,
    /// Somebody else changed it after the caller read it.
    #[error("somebody else changed the provider")]
    Conflict(EarlierChange),
    #[error("there are {MOST} providers already")]
    TooMany,
    #[error("the credential: {0}")]
    Sealing(#[from] MasterError),
    #[error(transparent)]
    Db(#[from] DbError),
}

impl StoredProvider {
    /// `None` if the row is damaged, or a later version wrote it.
    pub(super) fn of(data: ProviderData) -> Option<Self> {
        let settings: ProviderConfig = serde_json::from_str(&data.settings).ok()?;
        let method = match data.method.as_str() {
            "secret" => Method::Secret,
            "key" => Method::Key,
            _ => return None,
        };
        (settings.id == data.id).then_some(Self {
            settings,
            enabled: data.enabled,
            method,
            certificate: data.certificate,
            icon: data.icon,
            added_at: data.added_at,
            changed_at: data.changed_at,
            changed_by: data.changed_by,
            version: data.version,
            sealed: data.credential,
        })
    }

    pub(super) fn data(&self) -> Result<ProviderData, DbError> {
        let settings = serde_json::to_string(&self.settings);
        Ok(ProviderData {
            id: self.settings.id.clone(),
            settings: settings.map_err(|_| DbError::damaged("federation_providers.settings"))?,
            enabled: self.enabled,
            method: self.method.as_str().to_owned(),
            credential: self.sealed.clone(),
            certificate: self.certificate.clone(),
            icon: self.icon.clone(),
            added_at: self.added_at,
            changed_at: self.changed_at,
            changed_by: self.changed_by.clone(),
            version: self.version,
        })
    }

    /// # Errors
    /// The master secret did not seal the credential, or it is no key.
    pub(super) fn credential(
        &self,
        secrets: &ProviderSecrets,
    ) -> Result<Credential, ProviderError> {
        let text = secrets.open(&self.settings, &self.sealed)?;
        match self.method {
            Method::Secret => Ok(Credential::Secret(text)),
            Method::Key => {
                let made = Credential::of_pem(text.expose(), self.certificate.as_deref());
                made.map_err(ProviderError::from)
            }
        }
    }
}

impl From<BadKey> for ProviderError {
    fn from(bad: BadKey) -> Self {
        match bad {
            BadKey::Key => Self::Key,
            BadKey::Certificate => Self::Certificate,
            BadKey::Other => Self::OtherKey,
        }
    }
}

/// Every readable provider of the database, oldest first.
///
/// # Errors
/// The database failed.
pub async fn stored(view: &mut dyn Reads) -> Result<Vec<StoredProvider>, DbError> {
    let rows = store::all(view).await?;
    Ok(rows.into_iter().filter_map(read).collect())
}

fn read(row: ProviderData) -> Option<StoredProvider> {
    let id = row.id.clone();
    let provider = StoredProvider::of(row);
    if provider.is_none() {
        tracing::error!(
            provider = id,
            "cannot read this provider, so nobody signs in with it"
        );
    }
    provider
}

/// How many identities are linked, by provider.
///
/// # Errors
/// The database failed.
pub async fn count_identities(view: &mut dyn Reads) -> Result<BTreeMap<String, i64>, DbError> {
    Ok(links::count(view).await?.into_iter().collect())
}

/// True if people who come from `provider` with the issuer `issuer` may still come: it has that issuer, and is of the file or
/// enabled. It stays so until this transaction ends. This process may not have heard of a change yet, and an answer of the
/// earlier issuer may come after it (attacks 22 and 24).
///
/// # Errors
/// The database failed.
pub async fn still_offers(
    tx: &mut WriteTx,
    provider: &Provider,
    issuer: &str,
) -> Result<bool, DbError> {
    if provider.issuer() != issuer {
        return Ok(false);
    }
    if provider.is_of_file() {
        return Ok(true);
    }
    let row = store::hold(tx, provider.id()).await?;
    let stored = row.filter(|row| row.enabled).and_then(StoredProvider::of);
    Ok(stored.is_some_and(|stored| stored.settings.issuer == issuer))
}

/// Seals the credentials of all providers under the master secret `new`; returns how many.
///
/// # Errors
/// [`ProviderError::Sealing`]: `old` did not seal one of them. Then nothing is to be committed.
pub async fn rewrap(
    tx: &mut WriteTx,
    old: &ProviderSecrets,
    new: &ProviderSecrets,
) -> Result<usize, ProviderError> {
    let mut count = 0;
    for row in store::sealed_by_others(tx, new.master.id()).await? {
        let stored = StoredProvider::of(row).ok_or(MasterError::NotOurs)?;
        let text = old.open(&stored.settings, &stored.sealed)?;
        let sealed = new.seal(&stored.settings, text.expose())?;
        let (id, resealed) = (&stored.settings.id, (&*sealed, new.master.id()));
        let changed = store::reseal(tx, id, &stored.sealed, resealed).await?;
        count += usize::from(changed);
    }
    Ok(count)
}
