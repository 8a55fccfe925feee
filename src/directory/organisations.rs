//! Agencies, companies, brands, divisions and industries, for administrators: list, add and change.

use std::collections::BTreeSet;

use super::account::{title_rule, trimmed};
use super::earlier_change::EarlierChange;
use super::organisation::{OrganisationError, OrganisationKind, OrganisationStatus};
use super::store::organisation_list::OrganisationListRow;
use super::store::{TOPIC, organisations};
use crate::audit::{self, AuditContext, Change, Changes, Event, Field, ObjectKind, changes};
use crate::db::ids::IDS_AT_ONCE;
use crate::db::{DbError, Number, Reads, WriteTx};
use crate::faults::{Faults, Rule};

pub use super::store::organisations::{save_agency, save_brand, save_company};

/// The most characters of a logo, as a `data:` address of a small picture.
const LONGEST_LOGO: usize = 24_000;

/// The pictures that a logo may be; each is shown as an image, so none can run a script.
const LOGOS: [&str; 4] = [
    "data:image/png;base64,",
    "data:image/jpeg;base64,",
    "data:image/webp;base64,",
    "data:image/svg+xml;base64,",
];

/// The present names of the organisations and IRIS mappings among `things`.
///
/// # Errors
/// The database failed.
pub async fn names_of(
    view: &mut dyn Reads,
    things: &BTreeSet<(ObjectKind, String)>,
) -> Result<Vec<(ObjectKind, String, String)>, DbError> {
    let named_here = things.iter().filter(|(kind, _)| {
        let is_organisation = OrganisationKind::ALL
            .iter()
            .any(|one| one.object() == *kind);
        is_organisation || *kind == ObjectKind::IrisMapping
    });
    let ids: Vec<&str> = named_here.map(|(_, id)| id.as_str()).collect();
    let mut named = Vec::new();
    for ids in ids.chunks(IDS_AT_ONCE) {
        let found = organisations::names(view, ids).await?.into_iter();
        named.extend(found.filter_map(|(kind, id, name)| Some((ObjectKind::of(&kind)?, id, name))));
    }
    Ok(named)
}

/// A new organisation, or changes to one: `None` keeps a field, an empty text removes its value.
#[derive(Clone, Debug, Default)]
pub struct OrganisationUpdate {
    /// The version that the caller has read; if absent, the last change wins.
    pub version: Option<i64>,
    pub name: Option<String>,
    /// The id of what it belongs to.
    pub parent_id: Option<String>,
    /// The logo of an agency.
    pub logo_url: Option<String>,
    pub status: Option<OrganisationStatus>,
}

/// Adds an organisation, which is on, and returns its id.
///
/// # Errors
/// Every fault of the form; a name that another organisation of the same parent has.
pub async fn add_organisation(
    tx: &mut WriteTx,
    kind: OrganisationKind,
    form: OrganisationUpdate,
    audit: &AuditContext,
) -> Result<String, OrganisationError> {
    let empty = OrganisationListRow {
        id: audit.random.uuid_v7(audit.now).to_string(),
        version: 1,
        created_at: audit.now,
        changed_at: audit.now,
        ..OrganisationListRow::default()
    };
    let form = OrganisationUpdate {
        status: None,
        ..form
    };
    let added = changed(tx, kind, &empty, form).await?;
    let saved = organisations::insert(tx, kind, &added).await;
    saved.map_err(|error| OrganisationError::taken(error, "name"))?;
    let changes = organisation_changes(kind, &empty, &added);
    record(
        tx,
        kind,
        &added.id,
        (Change::Created, changes.of_new()),
        audit,
    )
    .await?;
    Ok(added.id)
}

/// Changes the organisation `id` and returns its new state. The audit entry has the values before and after. Its parent
/// and status change only with `may_move`, because codes depend on them (decision 0043).
///
/// # Errors
/// An unknown id; a change that `may_move` excludes; every fault of the form; a version that is not the newest; a name
/// that another organisation of the same parent has.
pub async fn update_organisation(
    tx: &mut WriteTx,
    kind: OrganisationKind,
    id: &str,
    (update, may_move): (OrganisationUpdate, bool),
    audit: &AuditContext,
) -> Result<OrganisationListRow, OrganisationError> {
    let unknown = || OrganisationError::Unknown("id");
    let found = organisations::hold(tx, kind, id).await?;
    let row = found.ok_or_else(unknown)?;
    if update.version.is_some_and(|read| read != row.version) {
        let by = row.changed_by.as_deref();
        let last = EarlierChange::of(tx, by, row.changed_at).await?;
        return Err(OrganisationError::Conflict(last));
    }
    if !may_move && moves(&row, &update) {
        return Err(OrganisationError::NotAllowed);
    }
    let new = changed(tx, kind, &row, update).await?;
    let changes = organisation_changes(kind, &row, &new);
    if changes.is_empty() {
        return Ok(row);
    }
    let by = audit.actor().unwrap_or_default();
    let saved = organisations::update(tx, kind, &new, by, audit.now).await;
    saved.map_err(|error| OrganisationError::taken(error, "name"))?;
    if row.parent_id != new.parent_id {
        // The rights that roles and groups give to its people may have changed.
        tx.changed(TOPIC);
    }
    let change = match (row.status.0, new.status.0) {
        (OrganisationStatus::On, OrganisationStatus::Off) => Change::Disabled,
        (OrganisationStatus::Off, OrganisationStatus::On) => Change::Enabled,
        _ => Change::Updated,
    };
    record(tx, kind, id, (change, changes), audit).await?;
    organisations::find(tx, kind, id).await?.ok_or_else(unknown)
}

/// True if the update asks for another parent or status.
fn moves(row: &OrganisationListRow, update: &OrganisationUpdate) -> bool {
    let parent = update.parent_id.as_deref().map(str::trim);
    parent.is_some_and(|parent| parent != row.parent_id.as_deref().unwrap_or_default())
        || update.status.is_some_and(|status| status != row.status.0)
}

/// `row` with `update` applied and checked.
async fn changed(
    view: &mut dyn Reads,
    kind: OrganisationKind,
    row: &OrganisationListRow,
    update: OrganisationUpdate,
) -> Result<OrganisationListRow, OrganisationError> {
    let mut faults = Faults::default();
    let mut new = row.clone();
    if let Some(name) = update.name {
        name.trim().clone_into(&mut new.name);
    }
    faults.check("name", title_rule(&new.name, Rule::Title));
    if let Some(logo) = update.logo_url {
        new.logo = trimmed(Some(logo)).unwrap_or_default();
        let may_have_one = kind == OrganisationKind::Agency && is_logo(&new.logo);
        faults.ensure(new.logo.is_empty() || may_have_one, "logo", Rule::Logo);
    }
    if let Some(parent_id) = update.parent_id {
        new.parent_id = trimmed(Some(parent_id));
        new.parent_name = None;
        if let Some(id) = &new.parent_id {
            let parent = match kind.parent() {
                Some(parent) => organisations::find(view, parent, id).await?,
                None => None,
            };
            let stays = new.parent_id == row.parent_id;
            let offered = parent.filter(|one| stays || one.status.0 == OrganisationStatus::On);
            match offered {
                Some(parent) => new.parent_name = Some(parent.name),
                None => faults.add("parentId", Rule::Belongs),
            }
        }
    }
    new.status = update.status.map_or(row.status, Number);
    Ok(faults.or(new)?)
}

/// A small picture in base64 (RFC 2397). The portal shows no pictures from other servers.
fn is_logo(text: &str) -> bool {
    let encoded = LOGOS.iter().find_map(|start| text.strip_prefix(start));
    let is_base64 = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=');
    text.len() <= LONGEST_LOGO
        && encoded.is_some_and(|encoded| !encoded.is_empty() && encoded.chars().all(is_base64))
}

fn organisation_changes(
    kind: OrganisationKind,
    old: &OrganisationListRow,
    new: &OrganisationListRow,
) -> Changes {
    let own = changes!(
        OrganisationListRow {
            id: skipped,
            name: recorded,
            // By the name of its kind, below.
            parent_id: skipped,
            parent_name: skipped,
            logo: recorded,
            // Recorded by its name, below.
            status: skipped,
            version: skipped,
            created_at: skipped,
            changed_at: skipped,
            changed_by: skipped,
        },
        old,
        new
    );
    let parent = match kind.parent() {
        Some(OrganisationKind::Agency) => "agency",
        _ => "company",
    };
    let shown = |row: &OrganisationListRow| {
        let name = row.parent_name.as_deref().unwrap_or_default();
        row.parent_id.as_ref().map(|id| format!("{name} ({id})"))
    };
    own.note(Field::recorded("status"), &old.status.0, &new.status.0)
        .note(Field::recorded(parent), &shown(old), &shown(new))
}

async fn record(
    tx: &mut WriteTx,
    kind: OrganisationKind,
    id: &str,
    (change, changes): (Change, Changes),
    audit: &AuditContext,
) -> Result<(), DbError> {
    let event = Event::OrganisationChanged { change, changes };
    let entry = audit.entry(event).object(kind.object(), id);
    audit::record(tx, &entry).await
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contract G-31: a logo is a small picture that is shown from the page itself.
    #[test]
    fn a_logo_is_a_small_picture() {
        for (logo, good) in [
            ("data:image/png;base64,iVBORw0KGgo=", true),
            ("data:image/svg+xml;base64,PHN2Zy8+", true),
            ("data:image/png;base64,", false),
            ("data:text/html;base64,PHN2Zy8+", false),
            ("data:image/svg+xml;utf8,<svg/>", false),
            ("data:image/png;base64,a b", false),
            ("https://elsewhere.example/logo.png", false),
            ("javascript:alert(1)", false),
        ] {
            assert_eq!(is_logo(logo), good, "{logo}");
        }
        let long = format!("data:image/png;base64,{}", "A".repeat(LONGEST_LOGO));
        assert!(!is_logo(&long));
    }
}
