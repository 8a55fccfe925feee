//! The access room on both engines: who sees which product, what an opening counts, whom to ask.

mod absences;
mod attacks;
mod doors;
mod group_plans;
mod mail_choices;
mod memory;
mod openings;
mod page;
mod products;
mod read_once;
mod request_room;
mod requests;
mod rights;
mod rights_cost;
pub mod stage;
mod timers;
mod union;
mod waiting;

use atrium::access::rights as right_store;
use atrium::catalogue::{ProductRow, products as product_store};
use atrium::db::{Db, DbError, SqlQuery, WriteTx};
use atrium::directory::{Account, AccountError, NewAccount, Status, organisations};
use atrium::groups;

use crate::support::people;

pub const NOW: i64 = 1_795_260_000_000;

/// Creates an account in an agency, or in none.
pub async fn account(db: &Db, username: &'static str, agency: Option<&'static str>) -> Account {
    let id = db
        .write::<_, AccountError, _>(move |tx| {
            Box::pin(async move {
                if let Some(agency) = agency {
                    organisations::save_agency(tx, agency, agency, NOW).await?;
                }
                let new = NewAccount {
                    username: username.to_owned(),
                    agency_id: agency.map(str::to_owned),
                    ..NewAccount::default()
                };
                people::add(tx, new, NOW).await
            })
        })
        .await
        .unwrap();
    find(db, &id).await
}

pub async fn find(db: &Db, id: &str) -> Account {
    let mut tx = db.read().await.unwrap();
    atrium::directory::find(&mut tx, id).await.unwrap().unwrap()
}

/// A product with a link, of type 1.
pub fn product(id: i64) -> ProductRow {
    ProductRow {
        id,
        name: format!("Product {id}"),
        app_name: format!("APP{id}"),
        type_id: 1,
        link: format!("https://app{id}.example/"),
        sort: id,
        ..ProductRow::default()
    }
}

pub async fn save(db: &Db, row: ProductRow, agencies: &'static [&'static str]) {
    db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            product_store::save(tx, &row, NOW).await?;
            for agency in agencies {
                organisations::save_agency(tx, agency, agency, NOW).await?;
                product_store::allow_agency(tx, row.id, agency).await?;
            }
            Ok(())
        })
    })
    .await
    .unwrap();
}

pub async fn group(db: &Db, id: &'static str, products: &'static [i64]) {
    db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            groups::save(tx, id, &format!("Group {id}"), "Write to us.", NOW).await?;
            for product in products {
                groups::grant(tx, id, *product).await?;
            }
            Ok(())
        })
    })
    .await
    .unwrap();
}

pub async fn join(db: &Db, account: &Account, group: &'static str, status: Status) {
    let account = account.id.clone();
    db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { groups::set_membership(tx, &account, group, status, NOW).await })
    })
    .await
    .unwrap();
}

pub async fn appoint(db: &Db, account: &Account, group: &'static str) {
    let account = account.id.clone();
    db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { groups::appoint(tx, group, &account).await })
    })
    .await
    .unwrap();
}

pub async fn administers(db: &Db, account: &Account, product: i64) {
    let account = account.id.clone();
    db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move { right_store::appoint(tx, product, &account).await })
    })
    .await
    .unwrap();
}

/// Removes an account from every group, as if it had never been a member.
pub async fn forget_membership(tx: &mut WriteTx, account_id: &str) -> Result<(), DbError> {
    let sql = "DELETE FROM memberships WHERE account_id = $1";
    let query = SqlQuery::kept(sql).bind(account_id);
    query.execute(tx).await.map(drop)
}
