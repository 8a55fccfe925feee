//! IRIS mappings: the code and name of an organisation in IRIS, and its agency, company and responsible account here
//! (contract G-49).

use super::account::trimmed;
use super::earlier_change::EarlierChange;
use super::organisation::{
    OrganisationError, OrganisationFault, OrganisationField, OrganisationKind, OrganisationRule,
    OrganisationStatus,
};
use super::store;
use super::store::iris_mappings::{self, AGENCY, COMPANY, IRIS_MAPPINGS, IrisMapping, STATUS};
use super::store::organisations;
use crate::audit::{self, AuditContext, Change, Changes, Event, Field, ObjectKind, changes};
use crate::db::list::{FoundPage, ListError, Paging, Query};
use crate::db::{DbError, Reads, WriteTx};

/// Selects IRIS mappings; a `None` selects all.
#[derive(Clone, Debug, Default)]
pub struct IrisMappingFilter {
    /// Words that code or name must contain, each of two characters or more, anywhere.
    pub context: Option<String>,
    pub status: Option<OrganisationStatus>,
    pub agency_id: Option<String>,
    /// Only mappings to this company (`clientId`).
    pub company_id: Option<String>,
}

/// The mappings that pass `filter`, newest first by default (contract C-102, G-51). Sorts: `created`,
/// `irisCode`, `irisName`.
///
/// # Errors
/// [`ListError`]: an unknown sort, an invalid cursor, or a context without a word of two characters.
pub fn iris_mappings_query(
    filter: &IrisMappingFilter,
    paging: &Paging,
) -> Result<Query, ListError> {
    IRIS_MAPPINGS
        .query(paging)?
        .only(&AGENCY, filter.agency_id.as_deref())
        .only(&COMPANY, filter.company_id.as_deref())
        .only(&STATUS, filter.status.map(OrganisationStatus::code))
        .search(filter.context.as_deref())
}

/// One page of [`iris_mappings_query`].
///
/// # Errors
/// Those of [`iris_mappings_query`], or an error of the database.
pub async fn iris_mappings_page(
    view: &mut dyn Reads,
    filter: &IrisMappingFilter,
    paging: &Paging,
) -> Result<FoundPage<IrisMapping>, ListError> {
    iris_mappings_query(filter, paging)?.page(view).await
}

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
/// Every fault of the form; a code that another mapping has.
pub async fn add_iris_mapping(
    tx: &mut WriteTx,
    (iris_code, iris_name): (&str, &str),
    form: IrisMappingUpdate,
    audit: &AuditContext,
) -> Result<String, OrganisationError> {
    let (iris_code, iris_name) = (iris_code.trim().to_owned(), iris_name.trim().to_owned());
    let mut faults = Vec::new();
    for (field, text) in [
        (OrganisationField::IrisCode, &iris_code),
        (OrganisationField::IrisName, &iris_name),
    ] {
        faults.extend(OrganisationRule::broken_by(text).map(|rule| (field, rule)));
    }
    let empty = IrisMapping {
        id: audit.random.uuid_v7(audit.now).to_string(),
        iris_code: String::new(),
        iris_name: String::new(),
        agency_id: None,
        agency_name: None,
        company_id: None,
        company_name: None,
        account_id: None,
        username: None,
        full_name: None,
        status: OrganisationStatus::On,
        version: 1,
        created_at: audit.now,
        changed_at: audit.now,
        changed_by: None,
    };
    let named = IrisMapping {
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
    saved.map_err(|error| OrganisationError::taken(error, OrganisationField::IrisCode))?;
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
) -> Result<IrisMapping, OrganisationError> {
    let unknown = || OrganisationError::Unknown(OrganisationField::Id);
    let mapping = iris_mappings::hold(tx, id).await?.ok_or_else(unknown)?;
    if update.version.is_some_and(|read| read != mapping.version) {
        let by = mapping.changed_by.as_deref();
        let last = EarlierChange::of(tx, by, mapping.changed_at).await?;
        return Err(OrganisationError::Conflict(last));
    }
    let new = changed(tx, &mapping, update, Vec::new()).await?;
    let changes = mapping_changes(&mapping, &new);
    if changes.is_empty() {
        return Ok(mapping);
    }
    let by = audit.actor().unwrap_or_default();
    iris_mappings::update(tx, &new, by, audit.now).await?;
    let change = match (mapping.status, new.status) {
        (OrganisationStatus::On, OrganisationStatus::Off) => Change::Disabled,
        (OrganisationStatus::Off, OrganisationStatus::On) => Change::Enabled,
        _ => Change::Updated,
    };
    record(tx, id, (change, changes), audit).await?;
    iris_mappings::find(tx, id).await?.ok_or_else(unknown)
}

/// `mapping` with `update` applied. A new agency or company must be on, and the company must not belong to
/// another agency than that of the mapping.
async fn changed(
    view: &mut dyn Reads,
    mapping: &IrisMapping,
    update: IrisMappingUpdate,
    mut faults: Vec<OrganisationFault>,
) -> Result<IrisMapping, OrganisationError> {
    let mut new = mapping.clone();
    if let Some(id) = update.agency_id {
        new.agency_id = trimmed(Some(id));
    }
    if let Some(id) = update.company_id {
        new.company_id = trimmed(Some(id));
    }
    let mut known = |good: bool, field| {
        if !good {
            faults.push((field, OrganisationRule::Known));
        }
    };
    new.agency_name = None;
    if let Some(id) = &new.agency_id {
        let found = organisations::find(view, OrganisationKind::Agency, id).await?;
        let stays = new.agency_id == mapping.agency_id;
        let found = found.filter(|one| stays || one.status == OrganisationStatus::On);
        known(found.is_some(), OrganisationField::Agency);
        new.agency_name = found.map(|one| one.name);
    }
    new.company_name = None;
    if let Some(id) = &new.company_id {
        let found = organisations::find(view, OrganisationKind::Company, id).await?;
        let stays = new.company_id == mapping.company_id;
        let found = found.filter(|one| {
            let fits = [&one.parent_id, &new.agency_id]
                .iter()
                .any(|id| id.is_none())
                || one.parent_id == new.agency_id;
            fits && (stays || one.status == OrganisationStatus::On)
        });
        known(found.is_some(), OrganisationField::Company);
        new.company_name = found.map(|one| one.name);
    }
    if let Some(id) = update.account_id {
        new.account_id = trimmed(Some(id));
        (new.username, new.full_name) = (None, None);
        if let Some(id) = &new.account_id {
            let account = store::find(view, id).await?;
            known(account.is_some(), OrganisationField::Account);
            new.username = account.map(|account| account.username);
        }
    }
    new.status = update.status.unwrap_or(mapping.status);
    if faults.is_empty() {
        Ok(new)
    } else {
        Err(OrganisationError::Invalid(faults))
    }
}

fn mapping_changes(old: &IrisMapping, new: &IrisMapping) -> Changes {
    let own = changes!(
        IrisMapping {
            id: skipped,
            iris_code: recorded,
            iris_name: recorded,
            // Recorded with their names, below.
            agency_id: skipped,
            agency_name: skipped,
            company_id: skipped,
            company_name: skipped,
            account_id: skipped,
            username: skipped,
            full_name: skipped,
            status: recorded,
            version: skipped,
            created_at: skipped,
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
    let agency = |of: &IrisMapping| shown(&of.agency_id, &of.agency_name);
    let company = |of: &IrisMapping| shown(&of.company_id, &of.company_name);
    let account = |of: &IrisMapping| shown(&of.account_id, &of.username);
    own.note(Field::recorded("agency"), &agency(old), &agency(new))
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
