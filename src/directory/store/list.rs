//! The list of accounts.

use sqlx_macros::FromRow;

use crate::db::list::{Column, Filter, List, Search, Sort};
use crate::db::search::Noun;
use crate::db::{DbError, Flag, Reads, fetch_optional, statements};
use crate::directory::account::{AccountRow, Organisation, Status};

statements! {
    ANY = "SELECT 1 FROM accounts LIMIT 1";
}

pub static ACCOUNTS: List = List {
    name: "accounts",
    columns: "a.id, a.username, a.email, a.email_verified, a.full_name, a.lion_id, a.status, \
        a.expire_date, a.must_change_password, a.agency_id, g.name AS agency_name, a.company_id, \
        c.name AS company_name, a.sup_admin, a.user_manager, a.last_login_at, a.created_at",
    table: "accounts a",
    joins: "LEFT JOIN agencies g ON g.id = a.agency_id LEFT JOIN companies c ON c.id = a.company_id",
    key: Column::text("a.id"),
    filters: &[
        &STATUS,
        &AGENCY,
        &COMPANY,
        &SUPER_ADMINISTRATOR,
        &MUST_CHANGE_PASSWORD,
    ],
    sorts: &[
        Sort::by("created", &[Column::number("a.created_at")]),
        Sort::unique("username", &[Column::text("a.username_key")]),
        Sort::by("fullName", &[Column::text("a.full_name_key")]),
        Sort::by("email", &[Column::text("a.email_order")]),
        Sort::by("lastLogin", &[Column::number("a.last_login_order")]),
    ],
    usual_sort: "-created",
    search: Some(Search {
        noun: Noun::Account,
        names: &["username", "full_name", "email", "lion_id"],
        sorted: &[("full_name_key", "full_name")],
        number: "a.search_number",
        text: "a.search_text",
    }),
};

pub(in crate::directory) static STATUS: Filter = Filter::is(
    "status",
    Column::number("a.status"),
    &["created", "username"],
);
pub(in crate::directory) static AGENCY: Filter =
    Filter::is("agency", Column::text("a.agency_id"), &["created"]);
pub(in crate::directory) static COMPANY: Filter =
    Filter::is("company", Column::text("a.company_id"), &["created"]);
pub(in crate::directory) static SUPER_ADMINISTRATOR: Filter =
    Filter::is("supAdmin", Column::number("a.sup_admin"), &["created"]);
pub(in crate::directory) static MUST_CHANGE_PASSWORD: Filter = Filter::is(
    "mustChangePassword",
    Column::number("a.must_change_password"),
    &["created"],
);

/// A row of [`ACCOUNTS`].
#[derive(FromRow)]
pub(in crate::directory) struct Row {
    id: String,
    username: String,
    email: Option<String>,
    email_verified: Flag,
    full_name: String,
    lion_id: Option<String>,
    status: Status,
    expire_date: Option<String>,
    must_change_password: Flag,
    agency_id: Option<String>,
    agency_name: Option<String>,
    company_id: Option<String>,
    company_name: Option<String>,
    sup_admin: Flag,
    user_manager: Flag,
    last_login_at: Option<i64>,
    created_at: i64,
}

impl Row {
    pub fn account(self) -> Result<AccountRow, DbError> {
        let expire_date = self.expire_date.map(|date| date.parse());
        Ok(AccountRow {
            id: self.id,
            username: self.username,
            email: self.email,
            email_verified: self.email_verified.0,
            full_name: self.full_name,
            lion_id: self.lion_id,
            status: self.status,
            expire_date: expire_date
                .transpose()
                .map_err(|_| DbError::damaged("expire_date"))?,
            must_change_password: self.must_change_password.0,
            agency: Organisation::of(self.agency_id, self.agency_name),
            company: Organisation::of(self.company_id, self.company_name),
            sup_admin: self.sup_admin.0,
            user_manager: self.user_manager.0,
            last_login_at: self.last_login_at,
            created_at: self.created_at,
        })
    }
}

pub(in crate::directory) async fn any(tx: &mut impl Reads) -> Result<bool, DbError> {
    Ok(fetch_optional!(tx, (i32,), ANY)?.is_some())
}
