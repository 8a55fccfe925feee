//! The list of accounts.

use crate::clock::Millis;
use crate::db::list::{Column, Filter, Kind, List, Search, Sort};
use crate::db::search::Noun;
use crate::db::{Day, DbError, Flag, Reads, fetch_optional, from_row, statements};
use crate::directory::account::Status;

statements! {
    ANY = "SELECT CAST(1 AS BIGINT) FROM accounts LIMIT 1";
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
        &ROLE,
    ],
    sorts: &[
        Sort::by("created", &[Column::number("a.created_at")]),
        Sort::unique("username", &[Column::text("a.username_key")]),
        Sort::by("fullName", &[Column::text("a.full_name_key")]),
        Sort::by("email", &[Column::text("a.email_order")]),
        Sort::by("lastLogin", &[Column::number("a.last_login_order")]),
    ],
    usual_sort: "-created",
    search: Some(SEARCH),
};

const SEARCH: Search = Search {
    noun: Noun::Account,
    names: &["username", "full_name", "email", "lion_id"],
    sorted: &[("full_name_key", "full_name")],
    number: "a.search_number",
    text: "a.search_text",
    shown: None,
    besides: None,
};

/// What a list shows of a person, and so what a search finds the person by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownNames {
    /// Account name, display name and email address.
    All,
    /// Account name and display name.
    Names,
    /// Account name and email address.
    NameAndEmail,
    /// The one name that others see: the display name, else the account name.
    Shown,
}

impl ShownNames {
    /// No search contains a space, so no match spans two names.
    pub(in crate::directory) const fn sql(self) -> &'static str {
        match self {
            Self::All => "(a.username_key || ' ' || a.full_name_key || ' ' || a.email_order)",
            Self::Names => "(a.username_key || ' ' || a.full_name_key)",
            Self::NameAndEmail => "(a.username_key || ' ' || a.email_order)",
            Self::Shown => {
                "(CASE WHEN a.full_name = '' THEN a.username_key ELSE a.full_name_key END)"
            }
        }
    }
}

/// The same people for readers who see names, address and status alone. Its orders, cursors and searches tell nothing
/// else.
pub static PEOPLE: List = List {
    name: "people",
    sorts: &[
        Sort::unique("username", &[Column::text("a.username_key")]),
        Sort::by("fullName", &[Column::text("a.full_name_key")]),
        Sort::by("email", &[Column::text("a.email_order")]),
    ],
    usual_sort: "username",
    search: Some(Search {
        shown: Some(ShownNames::All.sql()),
        ..SEARCH
    }),
    ..ACCOUNTS
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

/// An account in [`ACCOUNTS`], to be chosen in a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountChoice {
    pub id: String,
    pub username: String,
    /// The name shown to people.
    pub full_name: String,
    pub email: Option<String>,
}

from_row!(AccountChoice {
    id,
    username,
    full_name,
    email
});
/// Only people who have this role.
pub(in crate::directory) static ROLE: Filter = Filter::among(
    "role",
    "a.id",
    ["role_accounts ra", "ra.account_id", "ra.role_id = {}"],
    &[Kind::Text],
);

/// An account in [`ACCOUNTS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountRow {
    /// UUID version 4; the `sub` of every token.
    pub id: String,
    pub username: String,
    pub email: Option<String>,
    /// True if the owner has proved that they read that address.
    pub email_verified: Flag,
    /// The name shown to people.
    pub full_name: String,
    /// The id at the corporate provider.
    pub lion_id: Option<String>,
    pub status: Status,
    /// The last valid day in the configured zone.
    pub expire_date: Day,
    /// The next sign-in must set a new password.
    pub must_change_password: Flag,
    pub agency_id: Option<String>,
    pub agency_name: Option<String>,
    /// The client (company).
    pub company_id: Option<String>,
    pub company_name: Option<String>,
    pub sup_admin: Flag,
    /// Sees the user manager.
    pub user_manager: Flag,
    pub last_login_at: Option<Millis>,
    pub created_at: Millis,
}

from_row!(AccountRow {
    id,
    username,
    email,
    email_verified,
    full_name,
    lion_id,
    status,
    expire_date,
    must_change_password,
    agency_id,
    agency_name,
    company_id,
    company_name,
    sup_admin,
    user_manager,
    last_login_at,
    created_at
});

pub(in crate::directory) async fn any(tx: &mut dyn Reads) -> Result<bool, DbError> {
    Ok(fetch_optional!(tx, (i64,), ANY)?.is_some())
}
