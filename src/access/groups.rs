//! Groups: what they grant, who manages them, who is in them.

pub use super::store::groups::{appoint, grant, save, set_membership, set_status};
