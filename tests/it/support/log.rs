//! Records the log of a test.

use std::cell::RefCell;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, Once};

use atrium::db::{Db, DbError};
use serde_json::Value;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::{DynFilterFn, dynamic_filter_fn};
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::{Registry, fmt};

/// Records the log of the current thread until it is dropped. A tokio test runs its server on that
/// thread.
pub struct Log {
    kept: Kept,
    most: LevelFilter,
}

#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

thread_local! {
    /// The log that records this thread, and how much of it.
    static LISTENING: RefCell<Option<(Kept, LevelFilter)>> = const { RefCell::new(None) };
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// One subscriber for the whole process, which records the threads that listen. With one for each thread, a span that
/// ends on a database thread would be looked up in the wrong subscriber, and that thread would panic.
fn subscribe() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let writer = || {
            let listening = LISTENING.with_borrow(Clone::clone);
            listening.map(|(kept, _)| kept).unwrap_or_default()
        };
        let listens: DynFilterFn<Registry> = dynamic_filter_fn(|metadata, _| {
            LISTENING.with_borrow(|listening| {
                let listening = listening.as_ref();
                listening.is_some_and(|(_, most)| metadata.level() <= most)
            })
        });
        let layer = fmt::layer()
            .json()
            .flatten_event(true)
            .with_writer(writer)
            .with_filter(listens.with_max_level_hint(LevelFilter::TRACE));
        tracing::subscriber::set_global_default(Registry::default().with(layer)).unwrap();
    });
}

impl Drop for Log {
    fn drop(&mut self) {
        LISTENING.set(None);
    }
}

impl Log {
    pub fn listen() -> Self {
        Self::up_to(LevelFilter::DEBUG)
    }

    /// Also records what only the level `trace` has, of every library.
    pub fn listen_to_everything() -> Self {
        Self::up_to(LevelFilter::TRACE)
    }

    fn up_to(most: LevelFilter) -> Self {
        subscribe();
        let kept = Kept::default();
        LISTENING.set(Some((kept.clone(), most)));
        Self { kept, most }
    }

    /// Also records the log of `db`'s writes, because SQLite's writer has a separate thread.
    pub async fn listen_to_writes(&self, db: &Db) {
        let listener = (self.kept.clone(), self.most);
        let listening = db.write::<_, DbError, _>(move |_| {
            Box::pin(async move {
                LISTENING.set(Some(listener));
                Ok(())
            })
        });
        listening.await.unwrap();
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
