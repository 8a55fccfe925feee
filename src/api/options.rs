//! Option lists for forms.

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

/// A search in options, and a page of them. Every field is optional.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct OptionQuery {
    /// A part of the name.
    pub context: Option<String>,
    /// The page, from 1. Default: 1.
    #[serde(deserialize_with = "optional_integer")]
    #[param(minimum = 1)]
    pub page_num: Option<i64>,
    /// Options on a page, 1 to 100. If missing, up to 1,000.
    #[serde(deserialize_with = "optional_integer")]
    #[param(minimum = 1, maximum = 100)]
    pub page_size: Option<i64>,
}

/// A search in clients, and a page of them.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct ClientOptionQuery {
    /// Only clients of this agency, and clients without an agency.
    pub agency_id: Option<String>,
    /// A part of the name.
    pub context: Option<String>,
    /// The page, from 1. Default: 1.
    #[serde(deserialize_with = "optional_integer")]
    #[param(minimum = 1)]
    pub page_num: Option<i64>,
    /// Options on a page, 1 to 100. If missing, up to 1,000.
    #[serde(deserialize_with = "optional_integer")]
    #[param(minimum = 1, maximum = 100)]
    pub page_size: Option<i64>,
}

/// A search in brands, and a page of them.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct BrandOptionQuery {
    /// Only brands of this client, and brands without a client.
    pub client_id: Option<String>,
    /// A part of the name.
    pub context: Option<String>,
    /// The page, from 1. Default: 1.
    #[serde(deserialize_with = "optional_integer")]
    #[param(minimum = 1)]
    pub page_num: Option<i64>,
    /// Options on a page, 1 to 100. If missing, up to 1,000.
    #[serde(deserialize_with = "optional_integer")]
    #[param(minimum = 1, maximum = 100)]
    pub page_size: Option<i64>,
}

/// An agency as an option.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgencyOption {
    /// The agency's id.
    pub agency_id: String,
    /// The agency's name.
    pub agency_name: String,
}

/// A client as an option.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClientOption {
    /// The client's id.
    pub client_id: String,
    /// The client's name.
    pub client_name: String,
    /// The client's agency, if it has one.
    pub agency_id: Option<String>,
}

/// A brand as an option.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandOption {
    /// The brand's id.
    pub brand_id: String,
    /// The brand's name.
    pub brand_name: String,
    /// The brand's client, if it has one.
    pub client_id: Option<String>,
}

/// A group as an option.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupOption {
    /// The group's id.
    pub group_id: String,
    /// The group's name.
    pub group_name: String,
}

/// An application as an option.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApplicationOption {
    /// The application's OAuth `client_id`.
    pub application_id: String,
    /// The application's name.
    pub application_name: String,
}

/// Agency options
///
/// The agencies that an account can belong to, sorted by name.
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
/// The clients that an account can belong to, sorted by name.
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
/// The brands that an account can belong to, sorted by name.
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
/// The enabled groups that the caller manages, sorted by name. Administrators get all groups;
/// people who manage no group get none.
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
/// The applications that audit entries can name, sorted by name, with disabled ones.
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
