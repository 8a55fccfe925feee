//! A key of a section and its allowed values.

/// A key of a section and the description of its allowed values.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// As written in `atrium.toml`.
    pub name: &'static str,
    /// Continues a sentence that begins with "allowed is".
    pub allowed: &'static str,
}

pub(super) const fn key(name: &'static str, allowed: &'static str) -> Key {
    Key { name, allowed }
}
