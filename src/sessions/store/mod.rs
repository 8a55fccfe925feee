//! The tables of the sessions room, one file each.

pub mod access_tokens;
pub mod browser;
pub mod codes;
pub mod consents;
pub mod grants;
pub mod journeys;
pub mod jtis;
pub mod launch;
pub mod refresh_tokens;
pub mod sso;
pub mod user_tokens;
