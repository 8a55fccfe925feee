//! The data of a group: for people who ask for access, for the list, and for administrators.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::status::GroupStatus;
use crate::clock::Millis;
use crate::db::{coded, from_row};
use crate::i18n::language::Language;

/// The most entries of one set of a group, such as its managers.
pub const MOST_ENTRIES: usize = 1_000;

/// A group that grants a product, and whom to ask about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupContact {
    pub group_id: String,
    pub group_name: String,
    /// The display names of its managers, at most 20.
    pub managers: Vec<String>,
    /// What its managers want to say to people who ask for access.
    pub admin_msg: String,
    /// What the group is for.
    pub description: String,
    /// The longest membership in days; `None` if it needs no end.
    pub max_days: Option<i64>,
    /// Days after which a request is overdue.
    pub due_days: i64,
}

/// A product that a group grants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupProduct {
    /// The product's id.
    pub app_id: i64,
    /// The product's name in the reader's language.
    pub name: String,
    /// Its name in Chinese; empty if it is the same.
    #[serde(skip)]
    pub name_zh: String,
}

impl GroupProduct {
    /// The product with the name that a reader of `language` sees.
    #[must_use]
    pub fn in_language(mut self, language: Language) -> Self {
        self.name = language.of_two(self.name, std::mem::take(&mut self.name_zh));
        self
    }
}

from_row!(GroupProduct { app_id = "project_id", name, name_zh });

/// Who sees a group that they do not belong to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Everybody.
    #[default]
    All,
    /// Only its members and managers, people of some agencies, and some named people.
    Partial,
}

coded!(Visibility { All = 0, Partial = 1 });

/// A group without its sets. Deleted groups are not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub id: String,
    pub name: String,
    pub description: String,
    /// What its managers want to say to people who ask for access.
    pub admin_msg: String,
    pub status: GroupStatus,
    pub visibility: Visibility,
    /// Calendar days after which a request is due.
    pub due_days: i64,
    /// Calendar days after which a request is refused.
    pub refuse_days: i64,
    /// The most days of a membership; `None` for no end.
    pub max_days: Option<i64>,
    pub created_at: Millis,
    /// Increases with each change.
    pub version: i64,
    pub changed_at: Option<Millis>,
    /// The account id of who changed it last, or `cli`.
    pub changed_by: Option<String>,
}

from_row!(Group {
    id,
    name,
    description,
    admin_msg,
    status,
    visibility,
    due_days,
    refuse_days,
    max_days,
    created_at,
    version,
    changed_at,
    changed_by
});

/// A set of a group: what belongs to it, except its members and access rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroupSet {
    Managers,
    /// Who decides about its overdue requests.
    StandIns,
    /// Who sees it, if it is not visible to all.
    People,
    Products,
    /// Whose people see it, if it is not visible to all.
    Agencies,
    /// The companies (clients) that it is limited to; if empty, all.
    Companies,
    /// The brands that it is limited to; if empty, all.
    Brands,
    /// Passed on to applications; decides nothing.
    Divisions,
    /// Passed on to applications; decides nothing.
    Industries,
}

// The numbers are used by the statement that reads all sets. That of a limit is its `kind` plus 5.
coded!(GroupSet {
    Managers = 0,
    StandIns = 1,
    People = 2,
    Products = 3,
    Agencies = 4,
    Companies = 5,
    Brands = 6,
    Divisions = 7,
    Industries = 8,
});

impl GroupSet {
    /// The field of a form.
    pub(super) const fn field(self) -> &'static str {
        match self {
            Self::Managers => "groupAdmin",
            Self::StandIns => "standInIds",
            Self::People => "userIds",
            Self::Products => "appIds",
            Self::Agencies => "agencyIds",
            Self::Companies => "clientIds",
            Self::Brands => "brandIds",
            Self::Divisions => "divisionIds",
            Self::Industries => "industryIds",
        }
    }

    pub const ALL: [Self; 9] = [
        Self::Managers,
        Self::StandIns,
        Self::People,
        Self::Products,
        Self::Agencies,
        Self::Companies,
        Self::Brands,
        Self::Divisions,
        Self::Industries,
    ];
}

/// An entry of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupEntry {
    /// An account's, product's or organisation's id.
    pub id: String,
    /// The display name.
    pub name: String,
    /// The name of a product in Chinese; empty if it is the same.
    pub name_zh: String,
    /// The account name of a person, the code of a product; empty for an organisation.
    pub code: String,
    /// Only of a person.
    pub email: Option<String>,
    /// True if the account, product or organisation is enabled.
    pub is_on: bool,
}

/// The sets of a group, each sorted by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupSets(Vec<(GroupSet, GroupEntry)>);

impl GroupSets {
    /// The sets with these entries.
    pub fn new(mut entries: Vec<(GroupSet, GroupEntry)>) -> Self {
        entries.sort_by_cached_key(|(set, entry)| {
            let name = crate::db::search::folded(&entry.name);
            (set.code(), name, entry.id.clone())
        });
        Self(entries)
    }

    /// The entries of `set`.
    pub fn of(&self, set: GroupSet) -> impl Iterator<Item = &GroupEntry> {
        let entries = self.0.iter().filter(move |(of, _)| *of == set);
        entries.map(|(_, entry)| entry)
    }

    pub fn has(&self, set: GroupSet, id: &str) -> bool {
        self.of(set).any(|entry| entry.id == id)
    }

    /// These sets with other entries in `set`.
    #[must_use]
    pub fn with(mut self, set: GroupSet, entries: Vec<GroupEntry>) -> Self {
        self.0.retain(|(of, _)| *of != set);
        self.0.extend(entries.into_iter().map(|entry| (set, entry)));
        Self::new(self.0)
    }
}

/// A group with its sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupDetails {
    pub group: Group,
    pub sets: GroupSets,
}

/// The state of a right in a group. Published and removed entries decide now; published and added entries decide once
/// the right is confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RightState {
    Published,
    Added,
    Removed,
}

coded!(RightState {
    Published = 0,
    Added = 1,
    Removed = 2,
});
