//! Whether a product or a group is enabled. They use different numbers, because imported data does
//! (design 9, "Groups").

use crate::db::coded;

/// Whether a product is enabled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProductStatus {
    #[default]
    On,
    Off,
}

/// Whether a group is enabled. Only then can its members open its products.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GroupStatus {
    #[default]
    On,
    Off,
}

coded!(ProductStatus);
coded!(GroupStatus);

impl ProductStatus {
    /// The number in the database.
    pub const fn code(self) -> i64 {
        match self {
            Self::On => 0,
            Self::Off => 1,
        }
    }

    /// The status for a number in the database.
    pub fn from_code(code: i64) -> Option<Self> {
        [Self::On, Self::Off]
            .into_iter()
            .find(|status| status.code() == code)
    }
}

impl GroupStatus {
    /// The number in the database.
    pub const fn code(self) -> i64 {
        match self {
            Self::On => 0,
            Self::Off => 2,
        }
    }

    /// The status for a number in the database.
    pub fn from_code(code: i64) -> Option<Self> {
        [Self::On, Self::Off]
            .into_iter()
            .find(|status| status.code() == code)
    }
}
