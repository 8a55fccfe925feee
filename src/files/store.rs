//! What the database knows of files, and which things use them.

use crate::clock::Millis;
use crate::db::{
    DbError, Reads, WriteTx, execute, fetch_all, fetch_one, fetch_optional, from_row, statements,
};

statements! {
    /// A file that is there already keeps its place, and its day begins again.
    ADD_FILE = "INSERT INTO files (name, place, label, bytes, unused_since) VALUES ($1, $2, $3, $4, $5) \
        ON CONFLICT (name) DO UPDATE SET \
        unused_since = CASE WHEN files.unused_since IS NULL THEN NULL ELSE excluded.unused_since END RETURNING place";
    PUBLIC_FILE = "SELECT f.place, f.label, f.bytes FROM files f WHERE f.name = $1 AND EXISTS \
        (SELECT 1 FROM file_references r WHERE r.name = f.name AND r.public_from <= $2)";
    FIND_FILE = "SELECT place, label, bytes FROM files WHERE name = $1";
    USED_BY = "SELECT name FROM file_references WHERE owner = $1";
    /// A file that only feedback uses.
    OF_FEEDBACK = "SELECT CAST(1 AS BIGINT) FROM file_references r WHERE r.name = $1 AND r.owner LIKE 'feedback %' AND NOT EXISTS \
        (SELECT 1 FROM file_references o WHERE o.name = r.name AND o.owner NOT LIKE 'feedback %') LIMIT 1";
    USE_FILE = "UPDATE files SET unused_since = NULL WHERE name = $1";
    REFER = "INSERT INTO file_references (owner, name, public_from) VALUES ($1, $2, $3) \
        ON CONFLICT (owner, name) DO UPDATE SET public_from = excluded.public_from";
    UNREFER = "DELETE FROM file_references WHERE owner = $1 AND name = $2";
    IS_UNUSED = "UPDATE files SET unused_since = $2 WHERE name = $1 AND NOT EXISTS \
        (SELECT 1 FROM file_references r WHERE r.name = files.name)";
    /// Nobody finds a retired file any more. The conditions stand twice, because another write may use the file meanwhile. A
    /// file that is used is never retired, also where two writes at once left it marked as unused.
    RETIRE = "UPDATE files SET name = 'retired ' || place WHERE unused_since < $1 \
        AND NOT EXISTS (SELECT 1 FROM file_references r WHERE r.name = files.name) AND name IN \
        (SELECT f.name FROM files f WHERE f.unused_since < $1 \
        AND NOT EXISTS (SELECT 1 FROM file_references r WHERE r.name = f.name) \
        ORDER BY f.unused_since LIMIT $2) RETURNING place";
    FORGET_FILE = "DELETE FROM files WHERE place = $1 AND name = 'retired ' || place RETURNING bytes";
    FILE_SPACE = "SELECT bytes FROM file_space WHERE id = 1";
    /// Always the last row that a write locks.
    CHANGE_SPACE = "UPDATE file_space SET bytes = bytes + $1 WHERE id = 1 RETURNING bytes";
    SPACE_AND_SUM = "SELECT s.bytes, (SELECT CAST(COALESCE(SUM(f.bytes), 0) AS BIGINT) FROM files f) \
        FROM file_space s WHERE s.id = 1";
    COUNT_SPACE = "UPDATE file_space SET bytes = (SELECT CAST(COALESCE(SUM(f.bytes), 0) AS BIGINT) FROM files f) \
        WHERE id = 1";
}

/// Why a file was not added.
#[derive(Debug, thiserror::Error)]
pub enum NotAdded {
    /// All files together would have more bytes than the settings allow.
    #[error("the file store is full")]
    Full,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// A file as the database knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRow {
    /// Where the shelf has it.
    pub place: String,
    /// The name that it was sent with.
    pub label: String,
    pub bytes: i64,
}

from_row!(FileRow {
    place,
    label,
    bytes
});

/// Adds a file that nothing uses yet; gives its place, which is an earlier one if the file is there already. All files
/// together may have `most` bytes.
///
/// # Errors
/// [`NotAdded::Full`]; the database failed.
pub async fn add(
    tx: &mut WriteTx,
    name: &str,
    row: &FileRow,
    (most, now): (i64, Millis),
) -> Result<String, NotAdded> {
    let (place, label) = (row.place.as_str(), row.label.as_str());
    let added = fetch_one!(tx, (String,), ADD_FILE, name, place, label, row.bytes, now);
    let (kept,) = added?;
    if kept == row.place && change_space(tx, row.bytes).await? > most {
        return Err(NotAdded::Full);
    }
    Ok(kept)
}

/// Changes the bytes of all files by `bytes`; gives the new number.
async fn change_space(tx: &mut WriteTx, bytes: i64) -> Result<i64, DbError> {
    Ok(fetch_one!(tx, (i64,), CHANGE_SPACE, bytes)?.0)
}

/// The bytes of all files together.
pub async fn space(view: &mut dyn Reads) -> Result<i64, DbError> {
    Ok(fetch_one!(view, (i64,), FILE_SPACE)?.0)
}

/// True if the number of [`space`] is the sum of all files.
pub async fn is_counted(view: &mut dyn Reads) -> Result<bool, DbError> {
    let (kept, sum) = fetch_one!(view, (i64, i64), SPACE_AND_SUM)?;
    Ok(kept == sum)
}

/// Counts the bytes of all files again.
pub async fn count_space(tx: &mut WriteTx) -> Result<(), DbError> {
    // First the lock, so that the sum has every file whose bytes are counted already.
    change_space(tx, 0).await?;
    execute!(tx, COUNT_SPACE).map(drop)
}

/// The file, if everybody may read it at `now`.
pub async fn public(
    view: &mut dyn Reads,
    name: &str,
    now: Millis,
) -> Result<Option<FileRow>, DbError> {
    fetch_optional!(view, FileRow, PUBLIC_FILE, name, now)
}

/// The file, for a caller who has checked who may read it.
pub async fn find(view: &mut dyn Reads, name: &str) -> Result<Option<FileRow>, DbError> {
    fetch_optional!(view, FileRow, FIND_FILE, name)
}

/// The names of the files that `owner` uses, sorted.
pub async fn used_by(view: &mut dyn Reads, owner: &str) -> Result<Vec<String>, DbError> {
    let names = fetch_all!(view, (String,), USED_BY, owner)?;
    let mut names: Vec<String> = names.into_iter().map(|(name,)| name).collect();
    names.sort();
    Ok(names)
}

/// Says that `owner` uses the file, which everybody may read from `public_from` on. False if there is no such file.
pub async fn refer(
    tx: &mut WriteTx,
    owner: &str,
    name: &str,
    public_from: Option<Millis>,
) -> Result<bool, DbError> {
    // This waits for a sweep that may retire the file.
    if execute!(tx, USE_FILE, name)? == 0 {
        return Ok(false);
    }
    execute!(tx, REFER, owner, name, public_from)?;
    Ok(true)
}

/// True if feedback alone uses the file.
pub async fn is_of_feedback(view: &mut dyn Reads, name: &str) -> Result<bool, DbError> {
    Ok(fetch_optional!(view, (i64,), OF_FEEDBACK, name)?.is_some())
}

/// Says that `owner` no longer uses the file.
pub async fn unrefer(
    tx: &mut WriteTx,
    owner: &str,
    name: &str,
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, UNREFER, owner, name)?;
    execute!(tx, IS_UNUSED, name, now).map(drop)
}

/// Retires at most `most` files that nothing uses since a time before `before`; gives their places.
pub async fn retire(tx: &mut WriteTx, before: Millis, most: i64) -> Result<Vec<String>, DbError> {
    let places = fetch_all!(tx, (String,), RETIRE, before, most)?;
    Ok(places.into_iter().map(|(place,)| place).collect())
}

/// Deletes the row of a retired file, whose bytes are gone.
pub async fn forget(tx: &mut WriteTx, place: &str) -> Result<(), DbError> {
    let forgotten = fetch_optional!(tx, (i64,), FORGET_FILE, place)?;
    if let Some((bytes,)) = forgotten {
        change_space(tx, -bytes).await?;
    }
    Ok(())
}
