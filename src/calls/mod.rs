//! What every call of the product API shares: the row, the guard, the caller, the write, and the document.
//!
//! The table of the calls is above, with their handlers (`src/api/table.rs`), and is handed in. `mount.rs` makes a route of
//! each row and gives the row to its guard; `document.rs` describes the rows; `cors.rs` looks for the path among them.
//! A handler gets its [`Caller`] only when the guard let one through. It reads in the caller's view and writes by
//! [`WritingCaller::write`], through functions of the domain; it asks the database for nothing by itself.

mod caller;
mod caller_facts;
pub mod cors;
mod credential;
mod cross_site;
pub mod docs;
pub mod document;
pub mod download;
mod freshness;
mod guard;
mod launch_token;
pub mod mount;
pub mod object;
pub mod refusals;
mod repetition;
pub mod rights;
pub mod schemas;
pub mod table;
mod writer;

pub use atrium_operation::operation;

pub use caller::{Caller, WritingCaller};
pub use caller_facts::{CallerCredential, CallerFacts};
pub use guard::guarded;
pub use repetition::Creation;
pub use writer::{StreamReader, Writer};
