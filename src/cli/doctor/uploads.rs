//! Checks the store of uploaded files: can it be written, how much of it is used, and has the disk room for the rest.

use super::files::{nearest, writable};
use super::finding::Finding;
use crate::app::start;
use crate::config::{Config, FilePlace};
use crate::db::Db;
use crate::files::{self, Shelf};

const WHAT: &str = "files";
const MEGABYTE: u64 = 1_000_000;

/// Whether the folder or the bucket can be written.
pub(super) async fn look(config: &Config) -> Vec<Finding> {
    match config.files.place() {
        Some(FilePlace::Folder(folder)) => vec![writable(WHAT, "files.url", &folder)],
        Some(FilePlace::Bucket { .. }) => vec![bucket(config).await],
        None => Vec::new(),
    }
}

async fn bucket(config: &Config) -> Finding {
    let shown = &config.files.url;
    let fix = "correct files.url, files.endpoint, files.region and the key, or let the key write and delete";
    let fault = |why: String| Finding::fault(WHAT, format!("{shown} cannot be used: {why}"), fix);
    let authorities = match start::authorities(config) {
        Ok(authorities) => authorities,
        Err(why) => return fault(why.to_string()),
    };
    let tried = match Shelf::open(&config.files, authorities.as_deref()) {
        Ok(shelf) => shelf.can_be_written().await,
        Err(why) => Err(why),
    };
    match tried {
        Ok(()) => Finding::good(WHAT, format!("{shown} can be written to")),
        Err(why) => fault(why.to_string()),
    }
}

/// How much of the store is used, and whether the disk has room for what the settings allow.
pub(super) async fn used(db: &Db, config: &Config) -> Option<Finding> {
    let mut tx = db.read().await.ok()?;
    let used = files::space(&mut tx).await.ok()?;
    let used = u64::try_from(used).unwrap_or_default();
    let most = u64::try_from(config.files.total_bytes).unwrap_or(u64::MAX);
    let words = format!("{} of {} MB are used", used / MEGABYTE, most / MEGABYTE);
    let left = most.saturating_sub(used);
    if left == 0 {
        let fix = "raise files.total_bytes, or delete what is not needed";
        return Some(Finding::fault(
            WHAT,
            format!("{words}: uploads are refused"),
            fix,
        ));
    }
    Some(match free(config) {
        Some(free) if free < left => Finding::note(
            WHAT,
            format!("{words}, and the disk has room for {} MB", free / MEGABYTE),
            "make room on the disk, or lower files.total_bytes: a full disk stops everything",
        ),
        _ => Finding::good(WHAT, words),
    })
}

/// The free bytes of the disk with the folder.
fn free(config: &Config) -> Option<u64> {
    let Some(FilePlace::Folder(folder)) = config.files.place() else {
        return None;
    };
    let disk = rustix::fs::statvfs(nearest(&folder)).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}
