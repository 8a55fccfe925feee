//! The counters of what people upload and send: files, their bytes, and feedback. Without them one person fills the disk (attack 44).

use super::rules::in_a_day;
use super::{Counter, Limits};

/// Files that a person may upload in a day.
const UPLOADS: u32 = 500;
/// How often a person may upload a picture of themselves in a day: everybody may.
const OWN_PICTURES: u32 = 10;
/// How often a person may upload a picture for feedback in a day.
const FEEDBACK_PICTURES: u32 = 20;
/// How much feedback a person may send in a day.
const FEEDBACK: u32 = 10;
/// How many tests of versions of the assistant a person may begin in a day.
const ASSISTANT_TESTS: u32 = 50;
/// Bytes count by this many, and at least once.
const UNIT: u64 = 1_024;

impl Limits {
    /// The counter for a picture of the person themselves.
    pub fn own_picture(account_id: &str) -> Vec<Counter> {
        let rule = in_a_day(OWN_PICTURES);
        vec![Counter::new("own_pictures", &[account_id], rule)]
    }

    /// The counter for a picture that a person uploads for feedback.
    pub fn feedback_picture(account_id: &str) -> Vec<Counter> {
        let rule = in_a_day(FEEDBACK_PICTURES);
        vec![Counter::new("feedback_pictures", &[account_id], rule)]
    }

    /// The counter for feedback that a person sends: somebody reads each (attack 44).
    pub fn feedback(account_id: &str) -> Vec<Counter> {
        vec![Counter::new("feedback", &[account_id], in_a_day(FEEDBACK))]
    }

    /// The counter for a question that a person sends to test a version of the assistant: each costs the operator a few tokens
    /// (attack 44).
    pub fn assistant_test(account_id: &str) -> Vec<Counter> {
        let rule = in_a_day(ASSISTANT_TESTS);
        vec![Counter::new("assistant_tests", &[account_id], rule)]
    }

    /// The counters for a file of `bytes` that a person uploads, who may upload `most` bytes in a day.
    pub fn upload(account_id: &str, bytes: u64, most: u64) -> Vec<Counter> {
        let units = |bytes: u64| bytes.div_ceil(UNIT).max(1);
        let weight = i64::try_from(units(bytes)).unwrap_or(i64::MAX);
        let rule = in_a_day(u32::try_from(units(most)).unwrap_or(u32::MAX));
        vec![
            Counter::new("uploads", &[account_id], in_a_day(UPLOADS)),
            Counter::new("uploaded_bytes", &[account_id], rule).times(weight),
        ]
    }
}
