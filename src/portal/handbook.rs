//! The addresses of the handbook.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, HeaderValue, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};

use crate::pages::handbook::{self, HandbookPage};
use crate::pages::page::{PagePolicy, respond};
use crate::pages::page_error::{ErrorPage, PageError};
use crate::pages::visit::Visit;
use crate::state::AppState;

/// The page. With the query [`FILE`] it is one file, without links to this server's files.
pub const HANDBOOK: &str = "/handbook";
/// The parameter of the query that asks for the file.
const FILE: &str = "file";

/// Answers with the page, or with the file if the query asks for it. Nobody needs to be signed in: it helps those who
/// cannot sign in, and names nothing of this installation but the product.
pub async fn page(State(state): State<Arc<AppState>>, visit: Visit) -> Response {
    let frame = visit.frame(&state.site, None, None, None, state.clock.now());
    let as_file = visit.query.get(FILE).is_some();
    let name = format!("handbook-{}.html", frame.language.api());
    let mut response = respond(
        StatusCode::OK,
        &HandbookPage::new(frame, as_file),
        &PagePolicy::form(),
    );
    if as_file {
        let disposition = format!("attachment; filename=\"{name}\"");
        let disposition = HeaderValue::from_str(&disposition);
        let disposition = disposition.unwrap_or(HeaderValue::from_static("attachment"));
        response
            .headers_mut()
            .insert(CONTENT_DISPOSITION, disposition);
    }
    response
}

/// Answers with a picture of the handbook.
pub async fn picture(State(state): State<Arc<AppState>>, uri: Uri, visit: Visit) -> Response {
    let name = uri.path().rsplit('/').next().unwrap_or_default();
    let Some(bytes) = handbook::picture(name) else {
        let frame = visit.frame(&state.site, None, None, None, state.clock.now());
        return ErrorPage::new(frame, PageError::NotFound).respond();
    };
    let headers = [
        (CONTENT_TYPE, "image/png"),
        (CACHE_CONTROL, "public, max-age=86400"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (headers, bytes).into_response()
}
