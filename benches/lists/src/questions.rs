//! Asks what the lines say, and measures how long each takes.

use std::time::Instant;

use atrium::db::list::{FoundPage, Paging, WholeList};
use atrium::db::{Db, DbError, FromRow, SqlRow};

use super::lines::{At, Line};
use super::timing::TIMES;
use super::{Fault, word};

/// A row, of which nothing is read.
struct Row;

impl FromRow for Row {
    fn from_row(_: &SqlRow) -> Result<Self, DbError> {
        Ok(Self)
    }
}

/// Asks `lines` and prints a row of a table for each. Returns those that another strategy answered.
///
/// # Errors
/// The database failed.
pub async fn ask(db: &Db, lines: &[Line]) -> Result<Vec<String>, Fault> {
    println!("| question | rows | total | median ms | slowest ms | processor ms | found by |");
    println!("|---|---|---|---|---|---|---|");
    let mut drifted = Vec::new();
    for line in lines {
        let name = line.name();
        if word("--ask").is_some_and(|part| !name.contains(&part)) {
            continue;
        }
        let paging = paging(db, line).await?;
        let (mut said, by) = once(db, line, &paging).await?;
        let (mut times, mut work) = (Vec::new(), Vec::new());
        for _ in 0..TIMES {
            let (begun, worked) = (Instant::now(), processor());
            (said, _) = once(db, line, &paging).await?;
            times.push(begun.elapsed().as_secs_f64() * 1_000.0);
            work.push(processor() - worked);
        }
        times.sort_by(f64::total_cmp);
        work.sort_by(f64::total_cmp);
        let [median, slowest, work] = [times[TIMES / 2], times[TIMES - 1], work[TIMES / 2]];
        println!("| {name} | {said} | {median:.1} | {slowest:.1} | {work:.1} | {by} |");
        if by != format!("{:?}", line.by) {
            drifted.push(format!("{name} by {by}, not by {:?}", line.by));
        }
    }
    Ok(drifted)
}

async fn page(db: &Db, line: &Line, paging: &Paging) -> Result<FoundPage<Row>, Fault> {
    Ok(line.query(paging)?.page(&mut db.read().await?).await?)
}

/// The paging of the page of `line`. Cursors are those of pages that are asked for here.
async fn paging(db: &Db, line: &Line) -> Result<Paging, Fault> {
    let mut paging = Paging::default();
    match line.page {
        At::Number(number) => paging.page_num = number,
        At::Next => paging.cursor = page(db, line, &paging).await?.next,
        At::Last => paging.cursor = page(db, line, &paging).await?.last,
        At::Deep => {
            paging.cursor = page(db, line, &paging).await?.last;
            paging.cursor = page(db, line, &paging).await?.previous;
            paging.page_size = 100;
        }
        At::Whole => (),
    }
    Ok(paging)
}

/// The numbers of rows that an answer says, and what found it.
async fn once(db: &Db, line: &Line, paging: &Paging) -> Result<(String, String), Fault> {
    if matches!(line.page, At::Whole) {
        let mut whole = WholeList::of(line.query(paging)?);
        let (view, mut rows) = (&mut db.read().await?, 0);
        while let Some(piece) = whole.next::<Row>(view).await? {
            rows += piece.len();
        }
        return Ok((format!("{rows} | "), format!("{:?}", line.by)));
    }
    let page = page(db, line, paging).await?;
    let more = if page.more { "+" } else { "" };
    let said = format!("{} | {}{more}", page.rows.len(), page.total);
    Ok((said, format!("{:?}", page.by)))
}

/// Processor time in milliseconds of this process and of the PostgreSQL of `scripts/with-postgres`.
/// On a busy machine it says more than the elapsed time.
fn processor() -> f64 {
    let parent = word("--postgres-pid").unwrap_or_default();
    let mut all = of_process("self");
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let pid = entry.file_name().to_string_lossy().into_owned();
        let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        let fields = stat.rsplit_once(") ").map_or("", |(_, fields)| fields);
        if !parent.is_empty() && fields.split(' ').nth(1) == Some(&parent) {
            all += of_process(&pid);
        }
    }
    all
}

fn of_process(pid: &str) -> f64 {
    let tasks = std::fs::read_dir(format!("/proc/{pid}/task"))
        .into_iter()
        .flatten()
        .flatten();
    let worked = tasks.filter_map(|task| {
        let text = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
        text.split(' ').next()?.parse::<f64>().ok()
    });
    worked.sum::<f64>() / 1_000_000.0
}
