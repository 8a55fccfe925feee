//! Uploaded files: pictures that everybody may read, and files that people with access may download.
//!
//! `shelf.rs` keeps the bytes, in a folder or in a bucket (decision 0080); `store/` keeps what is known of them, and which
//! things use them. A picture is decoded with limits and drawn again in two sizes (`picture.rs`), so no byte that was sent is
//! ever served as a picture (attack 40). Its name is the hash of what was drawn.
//!
//! The row of a file is written before its bytes are put on the shelf, and deleted after they were taken off. So each file on
//! the shelf has a row, and the sweep finds what nothing uses. Bytes that still arrive have names of their own and no row;
//! after a while the sweep deletes what is left of them.
//!
//! All files together have a bound of bytes (`files.total_bytes`); the number is kept in a row, which the sweep compares with
//! their sum.
//!
//! Who uses a file says so with [`references::set`], in the write that saves the thing.

mod address;
mod file_name;
mod file_store;
mod own_places;
mod picture;
pub mod references;
mod shelf;
mod store;
mod sweep;

pub use address::FileTicket;
pub use file_name::{attachment, sanitised};
pub use file_store::{
    Arrived, FileError, FileStore, LARGEST, Served, Size, UPLOAD_TIME, add, add_file, find,
    is_picture_name, picture_address, picture_in, public, small_picture_address, space,
};
pub use own_places::OwnPlace;
pub use picture::{Drawing, PERSON_SIDE, Picture, PictureError, PictureKind, SIDE};
pub use shelf::{Shelf, ShelfError, Stored};
pub use store::{NotAdded, STATEMENTS};
pub use sweep::{FileSweep, KEPT_UNUSED};
