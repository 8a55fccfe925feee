//! What the API says about one group.

use jiff::tz::TimeZone;
use serde::Serialize;
use utoipa::ToSchema;

use crate::days::date_time;
use crate::directory::EarlierChange;
use crate::groups::{
    Group, GroupDetails, GroupEntry, GroupProduct, GroupSet, GroupStatusNumber, Visibility,
};
use crate::http::number::Number;
use crate::i18n::language::Language;

/// A group, for administrators.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupInfo {
    /// The group's id.
    pub group_id: String,
    /// The group's name.
    pub group_name: String,
    /// The description.
    pub desc: String,
    /// What its managers want to say to people who ask for access.
    pub admin_msg: String,
    /// A disabled group gives nobody access.
    pub status: GroupStatusNumber,
    /// Who sees the group; `agencies` and `users` name them.
    pub visible: Visibility,
    /// Its managers, disabled accounts too.
    pub managers: Vec<GroupPerson>,
    /// Who decides about its overdue requests.
    pub stand_ins: Vec<GroupPerson>,
    /// The products that its members may open.
    pub products: Vec<GroupProduct>,
    /// The agencies that see it.
    pub agencies: Vec<GroupOrganisation>,
    /// The people who see it.
    pub users: Vec<GroupPerson>,
    /// The clients that it is limited to; empty for all.
    pub clients: Vec<GroupOrganisation>,
    /// The brands that it is limited to; empty for all.
    pub brands: Vec<GroupOrganisation>,
    /// The divisions of its members. They decide nothing.
    pub divisions: Vec<GroupOrganisation>,
    /// The industries whose data it is given. They decide nothing.
    pub industries: Vec<GroupOrganisation>,
    /// Calendar days after which a request is due.
    pub due_days: i64,
    /// Calendar days after which a request is refused.
    pub refuse_days: i64,
    /// The most days of a membership; null for no end.
    pub max_days: Option<i64>,
    /// The number of its members, without disabled memberships.
    pub numbers_of_members: i64,
    /// When the group was created, in milliseconds since 1970.
    pub created_at: i64,
    /// The same, as `yyyy-MM-dd HH:mm:ss` in the server's time zone.
    #[serde(rename = "c_time")]
    pub c_time: String,
    /// Send it back with a change, so that you do not overwrite someone else's change.
    pub version: i64,
    /// When the group was last changed, in milliseconds since 1970.
    pub changed_at: i64,
    /// Who changed it last; null for the command line and the server itself.
    pub changed_by: Option<String>,
    /// What the caller may do.
    pub rights: GroupActions,
}

/// What the caller may do with a group.
#[expect(clippy::struct_excessive_bools, reason = "each is a right of its own")]
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupActions {
    /// Change the group, its managers, members, products and rights.
    pub edit: bool,
    /// Enable and disable it.
    pub status: bool,
    /// Delete it.
    pub delete: bool,
    /// Appoint managers and stand-ins.
    pub appoint_managers: bool,
    /// Attach rights of product SSO.
    pub grant_atrium_rights: bool,
}

/// A person of a group.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupPerson {
    /// The account's id.
    pub user_id: String,
    /// The display name, or the account name if there is none.
    pub name: String,
    /// The account name.
    pub username: String,
    /// The email address.
    pub email: Option<String>,
    /// False if the account is disabled or in process.
    pub enabled: bool,
}

/// An organisation of a group.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GroupOrganisation {
    /// The organisation's id.
    pub id: String,
    /// The organisation's name.
    pub name: String,
}

impl From<&GroupEntry> for GroupPerson {
    fn from(entry: &GroupEntry) -> Self {
        Self {
            user_id: entry.id.clone(),
            name: entry.name.clone(),
            username: entry.code.clone(),
            email: entry.email.clone(),
            enabled: entry.is_on,
        }
    }
}

impl From<&GroupEntry> for GroupOrganisation {
    fn from(entry: &GroupEntry) -> Self {
        Self {
            id: entry.id.clone(),
            name: entry.name.clone(),
        }
    }
}

impl From<&GroupEntry> for GroupProduct {
    fn from(entry: &GroupEntry) -> Self {
        Self {
            // The store made the text from a number.
            app_id: entry.id.parse().unwrap_or_default(),
            name: entry.name.clone(),
            name_zh: entry.name_zh.clone(),
        }
    }
}

impl GroupInfo {
    pub fn of(
        details: &GroupDetails,
        members: i64,
        last: EarlierChange,
        rights: GroupActions,
        language: Language,
        zone: &TimeZone,
    ) -> Self {
        let GroupDetails { group, sets } = details;
        let group: Group = group.clone();
        let people = |set| sets.of(set).map(GroupPerson::from).collect();
        let organisations = |set| sets.of(set).map(GroupOrganisation::from).collect();
        Self {
            managers: people(GroupSet::Managers),
            stand_ins: people(GroupSet::StandIns),
            products: sets
                .of(GroupSet::Products)
                .map(GroupProduct::from)
                .map(|product| product.in_language(language))
                .collect(),
            agencies: organisations(GroupSet::Agencies),
            users: people(GroupSet::People),
            clients: organisations(GroupSet::Companies),
            brands: organisations(GroupSet::Brands),
            divisions: organisations(GroupSet::Divisions),
            industries: organisations(GroupSet::Industries),
            group_id: group.id,
            group_name: group.name,
            desc: group.description,
            admin_msg: group.admin_msg,
            status: Number(group.status),
            visible: group.visibility,
            due_days: group.due_days,
            refuse_days: group.refuse_days,
            max_days: group.max_days,
            numbers_of_members: members,
            created_at: group.created_at,
            c_time: date_time(group.created_at, zone),
            version: group.version,
            changed_at: last.at,
            changed_by: last.by,
            rights,
        }
    }
}
