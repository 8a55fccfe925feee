//! Whole products for administrators, and every write of one.

use super::product_list::PRODUCTS;
use super::products::detail_of;
use crate::access::subjects::{changed_client, changed_product, subject_of};
use crate::catalogue::product::{Link, ProductDetail, ProductRow};
use crate::catalogue::product_record::ProductRecord;
use crate::catalogue::status::ProductStatus;
use crate::clients::Client;
use crate::clock::Millis;
use crate::db::ids::{IDS_AT_ONCE, fetch_by_ids, ids};
use crate::db::{
    DbError, Reads, WriteTx, execute, fetch_all, fetch_one, fetch_optional, from_row, statements,
};
use crate::directory;

/// The end of the statement follows.
macro_rules! insert_product {
    ($rest:literal) => {
        concat!(
            "INSERT INTO products (id, name, app_name, client_id, type_id, type_name, admin_id, \
             icon_url, link, links, attribute1, attribute2, attribute3, features_benefits, \
             snapshots, files, link_dialog, everyone, hidden, status, sort, created_at, name_zh, \
             description_zh) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, \
             $18, $19, $20, $21, $22, $23, $24)",
            $rest
        )
    };
}

statements! {
    FIND = "SELECT id, name, app_name, client_id, type_id, type_name, admin_id, icon_url, link, \
        links, attribute1, attribute2, attribute3, features_benefits, snapshots, files, \
        link_dialog, everyone, hidden, status, sort, created_at, version, changed_at, changed_by, \
        name_zh, description_zh FROM products WHERE id = $1";
    AGENCIES = "SELECT agency_id FROM product_agencies WHERE product_id = $1 \
        ORDER BY agency_id COLLATE \"C\" LIMIT 10000";
    HOLD_FIRST = concat!("UPDATE products SET version = version WHERE id = \
        (SELECT MIN(p.id) FROM products p WHERE ", names_client!("$1", "$2"), ")");
    ANOTHER = concat!("SELECT p.id FROM products p WHERE p.id <> $3 AND ", names_client!("$1", "$2"), " LIMIT 1");
    ADMINISTRATORS = "SELECT account_id FROM product_admins WHERE product_id = $1 \
        ORDER BY account_id COLLATE \"C\" LIMIT 10000";
    KNOWN_AGENCIES = concat!("SELECT id, name FROM agencies WHERE id IN ", ids!());
    INSERT = insert_product!("");
    SAVE = insert_product!(" ON CONFLICT (id) DO UPDATE SET name = excluded.name, \
        app_name = excluded.app_name, client_id = excluded.client_id, \
        type_id = excluded.type_id, type_name = excluded.type_name, \
        admin_id = excluded.admin_id, icon_url = excluded.icon_url, link = excluded.link, \
        links = excluded.links, attribute1 = excluded.attribute1, \
        attribute2 = excluded.attribute2, attribute3 = excluded.attribute3, \
        features_benefits = excluded.features_benefits, snapshots = excluded.snapshots, \
        files = excluded.files, link_dialog = excluded.link_dialog, \
        everyone = excluded.everyone, hidden = excluded.hidden, status = excluded.status, \
        sort = excluded.sort, name_zh = excluded.name_zh, \
        description_zh = excluded.description_zh");
    NOTE_CHANGE = "UPDATE products SET version = version + 1, changed_at = $2, changed_by = $3 \
        WHERE id = $1";
    HOLD = "UPDATE products SET version = version WHERE id = $1";
    HOLD_CODES = "UPDATE products SET version = version WHERE id = (SELECT MIN(id) FROM products)";
    LAST_ID = "SELECT CAST(COALESCE(MAX(id), 0) AS BIGINT) FROM products";
    CODES = "SELECT app_name FROM products LIMIT 100000";
    ALLOW_AGENCY = "INSERT INTO product_agencies (product_id, agency_id) VALUES ($1, $2) \
        ON CONFLICT (product_id, agency_id) DO NOTHING";
    FORBID_AGENCY = "DELETE FROM product_agencies WHERE product_id = $1 AND agency_id = $2";
    DISMISS = "DELETE FROM product_admins WHERE product_id = $1 AND account_id = $2";
}

struct Row {
    id: i64,
    name: String,
    name_zh: String,
    description_zh: String,
    app_name: String,
    client_id: Option<String>,
    type_id: i64,
    type_name: Option<String>,
    admin_id: Option<String>,
    icon_url: String,
    link: String,
    links: String,
    attribute1: String,
    attribute2: String,
    attribute3: String,
    features_benefits: String,
    snapshots: String,
    files: String,
    link_dialog: bool,
    everyone: bool,
    hidden: bool,
    status: ProductStatus,
    sort: i64,
    created_at: Millis,
    version: i64,
    changed_at: Option<Millis>,
    changed_by: Option<String>,
}

from_row!(Row {
    id,
    name,
    name_zh,
    description_zh,
    app_name,
    client_id,
    type_id,
    type_name,
    admin_id,
    icon_url,
    link,
    links,
    attribute1,
    attribute2,
    attribute3,
    features_benefits,
    snapshots,
    files,
    link_dialog,
    everyone,
    hidden,
    status,
    sort,
    created_at,
    version,
    changed_at,
    changed_by
});

impl Row {
    fn record(self) -> Result<ProductRecord, DbError> {
        let links: Vec<Link> =
            serde_json::from_str(&self.links).map_err(|_| DbError::damaged("links"))?;
        let detail = detail_of(&self.features_benefits, &self.snapshots, &self.files)?;
        let ProductDetail {
            features_benefits,
            snapshots,
            files,
        } = detail;
        let row = ProductRow {
            id: self.id,
            name: self.name,
            name_zh: self.name_zh,
            description_zh: self.description_zh,
            app_name: self.app_name,
            client_id: self.client_id,
            type_id: self.type_id,
            type_name: self.type_name,
            admin_id: self.admin_id,
            icon_url: self.icon_url,
            link: self.link,
            links,
            attributes: [self.attribute1, self.attribute2, self.attribute3],
            features_benefits,
            snapshots,
            files,
            link_dialog: self.link_dialog,
            everyone: self.everyone,
            hidden: self.hidden,
            status: self.status,
            sort: self.sort,
        };
        Ok(ProductRecord {
            row,
            agencies: Vec::new(),
            administrators: Vec::new(),
            created_at: self.created_at,
            version: self.version,
            changed_at: self.changed_at,
            changed_by: self.changed_by,
        })
    }
}

/// The product `id` with its agencies and administrators.
pub async fn find(tx: &mut dyn Reads, id: i64) -> Result<Option<ProductRecord>, DbError> {
    let Some(row) = fetch_optional!(tx, Row, FIND, id)? else {
        return Ok(None);
    };
    let ids = |rows: Vec<(String,)>| rows.into_iter().map(|(id,)| id).collect();
    let mut record = row.record()?;
    record.agencies = ids(fetch_all!(tx, (String,), AGENCIES, id)?);
    record.administrators = ids(fetch_all!(tx, (String,), ADMINISTRATORS, id)?);
    Ok(Some(record))
}

/// Locks the product and reads it, so that a second writer sees what the first wrote.
pub async fn hold(tx: &mut WriteTx, id: i64) -> Result<Option<ProductRecord>, DbError> {
    execute!(tx, HOLD, id)?;
    find(tx, id).await
}

/// Id and name of those agencies in `ids` that exist.
pub async fn known_agencies(
    tx: &mut dyn Reads,
    ids: &[String],
) -> Result<Vec<(String, String)>, DbError> {
    let mut known = Vec::with_capacity(ids.len());
    for ids in ids.chunks(IDS_AT_ONCE) {
        let ids = ids.iter().map(String::as_str);
        known.extend(fetch_by_ids!(tx, (String, String), KNOWN_AGENCIES, ids)?);
    }
    Ok(known)
}

/// The largest id and all codes. Nobody else can add a product until this write ends.
pub async fn taken(tx: &mut WriteTx) -> Result<(i64, Vec<String>), DbError> {
    execute!(tx, HOLD_CODES)?;
    let (last,) = fetch_one!(tx, (i64,), LAST_ID)?;
    let codes = fetch_all!(tx, (String,), CODES)?;
    Ok((last, codes.into_iter().map(|(code,)| code).collect()))
}

/// Adds a product.
///
/// # Errors
/// A duplicate if its id is taken.
pub async fn insert(tx: &mut WriteTx, row: &ProductRow, now: Millis) -> Result<(), DbError> {
    put(tx, INSERT, row, now).await?;
    changed_product(tx, row.id).await?;
    PRODUCTS.index_names(tx, row.id).await
}

/// Creates a product or replaces its data.
pub async fn save(tx: &mut WriteTx, row: &ProductRow, now: Millis) -> Result<(), DbError> {
    changed_product(tx, row.id).await?;
    changed_client(tx, &subject_of(row.client_id.as_deref(), &row.app_name));
    put(tx, SAVE, row, now).await?;
    PRODUCTS.index_names(tx, row.id).await
}

async fn put(
    tx: &mut WriteTx,
    sql: &'static str,
    row: &ProductRow,
    now: Millis,
) -> Result<(), DbError> {
    let [attribute1, attribute2, attribute3] = &row.attributes;
    execute!(
        tx,
        sql,
        row.id,
        &row.name,
        &row.app_name,
        &row.client_id,
        row.type_id,
        &row.type_name,
        &row.admin_id,
        &row.icon_url,
        &row.link,
        json(&row.links)?,
        attribute1,
        attribute2,
        attribute3,
        json(&row.features_benefits)?,
        json(&row.snapshots)?,
        json(&row.files)?,
        i64::from(row.link_dialog),
        i64::from(row.everyone),
        i64::from(row.hidden),
        row.status.code(),
        row.sort,
        now,
        &row.name_zh,
        &row.description_zh,
    )
    .map(drop)
}

fn json(value: &impl serde::Serialize) -> Result<String, DbError> {
    serde_json::to_string(value).map_err(|error| sqlx::Error::Encode(error.into()).into())
}

/// True if a product besides `id` names the client. Locks the first that does: of two products that stop naming it
/// at the same moment, one sees the other.
pub async fn is_named_by_another(
    tx: &mut WriteTx,
    client: &Client,
    id: i64,
) -> Result<bool, DbError> {
    let (client_id, app_name) = (&client.client_id, client.app_name());
    execute!(tx, HOLD_FIRST, client_id, app_name)?;
    Ok(fetch_optional!(tx, (i64,), ANOTHER, client_id, app_name, id)?.is_some())
}

/// Increases the version of the product, and notes who changed it and when.
pub async fn note_change(
    tx: &mut WriteTx,
    id: i64,
    by: Option<&str>,
    now: Millis,
) -> Result<(), DbError> {
    execute!(tx, NOTE_CHANGE, id, now, by).map(drop)
}

/// Lets an agency use a product. A product without agencies is for all.
pub async fn allow_agency(
    tx: &mut WriteTx,
    product_id: i64,
    agency_id: &str,
) -> Result<(), DbError> {
    execute!(tx, ALLOW_AGENCY, product_id, agency_id)?;
    changed_product(tx, product_id).await
}

/// Removes an agency from those that may use a product.
pub async fn forbid_agency(
    tx: &mut WriteTx,
    product_id: i64,
    agency_id: &str,
) -> Result<(), DbError> {
    execute!(tx, FORBID_AGENCY, product_id, agency_id)?;
    changed_product(tx, product_id).await
}

/// Ends the administration of a product by an account. Waits while another write holds the account.
pub async fn dismiss(tx: &mut WriteTx, product_id: i64, account_id: &str) -> Result<(), DbError> {
    directory::hold(tx, account_id).await?;
    execute!(tx, DISMISS, product_id, account_id).map(drop)
}
