//! Sessions: one sign-in, many tokens. SSO sessions, sign-in flows, codes, grants, tokens, consents.

pub mod access_tokens;
pub mod account_applications;
pub mod account_deletion;
pub mod account_sessions;
pub mod activity;
pub mod authorization;
pub mod backchannel;
pub mod begin;
pub mod browser;
pub mod card;
pub mod code_key;
pub mod codes;
pub mod consents;
pub mod end;
pub mod expiry;
pub mod flow_cap;
pub mod grants;
pub mod kept_logout;
pub mod launch;
pub mod live_tokens;
pub mod logout_notices;
pub mod presented;
pub mod proved;
pub mod raising;
pub mod refresh_tokens;
pub mod revocation;
pub mod sealed_codes;
pub mod sealed_flows;
pub mod sealed_tokens;
pub mod sign_in_flow;
pub mod signed_out_there;
pub mod sso;
mod store;
pub mod sweeps;
pub mod user_tokens;

pub use store::erasure::erase as erase_person;

/// Stored sign-in flows.
pub mod sign_in_flows {
    pub use super::store::sign_in_flows::{
        end, find, insert, save_once, save_progress, save_proved, sweep, sweep_early, take,
    };
}

/// Which sign-in at a corporate provider a session came from.
pub mod provider_sessions {
    pub use super::store::provider_sessions::{TheirSession, find};
}

/// Identifiers that may be used once: the `jti` of a DPoP proof, of a client assertion or of a provider's logout token.
pub mod jtis {
    pub use super::store::jtis::see;
}

/// Every SQL statement of this module, by file.
pub const STATEMENTS: &[(&str, &[(&str, &str)])] = &[
    (
        "sessions/store/access_tokens.rs",
        store::access_tokens::STATEMENTS,
    ),
    (
        "sessions/store/account_sessions.rs",
        store::account_sessions::STATEMENTS,
    ),
    ("sessions/store/browser.rs", store::browser::STATEMENTS),
    ("sessions/store/codes.rs", store::codes::STATEMENTS),
    ("sessions/store/consents.rs", store::consents::STATEMENTS),
    ("sessions/store/erasure.rs", store::erasure::STATEMENTS),
    ("sessions/store/grants.rs", store::grants::STATEMENTS),
    ("sessions/store/jtis.rs", store::jtis::STATEMENTS),
    ("sessions/store/launch.rs", store::launch::STATEMENTS),
    (
        "sessions/store/provider_sessions.rs",
        store::provider_sessions::STATEMENTS,
    ),
    (
        "sessions/store/refresh_families.rs",
        store::refresh_families::STATEMENTS,
    ),
    (
        "sessions/store/sign_in_flows.rs",
        store::sign_in_flows::STATEMENTS,
    ),
    ("sessions/store/sso.rs", store::sso::STATEMENTS),
    (
        "sessions/store/user_tokens.rs",
        store::user_tokens::STATEMENTS,
    ),
];
