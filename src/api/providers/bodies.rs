//! What the calls about corporate providers take and answer.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::config::{AbsentClaim, ClaimNames, CreateRule, GroupsClaim, LinkRule, ProviderConfig};
use crate::federation::{Method, Provider, StoredProvider};
use crate::state::AppState;

/// A corporate provider.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CorporateProvider {
    /// Its id in addresses.
    pub id: String,
    /// Increases with each change; 0 for those of the settings file.
    pub version: i64,
    /// Its name on the sign-in page.
    pub label: String,
    /// Its issuer.
    pub issuer: String,
    /// The client id that it gave Atrium.
    pub client_id: String,
    /// How Atrium authenticates there. The secret or key itself is never read.
    pub method: ProviderMethod,
    /// The certificate of its key, in PEM. Those of the settings file are not shown.
    pub certificate: Option<String>,
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
    /// The claims that say who somebody is.
    pub claims: ProviderClaims,
    /// The claim that gives groups; empty if there is none.
    pub group_claim: String,
    /// What it means if that claim is missing.
    pub group_absent: ProviderAbsentClaim,
    /// The group of each value of that claim.
    pub groups: Vec<ProviderGroup>,
    /// Its icon as a `data:` address of a PNG of at most 96 pixels a side.
    pub icon: Option<String>,
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

/// The names of the claims that say who somebody is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProviderClaims {
    /// The email address.
    pub email: String,
    /// Whether the address is verified.
    pub email_verified: String,
    /// The name.
    pub name: String,
    /// The account name of somebody new.
    pub username: String,
}

/// What it means if the claim of groups is missing.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProviderAbsentClaim {
    /// Nothing: the memberships stay.
    Unknown,
    /// The person is in none of the groups.
    None,
}

/// A group that a value of the claim gives.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProviderGroup {
    /// The value.
    pub value: String,
    /// The id of the group.
    pub group_id: String,
    /// The name of the group; absent if there is no such group.
    pub group_name: Option<String>,
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
            icon: provider.icon().map(|icon| picture(&icon.text())),
            state: ProviderState::On,
            ..Self::of(provider.settings(), provider.method(), state)
        }
    }

    pub(super) fn stored(provider: &StoredProvider, state: &AppState) -> Self {
        let settings = &provider.settings;
        let offered = state.providers.get(&settings.id);
        Self {
            version: provider.version,
            certificate: provider.certificate.clone(),
            icon: provider.icon.as_deref().map(picture),
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
            version: 0,
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
            claims: ProviderClaims::of(&settings.claims),
            group_claim: settings.groups.claim.clone(),
            group_absent: match settings.groups.absent {
                AbsentClaim::Unknown => ProviderAbsentClaim::Unknown,
                AbsentClaim::None => ProviderAbsentClaim::None,
            },
            groups: groups_of(&settings.groups),
            certificate: None,
            icon: None,
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

impl ProviderClaims {
    fn of(names: &ClaimNames) -> Self {
        Self {
            email: names.email.clone(),
            email_verified: names.email_verified.clone(),
            name: names.name.clone(),
            username: names.username.clone(),
        }
    }
}

fn picture(png: &str) -> String {
    format!("data:image/png;base64,{png}")
}

/// The groups of a claim, without their names.
fn groups_of(rule: &GroupsClaim) -> Vec<ProviderGroup> {
    let group = |(value, group_id): (&String, &String)| ProviderGroup {
        value: value.clone(),
        group_id: group_id.clone(),
        group_name: None,
    };
    rule.map.iter().map(group).collect()
}
