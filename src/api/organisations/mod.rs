//! Agencies, clients, brands, divisions and industries, for administrators.

mod change;
mod options;

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

pub use change::*;
pub use options::*;

use super::download::{ListFile, download_list, time};
use super::{Caller, WritingCaller};
use crate::db::list::Paging;
use crate::directory::organisations::{
    OrganisationFilter, organisations_page, organisations_query,
};
use crate::directory::{OrganisationKind, OrganisationRow, OrganisationStatus};
use crate::http::envelope::{Answer, Answered, ApiError, Envelope};
use crate::http::fields::{Fields, filled};
use crate::http::number::{Number, or_empty};
use crate::http::paging::{Page, Paged, PagingQuery};
use crate::state::AppState;

/// The status of an organisation or an IRIS mapping.
pub type OrganisationStatusNumber = Number<OrganisationStatus>;

/// Filters of a list of organisations. An empty or missing field does not filter.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct OrganisationListQuery {
    /// Words in the name. Each must occur somewhere in it and have two characters or more.
    pub context: Option<String>,
    /// Only those of this status.
    #[serde(deserialize_with = "or_empty")]
    pub status: Option<OrganisationStatusNumber>,
}

/// Filters of a list of organisations that belong to another one.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct BelongingListQuery {
    /// Words in the name. Each must occur somewhere in it and have two characters or more.
    pub context: Option<String>,
    /// Only those of this status.
    #[serde(deserialize_with = "or_empty")]
    pub status: Option<OrganisationStatusNumber>,
    /// Only those that belong to this one: the agency of a client, the client of a brand or a division.
    pub parent_id: Option<String>,
}

/// An organisation in its list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrganisationListRow {
    /// The organisation's id.
    pub id: String,
    /// The organisation's name.
    pub name: String,
    /// The id of what it belongs to: the agency of a client, the client of a brand or a division.
    pub parent_id: Option<String>,
    /// The name of what it belongs to.
    pub parent_name: Option<String>,
    /// The logo of an agency as a `data:` address; empty if it has none.
    pub logo: String,
    /// One that is off cannot be chosen in a form.
    pub status: OrganisationStatusNumber,
    /// Increases with each change.
    pub version: i64,
    /// When it was created, in milliseconds since 1970.
    pub created_at: i64,
    /// When it was last changed, or created, in milliseconds since 1970.
    pub changed_at: i64,
}

impl From<OrganisationRow> for OrganisationListRow {
    fn from(row: OrganisationRow) -> Self {
        Self {
            id: row.id,
            name: row.name,
            parent_id: row.parent_id,
            parent_name: row.parent_name,
            logo: row.logo_url,
            status: Number(row.status),
            version: row.version,
            created_at: row.created_at,
            changed_at: row.changed_at,
        }
    }
}

impl BelongingListQuery {
    fn filter(self) -> OrganisationFilter {
        OrganisationFilter {
            context: self.context,
            status: self.status.map(|status| status.0),
            parent_id: filled(self.parent_id),
        }
    }
}

impl From<OrganisationListQuery> for BelongingListQuery {
    fn from(OrganisationListQuery { context, status }: OrganisationListQuery) -> Self {
        Self {
            context,
            status,
            parent_id: None,
        }
    }
}

async fn list(
    mut caller: Caller,
    kind: OrganisationKind,
    query: BelongingListQuery,
    paging: &Paging,
) -> Answered<Page<OrganisationListRow>> {
    let filter = query.filter();
    let page = organisations_page(caller.view(), kind, &filter, paging).await?;
    Ok(Answer(Page::of(page, OrganisationListRow::from)))
}

/// Agency list
///
/// The newest agencies come first. `sort` can be `created` or `name`; a `-` before it reverses the order.
#[utoipa::path(
    get,
    path = "/api/security/admin/agency/list",
    tag = "organisations",
    params(OrganisationListQuery, PagingQuery),
    responses((status = 200, body = Envelope<Page<OrganisationListRow>>)),
)]
pub async fn agency_list(
    caller: Caller,
    Paged(query, paging): Paged<OrganisationListQuery>,
) -> Answered<Page<OrganisationListRow>> {
    list(caller, OrganisationKind::Agency, query.into(), &paging).await
}

/// Client list
///
/// The newest clients come first. `sort` can be `created` or `name`; a `-` before it reverses the order.
#[utoipa::path(
    get,
    path = "/api/security/admin/client/list",
    tag = "organisations",
    params(BelongingListQuery, PagingQuery),
    responses((status = 200, body = Envelope<Page<OrganisationListRow>>)),
)]
pub async fn client_list(
    caller: Caller,
    Paged(query, paging): Paged<BelongingListQuery>,
) -> Answered<Page<OrganisationListRow>> {
    list(caller, OrganisationKind::Company, query, &paging).await
}

/// Brand list
///
/// The newest brands come first. `sort` can be `created` or `name`; a `-` before it reverses the order.
#[utoipa::path(
    get,
    path = "/api/security/admin/brand/list",
    tag = "organisations",
    params(BelongingListQuery, PagingQuery),
    responses((status = 200, body = Envelope<Page<OrganisationListRow>>)),
)]
pub async fn brand_list(
    caller: Caller,
    Paged(query, paging): Paged<BelongingListQuery>,
) -> Answered<Page<OrganisationListRow>> {
    list(caller, OrganisationKind::Brand, query, &paging).await
}

/// Division list
///
/// The newest divisions come first. `sort` can be `created` or `name`; a `-` before it reverses the order.
#[utoipa::path(
    get,
    path = "/api/security/admin/division/list",
    tag = "organisations",
    params(BelongingListQuery, PagingQuery),
    responses((status = 200, body = Envelope<Page<OrganisationListRow>>)),
)]
pub async fn division_list(
    caller: Caller,
    Paged(query, paging): Paged<BelongingListQuery>,
) -> Answered<Page<OrganisationListRow>> {
    list(caller, OrganisationKind::Division, query, &paging).await
}

/// Industry list
///
/// The newest industries come first. `sort` can be `created` or `name`; a `-` before it reverses the order.
#[utoipa::path(
    get,
    path = "/api/security/admin/industry/list",
    tag = "organisations",
    params(OrganisationListQuery, PagingQuery),
    responses((status = 200, body = Envelope<Page<OrganisationListRow>>)),
)]
pub async fn industry_list(
    caller: Caller,
    Paged(query, paging): Paged<OrganisationListQuery>,
) -> Answered<Page<OrganisationListRow>> {
    list(caller, OrganisationKind::Industry, query.into(), &paging).await
}

/// The organisations to download. An empty or missing filter does not filter.
#[derive(Debug, Deserialize, Serialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct OrganisationExportQuery {
    /// Which organisations.
    pub kind: OrganisationKind,
    /// Words in the name. Each must occur somewhere in it and have two characters or more.
    pub context: Option<String>,
    /// Only those of this status.
    #[serde(default, deserialize_with = "or_empty")]
    pub status: Option<OrganisationStatusNumber>,
    /// Only those that belong to this one.
    pub parent_id: Option<String>,
}

const FILE: ListFile = ListFile {
    list: "organisations",
    disposition: "attachment; filename=\"organisations.csv\"",
    headings: &[
        "id",
        "name",
        "parent_id",
        "parent",
        "status",
        "created_at",
        "changed_at",
    ],
};

/// Download organisations
///
/// The same rows as in the list with these filters, all of them, newest first.
#[utoipa::path(
    get,
    path = "/api/security/admin/organisation/export",
    tag = "organisations",
    params(OrganisationExportQuery),
    responses((status = 200, content_type = "text/csv", body = String)),
)]
pub async fn organisation_export(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(query): Fields<OrganisationExportQuery>,
) -> Result<Response, ApiError> {
    let kind = query.kind;
    let file = ListFile {
        list: kind.as_str(),
        ..FILE
    }
    .of(&query);
    let filter = OrganisationFilter {
        context: query.context,
        status: query.status.map(|status| status.0),
        parent_id: filled(query.parent_id),
    };
    let query = organisations_query(kind, &filter, &Paging::default())?;
    download_list(state, caller, file, query, cells).await
}

/// In the order of the headings.
fn cells(row: OrganisationRow, _: &AppState) -> Vec<String> {
    vec![
        row.id,
        row.name,
        row.parent_id.unwrap_or_default(),
        row.parent_name.unwrap_or_default(),
        row.status.code().to_string(),
        time(row.created_at),
        time(row.changed_at),
    ]
}
