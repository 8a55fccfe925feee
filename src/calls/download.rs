//! A whole list as a CSV file. It is sent in pieces, so that a long file needs no memory and holds no database
//! connection.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream::try_unfold;
use serde::Serialize;
use serde_json::Value;

use super::Writer;
use super::WritingCaller;
use crate::audit::{self, Event};
use crate::db::list::{ListError, Query, WholeList};
use crate::db::{DbError, FromRow, ReadTx};
use crate::http::csv;
use crate::http::envelope::ApiError;
use crate::i18n::texts::Key;
use crate::state::AppState;
use crate::state::exports::RunningExport;

/// The answer of a call with a JSON file instead of an envelope.
pub type JsonFile = Result<Response, ApiError>;

/// How the rows of a list become lines of a file.
pub trait Lines: Send + Sync + 'static {
    /// A row of the list.
    type Row: FromRow + 'static;

    /// The cells of each of `rows`, in the order of the headings, with what they need from other tables.
    ///
    /// # Errors
    /// The database failed.
    fn cells(
        &self,
        view: &mut ReadTx,
        state: &AppState,
        rows: Vec<Self::Row>,
    ) -> impl Future<Output = Result<Vec<Vec<String>>, DbError>> + Send;
}

/// Lines of rows that need no other tables.
struct PlainLines<R>(fn(R, &AppState) -> Vec<String>);

impl<R: FromRow + 'static> Lines for PlainLines<R> {
    type Row = R;

    async fn cells(
        &self,
        _: &mut ReadTx,
        state: &AppState,
        rows: Vec<R>,
    ) -> Result<Vec<Vec<String>>, DbError> {
        Ok(rows.into_iter().map(|row| (self.0)(row, state)).collect())
    }
}

/// A file before its rows.
pub struct File {
    /// The value of `Content-Disposition`, with the name of the file.
    pub disposition: &'static str,
    pub headings: &'static [&'static str],
    /// What the audit log says about the download.
    pub event: Event,
}

/// The file of a list.
pub struct ListFile {
    /// The name of the list in the audit log.
    pub list: &'static str,
    /// The value of `Content-Disposition`, with the name of the file.
    pub disposition: &'static str,
    pub headings: &'static [&'static str],
}

impl ListFile {
    /// The file of the rows that `filters` find.
    pub fn of(&self, filters: &impl Serialize) -> File {
        File {
            disposition: self.disposition,
            headings: self.headings,
            event: Event::ListExported {
                list: self.list,
                filter: filled_fields(filters),
            },
        }
    }
}

/// Answers with all rows of a list that need no other tables. `cells` has the cells of a row, in the order of the
/// headings.
///
/// # Errors
/// Those of [`download`].
pub async fn download_list<R: FromRow + 'static>(
    state: Arc<AppState>,
    caller: WritingCaller,
    file: File,
    query: Query,
    cells: fn(R, &AppState) -> Vec<String>,
) -> Result<Response, ApiError> {
    let list = WholeList::of(query);
    download(state, caller, file, (list, PlainLines(cells))).await
}

/// Answers with a file of a list. The download is recorded first. It stops if the person's session or right ends.
///
/// # Errors
/// The person has another download running; the caller no longer has the right; the database failed.
pub async fn download(
    state: Arc<AppState>,
    caller: WritingCaller,
    file: File,
    (list, lines): (WholeList, impl Lines),
) -> Result<Response, ApiError> {
    let caller = caller.end_view();
    let running = begin(&state, &caller)?;
    let event = file.event;
    caller
        .write::<_, DbError, _>(move |tx, audit| {
            Box::pin(async move { audit::record(tx, &audit.entry(event)).await })
        })
        .await?;
    let headers = [
        (CONTENT_TYPE, csv::MEDIA_TYPE),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (
            CONTENT_DISPOSITION,
            HeaderValue::from_static(file.disposition),
        ),
    ];
    let pieces = Pieces {
        state,
        caller,
        list,
        lines,
        running,
        headings: Some(file.headings),
    };
    let body = Body::from_stream(try_unfold(pieces, Pieces::next));
    Ok((headers, body).into_response())
}

/// Begins a download, unless the person has another one.
///
/// # Errors
/// The person has another download running, which is recorded.
pub fn begin(state: &AppState, caller: &Writer) -> Result<RunningExport, ApiError> {
    let account = caller.account();
    state.exports.begin(&account.id).ok_or_else(|| {
        caller.note_limit("exports", &account.id);
        ApiError::LimitReached(Key("api.export_is_running"), 60)
    })
}

/// The fields of `query` that are filled, for the audit log; null if none is.
pub fn filled_fields(query: &impl Serialize) -> Value {
    let fields = serde_json::to_value(query).unwrap_or_default();
    let Value::Object(mut fields) = fields else {
        return Value::Null;
    };
    fields.retain(|_, value| !value.is_null() && value.as_str() != Some(""));
    if fields.is_empty() {
        return Value::Null;
    }
    fields.into()
}

/// A value that JSON writes as a word, such as a state.
pub fn word(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(word)) => word,
        _ => String::new(),
    }
}

/// The rest of the file.
struct Pieces<L> {
    state: Arc<AppState>,
    caller: Writer,
    list: WholeList,
    lines: L,
    running: RunningExport,
    /// Sent before the first piece; `None` afterwards.
    headings: Option<&'static [&'static str]>,
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

impl<L: Lines> Pieces<L> {
    /// The next piece. An error breaks off the response, so that nobody takes an incomplete file for the whole.
    async fn next(mut self) -> Result<Option<(Bytes, Self)>, Broken> {
        if let Some(headings) = self.headings.take() {
            return Ok(Some((csv::head(headings).into(), self)));
        }
        let piece = self.piece().await.inspect_err(|error| {
            tracing::warn!(%error, "an export broke off");
        })?;
        Ok(piece.map(|piece| (piece.into(), self)))
    }

    /// The next lines; `None` at the end.
    async fn piece(&mut self) -> Result<Option<Vec<u8>>, Broken> {
        loop {
            let turn = self.running.turn().await;
            let mut view = self.caller.uncounted_view().await?;
            let checked = self.caller.still_allowed(&mut view).await;
            checked.map_err(Broken::NotAllowed)?;
            let Some(rows) = self.list.next(&mut view).await? else {
                return Ok(None);
            };
            let cells = self.lines.cells(&mut view, &self.state, rows).await?;
            drop((view, turn));
            // A piece without rows is not the end; the filters may have removed all of its rows.
            if !cells.is_empty() {
                return Ok(Some(csv::lines(cells)));
            }
        }
    }
}
