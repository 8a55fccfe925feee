//! The files that browsers read: `/files/p/{name}`, the public pictures, and `/files/s/{sealed}`, a file for one person. No route here reads a cookie, and no picture is a byte
//! that somebody sent: it was drawn here (attack 40). A picture that nothing shows to everybody, such as one of news that is
//! not out yet, is not here.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::header::{
    ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_SECURITY_POLICY,
    CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use futures_util::StreamExt as _;

use crate::access::{self, Action, Object, Rights};
use crate::catalogue::product_files;
use crate::db::DbError;
use crate::directory;
use crate::feedback;
use crate::files::{self, FileTicket, PictureKind, Served, ShelfError, Size, Stored};
use crate::http::deadline::within;
use crate::http::routing::get;
use crate::i18n::language::LanguagePreferences;
use crate::i18n::texts::{Key, Texts};
use crate::state::AppState;

/// A public picture.
pub const PICTURE: &str = "/files/p/{name}";
/// The same in its small size.
pub const SMALL_PICTURE: &str = "/files/p/small/{name}";

/// A file for one person, for a minute.
pub const SEALED: &str = "/files/s/{sealed}";

/// How long a download may take that has begun.
const DOWNLOADED_WITHIN: Duration = Duration::from_secs(600);

/// Where a page may embed a picture (Fetch standard, Cross-Origin-Resource-Policy).
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
/// Nothing in a file runs, even where a browser opens it as a page.
const SANDBOX: HeaderValue = HeaderValue::from_static("sandbox; default-src 'none'");
const NOSNIFF: HeaderValue = HeaderValue::from_static("nosniff");
/// The name of a picture is its content.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const ATTACHMENT: HeaderValue = HeaderValue::from_static("attachment");
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
        .route(SEALED, get(sealed))
}

/// `GET /files/p/{name}`.
async fn large(name: Named, State(state): State<Arc<AppState>>) -> Response {
    picture(&state, name, Size::Large).await
}

/// `GET /files/p/small/{name}`.
async fn small(name: Named, State(state): State<Arc<AppState>>) -> Response {
    picture(&state, name, Size::Small).await
}

/// `GET /files/s/{sealed}`: a download. What the address allows is checked again; what was taken meanwhile is not sent.
async fn sealed(sealed: Named, headers: HeaderMap, State(state): State<Arc<AppState>>) -> Response {
    let found = async {
        match of_ticket(&state, sealed).await {
            Ok(Allowed::File(served)) => download(served),
            Ok(Allowed::Picture(kind, served)) => preview(kind, served),
            Err(Unserved::NoFile) => over(&headers),
            Err(why) => unserved(&why),
        }
    };
    let limit = state.config.server.request_timeout;
    within(limit, found, || StatusCode::SERVICE_UNAVAILABLE).await
}

/// What a sealed address allows.
enum Allowed {
    /// A download.
    File(Served),
    /// A picture that is not public yet.
    Picture(PictureKind, Served),
}

/// The file of a sealed address, if its person may read it now.
async fn of_ticket(state: &AppState, sealed: Named) -> Result<Allowed, Unserved> {
    let Path(sealed) = sealed.map_err(|_| Unserved::NoFile)?;
    let now = state.clock.now();
    let ticket = FileTicket::open(&sealed, &state.issuer, &state.keys, now);
    let ticket = ticket.ok_or(Unserved::NoFile)?;
    let mut view = state.db.view().await?;
    let account = directory::find(&mut view, &ticket.account_id).await?;
    let account = account.filter(|one| directory::may_sign_in(one, now, &state.zone).is_ok());
    let account = account.ok_or(Unserved::NoFile)?;
    let name = ticket.file.as_str();
    let is_allowed = match (ticket.product_id, &ticket.feedback_id) {
        (Some(id), _) => {
            product_files::may_read(&mut view, &account, (id, name), &state.clients).await?
        }
        (None, Some(id)) => feedback::may_see(&mut view, &account, (id, name)).await?,
        (None, None) => {
            let rights = Rights::of(&mut view, &account).await?;
            access::may(&rights, Action::UploadPicture, &Object::None).allowed
                && !files::references::is_of_feedback(&mut view, name).await?
        }
    };
    if !is_allowed {
        return Err(Unserved::NoFile);
    }
    let row = files::find(&mut view, name).await?;
    drop(view);
    let served = state
        .files
        .open(row.ok_or(Unserved::NoFile)?, Size::Large)
        .await?;
    let served = served.ok_or(Unserved::NoFile)?;
    Ok(match (ticket.product_id, files::is_picture_name(name)) {
        (None, Some(kind)) => Allowed::Picture(kind, served),
        _ => Allowed::File(served),
    })
}

/// A picture that was drawn here, for one person.
fn preview(kind: PictureKind, served: Served) -> Response {
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static(kind.media_type())),
        (CONTENT_LENGTH, served.stored.bytes.into()),
        (CONTENT_SECURITY_POLICY, SANDBOX),
        (X_CONTENT_TYPE_OPTIONS, NOSNIFF),
        (RESOURCE_POLICY, HeaderValue::from_static("same-origin")),
        (CACHE_CONTROL, NO_STORE),
    ];
    (headers, Body::from_stream(served.stored.content)).into_response()
}

/// The file, which no browser shows by itself. After ten minutes its connection ends.
fn download(served: Served) -> Response {
    let disposition = HeaderValue::from_str(&files::attachment(&served.label));
    let headers = [
        (
            CONTENT_TYPE,
            HeaderValue::from_static("application/octet-stream"),
        ),
        (CONTENT_DISPOSITION, disposition.unwrap_or(ATTACHMENT)),
        (CONTENT_LENGTH, served.stored.bytes.into()),
        (CONTENT_SECURITY_POLICY, SANDBOX),
        (X_CONTENT_TYPE_OPTIONS, NOSNIFF),
        (RESOURCE_POLICY, HeaderValue::from_static("same-origin")),
        (CACHE_CONTROL, NO_STORE),
    ];
    let late = Box::pin(tokio::time::sleep(DOWNLOADED_WITHIN));
    let content = served.stored.content.take_until(late);
    (headers, Body::from_stream(content)).into_response()
}

/// A sealed address that is over, in the language that the browser asks for.
fn over(headers: &HeaderMap) -> Response {
    let accepted = headers.get(ACCEPT_LANGUAGE);
    let wishes = LanguagePreferences {
        accept_language: accepted.and_then(|value| value.to_str().ok()),
        ..LanguagePreferences::default()
    };
    let words = Texts::of(wishes.language()).get(Key("file.address_over").0);
    let headers = [
        (
            CONTENT_TYPE,
            HeaderValue::from_static("text/plain; charset=utf-8"),
        ),
        (CONTENT_SECURITY_POLICY, SANDBOX),
        (X_CONTENT_TYPE_OPTIONS, NOSNIFF),
        (CACHE_CONTROL, NO_STORE),
    ];
    (StatusCode::NOT_FOUND, headers, words).into_response()
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
