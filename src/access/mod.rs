//! Who may do what: access codes, the rights of a person, and the one function that decides.

mod action;
mod closed;
mod code;
pub mod conditions;
pub mod facts;
mod may;
mod object;
pub mod rights;
mod store;
pub mod subjects;

pub use action::Action;
pub use closed::{Closed, ProductStanding, Requirement, Standing};
pub use code::{AccessCode, AccessList, Role};
pub use may::{Decision, Rule, WhomToAsk, may};
pub use object::{ActionObject, GroupFacts, Object, Wanted};
pub use rights::{Rights, SSO};

/// Every SQL text of this module, by file.
pub const STATEMENTS: &[(&str, &[(&str, &str)])] = &[
    ("access/store/limits.rs", store::limits::STATEMENTS),
    ("access/store/subjects.rs", store::subjects::STATEMENTS),
    ("access/store/rights.rs", store::rights::STATEMENTS),
];
