//! How people arrange home, and what they open, in the database.

use crate::catalogue::arrangement::{Arrangement, Used};
use crate::clock::Millis;
use crate::db::{
    DbError, Reads, WriteTx, execute, fetch_all, fetch_one, fetch_optional, from_row, statements,
};

statements! {
    FIND = "SELECT pins, hidden, version, welcome_left_at FROM home_choices WHERE account_id = $1";
    /// Locks the row of the account, and adds it if there is none.
    HOLD = "INSERT INTO home_choices (account_id, pins, hidden, version) VALUES ($1, '', '', 0) \
        ON CONFLICT (account_id) DO UPDATE SET version = home_choices.version \
        RETURNING pins, hidden, version, welcome_left_at";
    SAVE = "UPDATE home_choices SET pins = $2, hidden = $3, version = $4 WHERE account_id = $1";
    LEAVE_WELCOME = "INSERT INTO home_choices (account_id, pins, hidden, version, welcome_left_at) \
        VALUES ($1, '', '', 0, $2) ON CONFLICT (account_id) DO UPDATE \
        SET welcome_left_at = COALESCE(home_choices.welcome_left_at, excluded.welcome_left_at)";
    /// Each product that the account has opened, with the newest minute that is kept.
    USED = "SELECT c.product_id, (SELECT MAX(o.minute) FROM product_openings o \
        WHERE o.account_id = c.account_id AND o.product_id = c.product_id) AS minute \
        FROM opening_counts c WHERE c.account_id = $1 ORDER BY c.openings DESC, c.product_id LIMIT 1000";
    OF_TEAM = "SELECT product_id FROM product_agencies WHERE agency_id = $1 ORDER BY product_id LIMIT 10000";
}

struct Row {
    pins: String,
    hidden: String,
    version: i64,
    welcome_left_at: Option<Millis>,
}

from_row!(Row {
    pins,
    hidden,
    version,
    welcome_left_at
});

impl From<Row> for Arrangement {
    fn from(row: Row) -> Self {
        Self {
            pins: ids(&row.pins),
            hidden: ids(&row.hidden),
            version: row.version,
            has_left_welcome: row.welcome_left_at.is_some(),
        }
    }
}

from_row!(Used { product_id, minute });

fn ids(text: &str) -> Vec<i64> {
    text.split(',').filter_map(|id| id.parse().ok()).collect()
}

/// Each id between commas; empty for none.
fn text(ids: &[i64]) -> String {
    let mut text = String::new();
    for id in ids {
        text.push(',');
        text.push_str(&id.to_string());
    }
    if !text.is_empty() {
        text.push(',');
    }
    text
}

/// How the account arranges home.
pub async fn find(view: &mut dyn Reads, account_id: &str) -> Result<Arrangement, DbError> {
    let row = fetch_optional!(view, Row, FIND, account_id)?;
    Ok(row.map(Arrangement::from).unwrap_or_default())
}

/// The same, and no other write changes it before the end of this one.
pub async fn hold(tx: &mut WriteTx, account_id: &str) -> Result<Arrangement, DbError> {
    Ok(fetch_one!(tx, Row, HOLD, account_id)?.into())
}

/// Saves what [`hold`] gave.
pub async fn save(
    tx: &mut WriteTx,
    account_id: &str,
    arrangement: &Arrangement,
) -> Result<(), DbError> {
    let (pins, hidden) = (text(&arrangement.pins), text(&arrangement.hidden));
    let version = arrangement.version;
    execute!(tx, SAVE, account_id, pins, hidden, version).map(drop)
}

/// Notes that the account has left the welcome; the first time counts.
pub async fn leave_welcome(tx: &mut WriteTx, account_id: &str, now: Millis) -> Result<(), DbError> {
    execute!(tx, LEAVE_WELCOME, account_id, now).map(drop)
}

/// The products that the account has opened, the most opened first, at most 1000.
pub async fn used(view: &mut dyn Reads, account_id: &str) -> Result<Vec<Used>, DbError> {
    fetch_all!(view, Used, USED, account_id)
}

/// The ids of the products that name the agency, at most 1000.
pub async fn of_team(view: &mut dyn Reads, agency_id: &str) -> Result<Vec<i64>, DbError> {
    let found = fetch_all!(view, (i64,), OF_TEAM, agency_id)?;
    Ok(found.into_iter().map(|(id,)| id).collect())
}
