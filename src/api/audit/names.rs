//! The names in a page of entries: of everything that they refer to, as it was called at their time.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Map, Value};

use super::bodies::{
    AuditChange, AuditEntry, AuditObject, AuditParty, PartyKind, change, detail_of, shown,
};
use crate::audit::{CLI, FormerNames, ObjectKind, Recorded, SERVER};
use crate::clients::{self, Registry};
use crate::clock::Millis;
use crate::db::{DbError, Reads};
use crate::directory::{self, PersonName};
use crate::{announcements, catalogue, groups, surveys};

type Things = BTreeSet<(ObjectKind, String)>;

/// The names for a page of entries.
#[derive(Debug)]
pub(super) struct Names {
    people: HashMap<String, PersonName>,
    /// The present names of other things.
    present: HashMap<(ObjectKind, String), Present>,
    former: FormerNames,
    /// The group of each request.
    groups: HashMap<String, String>,
}

#[derive(Debug)]
struct Present {
    name: String,
    /// True for a group that was deleted; its row stays.
    deleted: bool,
}

impl Names {
    /// Reads the names of everything in `entries`, with a few statements for all of them.
    pub async fn of(
        view: &mut dyn Reads,
        registry: &Registry,
        entries: &[Recorded],
    ) -> Result<Self, DbError> {
        let mut things: Things = entries.iter().flat_map(things_of).collect();
        let requests = ids_of(&things, ObjectKind::Request);
        let groups = groups::groups_of_requests(view, &requests).await?;
        let of_requests = groups.values().cloned();
        things.extend(of_requests.map(|id| (ObjectKind::Group, id)));

        let people = directory::names_of(view, &ids_of(&things, ObjectKind::Account)).await?;
        // An actor that is no account is an application.
        let actors = entries.iter().filter_map(|entry| entry.actor_id.clone());
        let programs = actors.filter(|id| !people.contains_key(id) && !is_ours(id));
        things.extend(programs.map(|id| (ObjectKind::Client, id)));

        let mut present = HashMap::new();
        let applications = ids_of(&things, ObjectKind::Client);
        for (id, name) in clients::names_of(view, registry, &applications).await? {
            let deleted = false;
            present.insert((ObjectKind::Client, id), Present { name, deleted });
        }
        let all = ids_of(&things, ObjectKind::Group);
        for (id, group) in groups::all_names(view, &all).await? {
            let groups::GroupName { name, deleted } = group;
            present.insert((ObjectKind::Group, id), Present { name, deleted });
        }
        let mut named = catalogue::names_of(view, &things).await?;
        named.extend(directory::organisations::names_of(view, &things).await?);
        named.extend(announcements::names_of(view, &things).await?);
        named.extend(surveys::names_of(view, &things).await?);
        for (kind, id, name) in named {
            let deleted = false;
            present.insert((kind, id), Present { name, deleted });
        }

        let named = things.into_iter().filter(|(kind, _)| kind.is_named());
        let ids = named.map(|(_, id)| id).collect();
        let former = FormerNames::read(view, &ids).await?;
        Ok(Self {
            people,
            present,
            former,
            groups,
        })
    }

    /// `entry` in its JSON form.
    pub fn entry(&self, entry: Recorded) -> AuditEntry {
        let at = entry.at;
        let (changes, detail) = detail_of(&entry.detail);
        let wanted = self.wanted(&entry, &detail);
        let object = entry.object_kind.zip(entry.object_id);
        AuditEntry {
            id: entry.id,
            at,
            kind: entry.kind,
            actor: entry.actor_id.map(|id| self.party(id, at)),
            object: object.map(|(kind, id)| self.object(kind, id, at)),
            account: entry.account_id.map(|id| self.party(id, at)),
            application: entry.client_id.map(|id| self.application(id, at)),
            wanted,
            session_id: entry.session_id,
            call: entry.call,
            address: entry.address,
            request_id: entry.request_id,
            changes: changes
                .iter()
                .filter_map(|change| self.change(change, at))
                .collect(),
            detail,
        }
    }

    /// What the request of the entry is for.
    fn wanted(&self, entry: &Recorded, detail: &Map<String, Value>) -> Option<AuditObject> {
        if let Some(request) = object_of(entry, ObjectKind::Request) {
            let group = self.groups.get(&request)?;
            return Some(self.thing(ObjectKind::Group, group.clone(), entry.at));
        }
        let agency = wanted_agency(&entry.kind, detail)?;
        Some(self.thing(ObjectKind::Agency, agency, entry.at))
    }

    fn object(&self, kind: String, id: String, at: Millis) -> AuditObject {
        match ObjectKind::of(&kind) {
            Some(kind) => self.thing(kind, id, at),
            None => AuditObject {
                kind,
                id,
                name: None,
                now: None,
            },
        }
    }

    fn thing(&self, kind: ObjectKind, id: String, at: Millis) -> AuditObject {
        let (name, now) = match self.people.get(&id) {
            Some(person) if kind == ObjectKind::Account => {
                (Some(person.name.as_str()), Some(person.username.clone()))
            }
            _ => {
                let present = self.present.get(&(kind, id.clone()));
                let now = present.filter(|present| !present.deleted);
                (
                    present.map(|present| present.name.as_str()),
                    now.map(|present| present.name.clone()),
                )
            }
        };
        AuditObject {
            name: self.former.at((kind, &id), at, name),
            kind: kind.as_str().to_owned(),
            id,
            now,
        }
    }

    fn party(&self, id: String, at: Millis) -> AuditParty {
        let Some(person) = self.people.get(&id) else {
            return self.application(id, at);
        };
        let name = Some(person.name.as_str());
        AuditParty {
            kind: PartyKind::Account,
            name: self.former.at((ObjectKind::Account, &id), at, name),
            username: Some(person.username.clone()),
            now: Some(person.username.clone()),
            id,
        }
    }

    fn application(&self, id: String, at: Millis) -> AuditParty {
        let AuditObject { id, name, now, .. } = self.thing(ObjectKind::Client, id, at);
        let kind = match id.as_str() {
            _ if name.is_some() => PartyKind::Application,
            CLI => PartyKind::Cli,
            SERVER => PartyKind::Server,
            _ => PartyKind::Unknown,
        };
        AuditParty {
            kind,
            id,
            name,
            username: None,
            now,
        }
    }

    /// A changed field; things in its values have their names.
    fn change(&self, recorded: &Value, at: Millis) -> Option<AuditChange> {
        let mut change = change(recorded)?;
        let kinds = kinds_in(&change.field);
        for (side, things, text) in [
            ("from", &mut change.from_things, &mut change.from),
            ("to", &mut change.to_things, &mut change.to),
        ] {
            let Some(value) = recorded.get(side).filter(|_| !kinds.is_empty()) else {
                continue;
            };
            *things = named_in(value)
                .into_iter()
                .map(|(id, written)| self.one_of(kinds, id, written, at))
                .collect();
            if !things.is_empty() {
                let names = things
                    .iter()
                    .map(|thing| thing.name.as_ref().unwrap_or(&thing.id));
                let names: Vec<&str> = names.map(String::as_str).collect();
                *text = Some(names.join(", "));
            }
        }
        Some(change)
    }

    /// The thing with this id of the first of `kinds` that has one. A name that the entry itself has serves if there is none.
    fn one_of(
        &self,
        kinds: &[ObjectKind],
        id: String,
        written: Option<String>,
        at: Millis,
    ) -> AuditObject {
        let mut things = kinds.iter().map(|kind| self.thing(*kind, id.clone(), at));
        let first = things.next();
        let found = match first {
            Some(first) if first.name.is_none() => {
                things.find(|thing| thing.name.is_some()).or(Some(first))
            }
            first => first,
        };
        let mut found = found.unwrap_or_else(|| AuditObject {
            kind: String::new(),
            id,
            name: None,
            now: None,
        });
        found.name = found.name.or(written);
        found
    }
}

/// Everything that an entry refers to.
fn things_of(entry: &Recorded) -> Things {
    let mut things = Things::new();
    let actor = entry.actor_id.clone().filter(|id| !is_ours(id));
    let people = actor.into_iter().chain(entry.account_id.clone());
    things.extend(people.map(|id| (ObjectKind::Account, id)));
    let applications = entry.client_id.clone().into_iter();
    things.extend(applications.map(|id| (ObjectKind::Client, id)));
    let kind = entry.object_kind.as_deref().and_then(ObjectKind::of);
    things.extend(kind.zip(entry.object_id.clone()));
    let (changes, detail) = detail_of(&entry.detail);
    let agency = wanted_agency(&entry.kind, &detail).into_iter();
    things.extend(agency.map(|id| (ObjectKind::Agency, id)));
    for change in &changes {
        let kinds = kinds_in(change["field"].as_str().unwrap_or_default());
        for value in ["from", "to"]
            .into_iter()
            .filter_map(|side| change.get(side))
        {
            for kind in kinds {
                let ids = named_in(value).into_iter();
                things.extend(ids.map(|(id, _)| (*kind, id)));
            }
        }
    }
    things
}

/// What the values of a field name: things by id, or as `name (id)`; empty for other fields.
fn kinds_in(field: &str) -> &'static [ObjectKind] {
    let set = field
        .strip_suffix("_added")
        .or_else(|| field.strip_suffix("_removed"));
    match (set, field) {
        (Some("managers" | "stand_ins" | "visible_people"), _)
        | (None, "admin_id" | "administrators" | "account" | "assignee" | "stand_in") => {
            &[ObjectKind::Account]
        }
        (Some("products"), _) | (None, "product") => &[ObjectKind::Product],
        (Some("visible_agencies"), _) | (None, "agency" | "agencies") => &[ObjectKind::Agency],
        (Some("companies"), _) | (None, "company") => &[ObjectKind::Company],
        (Some("brands"), _) | (None, "brand") => &[ObjectKind::Brand],
        (Some("divisions"), _) => &[ObjectKind::Division],
        (Some("industries"), _) => &[ObjectKind::Industry],
        (None, "client_id") => &[ObjectKind::Client],
        (None, "module") => &[ObjectKind::Module],
        // Of a role: an agency or a company, by its account type.
        (None, "organisation") => &[ObjectKind::Agency, ObjectKind::Company],
        _ => &[],
    }
}

/// The ids in a value of such a field, each with the name that is written before it.
fn named_in(value: &Value) -> Vec<(String, Option<String>)> {
    match value {
        // A long list was cut.
        Value::String(text) if text.is_empty() || text.starts_with('[') => Vec::new(),
        Value::String(text) => {
            let parts = text
                .strip_suffix(')')
                .and_then(|text| text.rsplit_once(" ("));
            vec![match parts {
                Some((name, id)) => (id.to_owned(), Some(name.to_owned())),
                None => (text.clone(), None),
            }]
        }
        Value::Number(id) => vec![(id.to_string(), None)],
        Value::Array(items) => items.iter().flat_map(named_in).collect(),
        Value::Null | Value::Bool(_) | Value::Object(_) => Vec::new(),
    }
}

/// The agency that a person asked for.
fn wanted_agency(kind: &str, detail: &Map<String, Value>) -> Option<String> {
    let asks = ["agency.requested", "agency.request_decided"].contains(&kind);
    detail.get("to").filter(|_| asks).and_then(shown)
}

fn ids_of(things: &Things, wanted: ObjectKind) -> BTreeSet<String> {
    let of_kind = things.iter().filter(|(kind, _)| *kind == wanted);
    of_kind.map(|(_, id)| id.clone()).collect()
}

fn object_of(entry: &Recorded, kind: ObjectKind) -> Option<String> {
    let is_kind = entry.object_kind.as_deref() == Some(kind.as_str());
    entry.object_id.clone().filter(|_| is_kind)
}

fn is_ours(id: &str) -> bool {
    id == CLI || id == SERVER
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn things_are_found_in_values() {
        let pair = |id: &str, name: Option<&str>| (id.to_owned(), name.map(str::to_owned));
        for (value, expected) in [
            (json!("u-1"), vec![pair("u-1", None)]),
            (json!(6), vec![pair("6", None)]),
            (
                json!("Ada (Ads) (u-1)"),
                vec![pair("u-1", Some("Ada (Ads)"))],
            ),
            (
                json!(["Ada (u-1)", "u-2"]),
                vec![pair("u-1", Some("Ada")), pair("u-2", None)],
            ),
            (json!("[\"Ada (u-1)\",\"B…"), vec![]),
            (json!(""), vec![]),
            (Value::Null, vec![]),
        ] {
            assert_eq!(named_in(&value), expected, "{value}");
        }
        assert_eq!(kinds_in("managers_added"), [ObjectKind::Account]);
        // The scopes of an access right are names.
        assert!(kinds_in("companies").is_empty());
        assert!(kinds_in("industry_brands_added").is_empty());
    }
}
