//! What Atrium keeps about the signed-in person, as a file, and how long.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse as _;
use futures_util::stream::unfold;
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::audit::OwnEntry;
use super::factors::require_fresh;
use crate::assistant::{AssistantSecrets, Role, chats};
use crate::audit::{self, Event, Recorded};
use crate::calls::download::{JsonFile, begin};
use crate::calls::{Caller, Writer, WritingCaller, operation};
use crate::catalogue::openings;
use crate::clock::DAY;
use crate::days::{today, utc};
use crate::db::{DbError, ReadTx};
use crate::directory::{MOST_OWN_ROWS, OwnData};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::state::AppState;
use crate::state::exports::RunningExport;

/// Bytes that are handed over at once.
const PIECE: usize = 64 * 1024;

/// How long Atrium keeps what it knows about a person, in days. What is not here is kept as long as the account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeptFor {
    /// Entries of the history; null for ever.
    pub history: Option<i64>,
    /// Sessions after the sign-in.
    pub sessions: i64,
    /// Single openings of applications.
    pub openings: i64,
    /// Chats with the assistant after their last turn.
    pub chats: i64,
    /// How much was used of the assistant.
    pub assistant_use: i64,
}

/// Read how long my data are kept
///
/// How long the installation keeps what it knows about its people.
#[operation(tag = "account")]
pub async fn kept_for(State(state): State<Arc<AppState>>, _: Caller) -> Answered<KeptFor> {
    let config = &state.config;
    let days = |span: i64| (span + DAY - 1).div_euclid(DAY);
    Ok(Answer(KeptFor {
        history: (config.audit.keep > 0).then(|| days(config.audit.keep)),
        sessions: days(config.sessions.absolute) + 1,
        openings: days(openings::KEPT),
        chats: config.assistant.keep_days,
        assistant_use: days(chats::FIGURES_KEPT),
    }))
}

/// Download my data
///
/// What Atrium keeps about the caller, as one JSON file without secrets: the account, ways in, sessions and browsers,
/// applications, groups, requests, roles, openings, the chats with the assistant and the history. Each part has its 10,000
/// newest rows at most; `cut` names those that have more. The session must be fresh (RFC 9470). The download is recorded in
/// the audit log. A person can run one download at a time; a second one gets 429.
#[operation(tag = "account")]
pub async fn own_data(State(state): State<Arc<AppState>>, mut caller: WritingCaller) -> JsonFile {
    require_fresh(&mut caller).await?;
    let (account, now) = (caller.account(), caller.now);
    let caller = caller.end_view();
    let running = begin(&state, &caller)?;
    let about = account.id.clone();
    caller
        .write::<_, DbError, _>(move |tx, audit| {
            Box::pin(async move {
                let entry = audit.entry(Event::DataExported {}).account(&about);
                audit::record(tx, &entry).await
            })
        })
        .await?;
    // Its history ends with this entry.
    caller.settle_audit().await?;
    let secrets = state.assistant.secrets();
    let data = whole(&caller, &running, (&account.id, secrets)).await?;
    let mut file = Map::new();
    file.insert(
        "product".to_owned(),
        json!(state.config.branding.product_name),
    );
    file.insert("made_at".to_owned(), json!(utc(now)));
    file.insert("cut".to_owned(), json!(data.cut));
    file.extend(data.parts);
    let file = serde_json::to_vec_pretty(&file).map_err(|error| {
        tracing::error!(%error, "a person's data are no JSON");
        ApiError::Internal
    })?;
    let day = today(now, &state.zone);
    let disposition = format!("attachment; filename=\"my-data-{day}.json\"");
    // Every other answer in JSON is an envelope, which this is not.
    let headers = [
        (
            CONTENT_TYPE,
            HeaderValue::from_static("application/octet-stream"),
        ),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (
            CONTENT_DISPOSITION,
            HeaderValue::try_from(disposition).map_err(|_| ApiError::Internal)?,
        ),
    ];
    Ok((headers, body(file.into(), running)).into_response())
}

/// Reads all parts in one view. Downloads take turns, so that they hold one view and one file at a time.
async fn whole(
    caller: &Writer,
    running: &RunningExport,
    (id, secrets): (&str, &AssistantSecrets),
) -> Result<OwnData, ApiError> {
    let turn = running.turn().await;
    let (mut view, counted) = caller.counted_view().await?;
    caller.still_allowed(&mut view).await?;
    let mut data = OwnData::of(&mut view, id).await?;
    data.add("assistant_messages", said(&mut view, id, secrets).await?);
    data.add("history", history(&mut view, id).await?);
    drop((view, counted, turn));
    Ok(data)
}

/// What the person and the assistant said, opened.
async fn said(
    view: &mut ReadTx,
    id: &str,
    secrets: &AssistantSecrets,
) -> Result<Vec<Value>, ApiError> {
    let said = chats::said(view, id, secrets, MOST_OWN_ROWS).await?;
    let shown = said.into_iter().map(|(chat, turn)| {
        let by = match turn.role {
            Role::User => "you",
            Role::Assistant => "assistant",
        };
        json!({ "chat": chat, "said_by": by, "said_at": utc(turn.created_at), "text": turn.content })
    });
    Ok(shown.collect())
}

async fn history(view: &mut ReadTx, id: &str) -> Result<Vec<Value>, ApiError> {
    let mut list = audit::own_export(id)?;
    let mut entries = Vec::new();
    while let Some(rows) = list.next::<Recorded>(view).await? {
        let shown = rows.into_iter().map(|entry| {
            let entry = OwnEntry::of(entry, id);
            json!({
                "at": utc(entry.at), "event": entry.kind, "is_by_another": entry.by_another,
                "address": entry.address, "browser": entry.browser, "detail": entry.detail,
            })
        });
        entries.extend(shown);
        if entries.len() > MOST_OWN_ROWS {
            break;
        }
    }
    Ok(entries)
}

/// The file in pieces. The download runs until the last one is taken, so that a slow reader has one file in memory.
fn body(file: Bytes, running: RunningExport) -> Body {
    let pieces = unfold((file, running), |(mut rest, running)| async move {
        if rest.is_empty() {
            return None;
        }
        let piece = rest.split_to(rest.len().min(PIECE));
        Some((Ok::<_, std::convert::Infallible>(piece), (rest, running)))
    });
    Body::from_stream(pieces)
}
