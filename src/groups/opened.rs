//! The products that groups open, for people who choose a group or decide about one.

use std::collections::BTreeMap;

use super::store::product_groups as store;
use crate::db::ids::IDS_AT_ONCE;
use crate::db::{DbError, Reads};

/// A product that a group opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenedProduct {
    pub id: i64,
    pub name: String,
    /// Its name in Chinese; empty if it is the same.
    pub name_zh: String,
    pub app_name: String,
    /// The client id of its application.
    pub client_id: Option<String>,
    /// The address of its icon; may be empty.
    pub icon_url: String,
}

/// What a group opens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opened {
    /// The first 8 products, in the order of home.
    pub products: Vec<OpenedProduct>,
    /// How many there are.
    pub total: i64,
}

/// What each of these groups opens; a group that opens nothing is missing. For people who choose a group, `hidden` are the
/// ids that the settings hide, and only the products of home count. People who decide read every product: `None`.
///
/// # Errors
/// The database failed.
pub async fn opened_by(
    view: &mut dyn Reads,
    groups: impl IntoIterator<Item = &str>,
    hidden: Option<&[i64]>,
) -> Result<BTreeMap<String, Opened>, DbError> {
    let groups: Vec<&str> = groups.into_iter().collect();
    let hidden = hidden.map_or_else(String::new, |ids| {
        let ids: Vec<String> = ids.iter().map(i64::to_string).collect();
        format!(",{},", ids.join(","))
    });
    let mut opened: BTreeMap<String, Opened> = BTreeMap::new();
    for ids in groups.chunks(IDS_AT_ONCE) {
        for row in store::opened(view, ids, &hidden).await? {
            let of_group = opened.entry(row.group_id).or_default();
            of_group.total = row.total;
            of_group.products.push(OpenedProduct {
                id: row.id,
                name: row.name,
                name_zh: row.name_zh,
                app_name: row.app_name,
                client_id: row.client_id,
                icon_url: row.icon_url,
            });
        }
    }
    Ok(opened)
}
