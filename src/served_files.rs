//! The files that browsers read: `/files/p/{name}`, the public pictures. No route here reads a cookie, and no picture is a byte
//! that somebody sent: it was drawn here (attack 40). A picture that nothing shows to everybody, such as one of news that is
//! not out yet, is not here.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};

use crate::db::DbError;
use crate::files::{self, PictureKind, ShelfError, Size, Stored};
use crate::http::deadline::within;
use crate::http::routing::get;
use crate::state::AppState;

/// A public picture.
pub const PICTURE: &str = "/files/p/{name}";
/// The same in its small size.
pub const SMALL_PICTURE: &str = "/files/p/small/{name}";

/// Where a page may embed a picture (Fetch standard, Cross-Origin-Resource-Policy).
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
/// Nothing in a file runs, even where a browser opens it as a page.
const SANDBOX: HeaderValue = HeaderValue::from_static("sandbox; default-src 'none'");
const NOSNIFF: HeaderValue = HeaderValue::from_static("nosniff");
/// The name of a picture is its content.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// The name in an address; one that is no text is no file's.
type Named = Result<Path<String>, PathRejection>;

/// Why a file is not sent.
#[derive(Debug, thiserror::Error)]
enum Unserved {
    #[error("there is no such file")]
    NoFile,
    #[error(transparent)]
    Db(#[from] DbError),
    #[error(transparent)]
    Shelf(#[from] ShelfError),
}

/// The routes; they need no session layer.
pub fn router() -> Router<Arc<AppState>> {
    Router::new()
        .route(PICTURE, get(large))
        .route(SMALL_PICTURE, get(small))
}

/// `GET /files/p/{name}`.
async fn large(name: Named, State(state): State<Arc<AppState>>) -> Response {
    picture(&state, name, Size::Large).await
}

/// `GET /files/p/small/{name}`.
async fn small(name: Named, State(state): State<Arc<AppState>>) -> Response {
    picture(&state, name, Size::Small).await
}

async fn picture(state: &AppState, name: Named, size: Size) -> Response {
    let found = async {
        match public(state, name, size).await {
            Ok((kind, stored)) => sent(state, kind, stored),
            Err(why) => unserved(&why),
        }
    };
    let limit = state.config.server.request_timeout;
    within(limit, found, || StatusCode::SERVICE_UNAVAILABLE).await
}

/// The picture, if everybody may read it now.
async fn public(
    state: &AppState,
    name: Named,
    size: Size,
) -> Result<(PictureKind, Stored), Unserved> {
    let Path(name) = name.map_err(|_| Unserved::NoFile)?;
    // What has not the form of a name reaches neither the database nor the shelf.
    let kind = files::is_picture_name(&name).ok_or(Unserved::NoFile)?;
    let mut view = state.db.read().await?;
    let row = files::public(&mut view, &name, state.clock.now()).await?;
    drop(view);
    let served = state.files.open(row.ok_or(Unserved::NoFile)?, size).await?;
    let served = served.ok_or(Unserved::NoFile)?;
    Ok((kind, served.stored))
}

fn sent(state: &AppState, kind: PictureKind, stored: Stored) -> Response {
    let mut headers = guarded_headers(state);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind.media_type()));
    headers.insert(CONTENT_LENGTH, stored.bytes.into());
    headers.insert(CACHE_CONTROL, FOR_EVER);
    (headers, Body::from_stream(stored.content)).into_response()
}

/// The headers of every answer. Pictures under another origin may be embedded from everywhere: they are public.
fn guarded_headers(state: &AppState) -> HeaderMap {
    let policy = match state.config.files.public_url {
        Some(_) => "cross-origin",
        None => "same-site",
    };
    HeaderMap::from_iter([
        (CONTENT_SECURITY_POLICY, SANDBOX),
        (X_CONTENT_TYPE_OPTIONS, NOSNIFF),
        (RESOURCE_POLICY, HeaderValue::from_static(policy)),
    ])
}

/// An error has no page: a page would be in the language of a cookie.
fn unserved(why: &Unserved) -> Response {
    let status = match why {
        Unserved::NoFile => StatusCode::NOT_FOUND,
        Unserved::Db(_) | Unserved::Shelf(_) => {
            tracing::warn!(error = %why, "a file was not sent");
            StatusCode::SERVICE_UNAVAILABLE
        }
    };
    (
        status,
        [(CACHE_CONTROL, NO_STORE), (X_CONTENT_TYPE_OPTIONS, NOSNIFF)],
    )
        .into_response()
}
