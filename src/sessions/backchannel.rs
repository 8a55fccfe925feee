//! Telling clients that a session has ended (OpenID Connect Back-Channel Logout 1.0): one job for
//! each client, queued in the transaction that ends the session.

use serde::{Deserialize, Serialize};

use crate::clients::Registry;
use crate::clock::Millis;
use crate::db::{DbError, WriteTx};
use crate::jobs::{self, NewJob};
use crate::random::Random;

use super::end::EndedSession;

/// The kind of the jobs that tell clients.
pub const KIND: &str = "logout.deliver";

/// What one client is to be told; the payload of its job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    /// The client.
    pub client_id: String,
    /// The `sid` that it knows.
    pub session_id: String,
    /// The `sub` that it knows.
    pub account_id: String,
}

/// Queues a notice for every client of the sessions in `ended` that wants to be told; answers how
/// many. Whoever ends sessions calls this in the same write, and wakes the worker afterwards; a
/// worker that nobody wakes begins within a second.
pub async fn announce(
    tx: &mut WriteTx,
    ended: &[EndedSession],
    clients: &Registry,
    random: &Random,
    now: Millis,
) -> Result<usize, DbError> {
    let mut queued = 0;
    for ended in ended {
        for client_id in &ended.client_ids {
            let wants = clients
                .get(client_id)
                .is_some_and(|client| client.backchannel_logout_uri.is_some());
            if !wants {
                continue;
            }
            let notice = Notice {
                client_id: client_id.clone(),
                session_id: ended.session_id.clone(),
                account_id: ended.account_id.clone(),
            };
            jobs::enqueue(tx, &NewJob::new(KIND, &notice, random, now)).await?;
            queued += 1;
        }
    }
    Ok(queued)
}
