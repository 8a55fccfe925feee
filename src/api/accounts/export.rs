//! The list of accounts as a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use super::AccountListQuery;
use crate::api::WritingCaller;
use crate::api::download::{File, ListRows, download, filled_fields, time};
use crate::audit::Event;
use crate::directory::{self, AccountRow};
use crate::http::envelope::ApiError;
use crate::http::fields::Fields;
use crate::state::AppState;

/// The first seven are headings of an import too.
const HEADINGS: &[&str] = &[
    "username",
    "email",
    "fullName",
    "lionId",
    "agencyId",
    "clientId",
    "expireDate",
    "userId",
    "emailVerified",
    "agencyName",
    "clientName",
    "accountStatus",
    "mustChangePassword",
    "supAdmin",
    "userManager",
    "lastLoginAt",
    "createdAt",
];

/// Download the account list
///
/// All accounts that these filters find, newest first, as CSV for spreadsheets. The download is
/// recorded in the audit log. A person can run one download at a time; a second one gets 429. The
/// download stops if the person's session or right ends.
#[utoipa::path(
    get,
    path = "/api/security/admin/user/export",
    tag = "accounts",
    params(AccountListQuery),
    responses((status = 200, description = "The file. A refusal is an envelope in JSON.", content_type = "text/csv", body = String)),
)]
pub async fn account_export(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(query): Fields<AccountListQuery>,
) -> Result<Response, ApiError> {
    let file = File {
        disposition: "attachment; filename=\"accounts.csv\"",
        headings: HEADINGS,
        event: Event::ListExported {
            list: "accounts",
            filter: filled_fields(&query),
        },
    };
    let list = directory::all_accounts(&query.filter()?)?;
    download(state, caller, file, ListRows { list, cells }).await
}

/// In the order of [`HEADINGS`].
fn cells(row: AccountRow, _: &AppState) -> Vec<String> {
    let text = Option::unwrap_or_default;
    let day = row.expire_date.0.map(|day| day.to_string());
    vec![
        row.username,
        text(row.email),
        row.full_name,
        text(row.lion_id),
        text(row.agency_id),
        text(row.company_id),
        text(day),
        row.id,
        row.email_verified.0.to_string(),
        text(row.agency_name),
        text(row.company_name),
        row.status.code().to_string(),
        row.must_change_password.0.to_string(),
        row.sup_admin.0.to_string(),
        row.user_manager.0.to_string(),
        text(row.last_login_at.map(time)),
        time(row.created_at),
    ]
}
