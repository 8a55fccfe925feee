//! The answers to a survey as a file, with a line for each answer and a column for each question.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream::try_unfold;

use super::bodies::SurveyQuery;
use crate::calls::download::begin;
use crate::calls::{Writer, WritingCaller, operation};
use crate::days::utc;
use crate::db::DbError;
use crate::http::csv;
use crate::http::envelope::ApiError;
use crate::http::fields::Fields;
use crate::i18n::language::Language;
use crate::state::AppState;
use crate::state::exports::RunningExport;
use crate::surveys::{self, KeptAnswer, Question, Survey, SurveyAnswer};

/// Download the answers to a survey
///
/// A line for each answer that results show, with a column for each question. Of a survey that names people, also who answered
/// and when. The download is recorded.
#[operation(tag = "surveys", params(SurveyQuery))]
pub async fn survey_export(
    State(state): State<Arc<AppState>>,
    mut caller: WritingCaller,
    Fields(query): Fields<SurveyQuery>,
) -> Result<Response, ApiError> {
    let found = surveys::survey(caller.view(), &query.id).await?;
    let survey = found.ok_or(ApiError::illegal("id"))?;
    let language = caller.language;
    let caller = caller.end_view();
    let running = begin(&state, &caller)?;
    let id = survey.id.clone();
    caller
        .write::<_, DbError, _>(move |tx, audit| {
            Box::pin(async move { surveys::record_reading(tx, &id, true, audit).await })
        })
        .await?;
    let headers = [
        (CONTENT_TYPE, csv::MEDIA_TYPE),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (
            CONTENT_DISPOSITION,
            HeaderValue::from_static("attachment; filename=\"survey-answers.csv\""),
        ),
    ];
    let pieces = Pieces {
        caller,
        survey,
        language,
        running,
        after: None,
    };
    let body = Body::from_stream(try_unfold(pieces, Pieces::next));
    Ok((headers, body).into_response())
}

/// The rest of the file.
struct Pieces {
    caller: Writer,
    survey: Survey,
    language: Language,
    running: RunningExport,
    /// The answer after which the next piece begins; `None` before the headings.
    after: Option<String>,
}

/// Why the file stops early.
#[derive(Debug, thiserror::Error)]
enum Broken {
    #[error("its reader may not go on: {0:?}")]
    NotAllowed(ApiError),
    #[error(transparent)]
    Db(#[from] DbError),
}

impl Pieces {
    /// The next piece. An error breaks off the response, so that nobody takes an incomplete file for the whole.
    async fn next(mut self) -> Result<Option<(Bytes, Self)>, Broken> {
        let Some(after) = self.after.take() else {
            self.after = Some(String::new());
            let headings = self.headings();
            let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
            return Ok(Some((csv::head(&headings).into(), self)));
        };
        let piece = self.piece(&after).await.inspect_err(|error| {
            tracing::warn!(%error, "an export broke off");
        })?;
        Ok(piece.map(|piece| (piece.into(), self)))
    }

    /// The next lines; `None` at the end.
    async fn piece(&mut self, after: &str) -> Result<Option<Vec<u8>>, Broken> {
        let turn = self.running.turn().await;
        let mut view = self.caller.uncounted_view().await?;
        let checked = self.caller.still_allowed(&mut view).await;
        checked.map_err(Broken::NotAllowed)?;
        let answers = surveys::answers_after(&mut view, &self.survey, after).await?;
        drop((view, turn));
        let Some(last) = answers.last() else {
            return Ok(None);
        };
        self.after = Some(last.id.clone());
        let cells = answers.into_iter().map(|answer| self.cells(answer));
        Ok(Some(csv::lines(cells.collect::<Vec<_>>())))
    }

    fn headings(&self) -> Vec<String> {
        let named = ["username", "fullName", "answeredAt"].map(str::to_owned);
        let mut headings = if self.survey.anonymous {
            Vec::new()
        } else {
            named.to_vec()
        };
        let questions = self.survey.questions.iter();
        headings.extend(questions.map(|one| self.of_two(&one.text, &one.text_zh)));
        headings
    }

    fn cells(&self, answer: SurveyAnswer) -> Vec<String> {
        let mut cells = Vec::new();
        if !self.survey.anonymous {
            let (username, name) = answer
                .author
                .map(|person| (person.username, person.name))
                .unwrap_or_default();
            let at = answer.answered_at.map(utc).unwrap_or_default();
            cells.extend([username, name, at]);
        }
        let all = self.survey.questions.iter().zip(answer.answers);
        cells.extend(all.map(|(question, answer)| self.cell(question, answer)));
        cells
    }

    fn cell(&self, question: &Question, answer: Option<KeptAnswer>) -> String {
        match answer {
            None => String::new(),
            Some(KeptAnswer::Text(text)) => text,
            Some(KeptAnswer::Scale(number)) => number.to_string(),
            Some(KeptAnswer::Options(places)) => {
                let options = places
                    .iter()
                    .filter_map(|place| question.options.get(*place));
                let texts = options.map(|option| self.of_two(&option.text, &option.text_zh));
                texts.collect::<Vec<_>>().join(" | ")
            }
        }
    }

    fn of_two(&self, first: &str, chinese: &str) -> String {
        self.language.of_two(first.to_owned(), chinese.to_owned())
    }
}
