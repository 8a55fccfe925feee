//! The signals that stop the server.

use std::time::Duration;

use atrium_listener::Shutdown;
use tokio::signal::unix::{SignalKind, signal};

/// Begins the shutdown at SIGTERM or SIGINT, with this notice for load balancers; a second signal exits the process at
/// once with code 130.
///
/// # Errors
/// The signal handlers cannot be installed.
pub fn stop_at(shutdown: Shutdown, notice: Duration) -> std::io::Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
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
