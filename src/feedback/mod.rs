//! Feedback of people about products and Atrium itself, and what becomes of it.
//!
//! - `piece.rs`: what feedback is, its form and its rules;
//! - `sending.rs`: how a person sends it;
//! - `handling.rs`: status, assignment and answer;
//! - `merging.rs`: duplicates, which follow the first;
//! - `pictures.rs`: who may see its pictures;
//! - `weeks.rs`: how much there is by category and week.

mod answer_mail;
mod handling;
mod merging;
mod pictures;
mod piece;
mod sending;
mod store;
mod weeks;

pub use handling::{FeedbackAnswer, answer, assign, feedback, may_handle, own, set_status};
pub use merging::{duplicates, merge};
pub use pictures::{may_see, note_upload};
pub use piece::{
    Feedback, FeedbackCategory, FeedbackCategoryNumber, FeedbackError, FeedbackForm,
    FeedbackStatus, FeedbackStatusNumber, LONGEST_ANSWER, LONGEST_FEEDBACK, MOST_PICTURES,
};
pub use sending::{Sender, send};
pub use store::closed::sweep as sweep_pictures;
pub use store::erasure::erase as erase_person;
pub use store::feedback_list::{FEEDBACK, FeedbackFilter, FeedbackListRow};
pub use store::own_list::{OWN_FEEDBACK, OwnFeedbackFilter, OwnFeedbackRow};
pub use store::uploads::sweep;
pub use weeks::{CategoryCount, MOST_WEEKS, Week, weeks};

use crate::clock::{DAY, Millis};

/// How long an upload is remembered: its picture is deleted after a day if nothing uses it.
pub const UPLOADS_KEPT: Millis = 2 * DAY;

/// How long the pictures of feedback are kept after it was closed.
pub const PICTURES_KEPT: Millis = 90 * DAY;

/// Every SQL text of this module, by file.
pub const STATEMENTS: &[(&str, &[(&str, &str)])] = &[
    ("feedback/store/closed.rs", store::closed::STATEMENTS),
    ("feedback/store/feedback.rs", store::feedback::STATEMENTS),
    ("feedback/store/erasure.rs", store::erasure::STATEMENTS),
    ("feedback/store/uploads.rs", store::uploads::STATEMENTS),
    ("feedback/store/weeks.rs", store::weeks::STATEMENTS),
];
