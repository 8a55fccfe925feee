//! What proves a person besides the password: authenticator apps, passkeys, recovery codes, and browsers that are
//! not asked again.

mod account_factors;
mod acr;
mod changes;
mod codes;
mod enrolment;
mod keys;
pub mod recovery_codes;
mod reminders;
mod requirement;
mod secrets;
mod store;
pub mod temporary_codes;
mod totp;
mod wanted_acr;

pub use account_factors::{
    AccountFactors, Demand, authenticator, begin_grace, note_factor, remembered_browsers,
};
pub use acr::Acr;
pub use changes::{
    ConfirmedApp, FactorError, forget_browser, forget_browsers, remember_browser,
    remove_authenticator, remove_new, renew_recovery_codes, reset, rewrap, sweep,
};
pub use codes::{CodeProof, Typed, check};
pub use enrolment::Offer;
pub use keys::remove_keys;
pub use reminders::{Reminder, remind, reminded_at};
pub use requirement::{
    Lack, Losing, demand, end_grace, ends_weak_grants, is_administrator, is_required, lack, needs,
    require,
};
pub use secrets::{FactorSecrets, Secret};
pub use store::erasure::erase as erase_person;
pub use store::{Keys, RememberedBrowser};
pub use totp::code_at;
pub use wanted_acr::WantedAcr;

/// Every SQL text of this module, by file.
pub const STATEMENTS: &[(&str, &[(&str, &str)])] = &[
    ("factors/store.rs", store::STATEMENTS),
    ("factors/store/erasure.rs", store::erasure::STATEMENTS),
    (
        "factors/store/temporary_codes.rs",
        store::temporary_codes::STATEMENTS,
    ),
];
