//! Somebody who reads an answer while it arrives, in this process or in another one.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::sleep;

use super::answers::joined;
use super::error::ChatError;
use super::readers::ReaderPlace;
use super::running::{Live, Progress};
use super::secrets::{AssistantSecrets, turn_place};
use super::store::answers as store;
use super::store::chats;
use super::turn::TurnState;
use super::words;
use crate::db::{Db, Reads};

/// How often the pieces of another process are looked for.
const POLL: Duration = Duration::from_millis(500);

/// What a follower hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerEvent {
    /// More of the text, up to this byte of the answer.
    Text { text: String, bytes: usize },
    /// The end, with the words of the answer.
    End { state: TurnState, words: i64 },
}

/// Reads an answer from some byte on.
#[derive(Debug)]
pub struct Follower {
    id: String,
    db: (Db, AssistantSecrets),
    /// Bytes that the reader has.
    read: usize,
    source: Source,
    place: ReaderPlace,
}

#[derive(Debug)]
enum Source {
    /// It arrives in this process.
    Here(Arc<Live>, watch::Receiver<Progress>),
    /// It arrives in another process, or has ended: what the database had of it, and the number of the next piece.
    Stored {
        text: String,
        next: i64,
    },
    Ended,
}

impl Follower {
    /// # Errors
    /// It is no answer of the account, or no character begins at `from`.
    pub(super) async fn of(
        (live, place): (Option<Arc<Live>>, ReaderPlace),
        db: (Db, AssistantSecrets),
        id: &str,
        from: usize,
    ) -> Result<Self, ChatError> {
        let source = match live {
            Some(live) => {
                live.since(from).ok_or(ChatError::UnknownAnswer)?;
                let progress = live.follow();
                Source::Here(live, progress)
            }
            None => Source::Stored {
                text: String::new(),
                next: 0,
            },
        };
        let mut follower = Self {
            id: id.to_owned(),
            db,
            read: from,
            source,
            place,
        };
        if matches!(follower.source, Source::Stored { .. }) {
            let end = follower.look().await?;
            // The last piece that the reader has may not be stored yet, where it came from another process.
            let text = follower.stored_text();
            let is_ahead = end.is_none() && from > text.len();
            if !is_ahead && !text.is_char_boundary(from) {
                return Err(ChatError::UnknownAnswer);
            }
        }
        Ok(follower)
    }

    /// Waits for what is next; `None` after the end. It may be dropped while it waits, and loses nothing.
    ///
    /// # Errors
    /// The database failed, or the chat was deleted.
    pub async fn next(&mut self) -> Result<Option<AnswerEvent>, ChatError> {
        loop {
            match &mut self.source {
                Source::Ended => return Ok(None),
                Source::Here(live, progress) => {
                    let now_is = *progress.borrow_and_update();
                    if now_is.bytes > self.read {
                        let text = live.since(self.read).unwrap_or_default();
                        return Ok(Some(self.text(text)));
                    }
                    if let Some((state, words)) = now_is.end {
                        self.source = Source::Ended;
                        return Ok(Some(AnswerEvent::End { state, words }));
                    }
                    // The sender lives as long as `live` does.
                    let _ = progress.changed().await;
                }
                Source::Stored { .. } => {
                    let end = self.look().await?;
                    let more = self.stored_text().get(self.read..);
                    if let Some(more) = more.filter(|more| !more.is_empty()) {
                        let more = more.to_owned();
                        return Ok(Some(self.text(more)));
                    }
                    if let Some(state) = end {
                        let words = words::count(self.stored_text());
                        self.source = Source::Ended;
                        return Ok(Some(AnswerEvent::End { state, words }));
                    }
                    sleep(POLL).await;
                }
            }
        }
    }

    fn text(&mut self, text: String) -> AnswerEvent {
        self.read += text.len();
        AnswerEvent::Text {
            text,
            bytes: self.read,
        }
    }

    /// What was read from the database.
    fn stored_text(&self) -> &str {
        match &self.source {
            Source::Stored { text, .. } => text,
            Source::Here(..) | Source::Ended => "",
        }
    }

    /// Reads what the database has got since the last look; returns how the answer ended.
    async fn look(&mut self) -> Result<Option<TurnState>, ChatError> {
        let Source::Stored { text, next } = &mut self.source else {
            return Ok(None);
        };
        let (db, secrets) = &self.db;
        let mut view = db.view().await?;
        let view: &mut dyn Reads = &mut view;
        let turn = chats::turn_of_answer(view, &self.id).await?;
        let turn = turn.filter(|turn| turn.account_id == self.place.account_id());
        let turn = turn.ok_or(ChatError::UnknownAnswer)?;
        let key = secrets.chat_key(&turn.chat_id, &turn.sealed_key)?;
        if turn.state != TurnState::Arriving {
            *text = key.open(&turn_place(turn.number), &turn.content)?;
            return Ok(Some(turn.state));
        }
        let pieces = store::pieces(view, &self.id, *next).await?;
        text.push_str(&joined(&key, &self.id, &pieces)?);
        *next = pieces.last().map_or(*next, |piece| piece.number + 1);
        Ok(None)
    }
}
