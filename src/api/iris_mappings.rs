//! IRIS mappings (contract S-18, G-49, K-44).

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::organisations::ChangedOrganisation;
use super::people_search::PeopleSearch;
use crate::calls::download::{ListFile, download_list};
use crate::calls::{Caller, Creation, WritingCaller, operation};
use crate::days::{date_time, utc};
use crate::db::list::Paging;
use crate::directory::{
    self, AccountChoice, IrisMappingFilter, IrisMappingRow, IrisMappingUpdate, OrganisationError,
    OrganisationStatusNumber, ShownNames,
};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::{Fields, optional_integer};
use crate::http::paging::{OptionQuery, Options, Page, Paged, PagingQuery};
use crate::state::AppState;

/// IRIS mapping list
///
/// The newest mappings come first. `sort` can be `created`, `irisCode` or `irisName`; a `-` before it reverses
/// the order.
#[operation(tag = "IRIS mappings", params(IrisMappingFilter, PagingQuery))]
pub async fn iris_mapping_list(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Paged(filter, paging): Paged<IrisMappingFilter>,
) -> Answered<Page<IrisMappingRow>> {
    let page = filter.query(&paging)?.page(caller.view()).await?;
    Ok(Answer(Page::of(page, |row: IrisMappingRow| {
        IrisMappingRow {
            c_time: date_time(row.created_at, &state.zone),
            ..row
        }
    })))
}

/// A new IRIS mapping, which is on.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AddIrisMappingBody {
    /// The code in IRIS: 1 to 100 characters.
    #[schema(required = true)]
    pub iris_code: String,
    /// The name in IRIS: 1 to 100 characters.
    #[schema(required = true)]
    pub iris_name: String,
    /// The agency's id.
    pub agency_id: Option<String>,
    /// The client's id. It must not belong to another agency.
    pub client_id: Option<String>,
    /// The id of the responsible account.
    pub user_id: Option<String>,
}

/// An IRIS mapping that was added.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddedIrisMapping {
    /// Its id.
    pub id: String,
}

impl Creation for AddedIrisMapping {}

/// Add an IRIS mapping
///
/// The answer lists all faults. If another mapping has this code, the error is 100011.
#[operation(tag = "IRIS mappings", request_body = AddIrisMappingBody)]
pub async fn iris_mapping_add(
    caller: WritingCaller,
    Fields(body): Fields<AddIrisMappingBody>,
) -> Answered<AddedIrisMapping> {
    let form = IrisMappingUpdate {
        agency_id: body.agency_id,
        company_id: body.client_id,
        account_id: body.user_id,
        ..IrisMappingUpdate::default()
    };
    let names = (body.iris_code, body.iris_name);
    let added = caller.create::<_, OrganisationError, _>(move |tx, audit| {
        Box::pin(async move {
            let names = (names.0.as_str(), names.1.as_str());
            let id = directory::add_iris_mapping(tx, names, form, audit).await?;
            Ok(AddedIrisMapping { id })
        })
    });
    Ok(Answer(added.await?))
}

/// The changes to an IRIS mapping. A missing field stays unchanged; an empty text removes the value. Code and
/// name cannot change.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct UpdateIrisMappingBody {
    /// The mapping's id.
    #[schema(required = true)]
    pub id: String,
    /// The version that you read. If it is missing, the last change wins.
    #[serde(deserialize_with = "optional_integer")]
    pub version: Option<i64>,
    /// The agency's id.
    pub agency_id: Option<String>,
    /// The client's id. It must not belong to another agency.
    pub client_id: Option<String>,
    /// The id of the responsible account.
    pub user_id: Option<String>,
    /// The new status.
    pub status: Option<OrganisationStatusNumber>,
}

/// Change an IRIS mapping
///
/// The call changes all fields or none. The answer lists all faults. If someone else changed the mapping after
/// `version`, nothing is changed and `conflict` says who changed it and when.
#[operation(tag = "IRIS mappings", request_body = UpdateIrisMappingBody)]
pub async fn iris_mapping_update(
    caller: WritingCaller,
    Fields(body): Fields<UpdateIrisMappingBody>,
) -> Answered<ChangedOrganisation> {
    let update = IrisMappingUpdate {
        version: body.version,
        agency_id: body.agency_id,
        company_id: body.client_id,
        account_id: body.user_id,
        status: body.status.map(|status| status.0),
    };
    let changed = caller.write::<_, OrganisationError, _>(move |tx, audit| {
        Box::pin(async move { directory::update_iris_mapping(tx, &body.id, update, audit).await })
    });
    let changed = changed.await?;
    Ok(Answer(ChangedOrganisation {
        id: changed.id,
        version: changed.version,
    }))
}

/// An account as an option.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IrisAccountOption {
    /// The account's id.
    pub user_id: String,
    /// The account's name.
    pub username: String,
    /// The display name of its owner.
    pub full_name: String,
}

/// Account options of an IRIS mapping
///
/// The enabled accounts, sorted by display name. A caller who may not see the list of accounts finds nobody without a
/// `context` of two characters, gets at most 100, and the error is 429 if they have searched too often in a day.
#[operation(tag = "options", params(OptionQuery))]
pub async fn iris_mapping_account_options(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Options(mut wanted): Options,
) -> Answered<Vec<IrisAccountOption>> {
    let search = PeopleSearch::of(&mut caller, &mut wanted).await?;
    if search == PeopleSearch::TooShort {
        return Ok(Answer(Vec::new()));
    }
    let (mut view, _running) = search.begin(&state, caller).await?;
    let found = directory::account_options(&mut view, &wanted, ShownNames::Names).await?;
    let option = |account: AccountChoice| IrisAccountOption {
        user_id: account.id,
        username: account.username,
        full_name: account.full_name,
    };
    Ok(Answer(found.into_iter().map(option).collect()))
}

const FILE: ListFile = ListFile {
    list: "iris_mappings",
    disposition: "attachment; filename=\"iris-mappings.csv\"",
    headings: &[
        "id",
        "iris_code",
        "iris_name",
        "agency_id",
        "agency",
        "client_id",
        "client",
        "user_id",
        "username",
        "status",
        "c_time",
    ],
};

/// Download the IRIS mappings
///
/// The same rows as in the list with these filters, all of them, newest first.
#[operation(tag = "IRIS mappings", params(IrisMappingFilter))]
pub async fn iris_mapping_export(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(filter): Fields<IrisMappingFilter>,
) -> Result<Response, ApiError> {
    let file = FILE.of(&filter);
    let query = filter.query(&Paging::default())?;
    download_list(state, caller, file, query, cells).await
}

/// In the order of the headings.
fn cells(mapping: IrisMappingRow, _: &AppState) -> Vec<String> {
    let text = Option::unwrap_or_default;
    vec![
        mapping.id,
        mapping.iris_code,
        mapping.iris_name,
        text(mapping.agency_id),
        text(mapping.agency_name),
        text(mapping.client_id),
        text(mapping.client_name),
        text(mapping.user_id),
        text(mapping.username),
        mapping.status.0.code().to_string(),
        utc(mapping.created_at),
    ]
}
