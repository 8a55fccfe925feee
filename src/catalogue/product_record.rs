//! A whole product, as administrators edit it (contract E-36, G-44).

use super::product::ProductRow;
use crate::clock::Millis;
use crate::db::{DbError, Reads};
use crate::directory::EarlierChange;

/// A product with its agencies and administrators, and its last change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProductRecord {
    pub row: ProductRow,
    /// The ids of the agencies whose people may use it, sorted; if empty, all.
    pub agencies: Vec<String>,
    /// The ids of the accounts that administer it, sorted.
    pub administrators: Vec<String>,
    pub created_at: Millis,
    /// Increases with each change.
    pub version: i64,
    /// The last change; `None` if there was none.
    pub changed_at: Option<Millis>,
    /// The account that made it.
    pub changed_by: Option<String>,
}

impl ProductRecord {
    /// Who changed the product last, and when.
    ///
    /// # Errors
    /// The database failed.
    pub async fn last_change(&self, view: &mut dyn Reads) -> Result<EarlierChange, DbError> {
        let at = self.changed_at.unwrap_or(self.created_at);
        EarlierChange::of(view, self.changed_by.as_deref(), at).await
    }
}
