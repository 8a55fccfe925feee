//! Columns that stand for something: flags, enums and days.

use jiff::civil::Date;
use sqlx::error::BoxDynError;

use super::{FromColumn, SqlValue};

/// Lets a row have an enum for a column of whole numbers: `coded!(GroupStatus { On = 0, Off = 2 })` names the number of
/// each value, for the database and for the product API (`db::Number`). `as "Name" =>` sets the name of the schema.
/// A number that stands for nothing is an error that names the column; it never becomes a value that might open
/// something. A type without a list of values has its own `from_code`, and no schema.
#[macro_export]
macro_rules! coded {
    ($type:ident { $($value:ident = $code:literal),+ $(,)? }) => {
        coded!($type as stringify!($type) => { $($value = $code),+ });
    };
    ($type:ident as $name:expr => { $($value:ident = $code:literal),+ $(,)? }) => {
        impl $type {
            /// The number in the database and in the product API.
            pub const fn code(self) -> i64 {
                match self {
                    $(Self::$value => $code,)+
                }
            }

            /// The value with this number.
            pub const fn from_code(code: i64) -> Option<Self> {
                match code {
                    $($code => Some(Self::$value),)+
                    _ => None,
                }
            }
        }

        impl $crate::Coded for $type {
            const NAME: &'static str = $name;
            const ALL: &'static [(Self, &'static str)] =
                &[$((Self::$value, stringify!($value)),)+];

            fn code(self) -> i64 {
                self.code()
            }
        }

        coded!($type);
    };
    ($type:ty) => {
        impl $crate::FromColumn for $type {
            fn from_value(value: $crate::SqlValue) -> Result<Self, sqlx::error::BoxDynError> {
                let code = i64::from_value(value)?;
                let known = Self::from_code(code);
                known.ok_or_else(|| format!("{code} is no value that Atrium writes").into())
            }
        }
    };
}

/// An enum whose values are numbers in the database and in the product API. [`coded!`] implements it.
pub trait Coded: Copy + 'static {
    /// The name of its schema.
    const NAME: &'static str;
    /// Every value with its name.
    const ALL: &'static [(Self, &'static str)];

    /// The number of this value.
    fn code(self) -> i64;
}

/// A column that is 0 for false and 1 for true.
impl FromColumn for bool {
    fn from_value(value: SqlValue) -> Result<Self, BoxDynError> {
        match i64::from_value(value)? {
            0 => Ok(false),
            1 => Ok(true),
            code => Err(format!("{code} is no value that Atrium writes").into()),
        }
    }
}

/// A column with a day (`yyyy-MM-dd`) or NULL. A text that is no day is an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Day(pub Option<Date>);

impl FromColumn for Day {
    fn from_value(value: SqlValue) -> Result<Self, BoxDynError> {
        let text = Option::<String>::from_value(value)?;
        let day = text.map(|text| text.parse()).transpose()?;
        Ok(Self(day))
    }
}
