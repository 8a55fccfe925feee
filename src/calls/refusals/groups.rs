//! The answers to faults in the data of a group.

use crate::clock::seconds_left;
use crate::groups::{GroupError, GroupFault, GroupField, GroupRule, GroupSet};
use crate::http::envelope::{ApiError, Fault, Helper, Refusal};
use crate::i18n::texts::Key;

impl From<GroupError> for ApiError {
    fn from(error: GroupError) -> Self {
        match error {
            GroupError::Db(error) => error.into(),
            GroupError::Taken => {
                Self::Exists(vec![Fault::new("groupName", Key("group.name_taken"))])
            }
            GroupError::Invalid(faults) => {
                let fault = |fault: &GroupFault| Fault::new(name(fault.field), words(fault.rule));
                Self::Invalid(faults.list().iter().map(fault).collect())
            }
            GroupError::Conflict(change) => Self::Conflict(change.into()),
            GroupError::TooMany { wait } => {
                Self::LimitReached(Key("api.too_many_in_a_day"), seconds_left(wait, 0))
            }
            GroupError::Unknown => Self::illegal("groupId"),
            GroupError::AboveOneself => Self::Refused(Refusal::new(
                Key("group.atrium_rights"),
                Helper::SuperAdministrators,
            )),
        }
    }
}

const fn words(rule: GroupRule) -> Key {
    match rule {
        GroupRule::Filled => Key("dc:数据为空"),
        GroupRule::Line => Key("Only support 100 characters;"),
        GroupRule::Text => Key("group.text"),
        GroupRule::Hidden => Key("text.hidden"),
        GroupRule::Days => Key("group.days"),
        GroupRule::AfterDue => Key("group.after_due"),
        GroupRule::Known => Key("group.known"),
        GroupRule::TooMany => Key("group.too_many"),
        GroupRule::LastManager => Key("group.last_manager"),
        GroupRule::Oneself => Key("group.oneself"),
        GroupRule::NeedsVersion => Key("group.needs_version"),
    }
}

const fn name(field: GroupField) -> &'static str {
    match field {
        GroupField::Name => "groupName",
        GroupField::Description => "desc",
        GroupField::AdminMessage => "adminMsg",
        GroupField::DueDays => "dueDays",
        GroupField::RefuseDays => "refuseDays",
        GroupField::MaxDays => "maxDays",
        GroupField::Set(GroupSet::Managers) => "groupAdmin",
        GroupField::Set(GroupSet::StandIns) => "standInIds",
        GroupField::Set(GroupSet::Products) => "appIds",
        GroupField::Set(GroupSet::Agencies) => "agencyIds",
        GroupField::Set(GroupSet::People) | GroupField::Members => "userIds",
        GroupField::Set(GroupSet::Companies) => "clientIds",
        GroupField::Set(GroupSet::Brands) => "brandIds",
        GroupField::Set(GroupSet::Divisions) => "divisionIds",
        GroupField::Set(GroupSet::Industries) => "industryIds",
        GroupField::AddedMembers => "addUserIds",
        GroupField::RemovedMembers => "removeUserIds",
        GroupField::Version => "version",
        GroupField::Rights => "accessIds",
        GroupField::AddedRights => "addAccessIds",
        GroupField::RemovedRights => "removeAccessIds",
        GroupField::IndustryBrands => "items",
    }
}
