//! Super administrators add, change, enable, disable and delete providers of the database.

use std::sync::Arc;

use super::places;
use super::provider::{Method, Provider};
use super::provider_changes;
use super::registry::Providers;
use super::store::providers as store;
use super::stored::{MOST, ProviderError, StoredProvider, Written};
use crate::audit::{self, AuditContext, Changes, Event};
use crate::config::ProviderConfig;
use crate::db::{Reads, WriteTx};
use crate::directory::EarlierChange;

impl Providers {
    /// Adds a provider, which is disabled first.
    ///
    /// # Errors
    /// [`ProviderError`].
    pub async fn add(
        &self,
        tx: &mut WriteTx,
        written: Written,
        audit: &AuditContext,
    ) -> Result<(), ProviderError> {
        let id = written.settings.id.clone();
        if self.is_of_file(&id) {
            return Err(ProviderError::Taken);
        }
        if store::all(tx).await?.len() >= MOST {
            return Err(ProviderError::TooMany);
        }
        let (method, text) = written.credential.ok_or(ProviderError::NoCredential)?;
        let added = StoredProvider {
            enabled: false,
            method,
            certificate: written
                .certificate
                .flatten()
                .filter(|_| method == Method::Key),
            icon: written.icon.flatten().map(|icon| icon.text()),
            added_at: audit.now,
            changed_at: audit.now,
            changed_by: audit.actor().map(str::to_owned),
            version: 1,
            sealed: self.secrets().seal(&written.settings, text.expose())?,
            settings: written.settings,
        };
        added.credential(self.secrets())?;
        self.check(tx, &added.settings).await?;
        let master = self.secrets().master_id();
        let by = (added.changed_by.as_deref(), audit.now);
        if !store::add(tx, &added.data()?, master, by).await? {
            return Err(ProviderError::Taken);
        }
        let changes = provider_changes::of_new(&added);
        record(tx, &id, ("added", changes), audit).await
    }

    /// Changes the provider `id`, unless it has another version than the caller has read (if absent, the last change wins):
    /// `change` gives its new settings from the stored ones. A new issuer needs its secret or
    /// key again, because the stored one is another provider's. Gives the settings that are stored now.
    ///
    /// # Errors
    /// [`ProviderError`].
    pub async fn update(
        &self,
        tx: &mut WriteTx,
        (id, version): (&str, Option<i64>),
        change: impl FnOnce(ProviderConfig) -> Written + Send,
        audit: &AuditContext,
    ) -> Result<ProviderConfig, ProviderError> {
        let before = self.held(tx, id).await?;
        if version.is_some_and(|read| read != before.version) {
            let by = before.changed_by.as_deref();
            let last = EarlierChange::of(tx, by, before.changed_at).await?;
            return Err(ProviderError::Conflict(last));
        }
        let written = change(before.settings.clone());
        let mut after = before.clone();
        after.settings = ProviderConfig {
            id: id.to_owned(),
            ..written.settings
        };
        self.check(tx, &after.settings).await?;
        match written.credential {
            Some((method, text)) => {
                after.sealed = self.secrets().seal(&after.settings, text.expose())?;
                after.method = method;
            }
            None if before.settings.issuer != after.settings.issuer => {
                return Err(ProviderError::NoCredential);
            }
            None => {}
        }
        if let Some(certificate) = written.certificate {
            after.certificate = certificate;
        }
        if after.method == Method::Secret {
            after.certificate = None;
        }
        if (&before.sealed, &before.certificate) != (&after.sealed, &after.certificate) {
            after.credential(self.secrets())?;
        }
        if let Some(icon) = written.icon {
            after.icon = icon.map(|icon| icon.text());
        }
        let changes = provider_changes::between(&before, &after);
        self.save(tx, &after, ("changed", changes), audit).await?;
        Ok(after.settings)
    }

    /// Enables or disables a provider.
    ///
    /// # Errors
    /// [`ProviderError`].
    pub async fn set_enabled(
        &self,
        tx: &mut WriteTx,
        (id, enabled): (&str, bool),
        audit: &AuditContext,
    ) -> Result<(), ProviderError> {
        let mut provider = self.held(tx, id).await?;
        provider.enabled = enabled;
        let change = if enabled { "enabled" } else { "disabled" };
        let change = (change, Changes::default());
        self.save(tx, &provider, change, audit).await
    }

    /// Deletes a provider, whose identities have ended.
    ///
    /// # Errors
    /// [`ProviderError`].
    pub async fn remove(
        &self,
        tx: &mut WriteTx,
        id: &str,
        audit: &AuditContext,
    ) -> Result<(), ProviderError> {
        if !store::remove(tx, id).await? {
            return Err(ProviderError::Unknown);
        }
        record(tx, id, ("deleted", Changes::default()), audit).await
    }

    /// A provider of the file or the database, whether it is enabled or not.
    ///
    /// # Errors
    /// [`ProviderError`]: there is none, or its credential cannot be opened.
    pub async fn any(
        &self,
        view: &mut dyn Reads,
        id: &str,
    ) -> Result<Arc<Provider>, ProviderError> {
        if let Some(provider) = self.of_file(id) {
            return Ok(provider);
        }
        let row = store::find(view, id).await?.ok_or(ProviderError::Unknown)?;
        let stored = StoredProvider::of(row).ok_or(ProviderError::Unknown)?;
        self.built(&stored).map(Arc::new)
    }

    async fn held(&self, tx: &mut WriteTx, id: &str) -> Result<StoredProvider, ProviderError> {
        if self.is_of_file(id) {
            return Err(ProviderError::OfFile);
        }
        let row = store::hold(tx, id).await?.ok_or(ProviderError::Unknown)?;
        StoredProvider::of(row).ok_or(ProviderError::Unknown)
    }

    async fn save(
        &self,
        tx: &mut WriteTx,
        provider: &StoredProvider,
        change: (&'static str, Changes),
        audit: &AuditContext,
    ) -> Result<(), ProviderError> {
        let master = self.secrets().master_id();
        let by = (audit.actor(), audit.now);
        store::save(tx, &provider.data()?, master, by).await?;
        record(tx, &provider.settings.id, change, audit).await
    }

    /// The rules of the settings file. Only that file says whose subjects are corporate ids (lionId). Agency and groups
    /// must be here.
    async fn check(
        &self,
        view: &mut dyn Reads,
        settings: &ProviderConfig,
    ) -> Result<(), ProviderError> {
        let bad = settings.bad_parts();
        if let Some(part) = bad.into_iter().find(|part| *part != "secret_file") {
            return Err(ProviderError::Part(part));
        }
        if settings.lion_id {
            return Err(ProviderError::Part("lion_id"));
        }
        let asked = self.outbound().check(&settings.issuer);
        asked.map_err(|_| ProviderError::Issuer)?;
        if !places::has_agency(view, settings).await? {
            return Err(ProviderError::Agency);
        }
        match places::bad_groups(view, settings).await?.pop() {
            Some((value, why)) => Err(ProviderError::Group { value, why }),
            None => Ok(()),
        }
    }
}

async fn record(
    tx: &mut WriteTx,
    id: &str,
    (change, changes): (&'static str, Changes),
    audit: &AuditContext,
) -> Result<(), ProviderError> {
    let event = Event::ProviderChanged {
        provider: id.to_owned(),
        change,
        changes,
    };
    Ok(audit::record(tx, &audit.entry(event)).await?)
}
