//! Fuzz targets: each gives an input to a parser of the server, and panics if a property of the parser is broken.
//!
//! - `targets/`: one file for each kind of input from outside;
//! - `generator.rs`: inputs made of kept ones by a seed;
//! - `corpus.rs`: the kept inputs, in the folder `corpus`;
//! - `case.rs`: one input at one target, and how a failure is shown;
//! - `tokens.rs`: signed tokens whose header and payload are the input.
//!
//! How to add a target: a file in `targets/`, a line in [`TARGETS`] and in `tests/cases.rs`, and a folder in `corpus`.

pub mod case;
pub mod corpus;
pub mod generator;
mod targets;
mod tokens;

/// A parser and its properties.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name of its folder of kept inputs.
    pub name: &'static str,
    /// Panics if the input breaks a property.
    pub run: fn(&[u8]),
    /// Seeded cases in `make test`.
    pub cases: u64,
}

/// Every target.
pub const TARGETS: &[Target] = &[
    target("assertion", targets::assertion::run, 1_500),
    target("authorize", targets::authorize::run, 2_000),
    target("basic", targets::basic::run, 2_000),
    target("callback", targets::callback::run, 2_000),
    target("cookies", targets::cookies::run, 2_000),
    target("csv", targets::csv::run, 2_000),
    target("cursor", targets::cursor::run, 2_000),
    target("proof", targets::proof::run, 1_000),
    target("sealed", targets::sealed::run, 1_000),
    target("upstream", targets::upstream::run, 300),
    target("webauthn", targets::webauthn::run, 1_500),
];

const fn target(name: &'static str, run: fn(&[u8]), cases: u64) -> Target {
    Target { name, run, cases }
}

/// The target with this name.
pub fn named(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
