//! Whom an announcement is for.

use crate::directory::Account;
use crate::faults::{Faults, Rule};

/// The most companies, agencies or groups of an audience.
pub(super) const MOST_IDS: usize = 200;

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

/// The audience of a form. A field that is `None` is not changed.
#[derive(Clone, Debug, Default)]
pub struct AudienceForm {
    pub app_name: Option<String>,
    pub company_ids: Option<Vec<String>>,
    pub agency_ids: Option<Vec<String>>,
    pub group_ids: Option<Vec<String>>,
}

impl AudienceForm {
    /// `old` with the values of this form. Notes lists that are too long.
    pub fn applied(self, old: &Audience, faults: &mut Faults) -> Audience {
        let mut ids = |given: Option<Vec<String>>, old: &[String], field: &'static str| {
            let mut ids = given.unwrap_or_else(|| old.to_vec());
            faults.ensure(ids.len() <= MOST_IDS, field, Rule::Most(MOST_IDS));
            ids.sort();
            ids.dedup();
            ids
        };
        let app_name = self.app_name.map(|code| code.trim().to_owned());
        Audience {
            company_ids: ids(self.company_ids, &old.company_ids, "clientIds"),
            agency_ids: ids(self.agency_ids, &old.agency_ids, "agencyIds"),
            group_ids: ids(self.group_ids, &old.group_ids, "groupIds"),
            app_name: app_name.unwrap_or_else(|| old.app_name.clone()),
        }
    }
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
