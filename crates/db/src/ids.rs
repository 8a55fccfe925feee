//! Statements about many ids at once, such as those of the rows of a page.

/// The most ids of one statement: a page has no more rows.
pub const IDS_AT_ONCE: usize = 100;

/// SQL for `IN`: the ids of a statement for [`fetch_by_ids!`], `$1` to `$100`.
#[macro_export]
macro_rules! ids {
    () => {
        "($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, \
          $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, \
          $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, \
          $54, $55, $56, $57, $58, $59, $60, $61, $62, $63, $64, $65, $66, $67, $68, $69, $70, \
          $71, $72, $73, $74, $75, $76, $77, $78, $79, $80, $81, $82, $83, $84, $85, $86, $87, \
          $88, $89, $90, $91, $92, $93, $94, $95, $96, $97, $98, $99, $100)"
    };
}

/// Fetches all rows for the first [`IDS_AT_ONCE`] of `ids`: `fetch_by_ids!(view, Row, SQL, ids,
/// arg, …)`. The statement contains `ids!()` and has its further parameters from `$101`.
#[macro_export]
macro_rules! fetch_by_ids {
    ($tx:expr, $row:ty, $sql:expr, $ids:expr $(, $arg:expr)* $(,)?) => {
        $crate::SqlQuery::kept($sql)
            .bind_all($crate::ids::padded($ids))
            $(.bind($arg))*
            .fetch_all::<$row>($tx)
            .await
    };
}
pub use crate::{fetch_by_ids, ids};

/// [`IDS_AT_ONCE`] ids: those given, then empty ones, which no row has.
pub fn padded<'i>(ids: impl IntoIterator<Item = &'i str>) -> impl Iterator<Item = String> {
    let ids = ids.into_iter().map(str::to_owned);
    ids.chain(std::iter::repeat(String::new()))
        .take(IDS_AT_ONCE)
}
