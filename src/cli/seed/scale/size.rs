//! How many rows to add.

use std::collections::BTreeMap;
use std::str::FromStr;

/// How many of each to add: `accounts=1000000,groups=10000,products=3000`. Kinds without a number are not added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scale {
    pub accounts: i64,
    pub groups: i64,
    pub products: i64,
}

/// Why a text is no [`Scale`].
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{0:?} is not accounts=N, groups=N or products=N with a number up to 10000000")]
pub struct NoScale(String);

impl FromStr for Scale {
    type Err = NoScale;

    fn from_str(text: &str) -> Result<Self, NoScale> {
        let mut given = BTreeMap::new();
        for part in text.split(',') {
            let wrong = || NoScale(part.to_owned());
            let (noun, number) = part.split_once('=').ok_or_else(wrong)?;
            let number: i64 = number.parse().map_err(|_| wrong())?;
            if !(0..=10_000_000).contains(&number) || given.insert(noun, number).is_some() {
                return Err(wrong());
            }
        }
        let mut take = |noun| given.remove(noun).unwrap_or_default();
        let scale = Self {
            accounts: take("accounts"),
            groups: take("groups"),
            products: take("products"),
        };
        match given.pop_first() {
            None => Ok(scale),
            Some((noun, _)) => Err(NoScale(noun.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_names_what_it_counts() {
        let scale = "accounts=1000,products=3".parse();
        let expected = Scale {
            accounts: 1_000,
            groups: 0,
            products: 3,
        };
        assert_eq!(scale, Ok(expected));
        for wrong in [
            "",
            "accounts",
            "accounts=-1",
            "people=5",
            "groups=1,groups=2",
            "groups=10000001",
        ] {
            assert!(wrong.parse::<Scale>().is_err(), "{wrong}");
        }
    }
}
