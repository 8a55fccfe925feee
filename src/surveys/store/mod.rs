//! The tables of `surveys`, one file each. Only this module uses them.

pub mod answers;
pub mod erasure;
pub mod people;
pub mod survey_list;
pub mod surveys;
pub mod sweeping;
