//! The providers of the settings.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use super::error::FederationSettingError;
use super::identity::{Identity, LinkedIdentity};
use super::known::Slot;
use crate::config::{
    ClaimNames, CreateRule, FederationConfig, GroupsClaim, LinkRule, ProviderConfig, Secret,
    SecretPlace,
};
use crate::directory::{Account, mailbox};
use crate::keys::SigningKey;
use crate::outbound::Outbound;

/// How the source of a membership begins; the id of the provider follows.
const SOURCE: &str = "federation:";

/// All providers, in the order of the settings; cheap to clone.
#[derive(Clone, Default)]
pub struct Providers(Arc<Vec<Provider>>);

/// One OpenID provider that people come from.
pub struct Provider {
    settings: ProviderConfig,
    pub(super) credential: Credential,
    pub(super) redirect_uri: String,
    /// Where a person comes back to after signing out there.
    pub(super) signed_out_uri: String,
    pub(super) outbound: Outbound,
    pub(super) known: Slot,
}

impl Providers {
    /// Reads the secrets of `config`. `public_url` is our own address, without a slash at its end.
    ///
    /// # Errors
    /// [`FederationSettingError`]: a secret file cannot be read, or `outbound.allow` lacks a private issuer.
    pub fn of(
        config: &FederationConfig,
        public_url: &str,
        outbound: &Outbound,
    ) -> Result<Self, FederationSettingError> {
        let providers = config.provider.iter();
        let providers = providers.map(|settings| Provider::of(settings, public_url, outbound));
        Ok(Self(Arc::new(providers.collect::<Result<_, _>>()?)))
    }

    /// The provider with this id.
    pub fn get(&self, id: &str) -> Option<&Provider> {
        self.0.iter().find(|provider| provider.id() == id)
    }

    /// True if none is configured.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The provider of an identity that belongs to an account, if it still has the same issuer.
    pub fn of_identity(&self, identity: &LinkedIdentity) -> Option<&Provider> {
        let provider = self.get(&identity.provider);
        provider.filter(|provider| provider.issuer() == identity.issuer)
    }

    /// The name of the provider that gives memberships with this source; its id if it is no longer configured.
    pub fn name_of_source(&self, source: &str) -> String {
        let id = source.strip_prefix(SOURCE).unwrap_or(source);
        self.get(id).map_or(id, Provider::label).to_owned()
    }

    /// The ids of the groups that claims may give.
    pub fn given_groups(&self) -> BTreeSet<String> {
        let maps = self.iter().map(|provider| &provider.settings.groups.map);
        maps.flat_map(|map| map.values().cloned()).collect()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Provider> {
        self.0.iter()
    }
}

impl Provider {
    fn of(
        settings: &ProviderConfig,
        public_url: &str,
        outbound: &Outbound,
    ) -> Result<Self, FederationSettingError> {
        let id = settings.id.clone();
        let issuer = outbound.check(&settings.issuer);
        issuer.map_err(|why| FederationSettingError::Issuer {
            id: id.clone(),
            why,
        })?;
        Ok(Self {
            credential: Credential::of(settings)?,
            redirect_uri: format!("{public_url}{}", callback_path(&id)),
            signed_out_uri: format!("{public_url}{SIGNED_OUT}"),
            outbound: outbound.clone(),
            known: Slot::default(),
            settings: settings.clone(),
        })
    }

    pub fn id(&self) -> &str {
        &self.settings.id
    }

    /// Its name as people know it.
    pub fn label(&self) -> &str {
        &self.settings.label
    }

    pub fn issuer(&self) -> &str {
        &self.settings.issuer
    }

    pub fn client_id(&self) -> &str {
        &self.settings.client_id
    }

    /// The scope values that are requested, without `openid`.
    pub fn scopes(&self) -> &[String] {
        &self.settings.scopes
    }

    /// What happens when nobody here has the identity, but an account has its address.
    pub const fn link(&self) -> LinkRule {
        self.settings.link
    }

    /// What happens when no account fits.
    pub const fn create(&self) -> CreateRule {
        self.settings.create
    }

    /// The id of the agency of accounts that are made here.
    pub fn agency(&self) -> Option<&str> {
        self.settings.agency.as_deref()
    }

    /// The values of `acr` and `amr` that mean a second factor.
    pub(super) fn mfa_values(&self) -> impl Iterator<Item = &str> {
        self.settings.acr.keys().map(String::as_str)
    }

    /// The path of this server that leads to the provider.
    pub fn start_path(&self) -> String {
        format!("/federation/{}", self.id())
    }

    /// The corporate id (lionId) that `identity` has, if this provider gives them.
    pub fn lion_id<'i>(&self, identity: &'i Identity) -> Option<&'i str> {
        self.settings.lion_id.then_some(identity.subject.as_str())
    }

    /// True if the account has `identity` by its corporate id, which only administrators give and take.
    pub fn is_given(&self, identity: &LinkedIdentity, account: &Account) -> bool {
        self.settings.lion_id && account.lion_id.as_ref() == Some(&identity.subject)
    }

    /// The claims that say who somebody is.
    pub(super) fn claims(&self) -> &ClaimNames {
        &self.settings.claims
    }

    /// The claim that gives groups, if there is one.
    pub fn groups_claim(&self) -> Option<&GroupsClaim> {
        let rule = &self.settings.groups;
        (!rule.claim.is_empty()).then_some(rule)
    }

    /// The source of the memberships that it gives.
    pub fn source(&self) -> String {
        format!("{SOURCE}{}", self.id())
    }

    /// The address of `identity`, if the provider has verified it and is responsible for its domain.
    pub fn vouched<'i>(&self, identity: &'i Identity) -> Option<&'i str> {
        let email = identity.email.as_deref()?;
        let mailbox = mailbox(email);
        let (_, domain) = mailbox.rsplit_once('@')?;
        let is_theirs = self.settings.domains.iter().any(|own| own == domain);
        (identity.email_verified && is_theirs).then_some(email)
    }
}

/// The page that says who is signed out.
const SIGNED_OUT: &str = "/logout";

/// Where the provider `id` sends the browser back to.
fn callback_path(id: &str) -> String {
    format!("/federation/{id}/callback")
}

/// How we authenticate at the provider (OpenID Connect Core section 9).
pub(super) enum Credential {
    Secret(Secret),
    /// `private_key_jwt`.
    Key(Box<SigningKey>),
}

impl Credential {
    fn of(settings: &ProviderConfig) -> Result<Self, FederationSettingError> {
        if settings.key_file.as_os_str().is_empty() {
            return secret(&settings.id, &settings.secret_file).map(Self::Secret);
        }
        let key = settings.read_key().and_then(|pem| {
            let key = SigningKey::from_pem(pem.expose());
            key.map_err(|_| "has no private key in PEM (PKCS#8, P-256 or RSA)".to_owned())
        });
        let key = key.map_err(|why| FederationSettingError::Key {
            id: settings.id.clone(),
            why,
        })?;
        Ok(Self::Key(Box::new(key)))
    }
}

fn secret(id: &str, file: &Path) -> Result<Secret, FederationSettingError> {
    let read = SecretPlace::File(file.to_path_buf()).read();
    let read = read.and_then(|secret| match secret.expose() {
        "" => Err("names an empty file".to_owned()),
        _ => Ok(secret),
    });
    read.map_err(|why| FederationSettingError::Secret {
        id: id.to_owned(),
        why,
    })
}

impl std::fmt::Debug for Provider {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Provider({})", self.id())
    }
}
