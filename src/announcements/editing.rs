//! How administrators add, change and delete announcements (contract C-105, C-108 to C-111).

use std::collections::BTreeSet;

use super::announcement::{
    Announcement, AnnouncementError, AnnouncementForm, AnnouncementPart, AnnouncementStatus,
};
use super::audience::{Audience, MOST_IDS};
use super::pictures::pictures_of;
use super::store;
use crate::audit::{self, AuditContext, Change, Changes, Event, ObjectKind, changes};
use crate::catalogue::products;
use crate::clock::MINUTE;
use crate::db::ids::IDS_AT_ONCE;
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::{EarlierChange, organisations};
use crate::faults::{Faults, Rule};
use crate::files::references::{self, Owner};
use crate::groups::{self, GroupSight};

/// What the caller may do in addition to changing announcements that are off.
#[derive(Clone, Debug)]
pub struct AnnouncementLimits {
    /// Switch announcements on and off, and change them while they are on.
    pub status: bool,
    /// Write the line on the sign-in pages, and change or switch on an announcement that has one.
    pub sign_in_line: bool,
    /// Which groups the caller may learn of.
    pub groups: GroupSight,
}

/// The announcement `id`, whatever its state.
///
/// # Errors
/// The database failed.
pub async fn announcement(view: &mut dyn Reads, id: &str) -> Result<Option<Announcement>, DbError> {
    store::announcements::find(view, id).await
}

/// The titles of the announcements among `things`, as the audit log names them.
///
/// # Errors
/// The database failed.
pub async fn names_of(
    view: &mut dyn Reads,
    things: &BTreeSet<(ObjectKind, String)>,
) -> Result<Vec<(ObjectKind, String, String)>, DbError> {
    let kind = ObjectKind::Announcement;
    let ids = things.iter().filter(|(of, _)| *of == kind);
    let ids: Vec<&str> = ids.map(|(_, id)| id.as_str()).collect();
    let mut named = Vec::new();
    for ids in ids.chunks(IDS_AT_ONCE) {
        let found = store::announcements::titles(view, ids).await?.into_iter();
        named.extend(found.map(|(id, title)| (kind, id, title)));
    }
    Ok(named)
}

/// Adds an announcement and returns it. It begins now unless the form says when.
///
/// # Errors
/// All faults of the form; a part that the caller may not set.
pub async fn add_announcement(
    tx: &mut WriteTx,
    form: AnnouncementForm,
    may_change: &AnnouncementLimits,
    audit: &AuditContext,
) -> Result<Announcement, AnnouncementError> {
    let empty = Announcement {
        launch_at: audit.now - audit.now.rem_euclid(MINUTE),
        ..Announcement::default()
    };
    let new = changed(tx, &empty, form, &may_change.groups).await?;
    may_change.check(&empty, &new)?;
    let new = Announcement {
        id: audit.random.uuid_v7(audit.now).to_string(),
        created_at: audit.now,
        version: 1,
        ..new
    };
    store::announcements::insert(tx, &new).await?;
    use_pictures(tx, &new, audit).await?;
    let changes = announcement_changes(&Announcement::default(), &new).of_new();
    record(tx, &new.id, Change::Created, changes, audit).await?;
    Ok(new)
}

/// Changes the announcement `id`, all or nothing, and returns its new state. Groups of its audience that the caller may not
/// learn of stay.
///
/// # Errors
/// Every fault of every field; a `version` that is not the newest; a part that the caller may not change.
pub async fn update_announcement(
    tx: &mut WriteTx,
    (id, version): (&str, Option<i64>),
    form: AnnouncementForm,
    may_change: &AnnouncementLimits,
    audit: &AuditContext,
) -> Result<Announcement, AnnouncementError> {
    let before = hold(tx, id).await?;
    if version.is_some_and(|read| read != before.version) {
        let at = before.changed_at.unwrap_or(before.created_at);
        let earlier = EarlierChange::of(tx, before.changed_by.as_deref(), at).await?;
        return Err(AnnouncementError::Conflict(earlier));
    }
    let after = changed(tx, &before, form, &may_change.groups).await?;
    may_change.check(&before, &after)?;
    save(tx, &before, after, Change::Updated, audit).await
}

/// Switches the announcement `id` on or off and returns its new state. Switching off needs no right to write a
/// line of the sign-in pages, because it takes one away.
///
/// # Errors
/// There is no such announcement; it has a line that the caller may not write.
pub async fn set_announcement_status(
    tx: &mut WriteTx,
    (id, status): (&str, AnnouncementStatus),
    may_change: &AnnouncementLimits,
    audit: &AuditContext,
) -> Result<Announcement, AnnouncementError> {
    let before = hold(tx, id).await?;
    let after = Announcement {
        status,
        ..before.clone()
    };
    let change = match status {
        AnnouncementStatus::On => {
            may_change.check(&before, &after)?;
            Change::Enabled
        }
        AnnouncementStatus::Off => Change::Disabled,
    };
    save(tx, &before, after, change, audit).await
}

/// Deletes the announcement `id`. Who has read it is forgotten later, a few rows at a time.
///
/// # Errors
/// There is no such announcement.
pub async fn delete_announcement(
    tx: &mut WriteTx,
    id: &str,
    audit: &AuditContext,
) -> Result<(), AnnouncementError> {
    let before = hold(tx, id).await?;
    store::announcements::delete(tx, id).await?;
    references::set(tx, owner(id), &[], None, audit.now).await?;
    store::reads::forget(tx, id, audit.now).await?;
    let changes = announcement_changes(&before, &Announcement::default());
    record(tx, id, Change::Deleted, changes, audit).await?;
    Ok(())
}

impl AnnouncementLimits {
    /// Refuses a change that the caller may not make. What people see now, or will see without another step, changes only
    /// with the right to switch; what has a line of the sign-in pages only with the right to write one.
    fn check(&self, before: &Announcement, after: &Announcement) -> Result<(), AnnouncementError> {
        if before == after {
            return Ok(());
        }
        let is_out = |one: &Announcement| one.status == AnnouncementStatus::On;
        let part = if !self.status && (is_out(before) || is_out(after)) {
            AnnouncementPart::Status
        } else if !self.sign_in_line && (before.has_line() || after.has_line()) {
            AnnouncementPart::SignInLine
        } else {
            return Ok(());
        };
        Err(AnnouncementError::NotAllowed(part))
    }
}

async fn hold(tx: &mut WriteTx, id: &str) -> Result<Announcement, AnnouncementError> {
    let held = store::announcements::hold(tx, id).await?;
    held.ok_or(AnnouncementError::Unknown)
}

/// `before` with `form` applied and checked.
async fn changed(
    view: &mut dyn Reads,
    before: &Announcement,
    form: AnnouncementForm,
    sight: &GroupSight,
) -> Result<Announcement, AnnouncementError> {
    let names_groups = form.audience.group_ids.is_some();
    let mut after = form.applied(before)?;
    let mut faults = Faults::default();
    let sight = names_groups.then_some(sight);
    let audience = (&before.audience, &mut after.audience);
    check_audience(view, audience, sight, &mut faults).await?;
    Ok(faults.or(after)?)
}

/// Checks an audience that a form changed from the first to the second: what is newly named must exist. With `sight`, which
/// is for a form that names groups, a group that its author may not learn of is unknown, and stays if it was there.
///
/// # Errors
/// The database failed.
pub async fn check_audience(
    view: &mut dyn Reads,
    (before, after): (&Audience, &mut Audience),
    sight: Option<&GroupSight>,
    faults: &mut Faults,
) -> Result<(), DbError> {
    check_named(view, before, after, faults).await?;
    match sight {
        Some(sight) => {
            let groups = (&before.group_ids[..], &mut after.group_ids);
            check_groups(view, groups, sight, faults).await
        }
        None => Ok(()),
    }
}

/// What is newly named must exist. What was deleted since may stay: nobody belongs to it.
async fn check_named(
    view: &mut dyn Reads,
    before: &Audience,
    after: &Audience,
    faults: &mut Faults,
) -> Result<(), DbError> {
    let code = &after.app_name;
    let is_new = !code.is_empty() && *code != before.app_name;
    if is_new && !products::has_code(view, code).await? {
        faults.add("appName", Rule::Listed);
    }
    for (field, kind, old, new) in [
        (
            "clientIds",
            ObjectKind::Company,
            &before.company_ids,
            &after.company_ids,
        ),
        (
            "agencyIds",
            ObjectKind::Agency,
            &before.agency_ids,
            &after.agency_ids,
        ),
    ] {
        let added = added(old, new).map(|id| (kind, id)).collect();
        let known = organisations::names_of(view, &added).await?;
        let known = known.iter().filter(|(of, ..)| *of == kind).count();
        faults.ensure(known == added.len(), field, Rule::Listed);
    }
    Ok(())
}

/// A group that the caller may not learn of is unknown in `new`, also if it is in `old`, where it stays without being named.
async fn check_groups(
    view: &mut dyn Reads,
    (old, new): (&[String], &mut Vec<String>),
    sight: &GroupSight,
    faults: &mut Faults,
) -> Result<(), DbError> {
    let all = old.iter().chain(new.iter()).cloned().collect();
    let seen = groups::names_seen(view, &all, sight).await?;
    let is_known = new.iter().all(|id| {
        let may_stay = sight.every && old.contains(id);
        may_stay || seen.get(id).is_some_and(|group| !group.deleted)
    });
    faults.ensure(is_known, "groupIds", Rule::Listed);
    if !sight.every {
        let unseen = old.iter().filter(|id| !seen.contains_key(*id));
        new.extend(unseen.cloned());
        new.sort();
        new.dedup();
        faults.ensure(new.len() <= MOST_IDS, "groupIds", Rule::Most(MOST_IDS));
    }
    Ok(())
}

fn added<'a>(old: &'a [String], new: &'a [String]) -> impl Iterator<Item = String> + 'a {
    new.iter().filter(|id| !old.contains(id)).cloned()
}

/// Stores `after` with a new version and an audit entry. Does nothing if nothing changed.
async fn save(
    tx: &mut WriteTx,
    before: &Announcement,
    after: Announcement,
    change: Change,
    audit: &AuditContext,
) -> Result<Announcement, AnnouncementError> {
    let changes = announcement_changes(before, &after);
    if changes.is_empty() {
        return Ok(after);
    }
    store::announcements::update(tx, &after, audit.actor(), audit.now).await?;
    use_pictures(tx, &after, audit).await?;
    record(tx, &after.id, change, changes, audit).await?;
    let saved = store::announcements::find(tx, &after.id).await?;
    saved.ok_or(AnnouncementError::Unknown)
}

/// Says which pictures the announcement shows. Everybody may read them once it is out, and nobody while it is off.
///
/// # Errors
/// The content names a picture that is not kept here.
async fn use_pictures(
    tx: &mut WriteTx,
    shown: &Announcement,
    audit: &AuditContext,
) -> Result<(), AnnouncementError> {
    let [own, chinese] = [&shown.content, &shown.content_zh].map(|content| pictures_of(content));
    let public_from = (shown.status == AnnouncementStatus::On).then_some(shown.launch_at);
    let names = [&own[..], &chinese[..]].concat();
    let unknown = references::set(tx, owner(&shown.id), &names, public_from, audit.now).await?;
    let mut faults = Faults::default();
    let is_kept = names.len() <= references::MOST;
    for (field, names) in [("content", own), ("contentZh", chinese)] {
        let is_known = is_kept && names.iter().all(|name| !unknown.contains(name));
        faults.ensure(is_known, field, Rule::KeptPictures);
    }
    Ok(faults.or(())?)
}

fn owner(id: &str) -> Owner<'_> {
    Owner("announcement", id)
}

async fn record(
    tx: &mut WriteTx,
    id: &str,
    change: Change,
    changes: Changes,
    audit: &AuditContext,
) -> Result<(), DbError> {
    let event = Event::AnnouncementChanged {
        id: id.to_owned(),
        change,
        changes,
    };
    audit::record(tx, &audit.entry(event)).await
}

fn announcement_changes(old: &Announcement, new: &Announcement) -> Changes {
    let own = changes!(
        Announcement {
            id: skipped,
            title: recorded,
            title_zh: recorded,
            content: recorded,
            content_zh: recorded,
            launch_at: recorded,
            ends_at: recorded,
            status: recorded,
            must_read: recorded,
            // Each part is recorded by its own name.
            audience: skipped,
            sign_in_line: recorded,
            sign_in_line_zh: recorded,
            sign_in_from: recorded,
            sign_in_until: recorded,
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

/// What changed of an audience, for the audit log.
pub fn audience_changes(old: &Audience, new: &Audience) -> Changes {
    changes!(
        Audience {
            app_name: recorded,
            company_ids as "companies": recorded,
            agency_ids as "agencies": recorded,
            group_ids as "groups": recorded,
        },
        old,
        new
    )
}
