//! Limits how much of a list is read for a page of very many rows.

use atrium::db::list::{Column, Filter, List, ListError, Paging, Sort};
use atrium::db::{Db, DbError, FromRow, SqlRow};

use crate::support::{database, rows, steps};

static NAME: Filter = Filter::is("name", Column::text("o.name"), &[]);
static ADDED: Filter = Filter::from("added", Column::number("o.created_at"), &[]);
static AGENCIES: List = List {
    name: "walked agencies",
    columns: "o.id",
    table: "agencies o",
    joins: "",
    key: Column::text("o.id"),
    filters: &[&NAME, &ADDED],
    sorts: &[Sort::by("id", &[Column::text("o.id")])],
    usual_sort: "id",
    search: None,
};

struct Row {
    id: String,
}

impl FromRow for Row {
    fn from_row(row: &SqlRow) -> Result<Self, DbError> {
        let id = row.get("id")?;
        Ok(Self { id })
    }
}

/// The ids of page `page_num` of the even agencies, the number of these, and the steps that SQLite takes for it.
async fn page(db: &Db, page_num: i64) -> (Vec<String>, i64, u64) {
    let paging = Paging {
        page_num,
        ..Paging::default()
    };
    let read = steps::counted(db, move |tx| {
        Box::pin(async move {
            let query = AGENCIES.query(&paging).unwrap();
            let query = query.only(&NAME, Some("even")).only(&ADDED, Some(0));
            query.page::<Row>(tx).await.map_err(|error| match error {
                ListError::Db(error) => error,
                other => panic!("{other}"),
            })
        })
    });
    let (page, steps) = read.await;
    let ids = page.rows.into_iter().map(|row| row.id).collect();
    (ids, page.total, steps)
}

/// A short walk along the order finds the first page of very many rows. Its rows are counted, but not gathered and
/// sorted as for a page further down.
#[tokio::test]
async fn the_first_page_of_very_many_rows_is_met_soon() {
    let database = database::sqlite().await;
    let db = &database.db;
    let sql = "INSERT INTO agencies (id, name, created_at) \
        WITH RECURSIVE n (i) AS (SELECT 100000 UNION ALL SELECT i + 1 FROM n WHERE i < 129999) \
        SELECT 'a' || i, CASE WHEN i % 2 = 0 THEN 'even' ELSE 'odd' END, i FROM n";
    let filled = db.write::<_, DbError, _>(move |tx| Box::pin(rows::run(tx, sql.to_owned())));
    filled.await.unwrap();
    let (ids, total, first) = page(db, 1).await;
    assert_eq!((ids.len(), total), (10, 10_000));
    assert_eq!((&*ids[0], &*ids[9]), ("a100000", "a100018"));
    // The first page that a short walk cannot meet.
    let (ids, total, gathered) = page(db, 20).await;
    assert_eq!((&*ids[0], total), ("a100380", 10_000));
    println!("{first} steps, and {gathered} for a page that is gathered");
    assert!(first * 5 < gathered * 4, "{first} and {gathered}");
}
