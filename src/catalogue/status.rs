//! Whether a product, a module, an access right or a role is enabled. Groups use other numbers, because imported data does.

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

coded!(ProductStatus { On = 0, Off = 1 });
/// The status in JSON.
pub type ProductStatusNumber = Number<ProductStatus>;
