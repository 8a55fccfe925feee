//! The people who may sign in: accounts, their claims, and the organisations they belong to.

mod account;
mod account_changes;
mod accounts;
pub mod change_password;
pub mod claims;
pub mod known_browser;
mod language;
mod names;
pub mod one_time_links;
pub mod password;
pub mod password_pool;
mod people;
pub mod reset_password;
mod set_claims;
pub mod sign_in;
pub mod store;
mod welcome;

pub use account::{
    Account, AccountError, AccountFault, AccountRow, NewAccount, Organisation, Status, WhyNot,
    may_sign_in,
};
pub use account_changes::account_changes;
pub use accounts::{AccountFilter, IndexAccounts, accounts_page, any_account};
pub use claims::{Address, Profile, standard_claims};
pub use language::change_language;
pub use names::{LANGUAGES, LONGEST_TYPED, normalise};
pub use people::{PersonName, names_of};
pub use set_claims::{ClaimFaults, ClaimValue, Known, SetClaimsError, set_claims};
pub use store::{find, find_by_name, record_sign_in};
pub use welcome::{Welcome, welcome};
