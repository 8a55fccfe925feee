//! Whether a group is enabled, and whether a person has seen the hint about groups.

use crate::db::{Number, coded};

/// Whether a group is enabled. Only then can its members open its products.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GroupStatus {
    #[default]
    On,
    Off,
}

coded!(GroupStatus { On = 0, Off = 2 });
/// The status in JSON.
pub type GroupStatusNumber = Number<GroupStatus>;

/// Whether a person has seen the hint about groups today (contract G-19).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClickStatus {
    Reset,
    Seen,
}

coded!(ClickStatus { Reset = 0, Seen = 1 });
