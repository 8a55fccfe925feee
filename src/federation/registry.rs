//! The providers that people may come from now: those of the settings file and the enabled ones of the database, in memory.

use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError, RwLock};

use tokio_util::sync::CancellationToken;

use super::error::FederationSettingError;
use super::icon::Icon;
use super::identity::LinkedIdentity;
use super::provider::{Credential, Provider, SOURCE, icon_of};
use super::store::providers::TOPIC;
use super::stored::{ProviderError, ProviderSecrets, StoredProvider, stored};
use crate::config::{FederationConfig, ProviderConfig};
use crate::db::feed::ChangeFeed;
use crate::db::{Db, DbError};
use crate::outbound::Outbound;

/// All providers that are offered: the file's in its order, then the others by age; cheap to clone.
#[derive(Clone)]
pub struct Providers(Arc<Inner>);

struct Inner {
    db: Db,
    public_url: String,
    outbound: Outbound,
    secrets: ProviderSecrets,
    of_file: Vec<Arc<Provider>>,
    offered: RwLock<Offered>,
    /// Only one reload at a time, so that an older state never replaces a newer one.
    reading: tokio::sync::Mutex<()>,
}

struct Offered {
    providers: Arc<Vec<Arc<Provider>>>,
    /// What those of the database were made of. An unchanged one keeps its document and keys.
    stored: Vec<StoredProvider>,
}

impl Providers {
    /// Reads the secrets of `config`. `public_url` is our own address, without a slash at its end. Those of the database
    /// come with [`Providers::reload`].
    ///
    /// # Errors
    /// [`FederationSettingError`]: a secret file cannot be read, or `outbound.allow` lacks a private issuer.
    pub fn of(
        config: &FederationConfig,
        public_url: &str,
        outbound: &Outbound,
        (db, secrets): (&Db, ProviderSecrets),
    ) -> Result<Self, FederationSettingError> {
        let of_file = config.provider.iter().map(|settings| {
            let credential = Credential::of(settings)?;
            let made = Provider::of(settings, credential, public_url, outbound);
            let made = made.map_err(|why| FederationSettingError::Issuer {
                id: settings.id.clone(),
                why,
            })?;
            Ok(Arc::new(made.of_the_file().with_icon(icon_of(settings)?)))
        });
        let of_file: Vec<_> = of_file.collect::<Result<_, _>>()?;
        let offered = Offered {
            providers: Arc::new(of_file.clone()),
            stored: Vec::new(),
        };
        Ok(Self(Arc::new(Inner {
            db: db.clone(),
            public_url: public_url.to_owned(),
            outbound: outbound.clone(),
            secrets,
            of_file,
            offered: RwLock::new(offered),
            reading: tokio::sync::Mutex::default(),
        })))
    }

    /// Reads those of the database. Call it after committing a change, so that this process uses the change at once.
    ///
    /// # Errors
    /// The database failed.
    pub async fn reload(&self) -> Result<(), DbError> {
        let _one_at_a_time = self.0.reading.lock().await;
        let mut stored = stored(&mut self.0.db.read().await?).await?;
        stored.retain(|one| one.enabled);
        let before = self.offered(|offered| offered.stored.clone());
        let mut providers = self.0.of_file.clone();
        for one in &stored {
            let same = before.contains(one).then(|| self.get(id_of(one)));
            let kept = same.flatten().filter(|provider| !provider.is_of_file());
            match kept.map_or_else(|| self.fresh(one), Ok) {
                Ok(provider) => providers.push(provider),
                Err(why) => {
                    tracing::error!(provider = id_of(one), %why, "nobody can sign in with this provider");
                }
            }
        }
        let offered = Offered {
            providers: Arc::new(providers),
            stored,
        };
        *self
            .0
            .offered
            .write()
            .unwrap_or_else(PoisonError::into_inner) = offered;
        Ok(())
    }

    /// Reloads on changes by other processes, until `stop`.
    pub async fn follow(&self, changes: &ChangeFeed, stop: CancellationToken) {
        changes.follow(TOPIC, stop, || self.reload()).await;
    }

    /// The provider with this id.
    pub fn get(&self, id: &str) -> Option<Arc<Provider>> {
        self.iter().find(|provider| provider.id() == id)
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.offered(|offered| offered.providers.is_empty())
    }

    /// The provider of an identity that belongs to an account, if it still has the same issuer.
    pub fn of_identity(&self, identity: &LinkedIdentity) -> Option<Arc<Provider>> {
        let provider = self.get(&identity.provider);
        provider.filter(|provider| provider.issuer() == identity.issuer)
    }

    /// The name of the provider that gives memberships with this source; its id if it is no longer configured.
    pub fn name_of_source(&self, source: &str) -> String {
        let id = source.strip_prefix(SOURCE).unwrap_or(source);
        let provider = self.get(id);
        provider.map_or_else(|| id.to_owned(), |provider| provider.label().to_owned())
    }

    /// The ids of the groups that claims may give.
    pub fn given_groups(&self) -> BTreeSet<String> {
        let maps = self.iter();
        maps.flat_map(|provider| {
            provider
                .settings()
                .groups
                .map
                .values()
                .cloned()
                .collect::<Vec<_>>()
        })
        .collect()
    }

    pub fn iter(&self) -> impl Iterator<Item = Arc<Provider>> + use<> {
        let providers = self.offered(|offered| Arc::clone(&offered.providers));
        (0..providers.len()).map(move |index| Arc::clone(&providers[index]))
    }

    /// Those of the settings file.
    pub fn all_of_file(&self) -> &[Arc<Provider>] {
        &self.0.of_file
    }

    pub(super) fn of_file(&self, id: &str) -> Option<Arc<Provider>> {
        let found = self.0.of_file.iter().find(|provider| provider.id() == id);
        found.cloned()
    }

    pub(super) fn is_of_file(&self, id: &str) -> bool {
        self.of_file(id).is_some()
    }

    /// A provider of the database, with its credential.
    pub(super) fn built(&self, stored: &StoredProvider) -> Result<Provider, ProviderError> {
        let credential = stored.credential(&self.0.secrets)?;
        let settings: &ProviderConfig = &stored.settings;
        let made = Provider::of(settings, credential, &self.0.public_url, &self.0.outbound);
        let icon = stored.icon.as_deref().and_then(Icon::stored);
        Ok(made.map_err(|_| ProviderError::Issuer)?.with_icon(icon))
    }

    fn fresh(&self, stored: &StoredProvider) -> Result<Arc<Provider>, ProviderError> {
        // The file may have got the same id since.
        if self.is_of_file(id_of(stored)) {
            return Err(ProviderError::Taken);
        }
        self.built(stored).map(Arc::new)
    }

    pub(super) fn secrets(&self) -> &ProviderSecrets {
        &self.0.secrets
    }

    pub(super) fn outbound(&self) -> &Outbound {
        &self.0.outbound
    }

    fn offered<T>(&self, read: impl FnOnce(&Offered) -> T) -> T {
        let offered = self.0.offered.read();
        read(&offered.unwrap_or_else(PoisonError::into_inner))
    }
}

fn id_of(stored: &StoredProvider) -> &str {
    &stored.settings.id
}

impl std::fmt::Debug for Providers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ids = self.iter().map(|provider| provider.id().to_owned());
        f.debug_list().entries(ids).finish()
    }
}
