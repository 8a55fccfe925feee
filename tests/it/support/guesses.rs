//! Series of wrong attempts under the two names of a pair. Tests compare the answers for one
//! person's two names with those for two people.

use std::ops::Range;

use atrium::clock::{MINUTE, Millis, SECOND};
use atrium::random::Random;

/// An attempt.
#[derive(Clone, Copy, Debug)]
pub struct Guess {
    /// The time after the one before.
    pub after: Millis,
    /// Which name of the pair.
    pub name: usize,
    /// Which spelling of the name.
    pub spelling: usize,
}

impl Guess {
    /// The name as typed in this attempt.
    pub fn typed(self, pair: [&str; 2]) -> String {
        let name = pair[self.name];
        match self.spelling % 3 {
            0 => name.to_owned(),
            1 => name.to_uppercase(),
            _ => format!(" {} ", name.to_lowercase()),
        }
    }
}

/// Attempts of an attacker who knows the rule: as many as one name allows, then the other name, so
/// that more are made than the account allows within 15 minutes, while each name alone stays below
/// its limit.
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
    // Five with the second name, one with the first.
    try_at(0, 1, 0..5);
    try_at(0, 0, 0..1);
    // Ten within 15 minutes, then the name whose delay ends first.
    try_at(10 * MINUTE, 0, 0..6);
    try_at(5 * MINUTE, 1, 0..2);
    try_at(10 * MINUTE, 0, 0..1);
    try_at(3 * 60 * MINUTE, 0, 0..1);
    // Thirteen within the 15 minutes that begin at the third of these moments.
    try_at(14 * MINUTE, 1, 0..1);
    try_at(MINUTE, 0, 0..5);
    try_at(13 * MINUTE, 1, 0..3);
    try_at(90 * SECOND, 1, 0..6);
    guesses
}

/// `many` random attempts.
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
