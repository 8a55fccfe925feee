//! Which things use which files. What nothing uses for a day is deleted.

use std::collections::BTreeSet;

use super::store;
use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx};

/// The most files that one thing uses.
pub const MOST: usize = 100;

/// How owners begin whose files nobody else may use, because they would show them to others.
const FEEDBACK: &str = "feedback ";

/// A thing that uses files: its kind and its id, such as `("product", "12")`.
#[derive(Clone, Copy, Debug)]
pub struct Owner<'a>(pub &'a str, pub &'a str);

impl Owner<'_> {
    /// As the database has it.
    fn text(self) -> String {
        format!("{} {}", self.0, self.1)
    }
}

/// Says which files `owner` uses from now on: those with these names, and no other. Everybody may read them from
/// `public_from` on; without it, nobody who only knows their names. Call it in the write that saves `owner`.
///
/// Gives the names that are no file's, sorted; the caller decides whether that is a fault. They and all beyond [`MOST`] are
/// left out.
///
/// # Errors
/// The database failed.
pub async fn set(
    tx: &mut WriteTx,
    owner: Owner<'_>,
    names: &[String],
    public_from: Option<Millis>,
    now: Millis,
) -> Result<Vec<String>, DbError> {
    let owner = owner.text();
    // Sorted, so that two writes lock the rows in the same order.
    let wanted: BTreeSet<&String> = names.iter().take(MOST).collect();
    let before = store::used_by(tx, &owner).await?;
    let both: BTreeSet<&String> = before.iter().chain(wanted.iter().copied()).collect();
    let mut unknown = Vec::new();
    for name in both {
        let is_new = wanted.contains(name) && !before.contains(name);
        if is_new && !owner.starts_with(FEEDBACK) && store::is_of_feedback(tx, name).await? {
            unknown.push(name.clone());
        } else if !wanted.contains(name) {
            store::unrefer(tx, &owner, name, now).await?;
        } else if !store::refer(tx, &owner, name, public_from).await? {
            unknown.push(name.clone());
        }
    }
    Ok(unknown)
}

/// True if feedback alone uses the file, so that only its author and the people who read all feedback may see it.
///
/// # Errors
/// The database failed.
pub async fn is_of_feedback(view: &mut dyn Reads, name: &str) -> Result<bool, DbError> {
    store::is_of_feedback(view, name).await
}

/// The names of the files that `owner` uses, sorted.
///
/// # Errors
/// The database failed.
pub async fn of(view: &mut dyn Reads, owner: Owner<'_>) -> Result<Vec<String>, DbError> {
    store::used_by(view, &owner.text()).await
}
