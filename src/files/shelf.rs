//! The shelf: bytes under names that we make, in a folder with every write on the disk, or in a bucket of an S3 server.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use futures_util::StreamExt as _;
use futures_util::stream::BoxStream;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::prefix::PrefixStore;
use object_store::{ObjectStore, ObjectStoreExt as _, WriteMultipart};

use crate::clock::Millis;
use crate::config::{FilePlace, FilesConfig, SecretPlace};
use crate::outbound::{ObjectRequests, OutboundError};

/// Bytes that are sent to a bucket at once: the smallest part that S3 takes.
const PART: usize = 5 * 1024 * 1024;
/// The folder of bytes that still arrive.
const ARRIVING: &str = "arriving";
/// The folder of files.
const KEPT: &str = "kept";

/// Why the shelf cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ShelfError {
    #[error("files.url has none of the allowed forms")]
    Place,
    #[error("the folder {folder} cannot be used: {why}")]
    Folder {
        folder: PathBuf,
        why: std::io::Error,
    },
    /// The secret of the key cannot be read.
    #[error("{0}")]
    Secret(String),
    #[error(transparent)]
    Outbound(#[from] OutboundError),
    #[error("the file store failed: {0}")]
    Store(#[from] object_store::Error),
}

/// Where files are kept. It is cheap to clone.
#[derive(Clone, Debug)]
pub struct Shelf {
    store: Arc<dyn ObjectStore>,
    /// The folder, if it is one of this machine.
    folder: Option<PathBuf>,
}

/// A file on the shelf, to be read.
pub struct Stored {
    pub bytes: u64,
    pub content: BoxStream<'static, Result<Bytes, ShelfError>>,
}

impl Shelf {
    /// Opens the place of the settings, and makes a missing folder. `authorities` are additional trusted ones, as PEM.
    ///
    /// # Errors
    /// The folder cannot be made, or a setting of the bucket cannot be used. A bucket is not asked.
    pub fn open(config: &FilesConfig, authorities: Option<&[u8]>) -> Result<Self, ShelfError> {
        match config.place().ok_or(ShelfError::Place)? {
            FilePlace::Folder(folder) => Self::in_folder(&folder),
            FilePlace::Bucket { name, prefix } => {
                let store = bucket(config, &name, authorities)?;
                Ok(Self {
                    store: Arc::new(PrefixStore::new(store, prefix)),
                    folder: None,
                })
            }
        }
    }

    /// A folder of this machine.
    fn in_folder(folder: &FilePath) -> Result<Self, ShelfError> {
        let unusable = |why| ShelfError::Folder {
            folder: folder.to_owned(),
            why,
        };
        // Only our own user may read it.
        let mut private = DirBuilder::new();
        private.recursive(true).mode(0o700);
        for below in [ARRIVING, KEPT] {
            private.create(folder.join(below)).map_err(unusable)?;
        }
        let store = LocalFileSystem::new_with_prefix(folder)?.with_fsync(true);
        Ok(Self {
            store: Arc::new(store),
            folder: Some(folder.to_owned()),
        })
    }

    /// Writes a few bytes and deletes them.
    ///
    /// # Errors
    /// The place cannot be written.
    pub async fn can_be_written(&self) -> Result<(), ShelfError> {
        let probe = arriving("atrium-doctor");
        self.store.put(&probe, Bytes::new().into()).await?;
        self.remove(&probe).await
    }

    /// Keeps `bytes` at `place`.
    pub(super) async fn put(&self, place: &str, bytes: Bytes) -> Result<(), ShelfError> {
        self.store.put(&kept(place), bytes.into()).await?;
        Ok(())
    }

    /// What is at `place`; `None` if nothing is.
    pub(super) async fn get(&self, place: &str) -> Result<Option<Stored>, ShelfError> {
        let found = match self.store.get(&kept(place)).await {
            Err(object_store::Error::NotFound { .. }) => return Ok(None),
            found => found?,
        };
        Ok(Some(Stored {
            bytes: found.meta.size,
            content: found
                .into_stream()
                .map(|part| part.map_err(ShelfError::from))
                .boxed(),
        }))
    }

    /// Takes off what is at `place`.
    pub(super) async fn delete(&self, place: &str) -> Result<(), ShelfError> {
        self.remove(&kept(place)).await
    }

    async fn remove(&self, path: &Path) -> Result<(), ShelfError> {
        match self.store.delete(path).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Begins to take the bytes of an upload.
    pub(super) async fn begin(&self, name: &str) -> Result<Arriving, ShelfError> {
        let upload = self.store.put_multipart(&arriving(name)).await?;
        Ok(Arriving(WriteMultipart::new_with_chunk_size(upload, PART)))
    }

    /// All bytes of an upload that has arrived.
    pub(super) async fn arrived(&self, name: &str) -> Result<Bytes, ShelfError> {
        let found = self.store.get(&arriving(name)).await?;
        Ok(found.bytes().await?)
    }

    /// Makes an upload a file at `place`.
    pub(super) async fn keep(&self, name: &str, place: &str) -> Result<(), ShelfError> {
        self.store.rename(&arriving(name), &kept(place)).await?;
        Ok(())
    }

    /// Forgets an upload.
    pub(super) async fn forget(&self, name: &str) -> Result<(), ShelfError> {
        self.remove(&arriving(name)).await
    }

    /// Deletes what is left of uploads that ended before `before`, such as by a crash. In a folder also what a write of a file
    /// has left.
    pub(super) async fn clean(&self, before: Millis) -> Result<u64, ShelfError> {
        let mut found = self.store.list(Some(&Path::from(ARRIVING)));
        let mut old = Vec::new();
        while let Some(upload) = found.next().await {
            let upload = upload?;
            if upload.last_modified.timestamp_millis() < before {
                old.push(upload.location);
            }
        }
        drop(found);
        let mut count = 0;
        for location in old {
            self.remove(&location).await?;
            count += 1;
        }
        if let Some(folder) = self.folder.clone() {
            let halves = tokio::task::spawn_blocking(move || remove_halves(&folder, before));
            count += halves.await.unwrap_or_default();
        }
        Ok(count)
    }
}

/// An upload whose bytes arrive.
pub(super) struct Arriving(WriteMultipart);

impl Arriving {
    /// Takes the next bytes, once earlier ones are on their way.
    pub async fn take(&mut self, bytes: &[u8]) -> Result<(), ShelfError> {
        self.0.wait_for_capacity(1).await?;
        self.0.write(bytes);
        Ok(())
    }

    /// All bytes have arrived.
    pub async fn finish(self) -> Result<(), ShelfError> {
        self.0.finish().await?;
        Ok(())
    }

    /// The upload is given up. If that fails too, the sweep or the rules of the bucket delete what is left.
    pub async fn give_up(self) {
        if let Err(error) = self.0.abort().await {
            tracing::debug!(%error, "an upload was not taken back");
        }
    }
}

fn kept(place: &str) -> Path {
    Path::from_iter([KEPT, place])
}

fn arriving(name: &str) -> Path {
    Path::from_iter([ARRIVING, name])
}

/// A bucket, which is asked through `outbound`. The settings name the server, so it may be in a private network.
fn bucket(
    config: &FilesConfig,
    name: &str,
    authorities: Option<&[u8]>,
) -> Result<object_store::aws::AmazonS3, ShelfError> {
    let secret = config.secret_key_file.clone().map(SecretPlace::File);
    let secret = secret.map(|place| place.read()).transpose();
    let secret = secret.map_err(|why| ShelfError::Secret(format!("secret_key_file {why}")))?;
    let requests = ObjectRequests::to(config.endpoint.as_deref(), authorities)?;
    let mut builder = AmazonS3Builder::new()
        .with_bucket_name(name)
        .with_region(&config.region)
        .with_access_key_id(config.access_key_id.as_deref().unwrap_or_default())
        .with_secret_access_key(secret.as_ref().map_or("", |secret| secret.expose()))
        .with_disable_bulk_delete(true)
        .with_http_connector(requests);
    if let Some(endpoint) = &config.endpoint {
        let is_plain = endpoint.starts_with("http://");
        builder = builder.with_endpoint(endpoint).with_allow_http(is_plain);
    }
    Ok(builder.build()?)
}

/// Deletes the files with a `#` in their names that were last written before `before`: the folder's library writes under such
/// a name and renames at the end, and lists none of them.
fn remove_halves(folder: &FilePath, before: Millis) -> u64 {
    let before = u64::try_from(before).unwrap_or_default();
    let before = SystemTime::UNIX_EPOCH + Duration::from_millis(before);
    let mut count = 0;
    for below in [ARRIVING, KEPT] {
        let entries = std::fs::read_dir(folder.join(below)).into_iter().flatten();
        for entry in entries.flatten() {
            let is_half = entry.file_name().to_string_lossy().contains('#');
            let written = entry.metadata().and_then(|data| data.modified());
            let is_old = written.is_ok_and(|at| at < before);
            if is_half && is_old && std::fs::remove_file(entry.path()).is_ok() {
                count += 1;
            }
        }
    }
    count
}
