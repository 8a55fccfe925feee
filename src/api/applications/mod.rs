//! Relying and legacy applications, for administrators. The fields of an application have the names of OpenID Connect
//! registration; `client_id` is its OAuth id.

mod edit;
mod export;

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

pub use edit::*;
pub use export::*;

use crate::access::{Action, Object};
use crate::calls::{Caller, operation};
use crate::clients::{self, ApplicationFilter, ApplicationListRow, Client, Source};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::Fields;
use crate::http::paging::{Page, Paged, PagingQuery};

/// Application list
///
/// The newest applications come first. `sort` can be `created`, `name` or `lastUsed`; a `-` before it
/// reverses the order.
#[operation(tag = "applications", params(ApplicationFilter, PagingQuery))]
pub async fn application_list(
    mut caller: Caller,
    Paged(filter, paging): Paged<ApplicationFilter>,
) -> Answered<Page<ApplicationListRow>> {
    let query = filter.query(&paging)?;
    Ok(Answer(query.page(caller.view()).await?.into()))
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
#[operation(tag = "applications", params(ApplicationQuery))]
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
        last_used_at: (revision.last_used_at > 0).then_some(revision.last_used_at),
        rights,
        metadata: client,
    }))
}
