//! The audit log: the list, the history of one object and of the caller, and the log as a file.

mod bodies;
mod export;
mod names;

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use serde::de::IgnoredAny;
use utoipa::IntoParams;

use bodies::AuditEntry;
pub use bodies::{AuditChange, OwnEntry};
pub use export::{__path_audit_export, audit_export};
use names::Names;

use crate::access::{Action, Object};
use crate::audit::{self, AuditFilter, ObjectKind, Recorded};
use crate::calls::{Caller, operation};
use crate::db::list;
use crate::http::envelope::{Answer, Answered};
use crate::http::paging::{Page, Paged, PagingQuery};
use crate::state::AppState;

/// List the audit log
///
/// The newest entries come first; `sort=time` returns the oldest first. People and things have the names that they had at the
/// time of the entry, deleted ones too, but not erased people.
#[operation(tag = "audit", params(AuditFilter, PagingQuery))]
pub async fn audit_list(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Paged(filter, paging): Paged<AuditFilter>,
) -> Answered<Page<AuditEntry>> {
    let page = audit::page(caller.view(), &filter, &paging).await?;
    answered(&state, caller, page).await
}

/// The object whose history to read.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct HistoryQuery {
    /// The object's kind.
    object_kind: ObjectKind,
    /// The object's id.
    object_id: String,
}

/// Read the history of one object
///
/// All entries about the object, newest first. Callers who may see every account can read the
/// history of an account. All other histories need the right to read the audit log.
#[operation(tag = "audit", params(HistoryQuery, PagingQuery))]
pub async fn audit_history(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Paged(query, paging): Paged<HistoryQuery>,
) -> Answered<Page<AuditEntry>> {
    let HistoryQuery {
        object_kind,
        object_id,
    } = query;
    if object_kind != ObjectKind::Account {
        // The guard has decided about accounts only.
        caller.require(Action::ViewHistory, &Object::None).await?;
    }
    let page = audit::history(caller.view(), object_kind, &object_id, &paging).await?;
    answered(&state, caller, page).await
}

/// Read my history
///
/// The sign-ins of the caller, those that were refused, the changes of the caller's ways in, and when the account was locked
/// and opened again, or deleted and kept; newest first.
#[operation(tag = "account", params(PagingQuery))]
pub async fn own_history(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Paged(IgnoredAny, paging): Paged<IgnoredAny>,
) -> Answered<Page<OwnEntry>> {
    let id = caller.account().id.clone();
    let page = audit::own_history(caller.view(), &id, &paging).await?;
    Ok(Answer(Page::of(page, |entry| {
        OwnEntry::of(entry, &id).located(&state.locations, caller.language)
    })))
}

/// A page of entries, with the names of the people and things in them.
async fn answered(
    state: &AppState,
    mut caller: Caller,
    page: list::FoundPage<Recorded>,
) -> Answered<Page<AuditEntry>> {
    let names = Names::of(caller.view(), &state.clients, &page.rows).await?;
    Ok(Answer(Page::of(page, |entry| names.entry(entry))))
}
