//! The master secret: the only secret outside the database; all others are sealed under it.

use std::{
    fs::{self, OpenOptions},
    io::{self, Write as _},
    os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _},
    path::Path,
};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::{
    aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    hkdf,
};
use thiserror::Error;
use zeroize::Zeroizing;

use crate::random::Random;

/// Fewest bytes of the secret.
pub const MASTER_LENGTH_MIN: usize = 32;

/// Fixed salt of the extraction step; the secret itself carries the entropy.
const SALT: &[u8] = b"atrium master secret, version 1";

/// Why the master secret cannot be loaded or does not open a value.
#[derive(Debug, Error)]
pub enum MasterError {
    /// Fewer than [`MASTER_LENGTH_MIN`] bytes.
    #[error("the master secret must have at least 32 bytes")]
    TooShort,
    /// The file cannot be read or created.
    #[error("cannot use the master secret's file: {0}")]
    File(#[from] io::Error),
    /// Users other than the file's owner can read it.
    #[error("{file} can be read by other users (mode {mode:03o}): chmod 600 {file}")]
    Readable { file: String, mode: u32 },
    /// The value was sealed under another master secret or was altered.
    #[error("the value was sealed under another master secret, or it was altered")]
    NotOurs,
}

/// The master secret, ready to seal, open and derive. Its bytes are not kept.
pub struct Master {
    id: String,
    root: hkdf::Prk,
}

impl std::fmt::Debug for Master {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Master")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

impl Master {
    /// A master from the secret's bytes. Ignores white space around them, so that a file may end with a newline.
    ///
    /// # Errors
    /// [`MasterError::TooShort`].
    pub fn from_secret(secret: &[u8]) -> Result<Self, MasterError> {
        let secret = secret.trim_ascii();
        if secret.len() < MASTER_LENGTH_MIN {
            return Err(MasterError::TooShort);
        }
        let root = hkdf::Salt::new(hkdf::HKDF_SHA256, SALT).extract(secret);
        let id = URL_SAFE_NO_PAD.encode(&expand(&root, "id")[..6]);
        Ok(Self { id, root })
    }

    /// Reads the secret from `file`, which only its owner may be able to read.
    ///
    /// # Errors
    /// [`MasterError::File`] when it cannot be read, [`MasterError::Readable`],
    /// [`MasterError::TooShort`].
    pub fn load(file: &Path) -> Result<Self, MasterError> {
        let mode = fs::metadata(file)?.permissions().mode() & 0o777;
        if mode & 0o077 != 0 {
            let file = file.display().to_string();
            return Err(MasterError::Readable { file, mode });
        }
        Self::from_secret(&Zeroizing::new(fs::read(file)?))
    }

    /// Reads the secret from `file`, or creates it there (256 random bits, mode 0600, synced to disk before this
    /// returns). If two processes start without the file, one creates it and both read it.
    /// # Errors
    /// As [`Master::load`].
    pub fn load_or_create(file: &Path, random: &Random) -> Result<Self, MasterError> {
        match Self::load(file) {
            Err(MasterError::File(error)) if error.kind() == io::ErrorKind::NotFound => {
                create(file, random)?;
                Self::load(file)
            }
            loaded => loaded,
        }
    }

    /// A short id of this secret that discloses nothing about it; stored with what it seals.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// A 256-bit key for `purpose`, the same in each process with this secret.
    pub fn derive(&self, purpose: &str) -> Zeroizing<[u8; 32]> {
        expand(&self.root, purpose)
    }

    /// Seals `secret` for `purpose` (AES-256-GCM, random nonce), bound to `name`, as base64url.
    ///
    /// # Errors
    /// [`MasterError::NotOurs`] when the cipher fails, which does not happen for reasonable lengths.
    pub fn seal(
        &self,
        purpose: &str,
        name: &str,
        secret: &[u8],
        random: &Random,
    ) -> Result<String, MasterError> {
        let nonce: [u8; NONCE_LEN] = random.bytes();
        let mut text = Zeroizing::new(secret.to_vec());
        let tag = self
            .cipher(purpose)?
            .seal_in_place_separate_tag(
                Nonce::assume_unique_for_key(nonce),
                Aad::from(name.as_bytes()),
                &mut text,
            )
            .map_err(|_| MasterError::NotOurs)?;
        Ok(URL_SAFE_NO_PAD.encode([nonce.as_slice(), &text, tag.as_ref()].concat()))
    }

    /// Opens what [`Master::seal`] sealed for the same `purpose` and `name`.
    ///
    /// # Errors
    /// [`MasterError::NotOurs`] for anything else.
    pub fn open(
        &self,
        purpose: &str,
        name: &str,
        sealed: &str,
    ) -> Result<Zeroizing<Vec<u8>>, MasterError> {
        let mut bytes = Zeroizing::new(
            URL_SAFE_NO_PAD
                .decode(sealed)
                .map_err(|_| MasterError::NotOurs)?,
        );
        let (nonce, text) = bytes
            .split_at_mut_checked(NONCE_LEN)
            .ok_or(MasterError::NotOurs)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| MasterError::NotOurs)?;
        let opened = self
            .cipher(purpose)?
            .open_in_place(nonce, Aad::from(name.as_bytes()), text)
            .map_err(|_| MasterError::NotOurs)?;
        Ok(Zeroizing::new(opened.to_vec()))
    }

    fn cipher(&self, purpose: &str) -> Result<LessSafeKey, MasterError> {
        UnboundKey::new(&AES_256_GCM, self.derive(purpose).as_slice())
            .map(LessSafeKey::new)
            .map_err(|_| MasterError::NotOurs)
    }
}

fn expand(root: &hkdf::Prk, purpose: &str) -> Zeroizing<[u8; 32]> {
    let mut key = Zeroizing::new([0; 32]);
    let info = [purpose.as_bytes()];
    // SHA-256 fills 32 bytes in one block, so the length is always valid.
    let filled = root
        .expand(&info, hkdf::HKDF_SHA256)
        .and_then(|okm| okm.fill(key.as_mut_slice()));
    debug_assert!(filled.is_ok(), "one block of HKDF");
    key
}

/// Writes a new secret to a temporary file and links it to `file`, so that nobody reads half a secret and an existing
/// one is never overwritten.
fn create(file: &Path, random: &Random) -> Result<(), MasterError> {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    fs::create_dir_all(folder)?;
    let draft = folder.join(format!(".master-{}", random.uuid_v4()));
    let written = write_private(&draft, &Zeroizing::new(random.token()))
        .and_then(|()| fs::hard_link(&draft, file));
    fs::remove_file(&draft)?;
    match written {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error.into()),
        _ => Ok(fs::File::open(folder)?.sync_all()?),
    }
}

fn write_private(file: &Path, secret: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(0o600);
    let mut draft = options.open(file)?;
    draft.write_all(secret.as_bytes())?;
    draft.write_all(b"\n")?;
    draft.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn master(byte: u8) -> Master {
        Master::from_secret(&[byte; 32]).unwrap()
    }

    /// Private keys are unreadable without the master secret.
    #[test]
    fn sealed_values_open_only_as_they_were_sealed() {
        let random = Random::seeded(1);
        let sealed = master(b'a')
            .seal("signing", "kid-1", b"secret", &random)
            .unwrap();
        assert_eq!(
            master(b'a')
                .open("signing", "kid-1", &sealed)
                .unwrap()
                .as_slice(),
            b"secret"
        );
        assert!(master(b'b').open("signing", "kid-1", &sealed).is_err());
        assert!(master(b'a').open("signing", "kid-2", &sealed).is_err());
        assert!(master(b'a').open("password", "kid-1", &sealed).is_err());
        for cut in 0..sealed.len() {
            assert!(
                master(b'a')
                    .open("signing", "kid-1", &sealed[..cut])
                    .is_err()
            );
        }
        assert_ne!(master(b'a').id(), master(b'b').id());
        assert!(matches!(
            Master::from_secret(&[b' '; 40]),
            Err(MasterError::TooShort)
        ));
    }

    /// With SQLite, `data/master.key` is created once and readable only by its owner.
    #[test]
    fn the_file_is_made_once_and_private() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("data/master.key");
        assert!(matches!(Master::load(&file), Err(MasterError::File(_))));
        let ids: Vec<String> = std::thread::scope(|scope| {
            let makers: Vec<_> = (0..8)
                .map(|_| {
                    scope.spawn(|| {
                        let made = Master::load_or_create(&file, &Random::system()).unwrap();
                        made.id().to_owned()
                    })
                })
                .collect();
            makers
                .into_iter()
                .map(|maker| maker.join().unwrap())
                .collect()
        });
        assert!(ids.iter().all(|id| *id == ids[0]), "one secret for all");
        assert_eq!(fs::read_dir(folder.path().join("data")).unwrap().count(), 1);
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        for open in [0o640, 0o604] {
            fs::set_permissions(&file, fs::Permissions::from_mode(open)).unwrap();
            let error = Master::load(&file).unwrap_err().to_string();
            assert!(error.contains("chmod 600"), "{error}");
        }
    }
}
