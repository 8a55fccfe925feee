//! Industry data of a group: its industries and the brands in each.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::edit::ChangedGroup;
use crate::calls::{Caller, WritingCaller, operation};
use crate::groups::GroupError;
use crate::groups::group_industries::{self, IndustryItem, Selectable};
use crate::http::envelope::{Answer, Answered};
use crate::http::fields::{Fields, optional_integer};

/// The group whose industries to read.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IndustriesBody {
    /// The group's id.
    pub group_id: String,
}

/// An industry to choose for a group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupIndustry {
    /// The industry's id.
    pub industry_id: String,
    /// The industry's name.
    pub industry_name: String,
    /// True if the group has it.
    pub selected: bool,
}

/// Industries of a group
///
/// The industries to choose from, sorted by name, and which the group has.
#[operation(tag = "groups", request_body = IndustriesBody)]
pub async fn group_industries(
    mut caller: Caller,
    Fields(body): Fields<IndustriesBody>,
) -> Answered<Vec<GroupIndustry>> {
    let found = group_industries::industries(caller.view(), &body.group_id).await?;
    let option = |Selectable { id, name, selected }| GroupIndustry {
        industry_id: id,
        industry_name: name,
        selected,
    };
    Ok(Answer(found.into_iter().map(option).collect()))
}

/// The group and the industries whose brands to read.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IndustryBrandsBody {
    /// The group's id.
    pub group_id: String,
    /// 1 to 20 industries.
    pub industry_ids: Vec<String>,
}

/// The brands of an industry.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IndustryBrands {
    /// The industry's id.
    pub industry_id: String,
    /// The brands to choose from.
    pub brands: Vec<IndustryBrandOption>,
}

/// A brand to choose for an industry of a group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IndustryBrandOption {
    /// The brand's id.
    pub brand_id: String,
    /// The brand's name.
    pub brand_name: String,
    /// True if the group has it in this industry.
    pub selected: bool,
}

/// Brands of industries
///
/// For each industry the brands to choose from, sorted by name, and which the group has.
#[operation(tag = "groups", request_body = IndustryBrandsBody)]
pub async fn group_industry_brands(
    mut caller: Caller,
    Fields(body): Fields<IndustryBrandsBody>,
) -> Answered<Vec<IndustryBrands>> {
    let (group, industries) = (&body.group_id, &body.industry_ids);
    let found = group_industries::brands(caller.view(), group, industries).await?;
    let option = |Selectable { id, name, selected }| IndustryBrandOption {
        brand_id: id,
        brand_name: name,
        selected,
    };
    let industry = |(industry_id, brands): (String, Vec<Selectable>)| IndustryBrands {
        industry_id,
        brands: brands.into_iter().map(option).collect(),
    };
    Ok(Answer(found.into_iter().map(industry).collect()))
}

/// An industry and its brands.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IndustryChoice {
    /// The industry's id.
    pub industry_id: String,
    /// The chosen brands; none is all.
    #[serde(default)]
    pub brand_ids: Vec<String>,
}

/// The industry data of a group.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IndustryDataBody {
    /// The group's id.
    pub group_id: String,
    /// The version that you read. If it is missing, the last change wins.
    #[serde(default, deserialize_with = "optional_integer")]
    pub version: Option<i64>,
    /// All industries of the group, at least one.
    pub items: Vec<IndustryChoice>,
}

/// Change the industry data of a group
///
/// Replaces its industries and their brands. They are passed on to applications and decide nothing. To remove the last
/// industry, change the group with empty `industryIds`.
#[operation(tag = "groups", request_body = IndustryDataBody)]
pub async fn group_industry_confirm(
    caller: WritingCaller,
    Fields(body): Fields<IndustryDataBody>,
) -> Answered<ChangedGroup> {
    let item = |choice: IndustryChoice| IndustryItem {
        industry_id: choice.industry_id,
        brand_ids: choice.brand_ids,
    };
    let items: Vec<IndustryItem> = body.items.into_iter().map(item).collect();
    let changed = caller.write::<_, GroupError, _>(move |tx, audit| {
        Box::pin(async move {
            let wanted = (body.version, &*items);
            group_industries::change(tx, &body.group_id, wanted, audit).await
        })
    });
    Ok(Answer(changed.await?.into()))
}
