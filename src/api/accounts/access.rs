//! The roles of an account, and what its owner may do and why (contract C-044, C-045).

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::AccountQuery;
use crate::access::{Action, Object};
use crate::api::access_rights::ProductStatusNumber;
use crate::api::roles::account_type;
use crate::calls::{Caller, WritingCaller, operation};
use crate::catalogue::effective::{
    AccessReason, EffectiveAccess, GroupOfAccount, HeldCode, effective_access,
};
use crate::catalogue::role_users::{assign_roles, plan};
use crate::catalogue::{
    AccessError, AccountType, OwnLimit, RoleAssignment, RoleLimit, RoleOfAccount,
};
use crate::http::envelope::{Answer, Answered, ApiError, Empty};
use crate::http::fields::{Fields, filled, integer, optional_integer};
use crate::http::number::Number;
use crate::i18n::language::Language;

/// The most products in one call.
const MOST_ASSIGNMENTS: usize = 100;

/// The roles of a person in one product.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoleAssignmentBody {
    /// The product's id.
    #[serde(deserialize_with = "integer")]
    pub project_id: i64,
    /// All roles that the person is to have in this product; an empty array for none.
    pub role_ids: BTreeSet<String>,
    /// Limits the roles: 1 internal, 2 corporate identity, 3 client; 0 or missing for no limit.
    #[serde(default, deserialize_with = "optional_integer")]
    pub account_type: Option<i64>,
    /// Limits the roles to an agency (types 1 and 2) or a client (type 3).
    pub org_id: Option<String>,
    /// Roles of `roleIds` with a limit of their own instead, each once.
    #[serde(default)]
    pub limits: Vec<RoleLimitBody>,
}

/// What limits one role of a person.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoleLimitBody {
    /// The role's id.
    pub role_id: String,
    /// Limits the role: 1 internal, 2 corporate identity, 3 client; 0 or missing for no limit.
    #[serde(default, deserialize_with = "optional_integer")]
    pub account_type: Option<i64>,
    /// Limits the role to an agency (types 1 and 2) or a client (type 3).
    pub org_id: Option<String>,
}

/// A person and their roles.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssignRoleBody {
    /// The account's id.
    #[expect(dead_code, reason = "the guard reads it")]
    pub user_id: String,
    /// The products whose roles change, at most 100. Roles in other products stay.
    pub assignments: Vec<RoleAssignmentBody>,
}

/// Assign roles to a user
///
/// It takes effect at once. Nobody gives a role to themselves, nobody gives a role of Atrium with more access codes than
/// they hold, and only super administrators change the roles of administrators.
#[operation(tag = "accounts", request_body = AssignRoleBody)]
pub async fn account_assign_role(
    mut caller: WritingCaller,
    Fields(body): Fields<AssignRoleBody>,
) -> Answered<Empty> {
    let id = caller.named_account()?.id.clone();
    if body.assignments.is_empty() || body.assignments.len() > MOST_ASSIGNMENTS {
        return Err(ApiError::illegal("assignments"));
    }
    let assignments: Result<Vec<_>, ApiError> =
        body.assignments.into_iter().map(assignment).collect();
    let assignments = assignments?;
    may_name_products(&mut caller, &assignments).await?;
    let checked = plan(caller.view(), &id, &assignments).await?;
    for role in checked.roles() {
        let role = crate::catalogue::facts::role(caller.view(), role).await?;
        caller.require(Action::AssignRole, &role).await?;
    }
    let assigned = caller.write::<_, AccessError, _>(move |tx, audit| {
        Box::pin(async move { assign_roles(tx, &id, (&assignments, &checked), audit).await })
    });
    assigned.await?;
    Ok(Answer(Empty))
}

fn assignment(body: RoleAssignmentBody) -> Result<RoleAssignment, ApiError> {
    let mut limits = BTreeMap::new();
    for (position, body) in body.limits.into_iter().enumerate() {
        let of = |field: &str| format!("limits[{position}].{field}");
        let limit = limit(body.account_type, body.org_id, of("accountType"))?;
        let own = OwnLimit { position, limit };
        if limits.insert(body.role_id, own).is_some() {
            return Err(ApiError::illegal(of("roleId")));
        }
    }
    Ok(RoleAssignment {
        product_id: body.project_id,
        role_ids: body.role_ids,
        limit: limit(body.account_type, body.org_id, "accountType")?,
        limits,
    })
}

/// A limit; `field` is the one of its type.
fn limit(
    of_type: Option<i64>,
    org_id: Option<String>,
    field: impl Into<Cow<'static, str>>,
) -> Result<RoleLimit, ApiError> {
    let of_type = account_type(of_type.unwrap_or_default());
    Ok(RoleLimit {
        account_type: of_type.map_err(|_| ApiError::illegal(field))?,
        org_id: filled(org_id),
    })
}

/// Refuses a product that the caller has nothing to do with before its roles are looked up, so that nobody learns
/// which roles there are.
async fn may_name_products(
    caller: &mut WritingCaller,
    assignments: &[RoleAssignment],
) -> Result<(), ApiError> {
    for assignment in assignments {
        let of_product = Object::Role {
            id: String::new(),
            product_id: assignment.product_id,
            codes: BTreeSet::new(),
        };
        caller.ask(Action::AssignRole, &of_product).await?;
    }
    Ok(())
}

/// A role that a person has.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountRole {
    /// The role's id.
    pub role_id: String,
    /// The role's name.
    pub role_name: String,
    /// The product's id.
    pub project_id: i64,
    /// The product's name.
    pub project_name: String,
    /// Whom the role is for: 1 internal, 2 corporate identity, 3 client; null for everybody.
    pub account_type: Option<i64>,
    /// The agency or client that the role is for, or empty.
    pub org_id: String,
    /// The name of that agency or client, or empty.
    pub org_name: String,
    /// The limit of the role for this person: 1 internal, 2 corporate identity, 3 client; null for no limit.
    pub assigned_account_type: Option<i64>,
    /// The agency or client that the role is limited to for this person, or empty.
    pub assigned_org_id: String,
    /// The name of that agency or client, or empty.
    pub assigned_org_name: String,
    /// Whether it is on.
    pub status: ProductStatusNumber,
    /// True if the role gives its access rights to the person: it is on, and agency or client match.
    pub applies: bool,
    /// The names of the administrators of the product, who manage the role; 20 at most.
    pub administrators: Vec<String>,
}

impl AccountRole {
    fn of(
        given: RoleOfAccount,
        administrators: &BTreeMap<i64, Vec<String>>,
        language: Language,
    ) -> Self {
        let RoleOfAccount { role, .. } = given;
        Self {
            role_id: role.id,
            role_name: role.fields.name,
            project_id: role.product_id,
            project_name: language.of_two(role.product_name, role.product_name_zh),
            account_type: role.fields.account_type.map(AccountType::code),
            org_id: role.fields.org_id.unwrap_or_default(),
            org_name: role.fields.org_name.unwrap_or_default(),
            assigned_account_type: given.limit.account_type.map(AccountType::code),
            assigned_org_id: given.limit.org_id.unwrap_or_default(),
            assigned_org_name: given.org_name.unwrap_or_default(),
            status: Number(role.fields.status),
            applies: given.applies,
            administrators: administrators
                .get(&role.product_id)
                .cloned()
                .unwrap_or_default(),
        }
    }
}

/// The kind of thing that gives an access code.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum AccessSource {
    /// The person is a super administrator.
    SuperAdministrator,
    /// The person administers Atrium.
    Administrator,
    /// A built-in access group.
    AccessGroup,
    /// A role.
    Role,
    /// A group.
    Group,
}

/// Why a person holds an access code.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountAccessReason {
    /// What gives it.
    pub source: AccessSource,
    /// The id of the role or group, the name of the access group, or empty.
    pub id: String,
    /// The name of the role, group or access group, or empty.
    pub name: String,
}

impl From<AccessReason> for AccountAccessReason {
    fn from(reason: AccessReason) -> Self {
        let (source, id, name) = match reason {
            AccessReason::SuperAdministrator => (
                AccessSource::SuperAdministrator,
                String::new(),
                String::new(),
            ),
            AccessReason::Administrator => {
                (AccessSource::Administrator, String::new(), String::new())
            }
            AccessReason::AccessGroup(name) => (AccessSource::AccessGroup, name.clone(), name),
            AccessReason::Role { id, name } => (AccessSource::Role, id, name),
            AccessReason::Group { id, name } => (AccessSource::Group, id, name),
        };
        Self { source, id, name }
    }
}

/// An access code that a person holds.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountAccess {
    /// The access code.
    pub access_code: String,
    /// The code of the product that it belongs to.
    pub app_name: String,
    /// The product's id; null if no product has this code.
    pub project_id: Option<i64>,
    /// The product's name, or empty.
    pub project_name: String,
    /// Every reason why the person holds it.
    pub reasons: Vec<AccountAccessReason>,
}

impl From<HeldCode> for AccountAccess {
    fn from(held: HeldCode) -> Self {
        Self {
            access_code: held.code,
            app_name: held.app_name,
            project_id: held.product_id,
            project_name: held.product_name.unwrap_or_default(),
            reasons: held
                .reasons
                .into_iter()
                .map(AccountAccessReason::from)
                .collect(),
        }
    }
}

/// A product that a group opens.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountGroupProduct {
    /// The product's id.
    pub project_id: i64,
    /// The product's name.
    pub project_name: String,
}

/// A group that gives a person something.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountGroup {
    /// The group's id.
    pub group_id: String,
    /// The group's name.
    pub group_name: String,
    /// The products that it opens.
    pub products: Vec<AccountGroupProduct>,
    /// The names of its managers, 20 at most.
    pub managers: Vec<String>,
}

impl From<GroupOfAccount> for AccountGroup {
    fn from(group: GroupOfAccount) -> Self {
        let product = |(project_id, project_name)| AccountGroupProduct {
            project_id,
            project_name,
        };
        Self {
            group_id: group.id,
            group_name: group.name,
            products: group.products.into_iter().map(product).collect(),
            managers: group.managers,
        }
    }
}

/// What a person may do, and why.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountAccessInfo {
    /// The roles of the person, product by product.
    pub roles: Vec<AccountRole>,
    /// The access codes that the person holds, in every product.
    pub access_list: Vec<AccountAccess>,
    /// The enabled groups that the person is an enabled member of and that give something to the person.
    pub groups: Vec<AccountGroup>,
    /// True if the person has more than these lists show.
    pub more: bool,
}

impl AccountAccessInfo {
    fn of(access: EffectiveAccess, language: Language) -> Self {
        let administrators = access.administrators;
        let role = |role| AccountRole::of(role, &administrators, language);
        Self {
            roles: access.roles.into_iter().map(role).collect(),
            access_list: access.codes.into_iter().map(AccountAccess::from).collect(),
            groups: access.groups.into_iter().map(AccountGroup::from).collect(),
            more: access.more,
        }
    }
}

/// Roles and access of a user
///
/// Everything that a person may do, with the role, group or access group that gives it, and who manages that role or group.
#[operation(tag = "accounts", params(AccountQuery))]
pub async fn account_role_access(
    mut caller: Caller,
    _: Fields<AccountQuery>,
) -> Answered<AccountAccessInfo> {
    let account = caller.named_account()?;
    let language = caller.language;
    let access = effective_access(caller.view(), &account, language).await?;
    Ok(Answer(AccountAccessInfo::of(access, language)))
}
