//! Whether a product or a group is enabled. They use different numbers, because imported data does.

use serde::Serialize;

use crate::db::{Number, coded};

/// Whether a product, a module, an access right or a role is enabled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ProductStatus {
    #[default]
    On,
    Off,
}

/// Whether a group is enabled. Only then can its members open its products.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GroupStatus {
    #[default]
    On,
    Off,
}

coded!(ProductStatus { On = 0, Off = 1 });
/// The status in JSON.
pub type ProductStatusNumber = Number<ProductStatus>;

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
