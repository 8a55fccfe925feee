//! How administrators add, change and delete surveys (contract C-114, C-116 to C-118).

use std::collections::BTreeSet;

use super::store;
use super::survey::{Survey, SurveyError, SurveyForm, SurveyStatus, check_answered_audience};
use crate::announcements::{audience_changes, check_audience};
use crate::audit::{self, AuditContext, Change, Changes, Event, ObjectKind, changes};
use crate::clock::MINUTE;
use crate::db::ids::IDS_AT_ONCE;
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::EarlierChange;
use crate::faults::Faults;
use crate::groups::GroupSight;

/// The survey `id`, whatever its state.
///
/// # Errors
/// The database failed.
pub async fn survey(view: &mut dyn Reads, id: &str) -> Result<Option<Survey>, DbError> {
    store::surveys::find(view, id).await
}

/// The names of the surveys among `things`, as the audit log names them.
///
/// # Errors
/// The database failed.
pub async fn names_of(
    view: &mut dyn Reads,
    things: &BTreeSet<(ObjectKind, String)>,
) -> Result<Vec<(ObjectKind, String, String)>, DbError> {
    let kind = ObjectKind::Survey;
    let ids = things.iter().filter(|(of, _)| *of == kind);
    let ids: Vec<&str> = ids.map(|(_, id)| id.as_str()).collect();
    let mut named = Vec::new();
    for ids in ids.chunks(IDS_AT_ONCE) {
        let found = store::surveys::names(view, ids).await?.into_iter();
        named.extend(found.map(|(id, name)| (kind, id, name)));
    }
    Ok(named)
}

/// Adds a survey and returns it. It begins now unless the form says when.
///
/// # Errors
/// All faults of the form.
pub async fn add_survey(
    tx: &mut WriteTx,
    form: SurveyForm,
    sight: &GroupSight,
    audit: &AuditContext,
) -> Result<Survey, SurveyError> {
    let empty = Survey {
        begins_at: audit.now - audit.now.rem_euclid(MINUTE),
        ..Survey::default()
    };
    let new = changed(tx, &empty, form, sight).await?;
    let new = Survey {
        id: audit.random.uuid_v7(audit.now).to_string(),
        created_at: audit.now,
        version: 1,
        ..new
    };
    store::surveys::insert(tx, &new).await?;
    let changes = survey_changes(&Survey::default(), &new).of_new();
    record(tx, &new.id, Change::Created, changes, audit).await?;
    Ok(new)
}

/// Changes the survey `id`, all or nothing, and returns its new state. Groups of its audience that the caller may not learn of
/// stay. Questions, and whether it is anonymous, stay once somebody has answered.
///
/// # Errors
/// Every fault of every field; a `version` that is not the newest.
pub async fn update_survey(
    tx: &mut WriteTx,
    (id, version): (&str, Option<i64>),
    form: SurveyForm,
    sight: &GroupSight,
    audit: &AuditContext,
) -> Result<Survey, SurveyError> {
    let before = store::surveys::hold(tx, id).await?;
    let before = before.ok_or(SurveyError::Unknown)?;
    if version.is_some_and(|read| read != before.version) {
        let at = before.changed_at.unwrap_or(before.created_at);
        let earlier = EarlierChange::of(tx, before.changed_by.as_deref(), at).await?;
        return Err(SurveyError::Conflict(earlier));
    }
    let after = changed(tx, &before, form, sight).await?;
    let changes = survey_changes(&before, &after);
    if changes.is_empty() {
        return Ok(after);
    }
    let change = match (changes.names().as_slice(), after.status) {
        (["status"], SurveyStatus::On) => Change::Enabled,
        (["status"], SurveyStatus::Off) => Change::Disabled,
        _ => Change::Updated,
    };
    store::surveys::update(tx, &after, audit.actor(), audit.now).await?;
    record(tx, id, change, changes, audit).await?;
    let saved = store::surveys::find(tx, id).await?;
    saved.ok_or(SurveyError::Unknown)
}

/// Deletes the survey `id`. Its answers, and who has answered, are deleted after it, some rows at a time; nobody can read them
/// meanwhile.
///
/// # Errors
/// There is no such survey.
pub async fn delete_survey(
    tx: &mut WriteTx,
    id: &str,
    audit: &AuditContext,
) -> Result<(), SurveyError> {
    let before = store::surveys::hold(tx, id).await?;
    let before = before.ok_or(SurveyError::Unknown)?;
    store::surveys::delete(tx, id).await?;
    store::answers::forget_waiting(tx, id).await?;
    store::sweeping::later(tx, id, audit.now).await?;
    let changes = survey_changes(&before, &Survey::default());
    Ok(record(tx, id, Change::Deleted, changes, audit).await?)
}

/// Records that a person reads what others answered: in a file, or on the screen where a survey names them.
///
/// # Errors
/// The database failed.
pub async fn record_reading(
    tx: &mut WriteTx,
    id: &str,
    as_file: bool,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let id = id.to_owned();
    let event = Event::SurveyResultsRead { id, as_file };
    audit::record(tx, &audit.entry(event)).await
}

/// `before` with `form` applied and checked.
async fn changed(
    view: &mut dyn Reads,
    before: &Survey,
    form: SurveyForm,
    sight: &GroupSight,
) -> Result<Survey, SurveyError> {
    let names_groups = form.audience.group_ids.is_some();
    let mut after = form.applied(before)?;
    let mut faults = Faults::default();
    let sight = names_groups.then_some(sight);
    let audience = (&before.audience, &mut after.audience);
    check_audience(view, audience, sight, &mut faults).await?;
    check_answered_audience(before, &after, &mut faults);
    Ok(faults.or(after)?)
}

async fn record(
    tx: &mut WriteTx,
    id: &str,
    change: Change,
    changes: Changes,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let event = Event::SurveyChanged {
        id: id.to_owned(),
        change,
        changes,
    };
    audit::record(tx, &audit.entry(event)).await
}

fn survey_changes(old: &Survey, new: &Survey) -> Changes {
    let own = changes!(
        Survey {
            id: skipped,
            name: recorded,
            name_zh: recorded,
            description: recorded,
            description_zh: recorded,
            url: recorded,
            questions: recorded,
            questions_version: skipped,
            anonymous: recorded,
            begins_at: recorded,
            ends_at: recorded,
            status: recorded,
            // Each part is recorded by its own name.
            audience: skipped,
            answers: skipped,
            created_at: skipped,
            version: skipped,
            changed_at: skipped,
            changed_by: skipped,
        },
        old,
        new
    );
    own.and(audience_changes(&old.audience, &new.audience))
}
