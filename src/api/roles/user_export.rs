//! The people who have a role, as a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;

use super::RoleUserRow;
use crate::access::Object;
use crate::calls::download::{Lines, ListFile, download};
use crate::calls::{WritingCaller, operation};
use crate::catalogue::role_users::users_among;
use crate::db::list::{Paging, WholeList};
use crate::db::{DbError, ReadTx};
use crate::directory::{AccountFilter, AccountRow, ShownNames, people_query};
use crate::http::envelope::ApiError;
use crate::http::fields::{Fields, filled};
use crate::state::AppState;

const FILE: ListFile = ListFile {
    list: "role_users",
    disposition: "attachment; filename=\"role-users.csv\"",
    headings: &[
        "userId",
        "username",
        "fullName",
        "email",
        "agencyName",
        "clientName",
        "accountStatus",
        "accountType",
        "orgId",
    ],
};

/// Which people of a role are downloaded. An empty or missing field does not filter.
#[derive(Clone, Debug, Default, Deserialize, Serialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct RoleUserFileQuery {
    /// The role's id.
    #[param(required = true)]
    pub role_id: String,
    /// Words in the account name, display name or email address. Each must have two characters or
    /// more.
    pub context: Option<String>,
}

/// Download the users of a role
///
/// The people who have the role, all of them, sorted by account name.
#[operation(tag = "roles", params(RoleUserFileQuery))]
pub async fn role_user_export(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(query): Fields<RoleUserFileQuery>,
) -> Result<Response, ApiError> {
    let Object::Role { id, .. } = caller.object().clone() else {
        return Err(ApiError::illegal("roleId"));
    };
    let file = FILE.of(&query);
    let filter = AccountFilter {
        context: filled(query.context),
        role_id: Some(id.clone()),
        ..AccountFilter::default()
    };
    let sort = Some("username".to_owned());
    let paging = Paging {
        sort,
        ..Paging::default()
    };
    let found = people_query(&filter, &paging, ShownNames::All)?;
    let lines = UserLines { role_id: id };
    download(state, caller, file, (WholeList::of(found), lines)).await
}

/// People with the limits of the role for each.
struct UserLines {
    role_id: String,
}

impl Lines for UserLines {
    type Row = AccountRow;

    async fn cells(
        &self,
        view: &mut ReadTx,
        _: &AppState,
        rows: Vec<AccountRow>,
    ) -> Result<Vec<Vec<String>>, DbError> {
        let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
        let given = users_among(view, &self.role_id, &ids).await?;
        let row = |row: AccountRow| {
            let of_person = given.get(&row.id);
            cells(RoleUserRow::of(row, of_person))
        };
        Ok(rows.into_iter().map(row).collect())
    }
}

/// In the order of the headings.
fn cells(row: RoleUserRow) -> Vec<String> {
    vec![
        row.user_id,
        row.username,
        row.full_name,
        row.email,
        row.agency_name,
        row.client_name,
        row.account_status.0.code().to_string(),
        row.account_type
            .map(|kind| kind.to_string())
            .unwrap_or_default(),
        row.org_id,
    ]
}
