//! Adds and changes organisations.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::access::Action;
use crate::calls::{Creation, WritingCaller, operation};
use crate::directory::organisations::{OrganisationUpdate, add_organisation, update_organisation};
use crate::directory::{OrganisationError, OrganisationKind, OrganisationStatusNumber};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::{Fields, optional_integer};

/// A new organisation, which is on.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddOrganisationBody {
    /// What it is.
    pub kind: OrganisationKind,
    /// Its name: 1 to 100 characters.
    #[serde(default)]
    #[schema(required = true)]
    pub name: String,
    /// The id of what it belongs to: the agency of a client, the client of a brand or a division.
    pub parent_id: Option<String>,
    /// The logo of an agency: a PNG, JPEG, WebP or SVG picture as a `data:` address in base64, 24,000 characters
    /// at most.
    pub logo: Option<String>,
}

/// An organisation that was added.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddedOrganisation {
    /// Its id.
    pub id: String,
}

impl Creation for AddedOrganisation {}

/// Add an organisation
///
/// The answer lists all faults. If another organisation of the same kind and parent has this name, the error
/// is 100011.
#[operation(tag = "organisations", request_body = AddOrganisationBody)]
pub async fn organisation_add(
    caller: WritingCaller,
    Fields(body): Fields<AddOrganisationBody>,
) -> Answered<AddedOrganisation> {
    let form = OrganisationUpdate {
        name: Some(body.name),
        parent_id: body.parent_id,
        logo_url: body.logo,
        ..OrganisationUpdate::default()
    };
    let added = caller.create::<_, OrganisationError, _>(move |tx, audit| {
        Box::pin(async move {
            let id = add_organisation(tx, body.kind, form, audit).await?;
            Ok(AddedOrganisation { id })
        })
    });
    Ok(Answer(added.await?))
}

/// The changes to an organisation. A missing field stays unchanged; an empty text removes the value.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateOrganisationBody {
    /// What it is.
    pub kind: OrganisationKind,
    /// Its id.
    pub id: String,
    /// The version that you read. If it is missing, the last change wins.
    #[serde(default, deserialize_with = "optional_integer")]
    pub version: Option<i64>,
    /// Its name: 1 to 100 characters.
    pub name: Option<String>,
    /// The id of what it belongs to: the agency of a client, the client of a brand or a division.
    pub parent_id: Option<String>,
    /// The logo of an agency: a PNG, JPEG, WebP or SVG picture as a `data:` address in base64, 24,000 characters
    /// at most.
    pub logo: Option<String>,
    /// A disabled organisation cannot be chosen; what already belongs to it stays.
    pub status: Option<OrganisationStatusNumber>,
}

/// The changed organisation or IRIS mapping.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangedOrganisation {
    /// Its id.
    pub id: String,
    /// Its new version.
    pub version: i64,
}

/// Change an organisation
///
/// The call changes all fields or none. Another parent or status needs every right that depends on it, as those of
/// roles and groups that are limited to it. The answer lists all faults. If someone else changed it after
/// `version`, nothing is changed and `conflict` says who changed it and when. If another organisation of the
/// same kind and parent has this name, the error is 100011.
#[operation(tag = "organisations", request_body = UpdateOrganisationBody)]
pub async fn organisation_update(
    mut caller: WritingCaller,
    Fields(body): Fields<UpdateOrganisationBody>,
) -> Answered<ChangedOrganisation> {
    let object = crate::access::facts::organisation(caller.view(), body.kind, &body.id).await?;
    let refusal = caller.refusal(Action::MoveOrganisation, &object).await?;
    let update = OrganisationUpdate {
        version: body.version,
        name: body.name,
        parent_id: body.parent_id,
        logo_url: body.logo,
        status: body.status.map(|status| status.0),
    };
    let changed = caller.write::<_, ApiError, _>(move |tx, audit| {
        Box::pin(async move {
            let update = (update, refusal.is_none());
            let updated = update_organisation(tx, body.kind, &body.id, update, audit).await;
            updated.map_err(|error| match (error, refusal) {
                (OrganisationError::NotAllowed, Some(refusal)) => refusal,
                (error, _) => error.into(),
            })
        })
    });
    let changed = changed.await?;
    Ok(Answer(ChangedOrganisation {
        id: changed.id,
        version: changed.version,
    }))
}
