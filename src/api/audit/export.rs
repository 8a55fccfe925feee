//! The audit log as a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde_json::Value;

use super::bodies::{AuditChange, AuditEntry, AuditObject, AuditParty, shown};
use super::names::Names;
use crate::audit::{self, AuditFilter, Event, Recorded};
use crate::calls::download::{File, Lines, download, filled_fields};
use crate::calls::{WritingCaller, operation};
use crate::days::utc;
use crate::db::{DbError, ReadTx};
use crate::http::envelope::ApiError;
use crate::http::fields::Fields;
use crate::state::AppState;

const HEADINGS: [&str; 20] = [
    "time",
    "kind",
    "actor_kind",
    "actor_id",
    "actor",
    "object_kind",
    "object_id",
    "object",
    "account_id",
    "account",
    "application_id",
    "application",
    "session_id",
    "call",
    "address",
    "request_id",
    "changes",
    "detail",
    "wanted_id",
    "wanted",
];

/// Download the audit log
///
/// The same entries as in the list with these filters, all of them, newest first.
#[operation(tag = "audit", params(AuditFilter))]
pub async fn audit_export(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(filter): Fields<AuditFilter>,
) -> Result<Response, ApiError> {
    let list = audit::export(&filter, caller.now)?;
    let file = File {
        disposition: "attachment; filename=\"audit-log.csv\"",
        headings: &HEADINGS,
        event: Event::TrailExported {
            filter: filled_fields(&filter),
        },
    };
    download(state, caller, file, (list, AuditLines)).await
}

/// The entries, which need the names of others.
struct AuditLines;

impl Lines for AuditLines {
    type Row = Recorded;

    async fn cells(
        &self,
        view: &mut ReadTx,
        state: &AppState,
        entries: Vec<Recorded>,
    ) -> Result<Vec<Vec<String>>, DbError> {
        let names = Names::of(view, &state.clients, &entries).await?;
        let row = |entry| row(names.entry(entry)).to_vec();
        Ok(entries.into_iter().map(row).collect())
    }
}

/// The cells of an entry, in the order of [`HEADINGS`].
fn row(entry: AuditEntry) -> [String; 20] {
    let text = |text: Option<String>| text.unwrap_or_default();
    let [actor_kind, actor_id, actor] = party(entry.actor);
    let [_, account_id, account] = party(entry.account);
    let [_, application_id, application] = party(entry.application);
    let (object_kind, object_id, object) = match entry.object {
        Some(object) => (object.kind, object.id, text(object.name)),
        None => Default::default(),
    };
    let (wanted_id, wanted) = match entry.wanted {
        Some(wanted) => (wanted.id, text(wanted.name)),
        None => Default::default(),
    };
    let changes: Vec<String> = entry.changes.into_iter().map(change).collect();
    let detail = shown(&Value::Object(entry.detail));
    [
        utc(entry.at),
        entry.kind,
        actor_kind,
        actor_id,
        actor,
        object_kind,
        object_id,
        object,
        account_id,
        account,
        application_id,
        application,
        text(entry.session_id),
        text(entry.call),
        text(entry.address),
        text(entry.request_id),
        changes.join("; "),
        text(detail),
        wanted_id,
        wanted,
    ]
}

fn party(party: Option<AuditParty>) -> [String; 3] {
    let Some(party) = party else {
        return Default::default();
    };
    let name = match (party.name, party.username) {
        (Some(name), Some(username)) if name != username => format!("{name} ({username})"),
        (name, _) => name.unwrap_or_default(),
    };
    [party.kind.as_str().to_owned(), party.id, name]
}

fn change(change: AuditChange) -> String {
    if !change.recorded {
        return change.field;
    }
    let from = value(change.from, &change.from_things);
    let to = value(change.to, &change.to_things);
    format!("{}: {from} → {to}", change.field)
}

/// A value; things have their ids after their names.
fn value(text: Option<String>, things: &[AuditObject]) -> String {
    if things.is_empty() {
        return text.unwrap_or_default();
    }
    let shown = things.iter().map(|thing| match &thing.name {
        Some(name) => format!("{name} ({})", thing.id),
        None => thing.id.clone(),
    });
    shown.collect::<Vec<_>>().join(", ")
}
