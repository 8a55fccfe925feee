//! Whom an announcement is for.

use crate::directory::Account;

/// Whom an announcement is for: people who match every part that is not empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audience {
    /// The code of a product; people who may open it. Empty for everybody.
    pub app_name: String,
    /// Companies, of which the person has one.
    pub company_ids: Vec<String>,
    /// Agencies, of which the person has one.
    pub agency_ids: Vec<String>,
    /// Groups; the person is in one of them, or manages one.
    pub group_ids: Vec<String>,
}

impl Audience {
    /// True if the announcement is for the place of `account`.
    pub(super) fn has_place_of(&self, account: &Account) -> bool {
        let agency = account.agency.as_ref().map(|agency| agency.id.as_str());
        let company = account.company.as_ref().map(|company| company.id.as_str());
        is_among(&self.agency_ids, agency) && is_among(&self.company_ids, company)
    }

    /// True if the announcement is for a person in these groups.
    pub(super) fn has_group_of(&self, groups: &[String]) -> bool {
        self.group_ids.is_empty() || self.group_ids.iter().any(|id| groups.contains(id))
    }
}

/// True if `ids` is empty, and so for everybody, or has this id.
fn is_among(ids: &[String], id: Option<&str>) -> bool {
    ids.is_empty() || id.is_some_and(|id| ids.iter().any(|one| one == id))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contract G-57: an empty list is for all; a list that names only others is for none of them.
    #[test]
    fn an_empty_list_is_for_everybody() {
        let named = vec!["north".to_owned()];
        assert!(is_among(&[], None));
        assert!(is_among(&named, Some("north")));
        assert!(!is_among(&named, Some("south")));
        assert!(!is_among(&named, None));
        let audience = Audience {
            group_ids: vec!["team".to_owned()],
            ..Audience::default()
        };
        assert!(audience.has_group_of(&["other".to_owned(), "team".to_owned()]));
        assert!(!audience.has_group_of(&[]));
        assert!(Audience::default().has_group_of(&[]));
    }
}
