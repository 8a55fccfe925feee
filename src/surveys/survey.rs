//! What a survey is, its form and its rules (contract E-26, G-58, V-26).

use serde::Serialize;

use super::question::{MOST_QUESTIONS, Question};
use crate::announcements::{Audience, AudienceForm};
use crate::catalogue::is_https;
use crate::clock::Millis;
use crate::db::{DbError, Number, coded};
use crate::directory::EarlierChange;
use crate::faults::{Faults, Rule, tidied};

/// From how many answers on results of an anonymous survey are shown, and by how many more they change (decision 0091).
pub const FEWEST: usize = 5;
/// The most characters of a description.
const LONGEST_DESCRIPTION: usize = 2_000;

/// Nobody is asked by a survey that is off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SurveyStatus {
    #[default]
    Off,
    On,
}

coded!(SurveyStatus { Off = 0, On = 1 });

/// A status as the API has it.
pub type SurveyStatusNumber = Number<SurveyStatus>;

/// A survey. A Chinese text that is empty is the same as the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// A UUID.
    pub id: String,
    pub name: String,
    pub name_zh: String,
    pub description: String,
    pub description_zh: String,
    /// Where it is answered; empty for a survey with questions of its own.
    pub url: String,
    pub questions: Vec<Question>,
    /// Increases with each change of the questions.
    pub questions_version: i64,
    /// True if answers hold no account and no time.
    pub anonymous: bool,
    pub begins_at: Millis,
    pub ends_at: Millis,
    pub status: SurveyStatus,
    pub audience: Audience,
    /// How many people have answered.
    pub answers: i64,
    pub created_at: Millis,
    /// Increases with each change.
    pub version: i64,
    /// The last change; `None` if there was none.
    pub changed_at: Option<Millis>,
    /// The account that made it.
    pub changed_by: Option<String>,
}

/// The values of a form. A field that is `None` is not changed.
#[derive(Clone, Debug, Default)]
pub struct SurveyForm {
    pub name: Option<String>,
    pub name_zh: Option<String>,
    pub description: Option<String>,
    pub description_zh: Option<String>,
    pub url: Option<String>,
    pub questions: Option<Vec<Question>>,
    pub anonymous: Option<bool>,
    pub begins_at: Option<Millis>,
    pub ends_at: Option<Millis>,
    pub status: Option<SurveyStatus>,
    pub audience: AudienceForm,
}

/// Why a survey was not saved, deleted, opened, put off or answered.
#[derive(Debug, thiserror::Error)]
pub enum SurveyError {
    /// There is none, or not for this person, or not now.
    #[error("there is no such survey")]
    Unknown,
    #[error(transparent)]
    Invalid(#[from] Faults),
    /// Somebody else changed it after it was read.
    #[error("the survey was changed meanwhile")]
    Conflict(EarlierChange),
    #[error(transparent)]
    Db(#[from] DbError),
}

impl SurveyForm {
    /// `before` with the values of this form.
    ///
    /// # Errors
    /// All faults of the form. Whether the ids of the audience exist is checked elsewhere.
    pub(super) fn applied(self, before: &Survey) -> Result<Survey, Faults> {
        let text = |given: Option<String>, old: &str| {
            given.map_or_else(|| old.to_owned(), |text| tidied(&text))
        };
        let mut faults = Faults::default();
        let questions = match self.questions {
            Some(questions) => questions.into_iter().map(Question::tidied).collect(),
            None => before.questions.clone(),
        };
        let anonymous = self.anonymous.unwrap_or(before.anonymous);
        // Who read that the answers are anonymous must not give one with a name.
        let changed = questions != before.questions || anonymous != before.anonymous;
        let after = Survey {
            name: text(self.name, &before.name),
            name_zh: text(self.name_zh, &before.name_zh),
            description: text(self.description, &before.description),
            description_zh: text(self.description_zh, &before.description_zh),
            url: text(self.url, &before.url),
            questions,
            questions_version: before.questions_version + i64::from(changed),
            anonymous,
            begins_at: self.begins_at.unwrap_or(before.begins_at),
            ends_at: self.ends_at.unwrap_or(before.ends_at),
            status: self.status.unwrap_or(before.status),
            audience: self.audience.applied(&before.audience, &mut faults),
            ..before.clone()
        };
        check(&after, &mut faults);
        check_answered(before, &after, &mut faults);
        faults.or(after)
    }
}

fn check(survey: &Survey, faults: &mut Faults) {
    faults.name("surveyName", &survey.name, Rule::ValidFormat);
    faults.check("surveyNameZh", Rule::of_line(&survey.name_zh));
    let description = &survey.description;
    faults.ensure(!description.is_empty(), "description", Rule::ValidFormat);
    for (field, text) in [
        ("description", description),
        ("descriptionZh", &survey.description_zh),
    ] {
        let broken = Rule::of_text(text, LONGEST_DESCRIPTION, Rule::GroupText);
        faults.check(field, broken);
    }
    let (has_link, has_questions) = (!survey.url.is_empty(), !survey.questions.is_empty());
    faults.ensure(has_link || has_questions, "url", Rule::ValidFormat);
    faults.ensure(!(has_link && has_questions), "url", Rule::LinkOrQuestions);
    // Attack T13.
    faults.ensure(!has_link || is_https(&survey.url), "url", Rule::Link);
    let questions = &survey.questions;
    faults.ensure(
        questions.len() <= MOST_QUESTIONS,
        "questions",
        Rule::Most(MOST_QUESTIONS),
    );
    for (at, question) in questions.iter().enumerate().take(MOST_QUESTIONS) {
        question.check(at, faults);
    }
    faults.ensure(survey.ends_at != 0, "endTime", Rule::ValidFormat);
    faults.ensure(
        survey.ends_at > survey.begins_at,
        "endTime",
        Rule::AfterStart,
    );
}

/// What people were asked, and what they were promised, stays once somebody has answered.
fn check_answered(before: &Survey, after: &Survey, faults: &mut Faults) {
    if before.answers == 0 {
        return;
    }
    let same = before.questions == after.questions;
    faults.ensure(same, "questions", Rule::AnsweredSurvey);
    let same = before.anonymous == after.anonymous;
    faults.ensure(same, "anonymous", Rule::AnsweredSurvey);
    let same = before.url.is_empty() == after.url.is_empty();
    faults.ensure(same, "url", Rule::AnsweredSurvey);
}

/// The audience of an answered anonymous survey stays: answers of a few chosen people would tell who said what. `after` has the
/// groups again that its editor may not learn of.
pub(super) fn check_answered_audience(before: &Survey, after: &Survey, faults: &mut Faults) {
    let may_change = before.answers == 0 || !after.anonymous;
    let stays = may_change || before.audience == after.audience;
    faults.ensure(stays, "groupIds", Rule::AnsweredSurvey);
}

impl Survey {
    /// True if people are asked at `now`.
    pub fn runs(&self, now: Millis) -> bool {
        self.status == SurveyStatus::On && self.begins_at <= now && now < self.ends_at
    }

    /// True if its answers are given here and not behind a link.
    pub fn has_questions(&self) -> bool {
        !self.questions.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::super::question::QuestionKind;
    use super::*;

    fn form() -> SurveyForm {
        SurveyForm {
            name: Some(" Tea ".to_owned()),
            description: Some("About tea.".to_owned()),
            url: Some("https://ask.example/tea".to_owned()),
            begins_at: Some(1_000),
            ends_at: Some(2_000),
            ..SurveyForm::default()
        }
    }

    fn words() -> Vec<Question> {
        vec![Question {
            kind: QuestionKind::Text,
            text: "Why?".to_owned(),
            ..Question::default()
        }]
    }

    fn refused(form: SurveyForm, before: &Survey) -> Vec<(String, Rule)> {
        let faults = form.applied(before).unwrap_err();
        let list = faults.list().iter();
        list.map(|fault| (fault.field.to_string(), fault.rule))
            .collect()
    }

    /// V-26, G-67, G-58: every box is filled.
    #[test]
    fn every_box_of_a_survey_is_filled() {
        let saved = form().applied(&Survey::default()).unwrap();
        assert_eq!((&*saved.name, saved.questions_version), ("Tea", 0));
        let empty = refused(SurveyForm::default(), &Survey::default());
        let expected = ["surveyName", "description", "url", "endTime"];
        let expected = expected.map(|field| (field.to_owned(), Rule::ValidFormat));
        assert_eq!(empty, expected);
    }

    /// Attack T13: a link is https, whatever is before it; and it is a link or questions.
    #[test]
    fn attack_t13_a_survey_has_an_https_link_or_questions() {
        for url in [
            "http://ask.example/",
            "javascript:alert(1)",
            "DATA:text/html,x",
            "//ask.example",
            "ask",
        ] {
            let bad = SurveyForm {
                url: Some(url.to_owned()),
                ..form()
            };
            let expected = [("url".to_owned(), Rule::Link)];
            assert_eq!(refused(bad, &Survey::default()), expected, "{url}");
        }
        let both = SurveyForm {
            questions: Some(words()),
            ..form()
        };
        let expected = [("url".to_owned(), Rule::LinkOrQuestions)];
        assert_eq!(refused(both, &Survey::default()), expected);
        let questions = SurveyForm {
            url: None,
            questions: Some(words()),
            ..form()
        };
        let saved = questions.applied(&Survey::default()).unwrap();
        assert_eq!(saved.questions_version, 1);
    }

    #[test]
    fn what_people_were_asked_stays_once_one_has_answered() {
        let before = Survey {
            answers: 1,
            url: String::new(),
            questions: words(),
            ..form().applied(&Survey::default()).unwrap()
        };
        let changed = SurveyForm {
            questions: Some([words(), words()].concat()),
            anonymous: Some(true),
            name: Some("Coffee".to_owned()),
            ..SurveyForm::default()
        };
        let expected = ["questions", "anonymous"];
        let expected = expected.map(|field| (field.to_owned(), Rule::AnsweredSurvey));
        assert_eq!(refused(changed.clone(), &before), expected);
        let unanswered = Survey {
            answers: 0,
            ..before.clone()
        };
        assert!(changed.applied(&unanswered).is_ok());
        let same = SurveyForm {
            questions: Some(words()),
            name: Some("Coffee".to_owned()),
            ..SurveyForm::default()
        };
        assert_eq!(same.applied(&before).unwrap().name, "Coffee");
    }

    #[test]
    fn a_survey_runs_from_its_start_until_its_end() {
        let mut survey = form().applied(&Survey::default()).unwrap();
        assert!(!survey.runs(1_500));
        survey.status = SurveyStatus::On;
        let runs: Vec<_> = [999, 1_000, 1_999, 2_000]
            .into_iter()
            .filter(|now| survey.runs(*now))
            .collect();
        assert_eq!(runs, [1_000, 1_999]);
    }
}
