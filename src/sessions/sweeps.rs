//! What the sessions module deletes, and when.

use super::store::{
    access_tokens, browser, codes, grants, jtis, launch, sign_in_flows, sso, user_tokens,
};
use crate::clock::{DAY, HOUR, MINUTE, Millis};
use crate::jobs::Sweep;

use super::sign_in_flow;

/// Flows of people who proved who they are that are kept for days. Those of strangers have their own cap
/// ([`super::flow_cap`]).
const HELD: i64 = 20_000;

/// The sweeps of this module. `longest_session` is the setting `sessions.absolute`.
///
/// Used codes are kept a day after they expire, so that a replay still revokes their grant (RFC 6749 section 4.1.2). A spent
/// refresh token is known by its family (RFC 9700 section 4.14.2). An unfinished sign-in is kept for days
/// ([`sign_in_flow::KNOWN`]), so that a page left open still leads to its target. A finished one, or one of very many, is
/// kept an hour after it expires.
pub fn sweeps(longest_session: Millis) -> Vec<Sweep> {
    let session = longest_session + DAY;
    vec![
        Sweep::new("browser_sessions", 0, |tx, before, most| {
            Box::pin(browser::sweep(tx, before, most))
        }),
        Sweep::new("sso_sessions", session, |tx, before, most| {
            Box::pin(sso::sweep(tx, before, most))
        }),
        Sweep::new("sign_in_flows", sign_in_flow::KNOWN, |tx, before, most| {
            Box::pin(sign_in_flows::sweep(tx, before, most))
        }),
        Sweep::new("sign_in_flows_early", HOUR, |tx, before, most| {
            Box::pin(sign_in_flows::sweep_early(tx, before, most, HELD))
        }),
        Sweep::new("authorization_codes", DAY, |tx, before, most| {
            Box::pin(codes::sweep(tx, before, most))
        }),
        Sweep::new("access_tokens", MINUTE, |tx, before, most| {
            Box::pin(access_tokens::sweep(tx, before, most))
        }),
        Sweep::new("revoked_jtis", MINUTE, |tx, before, most| {
            Box::pin(access_tokens::sweep_jtis(tx, before, most))
        }),
        Sweep::new("seen_jtis", MINUTE, |tx, before, most| {
            Box::pin(jtis::sweep(tx, before, most))
        }),
        Sweep::new("grants", session, |tx, before, most| {
            Box::pin(grants::sweep(tx, before, most))
        }),
        Sweep::new("user_tokens", session, |tx, before, most| {
            Box::pin(user_tokens::sweep(tx, before, most))
        }),
        Sweep::new("launch_tokens", session, |tx, before, most| {
            Box::pin(launch::sweep_tokens(tx, before, most))
        }),
        Sweep::new("launch_codes", DAY, |tx, before, most| {
            Box::pin(launch::sweep_codes(tx, before, most))
        }),
    ]
}
