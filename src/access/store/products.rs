//! Products in the database.

use sqlx_macros::FromRow;

use crate::access::changes::{changed_client, subject_of};
use crate::access::closed::{ProductStanding, Standing};
use crate::access::product::{Link, Product, ProductRow, ProductState};
use crate::access::status::ProductStatus;
use crate::clients::Client;
use crate::clock::Millis;
use crate::db::{
    Damaged, DbError, Flag, Keyed, Reads, WriteTx, execute, fetch_all, fetch_optional, readable,
    statements,
};
use crate::directory::{Account, Status};

use super::product_list::PRODUCTS;

/// A product as the account `$1` of agency `$2` sees it. The person's memberships are gathered
/// first, because there are few of them. CROSS JOIN makes SQLite use that order.
macro_rules! select_products {
    ($rest:literal) => {
        concat!(
            "SELECT p.id, p.name, p.app_name, p.client_id, p.type_id, p.type_name, p.icon_url, \
             p.link, p.links, p.attribute1, p.attribute2, p.attribute3, p.link_dialog, \
             p.everyone, p.status, p.sort, a.full_name AS admin_name, m.membership, \
             CAST(CASE WHEN EXISTS (SELECT 1 FROM product_agencies x \
             WHERE x.product_id = p.id AND x.agency_id = $2) THEN 1 \
             WHEN EXISTS (SELECT 1 FROM product_agencies x WHERE x.product_id = p.id) THEN 0 \
             ELSE 1 END AS BIGINT) AS agency_allowed \
             FROM products p LEFT JOIN accounts a ON a.id = p.admin_id \
             LEFT JOIN (SELECT gp.product_id, CAST(MIN(mm.status) AS BIGINT) AS membership \
             FROM memberships mm CROSS JOIN groups g CROSS JOIN group_products gp CROSS JOIN accounts a \
             WHERE mm.account_id = $1 AND g.id = mm.group_id AND a.id = mm.account_id AND ",
            gives_to_account!(),
            " AND gp.group_id = mm.group_id GROUP BY gp.product_id) m ON m.product_id = p.id ",
            $rest
        )
    };
}

statements! {
    OF_TYPE = select_products!("WHERE p.type_id = $3 AND p.status = 0 \
        ORDER BY p.sort, p.id LIMIT 1000");
    ALL = select_products!("ORDER BY p.id LIMIT 10000");
    FIND = select_products!("WHERE p.id = $3");
    OF_CLIENT = concat!(select_products!("WHERE "), names_client!("$3", "$4"),
        " ORDER BY p.status, p.sort, p.id LIMIT 1000");
    NAMED = "SELECT DISTINCT client_id, app_name FROM products";
    NAMES = "SELECT client_id, app_name FROM products WHERE id = $1";
    SAVE = "INSERT INTO products (id, name, app_name, client_id, type_id, type_name, admin_id, \
        icon_url, link, links, attribute1, attribute2, attribute3, link_dialog, everyone, status, \
        sort, created_at) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) \
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, app_name = excluded.app_name, \
        client_id = excluded.client_id, type_id = excluded.type_id, \
        type_name = excluded.type_name, admin_id = excluded.admin_id, \
        icon_url = excluded.icon_url, link = excluded.link, links = excluded.links, \
        attribute1 = excluded.attribute1, attribute2 = excluded.attribute2, \
        attribute3 = excluded.attribute3, link_dialog = excluded.link_dialog, \
        everyone = excluded.everyone, status = excluded.status, sort = excluded.sort";
    ALLOW_AGENCY = "INSERT INTO product_agencies (product_id, agency_id) VALUES ($1, $2) \
        ON CONFLICT (product_id, agency_id) DO NOTHING";
}

#[derive(FromRow)]
struct Row {
    id: i64,
    name: String,
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
    link_dialog: Flag,
    everyone: Flag,
    status: ProductStatus,
    sort: i64,
    admin_name: Option<String>,
    membership: Option<Status>,
    agency_allowed: Flag,
}

impl Row {
    fn standing(&self) -> Standing {
        Standing {
            on: self.status == ProductStatus::On,
            everyone: self.everyone.0,
            agency_allowed: self.agency_allowed.0,
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
            app_name: self.app_name,
            client_id: self.client_id,
            type_id: self.type_id,
            type_name: self.type_name,
            admin_name: self.admin_name.unwrap_or_default(),
            icon_url: self.icon_url,
            link: self.link,
            links,
            attribute1: self.attribute1,
            attribute2: self.attribute2,
            attribute3: self.attribute3,
            link_dialog: self.link_dialog.0,
            sort: self.sort,
            // Closed until a rule has decided.
            state: ProductState::Refused,
        };
        Ok((product, standing))
    }
}

fn agency(account: &Account) -> &str {
    account.agency.as_ref().map_or("", |agency| &agency.id)
}

/// The products of a type that are on, in order, at most 1000, each with its standing for the
/// account. One that cannot be read is logged and left out, and takes no other away.
pub async fn of_type(
    tx: &mut impl Reads,
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
    let (products, damaged) = readable(rows, Row::product)?;
    for product in damaged {
        tracing::error!("product {product}, so nobody sees it: see `atrium doctor`");
    }
    Ok(products)
}

/// The products that cannot be read.
pub async fn damaged(tx: &mut impl Reads) -> Result<Vec<Damaged>, DbError> {
    let rows = fetch_all!(tx, Keyed<i64, Row>, ALL, "", "")?;
    Ok(readable(rows, Row::product)?.1)
}

/// The product `id`, on or off, with its standing for the account.
pub async fn find(
    tx: &mut impl Reads,
    account: &Account,
    id: i64,
) -> Result<Option<(Product, Standing)>, DbError> {
    fetch_optional!(tx, Row, FIND, &account.id, agency(account), id)?
        .map(Row::product)
        .transpose()
}

/// The products that name `client`, those that are on first: by its id, or by its `appName` if a
/// row has no id.
pub async fn standings(
    tx: &mut impl Reads,
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

/// What products name: client ids, or their own codes if they have no client id.
pub async fn named(tx: &mut impl Reads) -> Result<Vec<(Option<String>, String)>, DbError> {
    fetch_all!(tx, (Option<String>, String), NAMED)
}

/// Creates a product or replaces its data.
pub async fn save(tx: &mut WriteTx, row: &ProductRow, now: Millis) -> Result<(), DbError> {
    let links = serde_json::to_string(&row.links)
        .map_err(|error| DbError::from(sqlx::Error::Encode(error.into())))?;
    changed(tx, row.id).await?;
    changed_client(tx, &subject_of(row.client_id.as_deref(), &row.app_name));
    let [attribute1, attribute2, attribute3] = &row.attributes;
    execute!(
        tx,
        SAVE,
        row.id,
        &row.name,
        &row.app_name,
        &row.client_id,
        row.type_id,
        &row.type_name,
        &row.admin_id,
        &row.icon_url,
        &row.link,
        links,
        attribute1,
        attribute2,
        attribute3,
        i64::from(row.link_dialog),
        i64::from(row.everyone),
        row.status.code(),
        row.sort,
        now,
    )?;
    PRODUCTS.index_names(tx, row.id).await
}

/// Lets an agency use a product. A product without agencies is for all.
pub async fn allow_agency(
    tx: &mut WriteTx,
    product_id: i64,
    agency_id: &str,
) -> Result<(), DbError> {
    execute!(tx, ALLOW_AGENCY, product_id, agency_id)?;
    changed(tx, product_id).await
}

/// Announces that the access to the application of `product_id` may have changed.
pub(super) async fn changed(tx: &mut WriteTx, product_id: i64) -> Result<(), DbError> {
    let names = fetch_optional!(tx, (Option<String>, String), NAMES, product_id)?;
    if let Some((client_id, app_name)) = names {
        changed_client(tx, &subject_of(client_id.as_deref(), &app_name));
    }
    Ok(())
}
