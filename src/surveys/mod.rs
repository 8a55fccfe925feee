//! Surveys: what administrators ask people, who has answered, and the results.
//!
//! - `survey.rs`: a survey, its form and its rules;
//! - `question.rs`: the questions of a survey, and what answers them;
//! - `editing.rs`: how administrators add, change and delete one;
//! - `answering.rs`: what a person is asked, and how a person answers or puts it off;
//! - `results.rs`: what people answered.

mod answering;
mod editing;
mod question;
mod results;
mod store;
mod survey;

pub use answering::{GivenAnswers, ShownSurvey, answer, due, opened, put_off, shown};
pub use editing::{add_survey, delete_survey, names_of, record_reading, survey, update_survey};
pub use question::{Choice, GivenAnswer, KeptAnswer, Question, QuestionKind};
pub use results::{QuestionResult, Results, SurveyAnswer, TextAnswer, answers_after, results};
pub use store::erasure::erase as erase_person;
pub use store::people::PersonState;
pub use store::survey_list::{SURVEYS, SurveyFilter, SurveyListRow};
pub use store::surveys::count_answers;
pub use store::sweeping::{sweep, sweep_waiting};
pub use survey::{FEWEST, Survey, SurveyError, SurveyForm, SurveyStatus, SurveyStatusNumber};

use crate::clock::{DAY, Millis};

/// How long after the end of a survey the last anonymous answers are kept, which are too few to be shown: its end may be moved.
pub const WAITING_KEPT: Millis = 7 * DAY;

/// Every SQL text of this module, by file.
pub const STATEMENTS: &[(&str, &[(&str, &str)])] = &[
    ("surveys/store/answers.rs", store::answers::STATEMENTS),
    ("surveys/store/erasure.rs", store::erasure::STATEMENTS),
    ("surveys/store/people.rs", store::people::STATEMENTS),
    ("surveys/store/surveys.rs", store::surveys::STATEMENTS),
    ("surveys/store/sweeping.rs", store::sweeping::STATEMENTS),
];
