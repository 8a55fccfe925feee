//! What has arrived of an answer.

use super::answers::Ended;
use super::gateway::GatewayError;
use super::turn::TurnState;
use super::words::WordCount;

/// The most bytes of an answer, however many words a version allows.
const MOST_BYTES: usize = 1024 * 1024;
/// Tokens of two words, where a provider does not count.
const TOKENS_OF_TWO_WORDS: i64 = 3;

/// What has arrived of an answer.
#[derive(Debug, Default)]
pub struct AnswerSoFar {
    text: String,
    pub count: WordCount,
    pub tokens: Option<(i64, i64)>,
    /// Words of everything that the model was sent.
    question_words: i64,
    /// The end of the text, which is in no piece yet.
    pub gathered: String,
    /// How many pieces were stored, with how many words.
    pub pieces: i64,
    pub stored_words: i64,
}

impl AnswerSoFar {
    /// Nothing yet, for a model that was sent `question_words`.
    pub fn to(question_words: i64) -> Self {
        Self {
            question_words,
            ..Self::default()
        }
    }

    /// Adds `text` as far as there are words left; returns how many bytes that was.
    pub fn take(&mut self, text: &str, most_words: i64) -> usize {
        let room = MOST_BYTES.saturating_sub(self.text.len());
        let fits = (0..=room.min(text.len()))
            .rev()
            .find(|at| text.is_char_boundary(*at));
        let fits = fits.unwrap_or_default();
        let taken = self.count.push(&text[..fits], most_words);
        self.text.push_str(&text[..taken]);
        self.gathered.push_str(&text[..taken]);
        taken
    }

    pub fn ended(self, state: TurnState) -> Ended {
        let words = self.count.words();
        let guess = |words: i64| words * TOKENS_OF_TWO_WORDS / 2;
        let was_asked = words > 0 || state == TurnState::Stopped;
        let guessed = was_asked.then(|| (guess(self.question_words), guess(words)));
        Ended {
            words,
            state,
            tokens: self.tokens.or(guessed),
            text: self.text,
        }
    }

    /// Ends with what has arrived, if anything has.
    pub fn failed(self, error: GatewayError) -> Ended {
        tracing::warn!(%error, "the provider of the assistant failed");
        let state = match error {
            _ if !self.text.is_empty() => TurnState::Cut,
            GatewayError::Busy => TurnState::Busy,
            GatewayError::TooLong => TurnState::TooLong,
            _ => TurnState::Failed,
        };
        self.ended(state)
    }
}
