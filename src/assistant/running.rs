//! The answers that this process is writing: what has arrived, who waits for more, and who may end them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::turn::TurnState;

/// The most answers that one process writes at a time.
const MOST: usize = 2_000;

/// An answer that is arriving here.
#[derive(Debug)]
pub struct Live {
    pub account_id: String,
    text: Mutex<String>,
    /// How many bytes have arrived, and how it ended.
    progress: watch::Sender<Progress>,
    /// Its person wants no more.
    pub stopped: CancellationToken,
    /// It must end: the server stops, or the person's access did.
    pub cut: CancellationToken,
}

/// How far an answer has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Bytes that have arrived.
    pub bytes: usize,
    /// How it ended; `None` while it arrives.
    pub end: Option<(TurnState, i64)>,
}

impl Live {
    fn new(account_id: String) -> Self {
        let begin = Progress {
            bytes: 0,
            end: None,
        };
        Self {
            account_id,
            text: Mutex::default(),
            progress: watch::Sender::new(begin),
            stopped: CancellationToken::new(),
            cut: CancellationToken::new(),
        }
    }

    /// Adds what has arrived.
    pub fn push(&self, piece: &str) {
        let bytes = {
            let mut text = self.text.lock().unwrap_or_else(PoisonError::into_inner);
            text.push_str(piece);
            text.len()
        };
        self.progress.send_modify(|progress| progress.bytes = bytes);
    }

    /// Says how it ended, with its words.
    pub fn end(&self, state: TurnState, words: i64) {
        self.progress
            .send_modify(|progress| progress.end = Some((state, words)));
    }

    /// Ends it in `state`, unless it has ended.
    pub fn end_if_open(&self, state: TurnState) {
        self.progress.send_modify(|progress| {
            progress.end.get_or_insert((state, 0));
        });
    }

    /// What has arrived after the first `from` bytes; `None` if no character begins there.
    pub fn since(&self, from: usize) -> Option<String> {
        let text = self.text.lock().unwrap_or_else(PoisonError::into_inner);
        text.get(from..).map(str::to_owned)
    }

    pub fn follow(&self) -> watch::Receiver<Progress> {
        self.progress.subscribe()
    }
}

/// The answers of this process by id.
#[derive(Debug, Default)]
pub struct RunningAnswers(Mutex<HashMap<String, Arc<Live>>>);

impl RunningAnswers {
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Live>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True if this process can write one more.
    pub fn has_room(&self) -> bool {
        self.lock().len() < MOST
    }

    pub fn begin(&self, id: &str, account_id: &str) -> Arc<Live> {
        let live = Arc::new(Live::new(account_id.to_owned()));
        self.lock().insert(id.to_owned(), Arc::clone(&live));
        live
    }

    pub fn find(&self, id: &str) -> Option<Arc<Live>> {
        self.lock().get(id).map(Arc::clone)
    }

    pub fn remove(&self, id: &str) {
        self.lock().remove(id);
    }

    /// Every answer with its id.
    pub fn all(&self) -> Vec<(String, Arc<Live>)> {
        let all = self.lock();
        all.iter()
            .map(|(id, live)| (id.clone(), Arc::clone(live)))
            .collect()
    }
}
