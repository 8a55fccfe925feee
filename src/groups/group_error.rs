//! Faults in the submitted data of a group, and why a group was not changed.

use std::fmt;

use super::group::GroupSet;
use crate::clock::Millis;
use crate::db::DbError;
use crate::directory::EarlierChange;

/// A field in the form of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupField {
    Name,
    Description,
    /// What its managers want to say to people who ask for access.
    AdminMessage,
    DueDays,
    RefuseDays,
    MaxDays,
    Set(GroupSet),
    /// The members, as a full set.
    Members,
    AddedMembers,
    RemovedMembers,
    Version,
    /// The access rights, as a full set.
    Rights,
    AddedRights,
    RemovedRights,
    /// The brands of its industries.
    IndustryBrands,
}

/// A rule of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupRule {
    /// Required (contract X-18).
    Filled,
    /// At most 100 characters (contract V-35).
    Line,
    /// At most 2,000 characters.
    Text,
    /// No character that nobody sees.
    Hidden,
    /// Days from 1 to 3,650.
    Days,
    /// A request is not refused before the day it is due.
    AfterDue,
    /// Names only enabled things that exist.
    Known,
    /// At most 1,000 entries.
    TooMany,
    /// At least one manager who can sign in remains.
    LastManager,
    /// Nobody adds or removes themselves.
    Oneself,
    /// A full set needs the version that was read.
    NeedsVersion,
}

/// One fault in the submitted data of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupFault {
    pub field: GroupField,
    pub rule: GroupRule,
}

/// All faults, in the order of the fields. Each field has at most one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupFaults(Vec<GroupFault>);

/// Why a group was not changed.
#[derive(Debug, thiserror::Error)]
pub enum GroupError {
    /// Another group has this name. Tokens contain the names of groups, so no two may share one.
    #[error("another group has this name")]
    Taken,
    /// The submitted data is not allowed.
    #[error(transparent)]
    Invalid(#[from] GroupFaults),
    /// The group was changed after it was read.
    #[error("the group was changed meanwhile")]
    Conflict(EarlierChange),
    /// Too many people were added in a day.
    #[error("too many people were added to groups")]
    TooMany { wait: Millis },
    #[error("there is no such group")]
    Unknown,
    /// Only super administrators decide who manages a group with rights of Atrium itself, and who attaches these.
    #[error("only super administrators do this with rights of Atrium")]
    AboveOneself,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

impl GroupField {
    /// The fault of a field that breaks `rule`.
    pub const fn breaks(self, rule: GroupRule) -> GroupFault {
        GroupFault { field: self, rule }
    }
}

impl From<GroupFault> for GroupError {
    fn from(fault: GroupFault) -> Self {
        Self::Invalid(GroupFaults(vec![fault]))
    }
}

impl GroupFaults {
    /// Adds a fault, unless its field already has one.
    pub fn add(&mut self, fault: GroupFault) {
        if !self.0.iter().any(|known| known.field == fault.field) {
            self.0.push(fault);
        }
    }

    /// Adds `fault` unless `holds`.
    pub fn ensure(&mut self, holds: bool, fault: GroupFault) {
        if !holds {
            self.add(fault);
        }
    }

    pub fn list(&self) -> &[GroupFault] {
        &self.0
    }

    /// `value`, or the collected faults.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.0.is_empty() {
            Ok(value)
        } else {
            Err(self)
        }
    }
}

impl std::error::Error for GroupFaults {}

impl fmt::Display for GroupFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields: Vec<_> = self.0.iter().map(|fault| fault.field).collect();
        write!(f, "these fields of the group are not allowed: {fields:?}")
    }
}
