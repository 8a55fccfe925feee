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

    /// The next part; `None` after the end. A caller that stops waiting loses nothing.
    pub async fn next(&mut self) -> Option<Part> {
        if !self.rest.is_empty() {
            tokio::time::sleep(PAUSE).await;
        }
        if let Some(text) = self.rest.pop() {
            return Some(Part::Text(text));
        }
        let ended = std::mem::replace(&mut self.has_ended, true);
        (!ended).then_some(Part::End { was_cut: false })
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    /// The task that writes an answer stops waiting to store what it has gathered.
    #[tokio::test]
    async fn a_piece_that_nobody_waited_for_comes_next() {
        let mut echo = Echo::of("one two three four five");
        let mut text = String::new();
        loop {
            if !echo.rest.is_empty() {
                assert!(echo.next().now_or_never().is_none(), "it pauses");
            }
            match echo.next().await {
                Some(Part::Text(piece)) => text.push_str(&piece),
                Some(_) => {}
                None => break,
            }
        }
        assert_eq!(text, format!("{LABEL}one two three four five"));
    }
}
