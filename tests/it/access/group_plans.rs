//! The plans of SQLite for statements about groups.

use atrium::db::SqlQuery;

use crate::support::database;

/// The count of what waits and the facts of a page read no table whole.
#[tokio::test]
async fn what_waits_is_counted_by_indexes() {
    let database = database::sqlite().await;
    let mut view = database.db.read().await.unwrap();
    let counted = [
        "WAITING",
        "OF_PRODUCT_BY_MANY",
        "PRODUCTS_OF_MANY",
        "MANAGES",
        "CARED_FOR",
        "ABLE_MANAGERS",
        "STAND_INS_OF_ABSENT",
        "MANAGES_OTHER_THAN_ATRIUM",
    ];
    let all = atrium::groups::STATEMENTS.iter();
    let all = all.flat_map(|(_, statements)| statements.iter());
    let mut explained = 0;
    for (name, sql) in all.filter(|(name, _)| counted.contains(name)) {
        let explain = SqlQuery::composed(format!("EXPLAIN QUERY PLAN {sql}"));
        let plan: Vec<(i64, i64, i64, String)> = explain.fetch_all(&mut view).await.unwrap();
        for (.., line) in plan {
            // The results of subqueries have no index, and each has an end.
            let is_result = [
                "managed",
                "overdue",
                "unmanaged",
                "of_absent",
                "s",
                "waits",
                "waiting",
                // The present day.
                "CONSTANT ROW",
                "t",
                "opened",
                "given",
            ]
            .iter()
            .any(|result| line == format!("SCAN {result}"));
            assert!(!line.starts_with("SCAN") || is_result, "{name}: {line}");
            // Nearly all accounts and groups are enabled.
            assert!(!line.contains("_by_status"), "{name}: {line}");
        }
        explained += 1;
    }
    assert_eq!(explained, counted.len());
}
