//! The shutdown signal: sent once, observed by listeners and everything else that must end with them.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

/// Tells every part of a running server to stop. Clones share one state.
#[derive(Clone, Debug, Default)]
pub struct Shutdown {
    leaving: CancellationToken,
    stopping: CancellationToken,
}

impl Shutdown {
    /// A server that runs: nobody has stopped it yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Shuts down: first reports "not ready" for `notice`, so that load balancers stop sending requests, then accepts
    /// no new connections.
    pub async fn begin(&self, notice: Duration) {
        self.leaving.cancel();
        if !notice.is_zero() {
            tokio::time::sleep(notice).await;
        }
        self.stopping.cancel();
    }

    /// True when the server must report "not ready".
    pub fn is_leaving(&self) -> bool {
        self.leaving.is_cancelled()
    }

    /// Returns once no new connection may be accepted and active requests must finish.
    pub async fn begun(&self) {
        self.stopping.cancelled().await;
    }
}
