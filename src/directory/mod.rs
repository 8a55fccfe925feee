//! The people who may sign in: accounts, their claims, and the organisations they belong to.

mod account;
mod account_changes;
mod account_error;
mod account_form;
mod accounts;
mod add_account;
pub mod change_password;
mod choice;
pub mod claims;
pub mod known_browser;
mod language;
mod last_day;
mod last_super_administrator;
mod names;
pub mod one_time_links;
mod organisation_options;
pub mod organisations;
pub mod password;
pub mod password_pool;
mod people;
mod profile;
pub mod reset_password;
mod save_account;
mod set_claims;
pub mod sign_in;
mod store;
mod update_account;
mod welcome;

pub use account::{Account, NewAccount, Organisation, Status, WhyNot, has_expired, may_sign_in};
pub use account_changes::account_changes;
pub use account_error::{
    AccountConflict, AccountError, AccountFault, AccountFaults, AccountField, AccountPart,
    AccountRule,
};
pub use account_form::{AccountForm, CheckedForm};
pub use accounts::{AccountFilter, accounts_page, any_account};
pub use add_account::{AddedAccount, add_account, add_and_welcome, count_attempt};
pub use choice::Choice;
pub use claims::standard_claims;
pub use language::change_language;
pub use names::{LANGUAGES, LONGEST_TYPED, normalise};
pub use organisation_options::{agency_options, brand_options, company_options};
pub use people::{PersonName, names_of};
pub use profile::{Address, Profile};
pub use set_claims::{
    ClaimFault, ClaimFaults, ClaimRule, ClaimValue, Known, SetClaimsError, set_claims,
};
pub(crate) use store::hold;
pub use store::list::{ACCOUNTS, AccountRow};
pub use store::{TOPIC, find, find_by_name, record_sign_in};
pub(crate) use update_account::change_status;
pub use update_account::{AccountUpdate, MayChange, last_change, update_account};
pub use welcome::{WelcomeOutcome, welcome};

/// Every SQL text of this module, by file.
pub const STATEMENTS: &[(&str, &[(&str, &str)])] = &[
    ("directory/store/mod.rs", store::STATEMENTS),
    ("directory/store/list.rs", store::list::STATEMENTS),
    (
        "directory/store/one_time_links.rs",
        store::one_time_links::STATEMENTS,
    ),
    (
        "directory/store/organisation_names.rs",
        store::organisation_names::STATEMENTS,
    ),
    (
        "directory/store/organisations.rs",
        store::organisations::STATEMENTS,
    ),
    ("directory/store/people.rs", store::people::STATEMENTS),
];
