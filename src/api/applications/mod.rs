//! Relying and legacy applications, for administrators. The fields of an application have the names of OpenID Connect
//! registration; `client_id` is its OAuth id.

mod change;
mod export;

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

pub use change::*;
pub use export::*;

use super::Caller;
use crate::access::{Action, Object};
use crate::clients::{
    self, ApplicationFilter, Client, Kind, ListedApplication, Source, applications_page,
};
use crate::http::envelope::{Answer, Answered, ApiError, Envelope};
use crate::http::fields::{Fields, integer_or_empty};
use crate::http::paging::{Page, Paged, PagingQuery};

/// Filters of the application list. An empty or missing field does not filter.
#[derive(Debug, Default, Deserialize, Serialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct ApplicationListQuery {
    /// Words in the name or the `client_id`. Each must occur somewhere in them and have two characters or more.
    pub context: Option<String>,
    /// Only applications declared in `clients.toml` (`file`) or added by administrators (`admin`).
    pub source: Option<String>,
    /// Only applications of this kind: `oidc` or `legacy`.
    pub kind: Option<String>,
    /// 1: only enabled applications. 0: only disabled ones.
    #[serde(deserialize_with = "integer_or_empty")]
    pub enabled: Option<i64>,
}

impl ApplicationListQuery {
    fn filter(self) -> Result<ApplicationFilter, ApiError> {
        Ok(ApplicationFilter {
            context: self.context,
            source: chosen("source", self.source)?,
            kind: chosen("kind", self.kind)?,
            enabled: match self.enabled {
                None => None,
                Some(0) => Some(false),
                Some(1) => Some(true),
                Some(_) => return Err(ApiError::illegal("enabled")),
            },
        })
    }
}

/// An application in the list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApplicationListRow {
    /// Its OAuth client id.
    #[serde(rename = "client_id")]
    pub client_id: String,
    /// Its name on the consent page.
    pub name: String,
    /// Whether it uses OpenID Connect or launch tokens.
    pub kind: Kind,
    /// Who declared it.
    pub source: Source,
    /// False if it is refused everywhere.
    pub enabled: bool,
    /// When it was added, in milliseconds since 1970.
    pub created_at: i64,
    /// When it last got a token, in milliseconds since 1970; null for never. Up to a minute old.
    pub last_used_at: Option<i64>,
}

impl ApplicationListRow {
    fn of(row: ListedApplication) -> Self {
        Self {
            kind: word(&row.kind).unwrap_or_default(),
            source: word(&row.source).unwrap_or_default(),
            client_id: row.client_id,
            name: row.name,
            enabled: row.enabled.0,
            created_at: row.created_at,
            last_used_at: used(row.last_used_at),
        }
    }
}

/// Application list
///
/// The newest applications come first. `sort` can be `created`, `name` or `lastUsed`; a `-` before it
/// reverses the order.
#[utoipa::path(
    get,
    path = "/api/security/admin/application/list",
    tag = "applications",
    params(ApplicationListQuery, PagingQuery),
    responses((status = 200, body = Envelope<Page<ApplicationListRow>>)),
)]
pub async fn application_list(
    mut caller: Caller,
    Paged(query, paging): Paged<ApplicationListQuery>,
) -> Answered<Page<ApplicationListRow>> {
    let page = applications_page(caller.view(), &query.filter()?, &paging).await?;
    Ok(Answer(Page::of(page, ApplicationListRow::of)))
}

/// The application to read.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ApplicationQuery {
    /// Its OAuth client id.
    pub client_id: String,
}

/// An application.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApplicationDetails {
    /// Its OAuth client id.
    #[serde(rename = "client_id")]
    pub client_id: String,
    /// Who declared it. An application of `clients.toml` is changed there.
    pub source: Source,
    /// False if it is refused everywhere.
    pub enabled: bool,
    /// How many secrets are valid: two while one is being replaced.
    pub secrets: usize,
    /// Its fields, by their names in OpenID Connect registration.
    pub metadata: Client,
    /// Its version. Send it with a change, so that two administrators do not overwrite each other.
    pub version: i64,
    /// When it was added, in milliseconds since 1970.
    pub created_at: i64,
    /// When it was last changed, in milliseconds since 1970.
    pub changed_at: i64,
    /// The name of the person who changed it last; null for the command line and the server itself.
    pub changed_by: Option<String>,
    /// When it last got a token, in milliseconds since 1970; null for never. Up to a minute old.
    pub last_used_at: Option<i64>,
    /// What the caller may do with it.
    pub rights: ApplicationRights,
}

/// What the caller may do with an application.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApplicationRights {
    /// Edit, enable and disable it.
    pub edit: bool,
    /// Give it a new secret.
    pub secret: bool,
    /// Change `first_party`, `resources`, `serves`, `serves_signed` and `legacy.callback_origins`.
    pub trust: bool,
}

/// One application
///
/// All fields of an application, without its secrets.
#[utoipa::path(
    get,
    path = "/api/security/admin/application/info",
    tag = "applications",
    params(ApplicationQuery),
    responses((status = 200, body = Envelope<ApplicationDetails>)),
)]
pub async fn application_info(
    mut caller: Caller,
    Fields(query): Fields<ApplicationQuery>,
) -> Answered<ApplicationDetails> {
    let found = clients::application(caller.view(), &query.client_id).await?;
    let (client, revision) = found.ok_or(ApiError::illegal("client_id"))?;
    let trust = caller.may(Action::TrustApplication, &Object::None).await?;
    let is_ours = client.source != Source::File && (trust || !client.is_trusted());
    let rights = ApplicationRights {
        edit: is_ours && caller.may(Action::EditApplication, &Object::None).await?,
        secret: is_ours
            && client.token_endpoint_auth_method.has_secret()
            && caller.may(Action::RotateSecret, &Object::None).await?,
        trust: is_ours && trust,
    };
    Ok(Answer(ApplicationDetails {
        client_id: client.client_id.clone(),
        source: client.source,
        enabled: client.enabled,
        secrets: client.secret_hashes.len(),
        version: revision.version,
        created_at: revision.created_at,
        changed_at: revision.updated_at,
        changed_by: revision.changed_by_name,
        last_used_at: used(revision.last_used_at),
        rights,
        metadata: client,
    }))
}

/// The value that `text` spells.
fn word<T: for<'de> Deserialize<'de>>(text: &str) -> Option<T> {
    serde_json::from_value(text.into()).ok()
}

/// The value of a filter; `None` if it is empty.
fn chosen<T: for<'de> Deserialize<'de>>(
    field: &'static str,
    text: Option<String>,
) -> Result<Option<T>, ApiError> {
    match text.filter(|text| !text.is_empty()) {
        None => Ok(None),
        Some(text) => word(&text).map(Some).ok_or(ApiError::illegal(field)),
    }
}

/// A time, or `None` for never.
fn used(at: i64) -> Option<i64> {
    (at > 0).then_some(at)
}
