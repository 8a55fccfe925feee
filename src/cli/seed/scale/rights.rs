//! Modules, access rights and roles of the products, what the groups give, and who has a role.

use std::collections::BTreeSet;

use super::groups::{FIRST_PRODUCT, granted, group_id};
use super::people::{account_id, below};
use super::rows::{fill_table, indexed, number, text};
use super::size::Scale;
use crate::catalogue::{ACCESS_RIGHTS, MODULES, ROLES};
use crate::clock::{DAY, Millis};
use crate::db::bulk::{self, BulkRow};
use crate::db::{DbError, WriteTx};

/// What the seed writes of an access right, the search index last.
pub const ACCESS_RIGHT_COLUMNS: [&str; 20] = [
    "id",
    "product_id",
    "module_id",
    "name",
    "code",
    "kind",
    "description",
    "status",
    "published_module_id",
    "published_name",
    "published_code",
    "published_kind",
    "published_description",
    "published_status",
    "draft",
    "published_at",
    "created_at",
    "search_number",
    "search_text",
    "name_key",
];

/// How many each product has.
const MODULES_EACH: i64 = 2;
const RIGHTS_EACH: i64 = 6;
const ROLES_EACH: i64 = 2;

const PART: &[&str] = &["Reports", "日程"];
const DOING: &[&str] = &[
    "See reports",
    "Add reports",
    "Change reports",
    "Delete reports",
    "导出报表",
    "确认报表",
];
const DUTY: &[&str] = &["Editors", "Readers"];

/// Numbers of products, each with the numbers of its parts.
fn of_products(products: i64, each: i64) -> impl Iterator<Item = (i64, i64)> {
    (0..products).flat_map(move |product| (0..each).map(move |n| (product, n)))
}

fn one(all: &[&'static str], n: i64) -> &'static str {
    let length = i64::try_from(all.len()).unwrap_or(1);
    all[usize::try_from(n.rem_euclid(length)).unwrap_or(0)]
}

fn module_id(product: i64, n: i64) -> String {
    format!("scale-m{product}-{n}")
}

fn right_id(product: i64, n: i64) -> String {
    format!("scale-x{product}-{n}")
}

fn role_id(product: i64, n: i64) -> String {
    format!("scale-r{product}-{n}")
}

pub async fn modules(tx: &mut WriteTx, products: i64, now: Millis) -> Result<(), DbError> {
    let name = |(_, n)| vec![one(PART, n).to_owned(), format!("MODULE{n}")];
    let names: Vec<_> = of_products(products, MODULES_EACH).map(name).collect();
    let found = indexed(tx, &MODULES, &names).await?;
    let rows = of_products(products, MODULES_EACH).zip(names).zip(found);
    let rows = rows.map(|(((product, n), names), found)| {
        let mut row = vec![text(module_id(product, n)), number(FIRST_PRODUCT + product)];
        row.extend(names.into_iter().map(text));
        row.extend([text(""), number(n), number(0)]);
        row.push(number(now - below(product, 100, 900 * DAY)));
        row.into_iter().chain(found).collect()
    });
    let columns = [
        "id",
        "product_id",
        "name",
        "code",
        "description",
        "sort",
        "status",
        "created_at",
        "search_number",
        "search_text",
        "name_key",
    ];
    bulk::insert(tx, "modules", &columns, rows.collect()).await
}

/// All of them are confirmed.
pub async fn access_rights(tx: &mut WriteTx, products: i64, now: Millis) -> Result<(), DbError> {
    let name = |(product, n)| {
        let code = format!("scale{product}.Reports.List{n}.view");
        vec![one(DOING, n).to_owned(), code]
    };
    let names: Vec<_> = of_products(products, RIGHTS_EACH).map(name).collect();
    let found = indexed(tx, &ACCESS_RIGHTS, &names).await?;
    let rows = of_products(products, RIGHTS_EACH).zip(names).zip(found);
    let rows = rows.map(|(((product, n), names), found)| {
        let made = now - below(product, 101, 900 * DAY);
        let mut row = vec![text(right_id(product, n)), number(FIRST_PRODUCT + product)];
        for _ in ["drafted", "published"] {
            row.push(text(module_id(product, n % MODULES_EACH)));
            row.extend(names.iter().map(text));
            row.extend([number(n % 3), text(""), number(0)]);
        }
        row.extend([number(0), number(made), number(made)]);
        row.into_iter().chain(found).collect()
    });
    bulk::insert(tx, "access_rights", &ACCESS_RIGHT_COLUMNS, rows.collect()).await
}

/// Every group gives three rights of each product that it opens.
pub async fn of_groups(tx: &mut WriteTx, scale: Scale) -> Result<(), DbError> {
    let row = |group, product, n: i64| {
        vec![
            text(group_id(group)),
            number(FIRST_PRODUCT + product),
            text(right_id(product, n)),
            number(0),
        ]
    };
    let rows = (0..scale.groups).flat_map(|group| {
        let products = granted(group, scale.products).into_iter();
        products.flat_map(move |product| (0..3).map(move |n| row(group, product, n)))
    });
    let columns = ["group_id", "product_id", "right_id", "state"];
    bulk::insert(tx, "group_rights", &columns, rows.collect()).await
}

/// Each role gives three rights of its product.
pub async fn roles(tx: &mut WriteTx, products: i64, now: Millis) -> Result<(), DbError> {
    let name = |(_, n)| vec![one(DUTY, n).to_owned()];
    let names: Vec<_> = of_products(products, ROLES_EACH).map(name).collect();
    let found = indexed(tx, &ROLES, &names).await?;
    let rows = of_products(products, ROLES_EACH).zip(names).zip(found);
    let rows = rows.map(|(((product, n), names), found)| {
        let mut row = vec![text(role_id(product, n)), number(FIRST_PRODUCT + product)];
        row.extend(names.into_iter().map(text));
        row.extend([text(""), number(0)]);
        row.push(number(now - below(product, 102, 900 * DAY)));
        row.into_iter().chain(found).collect()
    });
    let columns = [
        "id",
        "product_id",
        "name",
        "description",
        "status",
        "created_at",
        "search_number",
        "search_text",
        "name_key",
    ];
    bulk::insert(tx, "roles", &columns, rows.collect()).await?;
    let rows = of_products(products, ROLES_EACH).flat_map(|(product, n)| {
        (0..3).map(move |at| {
            vec![
                text(role_id(product, n)),
                text(right_id(product, n * 3 + at)),
                number(0),
            ]
        })
    });
    bulk::insert(
        tx,
        "role_rights",
        &["role_id", "right_id", "state"],
        rows.collect(),
    )
    .await
}

/// One person of five has roles, up to three.
pub async fn of_accounts(tx: &mut WriteTx, scale: Scale, now: Millis) -> Result<(), DbError> {
    if scale.products == 0 {
        return Ok(());
    }
    let columns = ["role_id", "account_id", "created_at"];
    fill_table(tx, ("role_accounts", &columns), scale.accounts, |numbers| {
        let with_roles = numbers.filter(|n| below(*n, 103, 5) == 0);
        with_roles
            .flat_map(|n| roles_of(n, scale.products, now))
            .collect()
    })
    .await
}

fn roles_of(n: i64, products: i64, now: Millis) -> impl Iterator<Item = BulkRow> {
    let some = (0..=below(n, 104, 3))
        .map(|at| role_id(below(n, 105 + at, products), below(n, 108 + at, ROLES_EACH)));
    let some: BTreeSet<String> = some.collect();
    some.into_iter()
        .map(move |role| -> BulkRow { vec![text(role), text(account_id(n)), number(now)] })
}
