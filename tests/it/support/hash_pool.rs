//! A hash pool of one thread, paused while a test looks at its queue.

use std::sync::{Arc, Mutex, mpsc};

use atrium::directory::password_pool::{HashPool, Opener};
use atrium::limits::Asker;
use tokio::sync::oneshot;

/// The work of one hash, in passes over a KiB ([`HashPool::effort`]).
pub const ONE_HASH: u64 = 2 * 19 * 1024;

/// A job that keeps its thread until this is dropped.
pub struct Pause {
    _resume: mpsc::Sender<()>,
    begun: oneshot::Receiver<()>,
}

impl Pause {
    /// Returns once the thread stands still.
    pub async fn begin(pool: &HashPool) -> Self {
        let mut pause = Self::wait(pool, Asker::operator());
        (&mut pause.begun).await.unwrap();
        pause
    }

    /// Waits in the queue for the turn of `asker`.
    pub fn wait(pool: &HashPool, asker: Asker) -> Self {
        let (resume, resumed) = mpsc::channel::<()>();
        let (begin, begun) = oneshot::channel();
        let (resumed, begin) = (Mutex::new(resumed), Mutex::new(Some(begin)));
        let opener: Opener = Arc::new(move |sent: &str| {
            if let Some(begin) = begin.lock().unwrap().take() {
                let _ = begin.send(());
            }
            let _ = resumed.lock().unwrap().recv();
            sent.to_owned().into()
        });
        let pool = pool.clone();
        tokio::spawn(async move { pool.open(String::new().into(), opener, &asker).await });
        Self {
            _resume: resume,
            begun,
        }
    }
}
