//! The tables of `feedback`, one file each. Only this module uses them.

pub mod closed;
pub mod erasure;
pub mod feedback;
pub mod feedback_list;
pub mod own_list;
pub mod uploads;
pub mod weeks;
