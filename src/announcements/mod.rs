//! Announcements: what administrators say to people, who has read it, and the lines of the sign-in pages.
//!
//! - `announcement.rs`: an announcement, its form and its rules;
//! - `audience.rs`: whom it is for;
//! - `pictures.rs`: the pictures that a content shows;
//! - `editing.rs`: how administrators add, change and delete one;
//! - `reading.rs`: what a person sees and has read;
//! - `sign_in_lines.rs`: the lines of the sign-in pages, in memory.

mod announcement;
mod audience;
mod editing;
mod pictures;
mod reading;
mod sign_in_lines;
mod store;

pub use announcement::{
    Announcement, AnnouncementError, AnnouncementForm, AnnouncementPart, AnnouncementStatus,
    AnnouncementStatusNumber, LONGEST_CONTENT,
};
pub use audience::{Audience, AudienceForm};
pub use editing::{
    AnnouncementLimits, add_announcement, announcement, audience_changes, check_audience,
    delete_announcement, names_of, set_announcement_status, update_announcement,
};
pub use pictures::pictures_of;
pub use reading::{
    History, HistoryQuery, News, Person, Reader, ShownAnnouncement, due, history, mark_read, news,
};
pub use sign_in_lines::SignInLines;
pub use store::announcement_list::{ANNOUNCEMENTS, AnnouncementFilter, AnnouncementListRow};
pub use store::erasure::erase as erase_person;
pub use store::reader_list::{AnnouncementReaderRow, READERS, ReaderFilter};
pub use store::reads::sweep;

/// Every SQL text of this module, by file.
pub const STATEMENTS: &[(&str, &[(&str, &str)])] = &[
    (
        "announcements/store/announcements.rs",
        store::announcements::STATEMENTS,
    ),
    ("announcements/store/erasure.rs", store::erasure::STATEMENTS),
    ("announcements/store/reads.rs", store::reads::STATEMENTS),
];
