//! What a person is asked, and answers (contract C-115, E-27, D-13, T-52).

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bodies::SurveyQuery;
use crate::announcements::Reader;
use crate::calls::{Caller, WritingCaller, operation};
use crate::days::minute;
use crate::http::envelope::{Answer, Answered, ApiError, Empty};
use crate::http::fields::{Fields, optional_integer};
use crate::i18n::language::Language;
use crate::state::AppState;
use crate::surveys::{
    self, GivenAnswer, GivenAnswers, PersonState, Question, ShownSurvey, Survey, SurveyError,
};

/// A survey that is offered to a person.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SurveyMessage {
    /// The survey's id.
    pub id: String,
    /// What `message/read` takes; the same as `id`.
    pub message_id: String,
    /// Its name in the reader's language.
    pub survey_name: String,
    /// What it is about, in the reader's language.
    pub description: String,
    /// Where it is answered: its link, or our own page.
    pub url: String,
    /// True if it is answered on our own page.
    pub own: bool,
    /// True if answers hold no account and no time.
    pub anonymous: bool,
}

impl SurveyMessage {
    fn of(one: Survey, language: Language, state: &AppState) -> Self {
        let own = one.has_questions();
        Self {
            url: if own {
                state.address(&format!("/surveys/{}", one.id))
            } else {
                one.url
            },
            message_id: one.id.clone(),
            id: one.id,
            survey_name: language.of_two(one.name, one.name_zh),
            description: language.of_two(one.description, one.description_zh),
            own,
            anonymous: one.anonymous,
        }
    }
}

/// Survey pop-up
///
/// The oldest survey for the caller that runs and was neither answered, read nor put off until tomorrow, or null. This call only
/// reads: `survey/later` puts it off, and `message/read` notes that its link was opened.
#[operation(tag = "surveys")]
pub async fn survey_pop_up(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
) -> Answered<Option<SurveyMessage>> {
    let (account, now, language) = (caller.account(), caller.now, caller.language);
    let reader = Reader {
        account: &account,
        clients: &state.clients,
    };
    let due = surveys::due(caller.view(), reader, now).await?;
    Ok(Answer(
        due.map(|due| SurveyMessage::of(due, language, &state)),
    ))
}

/// A survey as the person who answers it reads it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SurveyToAnswer {
    /// The survey's id.
    pub id: String,
    /// Its name in the reader's language.
    pub survey_name: String,
    /// What it is about, in the reader's language.
    pub description: String,
    /// Where it is answered; empty if it has questions.
    pub url: String,
    /// Its questions, each text in the reader's language.
    pub questions: Vec<Question>,
    /// The version of the questions, for `survey/answer`.
    pub questions_version: i64,
    /// True if answers hold no account and no time.
    pub anonymous: bool,
    /// When it ends, as `yyyy-MM-dd HH:mm` in the server's time zone.
    pub end_time: String,
    /// The same, in milliseconds since 1970.
    pub ends_at: i64,
    /// What the caller did with it; null for nothing yet.
    pub state: Option<PersonState>,
}

impl SurveyToAnswer {
    fn of(shown: ShownSurvey, language: Language, state: &AppState) -> Self {
        let ShownSurvey {
            survey: one,
            state: did,
        } = shown;
        let question = |mut question: Question| {
            let chinese = std::mem::take(&mut question.text_zh);
            question.text = language.of_two(question.text, chinese);
            for option in &mut question.options {
                let chinese = std::mem::take(&mut option.text_zh);
                option.text = language.of_two(std::mem::take(&mut option.text), chinese);
            }
            question
        };
        Self {
            id: one.id,
            survey_name: language.of_two(one.name, one.name_zh),
            description: language.of_two(one.description, one.description_zh),
            url: one.url,
            questions: one.questions.into_iter().map(question).collect(),
            questions_version: one.questions_version,
            anonymous: one.anonymous,
            end_time: minute(one.ends_at, &state.zone),
            ends_at: one.ends_at,
            state: did,
        }
    }
}

/// Survey to answer
///
/// Only a survey that runs and is for the caller; any other is as unknown as none.
#[operation(tag = "surveys", params(SurveyQuery))]
pub async fn survey_to_answer(
    State(state): State<Arc<AppState>>,
    mut caller: Caller,
    Fields(query): Fields<SurveyQuery>,
) -> Answered<SurveyToAnswer> {
    let (account, now, language) = (caller.account(), caller.now, caller.language);
    let reader = Reader {
        account: &account,
        clients: &state.clients,
    };
    let shown = surveys::shown(caller.view(), reader, &query.id, now).await?;
    let shown = shown.ok_or(ApiError::illegal("id"))?;
    Ok(Answer(SurveyToAnswer::of(shown, language, &state)))
}

/// A survey to put off.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LaterSurveyBody {
    /// The survey's id.
    pub id: String,
}

/// Answer a survey later
///
/// It is offered again from tomorrow on, in the server's time zone.
#[operation(tag = "surveys", request_body = LaterSurveyBody)]
pub async fn survey_later(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<LaterSurveyBody>,
) -> Answered<Empty> {
    let account = caller.account();
    let put_off = caller.write::<_, SurveyError, _>(move |tx, audit| {
        Box::pin(async move {
            let reader = Reader {
                account: &account,
                clients: &state.clients,
            };
            surveys::put_off(tx, reader, &body.id, (audit.now, &state.zone)).await
        })
    });
    put_off.await?;
    Ok(Answer(Empty))
}

/// What the caller answers.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AnswerSurveyBody {
    /// The survey's id.
    pub id: String,
    /// The version of the questions that you read. If it is missing, the present questions count.
    #[serde(deserialize_with = "optional_integer")]
    pub questions_version: Option<i64>,
    /// One answer for each question, in their order; none for a survey with a link.
    pub answers: Vec<GivenAnswer>,
}

/// Answer a survey
///
/// Once. Faults are named `answers[0]` and so on. Of an anonymous survey, nothing is kept that leads from the answer to the
/// caller. For a survey with a link, this says that it is done.
#[operation(tag = "surveys", request_body = AnswerSurveyBody)]
pub async fn survey_answer(
    State(state): State<Arc<AppState>>,
    caller: WritingCaller,
    Fields(body): Fields<AnswerSurveyBody>,
) -> Answered<Empty> {
    let account = caller.account();
    let answered = caller.write::<_, SurveyError, _>(move |tx, audit| {
        Box::pin(async move {
            let reader = Reader {
                account: &account,
                clients: &state.clients,
            };
            let given = GivenAnswers {
                questions_version: body.questions_version,
                answers: body.answers,
            };
            surveys::answer(tx, reader, (&body.id, given), audit).await
        })
    });
    answered.await?;
    Ok(Answer(Empty))
}
