//! The data of a group, for people who ask for access and for the list.

/// A group that grants a product, and whom to ask about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupContact {
    pub group_name: String,
    /// The display names of its managers.
    pub managers: Vec<String>,
    /// What its managers want to say to people who ask for access.
    pub admin_msg: String,
}

/// A product that a group grants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductName {
    pub id: i64,
    pub name: String,
}
