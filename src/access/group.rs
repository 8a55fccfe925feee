//! What is told of a group.

/// A group that grants a product, and who to ask about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupContact {
    /// The group's name.
    pub group_name: String,
    /// The display names of its managers.
    pub managers: Vec<String>,
    /// What its managers want to be told.
    pub admin_msg: String,
}
