//! Uploads of pictures (contract C-112, E-40, F-66, V-30, V-31). The file goes to the file store as it arrives; then it is
//! drawn again, and what was sent is forgotten.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::multipart::{Field, Multipart, MultipartError};
use axum::http::StatusCode;
use futures_util::StreamExt as _;
use serde::Serialize;
use utoipa::ToSchema;

use super::upload_form::{FileForm, Part};
use crate::audit::{self, Event};
use crate::calls::{Writer, WritingCaller, operation};
use crate::files::{
    self, Arrived, Drawing, FileError, FileStore, NotAdded, OwnPlace, Picture, PictureError,
};
use crate::http::envelope::{Answer, Answered, ApiError, Fault};
use crate::i18n::texts::Key;
use crate::limits::{Counter, Limits, RunningWork};
use crate::state::AppState;

/// The field of the form that has the file.
const FIELD: &str = "file";
/// The name of the limits of uploads in the audit log.
pub(super) const LIMIT: &str = "uploads";

/// A form with one file.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "the document describes it; the handler reads the form piece by piece"
)]
pub struct UploadBody {
    /// The file, of at most 20,971,520 bytes.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// The address of a picture, below the address of the server.
#[derive(Debug, Serialize, ToSchema)]
#[serde(transparent)]
pub struct PictureAddress(String);

/// A picture that was uploaded.
#[derive(Debug, Serialize, ToSchema)]
pub struct UploadedPicture {
    /// Its name, made from its content.
    pub name: String,
    /// Its address below the address of the server.
    pub url: String,
    /// The address of the same picture in a small size.
    pub small: String,
}

/// Upload an editor image
///
/// The answer is the address of the picture. Everybody can read it once an announcement that is out shows it; a picture that
/// nothing uses for a day is deleted. A file that is no JPEG or PNG, is damaged or has more than 20,971,520 bytes gives
/// status 1. While one upload of a person runs, another gets the error 429.
#[operation(tag = "files", request_body(content = UploadBody, content_type = "multipart/form-data"))]
pub async fn announcement_picture(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    form: FileForm,
) -> Answered<PictureAddress> {
    let how = (Drawing::Within(files::SIDE), Named::Yes);
    let uploaded = upload(&state, &caller.end_view(), form, how).await;
    let picture = uploaded.map_err(|why| why.answer(|_| Key("file.upload_failed")))?;
    Ok(Answer(PictureAddress(picture.url)))
}

/// Upload a picture
///
/// For icons and other pictures. Everybody can read it once something that is public uses it; a picture that nothing uses for
/// a day is deleted. A file that is no JPEG or PNG, is damaged, has too many pixels or more than 20,971,520 bytes gives
/// status 1 and says why. While one upload of a person runs, another gets the error 429.
#[operation(tag = "files", request_body(content = UploadBody, content_type = "multipart/form-data"))]
pub async fn picture(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    form: FileForm,
) -> Answered<UploadedPicture> {
    let how = (Drawing::Within(files::SIDE), Named::Yes);
    let uploaded = upload(&state, &caller.end_view(), form, how).await;
    Ok(Answer(uploaded.map_err(|why| why.answer(words))?))
}

/// Why nothing was uploaded.
pub(super) enum NotUploaded {
    /// The file is at fault.
    File(FileError),
    Answer(ApiError),
}

impl NotUploaded {
    /// The answer; a file that is at fault gives status 1 (contract G-81) with the words that `say` chooses.
    pub(super) fn answer(self, say: fn(&FileError) -> Key) -> ApiError {
        let why = match self {
            Self::Answer(answer) => return answer,
            Self::File(why) => why,
        };
        match why {
            FileError::TooLarge | FileError::Broken | FileError::Picture(_) => {
                ApiError::FileTemplate(vec![Fault::new(FIELD, say(&why))])
            }
            FileError::Busy => ApiError::Busy(5),
            FileError::Shelf(_) | FileError::Drawing => {
                tracing::error!(error = %why, "an upload failed");
                ApiError::Internal
            }
        }
    }
}

impl From<FileError> for NotUploaded {
    fn from(why: FileError) -> Self {
        Self::File(why)
    }
}

impl From<ApiError> for NotUploaded {
    fn from(answer: ApiError) -> Self {
        Self::Answer(answer)
    }
}

/// What is wrong with a file.
pub(super) fn words(why: &FileError) -> Key {
    match why {
        FileError::TooLarge => Key("file.too_large"),
        FileError::Picture(PictureError::Kind) => Key("file.kind"),
        FileError::Picture(PictureError::Size) => Key("file.pixels"),
        FileError::Picture(PictureError::Damaged) => Key("file.damaged"),
        _ => Key("file.broken"),
    }
}

/// Takes the file of the form, draws its picture as `how` says, and keeps it.
pub(super) async fn upload(
    state: &AppState,
    caller: &Writer,
    form: FileForm,
    (how, is_named): (Drawing, Named),
) -> Result<UploadedPicture, NotUploaded> {
    let (arrived, _running) = arrived(state, caller, form).await?;
    let drawn = state.files.draw(&arrived, how).await;
    state.files.forget(&arrived).await;
    keep(state, caller, drawn?, (&arrived.label, is_named)).await
}

/// Like [`upload`], for a picture that everybody may upload: in one of the places for these, and counted by `counters`.
pub(super) async fn upload_own(
    state: &AppState,
    caller: &Writer,
    mut form: FileForm,
    how: (Drawing, Named),
    counters: Vec<Counter>,
) -> Result<UploadedPicture, NotUploaded> {
    // Who is refused neither pays nor takes the place of somebody else.
    state.files.may_begin_own()?;
    caller.spend(counters, LIMIT).await?;
    form.is_own = true;
    upload(state, caller, form, how).await
}

/// Takes the file of the form, as the only upload of the person.
pub(super) async fn arrived(
    state: &AppState,
    caller: &Writer,
    FileForm {
        form,
        part,
        bytes,
        is_own,
    }: FileForm,
) -> Result<(Arrived, RunningWork), NotUploaded> {
    let form = form.map_err(|_| ApiError::illegal(FIELD))?;
    let running = begin(state, caller, bytes).await?;
    let place = is_own.then(|| state.files.begin_own()).transpose()?;
    let store = state.files.clone();
    // By itself, so that an upload whose client goes away is still taken back.
    let received = tokio::spawn(async move { receive(&store, form, &part, place.as_ref()).await });
    let arrived = received.await.unwrap_or(Err(FileError::Broken.into()))?;
    Ok((arrived, running))
}

/// Begins the only upload of the person, and counts it and its `bytes`.
///
/// # Errors
/// Another one runs, there were too many today, or the store is full.
pub(super) async fn begin(
    state: &AppState,
    caller: &Writer,
    bytes: u64,
) -> Result<RunningWork, ApiError> {
    let account_id = &caller.account().id;
    let Some(running) = state.uploads.begin(account_id) else {
        caller.note_limit(LIMIT, account_id);
        return Err(ApiError::LimitReached(Key("file.upload_is_running"), 10));
    };
    let limits = &state.config.files;
    let space = files::space(&mut caller.uncounted_view().await?).await?;
    if space >= whole(limits.total_bytes) {
        return Err(NotAdded::Full.into());
    }
    let most = u64::try_from(limits.person_bytes).unwrap_or(u64::MAX);
    let counters = Limits::upload(account_id, bytes, most);
    match caller.spend(counters, LIMIT).await {
        Err(ApiError::LimitReached(_, seconds)) => {
            Err(ApiError::LimitReached(Key("file.of_day"), seconds))
        }
        counted => counted.map(|()| running),
    }
}

/// A number of bytes as the database has it.
pub(super) fn whole(bytes: usize) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}

/// Takes the one file of a form.
async fn receive(
    store: &FileStore,
    mut form: Multipart,
    part: &Part,
    place: Option<&OwnPlace>,
) -> Result<Arrived, NotUploaded> {
    let mut arrived = None;
    let refused = loop {
        part.begin(false);
        let field = match form.next_field().await {
            Ok(Some(field)) if field.name() == Some(FIELD) => field,
            Ok(Some(_)) => continue,
            Ok(None) => match arrived.take() {
                Some(whole) => return Ok(whole),
                None => break ApiError::illegal(FIELD).into(),
            },
            Err(why) => break around_file(&why, part),
        };
        if arrived.is_some() {
            let two = Fault::new(FIELD, Key("file.one"));
            break ApiError::Invalid(vec![two]).into();
        }
        part.begin(true);
        arrived = Some(take(store, field, place).await?);
    };
    if let Some(first) = arrived {
        store.forget(&first).await;
    }
    Err(refused)
}

/// What stands around the file is at fault.
fn around_file(why: &MultipartError, part: &Part) -> NotUploaded {
    if part.is_too_long() {
        ApiError::illegal(FIELD).into()
    } else {
        broken(why.status()).into()
    }
}

async fn take(
    store: &FileStore,
    field: Field<'_>,
    place: Option<&OwnPlace>,
) -> Result<Arrived, FileError> {
    let name = field.file_name().unwrap_or_default().to_owned();
    let parts = field.map(|part| part.map_err(|why| broken(why.status())));
    store.receive(&name, parts, place).await
}

/// A form that ends early, or is larger than any upload.
fn broken(status: StatusCode) -> FileError {
    if status == StatusCode::PAYLOAD_TOO_LARGE {
        FileError::TooLarge
    } else {
        FileError::Broken
    }
}

/// What the audit log says of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    Yes,
    /// Somebody who reads the audit log must not find it.
    No,
}

/// Writes the row of the picture, called `label` where it came from, then puts it on the shelf.
pub(super) async fn keep(
    state: &AppState,
    caller: &Writer,
    picture: Picture,
    (label, is_named): (&str, Named),
) -> Result<UploadedPicture, NotUploaded> {
    let (name, place) = (picture.name(), state.files.new_place());
    let picture = Arc::new(picture);
    let (kept, file) = (Arc::clone(&picture), name.clone());
    let label = files::sanitised(label);
    let most = whole(state.config.files.total_bytes);
    let place = caller.write::<_, NotAdded, _>(move |tx, audit| {
        Box::pin(async move {
            let place = files::add(tx, &kept, (&label, &place), (most, audit.now)).await?;
            let (file, label) = match is_named {
                Named::Yes => (file, label),
                Named::No => (String::new(), String::new()),
            };
            let event = Event::FileUploaded { file, label };
            audit::record(tx, &audit.entry(event)).await?;
            Ok(place)
        })
    });
    state.files.put(&place.await?, &picture).await?;
    Ok(UploadedPicture {
        url: files::picture_address(&name),
        small: files::small_picture_address(&name),
        name,
    })
}
