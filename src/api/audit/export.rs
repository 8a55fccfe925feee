//! The audit log as a file. It is sent in pieces, so that a long file needs no memory and holds no
//! database connection.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream::try_unfold;
use jiff::Timestamp;
use serde_json::Value;

use super::AuditQuery;
use super::views::{AuditChange, AuditEntry, AuditParty, Names, shown};
use crate::api::{Writer, WritingCaller};
use crate::audit::{self, Event, Export};
use crate::db::DbError;
use crate::db::list::ListError;
use crate::http::csv;
use crate::http::envelope::ApiError;
use crate::http::fields::Fields;
use crate::i18n::texts::Key;
use crate::state::AppState;
use crate::state::exports::RunningExport;

const HEADINGS: [&str; 18] = [
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
];

/// Download the audit log
///
/// The same entries as in the list with these filters, all of them, newest first, as CSV for
/// spreadsheets. The download itself is recorded in the audit log. A person can run one download at
/// a time; a second one gets 429. The download stops if the person's session or right ends.
#[utoipa::path(
    get,
    path = "/api/security/admin/audit/export",
    tag = "audit",
    params(AuditQuery),
    responses((status = 200, description = "The file. A refusal is an envelope in JSON.", content_type = "text/csv", body = String)),
)]
pub async fn audit_export(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(query): Fields<AuditQuery>,
) -> Result<Response, ApiError> {
    let filter = query.filter()?;
    let export = Export::of(&filter, caller.now)?;
    let caller = caller.end_view();
    let Some(running) = state.exports.begin(&caller.account().id) else {
        caller.note_limit("exports", &caller.account().id);
        return Err(ApiError::LimitReached(Key("api.export_is_running"), 60));
    };
    let event = Event::TrailExported { filter };
    caller
        .write::<_, DbError, _>(move |tx, audit| {
            Box::pin(async move { audit::record(tx, &audit.entry(event)).await })
        })
        .await?;
    let headers = [
        (CONTENT_TYPE, csv::MEDIA_TYPE),
        (CACHE_CONTROL, NO_STORE),
        (CONTENT_DISPOSITION, ATTACHMENT),
    ];
    let pieces = Pieces {
        state,
        caller,
        export,
        running,
        begun: false,
    };
    let body = Body::from_stream(try_unfold(pieces, Pieces::next));
    Ok((headers, body).into_response())
}

const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");
const ATTACHMENT: HeaderValue = HeaderValue::from_static("attachment; filename=\"audit-log.csv\"");

/// The rest of the file.
struct Pieces {
    state: Arc<AppState>,
    caller: Writer,
    export: Export,
    running: RunningExport,
    begun: bool,
}

/// Why an export stops early.
#[derive(Debug, thiserror::Error)]
enum Broken {
    #[error("its reader may not go on: {0:?}")]
    NotAllowed(ApiError),
    #[error(transparent)]
    List(#[from] ListError),
}

impl From<DbError> for Broken {
    fn from(error: DbError) -> Self {
        Self::List(error.into())
    }
}

impl Pieces {
    /// The next piece. An error breaks off the response, so that nobody takes a part for the whole.
    async fn next(mut self) -> Result<Option<(Bytes, Self)>, Broken> {
        if !self.begun {
            self.begun = true;
            return Ok(Some((csv::head(&HEADINGS).into(), self)));
        }
        let piece = self.lines().await.inspect_err(|error| {
            tracing::warn!(%error, "an export of the audit trail broke off");
        })?;
        Ok(piece.map(|piece| (piece.into(), self)))
    }

    /// The lines of the next entries; `None` at the end.
    async fn lines(&mut self) -> Result<Option<Vec<u8>>, Broken> {
        loop {
            let turn = self.running.turn().await;
            let mut view = self.caller.view().await?;
            let checked = self.caller.still_allowed(&mut view).await;
            checked.map_err(Broken::NotAllowed)?;
            let Some(entries) = self.export.next(&mut view).await? else {
                return Ok(None);
            };
            if entries.is_empty() {
                continue;
            }
            let names = Names::of(&mut view, &self.state.clients, &entries).await?;
            drop((view, turn));
            let rows = entries.into_iter().map(|entry| row(names.entry(entry)));
            return Ok(Some(csv::lines(rows)));
        }
    }
}

/// The cells of an entry, in the order of [`HEADINGS`].
fn row(entry: AuditEntry) -> [String; 18] {
    let text = |text: Option<String>| text.unwrap_or_default();
    let [actor_kind, actor_id, actor] = party(entry.actor);
    let [_, account_id, account] = party(entry.account);
    let [_, application_id, application] = party(entry.application);
    let (object_kind, object_id, object) = match entry.object {
        Some(object) => (object.kind, object.id, text(object.name)),
        None => Default::default(),
    };
    let changes: Vec<String> = entry.changes.into_iter().map(change).collect();
    let detail = shown(&Value::Object(entry.detail));
    [
        time(entry.at),
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
    ]
}

fn time(at: i64) -> String {
    let at = Timestamp::from_millisecond(at).unwrap_or_default();
    format!("{at:.3}")
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
    let AuditChange {
        field,
        recorded,
        from,
        to,
    } = change;
    if !recorded {
        return field;
    }
    let (from, to) = (from.unwrap_or_default(), to.unwrap_or_default());
    format!("{field}: {from} → {to}")
}
