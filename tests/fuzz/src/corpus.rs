//! The kept inputs of each target: one file is one input.

use std::io;
use std::path::{Path, PathBuf};

/// The folder of this crate.
fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of the kept inputs, with a folder for each target.
pub fn folder() -> PathBuf {
    home().join("corpus")
}

/// The folder of the inputs that `make fuzz` finds.
pub fn found() -> PathBuf {
    home().join("found")
}

/// The kept inputs of a target with the names of their files, in their order.
///
/// # Errors
/// The folder or a file cannot be read.
pub fn kept(target: &str) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut kept = Vec::new();
    for entry in std::fs::read_dir(folder().join(target))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        kept.push((name.into_owned(), std::fs::read(&path)?));
    }
    kept.sort();
    Ok(kept)
}
