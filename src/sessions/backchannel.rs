//! Tells clients that a session has ended (OpenID Connect Back-Channel Logout 1.0): one job for each client, queued in
//! the transaction that ends the session.

use serde::{Deserialize, Serialize};

use crate::clients::Registry;
use crate::clock::Millis;
use crate::db::{DbError, WriteTx};
use crate::jobs::{self, NewJob};
use crate::random::Random;

use super::sso::EndReason;

/// Job kind.
pub const KIND: &str = "logout.deliver";

/// A session that has ended, and the clients that got tokens in it (OpenID Connect Back-Channel Logout 1.0 section
/// 2.3).
#[derive(Clone, Copy, Debug)]
pub(super) struct EndedSession<'a> {
    /// The `sid` claim of the session's tokens.
    pub session_id: &'a str,
    /// The `sub` claim of the session's tokens.
    pub account_id: &'a str,
    pub reason: EndReason,
    /// Each client once.
    pub client_ids: &'a [String],
}

/// The notice for one client: the payload of its job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    pub client_id: String,
    /// The `sid` claim that the client knows.
    pub session_id: String,
    /// The `sub` claim that the client knows.
    pub account_id: String,
}

/// Queues a notice for every client of the session that must be notified.
pub(super) async fn announce(
    tx: &mut WriteTx,
    ended: EndedSession<'_>,
    clients: &Registry,
    random: &Random,
    now: Millis,
) -> Result<(), DbError> {
    for client_id in ended.client_ids {
        let wants_to_hear = clients.get(client_id).is_some_and(|client| {
            client.backchannel_logout_uri.is_some()
                && (client.end_with_session || ended.reason.concerns_the_account())
        });
        if !wants_to_hear {
            continue;
        }
        let notice = Notice {
            client_id: client_id.clone(),
            session_id: ended.session_id.to_owned(),
            account_id: ended.account_id.to_owned(),
        };
        let job = NewJob::new(KIND, &notice, random, now).in_lane(client_id);
        jobs::enqueue(tx, &job).await?;
    }
    Ok(())
}
