//! The data of a group for people who ask for access.

/// A group that grants a product, and whom to ask about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupContact {
    pub group_name: String,
    /// The display names of its managers.
    pub managers: Vec<String>,
    /// What its managers want to say to people who ask for access.
    pub admin_msg: String,
}
