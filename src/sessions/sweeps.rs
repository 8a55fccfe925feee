//! What the sessions room forgets, and how long after it stopped being of use.

use super::store::{
    access_tokens, browser, codes, grants, jtis, launch, refresh_tokens, sign_in_flows, sso,
    user_tokens,
};
use crate::clock::{DAY, HOUR, MINUTE, Millis};
use crate::jobs::Sweep;

use super::sign_in_flow;

/// Abandoned sign-in flows that stay: of one kilobyte mostly and 17 at most, so 20 to 340 MB.
const ABANDONED: i64 = 20_000;

/// The sweeps of this room; `longest_session` is the setting `sessions.absolute`, `sign_in` is
/// `sessions.sign_in_lifetime`.
///
/// Spent codes and refresh tokens stay a day beyond their life, so that one that comes again still
/// revokes what it gave (RFC 6749 section 4.1.2, RFC 9700 section 4.14.2); a sign-in under way
/// stays for days ([`sign_in_flow::KNOWN`]), so that a page left open still knows where it was heading;
/// one that reached its end, or is of very many, an hour beyond its own life.
pub fn sweeps(longest_session: Millis, sign_in: Millis) -> Vec<Sweep> {
    let session = longest_session + DAY;
    vec![
        Sweep::new("browser_sessions", 0, |tx, before, most| {
            Box::pin(browser::sweep(tx, before, most))
        }),
        Sweep::new("sso_sessions", session, |tx, before, most| {
            Box::pin(sso::sweep(tx, before, most))
        }),
        Sweep::new("journeys", sign_in_flow::KNOWN, |tx, before, most| {
            Box::pin(sign_in_flows::sweep(tx, before, most))
        }),
        Sweep::new("journeys_early", sign_in + HOUR, |tx, before, most| {
            Box::pin(sign_in_flows::sweep_early(tx, before, most, ABANDONED))
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
        Sweep::new("refresh_tokens", DAY, |tx, before, most| {
            Box::pin(refresh_tokens::sweep(tx, before, most))
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
