//! IRIS mappings: the code and name of an organisation in IRIS, and its agency, company and responsible account here
//! (contract G-49).

use super::account::{title_rule, trimmed};
use super::earlier_change::EarlierChange;
use super::organisation::{OrganisationError, OrganisationKind, OrganisationStatus};
use super::store::iris_mappings::{self, IRIS_MAPPINGS, IrisMappingRow};
use super::store::{self, organisations};
use crate::audit::{self, AuditContext, Change, Changes, Event, Field, ObjectKind, changes};
use crate::db::{DbError, Number, Reads, WriteTx};
use crate::faults::{Faults, Rule};

/// Changes to a mapping: `None` keeps a field, an empty text removes its value.
#[derive(Clone, Debug, Default)]
pub struct IrisMappingUpdate {
    /// The version that the caller has read; if absent, the last change wins.
    pub version: Option<i64>,
    pub agency_id: Option<String>,
    /// The id of the client (company).
    pub company_id: Option<String>,
    /// The id of the responsible account.
    pub account_id: Option<String>,
    pub status: Option<OrganisationStatus>,
}

/// Adds a mapping, which is on, and returns its id.
///
/// # Errors
/// Every fault of the form; a code of another mapping.
pub async fn add_iris_mapping(
    tx: &mut WriteTx,
    (iris_code, iris_name): (&str, &str),
    form: IrisMappingUpdate,
    audit: &AuditContext,
) -> Result<String, OrganisationError> {
    let (iris_code, iris_name) = (iris_code.trim().to_owned(), iris_name.trim().to_owned());
    let mut faults = Faults::default();
    faults.check("irisCode", title_rule(&iris_code, Rule::Title));
    faults.check("irisName", title_rule(&iris_name, Rule::Title));
    let empty = IrisMappingRow {
        id: audit.random.uuid_v7(audit.now).to_string(),
        version: 1,
        created_at: audit.now,
        changed_at: audit.now,
        ..IrisMappingRow::default()
    };
    let named = IrisMappingRow {
        iris_code,
        iris_name,
        ..empty.clone()
    };
    let form = IrisMappingUpdate {
        status: None,
        ..form
    };
    let added = changed(tx, &named, form, faults).await?;
    let saved = iris_mappings::insert(tx, &added).await;
    saved.map_err(|error| OrganisationError::taken(error, "irisCode"))?;
    let changes = mapping_changes(&empty, &added).of_new();
    record(tx, &added.id, (Change::Created, changes), audit).await?;
    Ok(added.id)
}

/// Changes agency, client, account and status of the mapping `id` and returns its new state (contract C-103).
///
/// # Errors
/// An unknown id; every fault of the form; a version that is not the newest.
pub async fn update_iris_mapping(
    tx: &mut WriteTx,
    id: &str,
    update: IrisMappingUpdate,
    audit: &AuditContext,
) -> Result<IrisMappingRow, OrganisationError> {
    let unknown = || OrganisationError::Unknown("id");
    let mapping = iris_mappings::hold(tx, id).await?.ok_or_else(unknown)?;
    if update.version.is_some_and(|read| read != mapping.version) {
        let by = mapping.changed_by.as_deref();
        let last = EarlierChange::of(tx, by, mapping.changed_at).await?;
        return Err(OrganisationError::Conflict(last));
    }
    let new = changed(tx, &mapping, update, Faults::default()).await?;
    let changes = mapping_changes(&mapping, &new);
    if changes.is_empty() {
        return Ok(mapping);
    }
    let by = audit.actor().unwrap_or_default();
    iris_mappings::update(tx, &new, by, audit.now).await?;
    let change = match (mapping.status.0, new.status.0) {
        (OrganisationStatus::On, OrganisationStatus::Off) => Change::Disabled,
        (OrganisationStatus::Off, OrganisationStatus::On) => Change::Enabled,
        _ => Change::Updated,
    };
    record(tx, id, (change, changes), audit).await?;
    IRIS_MAPPINGS.find(tx, id).await?.ok_or_else(unknown)
}

/// `mapping` with `update` applied. A new agency or company must be on, and the company must belong to the mapping's
/// agency or to none.
async fn changed(
    view: &mut dyn Reads,
    mapping: &IrisMappingRow,
    update: IrisMappingUpdate,
    mut faults: Faults,
) -> Result<IrisMappingRow, OrganisationError> {
    let mut new = mapping.clone();
    if let Some(id) = update.agency_id {
        new.agency_id = trimmed(Some(id));
    }
    if let Some(id) = update.company_id {
        new.client_id = trimmed(Some(id));
    }
    let mut known = |good: bool, field: &'static str| faults.ensure(good, field, Rule::Belongs);
    new.agency_name = None;
    if let Some(id) = &new.agency_id {
        let found = organisations::find(view, OrganisationKind::Agency, id).await?;
        let stays = new.agency_id == mapping.agency_id;
        let found = found.filter(|one| stays || one.status.0 == OrganisationStatus::On);
        known(found.is_some(), "agencyId");
        new.agency_name = found.map(|one| one.name);
    }
    new.client_name = None;
    if let Some(id) = &new.client_id {
        let found = organisations::find(view, OrganisationKind::Company, id).await?;
        let stays = new.client_id == mapping.client_id;
        let found = found.filter(|one| {
            let fits = [&one.parent_id, &new.agency_id]
                .iter()
                .any(|id| id.is_none())
                || one.parent_id == new.agency_id;
            fits && (stays || one.status.0 == OrganisationStatus::On)
        });
        known(found.is_some(), "clientId");
        new.client_name = found.map(|one| one.name);
    }
    if let Some(id) = update.account_id {
        new.user_id = trimmed(Some(id));
        (new.username, new.full_name) = (None, None);
        if let Some(id) = &new.user_id {
            let account = store::find(view, id).await?;
            faults.ensure(account.is_some(), "userId", Rule::Account);
            new.username = account.map(|account| account.username);
        }
    }
    new.status = update.status.map_or(mapping.status, Number);
    Ok(faults.or(new)?)
}

fn mapping_changes(old: &IrisMappingRow, new: &IrisMappingRow) -> Changes {
    let own = changes!(
        IrisMappingRow {
            id: skipped,
            iris_code: recorded,
            iris_name: recorded,
            // Recorded with their names, below.
            agency_id: skipped,
            agency_name: skipped,
            client_id: skipped,
            client_name: skipped,
            user_id: skipped,
            username: skipped,
            full_name: skipped,
            // Recorded by its name, below.
            status: skipped,
            version: skipped,
            created_at: skipped,
            c_time: skipped,
            changed_at: skipped,
            changed_by: skipped,
        },
        old,
        new
    );
    let shown = |id: &Option<String>, name: &Option<String>| {
        let name = name.as_deref().unwrap_or_default();
        id.as_ref().map(|id| format!("{name} ({id})"))
    };
    let agency = |of: &IrisMappingRow| shown(&of.agency_id, &of.agency_name);
    let company = |of: &IrisMappingRow| shown(&of.client_id, &of.client_name);
    let account = |of: &IrisMappingRow| shown(&of.user_id, &of.username);
    own.note(Field::recorded("status"), &old.status.0, &new.status.0)
        .note(Field::recorded("agency"), &agency(old), &agency(new))
        .note(Field::recorded("company"), &company(old), &company(new))
        .note(Field::recorded("account"), &account(old), &account(new))
}

async fn record(
    tx: &mut WriteTx,
    id: &str,
    (change, changes): (Change, Changes),
    audit: &AuditContext,
) -> Result<(), DbError> {
    let event = Event::IrisMappingChanged { change, changes };
    let entry = audit.entry(event).object(ObjectKind::IrisMapping, id);
    audit::record(tx, &entry).await
}
