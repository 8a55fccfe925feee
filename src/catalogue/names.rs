//! The present names of things by id, for entries of the audit trail.

use std::collections::BTreeSet;

use super::store::names::{self, PRODUCTS_AT_ONCE};
use crate::audit::ObjectKind;
use crate::db::ids::IDS_AT_ONCE;
use crate::db::{DbError, Reads};

/// The names of the products, modules, roles and access rights among `things`.
///
/// # Errors
/// The database failed.
pub async fn names_of(
    view: &mut dyn Reads,
    things: &BTreeSet<(ObjectKind, String)>,
) -> Result<Vec<(ObjectKind, String, String)>, DbError> {
    let (mut products, mut others) = (Vec::new(), Vec::new());
    for (kind, id) in things {
        match kind {
            ObjectKind::Product => products.extend(id.parse::<i64>().ok()),
            ObjectKind::Module | ObjectKind::Role | ObjectKind::AccessRight => {
                others.push(id.as_str());
            }
            _ => {}
        }
    }
    let mut named = Vec::new();
    for ids in products.chunks(PRODUCTS_AT_ONCE) {
        let found = names::products(view, ids).await?.into_iter();
        named.extend(found.map(|(id, name)| (ObjectKind::Product, id.to_string(), name)));
    }
    for ids in others.chunks(IDS_AT_ONCE) {
        let found = names::others(view, ids).await?.into_iter();
        named.extend(found.filter_map(|(kind, id, name)| Some((ObjectKind::of(&kind)?, id, name))));
    }
    Ok(named)
}
