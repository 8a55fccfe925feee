//! Stores pieces and ends of all answers of this process, together: one write for everything of half a second.

use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep, timeout_at};

use super::answers::{self, Ended};
use super::error::ChatError;
use super::secrets::ChatKey;
use super::store::answers as store;
use super::version::Version;
use crate::clock::Millis;
use crate::db::Db;

/// How long pieces are gathered.
pub const GATHERED_FOR: Duration = Duration::from_millis(500);
/// The most entries of one write: others wait for it.
const MOST_AT_ONCE: usize = 1_000;
/// The pause after a failed write.
const PAUSE: Duration = Duration::from_secs(1);
/// How often a write is tried. What fails for longer ends as the answer of a dead process would.
const TRIES: usize = 20;

/// What is stored.
#[derive(Debug)]
pub enum Entry {
    /// A sealed piece of an answer.
    Piece {
        answer_id: String,
        number: i64,
        words: i64,
        content: String,
    },
    /// The end of an answer. The receiver hears when it is stored.
    End(Box<End>),
}

/// The end of an answer.
#[derive(Debug)]
pub struct End {
    pub answer_id: String,
    pub ended: Ended,
    pub key: ChatKey,
    pub version: Version,
    pub day_at: Millis,
    pub stored: Option<oneshot::Sender<()>>,
}

/// Writes until every sender is gone.
pub async fn write_pieces(db: Db, mut entries: mpsc::UnboundedReceiver<Entry>) {
    while let Some(first) = entries.recv().await {
        let mut batch = vec![first];
        let until = Instant::now() + GATHERED_FOR;
        while batch.len() < MOST_AT_ONCE && !matches!(batch.last(), Some(Entry::End(_))) {
            match timeout_at(until, entries.recv()).await {
                Ok(Some(entry)) => batch.push(entry),
                Ok(None) | Err(_) => break,
            }
        }
        while batch.len() < MOST_AT_ONCE
            && let Ok(entry) = entries.try_recv()
        {
            batch.push(entry);
        }
        write(&db, batch).await;
    }
}

/// Writes the batch, and again if that fails. Everything in it may be written twice: a piece has its number, and an answer
/// ends once.
async fn write(db: &Db, batch: Vec<Entry>) {
    let batch = std::sync::Arc::new(batch);
    for _ in 0..TRIES {
        let entries = std::sync::Arc::clone(&batch);
        let written = db.write_with_retry::<_, ChatError, _>(move |tx| {
            Box::pin(async move {
                for entry in entries.iter() {
                    store_entry(tx, entry).await?;
                }
                Ok(())
            })
        });
        match written.await {
            Ok(()) => break,
            Err(error) => {
                tracing::warn!(%error, "pieces of answers were not stored");
                sleep(PAUSE).await;
            }
        }
    }
    // Also after a failure: the tasks that wait must go on, and the sweep of late answers ends what is not stored.
    for entry in std::sync::Arc::into_inner(batch).into_iter().flatten() {
        if let Entry::End(end) = entry
            && let Some(stored) = end.stored
        {
            let _ = stored.send(());
        }
    }
}

async fn store_entry(tx: &mut crate::db::WriteTx, entry: &Entry) -> Result<(), ChatError> {
    match entry {
        Entry::Piece {
            answer_id,
            number,
            words,
            content,
        } => {
            let piece = store::PieceRow {
                number: *number,
                words: *words,
                content: content.clone(),
            };
            store::add_piece(tx, answer_id, &piece).await?;
        }
        Entry::End(end) => {
            let by = (Some(&end.key), Some(&end.version));
            answers::settle(tx, &end.answer_id, &end.ended, by, end.day_at).await?;
        }
    }
    Ok(())
}
