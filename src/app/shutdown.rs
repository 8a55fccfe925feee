//! The word to stop: given once, seen by the listener, the background tasks and `/readyz`.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

/// Tells every part of the running server that it is to end. Clones share one state.
#[derive(Clone, Debug, Default)]
pub struct Shutdown {
    leaving: CancellationToken,
    stopping: CancellationToken,
}

impl Shutdown {
    /// A server that is not told to stop yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops: first not ready for `notice`, so that a load balancer turns away, then no new connection.
    pub async fn begin(&self, notice: Duration) {
        self.leaving.cancel();
        if !notice.is_zero() {
            tokio::time::sleep(notice).await;
        }
        self.stopping.cancel();
    }

    /// Whether `/readyz` must say no.
    pub fn is_leaving(&self) -> bool {
        self.leaving.is_cancelled()
    }

    /// Ends when no new connection is to be taken and what is under way is to finish.
    pub async fn begun(&self) {
        self.stopping.cancelled().await;
    }

    /// Begins the stop at SIGTERM or SIGINT; a second signal ends the process at once, as code 130.
    ///
    /// # Errors
    /// The signals cannot be listened to.
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
            tracing::info!("told to stop: no new connections, finishing what is under way");
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
