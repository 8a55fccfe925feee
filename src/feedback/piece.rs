//! What feedback is, its form and its rules (contract E-25, G-60, K-36, V-20).

use serde::Serialize;

use crate::clock::Millis;
use crate::db::{DbError, Number, coded};
use crate::directory::EarlierChange;
use crate::faults::{Faults, Rule, tidied};

/// The most characters of feedback (contract C-014).
pub const LONGEST_FEEDBACK: usize = 2_000;
/// The most characters of an answer.
pub const LONGEST_ANSWER: usize = 2_000;
/// The most pictures of one piece of feedback.
pub const MOST_PICTURES: usize = 3;
/// The most duplicates that one piece of feedback has: an answer writes to each author.
pub(super) const MOST_DUPLICATES: usize = 100;

/// What feedback is about (contract K-36).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FeedbackCategory {
    FunctionalRequirements,
    ExteriorInterface,
    Bug,
    SystemFluency,
}

coded!(FeedbackCategory {
    FunctionalRequirements = 1,
    ExteriorInterface = 2,
    Bug = 3,
    SystemFluency = 4
});

/// A category as the API has it.
pub type FeedbackCategoryNumber = Number<FeedbackCategory>;

impl FeedbackCategory {
    /// In the order of their numbers.
    pub const EACH: [Self; 4] = [
        Self::FunctionalRequirements,
        Self::ExteriorInterface,
        Self::Bug,
        Self::SystemFluency,
    ];
}

/// What has become of it (contract G-60).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FeedbackStatus {
    #[default]
    New,
    Handling,
    Closed,
}

coded!(FeedbackStatus {
    New = 0,
    Handling = 1,
    Closed = 2
});

/// A status as the API has it.
pub type FeedbackStatusNumber = Number<FeedbackStatus>;

/// Feedback of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feedback {
    /// A UUID.
    pub id: String,
    /// Who sent it.
    pub account_id: String,
    /// The product that it is about; 0 for Atrium itself.
    pub product_id: i64,
    /// The code of the product.
    pub app_name: String,
    pub category: FeedbackCategory,
    /// Plain text.
    pub text: String,
    /// The names of its pictures.
    pub pictures: Vec<String>,
    pub status: FeedbackStatus,
    /// The account of the person who works on it.
    pub assignee_id: Option<String>,
    /// What its author was answered, as plain text; empty without an answer.
    pub answer: String,
    pub answered_at: Option<Millis>,
    /// The account that answered.
    pub answered_by: Option<String>,
    /// The feedback that says the same and has its own answer.
    pub merged_into: Option<String>,
    pub created_at: Millis,
    /// Increases with each change.
    pub version: i64,
    /// The last change; `None` if there was none.
    pub changed_at: Option<Millis>,
    /// The account that made it.
    pub changed_by: Option<String>,
}

/// The values of the form. What is missing is a fault of its field.
#[derive(Clone, Debug, Default)]
pub struct FeedbackForm {
    /// The product; 0 for Atrium itself.
    pub product_id: Option<i64>,
    pub category: Option<FeedbackCategory>,
    pub text: String,
    /// The names of pictures that the person has uploaded for feedback.
    pub pictures: Vec<String>,
}

/// A form whose own fields have no fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CheckedForm {
    pub product_id: i64,
    pub category: FeedbackCategory,
    pub text: String,
    pub pictures: Vec<String>,
}

/// Why feedback was not sent or changed.
#[derive(Debug, thiserror::Error)]
pub enum FeedbackError {
    /// There is no such thing in this field.
    #[error("the field {0} names nothing")]
    Unknown(&'static str),
    #[error(transparent)]
    Invalid(#[from] Faults),
    /// Somebody else changed it after it was read.
    #[error("the feedback was changed meanwhile")]
    Conflict(EarlierChange),
    /// It is a duplicate, which follows the first.
    #[error("the feedback is a duplicate")]
    Merged,
    /// The person has sent too much in a day.
    #[error("too much feedback in a day")]
    TooMany {
        /// How long until more is taken.
        wait: Millis,
    },
    #[error(transparent)]
    Db(#[from] DbError),
}

impl FeedbackForm {
    /// The checked form. Whether its product and pictures exist is checked elsewhere.
    ///
    /// # Errors
    /// All faults of the form (contract V-20).
    pub(super) fn checked(self) -> Result<CheckedForm, Faults> {
        let mut faults = Faults::default();
        let text = tidied(&self.text);
        let mut pictures = self.pictures;
        pictures.sort();
        pictures.dedup();
        faults.ensure(self.product_id.is_some(), "projectId", Rule::ValidFormat);
        faults.ensure(self.category.is_some(), "categoryId", Rule::ValidFormat);
        faults.ensure(!text.is_empty(), "feedback", Rule::ValidFormat);
        let long = Rule::of_text(&text, LONGEST_FEEDBACK, Rule::GroupText);
        faults.check("feedback", long);
        let few = pictures.len() <= MOST_PICTURES;
        faults.ensure(few, "pictures", Rule::Most(MOST_PICTURES));
        match (self.product_id, self.category) {
            (Some(product_id), Some(category)) => faults.or(CheckedForm {
                product_id,
                category,
                text,
                pictures,
            }),
            _ => Err(faults),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> FeedbackForm {
        FeedbackForm {
            product_id: Some(7),
            category: Some(FeedbackCategory::Bug),
            text: " It stops.\r\nAlways. ".to_owned(),
            pictures: Vec::new(),
        }
    }

    /// V-20: product, category and content are required.
    #[test]
    fn every_box_is_filled() {
        assert_eq!(form().checked().unwrap().text, "It stops.\nAlways.");
        let mut expected = Faults::of("projectId", Rule::ValidFormat);
        expected.add("categoryId", Rule::ValidFormat);
        expected.add("feedback", Rule::ValidFormat);
        assert_eq!(FeedbackForm::default().checked(), Err(expected));
        let of = |text: String| FeedbackForm { text, ..form() }.checked();
        assert!(of("茶".repeat(2_000)).is_ok());
        let long = Faults::of("feedback", Rule::GroupText);
        assert_eq!(of("x".repeat(2_001)), Err(long));
        let pictures = (0..4).map(|n| format!("{n}.png")).collect();
        let many = FeedbackForm { pictures, ..form() };
        let expected = Faults::of("pictures", Rule::Most(3));
        assert_eq!(many.checked(), Err(expected));
    }

    /// K-36, G-60.
    #[test]
    fn the_numbers_are_the_contracts() {
        assert_eq!(
            FeedbackCategory::EACH.map(FeedbackCategory::code),
            [1, 2, 3, 4]
        );
        let statuses = [
            FeedbackStatus::New,
            FeedbackStatus::Handling,
            FeedbackStatus::Closed,
        ];
        assert_eq!(statuses.map(FeedbackStatus::code), [0, 1, 2]);
    }
}
