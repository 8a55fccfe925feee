//! Option lists: what a form may choose from.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Caller;
use crate::access::managed_groups;
use crate::clients;
use crate::directory::{
    Choice, MOST_OPTIONS, OptionFilter, agency_options, brand_options, company_options,
};
use crate::http::envelope::{Answer, Answered, ApiError, Envelope};
use crate::http::fields::{Fields, optional_integer};

/// Which options are wanted; every field may be left out.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct OptionQuery {
    /// What the name contains.
    pub context: Option<String>,
    /// The page, from 1; without it the first.
    #[serde(deserialize_with = "optional_integer")]
    #[param(minimum = 1)]
    pub page_num: Option<i64>,
    /// Options on a page, 1 to 100; without it up to 1,000.
    #[serde(deserialize_with = "optional_integer")]
    #[param(minimum = 1, maximum = 100)]
    pub page_size: Option<i64>,
}

/// Which clients are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct ClientOptionQuery {
    /// Only clients of this agency, and those of none.
    pub agency_id: Option<String>,
    /// What the name contains.
    pub context: Option<String>,
    /// The page, from 1; without it the first.
    #[serde(deserialize_with = "optional_integer")]
    #[param(minimum = 1)]
    pub page_num: Option<i64>,
    /// Options on a page, 1 to 100; without it up to 1,000.
    #[serde(deserialize_with = "optional_integer")]
    #[param(minimum = 1, maximum = 100)]
    pub page_size: Option<i64>,
}

/// Which brands are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct BrandOptionQuery {
    /// Only brands of this client, and those of none.
    pub client_id: Option<String>,
    /// What the name contains.
    pub context: Option<String>,
    /// The page, from 1; without it the first.
    #[serde(deserialize_with = "optional_integer")]
    #[param(minimum = 1)]
    pub page_num: Option<i64>,
    /// Options on a page, 1 to 100; without it up to 1,000.
    #[serde(deserialize_with = "optional_integer")]
    #[param(minimum = 1, maximum = 100)]
    pub page_size: Option<i64>,
}

/// An agency to choose.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgencyOption {
    /// Its id.
    pub agency_id: String,
    /// Its name.
    pub agency_name: String,
}

/// A client to choose.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClientOption {
    /// Its id.
    pub client_id: String,
    /// Its name.
    pub client_name: String,
    /// The agency that it belongs to, if any.
    pub agency_id: Option<String>,
}

/// A brand to choose.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandOption {
    /// Its id.
    pub brand_id: String,
    /// Its name.
    pub brand_name: String,
    /// The client that it belongs to, if any.
    pub client_id: Option<String>,
}

/// A group to choose.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupOption {
    /// Its id.
    pub group_id: String,
    /// Its name.
    pub group_name: String,
}

/// An application to choose.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApplicationOption {
    /// Its OAuth `client_id`.
    pub application_id: String,
    /// Its name.
    pub application_name: String,
}

/// Agency options
///
/// The agencies that an account may belong to, by name.
#[utoipa::path(
    get,
    path = "/api/security/common/option/agency",
    tag = "options",
    params(OptionQuery),
    responses((status = 200, description = "The answer; its `status` says whether the call succeeded.", body = Envelope<Vec<AgencyOption>>)),
)]
pub async fn option_agency(
    mut caller: Caller,
    Fields(query): Fields<OptionQuery>,
) -> Answered<Vec<AgencyOption>> {
    let found = agency_options(caller.view(), &query.filter()?).await?;
    let option = |Choice { id, name, .. }| AgencyOption {
        agency_id: id,
        agency_name: name,
    };
    Ok(Answer(found.into_iter().map(option).collect()))
}

/// Client options
///
/// The clients that an account may belong to, by name.
#[utoipa::path(
    get,
    path = "/api/security/common/option/client",
    tag = "options",
    params(ClientOptionQuery),
    responses((status = 200, description = "The answer; its `status` says whether the call succeeded.", body = Envelope<Vec<ClientOption>>)),
)]
pub async fn option_client(
    mut caller: Caller,
    Fields(query): Fields<ClientOptionQuery>,
) -> Answered<Vec<ClientOption>> {
    let filter = filter(query.context, query.page_num, query.page_size)?;
    let agency_id = query.agency_id.filter(|id| !id.is_empty());
    let found = company_options(caller.view(), agency_id.as_deref(), &filter).await?;
    let option = |choice: Choice| ClientOption {
        client_id: choice.id,
        client_name: choice.name,
        agency_id: choice.belongs_to,
    };
    Ok(Answer(found.into_iter().map(option).collect()))
}

/// Brand options
///
/// The brands that an account may belong to, by name.
#[utoipa::path(
    get,
    path = "/api/security/common/option/brand",
    tag = "options",
    params(BrandOptionQuery),
    responses((status = 200, description = "The answer; its `status` says whether the call succeeded.", body = Envelope<Vec<BrandOption>>)),
)]
pub async fn option_brand(
    mut caller: Caller,
    Fields(query): Fields<BrandOptionQuery>,
) -> Answered<Vec<BrandOption>> {
    let filter = filter(query.context, query.page_num, query.page_size)?;
    let client_id = query.client_id.filter(|id| !id.is_empty());
    let found = brand_options(caller.view(), client_id.as_deref(), &filter).await?;
    let option = |choice: Choice| BrandOption {
        brand_id: choice.id,
        brand_name: choice.name,
        client_id: choice.belongs_to,
    };
    Ok(Answer(found.into_iter().map(option).collect()))
}

/// Group options
///
/// The groups that the caller manages, by name: administrators get every group, members none. Groups that are
/// switched off are left out.
#[utoipa::path(
    get,
    path = "/api/security/common/option/group-list",
    tag = "options",
    params(OptionQuery),
    responses((status = 200, description = "The answer; its `status` says whether the call succeeded.", body = Envelope<Vec<GroupOption>>)),
)]
pub async fn option_group(
    mut caller: Caller,
    Fields(query): Fields<OptionQuery>,
) -> Answered<Vec<GroupOption>> {
    let filter = query.filter()?;
    let rights = caller.rights().await?;
    let found = managed_groups(caller.view(), &rights, &filter).await?;
    let option = |Choice { id, name, .. }| GroupOption {
        group_id: id,
        group_name: name,
    };
    Ok(Answer(found.into_iter().map(option).collect()))
}

/// Application options
///
/// The applications that the audit log may name, by name; those that are switched off too.
#[utoipa::path(
    get,
    path = "/api/security/admin/audit/application/option-list",
    tag = "options",
    params(OptionQuery),
    responses((status = 200, description = "The answer; its `status` says whether the call succeeded.", body = Envelope<Vec<ApplicationOption>>)),
)]
pub async fn option_application(
    mut caller: Caller,
    Fields(query): Fields<OptionQuery>,
) -> Answered<Vec<ApplicationOption>> {
    let filter = query.filter()?;
    let names = clients::names(caller.view()).await?.into_iter();
    let choice = |(id, name)| Choice {
        id,
        name,
        belongs_to: None,
    };
    let found = filter.narrow(names.map(choice).collect()).into_iter();
    let option = |Choice { id, name, .. }| ApplicationOption {
        application_id: id,
        application_name: name,
    };
    Ok(Answer(found.map(option).collect()))
}

impl OptionQuery {
    fn filter(self) -> Result<OptionFilter, ApiError> {
        filter(self.context, self.page_num, self.page_size)
    }
}

fn filter(
    context: Option<String>,
    page_num: Option<i64>,
    page_size: Option<i64>,
) -> Result<OptionFilter, ApiError> {
    let page = match page_num {
        None => 0,
        Some(page @ 1..) => page - 1,
        Some(_) => return Err(ApiError::illegal("pageNum")),
    };
    let take = match page_size {
        None => MOST_OPTIONS,
        Some(size @ 1..=100) => usize::try_from(size).unwrap_or(MOST_OPTIONS),
        Some(_) => return Err(ApiError::illegal("pageSize")),
    };
    let page = usize::try_from(page).map_err(|_| ApiError::illegal("pageNum"))?;
    Ok(OptionFilter {
        context: context.unwrap_or_default(),
        skip: page.saturating_mul(take),
        take,
    })
}
