//! The queries, and how long each takes.

use std::time::Instant;

use atrium::db::list::{FoundPage, Paging};
use atrium::db::{Db, Number};
use atrium::directory::{AccountFilter, AccountRow, Status, accounts_page};

use super::{Fault, word};

/// How often each query is measured, after one run that does not count.
const TIMES: usize = 15;

pub async fn ask(db: &Db) -> Result<(), Fault> {
    head();
    let usual = Paging::default;
    let all = AccountFilter::default;
    for sort in ["-created", "username", "fullName", "-email", "-lastLogin"] {
        let sorted = Paging {
            sort: Some(sort.to_owned()),
            ..usual()
        };
        let first = asked(db, &format!("first page, {sort}"), &all(), &sorted).await?;
        for page_num in [100, 1_000] {
            let paging = Paging {
                page_num,
                ..sorted.clone()
            };
            asked(db, &format!("page {page_num}, {sort}"), &all(), &paging).await?;
        }
        let last = Paging {
            cursor: first.last,
            ..sorted.clone()
        };
        let last = asked(db, &format!("last page, {sort}"), &all(), &last).await?;
        let deep = Paging {
            cursor: last.previous,
            page_size: 100,
            ..sorted
        };
        asked(db, &format!("deep cursor, 100 rows, {sort}"), &all(), &deep).await?;
    }
    for sort in ["-created", "username", "email"] {
        for (what, filter) in filters() {
            for page_num in [1, 500] {
                let paging = Paging {
                    page_num,
                    sort: Some(sort.to_owned()),
                    ..usual()
                };
                let what = format!("{what}, {sort}, page {page_num}");
                asked(db, &what, &filter, &paging).await?;
            }
        }
    }
    for context in [
        "li",
        "an",
        "smith",
        "王伟",
        "伟",
        "李建国",
        "olg",
        "wei.zhang",
        "smith james",
        "agency7",
        "zz",
        "qqq",
        "nobody",
        "123456",
    ] {
        for (sort, page_num) in [("-created", 1), ("fullName", 1), ("-created", 50)] {
            let paging = Paging {
                page_num,
                sort: Some(sort.to_owned()),
                ..usual()
            };
            let filter = AccountFilter {
                context: Some(context.to_owned()),
                ..all()
            };
            asked(
                db,
                &format!("`{context}`, {sort}, page {page_num}"),
                &filter,
                &paging,
            )
            .await?;
        }
        let narrowed = AccountFilter {
            context: Some(context.to_owned()),
            account_status: Some(Number(Status::Disabled)),
            agency_id: Some("agency7".to_owned()),
            ..all()
        };
        asked(
            db,
            &format!("`{context}`, disabled, one agency"),
            &narrowed,
            &usual(),
        )
        .await?;
    }
    Ok(())
}

fn filters() -> Vec<(&'static str, AccountFilter)> {
    let all = AccountFilter::default;
    vec![
        (
            "enabled",
            AccountFilter {
                account_status: Some(Number(Status::Enabled)),
                ..all()
            },
        ),
        (
            "applied for",
            AccountFilter {
                account_status: Some(Number(Status::Processing)),
                ..all()
            },
        ),
        (
            "disabled",
            AccountFilter {
                account_status: Some(Number(Status::Disabled)),
                ..all()
            },
        ),
        (
            "one agency",
            AccountFilter {
                agency_id: Some("agency7".to_owned()),
                ..all()
            },
        ),
        (
            "one company",
            AccountFilter {
                client_id: Some("client7".to_owned()),
                ..all()
            },
        ),
        (
            "no agency",
            AccountFilter {
                agency_id: Some("none".to_owned()),
                ..all()
            },
        ),
        (
            "super administrators",
            AccountFilter {
                sup_admin: Some(true),
                ..all()
            },
        ),
        (
            "must change the password",
            AccountFilter {
                must_change_password: Some(true),
                ..all()
            },
        ),
        (
            "disabled of one agency who must change it",
            AccountFilter {
                account_status: Some(Number(Status::Disabled)),
                agency_id: Some("agency7".to_owned()),
                must_change_password: Some(true),
                ..all()
            },
        ),
        (
            "enabled of one agency",
            AccountFilter {
                account_status: Some(Number(Status::Enabled)),
                agency_id: Some("agency7".to_owned()),
                ..all()
            },
        ),
    ]
}

async fn asked(
    db: &Db,
    what: &str,
    filter: &AccountFilter,
    paging: &Paging,
) -> Result<FoundPage<AccountRow>, Fault> {
    measured(what, async || {
        Ok(accounts_page(&mut db.read().await?, filter, paging).await?)
    })
    .await
}

/// Prints the head of the table of queries.
pub fn head() {
    println!(
        "| question | rows | total | median ms | slowest ms | processor ms |\n|---|---|---|---|---|---|"
    );
}

/// Runs a query several times, prints a line and returns the answer.
pub async fn measured<R>(
    what: &str,
    query: impl AsyncFn() -> Result<FoundPage<R>, Fault>,
) -> Result<FoundPage<R>, Fault> {
    let mut page = query().await?;
    let mut times = Vec::new();
    if word("--ask").is_some_and(|part| !what.contains(&part)) {
        return Ok(page);
    }
    let worked = processor();
    for _ in 0..TIMES {
        let begun = Instant::now();
        page = query().await?;
        times.push(begun.elapsed().as_secs_f64() * 1_000.0);
    }
    let worked = (processor() - worked) / TIMES as f64;
    times.sort_by(f64::total_cmp);
    println!(
        "| {what} | {} | {}{} | {:.1} | {:.1} | {worked:.1} |",
        page.rows.len(),
        page.total,
        if page.more { "+" } else { "" },
        times[TIMES / 2],
        times[TIMES - 1]
    );
    Ok(page)
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
