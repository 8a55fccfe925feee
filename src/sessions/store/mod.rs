//! The tables of the sessions module, one file each.
//!
//! Every write that can end a valid token announces it by `tx.changed_rows(TOPIC, …)`.

pub mod access_tokens;
pub mod account_sessions;
pub mod browser;
pub mod codes;
pub mod consents;
pub mod erasure;
pub mod grants;
pub mod jtis;
pub mod launch;
pub mod provider_sessions;
pub mod refresh_families;
pub mod sign_in_flows;
pub mod sso;
pub mod user_tokens;

/// The topic of `db::feed` for everything that access tokens depend on.
pub const TOPIC: &str = "tokens";

/// SQL: when `$row` was revoked, alone or by the `not_before` of its client, which is joined as `c`. `$since` is the
/// column that says when it began.
macro_rules! revoked_at {
    ($row:literal, $since:literal) => {
        concat!(
            "COALESCE(",
            $row,
            ".revoked_at, CASE WHEN ",
            $row,
            ".",
            $since,
            " <= c.not_before THEN c.not_before END)"
        )
    };
}

use revoked_at;

/// SQL: when the grant `g` was revoked: alone, by the `not_before` of its client `c`, or with the client's offline grants.
macro_rules! grant_revoked_at {
    () => {
        "COALESCE(g.revoked_at, CASE WHEN g.created_at <= c.not_before THEN c.not_before \
         WHEN g.offline = 1 AND g.created_at <= c.offline_not_before THEN c.offline_not_before END)"
    };
}

use grant_revoked_at;

/// SQL: true for a consent `$row` that counts, because no later change of its client has ended it.
macro_rules! consent_counts {
    ($row:literal) => {
        concat!(
            $row,
            ".granted_at > COALESCE((SELECT e.consents_not_before FROM clients e WHERE e.client_id = ",
            $row,
            ".client_id), 0)"
        )
    };
}

use consent_counts;

/// SQL: the columns of `grants::SessionColumns` for the session `s`.
macro_rules! session_columns {
    () => {
        "s.id AS sid, s.account_id, s.auth_time, s.acr, s.amr, \
         s.created_at AS session_created_at, s.last_seen_at, s.ended_at"
    };
}

use session_columns;
