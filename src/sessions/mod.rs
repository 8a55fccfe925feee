//! Sessions: one sign-in, many tokens. SSO sessions, sign-in flows, codes, grants, tokens, consents.

pub mod access_tokens;
pub mod activity;
pub mod authorization;
pub mod backchannel;
pub mod begin;
pub mod browser;
pub mod card;
pub mod codes;
pub mod consents;
pub mod end;
pub mod expiry;
pub mod grants;
pub mod launch;
pub mod live_tokens;
pub mod logout_notices;
pub mod presented;
pub mod refresh_tokens;
pub mod revocation;
pub mod sign_in_flow;
pub mod sso;
pub mod store;
pub mod sweeps;
pub mod user_tokens;

/// Sign-in flows as they are kept.
pub mod sign_in_flows {
    pub use super::store::sign_in_flows::{
        end, find, insert, save_progress, sweep, sweep_early, take,
    };
}

/// What may be used once: the `jti` of a DPoP proof or client assertion.
pub mod jtis {
    pub use super::store::jtis::see;
}
