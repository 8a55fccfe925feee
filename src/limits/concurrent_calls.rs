//! Limits the calls of one person that read the database at once. A person who sends slow searches in parallel waits
//! for them, and others still get connections (attack 44).

use tokio::sync::OwnedSemaphorePermit;

use super::queues::Queues;

/// The running calls of one process, by person; cheap to clone.
#[derive(Clone)]
pub struct ConcurrentCalls {
    people: Queues,
    most: usize,
}

/// A call that may read. It ends when this is dropped.
pub struct RunningCall {
    _place: Option<OwnedSemaphorePermit>,
}

impl ConcurrentCalls {
    /// A person gets at most half of the reading `connections`, but at least one.
    pub fn sharing(connections: u32) -> Self {
        Self {
            people: Queues::default(),
            most: usize::try_from(connections / 2).unwrap_or(1).max(1),
        }
    }

    /// Begins a call of this account once enough of its others have ended. Call this before taking a connection.
    pub async fn begin(&self, account_id: &str) -> RunningCall {
        let queue = self.people.queue(account_id, self.most);
        RunningCall {
            _place: queue.acquire_owned().await.ok(),
        }
    }
}

impl std::fmt::Debug for ConcurrentCalls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ConcurrentCalls")
    }
}
