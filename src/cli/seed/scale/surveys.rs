//! A few surveys, of which every second has ended.

use super::groups::group_id;
use super::people::below;
use super::rows::{indexed, number, text};
use super::size::Scale;
use crate::clock::{DAY, Millis};
use crate::db::bulk;
use crate::db::{DbError, WriteTx};
use crate::surveys::SURVEYS;

/// How many there are.
const MANY: i64 = 20;

const COLUMNS: &[&str] = &[
    "id",
    "name",
    "name_zh",
    "description",
    "description_zh",
    "url",
    "questions",
    "questions_version",
    "anonymous",
    "begins_at",
    "ends_at",
    "status",
    "app_name",
    "company_ids",
    "agency_ids",
    "group_ids",
    "answers",
    "created_at",
    "search_number",
    "search_text",
    "name_key",
];

/// One of four is for a group.
pub async fn surveys(tx: &mut WriteTx, scale: Scale, now: Millis) -> Result<(), DbError> {
    let names = |n: i64| {
        vec![
            format!("How was the quarter? ({n})"),
            format!("季度回顾（{n}）"),
        ]
    };
    let names: Vec<Vec<String>> = (1..=MANY).map(names).collect();
    let found = indexed(tx, &SURVEYS, &names).await?;
    let rows = (1..=MANY).zip(names).zip(found).map(|((n, names), found)| {
        let begun = now - (n + 7) * DAY;
        let ends = if n % 2 == 0 {
            now - DAY
        } else {
            now + 365 * DAY
        };
        let groups = if n % 4 == 1 && scale.groups > 0 {
            format!("[\"{}\"]", group_id(below(n, 132, scale.groups)))
        } else {
            "[]".to_owned()
        };
        let mut row = vec![text(format!("scale-s{n}"))];
        row.extend(names.into_iter().map(text));
        row.extend([text("What went well, and what did not."), text("")]);
        row.extend([text("https://research.example/quarter"), text("[]")]);
        row.extend([number(0), number(1), number(begun), number(ends), number(1)]);
        row.extend([text(""), text("[]"), text("[]"), text(groups)]);
        row.extend([number(0), number(begun)]);
        row.into_iter().chain(found).collect()
    });
    bulk::insert(tx, "surveys", COLUMNS, rows.collect()).await
}
