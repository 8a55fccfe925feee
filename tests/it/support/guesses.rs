//! Series of wrong tries under the two names of a pair, to hold what two persons are told against what
//! one is.

use std::ops::Range;

use atrium::clock::{MINUTE, Millis, SECOND};
use atrium::random::Random;

/// One try.
#[derive(Clone, Copy, Debug)]
pub struct Guess {
    /// How long after the one before it.
    pub after: Millis,
    /// Under which name of the pair.
    pub name: usize,
    /// In which of its spellings.
    pub spelling: usize,
}

impl Guess {
    /// The name as it is typed in this try.
    pub fn typed(self, pair: [&str; 2]) -> String {
        let name = pair[self.name];
        match self.spelling % 3 {
            0 => name.to_owned(),
            1 => name.to_uppercase(),
            _ => format!(" {} ", name.to_lowercase()),
        }
    }
}

/// What somebody would try who has read the rule: as many as are seen under one name, then the other
/// name; and more than any account allows in a quarter of an hour, while each name by itself is still
/// let in.
pub fn clever() -> Vec<Guess> {
    let mut guesses = Vec::new();
    let mut try_at = |after: Millis, name, times: Range<usize>| {
        for spelling in times {
            let after = if spelling == 0 { after } else { 0 };
            guesses.push(Guess {
                after,
                name,
                spelling,
            });
        }
    };
    // Five by the second name, one by the first.
    try_at(0, 1, 0..5);
    try_at(0, 0, 0..1);
    // Ten within a quarter of an hour, then the name whose delay is over first.
    try_at(10 * MINUTE, 0, 0..6);
    try_at(5 * MINUTE, 1, 0..2);
    try_at(10 * MINUTE, 0, 0..1);
    try_at(3 * 60 * MINUTE, 0, 0..1);
    // Thirteen within the quarter that begins at the third of these moments.
    try_at(14 * MINUTE, 1, 0..1);
    try_at(MINUTE, 0, 0..5);
    try_at(13 * MINUTE, 1, 0..3);
    try_at(90 * SECOND, 1, 0..6);
    guesses
}

/// `many` tries at random.
pub fn random(seed: u8, many: usize) -> Vec<Guess> {
    let random = Random::seeded(seed);
    let guess = |_| {
        let [pause, length, name, spelling] = random.bytes::<4>();
        let after = if pause < 90 {
            i64::from(length) * 3 * SECOND
        } else {
            0
        };
        Guess {
            after,
            name: usize::from(name % 2),
            spelling: usize::from(spelling),
        }
    };
    (0..many).map(guess).collect()
}
