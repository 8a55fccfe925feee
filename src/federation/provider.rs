//! One provider: what its entry says, and how we authenticate there.

use std::path::Path;

use super::error::FederationSettingError;
use super::icon::Icon;
use super::identity::{Identity, LinkedIdentity};
use super::known::Slot;
use crate::clock::Millis;
use crate::config::{
    ClaimNames, CreateRule, GroupsClaim, LinkRule, ProviderConfig, Secret, SecretPlace,
};
use crate::directory::{Account, mailbox};
use crate::keys::{Certificate, SigningKey};
use crate::outbound::{Outbound, OutboundError};

/// How the source of a membership begins; the id of the provider follows.
pub(super) const SOURCE: &str = "federation:";

/// One OpenID provider that people come from.
pub struct Provider {
    settings: ProviderConfig,
    is_of_file: bool,
    icon: Option<Icon>,
    pub(super) credential: Credential,
    pub(super) redirect_uri: String,
    /// Where a person comes back to after signing out there.
    pub(super) signed_out_uri: String,
    pub(super) outbound: Outbound,
    pub(super) known: Slot,
}

impl Provider {
    /// # Errors
    /// The issuer is private, and `outbound.allow` lacks it, or it is no https.
    pub(super) fn of(
        settings: &ProviderConfig,
        credential: Credential,
        public_url: &str,
        outbound: &Outbound,
    ) -> Result<Self, OutboundError> {
        outbound.check(&settings.issuer)?;
        Ok(Self {
            is_of_file: false,
            icon: None,
            credential,
            redirect_uri: format!("{public_url}{}", callback_path(&settings.id)),
            signed_out_uri: format!("{public_url}{SIGNED_OUT}"),
            outbound: outbound.clone(),
            known: Slot::default(),
            settings: settings.clone(),
        })
    }

    /// The same, declared in the settings file.
    pub(super) fn of_the_file(self) -> Self {
        Self {
            is_of_file: true,
            ..self
        }
    }

    /// The same, with an icon.
    pub(super) fn with_icon(self, icon: Option<Icon>) -> Self {
        Self { icon, ..self }
    }

    pub const fn icon(&self) -> Option<&Icon> {
        self.icon.as_ref()
    }

    /// The path of this server that has the icon. Another icon has another path.
    pub fn icon_path(&self) -> Option<String> {
        let icon = self.icon.as_ref()?;
        Some(format!("/federation/{}/icon?v={}", self.id(), icon.hash()))
    }

    /// True if the settings file declares it, so that it is changed there.
    pub const fn is_of_file(&self) -> bool {
        self.is_of_file
    }

    /// How we authenticate there.
    pub const fn method(&self) -> Method {
        match self.credential {
            Credential::Secret(_) => Method::Secret,
            Credential::Key(..) => Method::Key,
        }
    }

    /// When the certificate of its key expires, if it has one.
    pub(super) fn certificate_expires(&self) -> Option<Millis> {
        match &self.credential {
            Credential::Key(_, certificate) => Some(certificate.as_ref()?.expires_at),
            Credential::Secret(_) => None,
        }
    }

    pub const fn settings(&self) -> &ProviderConfig {
        &self.settings
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

    /// True if its entry says which values mean a second factor.
    pub fn says_second_factor(&self) -> bool {
        !self.settings.acr.is_empty()
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

/// How we authenticate at a provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Secret,
    /// `private_key_jwt`.
    Key,
}

impl Method {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Secret => "secret",
            Self::Key => "key",
        }
    }
}

/// How we authenticate at the provider (OpenID Connect Core section 9).
pub(super) enum Credential {
    Secret(Secret),
    /// `private_key_jwt`, with the certificate that its tokens name.
    Key(Box<SigningKey>, Option<Box<Certificate>>),
}

/// Why a key cannot be used.
pub(super) enum BadKey {
    /// It is no private key.
    Key,
    /// Its certificate is none.
    Certificate,
    /// The certificate belongs to another key.
    Other,
}

impl Credential {
    /// The secret or key of an entry of the settings file.
    ///
    /// # Errors
    /// Its file cannot be read.
    pub(super) fn of(settings: &ProviderConfig) -> Result<Self, FederationSettingError> {
        if settings.key_file.as_os_str().is_empty() {
            return secret(&settings.id, &settings.secret_file).map(Self::Secret);
        }
        let id = &settings.id;
        let bad_key = |why| FederationSettingError::Key {
            id: id.clone(),
            why,
        };
        let bad_certificate = |why| FederationSettingError::Certificate {
            id: id.clone(),
            why,
        };
        let pem = settings.read_key().map_err(bad_key)?;
        let certificate = settings.read_certificate().map_err(bad_certificate)?;
        Self::of_pem(pem.expose(), certificate.as_deref()).map_err(|bad| match bad {
            BadKey::Key => bad_key("has no private key in PEM (PKCS#8, P-256 or RSA)".to_owned()),
            BadKey::Certificate => bad_certificate("has no X.509 certificate in PEM".to_owned()),
            BadKey::Other => bad_certificate("belongs to another key".to_owned()),
        })
    }

    /// A key in PEM, and its certificate, if it has one.
    pub(super) fn of_pem(pem: &str, certificate: Option<&str>) -> Result<Self, BadKey> {
        let key = SigningKey::from_pem(pem).map_err(|_| BadKey::Key)?;
        let Some(certificate) = certificate else {
            return Ok(Self::Key(Box::new(key), None));
        };
        let certificate = Certificate::from_pem(certificate).map_err(|_| BadKey::Certificate)?;
        let key = key.certified(&certificate).map_err(|_| BadKey::Other)?;
        Ok(Self::Key(Box::new(key), Some(Box::new(certificate))))
    }
}

/// The icon of an entry of the settings file.
///
/// # Errors
/// Its file cannot be read, or is no icon.
pub(super) fn icon_of(settings: &ProviderConfig) -> Result<Option<Icon>, FederationSettingError> {
    if settings.icon_file.as_os_str().is_empty() {
        return Ok(None);
    }
    let icon = settings
        .read_icon()
        .and_then(|file| Icon::of_file(&file).map_err(|why| why.to_string()));
    icon.map(Some).map_err(|why| FederationSettingError::Icon {
        id: settings.id.clone(),
        why,
    })
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
