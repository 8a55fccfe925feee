//! Option lists for forms.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::calls::{Caller, operation};
use crate::clients::{self, ApplicationChoice};
use crate::db::list::OptionPaging;
use crate::directory::{Choice, OrganisationKind, organisation_options};
use crate::groups::{GroupOption, managed_groups};
use crate::http::envelope::{Answer, Answered};
use crate::http::fields::filled;
use crate::http::paging::{OptionQuery, Options, OptionsOf};

/// Which brands are options.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct BrandOptionQuery {
    /// Only brands of this client, and brands without a client.
    pub client_id: Option<String>,
}

/// An agency as an option.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgencyOption {
    /// The agency's id.
    pub id: String,
    /// The same.
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

/// An application as an option.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApplicationOption {
    /// The application's OAuth `client_id`.
    pub application_id: String,
    /// The application's name.
    pub application_name: String,
}

impl From<Choice> for AgencyOption {
    fn from(choice: Choice) -> Self {
        Self {
            id: choice.id.clone(),
            agency_id: choice.id,
            agency_name: choice.name,
        }
    }
}

impl From<Choice> for ClientOption {
    fn from(choice: Choice) -> Self {
        Self {
            client_id: choice.id,
            client_name: choice.name,
            agency_id: choice.belongs_to,
        }
    }
}

impl From<Choice> for BrandOption {
    fn from(choice: Choice) -> Self {
        Self {
            brand_id: choice.id,
            brand_name: choice.name,
            client_id: choice.belongs_to,
        }
    }
}

/// Organisations as options, only those that belong to `parent_id`, or all.
pub(super) async fn organisations<T: From<Choice>>(
    mut caller: Caller,
    kind: OrganisationKind,
    parent_id: Option<String>,
    wanted: OptionPaging,
) -> Answered<Vec<T>> {
    let view = caller.view();
    let found = organisation_options(view, kind, parent_id.as_deref(), &wanted).await?;
    Ok(Answer(found.into_iter().map(T::from).collect()))
}

/// Brand options
///
/// The brands that an account can belong to, sorted by name.
#[operation(tag = "options", params(BrandOptionQuery, OptionQuery))]
pub async fn option_brand(
    caller: Caller,
    OptionsOf(query, wanted): OptionsOf<BrandOptionQuery>,
) -> Answered<Vec<BrandOption>> {
    let client_id = filled(query.client_id);
    organisations(caller, OrganisationKind::Brand, client_id, wanted).await
}

/// Group options
///
/// The enabled groups that the caller manages, sorted by name. Administrators get all groups;
/// people who manage no group get none.
#[operation(tag = "options", params(OptionQuery))]
pub async fn option_group(
    mut caller: Caller,
    Options(wanted): Options,
) -> Answered<Vec<GroupOption>> {
    let rights = caller.rights().await?;
    Ok(Answer(
        managed_groups(caller.view(), &rights, &wanted).await?,
    ))
}

/// Application options
///
/// The applications that audit entries can name, sorted by name, disabled ones too.
#[operation(tag = "options", params(OptionQuery))]
pub async fn option_application(
    mut caller: Caller,
    Options(wanted): Options,
) -> Answered<Vec<ApplicationOption>> {
    let found = clients::options(caller.view(), &wanted).await?.into_iter();
    let option = |row: ApplicationChoice| ApplicationOption {
        application_id: row.client_id,
        application_name: row.name,
    };
    Ok(Answer(found.map(option).collect()))
}
