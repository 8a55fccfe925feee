//! Who has a role.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::ChangedRole;
use crate::access::{Action, Object};
use crate::api::people_search::count_search_and_open_view;
use crate::calls::{WritingCaller, operation};
use crate::catalogue::role_users::{UserChanges, change_users, replacing_users, users_among};
use crate::catalogue::{AccessError, AccountType, MOST_IDS, RoleLimit, roles};
use crate::db::list::FoundPage;
use crate::directory::{self, AccountFilter, AccountRow, AccountStatusNumber, ShownNames};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::{Fields, filled, integer_or_empty, optional_integer};
use crate::http::number::Number;
use crate::http::paging::{Page, Paged, PagingQuery};
use crate::state::AppState;

/// Which people to list. An empty or missing field does not filter.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct RoleUserQuery {
    /// The role's id.
    #[param(required = true)]
    pub role_id: String,
    /// Words in the account name, display name or email address. Each must occur in one of them and have two characters
    /// or more.
    pub context: Option<String>,
    /// 1 or missing: people who have the role. 0: everybody.
    #[serde(deserialize_with = "integer_or_empty")]
    pub assigned: Option<i64>,
}

/// A person, and whether they have the role.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoleUserRow {
    /// The account's id.
    pub user_id: String,
    /// The account name.
    pub username: String,
    /// The display name.
    pub full_name: String,
    /// The email address, or empty.
    pub email: String,
    /// The agency's name, or empty.
    pub agency_name: String,
    /// The client's name, or empty.
    pub client_name: String,
    /// Whether the account is enabled.
    pub account_status: AccountStatusNumber,
    /// True if the person has the role.
    pub assigned: bool,
    /// The limit of the role for this person: 1 internal, 2 corporate identity, 3 client; null for no limit.
    pub account_type: Option<i64>,
    /// The agency or client that the role is limited to for this person, or empty.
    pub org_id: String,
}

impl RoleUserRow {
    pub(super) fn of(row: AccountRow, given: Option<&RoleLimit>) -> Self {
        let limit = given.cloned().unwrap_or_default();
        Self {
            user_id: row.id,
            username: row.username,
            full_name: row.full_name,
            email: row.email.unwrap_or_default(),
            agency_name: row.agency_name.unwrap_or_default(),
            client_name: row.company_name.unwrap_or_default(),
            account_status: Number(row.status),
            assigned: given.is_some(),
            account_type: limit.account_type.map(AccountType::code),
            org_id: limit.org_id.unwrap_or_default(),
        }
    }
}

/// Users of a role
///
/// The people who have the role, or everybody. Callers who may not see the list of accounts find others only by a
/// search. `sort` can be `username`, `fullName` or `email`; a `-` before it reverses the order.
#[operation(tag = "roles", params(RoleUserQuery, PagingQuery))]
pub async fn role_users(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Paged(query, paging): Paged<RoleUserQuery>,
) -> Answered<Page<RoleUserRow>> {
    if *caller.object() == Object::Unknown {
        return Err(ApiError::illegal("roleId"));
    }
    let context = filled(query.context);
    let sees_everybody = caller.may(Action::ListAccounts, &Object::None).await?;
    let only_assigned = match query.assigned {
        None | Some(1) => true,
        Some(0) => context.is_none() && !sees_everybody,
        Some(_) => return Err(ApiError::illegal("assigned")),
    };
    let filter = AccountFilter {
        context,
        role_id: only_assigned.then(|| query.role_id.clone()),
        ..AccountFilter::default()
    };
    let search = directory::people_query(&filter, &paging, ShownNames::All)?;
    let (mut view, _running) = if only_assigned || sees_everybody {
        caller.into_view()
    } else {
        count_search_and_open_view(&state, caller).await?
    };
    let page: FoundPage<AccountRow> = search.page(&mut view).await?;
    let ids: Vec<&str> = page.rows.iter().map(|row| row.id.as_str()).collect();
    let given = users_among(&mut view, &query.role_id, &ids).await?;
    Ok(Answer(Page::of(page, |row| {
        let of_person = given.get(&row.id);
        RoleUserRow::of(row, of_person)
    })))
}

/// The role and its people: all of them, or those to add and to remove.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssignUserBody {
    /// The role's id.
    pub role_id: String,
    /// The version that you read. If it is missing, the last change wins.
    #[serde(default, deserialize_with = "optional_integer")]
    pub version: Option<i64>,
    /// All people who are to have the role, 1 to 1,000.
    pub user_ids: Option<BTreeSet<String>>,
    /// People who get the role.
    #[serde(default)]
    pub added_ids: BTreeSet<String>,
    /// People who lose the role.
    #[serde(default)]
    pub removed_ids: BTreeSet<String>,
}

/// Assign users to a role
///
/// `userIds` replaces all people; `addedIds` and `removedIds` change single ones. It takes effect at once. Nobody gives
/// a role to themselves, nobody gives a role of Atrium with more access codes than they hold, and only super
/// administrators change the roles of administrators.
#[operation(tag = "roles", request_body = AssignUserBody)]
pub async fn role_assign_user(
    mut caller: WritingCaller,
    Fields(body): Fields<AssignUserBody>,
) -> Answered<ChangedRole> {
    let found = roles::details(caller.view(), &body.role_id).await?;
    let role = found.ok_or_else(|| ApiError::illegal("roleId"))?.role;
    // The write fails if somebody has changed the role since this read, even if the caller sent no version.
    let version = body.version.unwrap_or(role.version);
    let changes = match body.user_ids {
        Some(_) if !(body.added_ids.is_empty() && body.removed_ids.is_empty()) => {
            return Err(ApiError::illegal("userIds"));
        }
        Some(ids) if ids.is_empty() => return Err(ApiError::illegal("userIds")),
        Some(ids) => replacing_users(caller.view(), &body.role_id, ids).await?,
        None => UserChanges {
            given: body.added_ids,
            taken: body.removed_ids,
        },
    };
    if changes.people().count() > MOST_IDS {
        return Err(ApiError::too_many("addedIds", MOST_IDS));
    }
    if !changes.given.is_disjoint(&changes.taken) {
        return Err(ApiError::illegal("addedIds"));
    }
    ask_about_each(&mut caller, &changes).await?;
    let id = body.role_id.clone();
    let changed = caller.write::<_, AccessError, _>(move |tx, audit| {
        Box::pin(async move { change_users(tx, (&id, Some(version)), &changes, audit).await })
    });
    Ok(Answer(ChangedRole {
        version: changed.await?,
        role_id: body.role_id,
    }))
}

/// Refuses unless the caller may change the roles of everybody concerned.
async fn ask_about_each(caller: &mut WritingCaller, changes: &UserChanges) -> Result<(), ApiError> {
    let people = changes.people().map(str::to_owned).collect();
    let known = directory::accounts_among(caller.view(), &people).await?;
    if known.len() < people.len() {
        return Err(ApiError::illegal("userIds"));
    }
    let known: Vec<(&str, bool)> = known
        .iter()
        .map(|(id, is_super)| (id.as_str(), *is_super))
        .collect();
    for object in crate::access::facts::accounts(caller.view(), &known)
        .await?
        .into_values()
    {
        caller.require(Action::SetRoles, &object).await?;
    }
    Ok(())
}
