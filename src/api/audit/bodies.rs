//! Audit entries in their JSON form: with names, and with changed values as text.

use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::audit::{Changes, Event, ObjectKind, Recorded};
use crate::geo::Locations;
use crate::i18n::language::Language;

/// An audit entry.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditEntry {
    /// The entry's id.
    pub id: String,
    /// The time, in milliseconds since 1970.
    pub at: i64,
    /// The kind of event.
    #[schema(value_type = AuditKind)]
    pub kind: String,
    /// Who did it; null if unknown, as for a refused sign-in.
    pub actor: Option<AuditParty>,
    /// What the entry is about; null if unknown.
    pub object: Option<AuditObject>,
    /// The account that takes part.
    pub account: Option<AuditParty>,
    /// The application that takes part.
    pub application: Option<AuditParty>,
    /// What a request is for: the group, or the agency.
    pub wanted: Option<AuditObject>,
    /// The session's id (`sid`).
    pub session_id: Option<String>,
    /// The call: `POST /oauth2/token`, `cli user add` or `server: expired sessions`.
    pub call: Option<String>,
    /// The IP address of the request.
    pub address: Option<String>,
    /// The request's id in the server log.
    pub request_id: Option<String>,
    /// The changed fields.
    pub changes: Vec<AuditChange>,
    /// Further details, by the names that this kind of event uses.
    #[schema(value_type = HashMap<String, Value>)]
    pub detail: Map<String, Value>,
}

/// An entry of the caller's own history.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnEntry {
    /// The entry's id.
    pub id: String,
    /// The time, in milliseconds since 1970.
    pub at: i64,
    /// The kind of event.
    #[schema(value_type = AuditKind)]
    pub kind: String,
    /// True if somebody else did it, such as an administrator.
    pub by_another: bool,
    /// The IP address of the request; null if somebody else did it.
    pub address: Option<String>,
    /// City and country of the address, in the caller's language; null without `geo.database`, or if it does not know.
    pub location: Option<String>,
    /// What the browser called itself (`User-Agent`); null if it did not say, or somebody else did it.
    pub browser: Option<String>,
    /// Further details, by the names that this kind of event uses.
    #[schema(value_type = HashMap<String, Value>)]
    pub detail: Map<String, Value>,
}

impl OwnEntry {
    /// `entry` of the account `id`.
    pub fn of(entry: Recorded, id: &str) -> Self {
        let (_, mut detail) = detail_of(&entry.detail);
        let browser = detail.remove("browser");
        let by_another = entry.actor_id.is_some_and(|actor| actor != id);
        // Where an administrator works is not the owner's to know.
        let browser = browser.filter(|_| !by_another);
        Self {
            id: entry.id,
            at: entry.at,
            kind: entry.kind,
            by_another,
            location: None,
            address: entry.address.filter(|_| !by_another),
            browser: browser.and_then(|browser| browser.as_str().map(str::to_owned)),
            detail,
        }
    }

    /// The same with the location of its address.
    pub fn located(mut self, locations: &Locations, language: Language) -> Self {
        self.location = locations.of(self.address.as_deref(), language);
        self
    }
}

/// A participant of an entry.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditParty {
    /// The participant's kind.
    pub kind: PartyKind,
    /// The id; `cli` and `server` for these two.
    pub id: String,
    /// The name at the time of the entry; null if it is unknown, after the erasure of a person, and for `cli` and `server`.
    pub name: Option<String>,
    /// The account name, if it is an account.
    pub username: Option<String>,
    /// The present name, by which its list finds it (the account name of an account); null if it no longer exists.
    pub now: Option<String>,
}

/// The kind of a participant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum PartyKind {
    /// A person.
    Account,
    /// An application.
    Application,
    /// The command line of the server.
    Cli,
    /// The server itself.
    Server,
    /// An account or application that no longer exists.
    Unknown,
}

impl PartyKind {
    /// The word in the file.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Account => "account",
            Self::Application => "application",
            Self::Cli => "cli",
            Self::Server => "server",
            Self::Unknown => "unknown",
        }
    }
}

/// The object of an entry.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditObject {
    /// The object's kind.
    #[schema(value_type = ObjectKind)]
    pub kind: String,
    /// The object's id.
    pub id: String,
    /// The name at the time of the entry; null if it had none, and after the erasure of a person.
    pub name: Option<String>,
    /// The present name, by which its list finds it (the account name of an account); null if it no longer exists.
    pub now: Option<String>,
}

/// A changed field.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditChange {
    /// The field's name.
    pub field: String,
    /// True if the values are recorded. Those of a password never are.
    pub recorded: bool,
    /// The old value; null for none.
    pub from: Option<String>,
    /// The new value; null for none.
    pub to: Option<String>,
    /// The things that the old value names, with the names that it has; empty if it names none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub from_things: Vec<AuditObject>,
    /// The same of the new value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub to_things: Vec<AuditObject>,
}

impl AuditChange {
    /// The changed fields, with their values as text.
    pub fn all(changes: &Changes) -> Vec<Self> {
        match serde_json::to_value(changes) {
            Ok(Value::Array(changes)) => changes.iter().filter_map(change).collect(),
            _ => Vec::new(),
        }
    }
}

/// The kinds of events. The portal's type is generated from them.
struct AuditKind;

impl PartialSchema for AuditKind {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(Event::KINDS))
            .description(Some("What happened, by a stable name."))
            .build()
            .into()
    }
}

impl ToSchema for AuditKind {}

/// The changes in the detail of an entry, and the rest of the detail.
pub(super) fn detail_of(text: &str) -> (Vec<Value>, Map<String, Value>) {
    let mut detail: Map<String, Value> = serde_json::from_str(text).unwrap_or_default();
    let changes = match detail.remove("changes") {
        Some(Value::Array(changes)) => changes,
        _ => Vec::new(),
    };
    (changes, detail)
}

/// A changed field, with its values as text.
pub(super) fn change(change: &Value) -> Option<AuditChange> {
    Some(AuditChange {
        field: change.get("field")?.as_str()?.to_owned(),
        recorded: change.get("to").is_some(),
        from: change.get("from").and_then(shown),
        to: change.get("to").and_then(shown),
        from_things: Vec::new(),
        to_things: Vec::new(),
    })
}

/// A value as text for people: a list with commas, an object as `name: value`.
pub(super) fn shown(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().filter_map(shown).collect();
            Some(items.join(", "))
        }
        Value::Object(members) => {
            let members = members.iter();
            let shown =
                members.filter_map(|(name, value)| Some(format!("{name}: {}", shown(value)?)));
            Some(shown.collect::<Vec<_>>().join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changed_is_text() {
        let text = r#"{"change":"updated","changes":[{"field":"a","from":null,"to":["x","y"]},
            {"field":"b","from":{"k":true},"to":null},{"field":"password"}]}"#;
        let (changes, rest) = detail_of(text);
        let changes: Vec<_> = changes.iter().filter_map(change).collect();
        let fields: Vec<_> = changes
            .iter()
            .map(|change| {
                (
                    &*change.field,
                    change.recorded,
                    change.from.as_deref(),
                    change.to.as_deref(),
                )
            })
            .collect();
        assert_eq!(
            fields,
            [
                ("a", true, None, Some("x, y")),
                ("b", true, Some("k: true"), None),
                ("password", false, None, None),
            ]
        );
        assert_eq!(rest["change"], "updated");
        assert!(detail_of("damaged").0.is_empty());
    }
}
