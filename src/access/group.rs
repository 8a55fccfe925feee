//! The data of a group, for people who ask for access and for the list.

use super::status::GroupStatus;
use crate::clock::Millis;

/// A group that grants a product, and whom to ask about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupContact {
    pub group_name: String,
    /// The display names of its managers.
    pub managers: Vec<String>,
    /// What its managers want to say to people who ask for access.
    pub admin_msg: String,
}

/// A group in the list for administrators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupRow {
    pub id: String,
    pub name: String,
    pub status: GroupStatus,
    /// How many members are enabled.
    pub members: i64,
    /// The display names of its first enabled managers, 20 at most.
    pub managers: Vec<String>,
    /// How many enabled managers it has.
    pub managers_in_all: i64,
    /// The first products that it grants, 20 at most.
    pub products: Vec<ProductName>,
    /// How many products it grants.
    pub products_in_all: i64,
    pub created_at: Millis,
}

/// A product that a group grants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductName {
    pub id: i64,
    pub name: String,
}
