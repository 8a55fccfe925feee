//! `atrium seed --scale`: very many people, groups and products, with rights, roles and requests, for measurements.
//!
//! It writes rows as the server would, but many at once and without audit entries. Nobody can sign in as one of these
//! people, because none has a password.

mod announcements;
mod feedback;
mod figures;
mod groups;
mod names;
pub(super) mod people;
mod requests;
pub mod rights;
pub(super) mod rows;
mod size;
mod surveys;

use std::time::Instant;

pub use jiff::tz::TimeZone;

use crate::clock::Millis;
use crate::db::bulk;
use crate::db::{Db, DbError, installation};

pub use size::Scale;

/// The key in `installation` of a database with these rows.
const SCALE: &str = "scale";

/// True if the database has such rows already.
///
/// # Errors
/// The database failed.
pub async fn is_filled(db: &Db) -> Result<bool, DbError> {
    let mut view = db.read().await?;
    Ok(installation::find(&mut view, SCALE).await?.is_some())
}

/// Adds all rows in one transaction, so that an interrupted run leaves none. `say` gets a line for each step. The days of
/// figures begin in `zone`.
///
/// # Errors
/// The database failed.
pub async fn fill(
    db: &Db,
    scale: Scale,
    (now, zone): (Millis, &TimeZone),
    say: fn(std::fmt::Arguments<'_>),
) -> Result<(), DbError> {
    let (begun, zone) = (Instant::now(), zone.clone());
    db.write::<_, DbError, _>(move |tx| {
        Box::pin(async move {
            bulk::take_time(tx).await?;
            people::organisations(tx, now).await?;
            people::accounts(tx, scale.accounts, now, say).await?;
            groups::products(tx, scale.products, now).await?;
            groups::groups(tx, scale, now).await?;
            say(format_args!(
                "groups and products: {} and {}",
                scale.groups, scale.products
            ));
            groups::memberships(tx, scale, now).await?;
            rights::modules(tx, scale.products, now).await?;
            rights::access_rights(tx, scale.products, now).await?;
            rights::of_groups(tx, scale).await?;
            rights::roles(tx, scale.products, now).await?;
            rights::of_accounts(tx, scale, now).await?;
            say(format_args!("access rights and roles"));
            requests::requests(tx, scale, now).await?;
            say(format_args!("requests"));
            announcements::announcements(tx, scale, now).await?;
            figures::figures(tx, scale, (now, &zone)).await?;
            surveys::surveys(tx, scale, now).await?;
            feedback::feedback(tx, scale, now).await?;
            installation::save(tx, SCALE, &now.to_string()).await
        })
    })
    .await?;
    bulk::vacuum(db, &TABLES).await?;
    say(format_args!(
        "filled in {:.0} s",
        begun.elapsed().as_secs_f64()
    ));
    Ok(())
}

/// The tables with new rows.
const TABLES: [&str; 22] = [
    "agencies",
    "companies",
    "accounts",
    "products",
    "product_agencies",
    "groups",
    "group_products",
    "group_managers",
    "memberships",
    "modules",
    "access_rights",
    "group_rights",
    "roles",
    "role_rights",
    "role_accounts",
    "requests",
    "announcements",
    "event_counts",
    "surveys",
    "feedback",
    "search_numbers",
    "search_grams",
];
