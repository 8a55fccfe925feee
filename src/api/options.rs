//! Option lists: what a form may choose from.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Caller;
use crate::directory::{MOST_OPTIONS, OptionFilter, Organisation, agency_options, company_options};
use crate::http::envelope::{Answer, Answered, ApiError, Envelope};
use crate::http::fields::{Fields, optional_integer};

/// Which options are wanted; every field may be left out.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct OptionQuery {
    /// What the name holds anywhere.
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
    /// What the name holds anywhere.
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
    let filter = query.filter()?;
    let found = agency_options(caller.view(), &filter).await?;
    let option = |Organisation { id, name }| AgencyOption {
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
    let ClientOptionQuery {
        agency_id,
        context,
        page_num,
        page_size,
    } = query;
    let filter = OptionQuery {
        context,
        page_num,
        page_size,
    };
    let agency_id = agency_id.filter(|id| !id.is_empty());
    let found = company_options(caller.view(), agency_id.as_deref(), &filter.filter()?).await?;
    let option = |Organisation { id, name }| ClientOption {
        client_id: id,
        client_name: name,
    };
    Ok(Answer(found.into_iter().map(option).collect()))
}

impl OptionQuery {
    fn filter(self) -> Result<OptionFilter, ApiError> {
        let page = match self.page_num {
            None => 0,
            Some(page @ 1..) => page - 1,
            Some(_) => return Err(ApiError::illegal("pageNum")),
        };
        let take = match self.page_size {
            None => MOST_OPTIONS,
            Some(size @ 1..=100) => usize::try_from(size).unwrap_or(MOST_OPTIONS),
            Some(_) => return Err(ApiError::illegal("pageSize")),
        };
        let page = usize::try_from(page).map_err(|_| ApiError::illegal("pageNum"))?;
        Ok(OptionFilter {
            context: self.context.unwrap_or_default(),
            skip: page.saturating_mul(take),
            take,
        })
    }
}
