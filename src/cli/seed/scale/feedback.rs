//! Feedback of the last half year, in every status.

use super::people::{account_id, below};
use super::rows::{indexed, number, text};
use super::size::Scale;
use crate::access::SSO;
use crate::clock::{DAY, MINUTE, Millis};
use crate::db::bulk;
use crate::db::{DbError, WriteTx};
use crate::feedback::FEEDBACK;

/// How many pieces there are.
const MANY: i64 = 3_000;

/// What people say, in both languages.
const WORDS: [&str; 6] = [
    "The list takes long to open in the morning",
    "Please add a column for the client",
    "The button is hard to find on a phone",
    "导出的文件中缺少最后一行",
    "希望增加批量修改功能",
    "It stops when two of us save at once",
];

const COLUMNS: &[&str] = &[
    "id",
    "account_id",
    "product_id",
    "app_name",
    "category",
    "feedback",
    "status",
    "answer",
    "search_number",
    "search_text",
    "created_at",
];

/// All are about Atrium itself. Two of three are closed.
pub async fn feedback(tx: &mut WriteTx, scale: Scale, now: Millis) -> Result<(), DbError> {
    if scale.accounts == 0 {
        return Ok(());
    }
    let words = |n: i64| {
        let subject = usize::try_from(n).unwrap_or_default() % WORDS.len();
        vec![format!("{} ({n})", WORDS[subject])]
    };
    let words: Vec<Vec<String>> = (0..MANY).map(words).collect();
    let found = indexed(tx, &FEEDBACK, &words).await?;
    let rows = (0..MANY).zip(words).zip(found);
    let rows = rows.map(|((n, words), [search_number, search_text, _])| {
        let status = match n % 6 {
            0 => 0,
            1 => 1,
            _ => 2,
        };
        let mut row = vec![
            text(format!("scale-f{n}")),
            text(account_id(below(n, 140, scale.accounts))),
            number(0),
            text(SSO),
            number(1 + below(n, 141, 4)),
        ];
        row.extend(words.into_iter().map(text));
        row.extend([number(status), text("")]);
        row.extend([search_number, search_text]);
        row.push(number(
            now - (n + 1) * 180 * DAY / MANY - below(n, 142, 60) * MINUTE,
        ));
        row
    });
    bulk::insert(tx, "feedback", COLUMNS, rows.collect()).await
}
