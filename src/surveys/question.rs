//! The questions of a survey, and what answers them (contract V-26, V-29, G-67).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::faults::{Faults, Rule, tidied};

/// The most questions of a survey.
pub(super) const MOST_QUESTIONS: usize = 30;
/// The most options of a question.
const MOST_OPTIONS: usize = 20;
/// The most characters of a question.
const LONGEST_QUESTION: usize = 500;
/// The most characters of an answer in words.
const LONGEST_ANSWER: usize = 2_000;

/// How a question is answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    /// By one of the options.
    #[default]
    One,
    /// By some of the options.
    Several,
    /// By a number, from 1 to 5 or from 0 to 10.
    Scale,
    /// In words.
    Text,
}

/// An option of a question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Choice {
    /// What it says, of at most 100 characters.
    pub text: String,
    /// The same in Chinese; empty if it is the same.
    pub text_zh: String,
}

/// A question of a survey.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Question {
    /// How it is answered.
    pub kind: QuestionKind,
    /// What is asked, of at most 500 characters.
    pub text: String,
    /// The same in Chinese; empty if it is the same.
    pub text_zh: String,
    /// True if nobody can leave it out.
    pub required: bool,
    /// The options of a choice, 1 to 20; empty for other kinds.
    pub options: Vec<Choice>,
    /// The end of a scale: 5 for a scale from 1, 10 for a scale from 0; 0 for other kinds.
    pub most: i64,
}

/// What a person gives as the answer to a question. One of the fields is filled, or none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct GivenAnswer {
    /// The places of the chosen options, from 0.
    pub options: Option<Vec<usize>>,
    /// The number on the scale.
    pub scale: Option<i64>,
    /// The words, of at most 2,000 characters.
    pub text: Option<String>,
}

/// A checked answer as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum KeptAnswer {
    /// The places of the chosen options.
    Options(Vec<usize>),
    Scale(i64),
    Text(String),
}

impl Question {
    fn is_choice(&self) -> bool {
        matches!(self.kind, QuestionKind::One | QuestionKind::Several)
    }

    /// The numbers of its scale, or the places of its options, in their order; empty for a question in words.
    pub fn values(&self) -> Vec<i64> {
        match self.kind {
            QuestionKind::One | QuestionKind::Several => {
                (0i64..).take(self.options.len()).collect()
            }
            QuestionKind::Scale => (self.least()..=self.most).collect(),
            QuestionKind::Text => Vec::new(),
        }
    }

    /// Where its scale begins.
    pub fn least(&self) -> i64 {
        i64::from(self.most == 5)
    }

    /// The question without spaces around its texts, and without what its kind does not have.
    pub(super) fn tidied(self) -> Self {
        let option = |choice: Choice| Choice {
            text: tidied(&choice.text),
            text_zh: tidied(&choice.text_zh),
        };
        let options = if self.is_choice() {
            self.options.into_iter().map(option).collect()
        } else {
            Vec::new()
        };
        Self {
            text: tidied(&self.text),
            text_zh: tidied(&self.text_zh),
            options,
            most: if self.kind == QuestionKind::Scale {
                self.most
            } else {
                0
            },
            ..self
        }
    }

    /// Notes the faults of the question `at`.
    pub(super) fn check(&self, at: usize, faults: &mut Faults) {
        let field = |name: &str| format!("questions[{at}].{name}");
        faults.ensure(!self.text.is_empty(), field("text"), Rule::ValidFormat);
        for (name, text) in [("text", &self.text), ("textZh", &self.text_zh)] {
            let broken = Rule::of_text(text, LONGEST_QUESTION, Rule::LongReason);
            faults.check(field(name), broken);
        }
        if self.kind == QuestionKind::Scale {
            faults.ensure(matches!(self.most, 5 | 10), field("most"), Rule::Selected);
        }
        if !self.is_choice() {
            return;
        }
        faults.ensure(!self.options.is_empty(), field("options"), Rule::Selected);
        faults.ensure(
            self.options.len() <= MOST_OPTIONS,
            field("options"),
            Rule::Most(MOST_OPTIONS),
        );
        for (number, option) in self.options.iter().enumerate().take(MOST_OPTIONS) {
            let field = |name: &str| format!("questions[{at}].options[{number}].{name}");
            faults.name(field("text"), &option.text, Rule::ValidFormat);
            faults.check(field("textZh"), Rule::of_line(&option.text_zh));
        }
    }

    /// The answer as it is stored; `None` without one. Notes the faults of the answer `at`.
    fn answered(&self, at: usize, given: GivenAnswer, faults: &mut Faults) -> Option<KeptAnswer> {
        let field = format!("answers[{at}]");
        let (kept, missing) = match self.kind {
            QuestionKind::One | QuestionKind::Several => {
                let mut chosen = given.options.unwrap_or_default();
                chosen.sort_unstable();
                chosen.dedup();
                let is_good = chosen.iter().all(|place| *place < self.options.len())
                    && (self.kind == QuestionKind::Several || chosen.len() <= 1);
                faults.ensure(is_good, field.clone(), Rule::Unknown);
                let kept = (!chosen.is_empty()).then_some(KeptAnswer::Options(chosen));
                (kept, Rule::Selected)
            }
            QuestionKind::Scale => {
                let is_good = given
                    .scale
                    .is_none_or(|number| (self.least()..=self.most).contains(&number));
                faults.ensure(is_good, field.clone(), Rule::Unknown);
                (given.scale.map(KeptAnswer::Scale), Rule::Selected)
            }
            QuestionKind::Text => {
                let text = tidied(&given.text.unwrap_or_default());
                let broken = Rule::of_text(&text, LONGEST_ANSWER, Rule::GroupText);
                faults.check(field.clone(), broken);
                let kept = (!text.is_empty()).then_some(KeptAnswer::Text(text));
                (kept, Rule::ValidFormat)
            }
        };
        faults.ensure(!self.required || kept.is_some(), field, missing);
        kept
    }
}

/// The answers to all questions as they are stored, one for each.
///
/// # Errors
/// Every fault of every answer, by its place.
pub(super) fn checked(
    questions: &[Question],
    given: Vec<GivenAnswer>,
) -> Result<Vec<Option<KeptAnswer>>, Faults> {
    let mut faults = Faults::default();
    faults.ensure(given.len() <= questions.len(), "answers", Rule::Unknown);
    let mut given = given.into_iter();
    let mut kept = Vec::new();
    for (at, question) in questions.iter().enumerate() {
        let answer = given.next().unwrap_or_default();
        kept.push(question.answered(at, answer, &mut faults));
    }
    faults.or(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(kind: QuestionKind, required: bool) -> Question {
        Question {
            kind,
            text: "How is the tea?".to_owned(),
            required,
            options: vec![
                Choice {
                    text: "Good".to_owned(),
                    ..Choice::default()
                };
                2
            ],
            most: 5,
            ..Question::default()
        }
        .tidied()
    }

    fn options(places: &[usize]) -> GivenAnswer {
        GivenAnswer {
            options: Some(places.to_vec()),
            ..GivenAnswer::default()
        }
    }

    fn faults_of(question: &Question) -> Vec<(String, Rule)> {
        let mut faults = Faults::default();
        question.check(0, &mut faults);
        let list = faults.list().iter();
        list.map(|fault| (fault.field.to_string(), fault.rule))
            .collect()
    }

    /// V-26, V-29, G-67: every box is filled, and a choice has at least one option.
    #[test]
    fn every_box_is_filled_and_a_choice_has_an_option() {
        for kind in [
            QuestionKind::One,
            QuestionKind::Several,
            QuestionKind::Scale,
            QuestionKind::Text,
        ] {
            assert!(faults_of(&question(kind, false)).is_empty());
        }
        let empty = Question {
            kind: QuestionKind::Several,
            ..Question::default()
        };
        let expected = [
            ("questions[0].text".to_owned(), Rule::ValidFormat),
            ("questions[0].options".to_owned(), Rule::Selected),
        ];
        assert_eq!(faults_of(&empty), expected);
        let mut blank = question(QuestionKind::One, false);
        blank.options[1].text = String::new();
        let expected = [("questions[0].options[1].text".to_owned(), Rule::ValidFormat)];
        assert_eq!(faults_of(&blank), expected);
        let mut many = question(QuestionKind::One, false);
        many.options = vec![many.options[0].clone(); 21];
        let expected = [("questions[0].options".to_owned(), Rule::Most(20))];
        assert_eq!(faults_of(&many), expected);
        let scale = Question {
            most: 7,
            ..question(QuestionKind::Scale, false)
        };
        let expected = [("questions[0].most".to_owned(), Rule::Selected)];
        assert_eq!(faults_of(&scale), expected);
    }

    #[test]
    fn a_question_keeps_only_what_its_kind_has() {
        let text = question(QuestionKind::Text, false);
        assert_eq!((text.options.len(), text.most), (0, 0));
        assert_eq!(
            question(QuestionKind::Scale, false).values(),
            [1, 2, 3, 4, 5]
        );
        let ten = Question {
            most: 10,
            ..question(QuestionKind::Scale, false)
        };
        assert_eq!((ten.least(), ten.values().len()), (0, 11));
        assert_eq!(question(QuestionKind::One, false).values(), [0, 1]);
    }

    /// An answer that fits its question is kept; any other is refused by its place.
    #[test]
    fn answers_fit_their_questions() {
        let all = [
            question(QuestionKind::One, true),
            question(QuestionKind::Several, false),
            question(QuestionKind::Scale, true),
            question(QuestionKind::Text, true),
        ];
        let scale = |number| GivenAnswer {
            scale: Some(number),
            ..GivenAnswer::default()
        };
        let text = |text: &str| GivenAnswer {
            text: Some(text.to_owned()),
            ..GivenAnswer::default()
        };
        let kept = checked(
            &all,
            vec![
                options(&[1]),
                options(&[1, 0, 1]),
                scale(5),
                text(" yes\r\nno "),
            ],
        );
        let expected = vec![
            Some(KeptAnswer::Options(vec![1])),
            Some(KeptAnswer::Options(vec![0, 1])),
            Some(KeptAnswer::Scale(5)),
            Some(KeptAnswer::Text("yes\nno".to_owned())),
        ];
        assert_eq!(kept, Ok(expected));
        let refused = checked(&all, Vec::new()).unwrap_err();
        let found: Vec<_> = refused
            .list()
            .iter()
            .map(|one| (&*one.field, one.rule))
            .collect();
        let expected = [
            ("answers[0]", Rule::Selected),
            ("answers[2]", Rule::Selected),
            ("answers[3]", Rule::ValidFormat),
        ];
        assert_eq!(found, expected);
        for (given, at, rule) in [
            (vec![options(&[2])], "answers[0]", Rule::Unknown),
            (vec![options(&[0, 1])], "answers[0]", Rule::Unknown),
            (
                vec![options(&[0]), options(&[]), scale(6)],
                "answers[2]",
                Rule::Unknown,
            ),
            (
                vec![
                    options(&[0]),
                    options(&[]),
                    scale(1),
                    text(&"x".repeat(2_001)),
                ],
                "answers[3]",
                Rule::GroupText,
            ),
        ] {
            let refused = checked(&all, given).unwrap_err();
            let found = refused.list().iter().find(|one| one.field == at);
            assert_eq!(found.map(|one| one.rule), Some(rule), "{at}");
        }
    }

    /// What is stored is read as what it was.
    #[test]
    fn a_kept_answer_is_read_as_it_was_written() {
        let all = vec![
            None,
            Some(KeptAnswer::Options(vec![0])),
            Some(KeptAnswer::Scale(0)),
            Some(KeptAnswer::Text("5".to_owned())),
        ];
        let json = serde_json::to_string(&all).unwrap();
        assert_eq!(json, r#"[null,[0],0,"5"]"#);
        let read: Vec<Option<KeptAnswer>> = serde_json::from_str(&json).unwrap();
        assert_eq!(read, all);
    }
}
