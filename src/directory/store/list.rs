//! The list of accounts.

use crate::clock::Millis;
use crate::db::list::{Column, Filter, Kind, List, Search, Sort, WORDS, columns, filters};
use crate::db::search::Noun;
use crate::db::{Day, DbError, Reads, fetch_optional, from_row, statements};
use crate::directory::account::{AccountStatusNumber, Status};
use crate::directory::second_factor::SecondFactor;

statements! {
    ANY = "SELECT CAST(1 AS BIGINT) FROM accounts LIMIT 1";
}

pub static ACCOUNTS: List = List {
    name: "accounts",
    columns: AccountRow::COLUMNS,
    table: "accounts a",
    joins: "LEFT JOIN agencies g ON g.id = a.agency_id LEFT JOIN companies c ON c.id = a.company_id \
        LEFT JOIN account_deletions d ON d.account_id = a.id",
    key: Column::text("a.id"),
    filters: &[
        &STATUS,
        &AGENCY,
        &COMPANY,
        &SUPER_ADMINISTRATOR,
        &MUST_CHANGE_PASSWORD,
        &SECOND_FACTOR,
        &PASSWORD_ASKED,
        &EMAIL_REFUSED,
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
    read: Some(("name_readings", "full_name")),
    number: "a.search_number",
    text: "a.search_text",
    shown: None,
    besides: None,
};

/// The names that a list shows of a person and that a search compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownNames {
    /// Account name, display name and email address.
    All,
    /// Account name and display name.
    Names,
    /// The one name that others see: the display name, else the account name.
    Shown,
}

impl ShownNames {
    /// No search contains a space, so no match spans two names.
    pub(in crate::directory) const fn sql(self) -> &'static str {
        match self {
            Self::All => {
                "(a.username_key || ' ' || a.full_name_key || ' ' || a.email_order || ' ' || a.name_readings)"
            }
            Self::Names => "(a.username_key || ' ' || a.full_name_key || ' ' || a.name_readings)",
            Self::Shown => {
                "(CASE WHEN a.full_name = '' THEN a.username_key \
                 ELSE a.full_name_key || ' ' || a.name_readings END)"
            }
        }
    }
}

/// These people for readers who see only names, address and status. Its orders, cursors and searches reveal nothing
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
static AGENCY: Filter = Filter::is("agency", Column::text("a.agency_id"), &["created"]);
static COMPANY: Filter = Filter::is("company", Column::text("a.company_id"), &["created"]);
static SUPER_ADMINISTRATOR: Filter =
    Filter::is("supAdmin", Column::number("a.sup_admin"), &["created"]);
static MUST_CHANGE_PASSWORD: Filter = Filter::is(
    "mustChangePassword",
    Column::number("a.must_change_password"),
    &["created"],
);

static SECOND_FACTOR: Filter = Filter::is(
    "secondFactor",
    Column::number("a.second_factor"),
    &["created"],
);

static PASSWORD_ASKED: Filter = Filter::is(
    "passwordAsked",
    Column::number("a.password_asked"),
    &["created"],
);

static EMAIL_REFUSED: Filter = Filter::is(
    "emailRefused",
    Column::number("a.email_refused"),
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
static ROLE: Filter = Filter::among(
    "role",
    "a.id",
    ["role_accounts ra", "ra.account_id", "ra.role_id = {}"],
    &[Kind::Text],
);

columns! {
    /// An account in [`ACCOUNTS`].
    pub struct AccountRow {
        /// UUID version 4; the `sub` of every token.
        id: String = "a.id",
        username: String = "a.username",
        email: Option<String> = "a.email",
        /// True if the owner has proved that they read that address.
        email_verified: bool = "a.email_verified",
        /// The name shown to people.
        full_name: String = "a.full_name",
        /// The id at the corporate provider.
        lion_id: Option<String> = "a.lion_id",
        status: Status = "a.status",
        /// The last valid day in the configured zone.
        expire_date: Day = "a.expire_date",
        /// The next sign-in must set a new password.
        must_change_password: bool = "a.must_change_password",
        agency_id: Option<String> = "a.agency_id",
        agency_name: Option<String> = "g.name",
        /// The client (company).
        company_id: Option<String> = "a.company_id",
        company_name: Option<String> = "c.name",
        sup_admin: bool = "a.sup_admin",
        second_factor: SecondFactor = "a.second_factor",
        /// The owner forgot the password and waits for an administrator.
        password_asked: bool = "a.password_asked",
        /// When it is erased, if somebody deletes it.
        erase_at: Option<Millis> = "d.erase_at",
        /// The mail server of its reader refused the address for good.
        email_refused: bool = "a.email_refused",
        /// Sees the user manager.
        user_manager: bool = "a.user_manager",
        last_login_at: Option<Millis> = "a.last_login_at",
        created_at: Millis = "a.created_at",
    }
}

filters! {
    /// Filters of the account list. An empty or missing field does not filter.
    pub struct AccountFilter of any {
        /// Words in the account name, display name, email address or lionId. Each must occur in one of
        /// them and have two characters or more.
        context: String = WORDS,
        /// Only accounts of this agency.
        agency_id: String = AGENCY,
        /// Only accounts of this client.
        client_id: String = COMPANY,
        /// Only accounts of this status.
        account_status: AccountStatusNumber = STATUS,
        /// 1: only super administrators. 0: only others.
        #[param(value_type = Option<i64>)]
        sup_admin: bool = SUPER_ADMINISTRATOR,
        /// 1: only accounts whose owner must set a new password at the next sign-in. 0: only others.
        #[param(value_type = Option<i64>)]
        must_change_password: bool = MUST_CHANGE_PASSWORD,
        /// Only accounts with this second factor.
        #[param(value_type = Option<SecondFactor>)]
        second_factor: SecondFactor = SECOND_FACTOR,
        /// Only accounts whose owners wait for a new password, or only others.
        password_asked: bool = PASSWORD_ASKED,
        /// Only accounts whose address a mail server refused for good, or only others.
        email_refused: bool = EMAIL_REFUSED,
        /// Only people who have this role.
        #[serde(skip)]
        role_id: String = ROLE,
    }
}

pub(in crate::directory) async fn any(tx: &mut dyn Reads) -> Result<bool, DbError> {
    Ok(fetch_optional!(tx, (i64,), ANY)?.is_some())
}
