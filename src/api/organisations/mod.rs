//! Agencies, clients, brands, divisions and industries, for administrators.

mod edit;
mod options;

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;

pub use edit::*;
pub use options::*;

use crate::calls::download::{ListFile, download_list};
use crate::calls::{Caller, WritingCaller, operation};
use crate::days::utc;
use crate::db::list::Paging;
use crate::directory::{
    AGENCIES, BRANDS, BelongingFilter, COMPANIES, DIVISIONS, INDUSTRIES, OrganisationFilter,
    OrganisationKind, OrganisationListRow, OrganisationStatusNumber, list_of,
};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::Fields;
use crate::http::number::or_empty;
use crate::http::paging::{Page, Paged, PagingQuery};
use crate::state::AppState;

/// Agency list
///
/// The newest agencies come first. `sort` can be `created` or `name`; a `-` before it reverses the order.
#[operation(tag = "organisations", params(OrganisationFilter, PagingQuery))]
pub async fn agency_list(
    mut caller: Caller,
    Paged(filter, paging): Paged<OrganisationFilter>,
) -> Answered<Page<OrganisationListRow>> {
    let query = filter.query(&AGENCIES, &paging)?;
    Ok(Answer(query.page(caller.view()).await?.into()))
}

/// Client list
///
/// The newest clients come first. `sort` can be `created` or `name`; a `-` before it reverses the order.
#[operation(tag = "organisations", params(BelongingFilter, PagingQuery))]
pub async fn client_list(
    mut caller: Caller,
    Paged(filter, paging): Paged<BelongingFilter>,
) -> Answered<Page<OrganisationListRow>> {
    let query = filter.query(&COMPANIES, &paging)?;
    Ok(Answer(query.page(caller.view()).await?.into()))
}

/// Brand list
///
/// The newest brands come first. `sort` can be `created` or `name`; a `-` before it reverses the order.
#[operation(tag = "organisations", params(BelongingFilter, PagingQuery))]
pub async fn brand_list(
    mut caller: Caller,
    Paged(filter, paging): Paged<BelongingFilter>,
) -> Answered<Page<OrganisationListRow>> {
    let query = filter.query(&BRANDS, &paging)?;
    Ok(Answer(query.page(caller.view()).await?.into()))
}

/// Division list
///
/// The newest divisions come first. `sort` can be `created` or `name`; a `-` before it reverses the order.
#[operation(tag = "organisations", params(BelongingFilter, PagingQuery))]
pub async fn division_list(
    mut caller: Caller,
    Paged(filter, paging): Paged<BelongingFilter>,
) -> Answered<Page<OrganisationListRow>> {
    let query = filter.query(&DIVISIONS, &paging)?;
    Ok(Answer(query.page(caller.view()).await?.into()))
}

/// Industry list
///
/// The newest industries come first. `sort` can be `created` or `name`; a `-` before it reverses the order.
#[operation(tag = "organisations", params(OrganisationFilter, PagingQuery))]
pub async fn industry_list(
    mut caller: Caller,
    Paged(filter, paging): Paged<OrganisationFilter>,
) -> Answered<Page<OrganisationListRow>> {
    let query = filter.query(&INDUSTRIES, &paging)?;
    Ok(Answer(query.page(caller.view()).await?.into()))
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
    /// Only with this status.
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
#[operation(tag = "organisations", params(OrganisationExportQuery))]
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
    let filter = BelongingFilter {
        context: query.context,
        status: query.status,
        parent_id: query.parent_id,
    };
    let query = filter.query(list_of(kind), &Paging::default())?;
    download_list(state, caller, file, query, cells).await
}

/// In the order of the headings.
fn cells(row: OrganisationListRow, _: &AppState) -> Vec<String> {
    vec![
        row.id,
        row.name,
        row.parent_id.unwrap_or_default(),
        row.parent_name.unwrap_or_default(),
        row.status.0.code().to_string(),
        utc(row.created_at),
        utc(row.changed_at),
    ]
}
