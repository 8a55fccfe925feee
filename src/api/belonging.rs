//! The signed-in person changes their own agency or brand (contract T-48, T-49, F-59).

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::options::BrandOption;
use crate::access::{Action, Object};
use crate::calls::{Caller, WritingCaller, operation};
use crate::config::AgencyChange;
use crate::db::list::OptionPaging;
use crate::directory::{
    AgencyLogo, Choice, OrganisationError, agency_logos, choose_agency, choose_brand,
    own_brand_options, refused_agency, waiting_agency,
};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::Fields;
use crate::http::paging::{OptionQuery, Options};
use crate::state::AppState;

/// The agency to belong to.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AssignAgencyBody {
    /// The agency's id.
    #[schema(required = true)]
    pub agency_id: String,
}

/// The caller's agency after the call.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssignedAgency {
    /// The id of the agency that the caller belongs to.
    pub agency_id: String,
    /// Its name.
    pub agency_name: String,
    /// True if the chosen agency needs the approval of an administrator first.
    pub waits: bool,
}

/// Choose one's own agency
///
/// Callers without an agency get it at once. A later change waits for an administrator, unless the server
/// allows it (`accounts.agency_change`). A new choice replaces one that waits; choosing the present agency
/// withdraws it. A client and a brand that do not belong to the new agency are removed.
#[operation(tag = "user", request_body = AssignAgencyBody)]
pub async fn assign_agency(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(body): Fields<AssignAgencyBody>,
) -> Answered<AssignedAgency> {
    let at_once = may_change_at_once(&mut caller, &state).await?;
    let (account, limits) = (caller.account(), state.limits);
    let caller = caller.end_view();
    let chosen = caller.write::<_, OrganisationError, _>(move |tx, audit| {
        Box::pin(async move {
            let agency_id = body.agency_id.trim();
            choose_agency(tx, &account.id, agency_id, at_once, &limits, audit).await
        })
    });
    let chosen = chosen.await.inspect_err(|refused| {
        if matches!(refused, ApiError::LimitReached(..)) {
            caller.note_limit("agency_requests", &caller.account().id);
        }
    })?;
    Ok(Answer(AssignedAgency {
        agency_id: chosen.agency.id,
        agency_name: chosen.agency.name,
        waits: chosen.waits,
    }))
}

/// True if the settings allow it, or if the person may change the agency of this account as an administrator.
async fn may_change_at_once(caller: &mut Caller, state: &AppState) -> Result<bool, ApiError> {
    if state.config.accounts.agency_change == AgencyChange::Free {
        return Ok(true);
    }
    let account = caller.account();
    let page = [(account.id.as_str(), account.sup_admin)];
    let found = crate::access::facts::accounts(caller.view(), &page).await?;
    let own = found.into_values().next().unwrap_or(Object::Unknown);
    Ok(caller.may(Action::MoveAccount, &own).await?)
}

/// An agency to choose.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SelectableAgency {
    /// The agency's id.
    pub id: String,
    /// The same id.
    pub agency_id: String,
    /// The agency's name.
    pub agency_name: String,
    /// The agency's logo as a `data:` address; empty if it has none.
    pub logo: String,
    /// True for the agency that the caller belongs to.
    pub selected: bool,
    /// True for the agency that the caller has asked for and that waits for an administrator.
    pub requested: bool,
    /// True if choosing it needs the approval of an administrator.
    pub needs_approval: bool,
    /// Why an administrator refused the caller's newest request, if it was for this agency and refused in the last 90 days.
    pub refusal: Option<String>,
}

/// Agencies to choose from
///
/// The agencies in the order of their ids, with the caller's own marked.
#[operation(tag = "user", params(OptionQuery))]
pub async fn agency_select(
    State(state): State<Arc<AppState>>,
    caller: Caller,
    Options(wanted): Options,
) -> Answered<Vec<SelectableAgency>> {
    selectable(caller, &wanted, &state).await
}

/// Agencies to choose from
///
/// The same as `/api/security/user/acc-user/agency-select`.
#[operation(tag = "user", params(OptionQuery))]
pub async fn agency_select_alias(
    State(state): State<Arc<AppState>>,
    caller: Caller,
    Options(wanted): Options,
) -> Answered<Vec<SelectableAgency>> {
    selectable(caller, &wanted, &state).await
}

async fn selectable(
    mut caller: Caller,
    wanted: &OptionPaging,
    state: &AppState,
) -> Answered<Vec<SelectableAgency>> {
    let found = agency_logos(caller.view(), wanted).await?;
    let (account, now) = (caller.account(), caller.now);
    let waiting = waiting_agency(caller.view(), &account.id).await?;
    let refused = refused_agency(caller.view(), &account.id, now).await?;
    let at_once = may_change_at_once(&mut caller, state).await?;
    let own = account.agency.as_ref().map(|agency| agency.id.as_str());
    let requested = waiting.as_ref().map(|(id, _)| id.as_str());
    // An administrator may have moved the person there since.
    let refused = refused.filter(|(id, _)| own != Some(id.as_str()));
    let refusal = |agency: &AgencyLogo| {
        let of_agency = refused.as_ref().filter(|(id, _)| *id == agency.id);
        of_agency.map(|(_, reason)| reason.clone())
    };
    let option = |agency: AgencyLogo| SelectableAgency {
        refusal: refusal(&agency),
        selected: own == Some(&agency.id),
        requested: requested == Some(&agency.id),
        needs_approval: !at_once && own.is_some_and(|own| own != agency.id),
        agency_id: agency.id.clone(),
        id: agency.id,
        agency_name: agency.name,
        logo: agency.logo_url,
    };
    Ok(Answer(found.into_iter().map(option).collect()))
}

/// An agency with its logo.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedAgency {
    /// The agency's id.
    pub id: String,
    /// The same id.
    pub agency_id: String,
    /// The agency's name.
    pub agency_name: String,
    /// The agency's logo as a `data:` address; empty if it has none.
    pub logo: String,
}

/// Agencies
///
/// All agencies in the order of their ids.
#[operation(tag = "user", params(OptionQuery))]
pub async fn agencies(mut caller: Caller, Options(wanted): Options) -> Answered<Vec<ListedAgency>> {
    let found = agency_logos(caller.view(), &wanted).await?;
    let option = |agency: AgencyLogo| ListedAgency {
        agency_id: agency.id.clone(),
        id: agency.id,
        agency_name: agency.name,
        logo: agency.logo_url,
    };
    Ok(Answer(found.into_iter().map(option).collect()))
}

/// Brands to choose from
///
/// The brands that the caller may choose: those of the caller's client and those without a client.
#[operation(tag = "user", params(OptionQuery))]
pub async fn own_brands(
    mut caller: Caller,
    Options(wanted): Options,
) -> Answered<Vec<BrandOption>> {
    let account = caller.account();
    let found = own_brand_options(caller.view(), &account, &wanted).await?;
    let option = |choice: Choice| BrandOption {
        brand_id: choice.id,
        brand_name: choice.name,
        client_id: choice.belongs_to,
    };
    Ok(Answer(found.into_iter().map(option).collect()))
}

/// The brand to choose.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BrandSelectBody {
    /// The brand's id.
    #[schema(required = true)]
    pub brand_id: String,
}

/// The caller's brand.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SelectedBrand {
    /// The brand's id.
    pub brand_id: String,
    /// The brand's name.
    pub brand_name: String,
}

/// Choose one's own brand
///
/// The brand must be one of `/api/security/acc-user/brand`.
#[operation(tag = "user", request_body = BrandSelectBody)]
pub async fn brand_select(
    caller: WritingCaller,
    Fields(body): Fields<BrandSelectBody>,
) -> Answered<SelectedBrand> {
    let account = caller.account();
    let chosen = caller.write::<_, OrganisationError, _>(move |tx, audit| {
        Box::pin(async move { choose_brand(tx, &account.id, body.brand_id.trim(), audit).await })
    });
    let brand = chosen.await?;
    Ok(Answer(SelectedBrand {
        brand_id: brand.id,
        brand_name: brand.name,
    }))
}
