//! Queues of this process, by name. One without a place taken is forgotten.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::Semaphore;

/// Number of queues at which empty ones are removed.
const QUEUES: usize = 1_024;

/// The queues; cheap to clone.
#[derive(Clone, Default)]
pub struct Queues(Arc<Mutex<HashMap<String, Weak<Semaphore>>>>);

impl Queues {
    /// The queue with this name, which admits `places` attempts at once.
    pub fn queue(&self, name: &str, places: usize) -> Arc<Semaphore> {
        let mut queues = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(queue) = queues.get(name).and_then(Weak::upgrade) {
            return queue;
        }
        if queues.len() >= QUEUES {
            queues.retain(|_, queue| queue.strong_count() > 0);
        }
        let queue = Arc::new(Semaphore::new(places));
        queues.insert(name.to_owned(), Arc::downgrade(&queue));
        queue
    }
}
