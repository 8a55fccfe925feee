//! Products, the groups that grant them, and the members and managers of these.

use std::collections::BTreeSet;

use super::names;
use super::people::{AGENCIES, account_id, agency_of, below};
use super::rows::{fill_table, indexed, number, text};
use super::size::Scale;
use crate::catalogue::PRODUCTS;
use crate::clock::{DAY, Millis};
use crate::db::bulk::{self, BulkRow};
use crate::db::{DbError, WriteTx};
use crate::groups::GROUPS;

/// The number of the first product; smaller ones may belong to the demo.
pub const FIRST_PRODUCT: i64 = 100_000;

/// One product of 20 is open to everybody, and one of ten only to people of some agencies.
pub async fn products(tx: &mut WriteTx, all: i64, now: Millis) -> Result<(), DbError> {
    let names: Vec<Vec<String>> = (0..all)
        .map(|n| {
            let name = names::product(n);
            // As the search reads them: name, code and Chinese name.
            vec![name, format!("SCALE{n}"), String::new()]
        })
        .collect();
    let found = indexed(tx, &PRODUCTS, &names).await?;
    let rows = (0..all).zip(names).zip(found).map(|((n, names), found)| {
        let link = format!("https://app{n}.example/");
        let mut row = vec![number(FIRST_PRODUCT + n)];
        row.extend(names.into_iter().take(2).map(text));
        row.extend([
            number(below(n, 42, 3) + 1),
            text(""),
            text(link),
            text("[]"),
        ]);
        row.extend([text(""), text(""), text(""), number(0)]);
        row.push(number((below(n, 43, 20) == 0).into()));
        row.extend([number(0), number(n), number(now - below(n, 44, 900 * DAY))]);
        row.into_iter().chain(found).collect()
    });
    let columns = [
        "id",
        "name",
        "app_name",
        "type_id",
        "icon_url",
        "link",
        "links",
        "attribute1",
        "attribute2",
        "attribute3",
        "link_dialog",
        "everyone",
        "status",
        "sort",
        "created_at",
        "search_number",
        "search_text",
        "name_key",
    ];
    bulk::insert(tx, "products", &columns, rows.collect()).await?;
    let some = (0..all).filter(|n| below(*n, 45, 10) == 0);
    let rows = some.flat_map(|n| {
        let agencies: BTreeSet<i64> = (0..5).map(|at| below(n, 46 + at, AGENCIES)).collect();
        agencies
            .into_iter()
            .map(move |agency| vec![number(FIRST_PRODUCT + n), text(format!("agency{agency}"))])
    });
    let columns = ["product_id", "agency_id"];
    bulk::insert(tx, "product_agencies", &columns, rows.collect()).await
}

/// Each group grants up to five products and has up to three managers.
pub async fn groups(tx: &mut WriteTx, scale: Scale, now: Millis) -> Result<(), DbError> {
    let all = scale.groups;
    let names: Vec<Vec<String>> = (0..all).map(|n| vec![group_name(n)]).collect();
    let found = indexed(tx, &GROUPS, &names).await?;
    let rows = (0..all).zip(names).zip(found).map(|((n, names), found)| {
        let mut row = vec![text(group_id(n)), text(names.concat()), text("")];
        row.extend([number(0), number(now - below(n, 52, 900 * DAY))]);
        row.into_iter().chain(found).collect()
    });
    let columns = [
        "id",
        "name",
        "admin_msg",
        "status",
        "created_at",
        "search_number",
        "search_text",
        "name_key",
    ];
    bulk::insert(tx, "groups", &columns, rows.collect()).await?;
    if scale.products > 0 {
        let row = |n, product| vec![text(group_id(n)), number(FIRST_PRODUCT + product)];
        let rows = (0..all).flat_map(|n| {
            let products = granted(n, scale.products).into_iter();
            products.map(move |product| row(n, product))
        });
        let columns = ["group_id", "product_id"];
        bulk::insert(tx, "group_products", &columns, rows.collect()).await?;
    }
    if scale.accounts > 0 {
        let managers = |n: i64| -> BTreeSet<i64> {
            let end = below(n, 60, 3) + 1;
            (0..end)
                .map(|at| below(n, 61 + at, scale.accounts))
                .collect()
        };
        let row = |n, account| vec![text(group_id(n)), text(account_id(account))];
        let rows =
            (0..all).flat_map(|n| managers(n).into_iter().map(move |account| row(n, account)));
        let columns = ["group_id", "account_id"];
        bulk::insert(tx, "group_managers", &columns, rows.collect()).await?;
    }
    Ok(())
}

/// Everybody is in up to three groups, of which the first ones are the largest. Everybody of the first agency is in
/// the first group. One membership of 30 waits for a decision.
pub async fn memberships(tx: &mut WriteTx, scale: Scale, now: Millis) -> Result<(), DbError> {
    if scale.groups == 0 {
        return Ok(());
    }
    let columns = ["account_id", "group_id", "status", "created_at"];
    fill_table(tx, ("memberships", &columns), scale.accounts, |numbers| {
        numbers
            .flat_map(|n| of_account(n, scale.groups, now))
            .collect()
    })
    .await
}

fn of_account(n: i64, groups: i64, now: Millis) -> Vec<BulkRow> {
    let row = |group| {
        let made = now - below(n, 91, 500 * DAY);
        vec![
            text(account_id(n)),
            text(group_id(group)),
            number(waits(n, group).into()),
            number(made),
        ]
    };
    groups_of(n, groups).into_iter().map(row).collect()
}

/// The numbers of the groups of the person with number `n`.
pub fn groups_of(n: i64, groups: i64) -> BTreeSet<i64> {
    let some = (0..below(n, 70, 4)).map(|at| {
        // The product of two numbers is more often small than large.
        below(n, 71 + at, groups) * below(n, 81 + at, 1_000) / 1_000
    });
    let first = (agency_of(n) == 0).then_some(0);
    some.chain(first).collect()
}

/// True if the person with number `n` waits to be let into the group.
pub fn waits(n: i64, group: i64) -> bool {
    below(n, 90 + group, 30) == 0
}

/// The numbers of the products that the group with number `n` opens.
pub fn granted(n: i64, products: i64) -> BTreeSet<i64> {
    if products == 0 {
        return BTreeSet::new();
    }
    let end = below(n, 53, 5) + 1;
    (0..end).map(|at| below(n, 54 + at, products)).collect()
}

pub fn group_name(n: i64) -> String {
    names::group(n)
}

pub fn group_id(n: i64) -> String {
    format!("scale{n}")
}
