//! Page views: how often each page of the portal is shown, by day (contract T-03, G-80, F-67). No person, no cookie and no
//! query is stored, and a route stands for all of its pages: `/my-groups/:groupId`.

use jiff::tz::TimeZone;

use super::store;
use crate::clock::{DAY, Millis};
use crate::days::{begin_of_day, today};
use crate::db::{DbError, Reads, WriteTx};

/// How long views are kept, so that a year can be compared with the year before.
pub const KEPT: Millis = 400 * DAY;
/// The routes of the portal's pages, one a line. Only these are counted, so nobody can fill the table or store a text of
/// their own; `portal/src/app/page-views.test.tsx` compares them with the portal's.
const ROUTES: &str = include_str!("routes.txt");
/// The most rows of an answer.
const MOST_ROWS: i64 = 10_000;

/// The views of a page on a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageViews {
    /// As `yyyy-MM-dd`, in the server's time zone.
    pub day: String,
    /// The route, such as `/my-groups/:groupId`.
    pub route: String,
    pub views: i64,
}

/// Why a view was not counted.
#[derive(Debug, thiserror::Error)]
pub enum PageViewError {
    /// The portal has no such route.
    #[error("the portal has no such route")]
    NoRoute,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Counts a view of `route` today.
///
/// # Errors
/// [`PageViewError::NoRoute`]: no page of the portal has it; so it has no query and no id.
pub async fn count(
    tx: &mut WriteTx,
    route: &str,
    (zone, now): (&TimeZone, Millis),
) -> Result<(), PageViewError> {
    if ROUTES.lines().all(|known| known != route) {
        return Err(PageViewError::NoRoute);
    }
    let today_at = begin_of_day(now, 0, zone);
    store::page_views::count(tx, today_at, route).await?;
    Ok(())
}

/// The views of the last `days` days with today, the newest day first and then the most viewed; at most 10,000 rows.
///
/// # Errors
/// The database failed.
pub async fn last_days(
    view: &mut dyn Reads,
    days: i64,
    (zone, now): (&TimeZone, Millis),
) -> Result<Vec<PageViews>, DbError> {
    let found =
        store::page_views::since(view, begin_of_day(now, 1 - days, zone), MOST_ROWS).await?;
    let views = found.into_iter().map(|row| PageViews {
        day: today(row.day_at, zone).to_string(),
        route: row.route,
        views: row.views,
    });
    Ok(views.collect())
}

/// The pages that were shown most on the days that began from `from` and before `to`, with how often; at most `most`.
///
/// # Errors
/// The database failed.
pub async fn most_viewed(
    view: &mut dyn Reads,
    (from, to): (Millis, Millis),
    most: i64,
) -> Result<Vec<(String, i64)>, DbError> {
    store::page_views::most_viewed(view, (from, to), most).await
}

/// Deletes at most `most` rows of days that began before `before`.
///
/// # Errors
/// The database failed.
pub async fn sweep(tx: &mut WriteTx, before: Millis, most: i64) -> Result<u64, DbError> {
    store::page_views::sweep(tx, before, most).await
}

#[cfg(test)]
mod tests {
    use super::*;

    /// F-67: a route has the names of its parameters, so it holds no id, no query and no token.
    #[test]
    fn a_route_has_no_id_and_no_query() {
        let plain = |c: char| c.is_ascii_alphabetic() || "/-:".contains(c);
        assert!(ROUTES.lines().count() > 30);
        for route in ROUTES.lines() {
            assert!(
                route.starts_with('/') && route.chars().all(plain),
                "{route}"
            );
        }
    }
}
