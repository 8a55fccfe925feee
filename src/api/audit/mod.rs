//! The audit log: the list, the history of one object, and the log as a file.

mod bodies;
mod export;

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

pub use bodies::AuditChange;
use bodies::{AuditEntry, Names};
pub use export::{__path_audit_export, audit_export};

use crate::access::{Action, Object};
use crate::audit::{self, AuditFilter, ObjectKind, Recorded};
use crate::calls::{Caller, operation};
use crate::db::list;
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::{filled, integer_or_empty};
use crate::http::paging::{Page, Paged, PagingQuery};
use crate::state::AppState;

/// Filters of the audit log. A missing field does not filter.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct AuditQuery {
    /// Only entries at this time or later, in milliseconds since 1970.
    #[serde(deserialize_with = "integer_or_empty")]
    from: Option<i64>,
    /// Only entries before this time, in milliseconds since 1970.
    #[serde(deserialize_with = "integer_or_empty")]
    until: Option<i64>,
    /// Only events of this kind, such as `account.changed`.
    kind: Option<String>,
    /// Only entries by this actor: the id of an account or application, `cli` or `server`.
    actor_id: Option<String>,
    /// Only entries that this account takes part in.
    account_id: Option<String>,
    /// Only entries that this application takes part in (its OAuth `client_id`).
    application_id: Option<String>,
    /// The kind of an object. Send it together with `objectId`.
    object_kind: Option<ObjectKind>,
    /// Only entries about the object with this id. Send it together with `objectKind`.
    object_id: Option<String>,
    /// Only entries written by this call, such as `POST /oauth2/token` or `cli user add`.
    call: Option<String>,
    /// Only entries from this IP address.
    address: Option<String>,
}

impl AuditQuery {
    /// The filter for these fields.
    ///
    /// # Errors
    ///
    /// [`ApiError::Invalid`] for an object's kind without its id, or an id without its kind.
    fn filter(self) -> Result<AuditFilter, ApiError> {
        let object = match (self.object_kind, filled(self.object_id)) {
            (Some(kind), Some(id)) => Some((kind, id)),
            (None, None) => None,
            (Some(_), None) => return Err(ApiError::illegal("objectId")),
            (None, Some(_)) => return Err(ApiError::illegal("objectKind")),
        };
        Ok(AuditFilter {
            from: self.from,
            until: self.until,
            kind: filled(self.kind),
            actor: filled(self.actor_id),
            account: filled(self.account_id),
            client: filled(self.application_id),
            object,
            call: filled(self.call),
            address: filled(self.address),
        })
    }
}

/// List the audit log
///
/// The newest entries come first; `sort=time` returns the oldest first. People and applications
/// have names, disabled ones too.
#[operation(tag = "audit", params(AuditQuery, PagingQuery))]
pub async fn audit_list(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Paged(query, paging): Paged<AuditQuery>,
) -> Answered<Page<AuditEntry>> {
    let page = audit::page(caller.view(), &query.filter()?, &paging).await?;
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

/// A page of entries, with the names of the people and applications in them.
async fn answered(
    state: &AppState,
    mut caller: Caller,
    page: list::FoundPage<Recorded>,
) -> Answered<Page<AuditEntry>> {
    let names = Names::of(caller.view(), &state.clients, &page.rows).await?;
    Ok(Answer(Page::of(page, |entry| names.entry(entry))))
}
