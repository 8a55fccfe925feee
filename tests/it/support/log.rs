//! Records the log of a test.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use serde_json::Value;
use tracing::subscriber::DefaultGuard;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::{Registry, fmt};

/// Records the log of the current thread until it is dropped. A tokio test runs its server on that
/// thread.
pub struct Log {
    kept: Kept,
    _guard: DefaultGuard,
}

#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Log {
    pub fn listen() -> Self {
        // With only one subscriber in the process, tracing disables an event for good if another
        // thread reaches it first. A second subscriber, which records nothing, prevents this.
        let _ = tracing::subscriber::set_global_default(Registry::default());
        let kept = Kept::default();
        let target = kept.clone();
        let layer = fmt::layer()
            .json()
            .flatten_event(true)
            .with_writer(move || target.clone());
        let guard = tracing::subscriber::set_default(Registry::default().with(layer));
        Self {
            kept,
            _guard: guard,
        }
    }

    /// Everything logged so far.
    pub fn text(&self) -> String {
        String::from_utf8(self.kept.0.lock().unwrap().clone()).unwrap()
    }

    /// The events with this message since the previous call of this function.
    pub fn take(&self, message: &str) -> Vec<Value> {
        let text = self.text();
        let events = text
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap());
        let found = events.filter(|event| event["message"] == message).collect();
        self.kept.0.lock().unwrap().clear();
        found
    }
}
