//! The shutdown signal: sent once, observed by the listener, the background tasks and `/readyz`.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

/// Tells every part of the running server to stop. Clones share one state.
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

    /// True when `/readyz` must fail.
    pub fn is_leaving(&self) -> bool {
        self.leaving.is_cancelled()
    }

    /// Returns once no new connection may be accepted and active requests must finish.
    pub async fn begun(&self) {
        self.stopping.cancelled().await;
    }

    /// Begins the shutdown at SIGTERM or SIGINT; a second signal exits the process at once with code 130.
    ///
    /// # Errors
    /// The signal handlers cannot be installed.
    pub fn at_signals(&self, notice: Duration) -> std::io::Result<()> {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        let shutdown = self.clone();
        tokio::spawn(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            tracing::info!("stopping: no new connections, finishing active requests");
            let begin = shutdown.begin(notice);
            tokio::select! {
                () = begin => {}
                _ = terminate.recv() => std::process::exit(130),
                _ = interrupt.recv() => std::process::exit(130),
            }
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            std::process::exit(130);
        });
        Ok(())
    }
}
