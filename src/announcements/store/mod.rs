//! The tables of `announcements`, one file each. Only this module uses them.

pub mod announcement_list;
pub mod announcements;
pub mod erasure;
pub mod reader_list;
pub mod reads;
