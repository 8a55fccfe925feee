//! What people answered. Anonymous answers are shown from five on, and five at a time (decision 0091).

use std::collections::BTreeSet;

use super::question::{KeptAnswer, Question};
use super::store;
use super::store::answers::AnswerRow;
use super::store::people::PersonState;
use super::survey::Survey;
use crate::clock::Millis;
use crate::db::{DbError, Reads};
use crate::directory::{self, PersonName};

/// Answers that are read at once.
const AT_ONCE: i64 = 500;
/// The most answers in words of a question that results list; the file has all.
const MOST_TEXTS: usize = 200;

/// The results of a survey.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// How many people have opened it and not answered it.
    pub opened: i64,
    /// How many people have put it off.
    pub later: i64,
    /// How many people have answered it.
    pub done: i64,
    /// How many answers are counted here.
    pub shown: i64,
    /// One for each question.
    pub questions: Vec<QuestionResult>,
}

/// What people answered to a question.
#[derive(Clone, Debug, Default)]
pub struct QuestionResult {
    /// How many have answered it.
    pub answered: i64,
    /// How often each option or number was chosen, in their order.
    pub counts: Vec<i64>,
    /// Some of the answers in words.
    pub texts: Vec<TextAnswer>,
}

/// An answer in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextAnswer {
    pub text: String,
    /// Who wrote it, in a survey that names people.
    pub account_id: Option<String>,
    /// When.
    pub answered_at: Option<Millis>,
}

/// An answer with the name of its author, if the survey names people.
#[derive(Clone, Debug)]
pub struct SurveyAnswer {
    /// Where the next answers begin.
    pub id: String,
    pub author: Option<PersonName>,
    pub answered_at: Option<Millis>,
    /// One for each question.
    pub answers: Vec<Option<KeptAnswer>>,
}

/// The results of `survey`, read answer by answer.
///
/// # Errors
/// The database failed.
pub async fn results(view: &mut dyn Reads, survey: &Survey) -> Result<Results, DbError> {
    let mut found = Results {
        questions: survey.questions.iter().map(empty).collect(),
        ..Results::default()
    };
    for (state, people) in store::people::counts(view, &survey.id).await? {
        match state {
            PersonState::Opened => found.opened = people,
            PersonState::Later => found.later = people,
            PersonState::Done => found.done = people,
        }
    }
    let mut after = String::new();
    loop {
        let rows = store::answers::page(view, (&survey.id, &after), AT_ONCE).await?;
        let Some(last) = rows.last() else {
            return Ok(found);
        };
        after.clone_from(&last.id);
        for row in rows {
            found.shown += 1;
            let author = (row.account_id.clone(), row.answered_at);
            let answers = row.answers().into_iter();
            let all = survey.questions.iter().zip(&mut found.questions);
            for ((question, result), answer) in all.zip(answers) {
                result.count(question, answer, &author);
            }
        }
    }
}

fn empty(question: &Question) -> QuestionResult {
    QuestionResult {
        counts: vec![0; question.values().len()],
        ..QuestionResult::default()
    }
}

impl QuestionResult {
    fn count(
        &mut self,
        question: &Question,
        answer: Option<KeptAnswer>,
        (account_id, answered_at): &(Option<String>, Option<Millis>),
    ) {
        let Some(answer) = answer else {
            return;
        };
        self.answered += 1;
        match answer {
            KeptAnswer::Options(places) => {
                for place in places {
                    self.count_up(place);
                }
            }
            KeptAnswer::Scale(number) => {
                let place = usize::try_from(number - question.least());
                self.count_up(place.unwrap_or(usize::MAX));
            }
            KeptAnswer::Text(text) if self.texts.len() < MOST_TEXTS => {
                self.texts.push(TextAnswer {
                    text,
                    account_id: account_id.clone(),
                    answered_at: *answered_at,
                });
            }
            KeptAnswer::Text(_) => {}
        }
    }

    fn count_up(&mut self, place: usize) {
        if let Some(count) = self.counts.get_mut(place) {
            *count += 1;
        }
    }
}

/// The next answers of `survey` for a file, after the answer `after`; empty at the end.
///
/// # Errors
/// The database failed.
pub async fn answers_after(
    view: &mut dyn Reads,
    survey: &Survey,
    after: &str,
) -> Result<Vec<SurveyAnswer>, DbError> {
    let rows = store::answers::page(view, (&survey.id, after), AT_ONCE).await?;
    let people: BTreeSet<String> = rows
        .iter()
        .filter_map(|row| row.account_id.clone())
        .collect();
    let names = directory::names_of(view, &people).await?;
    let answer = |row: AnswerRow| SurveyAnswer {
        author: row
            .account_id
            .as_ref()
            .and_then(|id| names.get(id))
            .cloned(),
        answered_at: row.answered_at,
        answers: row.answers(),
        id: row.id,
    };
    Ok(rows.into_iter().map(answer).collect())
}
