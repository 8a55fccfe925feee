//! What super administrators write about a provider.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use utoipa::ToSchema;

use super::bodies::{ProviderAbsentClaim, ProviderCreate, ProviderLink};
use crate::config::{
    AbsentClaim, ClaimNames, CreateRule, GroupsClaim, LinkRule, PROVIDER_ACR, ProviderConfig,
    Secret,
};
use crate::federation::{Icon, IconError, Method, Written};
use crate::http::envelope::{ApiError, Fault};
use crate::http::fields::optional_integer;
use crate::i18n::texts::Key;

/// What an administrator writes about a provider. A missing field stays unchanged; of a new provider it has its default.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProviderBody {
    /// Its id in addresses: 1 to 40 lower-case letters, digits and dashes. It never changes.
    #[serde(default)]
    #[schema(required = true)]
    pub id: String,
    /// The version that you read. If it is missing, the last change wins.
    #[serde(default, deserialize_with = "optional_integer")]
    pub version: Option<i64>,
    /// Its name on the sign-in page, 1 to 100 characters.
    pub label: Option<String>,
    /// Its issuer, exactly as it writes it.
    pub issuer: Option<String>,
    /// The client id that it gave Atrium.
    pub client_id: Option<String>,
    /// The client secret. A change without secret and key keeps the stored one, unless the issuer changes.
    #[schema(value_type = Option<String>, write_only)]
    pub secret: Option<Secret>,
    /// Instead: the private key in PEM (elliptic curve or RSA) of `private_key_jwt`.
    #[schema(value_type = Option<String>, write_only)]
    pub key: Option<Secret>,
    /// The certificate of the key (X.509 in PEM), where the provider finds the key by it. An empty text removes it.
    pub certificate: Option<String>,
    /// A picture for its button, PNG or JPEG, as a `data:` address in base64: at most 256 KiB, and 2048 pixels a side. An
    /// empty text removes the icon.
    pub icon: Option<String>,
    /// What Atrium asks for besides `openid`; at first `profile` and `email`.
    pub scopes: Option<Vec<String>>,
    /// What happens when an account has the address of somebody new.
    pub link: Option<ProviderLink>,
    /// What happens when no account fits.
    pub create: Option<ProviderCreate>,
    /// The id of the agency of accounts that it makes; an empty text for none.
    pub agency: Option<String>,
    /// The domains of addresses that it vouches for: host names in lower case.
    pub domains: Option<Vec<String>>,
    /// The values of its `acr` and `amr` that mean a second factor.
    pub mfa_values: Option<Vec<String>>,
    /// The claims that say who somebody is.
    pub claims: Option<ProviderClaimsBody>,
    /// The claim that gives groups; an empty text for none.
    pub group_claim: Option<String>,
    /// What it means if that claim is missing.
    pub group_absent: Option<ProviderAbsentClaim>,
    /// The group of each value of that claim. No group may carry rights of Atrium itself.
    pub groups: Option<Vec<ProviderGroupBody>>,
}

/// The names of the claims that say who somebody is. A missing field stays unchanged; an empty text is its default.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProviderClaimsBody {
    /// The email address; by default `email`.
    pub email: Option<String>,
    /// Whether the address is verified; by default `email_verified`.
    pub email_verified: Option<String>,
    /// The name; by default `name`.
    pub name: Option<String>,
    /// The account name of somebody new; by default `preferred_username`.
    pub username: Option<String>,
}

/// A group that a value of the claim gives.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProviderGroupBody {
    /// The value, which no other row has.
    pub value: String,
    /// The id of the group.
    pub group_id: String,
}

/// A secret or key, and the way to use it.
pub(super) type NewCredential = Option<(Method, Secret)>;

/// An icon, or that there is none any more.
pub(super) type NewIcon = Option<Option<Icon>>;

fn no_icon(why: IconError) -> ApiError {
    let words = match why {
        IconError::TooLarge => Key("provider.icon_large"),
        IconError::Kind => Key("provider.icon_kind"),
        IconError::Size => Key("provider.icon_size"),
        IconError::Damaged => Key("provider.icon_damaged"),
    };
    ApiError::Invalid(vec![Fault::new("icon", words)])
}

impl ProviderBody {
    /// The new secret or key, if there is one. Call it before [`ProviderBody::written`].
    pub(super) fn credential(&mut self) -> Result<NewCredential, ApiError> {
        let filled = |text: Option<Secret>| text.filter(|text| !text.expose().trim().is_empty());
        match (filled(self.secret.take()), filled(self.key.take())) {
            (Some(_), Some(_)) => Err(ApiError::illegal("key")),
            (Some(secret), None) => Ok(Some((Method::Secret, secret))),
            (None, key) => Ok(key.map(|key| (Method::Key, key))),
        }
    }

    /// The new icon, if there is one; `Some(None)` removes it. Call it before [`ProviderBody::written`].
    pub(super) async fn icon(&mut self) -> Result<NewIcon, ApiError> {
        let Some(text) = self.icon.take() else {
            return Ok(None);
        };
        if text.is_empty() {
            return Ok(Some(None));
        }
        let encoded = text.split_once(";base64,").map(|(_, encoded)| encoded);
        let file = encoded.and_then(|encoded| STANDARD.decode(encoded).ok());
        let file = file.ok_or_else(|| no_icon(IconError::Kind))?;
        // It would hold up other requests.
        let drawn = tokio::task::spawn_blocking(move || Icon::of_file(&file));
        let drawn = drawn.await.map_err(|_| no_icon(IconError::Damaged))?;
        drawn.map(|icon| Some(Some(icon))).map_err(no_icon)
    }

    /// Refuses rows without value or group, and two rows with one value.
    pub(super) fn check_groups(&self) -> Result<(), ApiError> {
        let mut known = Vec::new();
        for (index, row) in self.groups.iter().flatten().enumerate() {
            if row.value.is_empty() {
                return Err(ApiError::illegal(format!("groups[{index}].value")));
            }
            if row.group_id.is_empty() {
                return Err(ApiError::illegal(format!("groups[{index}].groupId")));
            }
            if known.contains(&&row.value) {
                let field = format!("groups[{index}].value");
                let fault = Fault::new(field, Key("provider.value_twice"));
                return Err(ApiError::Invalid(vec![fault]));
            }
            known.push(&row.value);
        }
        Ok(())
    }

    /// `before` with what was written.
    pub(super) fn written(
        self,
        before: ProviderConfig,
        (credential, icon): (NewCredential, NewIcon),
    ) -> Written {
        let meaning = |value| (value, PROVIDER_ACR.to_owned());
        let acr = |values: Vec<String>| values.into_iter().map(meaning).collect();
        let agency = self.agency.map_or(before.agency, Some);
        let certificate = self.certificate.map(|pem| pem.trim().to_owned());
        let settings = ProviderConfig {
            id: self.id,
            label: self.label.unwrap_or(before.label),
            issuer: self.issuer.unwrap_or(before.issuer),
            client_id: self.client_id.unwrap_or(before.client_id),
            scopes: self.scopes.unwrap_or(before.scopes),
            link: self.link.map_or(before.link, link),
            create: self.create.map_or(before.create, create),
            agency: agency.filter(|agency| !agency.is_empty()),
            domains: self.domains.unwrap_or(before.domains),
            acr: self.mfa_values.map_or(before.acr, acr),
            claims: self.claims.unwrap_or_default().written(before.claims),
            groups: GroupsClaim {
                claim: self.group_claim.unwrap_or(before.groups.claim),
                absent: self.group_absent.map_or(before.groups.absent, absent),
                map: self.groups.map_or(before.groups.map, map),
            },
            secret_file: before.secret_file,
            key_file: before.key_file,
            certificate_file: before.certificate_file,
            icon_file: before.icon_file,
            lion_id: before.lion_id,
        };
        Written {
            settings,
            credential,
            certificate: certificate.map(|pem| (!pem.is_empty()).then_some(pem)),
            icon,
        }
    }
}

impl ProviderClaimsBody {
    fn written(self, before: ClaimNames) -> ClaimNames {
        let usual = ClaimNames::default();
        let name = |written: Option<String>, before, usual| match written {
            Some(name) if name.trim().is_empty() => usual,
            Some(name) => name.trim().to_owned(),
            None => before,
        };
        ClaimNames {
            email: name(self.email, before.email, usual.email),
            email_verified: name(
                self.email_verified,
                before.email_verified,
                usual.email_verified,
            ),
            name: name(self.name, before.name, usual.name),
            username: name(self.username, before.username, usual.username),
        }
    }
}

const fn link(link: ProviderLink) -> LinkRule {
    match link {
        ProviderLink::Verified => LinkRule::Verified,
        ProviderLink::Prove => LinkRule::Prove,
        ProviderLink::Never => LinkRule::Never,
    }
}

const fn create(create: ProviderCreate) -> CreateRule {
    match create {
        ProviderCreate::Refuse => CreateRule::Refuse,
        ProviderCreate::Wait => CreateRule::Wait,
        ProviderCreate::Make => CreateRule::Make,
    }
}

const fn absent(absent: ProviderAbsentClaim) -> AbsentClaim {
    match absent {
        ProviderAbsentClaim::Unknown => AbsentClaim::Unknown,
        ProviderAbsentClaim::None => AbsentClaim::None,
    }
}

fn map(rows: Vec<ProviderGroupBody>) -> BTreeMap<String, String> {
    let pair = |row: ProviderGroupBody| (row.value, row.group_id);
    rows.into_iter().map(pair).collect()
}
