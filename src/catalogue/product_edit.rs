//! Adds and changes products (contract C-070, C-071, C-072).

use std::collections::BTreeSet;

use super::icon::owner;
use super::product::ProductRow;
use super::product_files;
use super::product_form::{ProductError, ProductForm, ProductPart, ids};
use super::product_record::ProductRecord;
use super::status::ProductStatus;
use super::store::product_records as store;
use crate::access::rights::{self, SSO};
use crate::audit::{self, AuditContext, Change, Changes, Event, changes};
use crate::clients::{PORTAL, Registry};
use crate::db::{DbError, WriteTx};
use crate::directory::{self, normalise};
use crate::faults::{Faults, Rule};
use crate::files::{picture_in, references};

/// The contract names ids below this, such as the hidden products 16, 34 and 35 (contract K-30, K-31).
const LAST_NAMED_ID: i64 = 99;

/// The parts of a product that the caller may change in addition to its texts.
#[derive(Clone, Copy, Debug)]
pub struct ProductLimits {
    /// What it is, what it opens and for whom.
    pub access: bool,
    pub status: bool,
    /// Who administers product SSO.
    pub sso_administrators: bool,
}

/// Adds a product and returns it.
///
/// # Errors
/// All faults of the form; another product has this code; the caller may not name administrators of product SSO.
pub async fn add_product(
    tx: &mut WriteTx,
    form: ProductForm,
    may_change: ProductLimits,
    clients: &Registry,
    audit: &AuditContext,
) -> Result<ProductRecord, ProductError> {
    let empty = ProductRecord::default();
    let new = changed(tx, &empty, form.whole(), clients).await?;
    let (last, codes) = store::taken(tx).await?;
    let code = normalise(&new.row.app_name);
    if codes.iter().any(|taken| normalise(taken) == code) {
        return Err(Faults::of("appName", Rule::ProductCodeTaken).into());
    }
    if code == normalise(SSO) && !may_change.sso_administrators {
        return Err(ProductError::NotAllowed(ProductPart::SsoAdministrators));
    }
    let row = ProductRow {
        id: last.max(LAST_NAMED_ID) + 1,
        ..new.row
    };
    let new = ProductRecord { row, ..new };
    store::insert(tx, &new.row, audit.now).await?;
    write_lists(tx, &empty, &new).await?;
    use_files(tx, &new.row, audit).await?;
    let event = Event::ProductChanged {
        id: new.row.id.to_string(),
        change: Change::Created,
        changes: product_edit(&empty, &new).of_new(),
    };
    audit::record(tx, &audit.entry(event)).await?;
    read(tx, new.row.id).await
}

/// Changes the product `id`, all or nothing, and returns its new state.
///
/// # Errors
/// Every fault of every field; a `version` that is not the newest; a change that `may_change` excludes.
pub async fn update_product(
    tx: &mut WriteTx,
    (id, version): (i64, Option<i64>),
    form: ProductForm,
    may_change: ProductLimits,
    clients: &Registry,
    audit: &AuditContext,
) -> Result<ProductRecord, ProductError> {
    let before = store::hold(tx, id).await?.ok_or(ProductError::Unknown)?;
    if version.is_some_and(|read| read != before.version) {
        return Err(ProductError::Conflict(before.last_change(tx).await?));
    }
    let after = changed(tx, &before, form, clients).await?;
    if let Some(part) = may_change.refused(&before, &after) {
        return Err(ProductError::NotAllowed(part));
    }
    save(tx, &before, &after, Change::Updated, audit).await
}

/// Switches the product `id` on or off and returns its new state.
///
/// # Errors
/// There is no such product.
pub async fn set_product_status(
    tx: &mut WriteTx,
    id: i64,
    status: ProductStatus,
    audit: &AuditContext,
) -> Result<ProductRecord, ProductError> {
    let before = store::hold(tx, id).await?.ok_or(ProductError::Unknown)?;
    let mut after = before.clone();
    after.row.status = status;
    let change = match status {
        ProductStatus::On => Change::Enabled,
        ProductStatus::Off => Change::Disabled,
    };
    save(tx, &before, &after, change, audit).await
}

impl ProductLimits {
    /// The first changed part that the caller may not change.
    fn refused(self, before: &ProductRecord, after: &ProductRecord) -> Option<ProductPart> {
        let is_sso = before.row.app_name == SSO;
        if !self.access && without_texts(before) != without_texts(after) {
            Some(ProductPart::Access)
        } else if !self.status && before.row.status != after.row.status {
            Some(ProductPart::Status)
        } else if is_sso
            && !self.sso_administrators
            && before.administrators != after.administrators
        {
            Some(ProductPart::SsoAdministrators)
        } else {
            None
        }
    }
}

/// The product without its status and without its texts, which its administrators may change.
fn without_texts(record: &ProductRecord) -> ProductRecord {
    let mut record = record.clone();
    record.row = ProductRow {
        attributes: Default::default(),
        description_zh: String::new(),
        features_benefits: Vec::new(),
        snapshots: Vec::new(),
        files: Vec::new(),
        status: ProductStatus::On,
        ..record.row
    };
    record
}

/// `before` with `form` applied and checked.
async fn changed(
    tx: &mut WriteTx,
    before: &ProductRecord,
    mut form: ProductForm,
    clients: &Registry,
) -> Result<ProductRecord, ProductError> {
    let mut faults = Faults::default();
    let agencies = form.agencies.take();
    let administrators = form.administrators.take();
    let row = form.applied(&before.row, &mut faults);
    check_application(&before.row, &row, clients, &mut faults);
    let opens = opens_to_everybody(tx, &before.row, &row, clients).await?;
    faults.ensure(!opens, "applicationId", Rule::LastOfApplication);
    let mut after = ProductRecord {
        row,
        ..before.clone()
    };
    if let Some(agencies) = agencies {
        after.agencies = ids(agencies, "agencyIds", &mut faults);
    }
    after.administrators = administrators_of(before, &after, administrators, &mut faults);
    check_agencies(tx, &after, &mut faults).await?;
    check_administrators(tx, before, &after, &mut faults).await?;
    Ok(faults.or(after)?)
}

/// An application that is newly named must exist. No product may open the portal.
fn check_application(
    before: &ProductRow,
    after: &ProductRow,
    clients: &Registry,
    faults: &mut Faults,
) {
    let Some(id) = after
        .client_id
        .as_deref()
        .filter(|_| before.client_id != after.client_id)
    else {
        return;
    };
    let is_known = id != PORTAL && clients.get(id).is_some();
    faults.ensure(is_known, "applicationId", Rule::Listed);
}

/// True if no product would name the application of `before` any longer, and its entry does not say who may open it.
/// Then everybody could open it, which nobody asked for. The second of two simultaneous changes sees the first.
async fn opens_to_everybody(
    tx: &mut WriteTx,
    before: &ProductRow,
    after: &ProductRow,
    clients: &Registry,
) -> Result<bool, DbError> {
    let named = |row: &ProductRow| clients.of_product(row.client_id.as_deref(), &row.app_name);
    let Some(client) = named(before) else {
        return Ok(false);
    };
    let stays = named(after).is_some_and(|now| now.client_id == client.client_id);
    if stays || client.access.is_some() || !client.signs_people_in() {
        return Ok(false);
    }
    Ok(!store::is_named_by_another(tx, &client, before.id).await?)
}

/// The administrators after the change. They always include the account that the card names. If the form names another
/// account and has no list, the former one is removed.
fn administrators_of(
    before: &ProductRecord,
    after: &ProductRecord,
    given: Option<Vec<String>>,
    faults: &mut Faults,
) -> Vec<String> {
    let mut wanted = match given {
        Some(given) => ids(given, "adminIds", faults),
        None if before.row.admin_id == after.row.admin_id => return before.administrators.clone(),
        None => {
            let mut kept = before.administrators.clone();
            kept.retain(|id| Some(id) != before.row.admin_id.as_ref());
            kept
        }
    };
    wanted.extend(after.row.admin_id.clone());
    wanted.sort();
    wanted.dedup();
    wanted
}

async fn check_agencies(
    tx: &mut WriteTx,
    after: &ProductRecord,
    faults: &mut Faults,
) -> Result<(), DbError> {
    let known = store::known_agencies(tx, &after.agencies).await?;
    let all = known.len() == after.agencies.len();
    faults.ensure(all, "agencyIds", Rule::Listed);
    Ok(())
}

async fn check_administrators(
    tx: &mut WriteTx,
    before: &ProductRecord,
    after: &ProductRecord,
    faults: &mut Faults,
) -> Result<(), DbError> {
    let new = after.administrators.iter();
    let new: BTreeSet<String> = new
        .filter(|id| !before.administrators.contains(id))
        .cloned()
        .collect();
    let known = directory::names_of(tx, &new).await?;
    for id in new.iter().filter(|id| !known.contains_key(*id)) {
        let is_named = after.row.admin_id.as_ref() == Some(id);
        let field = if is_named { "adminId" } else { "adminIds" };
        faults.add(field, Rule::Listed);
    }
    Ok(())
}

/// Stores `after` with a new version and an audit entry. Does nothing if nothing changed.
async fn save(
    tx: &mut WriteTx,
    before: &ProductRecord,
    after: &ProductRecord,
    change: Change,
    audit: &AuditContext,
) -> Result<ProductRecord, ProductError> {
    let changes = product_edit(before, after);
    let id = before.row.id;
    if changes.is_empty() {
        return Ok(before.clone());
    }
    store::save(tx, &after.row, audit.now).await?;
    write_lists(tx, before, after).await?;
    use_files(tx, &after.row, audit).await?;
    store::note_change(tx, id, audit.actor(), audit.now).await?;
    let event = Event::ProductChanged {
        id: id.to_string(),
        change,
        changes,
    };
    audit::record(tx, &audit.entry(event)).await?;
    read(tx, id).await
}

/// Stores the changed agencies and administrators. Accounts are locked in the order of their ids.
async fn write_lists(
    tx: &mut WriteTx,
    before: &ProductRecord,
    after: &ProductRecord,
) -> Result<(), DbError> {
    let id = after.row.id;
    for agency in before
        .agencies
        .iter()
        .filter(|id| !after.agencies.contains(id))
    {
        store::forbid_agency(tx, id, agency).await?;
    }
    for agency in after
        .agencies
        .iter()
        .filter(|id| !before.agencies.contains(id))
    {
        store::allow_agency(tx, id, agency).await?;
    }
    let both = before.administrators.iter().chain(&after.administrators);
    for account in both.collect::<BTreeSet<_>>() {
        match (
            before.administrators.contains(account),
            after.administrators.contains(account),
        ) {
            (false, true) => rights::appoint(tx, id, account).await?,
            (true, false) => store::dismiss(tx, id, account).await?,
            _ => {}
        }
    }
    Ok(())
}

/// Says which pictures and files the product uses. The pictures are public: cards show the icon, also before the product may
/// be opened. The files are for people who may open it.
///
/// # Errors
/// One of them is not kept here.
async fn use_files(
    tx: &mut WriteTx,
    row: &ProductRow,
    audit: &AuditContext,
) -> Result<(), ProductError> {
    let addresses: Vec<&String> = [&row.icon_url].into_iter().chain(&row.snapshots).collect();
    let names = addresses.iter().filter_map(|address| picture_in(address));
    let names: Vec<String> = names.map(str::to_owned).collect();
    let id = row.id.to_string();
    let unknown = references::set(tx, owner(&id), &names, Some(0), audit.now).await?;
    let is_unknown = |address: &str| {
        picture_in(address).is_some_and(|name| unknown.iter().any(|one| one == name))
    };
    let mut faults = Faults::default();
    faults.ensure(!is_unknown(&row.icon_url), "iconimgUrl", Rule::Icon);
    for (at, address) in row.snapshots.iter().enumerate() {
        faults.ensure(!is_unknown(address), format!("snapshots[{at}]"), Rule::Link);
    }
    let of = |url: &str| product_files::file_in(url, row.id).map(str::to_owned);
    let names: Vec<String> = row.files.iter().filter_map(|file| of(&file.url)).collect();
    let owner = product_files::owner(&id);
    let unknown = references::set(tx, owner, &names, None, audit.now).await?;
    for (at, file) in row.files.iter().enumerate() {
        let is_unknown = of(&file.url).is_some_and(|name| unknown.contains(&name));
        faults.ensure(!is_unknown, format!("files[{at}].url"), Rule::Link);
    }
    Ok(faults.or(())?)
}

async fn read(tx: &mut WriteTx, id: i64) -> Result<ProductRecord, ProductError> {
    store::find(tx, id).await?.ok_or(ProductError::Unknown)
}

/// The changed fields, each by its name in the database.
fn product_edit(old: &ProductRecord, new: &ProductRecord) -> Changes {
    let record = changes!(
        ProductRecord {
            // Each field of the row is recorded by its own name.
            row: skipped,
            agencies: recorded,
            administrators: recorded,
            created_at: skipped,
            version: skipped,
            changed_at: skipped,
            changed_by: skipped,
        },
        old,
        new
    );
    row_changes(&old.row, &new.row).and(record)
}

fn row_changes(old: &ProductRow, new: &ProductRow) -> Changes {
    changes!(
        ProductRow {
            id: skipped,
            name: recorded,
            name_zh: recorded,
            app_name: recorded,
            client_id: recorded,
            type_id: recorded,
            type_name: recorded,
            admin_id: recorded,
            icon_url: recorded,
            link: recorded,
            links: recorded,
            attributes: recorded,
            description_zh: recorded,
            features_benefits: recorded,
            snapshots: recorded,
            files: recorded,
            link_dialog: recorded,
            everyone: recorded,
            hidden: recorded,
            status: recorded,
            sort: recorded,
        },
        old,
        new
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> ProductRecord {
        let row = ProductRow {
            app_name: SSO.to_owned(),
            ..ProductRow::default()
        };
        ProductRecord {
            row,
            administrators: vec!["ben".to_owned()],
            ..ProductRecord::default()
        }
    }

    const NOTHING: ProductLimits = ProductLimits {
        access: false,
        status: false,
        sso_administrators: false,
    };

    /// A product's administrator changes its texts and nothing else.
    #[test]
    fn texts_are_for_the_products_administrators() {
        let mut texts = record();
        texts.row.attributes[1] = "So".to_owned();
        texts.row.snapshots = vec!["https://a.example/1.png".to_owned()];
        assert_eq!(NOTHING.refused(&record(), &texts), None);
        let mut opened = record();
        opened.row.everyone = true;
        let refused = NOTHING.refused(&record(), &opened);
        assert_eq!(refused, Some(ProductPart::Access));
        let mut off = record();
        off.row.status = ProductStatus::Off;
        let refused = NOTHING.refused(&record(), &off);
        assert_eq!(refused, Some(ProductPart::Status));
    }

    /// Attack 34, "Nobody above himself": only super administrators say who administers product SSO.
    #[test]
    fn attack_34_product_sso_has_its_own_rule() {
        let editor = ProductLimits {
            access: true,
            status: true,
            ..NOTHING
        };
        let mut appointed = record();
        appointed.administrators.push("dan".to_owned());
        let refused = editor.refused(&record(), &appointed);
        assert_eq!(refused, Some(ProductPart::SsoAdministrators));
        let mut other = record();
        other.row.app_name = "CALENDAR".to_owned();
        appointed.row.app_name = "CALENDAR".to_owned();
        assert_eq!(editor.refused(&other, &appointed), None);
    }
}
