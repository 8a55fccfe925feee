//! What the calls about corporate providers take and answer.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::config::{CreateRule, LinkRule, PROVIDER_ACR, ProviderConfig, Secret};
use crate::federation::{Method, Provider, StoredProvider, Written};
use crate::http::envelope::ApiError;
use crate::state::AppState;

/// A corporate provider.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CorporateProvider {
    /// Its id in addresses.
    pub id: String,
    /// Its name on the sign-in page.
    pub label: String,
    /// Its issuer.
    pub issuer: String,
    /// The client id that it gave Atrium.
    pub client_id: String,
    /// How Atrium authenticates there. The secret or key itself is never read.
    pub method: ProviderMethod,
    /// What Atrium asks for besides `openid`.
    pub scopes: Vec<String>,
    /// What happens when an account has the address of somebody new.
    pub link: ProviderLink,
    /// What happens when no account fits.
    pub create: ProviderCreate,
    /// The id of the agency of accounts that it makes.
    pub agency: Option<String>,
    /// The domains of addresses that it vouches for.
    pub domains: Vec<String>,
    /// The values of its `acr` and `amr` that mean a second factor.
    pub mfa_values: Vec<String>,
    /// True if its subjects are the corporate ids (lionId) of accounts. Only the settings file says so.
    pub lion_id: bool,
    /// True if the settings file declares it: it is changed there.
    pub of_file: bool,
    /// Whether people can sign in with it.
    pub state: ProviderState,
    /// How many identities of accounts it has.
    pub identities: i64,
    /// The redirect address to register there.
    pub redirect_uri: String,
    /// The back-channel logout address to register there.
    pub backchannel_logout_uri: String,
    /// The post-logout address to register there.
    pub post_logout_redirect_uri: String,
}

/// Whether people can sign in with a provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProviderState {
    /// It is disabled.
    Off,
    /// It is enabled.
    On,
    /// It is enabled, but its secret or key cannot be opened, or the settings file has its id or forbids its issuer.
    Broken,
}

/// How Atrium authenticates at a provider.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProviderMethod {
    /// With a client secret.
    Secret,
    /// With a private key (`private_key_jwt`).
    Key,
}

/// What happens when somebody new comes with the address of an account.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProviderLink {
    /// The account is linked if both sides verified the address; otherwise its owner proves it first.
    #[default]
    Verified,
    /// Its owner always proves it first.
    Prove,
    /// It is never linked by address.
    Never,
}

/// What happens when no account fits.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProviderCreate {
    /// The sign-in is refused.
    #[default]
    Refuse,
    /// A new account waits for an administrator.
    Wait,
    /// A new account is enabled at once.
    Make,
}

/// The corporate providers.
#[derive(Debug, Serialize, ToSchema)]
pub struct CorporateProviders {
    /// Those of the settings file in its order, then the others, oldest first.
    pub providers: Vec<CorporateProvider>,
}

impl CorporateProvider {
    pub(super) fn of_file(provider: &Provider, state: &AppState) -> Self {
        Self {
            of_file: true,
            state: ProviderState::On,
            ..Self::of(provider.settings(), provider.method(), state)
        }
    }

    pub(super) fn stored(provider: &StoredProvider, state: &AppState) -> Self {
        let settings = &provider.settings;
        let offered = state.providers.get(&settings.id);
        Self {
            state: match offered {
                _ if !provider.enabled => ProviderState::Off,
                Some(offered) if !offered.is_of_file() => ProviderState::On,
                _ => ProviderState::Broken,
            },
            ..Self::of(settings, provider.method, state)
        }
    }

    fn of(settings: &ProviderConfig, method: Method, state: &AppState) -> Self {
        let id = &settings.id;
        Self {
            id: id.clone(),
            label: settings.label.clone(),
            issuer: settings.issuer.clone(),
            client_id: settings.client_id.clone(),
            method: match method {
                Method::Secret => ProviderMethod::Secret,
                Method::Key => ProviderMethod::Key,
            },
            scopes: settings.scopes.clone(),
            link: match settings.link {
                LinkRule::Verified => ProviderLink::Verified,
                LinkRule::Prove => ProviderLink::Prove,
                LinkRule::Never => ProviderLink::Never,
            },
            create: match settings.create {
                CreateRule::Refuse => ProviderCreate::Refuse,
                CreateRule::Wait => ProviderCreate::Wait,
                CreateRule::Make => ProviderCreate::Make,
            },
            agency: settings.agency.clone(),
            domains: settings.domains.clone(),
            mfa_values: settings.acr.keys().cloned().collect(),
            lion_id: settings.lion_id,
            of_file: false,
            state: ProviderState::Off,
            identities: 0,
            redirect_uri: state.address(&format!("/federation/{id}/callback")),
            backchannel_logout_uri: state.address(&format!("/federation/{id}/backchannel-logout")),
            post_logout_redirect_uri: state.address("/logout"),
        }
    }
}

/// What an administrator writes about a provider.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProviderBody {
    /// Its id in addresses: 1 to 40 lower-case letters, digits and dashes. It never changes.
    #[serde(default)]
    #[schema(required = true)]
    pub id: String,
    /// Its name on the sign-in page, 1 to 100 characters.
    #[serde(default)]
    #[schema(required = true)]
    pub label: String,
    /// Its issuer, exactly as it writes it.
    #[serde(default)]
    #[schema(required = true)]
    pub issuer: String,
    /// The client id that it gave Atrium.
    #[serde(default)]
    #[schema(required = true)]
    pub client_id: String,
    /// The client secret. A change without secret and key keeps the stored one, unless the issuer changes.
    #[schema(value_type = Option<String>, write_only)]
    pub secret: Option<Secret>,
    /// Instead: the private key in PEM (elliptic curve or RSA) of `private_key_jwt`.
    #[schema(value_type = Option<String>, write_only)]
    pub key: Option<Secret>,
    /// What Atrium asks for besides `openid`.
    #[serde(default)]
    pub scopes: Vec<String>,
    /// What happens when an account has the address of somebody new.
    #[serde(default)]
    pub link: ProviderLink,
    /// What happens when no account fits.
    #[serde(default)]
    pub create: ProviderCreate,
    /// The id of the agency of accounts that it makes.
    pub agency: Option<String>,
    /// The domains of addresses that it vouches for: host names in lower case.
    #[serde(default)]
    pub domains: Vec<String>,
    /// The values of its `acr` and `amr` that mean a second factor.
    #[serde(default)]
    pub mfa_values: Vec<String>,
}

impl ProviderBody {
    pub(super) fn written(self) -> Result<Written, ApiError> {
        let filled = |text: Option<Secret>| text.filter(|text| !text.expose().trim().is_empty());
        let credential = match (filled(self.secret), filled(self.key)) {
            (Some(_), Some(_)) => return Err(ApiError::illegal("key")),
            (Some(secret), None) => Some((Method::Secret, secret)),
            (None, key) => key.map(|key| (Method::Key, key)),
        };
        let meaning = |value| (value, PROVIDER_ACR.to_owned());
        let settings = ProviderConfig {
            id: self.id,
            label: self.label,
            issuer: self.issuer,
            client_id: self.client_id,
            scopes: self.scopes,
            link: match self.link {
                ProviderLink::Verified => LinkRule::Verified,
                ProviderLink::Prove => LinkRule::Prove,
                ProviderLink::Never => LinkRule::Never,
            },
            create: match self.create {
                ProviderCreate::Refuse => CreateRule::Refuse,
                ProviderCreate::Wait => CreateRule::Wait,
                ProviderCreate::Make => CreateRule::Make,
            },
            agency: self.agency.filter(|agency| !agency.is_empty()),
            domains: self.domains,
            acr: self.mfa_values.into_iter().map(meaning).collect(),
            ..ProviderConfig::default()
        };
        Ok(Written {
            settings,
            credential,
            icon: None,
        })
    }
}
