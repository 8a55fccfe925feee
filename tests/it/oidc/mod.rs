//! The OpenID Provider; `docs/acceptance.md` lists its requirements.

#![allow(
    clippy::doc_markdown,
    reason = "the lines of the acceptance list are quoted as they stand"
)]

mod authorize_authentication;
mod authorize_parameters;
mod authorize_requests;
mod authorize_responses;
mod awake;
mod back_channel_logout;
mod bad_input;
mod borrowed_consent;
mod client_authentication;
mod client_credentials;
mod cors;
mod discovery;
mod dpop;
mod ends;
mod expired_sessions;
mod gone_accounts;
mod groups;
mod id_token;
mod introspection;
mod kept_promises;
mod logout;
mod logout_words;
mod named_causes;
mod nowhere;
mod races;
mod refresh;
mod refresh_grace;
mod remembered_tokens;
mod revocation;
mod sealed_codes;
mod sealed_tokens;
mod stolen_sealing_key;
mod stored;
mod taken_back;
mod token;
mod userinfo;
mod wrong_kinds;
