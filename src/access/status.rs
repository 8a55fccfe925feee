//! Whether a product or a group is on. The numbers differ, because data that is taken over has them (design 9, "Groups").

use crate::db::coded;

/// Whether a product is on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProductStatus {
    #[default]
    On,
    Off,
}

/// Whether a group is on: only then its members may open its products.
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

    /// What a number of the database stands for.
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

    /// What a number of the database stands for.
    pub fn from_code(code: i64) -> Option<Self> {
        [Self::On, Self::Off]
            .into_iter()
            .find(|status| status.code() == code)
    }
}
