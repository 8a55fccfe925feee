//! The people who may sign in: accounts, their claims, and the organisations they belong to.

mod account;
pub mod account_application;
mod account_changes;
mod account_error;
mod account_form;
mod account_mail;
mod accounts;
mod add_account;
pub mod address_change;
mod agency_request;
mod belonging;
pub mod change_password;
mod choice;
mod claim_fault;
pub mod claims;
mod code_guess;
pub mod deletion;
mod earlier_change;
pub mod forgotten_password;
pub mod guessable;
mod import;
pub mod invitation;
mod iris_mappings;
pub mod known_browser;
mod language;
mod last_day;
mod last_super_administrator;
mod lock;
mod mail_choices;
mod messaging_app;
mod names;
pub mod one_time_links;
mod organisation;
mod organisation_options;
pub mod organisations;
mod own_data;
mod own_profile;
pub mod password;
pub mod password_pool;
mod people;
mod place;
mod profile;
mod refused_address;
pub mod reset_password;
mod save_account;
mod second_factor;
mod set_claims;
pub mod sign_in;
mod store;
mod update_account;
mod way_givers;
mod welcome;

pub use account::{
    Account, AccountStatusNumber, NewAccount, Organisation, Status, WhyNot, has_expired, is_email,
    may_sign_in,
};
pub use account_changes::account_changes;
pub use account_error::{AccountError, AccountPart};
pub use account_form::{AccountForm, CheckedForm, check_plain_password, is_complete_email};
pub use account_mail::{write_of_new_browser, write_to};
pub use accounts::{
    account_options, accounts_page, accounts_query, any_account, people_found, people_query,
};
pub use add_account::{AddedAccount, add_account, add_and_welcome, count_attempt};
pub use agency_request::AgencyRequestState;
pub use belonging::{
    AgencyDecision, ChosenAgency, choose_agency, choose_brand, decide_agency_request,
    own_brand_options, refused_agency, waiting_agency,
};
pub use choice::{AgencyLogo, Choice};
pub use claim_fault::{ClaimFault, ClaimFaults};
pub use claims::standard_claims;
pub use earlier_change::EarlierChange;
pub use import::{
    ImportError, ImportOptions, ImportStep, ImportedLine, import_accounts, plan_import,
};
pub use iris_mappings::{IrisMappingUpdate, add_iris_mapping, update_iris_mapping};
pub use language::change_language;
pub(crate) use lock::{is_locked, lock};
pub use mail_choices::{MailChoices, MailMode, note_summary, summaries_due, wants};
pub use messaging_app::link_messaging_app;
pub use names::{LANGUAGES, LONGEST_TYPED, mailbox, normalise};
pub use organisation::{
    OrganisationError, OrganisationKind, OrganisationStatus, OrganisationStatusNumber,
};
pub use organisation_options::{agency_logos, organisation_options};
pub use own_data::{MOST as MOST_OWN_ROWS, OwnData};
pub use own_profile::{OWN_CLAIMS, save_profile, set_picture};
pub use people::{PersonName, accounts_among, find_by_address, names_of};
pub use profile::{Address, Profile};
pub use refused_address::RefusedAddresses;
pub use second_factor::SecondFactor;
pub use set_claims::{ClaimValue, Known, SetClaimsError, set_claims};
pub use store::account_application_list::{
    ACCOUNT_APPLICATIONS, AccountApplicationFilter, AccountApplicationRow, GroupApplicationFilter,
};
pub use store::agency_requests::{AGENCY_REQUESTS, AgencyRequestFilter, AgencyRequestRow};
pub use store::invitations::{INVITATIONS, InvitationFilter, InvitationRow};
pub use store::iris_mappings::{IRIS_MAPPINGS, IrisMappingFilter, IrisMappingRow};
pub use store::list::{ACCOUNTS, AccountChoice, AccountFilter, AccountRow, PEOPLE, ShownNames};
pub use store::organisation_list::{
    AGENCIES, BRANDS, BelongingFilter, COMPANIES, DIVISIONS, INDUSTRIES, OrganisationFilter,
    OrganisationListRow, list_of,
};
pub use store::refusals::{AddressRefusal, refusal_of};
pub(crate) use store::{AccountColumns, hold, select_accounts};
pub use store::{TOPIC, find, find_by_lion_id, find_by_name, record_sign_in};
pub(crate) use update_account::change_status;
pub use update_account::{AccountUpdate, MayChange, last_change, update_account};
pub use way_givers::{chose_way_in, hold_proof, password_is_given, prove_own_way, ways_in_chosen};
pub use welcome::{WelcomeOutcome, welcome, welcome_again, welcome_refused};

/// Every SQL text of this module, by file.
pub const STATEMENTS: &[(&str, &[(&str, &str)])] = &[
    ("directory/store/mod.rs", store::STATEMENTS),
    ("directory/store/list.rs", store::list::STATEMENTS),
    (
        "directory/store/account_applications.rs",
        store::account_applications::STATEMENTS,
    ),
    (
        "directory/store/address_changes.rs",
        store::address_changes::STATEMENTS,
    ),
    (
        "directory/store/agency_requests.rs",
        store::agency_requests::STATEMENTS,
    ),
    (
        "directory/store/invitations.rs",
        store::invitations::STATEMENTS,
    ),
    (
        "directory/store/iris_mappings.rs",
        store::iris_mappings::STATEMENTS,
    ),
    (
        "directory/store/asked_passwords.rs",
        store::asked_passwords::STATEMENTS,
    ),
    ("directory/store/deletions.rs", store::deletions::STATEMENTS),
    (
        "directory/store/former_names.rs",
        store::former_names::STATEMENTS,
    ),
    ("directory/store/locks.rs", store::locks::STATEMENTS),
    (
        "directory/store/mail_choices.rs",
        store::mail_choices::STATEMENTS,
    ),
    (
        "directory/store/messaging_app.rs",
        store::messaging_app::STATEMENTS,
    ),
    (
        "directory/store/one_time_links.rs",
        store::one_time_links::STATEMENTS,
    ),
    (
        "directory/store/organisations.rs",
        store::organisations::STATEMENTS,
    ),
    ("directory/store/own_data.rs", store::own_data::STATEMENTS),
    ("directory/store/people.rs", store::people::STATEMENTS),
    ("directory/store/refusals.rs", store::refusals::STATEMENTS),
    ("directory/store/taken.rs", store::taken::STATEMENTS),
    (
        "directory/store/way_givers.rs",
        store::way_givers::STATEMENTS,
    ),
];
