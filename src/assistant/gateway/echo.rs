//! The local echo: a labelled answer that repeats the question, for development (contract G-79). It goes the way of every
//! answer, piece by piece.

use std::time::Duration;

use super::part::Part;

/// What an echo begins with, so that nobody takes it for an answer.
const LABEL: &str = "**Echo** (no AI provider is set). You wrote:\n\n";
/// The pause between two pieces.
const PAUSE: Duration = Duration::from_millis(20);
/// Characters of a piece.
const PIECE: usize = 8;

/// An echo that is being written.
#[derive(Debug)]
pub struct Echo {
    rest: Vec<String>,
    has_ended: bool,
}

impl Echo {
    pub fn of(question: &str) -> Self {
        let characters: Vec<char> = LABEL.chars().chain(question.chars()).collect();
        let pieces = characters.chunks(PIECE).map(|piece| piece.iter().collect());
        Self {
            rest: pieces.rev().collect(),
            has_ended: false,
        }
    }

    /// The next part; `None` after the end.
    pub async fn next(&mut self) -> Option<Part> {
        if let Some(text) = self.rest.pop() {
            tokio::time::sleep(PAUSE).await;
            return Some(Part::Text(text));
        }
        let ended = std::mem::replace(&mut self.has_ended, true);
        (!ended).then_some(Part::End { was_cut: false })
    }
}
