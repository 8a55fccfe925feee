//! A change that somebody else made after the caller read the object (design 9, "Answers").

use crate::clock::Millis;
use crate::db::{DbError, Reads};
use crate::directory;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlierChange {
    /// The name of the person who made it; `None` for the command line and the server itself.
    pub by: Option<String>,
    pub at: Millis,
}

impl EarlierChange {
    pub(super) async fn of(
        view: &mut impl Reads,
        by: Option<&str>,
        at: Millis,
    ) -> Result<Self, DbError> {
        let person = match by {
            Some(id) => directory::find(view, id).await?,
            None => None,
        };
        let by = person.map(|person| person.display_name().to_owned());
        Ok(Self { by, at })
    }
}
