//! Names as they were: what a thing was called at the time of an entry (decision 0072).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::object::ObjectKind;
use super::store::names;
use crate::clock::Millis;
use crate::db::ids::IDS_AT_ONCE;
use crate::db::{DbError, Reads};

/// The names that some things no longer have.
#[derive(Debug, Default)]
pub struct FormerNames {
    /// By kind and id; each name by when it ended.
    of: HashMap<(String, String), BTreeMap<Millis, String>>,
}

impl FormerNames {
    /// The names of all things with these ids.
    ///
    /// # Errors
    /// The database failed.
    pub async fn read(view: &mut dyn Reads, ids: &BTreeSet<String>) -> Result<Self, DbError> {
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let mut former = Self::default();
        for ids in ids.chunks(IDS_AT_ONCE) {
            for (kind, id, until, name) in names::of_many(view, ids).await? {
                let of = former.of.entry((kind, id)).or_default();
                of.insert(until, name);
            }
        }
        Ok(former)
    }

    /// The name of the thing at this time, if `present` is its name now. A thing that no longer exists has its last name.
    pub fn at(
        &self,
        (kind, id): (ObjectKind, &str),
        at: Millis,
        present: Option<&str>,
    ) -> Option<String> {
        let names = self.of.get(&(kind.as_str().to_owned(), id.to_owned()));
        let Some(names) = names else {
            return present.map(str::to_owned);
        };
        // A name that ends with the entry is not the name any more.
        let then = names.range(at + 1..).map(|(_, name)| name.as_str()).next();
        let last = || names.values().next_back().map(String::as_str);
        then.or(present).or_else(last).map(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_has_the_name_of_its_time() {
        let names = BTreeMap::from([(10, "A".to_owned()), (20, "B".to_owned())]);
        let place = ("group".to_owned(), "1".to_owned());
        let former = FormerNames {
            of: HashMap::from([(place, names)]),
        };
        let named = |at, present| former.at((ObjectKind::Group, "1"), at, present);
        for (at, name) in [
            (0, "A"),
            (9, "A"),
            (10, "B"),
            (19, "B"),
            (20, "C"),
            (30, "C"),
        ] {
            assert_eq!(named(at, Some("C")).as_deref(), Some(name), "{at}");
        }
        assert_eq!(named(30, None).as_deref(), Some("B"), "deleted");
        let other = former.at((ObjectKind::Role, "1"), 0, Some("R"));
        assert_eq!(other.as_deref(), Some("R"), "another kind");
        assert_eq!(former.at((ObjectKind::Role, "1"), 0, None), None);
    }
}
