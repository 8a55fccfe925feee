//! What people answered, for administrators.

use std::collections::{BTreeSet, HashMap};

use serde::Serialize;
use utoipa::ToSchema;

use super::bodies::SurveyQuery;
use crate::calls::{WritingCaller, operation};
use crate::db::DbError;
use crate::directory::{self, PersonName};
use crate::http::envelope::{Answer, Answered, ApiError};
use crate::http::fields::Fields;
use crate::i18n::language::Language;
use crate::surveys::{
    self, FEWEST, Question, QuestionKind, QuestionResult, Results, Survey, TextAnswer,
};

/// How often an option or a number was chosen.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ResultCount {
    /// The option in the reader's language, or the number.
    pub text: String,
    /// How many people chose it.
    pub count: i64,
}

/// An answer in words.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ResultText {
    /// The words.
    pub text: String,
    /// Who wrote them; empty in an anonymous survey.
    pub by: String,
    /// When, in milliseconds since 1970; null in an anonymous survey.
    pub at: Option<i64>,
}

/// What people answered to a question.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SurveyQuestionResult {
    /// How it is answered.
    pub kind: QuestionKind,
    /// The question in the reader's language.
    pub text: String,
    /// How many people have answered it.
    pub answered: i64,
    /// The options or numbers, in their order; empty for a question in words.
    pub counts: Vec<ResultCount>,
    /// Answers in words, at most 200; the file has all.
    pub texts: Vec<ResultText>,
}

/// The results of a survey.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SurveyResults {
    /// The survey's id.
    pub id: String,
    /// Its name in the reader's language.
    pub survey_name: String,
    /// True if answers hold no account and no time. Then results begin with five answers and change by five.
    pub anonymous: bool,
    /// True if it has questions of its own, whose results are here.
    pub own: bool,
    /// How many people have opened it and not answered it.
    pub opened: i64,
    /// How many people have put it off.
    pub later: i64,
    /// How many people have answered it.
    pub done: i64,
    /// How many answers are counted here.
    pub shown: i64,
    /// By how many answers the results of an anonymous survey change.
    pub step: i64,
    /// One for each question.
    pub questions: Vec<SurveyQuestionResult>,
}

impl SurveyResults {
    fn of(
        survey: Survey,
        found: Results,
        names: &HashMap<String, PersonName>,
        language: Language,
    ) -> Self {
        let all = survey.questions.into_iter().zip(found.questions);
        let question = |(question, result)| question_result(question, result, names, language);
        Self {
            id: survey.id,
            own: survey.url.is_empty(),
            survey_name: language.of_two(survey.name, survey.name_zh),
            anonymous: survey.anonymous,
            opened: found.opened,
            later: found.later,
            done: found.done,
            shown: found.shown,
            step: i64::try_from(FEWEST).unwrap_or_default(),
            questions: all.map(question).collect(),
        }
    }
}

fn question_result(
    question: Question,
    result: QuestionResult,
    names: &HashMap<String, PersonName>,
    language: Language,
) -> SurveyQuestionResult {
    let values: Vec<String> = if question.kind == QuestionKind::Scale {
        question.values().iter().map(i64::to_string).collect()
    } else {
        let options = question.options.into_iter();
        let text = |option: surveys::Choice| language.of_two(option.text, option.text_zh);
        options.map(text).collect()
    };
    let count = |(text, count)| ResultCount { text, count };
    let text = |answer: TextAnswer| ResultText {
        by: answer
            .account_id
            .and_then(|id| names.get(&id))
            .map(|person| person.name.clone())
            .unwrap_or_default(),
        at: answer.answered_at,
        text: answer.text,
    };
    SurveyQuestionResult {
        kind: question.kind,
        text: language.of_two(question.text, question.text_zh),
        answered: result.answered,
        counts: values.into_iter().zip(result.counts).map(count).collect(),
        texts: result.texts.into_iter().map(text).collect(),
    }
}

/// Survey results
///
/// How many people have opened, put off and answered it, and what they answered. Of an anonymous survey, results begin with five
/// answers and change by five at a time. Reading a survey that names people is recorded.
#[operation(tag = "surveys", params(SurveyQuery))]
pub async fn survey_results(
    mut caller: WritingCaller,
    Fields(query): Fields<SurveyQuery>,
) -> Answered<SurveyResults> {
    let found = surveys::survey(caller.view(), &query.id).await?;
    let survey = found.ok_or(ApiError::illegal("id"))?;
    let results = surveys::results(caller.view(), &survey).await?;
    let texts = results.questions.iter().flat_map(|one| &one.texts);
    let people: BTreeSet<String> = texts.filter_map(|text| text.account_id.clone()).collect();
    let names = directory::names_of(caller.view(), &people).await?;
    let language = caller.language;
    if !survey.anonymous {
        let id = survey.id.clone();
        let recorded = caller.write::<_, DbError, _>(move |tx, audit| {
            Box::pin(async move { surveys::record_reading(tx, &id, false, audit).await })
        });
        recorded.await?;
    }
    Ok(Answer(SurveyResults::of(survey, results, &names, language)))
}
