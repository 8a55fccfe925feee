//! Series of wrong sign-in attempts under two names. Tests compare the answers for two names of one
//! person with the answers for two people.

use std::ops::Range;

use atrium::clock::{MINUTE, Millis, SECOND};
use atrium::random::Random;

/// A wrong sign-in attempt.
#[derive(Clone, Copy, Debug)]
pub struct Guess {
    /// The time since the previous attempt.
    pub after: Millis,
    /// The index of the name in the pair.
    pub name: usize,
    /// The number of the spelling: unchanged, upper case, or lower case with spaces.
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

/// Attempts of an attacker who knows the limits. The attacker alternates between both names. Each
/// name alone stays below its limit, but both together exceed the account's limit within 15
/// minutes.
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
    // Five attempts with the second name, one with the first.
    try_at(0, 1, 0..5);
    try_at(0, 0, 0..1);
    // Ten attempts within 15 minutes, then attempts with the name whose delay ends first.
    try_at(10 * MINUTE, 0, 0..6);
    try_at(5 * MINUTE, 1, 0..2);
    try_at(10 * MINUTE, 0, 0..1);
    try_at(3 * 60 * MINUTE, 0, 0..1);
    // More than ten attempts within 15 minutes, spread over both names.
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
