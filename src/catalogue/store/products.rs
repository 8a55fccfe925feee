//! Products in the database.

use std::collections::HashMap;

use crate::access::conditions::gives_to_account;
use crate::access::{Closed, ProductStanding, Standing};
use crate::catalogue::product::{Link, Product, ProductDetail, ProductFile, ProductState};
use crate::catalogue::status::ProductStatus;
use crate::clients::Client;
use crate::db::search::Words;
use crate::db::{
    Damaged, DbError, Keyed, Reads, fetch_all, fetch_optional, from_row, query, readable,
    statements,
};
use crate::directory::{Account, Status};
use crate::groups::PastPlace;

/// The best place of the account `$1` in the groups of each product. CROSS JOIN makes SQLite begin with the person's
/// memberships, because there are few. One without an end lasts until [`NO_END`].
macro_rules! select_places {
    () => {
        concat!(
            "SELECT gp.product_id, CAST(MIN(mm.status) AS BIGINT) AS membership, \
             MAX(CASE WHEN mm.status = 0 THEN COALESCE(mm.ends_on, '9999-12-31') END) AS open_until \
             FROM memberships mm CROSS JOIN groups g CROSS JOIN group_products gp CROSS JOIN accounts a \
             WHERE mm.account_id = $1 AND g.id = mm.group_id AND a.id = mm.account_id AND ",
            gives_to_account!(),
            " AND gp.group_id = mm.group_id GROUP BY gp.product_id"
        )
    };
}

/// A product as the account `$1` of agency `$2` sees it.
macro_rules! select_products {
    ($rest:literal) => {
        concat!(
            "SELECT p.id, p.name, p.name_zh, p.app_name, p.client_id, p.type_id, p.type_name, p.icon_url, \
             p.description_zh, p.link, p.links, p.attribute1, p.attribute2, p.attribute3, p.link_dialog, \
             p.everyone, p.status, p.sort, p.admin_id, a.full_name AS admin_name, m.membership, m.open_until, \
             CAST(CASE WHEN EXISTS (SELECT 1 FROM product_agencies x \
             WHERE x.product_id = p.id AND x.agency_id = $2) THEN 1 \
             WHEN EXISTS (SELECT 1 FROM product_agencies x WHERE x.product_id = p.id) THEN 0 \
             ELSE 1 END AS BIGINT) AS agency_allowed \
             FROM products p LEFT JOIN accounts a ON a.id = p.admin_id \
             LEFT JOIN (",
            select_places!(),
            ") m ON m.product_id = p.id ",
            $rest
        )
    };
}

statements! {
    OF_TYPE = select_products!("WHERE p.type_id = $3 AND p.status = 0 AND p.hidden = 0 \
        ORDER BY p.sort, p.id LIMIT 1000");
    OF_AGENCY = select_products!("WHERE p.status = 0 AND p.hidden = 0 AND p.id IN \
        (SELECT t.product_id FROM product_agencies t WHERE t.agency_id = $2) \
        ORDER BY p.sort, p.id LIMIT 1000");
    VISIBLE = select_products!("WHERE p.status = 0 AND p.hidden = 0 \
        ORDER BY p.type_id, p.sort, p.id LIMIT 10000");
    /// Products that the home page shows, by the words of a search; those that open come first.
    FOUND = select_products!("WHERE p.status = 0 AND p.hidden = 0 AND p.search_text LIKE $3 ESCAPE '!' \
        AND p.search_text LIKE $4 ESCAPE '!' AND p.search_text LIKE $5 ESCAPE '!' \
        ORDER BY CASE WHEN p.everyone = 1 OR m.membership = 0 THEN 0 ELSE 1 END, p.sort, p.id LIMIT 200");
    PLACES = concat!(select_places!(), " ORDER BY gp.product_id LIMIT 10000");
    /// The inner query names few people, each of whom is then looked up.
    ADMINS = "SELECT t.id, (SELECT a.full_name FROM accounts a WHERE a.id = t.id) FROM \
        (SELECT DISTINCT p.admin_id AS id FROM products p WHERE p.admin_id IS NOT NULL) t LIMIT 10000";
    DETAIL = "SELECT features_benefits, snapshots, files FROM products WHERE id = $1";
    FILES = "SELECT p.id, p.files FROM products p WHERE p.status = 0 AND p.hidden = 0 AND p.files <> '[]' \
        ORDER BY p.id LIMIT 10000";
    ALL = select_products!("ORDER BY p.id LIMIT 10000");
    FIND = select_products!("WHERE p.id = $3");
    OF_CODES = select_products!("WHERE p.app_name IN ($3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, \
        $17, $18, $19, $20, $21, $22) ORDER BY p.id LIMIT 10000");
    OF_CLIENT = concat!(select_products!("WHERE "), names_client!("$3", "$4"),
        " ORDER BY p.status, p.sort, p.id LIMIT 1000");
    NAMED = "SELECT DISTINCT client_id, app_name FROM products";
}

/// The most codes of one statement.
pub const CODES_AT_ONCE: usize = 20;

/// The day in the place of none in the statements above.
const NO_END: &str = "9999-12-31";

struct Row {
    id: i64,
    name: String,
    name_zh: String,
    description_zh: String,
    app_name: String,
    client_id: Option<String>,
    type_id: i64,
    type_name: Option<String>,
    icon_url: String,
    link: String,
    links: String,
    attribute1: String,
    attribute2: String,
    attribute3: String,
    link_dialog: bool,
    everyone: bool,
    status: ProductStatus,
    sort: i64,
    admin_id: Option<String>,
    admin_name: Option<String>,
    membership: Option<Status>,
    open_until: Option<String>,
    agency_allowed: bool,
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
    icon_url,
    link,
    links,
    attribute1,
    attribute2,
    attribute3,
    link_dialog,
    everyone,
    status,
    sort,
    admin_id,
    admin_name,
    membership,
    open_until,
    agency_allowed
});

impl Row {
    fn standing(&self) -> Standing {
        Standing {
            on: self.status == ProductStatus::On,
            everyone: self.everyone,
            agency_allowed: self.agency_allowed,
            membership: self.membership,
        }
    }

    fn product(self) -> Result<(Product, Standing), DbError> {
        let links: Vec<Link> =
            serde_json::from_str(&self.links).map_err(|_| DbError::damaged("links"))?;
        let standing = self.standing();
        let product = Product {
            id: self.id,
            name: self.name,
            name_zh: self.name_zh,
            description_zh: self.description_zh,
            app_name: self.app_name,
            client_id: self.client_id,
            type_id: self.type_id,
            type_name: self.type_name,
            admin_id: self.admin_id,
            admin_name: self.admin_name.unwrap_or_default(),
            icon_url: self.icon_url,
            link: self.link,
            links,
            attribute1: self.attribute1,
            attribute2: self.attribute2,
            attribute3: self.attribute3,
            link_dialog: self.link_dialog,
            sort: self.sort,
            // Closed until the rules have decided.
            state: ProductState::Refused,
            closed: Some(Closed::Off),
            can_ask: false,
            past: PastPlace::None,
            ends_on: last_day(self.open_until),
        };
        Ok((product, standing))
    }
}

/// Without a value that stands for no end.
fn last_day(open_until: Option<String>) -> Option<String> {
    open_until.filter(|day| day != NO_END)
}

fn agency(account: &Account) -> &str {
    account.agency.as_ref().map_or("", |agency| &agency.id)
}

/// The products of a type that are on and not hidden, in order, at most 1000, each with its standing for
/// the account.
pub async fn of_type(
    tx: &mut dyn Reads,
    account: &Account,
    type_id: i64,
) -> Result<Vec<(Product, Standing)>, DbError> {
    let rows = fetch_all!(
        tx,
        Keyed<i64, Row>,
        OF_TYPE,
        &account.id,
        agency(account),
        type_id
    )?;
    read(rows)
}

/// The products in `rows`. One that cannot be read is logged and left out; the others stay.
fn read(rows: Vec<Keyed<i64, Row>>) -> Result<Vec<(Product, Standing)>, DbError> {
    let (products, damaged) = readable(rows, Row::product)?;
    for product in damaged {
        tracing::error!("product {product}, so nobody sees it: see `atrium doctor`");
    }
    Ok(products)
}

/// The products that are on and not hidden and that name the agency of the account, in order, at most 1000.
pub async fn of_agency(
    tx: &mut dyn Reads,
    account: &Account,
) -> Result<Vec<(Product, Standing)>, DbError> {
    let rows = fetch_all!(tx, Keyed<i64, Row>, OF_AGENCY, &account.id, agency(account))?;
    read(rows)
}

/// All products that are on and not hidden, in the order of the home page, at most 10,000.
pub async fn visible(
    tx: &mut dyn Reads,
    account: &Account,
) -> Result<Vec<(Product, Standing)>, DbError> {
    let rows = fetch_all!(tx, Keyed<i64, Row>, VISIBLE, &account.id, agency(account))?;
    read(rows)
}

/// All products that are on and not hidden, as somebody sees them who is in no group and of no agency.
pub async fn for_nobody(view: &mut dyn Reads) -> Result<Vec<(Product, Standing)>, DbError> {
    read(fetch_all!(view, Keyed<i64, Row>, VISIBLE, "", "")?)
}

/// The best place of a person in the groups of a product.
pub struct Place {
    pub membership: Status,
    /// Its last day, if it has one.
    pub ends_on: Option<String>,
}

/// The places of the account, by product.
pub async fn places(
    view: &mut dyn Reads,
    account: &Account,
) -> Result<HashMap<i64, Place>, DbError> {
    let rows = fetch_all!(view, (i64, Status, Option<String>), PLACES, &account.id)?;
    let place = |(product_id, membership, open_until)| {
        let ends_on = last_day(open_until);
        (
            product_id,
            Place {
                membership,
                ends_on,
            },
        )
    };
    Ok(rows.into_iter().map(place).collect())
}

/// The names of the people who administer products, by account id.
pub async fn admins(view: &mut dyn Reads) -> Result<HashMap<String, String>, DbError> {
    let rows = fetch_all!(view, (String, Option<String>), ADMINS)?;
    let named = rows.into_iter().filter_map(|(id, name)| Some((id, name?)));
    Ok(named.collect())
}

/// The products that are on and not hidden and have these words in their names or codes, at most 200. Only the first three
/// words are compared.
pub async fn found(
    tx: &mut dyn Reads,
    account: &Account,
    words: &Words,
) -> Result<Vec<(Product, Standing)>, DbError> {
    let mut patterns = words.patterns().iter().map(String::as_str);
    let mut next = || patterns.next().unwrap_or("%");
    let (first, second, third) = (next(), next(), next());
    let rows = fetch_all!(
        tx,
        Keyed<i64, Row>,
        FOUND,
        &account.id,
        agency(account),
        first,
        second,
        third
    )?;
    read(rows)
}

/// What the detail of a product shows beyond its card.
pub async fn detail(tx: &mut dyn Reads, id: i64) -> Result<Option<ProductDetail>, DbError> {
    let row = fetch_optional!(tx, (String, String, String), DETAIL, id)?;
    row.map(|(features, snapshots, files)| detail_of(&features, &snapshots, &files))
        .transpose()
}

/// The files of each product that is on, is not hidden and has files.
pub async fn files(tx: &mut dyn Reads) -> Result<HashMap<i64, Vec<ProductFile>>, DbError> {
    let rows = fetch_all!(tx, (i64, String), FILES)?;
    let read = rows.into_iter().map(|(id, files)| {
        let files = serde_json::from_str(&files).map_err(|_| DbError::damaged("files"))?;
        Ok((id, files))
    });
    read.collect()
}

/// The detail in three JSON columns.
pub(super) fn detail_of(
    features: &str,
    snapshots: &str,
    files: &str,
) -> Result<ProductDetail, DbError> {
    let damaged = |column| move |_| DbError::damaged(column);
    Ok(ProductDetail {
        features_benefits: serde_json::from_str(features).map_err(damaged("features_benefits"))?,
        snapshots: serde_json::from_str(snapshots).map_err(damaged("snapshots"))?,
        files: serde_json::from_str(files).map_err(damaged("files"))?,
    })
}

/// The ids of the products that cannot be read.
pub async fn damaged(tx: &mut dyn Reads) -> Result<Vec<Damaged>, DbError> {
    let rows = fetch_all!(tx, Keyed<i64, Row>, ALL, "", "")?;
    Ok(readable(rows, Row::product)?.1)
}

/// The product `id`, on or off, with its standing for the account.
pub async fn find(
    tx: &mut dyn Reads,
    account: &Account,
    id: i64,
) -> Result<Option<(Product, Standing)>, DbError> {
    fetch_optional!(tx, Row, FIND, &account.id, agency(account), id)?
        .map(Row::product)
        .transpose()
}

/// The products with at most [`CODES_AT_ONCE`] codes, on or off, with their standing for the account, in the order of their
/// ids.
pub async fn of_codes(
    tx: &mut dyn Reads,
    account: &Account,
    codes: &[&str],
) -> Result<Vec<(Product, Standing)>, DbError> {
    // No product has an empty code.
    let codes = codes.iter().copied().chain(std::iter::repeat(""));
    let rows = query!(OF_CODES, &account.id, agency(account))
        .bind_all(codes.take(CODES_AT_ONCE))
        .fetch_all::<Keyed<i64, Row>>(tx);
    read(rows.await?)
}

/// The products that name `client` by its id or, in rows without an id, by its `appName`. Those that are on come first.
pub async fn standings(
    tx: &mut dyn Reads,
    account: &Account,
    client: &Client,
) -> Result<Vec<ProductStanding>, DbError> {
    let (id, app_name) = (&client.client_id, client.app_name());
    let rows = fetch_all!(
        tx,
        Row,
        OF_CLIENT,
        &account.id,
        agency(account),
        id,
        app_name
    )?;
    let product = |row: Row| ProductStanding {
        product_id: row.id,
        standing: row.standing(),
        app_name: row.app_name,
        admin_name: row.admin_name.unwrap_or_default(),
    };
    Ok(rows.into_iter().map(product).collect())
}

/// What products name: client ids, or the own code of a product that has no client id.
pub async fn named(tx: &mut dyn Reads) -> Result<Vec<(Option<String>, String)>, DbError> {
    fetch_all!(tx, (Option<String>, String), NAMED)
}
