//! The tables of the sessions room, one file each.
//!
//! Whatever may end a token that was good says so by `tx.changed_rows(TOPIC, …)`.

pub mod access_tokens;
pub mod browser;
pub mod codes;
pub mod consents;
pub mod grants;
pub mod jtis;
pub mod launch;
pub mod refresh_tokens;
pub mod sign_in_flows;
pub mod sso;
pub mod user_tokens;

/// The topic of `db::changes` for all that access tokens hang off.
pub const TOPIC: &str = "tokens";
