//! One key of a section, and what it takes.

/// One key of a section and the sentence that says which values it takes.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The key as written in `atrium.toml`.
    pub name: &'static str,
    /// What is allowed, to follow the words "allowed is".
    pub allowed: &'static str,
}

/// Shorthand for the tables of keys.
pub(super) const fn key(name: &'static str, allowed: &'static str) -> Key {
    Key { name, allowed }
}
