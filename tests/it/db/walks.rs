//! Limits how much of a list is read for a page of very many rows.

use atrium::db::list::Strategy::{
    self, GatherAll, GatherFew, WalkFar, WalkPart, WalkShort, WalkWhole,
};
use atrium::db::list::{Column, Filter, List, ListError, Paging, Search, Sort};
use atrium::db::search::{Entry, Noun};
use atrium::db::{Db, DbError, Engine, FromRow, SqlRow};

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
    search: Some(Search {
        noun: Noun::Agency,
        names: &["name"],
        sorted: &[],
        read: None,
        number: "o.search_number",
        text: "o.search_text",
        shown: None,
        besides: None,
    }),
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
    // The first page that a short walk cannot find.
    let (ids, total, gathered) = page(db, 20).await;
    assert_eq!((&*ids[0], total), ("a100380", 10_000));
    println!("{first} steps, and {gathered} for a page that is gathered");
    assert!(first * 5 < gathered * 4, "{first} and {gathered}");
}

/// Pages of 500 of the even agencies that were added at any time, from page 20 on, by cursors: the ids of each.
async fn pages_by_cursor(db: &Db) -> Vec<Vec<String>> {
    let mut paging = Paging {
        page_num: 20,
        page_size: 500,
        ..Paging::default()
    };
    let mut pages = Vec::new();
    loop {
        let query = AGENCIES.query(&paging).unwrap();
        let query = query.only(&NAME, Some("even")).only(&ADDED, Some(0));
        let mut view = db.read().await.unwrap();
        let page = query.page::<Row>(&mut view).await.unwrap();
        pages.push(page.rows.into_iter().map(|row| row.id).collect());
        match page.next {
            Some(next) => paging.cursor = Some(next),
            None => return pages,
        }
    }
}

/// A cursor leads on although the first 10,001 matches that are gathered are all before its place.
#[tokio::test]
async fn a_cursor_finds_what_lies_behind_the_matches_that_are_gathered() {
    for database in database::each_engine().await {
        let db = &database.db;
        let sql = "INSERT INTO agencies (id, name, created_at) WITH RECURSIVE n (i) AS \
            (SELECT CAST(100000 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < 135999) \
            SELECT 'a' || CAST(i AS TEXT), CASE WHEN i < 124000 AND i % 2 = 0 OR i % 1000 = 500 THEN 'even' \
            ELSE 'odd' END, i FROM n";
        let filled = db.write::<_, DbError, _>(move |tx| Box::pin(rows::run(tx, sql.to_owned())));
        filled.await.unwrap();
        let pages = pages_by_cursor(db).await;
        let sizes: Vec<usize> = pages.iter().map(Vec::len).collect();
        assert_eq!(sizes, [500, 500, 500, 500, 500, 12], "{:?}", db.engine());
        assert_eq!(pages[0][0], "a119000");
        assert_eq!(pages[5][11], "a135500");
    }
}

/// Names, words, the page, and the strategy that finds it.
const QUESTIONS: &[(&str, &str, i64, Strategy)] = &[
    // No condition; many matches, and a page further down; few; many that a walk does not meet.
    ("", "", 1, WalkWhole),
    ("even", "", 1, WalkShort),
    ("even", "", 20, WalkFar),
    ("rare", "", 1, GatherFew),
    ("late", "", 1, GatherAll),
    // Words of nearly every row, of some thousands, and of a few.
    ("", "every", 1, WalkShort),
    ("", "every", 20, WalkFar),
    ("", "some", 1, WalkPart),
    ("", "some", 100, GatherFew),
    ("", "rare", 1, GatherFew),
    ("", "late", 1, GatherAll),
    ("even", "some", 1, GatherFew),
    ("even", "every", 1, WalkShort),
    ("late", "late", 1, GatherAll),
];

/// 36,000 agencies: the first ones are even, odd and a few rare, the last 12,000 late. Their texts are searched.
async fn fill(db: &Db) {
    let texts = [
        ("every", "TRUE"),
        ("some", "i % 6 = 0"),
        ("rare", "i % 1000 = 1"),
        ("late", "i >= 124000"),
    ];
    let grams = |text: &str| Entry::of(Noun::Agency, [text]).grams().to_owned();
    let joined = |of: &dyn Fn(&str) -> String| {
        let parts =
            texts.map(|(text, when)| format!("CASE WHEN {when} THEN '{} ' ELSE '' END", of(text)));
        parts.join(" || ")
    };
    let (words, grams) = (joined(&str::to_owned), joined(&grams));
    let numbers = "WITH RECURSIVE n (i) AS \
        (SELECT CAST(100000 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < 135999)";
    let agencies = format!(
        "INSERT INTO agencies (id, name, created_at, search_number, search_text) {numbers} \
         SELECT 'a' || CAST(i AS TEXT), CASE WHEN i >= 124000 THEN 'late' WHEN i % 2 = 0 THEN 'even' \
         WHEN i % 1000 = 1 THEN 'rare' ELSE 'odd' END, i, i, {words} FROM n"
    );
    let (column, text) = match db.engine() {
        Engine::Sqlite => ("", String::new()),
        Engine::Postgres => (", text", format!(", {words}")),
    };
    let index = format!(
        "INSERT INTO search_grams (rowid, grams{column}) {numbers} SELECT i, {grams}{text} FROM n"
    );
    for sql in [agencies, index] {
        let filled = db.write::<_, DbError, _>(move |tx| Box::pin(rows::run(tx, sql)));
        filled.await.unwrap();
    }
}

/// Each strategy answers what it is for, on both engines, and they find the same rows.
#[tokio::test]
async fn each_strategy_finds_the_pages_it_is_for() {
    for database in database::each_engine().await {
        let db = &database.db;
        fill(db).await;
        for (name, words, page_num, by) in QUESTIONS {
            let paging = Paging {
                page_num: *page_num,
                ..Paging::default()
            };
            let name = Some(*name).filter(|name| !name.is_empty());
            let query = AGENCIES.query(&paging).unwrap().only(&NAME, name);
            let query = query.search(Some(words)).unwrap();
            let page = query
                .page::<Row>(&mut db.read().await.unwrap())
                .await
                .unwrap();
            let asked = format!("{name:?} {words:?}, page {page_num}, {:?}", db.engine());
            assert_eq!(page.by, *by, "{asked}");
            let matches = |i: &i64| {
                let is_named = match name {
                    Some("late") => *i >= 124_000,
                    Some("even") => *i < 124_000 && i % 2 == 0,
                    Some(_) => *i < 124_000 && i % 1_000 == 1,
                    None => true,
                };
                let has_words = match *words {
                    "some" => i % 6 == 0,
                    "rare" => i % 1_000 == 1,
                    "late" => *i >= 124_000,
                    _ => true,
                };
                is_named && has_words
            };
            let all: Vec<i64> = (100_000..136_000).filter(matches).collect();
            let before = usize::try_from((page_num - 1) * 10).unwrap();
            let expected = all.iter().skip(before).take(10).map(|i| format!("a{i}"));
            let found = page.rows.into_iter().map(|row| row.id);
            assert_eq!(
                found.collect::<Vec<_>>(),
                expected.collect::<Vec<_>>(),
                "{asked}"
            );
            let total = i64::try_from(all.len()).unwrap();
            assert_eq!(
                (page.total, page.more),
                (total.min(10_000), total > 10_000),
                "{asked}"
            );
        }
    }
}

/// `make bench-lists` has a line for each strategy, and ends with an error if another one finds its page.
#[test]
fn each_strategy_has_a_line_of_the_bench() {
    let lines = std::fs::read_to_string("benches/lists/src/lines.rs").unwrap();
    for (.., by) in QUESTIONS {
        assert!(lines.contains(&format!(" => {by:?};")), "{by:?}");
    }
}
