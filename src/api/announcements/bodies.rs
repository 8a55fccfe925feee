//! Announcements in the JSON form of the product API (contract E-17, G-57).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::super::options::AgencyOption;
use crate::announcements::{
    Announcement, AnnouncementForm, AnnouncementStatusNumber, Audience, AudienceForm,
    ShownAnnouncement,
};
use crate::audit::ObjectKind;
use crate::calls::Creation;
use crate::clock::Millis;
use crate::days::{date_time, minute, of_minute};
use crate::db::{DbError, Reads};
use crate::directory::{self, organisations};
use crate::faults::{Faults, Rule};
use crate::groups::{self, GroupSight};
use crate::http::fields::optional_integer;
use crate::http::number::Number;
use crate::i18n::language::Language;
use crate::state::AppState;

/// An announcement as a person reads it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadAnnouncement {
    /// The announcement's id.
    pub id: String,
    /// What `message/read` takes; the same as `id`.
    pub message_id: String,
    /// Its title in the reader's language.
    pub title: String,
    /// Its content in the reader's language, as Markdown.
    pub content: String,
    /// When it began, as `yyyy-MM-dd HH:mm` in the server's time zone.
    pub launch_time: String,
    /// The same, in milliseconds since 1970.
    pub launch_at: i64,
    /// True if people confirm that they have read it.
    pub must_read: bool,
    /// True if the caller has read it.
    pub read: bool,
}

impl ReadAnnouncement {
    /// `shown` for a reader of `language`.
    pub(in crate::api) fn of(
        shown: ShownAnnouncement,
        language: Language,
        state: &AppState,
    ) -> Self {
        let one = shown.announcement;
        Self {
            message_id: one.id.clone(),
            id: one.id,
            title: language.of_two(one.title, one.title_zh),
            content: language.of_two(one.content, one.content_zh),
            launch_time: minute(one.launch_at, &state.zone),
            launch_at: one.launch_at,
            must_read: one.must_read,
            read: shown.read_at.is_some(),
        }
    }
}

/// The newest announcement, for a line that leads to it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LatestAnnouncement {
    /// The announcement's id.
    pub id: String,
    /// Its title in the reader's language.
    pub title: String,
    /// When it began, as `yyyy-MM-dd HH:mm` in the server's time zone.
    pub launch_time: String,
    /// The same, in milliseconds since 1970.
    pub launch_at: i64,
}

impl LatestAnnouncement {
    /// `shown` for a reader of `language`.
    pub(in crate::api) fn of(
        shown: ShownAnnouncement,
        language: Language,
        state: &AppState,
    ) -> Self {
        let whole = ReadAnnouncement::of(shown, language, state);
        Self {
            id: whole.id,
            title: whole.title,
            launch_time: whole.launch_time,
            launch_at: whole.launch_at,
        }
    }
}

/// A client, agency or group that an announcement is for.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NamedTarget {
    /// Its id.
    pub id: String,
    /// Its name; its id if it no longer exists.
    pub name: String,
}

/// A whole announcement.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnnouncementDetails {
    /// The announcement's id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The same in Chinese; empty if it is the same.
    pub title_zh: String,
    /// Its content, as Markdown.
    pub content: String,
    /// The same in Chinese; empty if it is the same.
    pub content_zh: String,
    /// When people begin to see it, as `yyyy-MM-dd HH:mm` in the server's time zone.
    pub launch_time: String,
    /// When it is news no longer; empty without an end.
    pub end_time: String,
    /// Nobody sees an announcement that is off.
    pub status: AnnouncementStatusNumber,
    /// True if people confirm that they have read it.
    pub must_read: bool,
    /// The code of the product that it is about; empty for all.
    pub app_name: String,
    /// The clients whose people see it; empty for all.
    pub client_ids: Vec<String>,
    /// The same clients with their names.
    pub clients: Vec<NamedTarget>,
    /// The agencies whose people see it; empty for all.
    pub agencies: Vec<AgencyOption>,
    /// The ids of these agencies.
    pub agency_ids: Vec<String>,
    /// The groups whose members and managers see it, without hidden ones that the caller may not see.
    pub group_ids: Vec<String>,
    /// The same groups with their names.
    pub groups: Vec<NamedTarget>,
    /// How many groups of the audience the caller may not see. A change keeps them. Without groups of either kind, the
    /// announcement is for all groups.
    pub hidden_groups: i64,
    /// A line on the sign-in pages; empty for none.
    pub sign_in_line: String,
    /// The same in Chinese; empty if it is the same.
    pub sign_in_line_zh: String,
    /// When the line begins to stand there; empty for at once.
    pub sign_in_from: String,
    /// When it goes; empty if it stays.
    pub sign_in_until: String,
    /// The server's time zone, in which all times of the announcement are.
    pub time_zone: String,
    /// When it was added, as `yyyy-MM-dd HH:mm:ss` in the server's time zone.
    #[serde(rename = "c_time")]
    pub c_time: String,
    /// Its version, which increases with each change.
    pub version: i64,
    /// When it was changed last, in milliseconds since 1970; null if never.
    pub changed_at: Option<i64>,
    /// Who changed it last; empty if nobody or unknown.
    pub changed_by: String,
}

impl AnnouncementDetails {
    /// `one` with the names of everything that it refers to. Groups that `sight` does not reach are counted.
    ///
    /// # Errors
    /// The database failed.
    pub(super) async fn read(
        view: &mut dyn Reads,
        one: Announcement,
        sight: &GroupSight,
        state: &AppState,
    ) -> Result<Self, DbError> {
        let changer: BTreeSet<String> = one.changed_by.iter().cloned().collect();
        let changer = directory::names_of(view, &changer).await?.into_values();
        let named = NamedAudience::read(view, &one.audience, sight).await?;
        let group_ids = named.group_ids();
        let time = |at: Option<Millis>| at.map_or_else(String::new, |at| minute(at, &state.zone));
        Ok(Self {
            id: one.id,
            title: one.title,
            title_zh: one.title_zh,
            content: one.content,
            content_zh: one.content_zh,
            launch_time: minute(one.launch_at, &state.zone),
            end_time: time(one.ends_at),
            status: Number(one.status),
            must_read: one.must_read,
            app_name: one.audience.app_name,
            client_ids: one.audience.company_ids,
            clients: named.clients,
            agencies: named.agencies,
            agency_ids: one.audience.agency_ids,
            group_ids,
            hidden_groups: named.hidden_groups,
            groups: named.groups,
            sign_in_line: one.sign_in_line,
            sign_in_line_zh: one.sign_in_line_zh,
            sign_in_from: time(one.sign_in_from),
            sign_in_until: time(one.sign_in_until),
            time_zone: zone_name(state),
            c_time: date_time(one.created_at, &state.zone),
            version: one.version,
            changed_at: one.changed_at,
            changed_by: changer.map(|person| person.name).next().unwrap_or_default(),
        })
    }
}

/// An audience with the names of what its reader may see.
pub(in crate::api) struct NamedAudience {
    pub clients: Vec<NamedTarget>,
    pub agencies: Vec<AgencyOption>,
    /// Without groups that the reader may not see.
    pub groups: Vec<NamedTarget>,
    /// How many groups the reader may not see.
    pub hidden_groups: i64,
}

impl NamedAudience {
    /// The names of `audience` for a reader of this `sight`.
    ///
    /// # Errors
    /// The database failed.
    pub async fn read(
        view: &mut dyn Reads,
        audience: &Audience,
        sight: &GroupSight,
    ) -> Result<Self, DbError> {
        let clients = organisations_of(view, ObjectKind::Company, &audience.company_ids);
        let clients = clients.await?;
        let agencies = organisations_of(view, ObjectKind::Agency, &audience.agency_ids);
        let agency = |NamedTarget { id, name }| AgencyOption {
            id: id.clone(),
            agency_id: id,
            agency_name: name,
        };
        let agencies = agencies.await?.into_iter().map(agency).collect();
        let all = &audience.group_ids;
        let names = groups::names_seen(view, &all.iter().cloned().collect(), sight).await?;
        let groups = all.iter().filter_map(|id| {
            let name = names.get(id)?.name.clone();
            let id = id.clone();
            Some(NamedTarget { id, name })
        });
        let groups: Vec<NamedTarget> = groups.collect();
        Ok(Self {
            clients,
            agencies,
            hidden_groups: i64::try_from(all.len() - groups.len()).unwrap_or(i64::MAX),
            groups,
        })
    }

    /// The ids of the groups that the reader may see.
    pub fn group_ids(&self) -> Vec<String> {
        self.groups.iter().map(|group| group.id.clone()).collect()
    }
}

/// The name of the zone of all times, as the settings have it.
pub(in crate::api) fn zone_name(state: &AppState) -> String {
    state.zone.iana_name().unwrap_or("UTC").to_owned()
}

async fn organisations_of(
    view: &mut dyn Reads,
    kind: ObjectKind,
    ids: &[String],
) -> Result<Vec<NamedTarget>, DbError> {
    let things = ids.iter().map(|id| (kind, id.clone())).collect();
    let names = organisations::names_of(view, &things).await?;
    let name = |id: &String| {
        let known = names.iter().find(|(of, one, _)| *of == kind && one == id);
        known.map_or(id, |(_, _, name)| name).clone()
    };
    let target = |id: &String| NamedTarget {
        id: id.clone(),
        name: name(id),
    };
    Ok(ids.iter().map(target).collect())
}

/// A new announcement, or changes to one. A missing field stays unchanged. Times are `yyyy-MM-dd HH:mm` in the server's time
/// zone; an empty one is removed.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AnnouncementBody {
    /// The announcement's id, to change it.
    pub id: Option<String>,
    /// The version that you read. If it is missing, the last change wins.
    #[serde(deserialize_with = "optional_integer")]
    pub version: Option<i64>,
    /// Its title, of at most 100 characters.
    pub title: Option<String>,
    /// The same in Chinese; empty if it is the same.
    pub title_zh: Option<String>,
    /// Its content, as Markdown of at most 20,000 characters.
    pub content: Option<String>,
    /// The same in Chinese; empty if it is the same.
    pub content_zh: Option<String>,
    /// When people begin to see it. A new one begins now if this is missing.
    pub launch_time: Option<String>,
    /// When it is news no longer. It stays in the history.
    pub end_time: Option<String>,
    /// A new one is off if this is missing. Changing it needs the right to switch announcements on and off.
    pub status: Option<AnnouncementStatusNumber>,
    /// True if people confirm that they have read it.
    pub must_read: Option<bool>,
    /// The code of a product; only people who may open it see the announcement. Empty for all.
    pub app_name: Option<String>,
    /// The clients whose people see it; empty for all.
    pub client_ids: Option<Vec<String>>,
    /// The agencies whose people see it; empty for all.
    pub agency_ids: Option<Vec<String>>,
    /// The groups whose members and managers see it; empty for all. Hidden groups that the caller may not see stay.
    pub group_ids: Option<Vec<String>>,
    /// A line on the sign-in pages, of at most 100 characters. It and its times need a right of their own.
    pub sign_in_line: Option<String>,
    /// The same in Chinese; empty if it is the same.
    pub sign_in_line_zh: Option<String>,
    /// When the line begins to stand there; empty for at once.
    pub sign_in_from: Option<String>,
    /// When it goes; empty if it stays.
    pub sign_in_until: Option<String>,
}

impl AnnouncementBody {
    /// The form, with the times in `state.zone`.
    ///
    /// # Errors
    /// A time that is none.
    pub(super) fn form(self, state: &AppState) -> Result<AnnouncementForm, Faults> {
        let mut faults = Faults::default();
        let mut time = |field: &'static str, text: Option<String>| {
            let text = text?.trim().to_owned();
            if text.is_empty() {
                return Some(None);
            }
            let at = of_minute(&text, &state.zone);
            faults.ensure(at.is_some(), field, Rule::Minute);
            Some(at)
        };
        let form = AnnouncementForm {
            launch_at: time("launchTime", self.launch_time).flatten(),
            ends_at: time("endTime", self.end_time),
            sign_in_from: time("signInFrom", self.sign_in_from),
            sign_in_until: time("signInUntil", self.sign_in_until),
            title: self.title,
            title_zh: self.title_zh,
            content: self.content,
            content_zh: self.content_zh,
            status: self.status.map(|Number(status)| status),
            must_read: self.must_read,
            audience: AudienceForm {
                app_name: self.app_name,
                company_ids: self.client_ids,
                agency_ids: self.agency_ids,
                group_ids: self.group_ids,
            },
            sign_in_line: self.sign_in_line,
            sign_in_line_zh: self.sign_in_line_zh,
        };
        faults.or(form)
    }
}

/// The announcement that was added or changed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangedAnnouncement {
    /// The announcement's id.
    pub id: String,
    /// Its new version.
    pub version: i64,
    /// Nobody sees an announcement that is off.
    pub status: AnnouncementStatusNumber,
}

impl Creation for ChangedAnnouncement {}

impl From<Announcement> for ChangedAnnouncement {
    fn from(one: Announcement) -> Self {
        Self {
            id: one.id,
            version: one.version,
            status: Number(one.status),
        }
    }
}
