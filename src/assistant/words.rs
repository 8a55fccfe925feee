//! Words, the unit of the assistant's quota (contract G-78): a Chinese character, or a run of other letters and digits. A text
//! has at least one word for 32 bytes, so that signs without a word cost something too.

use crate::i18n::blanks::is_han;

/// Bytes that count as a word if no word is among them.
const BYTES_OF_A_WORD: usize = 32;

/// Counts the words of a text that arrives in pieces: a run that goes on in the next piece is one word.
#[derive(Clone, Copy, Debug, Default)]
pub struct WordCount {
    /// Characters and runs.
    words: i64,
    bytes: usize,
    is_in_run: bool,
}

impl WordCount {
    /// How many words there are so far.
    pub fn words(self) -> i64 {
        let least = self.bytes / BYTES_OF_A_WORD;
        self.words.max(i64::try_from(least).unwrap_or(i64::MAX))
    }

    /// Counts `piece` as long as there are at most `most` words in all; returns how many of its bytes were counted.
    pub fn push(&mut self, piece: &str, most: i64) -> usize {
        for (at, character) in piece.char_indices() {
            let next = self.with(character);
            if next.words() > most {
                return at;
            }
            *self = next;
        }
        piece.len()
    }

    fn with(self, character: char) -> Self {
        let is_own_word = is_han(character);
        let is_in_run = !is_own_word && character.is_alphanumeric();
        let begins = is_own_word || (is_in_run && !self.is_in_run);
        Self {
            words: self.words + i64::from(begins),
            bytes: self.bytes + character.len_utf8(),
            is_in_run,
        }
    }
}

/// How many words `text` has.
pub fn count(text: &str) -> i64 {
    let mut count = WordCount::default();
    count.push(text, i64::MAX);
    count.words()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// G-78: what counts as a word.
    #[test]
    fn a_word_is_a_chinese_character_or_a_run() {
        for (text, words) in [
            ("", 0),
            ("  \n\t", 0),
            ("Hello, world!", 2),
            ("don't", 2),
            ("媒体计划", 4),
            ("我用Excel做2份表", 7),
            ("naïve café", 2),
            ("3.5", 2),
            ("𠀀𠀁", 2),
            ("👍🏽", 0),
            (&"=".repeat(31), 0),
            (&"=".repeat(96), 3),
            (&"สวัสดี".repeat(16), 9),
        ] {
            assert_eq!(count(text), words, "{text:?}");
        }
    }

    /// However a text is cut into pieces, it has as many words.
    #[test]
    fn pieces_have_as_many_words_as_the_whole() {
        let text = "Plan 媒体 for 2026: buy 三 spots, 再看 results2go.";
        for cut in text.char_indices().map(|(at, _)| at) {
            let mut counted = WordCount::default();
            counted.push(&text[..cut], i64::MAX);
            counted.push(&text[cut..], i64::MAX);
            assert_eq!(counted.words(), count(text), "{cut}");
        }
    }

    /// What would pass the limit is not counted, and the rest of the last word is.
    #[test]
    fn a_count_stops_at_its_limit() {
        let mut counted = WordCount::default();
        assert_eq!(counted.push("one two", 2), 7);
        assert_eq!(counted.push("thirds, three", 2), 8);
        assert_eq!(counted.words(), 2);
        let mut none = WordCount::default();
        assert_eq!(none.push("... 中", 0), 4);
    }
}
