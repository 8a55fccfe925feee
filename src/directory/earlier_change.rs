//! A change that somebody else made after the caller read the object.

use crate::clock::Millis;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlierChange {
    /// The name of the person who made it; `None` for the command line and the server itself.
    pub by: Option<String>,
    pub at: Millis,
}
