//! The time of a request's head over HTTP/1.1. hyper begins it with the wait for the head, which may take far longer on an
//! idle connection (attack 44).

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::{Instant, sleep_until};

/// When the head of a connection's next request began.
#[derive(Default)]
pub struct HeadTime(Mutex<Head>);

#[derive(Default)]
struct Head {
    /// Requests with a complete head and no response yet.
    requests: usize,
    since: Option<Instant>,
}

impl HeadTime {
    /// A head must arrive from now on.
    pub fn begins(&self) {
        self.lock().since = Some(Instant::now());
    }

    /// The client sent bytes. Between two requests they begin the next head.
    pub fn received(&self) {
        let mut head = self.lock();
        if head.requests == 0 && head.since.is_none() {
            head.since = Some(Instant::now());
        }
    }

    /// A head has arrived.
    pub fn request_begins(&self) {
        let mut head = self.lock();
        head.requests += 1;
        head.since = None;
    }

    pub fn request_ends(&self) {
        self.lock().requests -= 1;
    }

    /// Returns once a head has taken longer than `limit`.
    pub async fn is_late(&self, limit: Duration) {
        loop {
            // A head that begins now cannot be late before then.
            let end = self.lock().since.unwrap_or_else(Instant::now) + limit;
            if end <= Instant::now() {
                return;
            }
            sleep_until(end).await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Head> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
