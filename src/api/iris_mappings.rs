//! IRIS mappings (contract S-18, G-49, K-44).

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::download::{ListFile, download_list, time};
use super::organisations::{ChangedOrganisation, OrganisationStatusNumber};
use super::people_search::PeopleSearch;
use super::{Caller, Creation, WritingCaller};
use crate::access::written;
use crate::db::list::Paging;
use crate::directory::{
    self, AccountChoice, IrisMapping, IrisMappingFilter, IrisMappingUpdate, OrganisationError,
    ShownNames,
};
use crate::http::envelope::{Answer, Answered, ApiError, Envelope};
use crate::http::fields::{Fields, filled, optional_integer};
use crate::http::number::{Number, or_empty};
use crate::http::paging::{OptionQuery, Options, Page, Paged, PagingQuery};
use crate::state::AppState;

/// Filters of the IRIS mappings. An empty or missing field does not filter.
#[derive(Debug, Default, Deserialize, Serialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct IrisMappingQuery {
    /// Words in code or name. Each must occur in one of them and have two characters or more.
    pub context: Option<String>,
    /// Only mappings of this status.
    #[serde(deserialize_with = "or_empty")]
    pub status: Option<OrganisationStatusNumber>,
    /// Only mappings to this agency.
    pub agency_id: Option<String>,
    /// Only mappings to this client.
    pub client_id: Option<String>,
}

/// An IRIS mapping in the list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IrisMappingRow {
    /// The mapping's id.
    pub id: String,
    /// The code in IRIS.
    pub iris_code: String,
    /// The name in IRIS.
    pub iris_name: String,
    /// The agency's id.
    pub agency_id: Option<String>,
    /// The agency's name.
    pub agency_name: Option<String>,
    /// The client's id.
    pub client_id: Option<String>,
    /// The client's name.
    pub client_name: Option<String>,
    /// The id of the responsible account.
    pub user_id: Option<String>,
    /// The name of the responsible account.
    pub username: Option<String>,
    /// The display name of its owner.
    pub full_name: Option<String>,
    /// Whether it is in use.
    pub status: OrganisationStatusNumber,
    /// Increases with each change.
    pub version: i64,
    /// When it was created, in milliseconds since 1970.
    pub created_at: i64,
    /// The same, as `yyyy-MM-dd HH:mm:ss` in the server's time zone.
    #[serde(rename = "c_time")]
    pub c_time: String,
}

impl IrisMappingRow {
    fn of(mapping: IrisMapping, zone: &TimeZone) -> Self {
        Self {
            id: mapping.id,
            iris_code: mapping.iris_code,
            iris_name: mapping.iris_name,
            agency_id: mapping.agency_id,
            agency_name: mapping.agency_name,
            client_id: mapping.company_id,
            client_name: mapping.company_name,
            user_id: mapping.account_id,
            username: mapping.username,
            full_name: mapping.full_name,
            status: Number(mapping.status),
            version: mapping.version,
            created_at: mapping.created_at,
            c_time: written(mapping.created_at, zone),
        }
    }
}

impl IrisMappingQuery {
    fn filter(self) -> IrisMappingFilter {
        IrisMappingFilter {
            context: self.context,
            status: self.status.map(|status| status.0),
            agency_id: filled(self.agency_id),
            company_id: filled(self.client_id),
        }
    }
}

/// IRIS mapping list
///
/// The newest mappings come first. `sort` can be `created`, `irisCode` or `irisName`; a `-` before it reverses
/// the order.
#[utoipa::path(
    get,
    path = "/api/security/admin/iris-mapping/list",
    tag = "IRIS mappings",
    params(IrisMappingQuery, PagingQuery),
    responses((status = 200, body = Envelope<Page<IrisMappingRow>>)),
)]
pub async fn iris_mapping_list(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Paged(query, paging): Paged<IrisMappingQuery>,
) -> Answered<Page<IrisMappingRow>> {
    let filter = query.filter();
    let page = directory::iris_mappings_page(caller.view(), &filter, &paging).await?;
    Ok(Answer(Page::of(page, |mapping| {
        IrisMappingRow::of(mapping, &state.zone)
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
#[utoipa::path(
    post,
    path = "/api/security/admin/iris-mapping/add",
    tag = "IRIS mappings",
    request_body = AddIrisMappingBody,
    responses((status = 200, body = Envelope<AddedIrisMapping>)),
)]
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
#[utoipa::path(
    post,
    path = "/api/security/admin/iris-mapping/update",
    tag = "IRIS mappings",
    request_body = UpdateIrisMappingBody,
    responses((status = 200, body = Envelope<ChangedOrganisation>)),
)]
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
#[utoipa::path(
    get,
    path = "/api/security/admin/iris-mapping/account/option-list",
    tag = "options",
    params(OptionQuery),
    responses((status = 200, body = Envelope<Vec<IrisAccountOption>>)),
)]
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
#[utoipa::path(
    get,
    path = "/api/security/admin/iris-mapping/export",
    tag = "IRIS mappings",
    params(IrisMappingQuery),
    responses((status = 200, content_type = "text/csv", body = String)),
)]
pub async fn iris_mapping_export(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(query): Fields<IrisMappingQuery>,
) -> Result<Response, ApiError> {
    let file = FILE.of(&query);
    let query = directory::iris_mappings_query(&query.filter(), &Paging::default())?;
    download_list(state, caller, file, query, cells).await
}

/// In the order of the headings.
fn cells(mapping: IrisMapping, _: &AppState) -> Vec<String> {
    let text = Option::unwrap_or_default;
    vec![
        mapping.id,
        mapping.iris_code,
        mapping.iris_name,
        text(mapping.agency_id),
        text(mapping.agency_name),
        text(mapping.company_id),
        text(mapping.company_name),
        text(mapping.account_id),
        text(mapping.username),
        mapping.status.code().to_string(),
        time(mapping.created_at),
    ]
}
