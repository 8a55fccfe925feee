//! What a person is asked, and how a person answers or puts it off (contract C-115, C-119, T-52, G-58).

use jiff::tz::TimeZone;

use super::question::{GivenAnswer, checked};
use super::store;
use super::store::people::{AT_ONCE, PersonState};
use super::survey::{FEWEST, Survey, SurveyError};
use crate::announcements::{Person, Reader};
use crate::audit::AuditContext;
use crate::clock::Millis;
use crate::days::{end_of, today};
use crate::db::{DbError, Reads, WriteTx};
use crate::faults::{Faults, Rule};

/// A survey as a person meets it.
#[derive(Clone, Debug)]
pub struct ShownSurvey {
    pub survey: Survey,
    /// What the person did with it; `None` for nothing yet.
    pub state: Option<PersonState>,
}

/// What a person answers.
#[derive(Clone, Debug, Default)]
pub struct GivenAnswers {
    /// The version of the questions that the person read.
    pub questions_version: Option<i64>,
    /// One answer for each question.
    pub answers: Vec<GivenAnswer>,
}

/// The survey to offer to the person now: the oldest that runs, is for this person, and was neither answered, read nor put
/// off until later.
///
/// # Errors
/// The database failed.
pub async fn due(
    view: &mut dyn Reads,
    reader: Reader<'_>,
    now: Millis,
) -> Result<Option<Survey>, DbError> {
    let mut person = Person::of(reader);
    for page in 0.. {
        let offered = store::people::offered(view, (&reader.account.id, page), now).await?;
        for one in &offered {
            if person.is_among(view, &one.audience()).await? {
                return store::surveys::find(view, &one.id).await;
            }
        }
        if i64::try_from(offered.len()).is_ok_and(|count| count < AT_ONCE) {
            break;
        }
    }
    Ok(None)
}

/// The survey `id`, if it runs and is for this person; `None` otherwise.
///
/// # Errors
/// The database failed.
pub async fn shown(
    view: &mut dyn Reads,
    reader: Reader<'_>,
    id: &str,
    now: Millis,
) -> Result<Option<ShownSurvey>, DbError> {
    let survey = store::surveys::find(view, id).await?;
    let Some(survey) = survey.filter(|survey| survey.runs(now)) else {
        return Ok(None);
    };
    if !Person::of(reader).is_among(view, &survey.audience).await? {
        return Ok(None);
    }
    let state = store::people::state(view, (&reader.account.id, id)).await?;
    Ok(Some(ShownSurvey { survey, state }))
}

/// Notes that the person has opened the survey. One with a link is not offered again; one with questions is from tomorrow on
/// if it is not answered by then.
///
/// # Errors
/// There is no such survey for this person now.
pub async fn opened(
    tx: &mut WriteTx,
    reader: Reader<'_>,
    id: &str,
    (now, zone): (Millis, &TimeZone),
) -> Result<(), SurveyError> {
    store::surveys::hold(tx, id).await?;
    let shown = shown(tx, reader, id, now).await?;
    let survey = shown.ok_or(SurveyError::Unknown)?.survey;
    let until = survey.has_questions().then(|| tomorrow(now, zone));
    let who = (reader.account.id.as_str(), id);
    Ok(store::people::mark(tx, who, PersonState::Opened, until).await?)
}

/// Notes that the person answers later: it is offered again from tomorrow on.
///
/// # Errors
/// There is no such survey for this person now.
pub async fn put_off(
    tx: &mut WriteTx,
    reader: Reader<'_>,
    id: &str,
    (now, zone): (Millis, &TimeZone),
) -> Result<(), SurveyError> {
    store::surveys::hold(tx, id).await?;
    let shown = shown(tx, reader, id, now).await?;
    shown.ok_or(SurveyError::Unknown)?;
    let who = (reader.account.id.as_str(), id);
    let until = Some(tomorrow(now, zone));
    Ok(store::people::mark(tx, who, PersonState::Later, until).await?)
}

fn tomorrow(now: Millis, zone: &TimeZone) -> Millis {
    end_of(today(now, zone), zone)
}

/// Keeps what the person answers, once. Of a survey with a link, the person says that it is done.
///
/// # Errors
/// There is no such survey for this person now; the person has answered it; the questions changed after
/// `questions_version`; every fault of every answer.
pub async fn answer(
    tx: &mut WriteTx,
    reader: Reader<'_>,
    (id, given): (&str, GivenAnswers),
    audit: &AuditContext,
) -> Result<(), SurveyError> {
    // One after the other: what is counted, and which anonymous answers wait, belongs together.
    store::surveys::hold(tx, id).await?;
    let shown = shown(tx, reader, id, audit.now).await?;
    let ShownSurvey { survey, state } = shown.ok_or(SurveyError::Unknown)?;
    let again = || Faults::of("id", Rule::AnsweredOnce);
    if state == Some(PersonState::Done) {
        return Err(again().into());
    }
    let read = given.questions_version;
    if survey.has_questions() && read.is_some_and(|read| read != survey.questions_version) {
        return Err(Faults::of("questionsVersion", Rule::ChangedQuestions).into());
    }
    let kept = checked(&survey.questions, given.answers)?;
    if !store::people::finish(tx, (&reader.account.id, id)).await? {
        return Err(again().into());
    }
    store::surveys::count_answers(tx, id, 1).await?;
    if !survey.has_questions() {
        return Ok(());
    }
    let content = serde_json::to_string(&kept).unwrap_or_default();
    if survey.anonymous {
        return Ok(keep_anonymous(tx, id, content, audit).await?);
    }
    let answer_id = audit.random.uuid_v7(audit.now).to_string();
    let by = (reader.account.id.as_str(), audit.now);
    Ok(store::answers::insert(tx, (&answer_id, id), Some(by), &content).await?)
}

/// Keeps an answer without account and time. It waits until there are enough; then all that wait are written at once, in the
/// order of new random ids, so that neither the order of rows nor a difference of results leads to a person.
async fn keep_anonymous(
    tx: &mut WriteTx,
    survey_id: &str,
    content: String,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let mut contents = store::answers::waiting(tx, survey_id).await?;
    contents.push(content);
    if contents.len() < FEWEST {
        let content = contents.pop().unwrap_or_default();
        let id = audit.random.uuid_v4().to_string();
        return store::answers::wait(tx, (&id, survey_id), &content).await;
    }
    store::answers::forget_waiting(tx, survey_id).await?;
    let ids = contents
        .into_iter()
        .map(|content| (audit.random.uuid_v4().to_string(), content));
    let mut shuffled: Vec<(String, String)> = ids.collect();
    shuffled.sort();
    for (id, content) in &shuffled {
        store::answers::insert(tx, (id, survey_id), None, content).await?;
    }
    Ok(())
}
