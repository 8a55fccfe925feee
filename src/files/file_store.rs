//! The file store of a server: what arrives, what is drawn of it, and what is served.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use futures_util::stream::Stream;
use futures_util::{StreamExt as _, pin_mut};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::file_name::sanitised;
use super::own_places::{OwnPlace, OwnPlaces, wanted};
use super::picture::{Drawing, Picture, PictureError, PictureKind, SIDE};
use super::shelf::{Arriving, Shelf, ShelfError, Stored};
use super::store::{self, FileRow, NotAdded};
use crate::clock::Millis;
use crate::db::{DbError, Reads, WriteTx};
use crate::random::Random;

/// The most bytes of an upload (contract K-21).
pub const LARGEST: usize = 20_971_520;
/// How long an upload may take (contract K-09).
pub const UPLOAD_TIME: Duration = Duration::from_secs(300);
/// Uploads that arrive at once: each holds a few megabytes.
const ARRIVE_AT_ONCE: usize = 8;
/// Pictures that are decoded at once: each holds up to 64 MiB, the file, and the coefficients of a progressive JPEG.
const DRAWN_AT_ONCE: usize = 1;

/// Why a file was not taken.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error("the file is larger than {LARGEST} bytes")]
    TooLarge,
    /// The bytes end early, or arrive too slowly.
    #[error("the file did not arrive whole")]
    Broken,
    /// Too many uploads arrive at once.
    #[error("too many uploads arrive at once")]
    Busy,
    #[error("the file {0}")]
    Picture(#[from] PictureError),
    #[error(transparent)]
    Shelf(#[from] ShelfError),
    #[error("the drawing of a picture failed")]
    Drawing,
}

/// The size of a served picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    Large,
    /// For icons and cards.
    Small,
}

impl Size {
    /// Where the shelf has this size of the file at `place`.
    pub(super) fn place(self, place: &str) -> String {
        match self {
            Self::Large => place.to_owned(),
            Self::Small => format!("{place}.small"),
        }
    }
}

/// The file store; cheap to clone.
#[derive(Clone, Debug)]
pub struct FileStore {
    shelf: Shelf,
    random: Random,
    arriving: Arc<Semaphore>,
    own: OwnPlaces,
    drawing: Arc<Semaphore>,
}

/// An upload that has arrived whole. [`FileStore::forget`] it when it was used.
#[derive(Debug)]
pub struct Arrived {
    upload: String,
    pub bytes: usize,
    /// The sanitised name that it was sent with (contract V-31).
    pub label: String,
}

/// A file to be sent.
pub struct Served {
    pub label: String,
    pub stored: Stored,
}

impl FileStore {
    pub fn new(shelf: Shelf, random: Random) -> Self {
        Self {
            shelf,
            random,
            arriving: Arc::new(Semaphore::new(ARRIVE_AT_ONCE)),
            own: OwnPlaces::default(),
            drawing: Arc::new(Semaphore::new(DRAWN_AT_ONCE)),
        }
    }

    /// Where the bytes are.
    pub const fn shelf(&self) -> &Shelf {
        &self.shelf
    }

    /// A place for a picture that everybody may upload; it is free again when this and all its copies are dropped.
    ///
    /// # Errors
    /// [`FileError::Busy`].
    pub fn begin_own(&self) -> Result<OwnPlace, FileError> {
        self.own.begin(Instant::now()).ok_or(FileError::Busy)
    }

    /// Checks that [`Self::begin_own`] would give a place now.
    ///
    /// # Errors
    /// [`FileError::Busy`].
    pub fn may_begin_own(&self) -> Result<(), FileError> {
        let may = self.own.may_begin(Instant::now());
        may.then_some(()).ok_or(FileError::Busy)
    }

    /// Takes the bytes of an upload called `name`. They go to the shelf as they arrive. An upload in a `place` of
    /// [`Self::begin_own`] ends when another person gets that place.
    ///
    /// # Errors
    /// [`FileError::TooLarge`], [`FileError::Broken`], [`FileError::Busy`]; the shelf failed. Nothing is left of it then.
    pub async fn receive(
        &self,
        name: &str,
        parts: impl Stream<Item = Result<Bytes, FileError>> + Send,
        place: Option<&OwnPlace>,
    ) -> Result<Arrived, FileError> {
        let permit = self.arriving.try_acquire().map_err(|_| FileError::Busy)?;
        let upload = self.random.uuid_v4().to_string();
        let mut arriving = self.shelf.begin(&upload).await?;
        let taken = tokio::select! {
            taken = tokio::time::timeout(UPLOAD_TIME, take_all(&mut arriving, parts)) => {
                taken.unwrap_or(Err(FileError::Broken))
            }
            () = wanted(place) => Err(FileError::Busy),
        };
        let bytes = match taken {
            Ok(bytes) => bytes,
            Err(error) => {
                arriving.give_up().await;
                return Err(error);
            }
        };
        arriving.finish().await?;
        drop(permit);
        Ok(Arrived {
            upload,
            bytes,
            label: sanitised(name),
        })
    }

    /// Draws the picture of an upload as `how` says, when its turn comes.
    ///
    /// # Errors
    /// It is no picture ([`FileError::Picture`]); the shelf failed.
    pub async fn draw(&self, arrived: &Arrived, how: Drawing) -> Result<Picture, FileError> {
        let permit = Arc::clone(&self.drawing).acquire_owned().await;
        let file = self.shelf.arrived(&arrived.upload).await?;
        draw(file, how, permit.ok()).await
    }

    /// Draws the picture of a file that is in memory, when its turn comes.
    ///
    /// # Errors
    /// It is no picture ([`FileError::Picture`]).
    pub async fn draw_bytes(&self, file: Bytes) -> Result<Picture, FileError> {
        let permit = Arc::clone(&self.drawing).acquire_owned().await;
        draw(file, Drawing::Within(SIDE), permit.ok()).await
    }

    /// Forgets an upload. If that fails, the sweep deletes it.
    pub async fn forget(&self, arrived: &Arrived) {
        if let Err(error) = self.shelf.forget(&arrived.upload).await {
            tracing::debug!(%error, "an upload was not forgotten");
        }
    }

    /// Puts both sizes of a picture at `place`, which [`add`] gave.
    ///
    /// # Errors
    /// The shelf failed.
    pub async fn put(&self, place: &str, picture: &Picture) -> Result<(), FileError> {
        let (large, small) = (Size::Large.place(place), Size::Small.place(place));
        self.shelf.put(&small, picture.small.clone()).await?;
        self.shelf.put(&large, picture.large.clone()).await?;
        Ok(())
    }

    /// Makes an upload the file at `place`, which [`add_file`] gave.
    ///
    /// # Errors
    /// The shelf failed.
    pub async fn keep(&self, arrived: &Arrived, place: &str) -> Result<(), FileError> {
        Ok(self.shelf.keep(&arrived.upload, place).await?)
    }

    /// A place for a new file.
    pub fn new_place(&self) -> String {
        self.random.uuid_v4().to_string()
    }

    /// The bytes of a file; `None` if the shelf has none.
    ///
    /// # Errors
    /// The shelf failed.
    pub async fn open(&self, row: FileRow, size: Size) -> Result<Option<Served>, ShelfError> {
        let stored = self.shelf.get(&size.place(&row.place)).await?;
        let label = row.label;
        Ok(stored.map(|stored| Served { label, stored }))
    }
}

/// Takes all of `parts`; gives their number of bytes.
async fn take_all(
    arriving: &mut Arriving,
    parts: impl Stream<Item = Result<Bytes, FileError>>,
) -> Result<usize, FileError> {
    pin_mut!(parts);
    let mut bytes = 0;
    while let Some(part) = parts.next().await {
        let part = part?;
        bytes += part.len();
        if bytes > LARGEST {
            return Err(FileError::TooLarge);
        }
        arriving.take(&part).await?;
    }
    Ok(bytes)
}

/// Draws on a blocking thread. The permit ends with the work, also when nobody waits for it any more.
async fn draw(
    file: Bytes,
    how: Drawing,
    permit: Option<OwnedSemaphorePermit>,
) -> Result<Picture, FileError> {
    let drawn = tokio::task::spawn_blocking(move || {
        let drawn = Picture::drawn(&file, how);
        drop(permit);
        drawn
    });
    Ok(drawn.await.map_err(|_| FileError::Drawing)??)
}

/// Adds a picture that nothing uses yet, called `label` where it was sent; gives its place. `place` is a new one. All files
/// together may have `most` bytes.
///
/// # Errors
/// [`NotAdded::Full`]; the database failed.
pub async fn add(
    tx: &mut WriteTx,
    picture: &Picture,
    (label, place): (&str, &str),
    (most, now): (i64, Millis),
) -> Result<String, NotAdded> {
    let bytes = picture.large.len() + picture.small.len();
    let row = FileRow {
        place: place.to_owned(),
        label: label.to_owned(),
        bytes: i64::try_from(bytes).unwrap_or(i64::MAX),
    };
    store::add(tx, &picture.name(), &row, (most, now)).await
}

/// Adds a file of any kind that nothing uses yet, like [`add`].
///
/// # Errors
/// Those of [`add`].
pub async fn add_file(
    tx: &mut WriteTx,
    name: &str,
    (label, place): (&str, &str),
    bytes: i64,
    (most, now): (i64, Millis),
) -> Result<String, NotAdded> {
    let row = FileRow {
        place: place.to_owned(),
        label: label.to_owned(),
        bytes,
    };
    store::add(tx, name, &row, (most, now)).await
}

/// The bytes of all files together, both sizes of pictures included.
///
/// # Errors
/// The database failed.
pub async fn space(view: &mut dyn Reads) -> Result<i64, DbError> {
    store::space(view).await
}

/// The file `name`, for a caller who has checked who may read it.
///
/// # Errors
/// The database failed.
pub async fn find(view: &mut dyn Reads, name: &str) -> Result<Option<FileRow>, DbError> {
    store::find(view, name).await
}

/// The file `name`, if everybody may read it at `now`.
///
/// # Errors
/// The database failed.
pub async fn public(
    view: &mut dyn Reads,
    name: &str,
    now: Millis,
) -> Result<Option<FileRow>, DbError> {
    store::public(view, name, now).await
}

/// In front of the name of a picture in its address.
const PICTURES: &str = "/files/p/";

/// The path of a picture, below the address of this server or `files.public_url`.
pub fn picture_address(name: &str) -> String {
    format!("{PICTURES}{name}")
}

/// The name of the picture at the address `text`, if that has the form of one.
pub fn picture_in(text: &str) -> Option<&str> {
    let name = text.strip_prefix(PICTURES)?;
    is_picture_name(name).map(|_| name)
}

/// The path of the same picture in its small size.
pub fn small_picture_address(name: &str) -> String {
    format!("/files/p/small/{name}")
}

/// The kind of the picture with this name, if it has the form of one: nothing else reaches the database.
pub fn is_picture_name(name: &str) -> Option<PictureKind> {
    let (hash, ending) = name.split_once('.')?;
    let is_hash = hash.len() == 64
        && hash
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    PictureKind::of_ending(ending).filter(|_| is_hash)
}

#[cfg(test)]
mod tests {
    use futures_util::stream;

    use super::super::own_places::KEPT;
    use super::*;
    use crate::config::FilesConfig;

    /// Attack 44: four slow senders of pictures keep nobody from a fifth. The earliest of them gives way once it has had its
    /// time, and only then.
    #[tokio::test]
    async fn attack_44_four_slow_uploads_give_way() {
        let folder = tempfile::tempdir().unwrap();
        let config = FilesConfig {
            url: format!("file:{}", folder.path().display()),
            ..FilesConfig::default()
        };
        let shelf = Shelf::open(&config, None).unwrap();
        let store = FileStore::new(shelf, Random::system());
        let began = Instant::now();
        let mut slow = Vec::new();
        for _ in 0..4 {
            let (store, place) = (store.clone(), store.own.begin(began).unwrap());
            slow.push(tokio::spawn(async move {
                let silent = stream::pending::<Result<Bytes, FileError>>();
                store.receive("a.png", silent, Some(&place)).await
            }));
        }
        let early = began + KEPT.saturating_sub(Duration::from_millis(1));
        assert!(store.own.begin(early).is_none());
        let place = store.own.begin(began + KEPT);
        assert!(place.is_some());
        let ended = slow.remove(0).await.unwrap();
        assert!(matches!(ended, Err(FileError::Busy)), "{ended:?}");
        assert!(slow.iter().all(|upload| !upload.is_finished()));
        let bytes = stream::iter([Ok(Bytes::from_static(b"a picture"))]);
        let arrived = store.receive("b.png", bytes, place.as_ref()).await.unwrap();
        assert_eq!(arrived.bytes, 9);
    }

    /// K-09, K-21, K-22.
    #[test]
    fn the_limits_of_uploads_are_the_contracts() {
        assert_eq!(UPLOAD_TIME.as_millis(), 300_000);
        assert_eq!(LARGEST, 20_971_520);
        let endings = [PictureKind::Png, PictureKind::Jpeg].map(PictureKind::ending);
        assert_eq!(endings, ["png", "jpg"]);
    }

    /// Attack 40: a name has one spelling, and no part of a path.
    #[test]
    fn attack_40_only_a_hash_is_the_name_of_a_picture() {
        let hash = "0123456789abcdef".repeat(4);
        assert_eq!(
            is_picture_name(&format!("{hash}.png")),
            Some(PictureKind::Png)
        );
        assert_eq!(
            is_picture_name(&format!("{hash}.jpg")),
            Some(PictureKind::Jpeg)
        );
        for name in [
            String::new(),
            hash.clone(),
            format!("{hash}.svg"),
            format!("{hash}.png.html"),
            format!("{}.png", hash.to_uppercase()),
            format!("../{hash}.png"),
            format!("{hash}.PNG"),
            format!("{hash}0.png"),
            "retired 1".to_owned(),
        ] {
            assert_eq!(is_picture_name(&name), None, "{name}");
        }
    }
}
