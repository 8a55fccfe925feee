//! Asking for a product: a request for a group that grants it.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::bodies::OpenedProduct;
use super::my_groups::{Applied, apply_for};
use super::opening::ProductQuery;
use crate::calls::{Caller, Creation, WritingCaller, operation};
use crate::catalogue::products;
use crate::days::{in_days, today};
use crate::groups::requests::agency;
use crate::groups::{self, GroupContact, RequestKind, Wish, single_grant};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::{Fields, filled, integer, optional_integer};
use crate::state::AppState;

/// What a person can ask for to open a product.
#[derive(Debug, Serialize, ToSchema)]
pub struct ApplyOptions {
    /// The groups that grant it and that the caller may see.
    pub groups: Vec<ApplyGroup>,
    /// The products that the caller would get by it: this one.
    pub accesses: Vec<ApplyAccess>,
}

/// A group to ask for, with what a person wants to know before.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApplyGroup {
    /// The group's id.
    pub group_id: String,
    /// The group's name.
    pub group_name: String,
    /// What the group is for.
    pub desc: String,
    /// The names of its managers who can sign in, separated by commas.
    pub group_admin: String,
    /// The managers' message to people who ask for access.
    pub admin_msg: String,
    /// The longest membership in days; absent if it needs no end.
    pub max_days: Option<i64>,
    /// The day by which a request of today should be decided, as `yyyy-MM-dd`.
    pub decide_by: String,
    /// The first 8 products that the group opens, of those on home.
    pub opens: Vec<OpenedProduct>,
    /// How many there are.
    pub opens_count: i64,
}

/// A product that a request leads to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApplyAccess {
    /// The product's id.
    pub product_id: i64,
    /// Its name in the reader's language.
    pub product_name: String,
}

/// Options of an application request
///
/// The groups that the caller can ask for to open the product.
#[operation(tag = "app", params(ProductQuery))]
pub async fn apply_options(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(query): Fields<ProductQuery>,
) -> Answered<ApplyOptions> {
    let account = caller.account();
    let id = query.product_id;
    let product = products::by_number(caller.view(), &account, id, &state.clients).await?;
    let product = product.ok_or(ApiError::illegal("productId"))?;
    let language = caller.language;
    let (product, _) = product.in_language(language);
    let (viewer, now) = ((account.id.as_str(), agency(&account)), caller.now);
    let day = today(now, &state.zone).to_string();
    let mut found = groups::contacts(caller.view(), id, viewer, &day).await?;
    found.sort_by(|a, b| a.group_name.cmp(&b.group_name));
    let ids = found.iter().map(|group| group.group_id.as_str());
    let hidden = &state.config.branding.hidden_app_ids;
    let mut opened = groups::opened_by(caller.view(), ids, Some(hidden)).await?;
    let option = |group: GroupContact| {
        let opened = opened.remove(&group.group_id).unwrap_or_default();
        ApplyGroup {
            desc: group.description,
            group_admin: group.managers.join(", "),
            admin_msg: group.admin_msg,
            max_days: group.max_days,
            decide_by: in_days(now, group.due_days, &state.zone).to_string(),
            opens: OpenedProduct::list(&opened, language, &state.clients),
            opens_count: opened.total,
            group_id: group.group_id,
            group_name: group.group_name,
        }
    };
    Ok(Answer(ApplyOptions {
        groups: found.into_iter().map(option).collect(),
        accesses: vec![ApplyAccess {
            product_id: product.id,
            product_name: product.name,
        }],
    }))
}

/// A request for a product.
#[derive(Debug, Deserialize, IntoParams, ToSchema)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ProductApplication {
    /// The product's id.
    #[serde(deserialize_with = "integer")]
    pub product_id: i64,
    /// The group to ask for. It can be missing if exactly one group grants the product.
    #[serde(default)]
    pub group_id: Option<String>,
    /// Why; at most 500 characters.
    #[serde(default)]
    pub reason: Option<String>,
    /// For how many days. Missing: for as long as the group allows.
    #[serde(default, deserialize_with = "optional_integer")]
    pub wanted_days: Option<i64>,
}

/// The request for a product.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProductApplied {
    /// The pending request; absent for a member.
    pub id: Option<String>,
    /// `pending`, or `approved` for a member.
    pub status: String,
}

impl Creation for ProductApplied {}

impl From<Applied> for ProductApplied {
    fn from(applied: Applied) -> Self {
        Self {
            id: applied.request_id,
            status: applied.status_name,
        }
    }
}

/// Apply for an application, as GET
///
/// The same as the POST call, for older clients.
#[operation(tag = "app", params(ProductApplication))]
pub async fn app_apply(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(sent): Fields<ProductApplication>,
) -> Answered<ProductApplied> {
    apply(&state, caller, sent).await
}

/// Apply for an application
///
/// Asks for the group that grants the product. While a request is pending, a second one returns the same
/// `id`.
#[operation(tag = "app", request_body = ProductApplication)]
pub async fn app_apply_post(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(sent): Fields<ProductApplication>,
) -> Answered<ProductApplied> {
    apply(&state, caller, sent).await
}

async fn apply(
    state: &AppState,
    mut caller: WritingCaller,
    sent: ProductApplication,
) -> Answered<ProductApplied> {
    let account = caller.account();
    let id = sent.product_id;
    let known = products::by_number(caller.view(), &account, id, &state.clients).await?;
    if known.is_none() {
        return Err(ApiError::illegal("productId"));
    }
    let wanted = filled(sent.group_id);
    let group = single_grant(caller.view(), &account, sent.product_id, wanted.as_deref());
    let group_id = group.await?;
    let wish = Wish {
        reason: sent.reason.unwrap_or_default().trim().to_owned(),
        days: sent.wanted_days,
        product_id: Some(sent.product_id),
    };
    apply_for(state, caller, RequestKind::Join, group_id, wish).await
}
