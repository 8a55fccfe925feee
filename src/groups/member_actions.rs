//! What a caller may do with the people of a group, for the lists that show it (contract K-48, F-48).

use std::collections::BTreeSet;

use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::last_manager::only_manager;
use super::memberships::Extension;
use super::store::member_list::MemberRow;
use crate::access::rights::Rights;
use crate::access::{Action, GroupFacts, Object, may};
use crate::clock::Millis;
use crate::db::{DbError, Reads, coded};
use crate::directory::{self, Status};

/// The buttons that a person has in the list of a group's managers (contract K-48).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberAction {
    /// To extend the membership, and to take the person out.
    Remove,
    /// To readmit a person whose membership has ended.
    Approve,
    /// To approve or reject a request.
    Decide,
    /// None.
    Nothing,
    /// No button: the person was refused or invited, and can ask.
    CanAsk,
}

coded!(MemberAction {
    Remove = 0,
    Approve = 1,
    Decide = 2,
    Nothing = 3,
    CanAsk = 5,
});

/// What one click does to a membership that ends soon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OneClick {
    /// The new last day.
    pub to: Date,
    /// True if the old last day can be set again. A pending request is approved by the click, which cannot be undone.
    pub can_undo: bool,
}

/// What an administrator may change about a person in a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PersonRights {
    /// Take the person out.
    pub remove: bool,
    /// Appoint the person as a manager, or end that.
    pub appoint: bool,
    /// Set the last day of the membership.
    pub last_day: bool,
}

/// What decides about each person of a group.
pub struct MemberActions {
    rights: Rights,
    group: GroupFacts,
    only_manager: Option<String>,
    /// `None` if the group is off.
    extension: Option<Extension>,
    /// The people of the page whose ways in the caller chose, for a group with codes.
    ways_in_chosen: BTreeSet<String>,
}

impl MemberActions {
    /// What decides about each person of `group` if the caller has `rights`.
    ///
    /// # Errors
    /// The database failed.
    pub async fn of(
        view: &mut dyn Reads,
        (rights, group): (Rights, GroupFacts),
        when: (&TimeZone, Millis),
    ) -> Result<Self, DbError> {
        Ok(Self {
            only_manager: only_manager(view, &group.id, when).await?,
            extension: Extension::of(view, &group.id, when).await?,
            rights,
            group,
            ways_in_chosen: BTreeSet::new(),
        })
    }

    /// The facts for the people of a page, whose ways in the caller may have chosen.
    ///
    /// # Errors
    /// The database failed.
    pub async fn about(self, view: &mut dyn Reads, page: &[MemberRow]) -> Result<Self, DbError> {
        if self.group.codes.is_empty() {
            return Ok(self);
        }
        let people = page.iter().map(|row| row.id.as_str()).collect();
        let caller = &self.rights.account_id;
        Ok(Self {
            ways_in_chosen: directory::ways_in_chosen(view, caller, &people).await?,
            ..self
        })
    }

    pub fn action(&self, row: &MemberRow) -> MemberAction {
        let Some(place) = &row.place else {
            return MemberAction::Nothing;
        };
        let member = self.membership(row);
        let change = may(&self.rights, Action::ChangeMembership, &member);
        let decide = may(&self.rights, Action::DecideRequest, &member).allowed;
        // Nobody decides about themselves, also if another rule refuses first: a stand-in may change nobody.
        let stays = row.id == self.rights.account_id || self.is_only_manager(row);
        let stays = stays || place.source.is_some();
        match (place.status, place.outcome) {
            _ if stays => MemberAction::Nothing,
            (Status::Processing, _) if decide => MemberAction::Decide,
            (Status::Disabled, outcome) if !outcome.has_ended() => MemberAction::CanAsk,
            _ if !change.allowed => MemberAction::Nothing,
            (Status::Enabled, _) => MemberAction::Remove,
            (Status::Disabled, _) if !self.gives(&member) => MemberAction::Nothing,
            (Status::Disabled, _) => MemberAction::Approve,
            (Status::Processing, _) => MemberAction::Nothing,
        }
    }

    /// What one click offers; `None` if the membership does not end soon, or if the caller may not extend it.
    pub fn one_click(&self, row: &MemberRow) -> Option<OneClick> {
        if self.action(row) != MemberAction::Remove || !self.gives(&self.membership(row)) {
            return None;
        }
        let place = row.place.as_ref()?;
        let (extension, ends_on) = self.extension.zip(place.ends_on)?;
        Some(OneClick {
            to: extension.new_end(ends_on)?,
            can_undo: place.request.is_none() && ends_on > extension.today,
        })
    }

    /// What the caller may change about this person on the page of administrators.
    pub fn person(&self, row: &MemberRow) -> PersonRights {
        let group = Object::Group(self.group.clone());
        let is_own = row.id == self.rights.account_id;
        let edit = !is_own && may(&self.rights, Action::EditGroup, &group).allowed;
        let manages = row.place.as_ref().is_some_and(|place| place.manages);
        let appoint = may(&self.rights, Action::GrantAtriumRights, &group).allowed;
        let stays = self.is_only_manager(row);
        let is_given = row
            .place
            .as_ref()
            .is_some_and(|place| place.source.is_some());
        let member = self.membership(row);
        PersonRights {
            remove: edit && !stays && !is_given,
            appoint: edit && !stays && (manages || appoint || self.group.codes.is_empty()),
            last_day: !is_given
                && may(&self.rights, Action::ChangeMembership, &member).allowed
                && self.gives(&member),
        }
    }

    /// True if the caller may make the person a member or extend the membership.
    fn gives(&self, member: &Object) -> bool {
        may(&self.rights, Action::GiveMembership, member).allowed
    }

    /// True if nobody else manages the group. Then the person stays (contract F-21).
    pub fn is_only_manager(&self, row: &MemberRow) -> bool {
        self.only_manager.as_deref() == Some(&row.id)
    }

    fn membership(&self, row: &MemberRow) -> Object {
        let request = row.place.as_ref().and_then(|place| place.request.as_ref());
        Object::Membership {
            group: self.group.clone(),
            account_id: row.id.clone(),
            chose_way_in: self.ways_in_chosen.contains(&row.id),
            is_overdue: request.is_some_and(|request| request.is_overdue),
            products: BTreeSet::new(),
        }
    }
}
