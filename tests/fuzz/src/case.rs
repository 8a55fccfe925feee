//! One input at one target.

use std::any::Any;
use std::cell::Cell;
use std::panic;

use super::Target;
use super::generator::Generator;

thread_local! {
    static ACCEPTED: Cell<u64> = const { Cell::new(0) };
}

/// A target says that the parser accepted the input, so that its properties were judged.
pub(crate) fn note_accepted() {
    ACCEPTED.set(ACCEPTED.get() + 1);
}

/// How many inputs of this thread parsers have accepted.
pub fn accepted() -> u64 {
    ACCEPTED.get()
}

/// An input that broke a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub target: &'static str,
    /// The seed, or the name of the kept file.
    pub from: String,
    pub input: Vec<u8>,
    /// What the target said.
    pub why: String,
}

/// Runs `target` with the input.
///
/// # Errors
/// The target panicked.
pub fn run(target: &Target, from: &str, input: &[u8]) -> Result<(), Failure> {
    panic::catch_unwind(|| (target.run)(input)).map_err(|said| Failure {
        target: target.name,
        from: from.to_owned(),
        input: input.to_vec(),
        why: text(said.as_ref()),
    })
}

/// Runs `target` with the input that `seed` makes of the kept ones.
///
/// # Errors
/// As [`run`].
pub fn run_seed(target: &Target, seed: u64, kept: &[Vec<u8>]) -> Result<(), Failure> {
    let input = Generator::seeded(seed).input(kept);
    run(target, &format!("seed {seed}"), &input)
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            target, from, why, ..
        } = self;
        writeln!(f, "target {target}, {from}: {why}")?;
        writeln!(f, "b\"{}\"", self.input.escape_ascii())?;
        write!(
            f,
            "Keep this input in tests/fuzz/corpus/{target}, and write a test beside the parser."
        )
    }
}

/// The text of a panic.
fn text(said: &(dyn Any + Send)) -> String {
    let owned = said.downcast_ref::<String>().map(String::as_str);
    let text = owned.or_else(|| said.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic without words").to_owned()
}
