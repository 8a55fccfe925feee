//! The tables of `assistant`, one file each. Only this room uses them.

pub mod answers;
pub mod chats;
pub mod days;
pub mod erasure;
pub mod quota_list;
pub mod quotas;
pub mod use_list;
pub mod use_of_month;
pub mod versions;
