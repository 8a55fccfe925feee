//! The product API through the whole router.

mod account_changes;
mod accounts;
mod asked_again;
mod audit;
mod audited;
mod bytes;
mod caller;
mod caps;
mod credentials;
mod document;
mod everybody;
mod expected_rights;
mod exports;
mod groups;
mod guard;
mod guessing;
mod last_super_administrator;
pub mod lists;
mod opening;
mod options;
mod paging;
mod person;
mod products;
mod remembered_tokens;
mod rights;
mod samples;
mod sign_in;
