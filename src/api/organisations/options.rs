//! Organisations to choose from in forms of the administration (contract G-52).

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::api::options::{BrandOption, ClientOption, organisations};
use crate::calls::{Caller, operation};
use crate::directory::{Choice, OrganisationKind};
use crate::http::envelope::{Answered, ApiError};
use crate::http::fields::integer_or_empty;
use crate::http::paging::{OptionQuery, Options, OptionsOf};

/// A division as an option.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DivisionOption {
    /// The division's id.
    pub division_id: String,
    /// The division's name.
    pub division_name: String,
    /// The division's client, if it has one.
    pub client_id: Option<String>,
}

/// An industry as an option.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IndustryOption {
    /// The industry's id.
    pub industry_id: String,
    /// The industry's name.
    pub industry_name: String,
}

/// An agency or a client as an option.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrganisationOption {
    /// The id of the agency or client.
    pub org_id: String,
    /// Its name.
    pub org_name: String,
}

impl From<Choice> for DivisionOption {
    fn from(choice: Choice) -> Self {
        Self {
            division_id: choice.id,
            division_name: choice.name,
            client_id: choice.belongs_to,
        }
    }
}

impl From<Choice> for IndustryOption {
    fn from(choice: Choice) -> Self {
        Self {
            industry_id: choice.id,
            industry_name: choice.name,
        }
    }
}

impl From<Choice> for OrganisationOption {
    fn from(choice: Choice) -> Self {
        Self {
            org_id: choice.id,
            org_name: choice.name,
        }
    }
}

/// Client options of the administration
///
/// The clients, sorted by name.
#[operation(tag = "options", params(OptionQuery))]
pub async fn client_options(
    caller: Caller,
    Options(wanted): Options,
) -> Answered<Vec<ClientOption>> {
    organisations(caller, OrganisationKind::Company, None, wanted).await
}

/// Division options of the administration
///
/// The divisions, sorted by name.
#[operation(tag = "options", params(OptionQuery))]
pub async fn division_options(
    caller: Caller,
    Options(wanted): Options,
) -> Answered<Vec<DivisionOption>> {
    organisations(caller, OrganisationKind::Division, None, wanted).await
}

/// Brand options of the administration
///
/// The brands, sorted by name.
#[operation(tag = "options", params(OptionQuery))]
pub async fn brand_options(caller: Caller, Options(wanted): Options) -> Answered<Vec<BrandOption>> {
    organisations(caller, OrganisationKind::Brand, None, wanted).await
}

/// Industry options of the administration
///
/// The industries, sorted by name.
#[operation(tag = "options", params(OptionQuery))]
pub async fn industry_options(
    caller: Caller,
    Options(wanted): Options,
) -> Answered<Vec<IndustryOption>> {
    organisations(caller, OrganisationKind::Industry, None, wanted).await
}

/// Which organisations are options.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct OrganisationOptionQuery {
    /// The account type: 1 and 2 have agencies, 3 has clients. Default: 1.
    #[serde(deserialize_with = "integer_or_empty")]
    pub account_type: Option<i64>,
}

/// Organisation options of an account type
///
/// The organisations that a role of this account type can be for, sorted by name: agencies for 1 and 2,
/// clients for 3.
#[operation(tag = "options", params(OrganisationOptionQuery, OptionQuery))]
pub async fn account_type_organisations(
    caller: Caller,
    OptionsOf(query, wanted): OptionsOf<OrganisationOptionQuery>,
) -> Answered<Vec<OrganisationOption>> {
    let kind = match query.account_type.unwrap_or(1) {
        1 | 2 => OrganisationKind::Agency,
        3 => OrganisationKind::Company,
        _ => return Err(ApiError::illegal("accountType")),
    };
    organisations(caller, kind, None, wanted).await
}
