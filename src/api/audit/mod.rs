//! The audit trail: its list, the history of one thing, and the trail as a file.

mod export;
mod views;

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

pub use export::{__path_audit_export, audit_export};
use views::{AuditEntry, Names};

use super::Caller;
use crate::access::{Action, Object};
use crate::audit::{self, AuditFilter, ObjectKind, Recorded};
use crate::db::list;
use crate::http::envelope::{Answer, Answered, ApiError, Envelope};
use crate::http::fields::{filled, integer_or_empty};
use crate::http::paging::{Page, Paged, PagingQuery};
use crate::state::AppState;

/// Which entries are asked for; what is left out narrows nothing.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct AuditQuery {
    /// Only entries at this moment or later, in milliseconds since 1970.
    #[serde(deserialize_with = "integer_or_empty")]
    from: Option<i64>,
    /// Only entries before this moment, in milliseconds since 1970.
    #[serde(deserialize_with = "integer_or_empty")]
    until: Option<i64>,
    /// Only events of this kind, such as `account.changed`.
    kind: Option<String>,
    /// Only what this one did: the id of an account or application, `cli` or `server`.
    actor_id: Option<String>,
    /// Only what this account is part of.
    account_id: Option<String>,
    /// Only what this application is part of (its OAuth `client_id`).
    application_id: Option<String>,
    /// The kind of one thing, together with `objectId`.
    object_kind: Option<ObjectKind>,
    /// Only what is about the thing with this id, together with `objectKind`.
    object_id: Option<String>,
    /// Only what this call wrote, such as `POST /oauth2/token` or `cli user add`.
    call: Option<String>,
    /// Only what came from this address.
    address: Option<String>,
}

impl AuditQuery {
    /// The filter that is asked for.
    ///
    /// # Errors
    /// [`ApiError::Invalid`] for the kind of a thing without its id, or the id without the kind.
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
/// Who did what, newest first; `sort=time` answers the oldest first. Persons and applications are named,
/// those that are switched off too.
#[utoipa::path(
    get,
    path = "/api/security/admin/audit/list",
    tag = "audit",
    params(AuditQuery, PagingQuery),
    responses((status = 200, description = "The answer; its `status` says whether the call succeeded.", body = Envelope<Page<AuditEntry>>)),
)]
pub async fn audit_list(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Paged(query, paging): Paged<AuditQuery>,
) -> Answered<Page<AuditEntry>> {
    let page = audit::page(caller.view(), &query.filter()?, &paging).await?;
    answered(&state, caller, page).await
}

/// Which thing's history is asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct HistoryQuery {
    /// The kind of the thing.
    object_kind: ObjectKind,
    /// Its id.
    object_id: String,
}

/// Read the history of one thing
///
/// What happened to it and by whom, newest first. Whoever may see every account may see the history of an
/// account; all else is for readers of the audit log.
#[utoipa::path(
    get,
    path = "/api/security/admin/audit/history",
    tag = "audit",
    params(HistoryQuery, PagingQuery),
    responses((status = 200, description = "The answer; its `status` says whether the call succeeded.", body = Envelope<Page<AuditEntry>>)),
)]
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
        // The guard took the id for an account's.
        caller.require(Action::ViewHistory, &Object::None).await?;
    }
    let page = audit::history(caller.view(), object_kind, &object_id, &paging).await?;
    answered(&state, caller, page).await
}

/// A page with the names of whom its entries are about.
async fn answered(
    state: &AppState,
    mut caller: Caller,
    page: list::Page<Recorded>,
) -> Answered<Page<AuditEntry>> {
    let names = Names::of(caller.view(), &state.clients, &page.rows).await?;
    Ok(Answer(Page::of(page, |entry| names.entry(entry))))
}
