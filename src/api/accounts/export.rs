//! The list of accounts as a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use crate::calls::download::{ListFile, download_list};
use crate::calls::{WritingCaller, operation};
use crate::days::utc;
use crate::db::list::Paging;
use crate::directory::{AccountFilter, AccountRow, accounts_query};
use crate::http::envelope::ApiError;
use crate::http::fields::Fields;
use crate::state::AppState;

/// The first seven are headings of an import too, which reads the others as values that stay.
pub(super) const HEADINGS: [&str; 17] = [
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

const FILE: ListFile = ListFile {
    list: "accounts",
    disposition: "attachment; filename=\"accounts.csv\"",
    headings: &HEADINGS,
};

/// Download the account list
///
/// The same rows as in the list with these filters, all of them, newest first.
#[operation(tag = "accounts", params(AccountFilter))]
pub async fn account_export(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(filter): Fields<AccountFilter>,
) -> Result<Response, ApiError> {
    let file = FILE.of(&filter);
    let query = accounts_query(&filter, &Paging::default())?;
    download_list(state, caller, file, query, cells).await
}

/// In the order of the headings.
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
        row.email_verified.to_string(),
        text(row.agency_name),
        text(row.company_name),
        row.status.code().to_string(),
        row.must_change_password.to_string(),
        row.sup_admin.to_string(),
        row.user_manager.to_string(),
        text(row.last_login_at.map(utc)),
        utc(row.created_at),
    ]
}
