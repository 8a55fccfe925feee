//! `make bench-scale`: a stated mix of reads at a fixed rate, sent without waiting for the last answer, while writes
//! continue. The server is the release binary with a whole directory; the time of a read counts from when it was due.
//! On SQLite each read is compared with the bare indexed query on the same file.

use std::path::Path;
use std::rc::Rc;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::http::{Connection, Result};
use crate::news;
use crate::product_api::{SignedIn, checked};
use crate::reads::{Aim, READS};
use crate::server::Server;

/// Reads in a second.
const RATE: u32 = 16;
/// Writes in a second: people change their language.
const WRITES: u32 = 50;
/// The name of a write in the table.
const WRITE: &str = "write";

/// One answered request: its kind, and the time from when it was due.
struct Lap(&'static str, Duration);

/// Runs the mix and prints its table.
pub async fn measure(server: &Server, file: Option<&Path>, time: Duration) -> Result<()> {
    let authority = server.origin.trim_start_matches("http://").to_owned();
    let ada = SignedIn::at(&authority, "AdaSuper").await?;
    let dan = SignedIn::at(&authority, "DanMember").await?;
    news::prepare(&dan).await?;
    let person = somebody(&ada).await?;
    let requests: Vec<(&'static str, Rc<Vec<u8>>)> = READS
        .iter()
        .map(|read| {
            let caller = if read.is_of_member { &dan } else { &ada };
            let path = match read.path.strip_prefix('/') {
                Some(_) => read.path.to_owned(),
                None => format!("/api/security/admin/{}", read.path),
            };
            let path = path.replace("{person}", &person);
            (read.name, Rc::new(caller.get(&path)))
        })
        .collect();
    for (name, bytes) in &requests {
        checked(&mut Connection::open(&authority).await?, bytes)
            .await
            .map_err(|why| format!("{name}: {why}"))?;
    }
    let languages = ["en-us", "zh-cn"].map(|lang| serde_json::json!({ "lang": lang }));
    let writes = languages.map(|body| Rc::new(dan.post("/api/security/user/set-lang", &body)));
    let tasks = tokio::task::LocalSet::new();
    let pool = Rc::new(Mutex::new(Vec::new()));
    let laps = tasks
        .run_until(async {
            let begin = Instant::now() + Duration::from_millis(100);
            let mut running = Vec::new();
            let seconds = u32::try_from(time.as_secs())?;
            let reads = (0..seconds * RATE).map(|n| {
                let (name, bytes) = &requests[n as usize % requests.len()];
                (
                    begin + Duration::from_secs(1) * n / RATE,
                    *name,
                    Rc::clone(bytes),
                )
            });
            let writes = (0..seconds * WRITES).map(|n| {
                let due = begin + Duration::from_secs(1) * n / WRITES;
                (due, WRITE, Rc::clone(&writes[n as usize % writes.len()]))
            });
            for (due, name, bytes) in reads.chain(writes) {
                let (pool, authority) = (Rc::clone(&pool), authority.clone());
                running.push(tokio::task::spawn_local(async move {
                    tokio::time::sleep_until(due.into()).await;
                    lap(&pool, &authority, &bytes).await?;
                    Ok::<Lap, crate::http::Error>(Lap(name, due.elapsed()))
                }));
            }
            let mut laps = Vec::new();
            for task in running {
                laps.push(task.await??);
            }
            Ok::<Vec<Lap>, crate::http::Error>(laps)
        })
        .await?;
    print(&laps, file)?;
    let memory = server.process.memory()?;
    println!(
        "\nmemory of the server: {:.0} MiB now, {:.0} MiB at most",
        memory.now, memory.peak
    );
    Ok(())
}

/// Connections that wait for their next request, and since when.
pub type Pool = Mutex<Vec<(Connection, Instant)>>;
/// The server closes connections that wait longer than it lets them.
const FRESH: Duration = Duration::from_secs(3);

/// Sends a request of the product API on a connection that is free.
pub async fn lap(pool: &Pool, authority: &str, bytes: &[u8]) -> Result<()> {
    let free = pool.lock().map_err(|_| "a broken pool")?.pop();
    let mut connection = match free {
        Some((connection, since)) if since.elapsed() < FRESH => connection,
        _ => Connection::open(authority).await?,
    };
    let answer = connection.send(bytes).await?;
    // It is not parsed: home at this scale is a megabyte, and the load generator has one core.
    if answer.status != 200 || !answer.body.starts_with(b"{\"status\":0,") {
        return Err(format!("{}: {:.300}", answer.status, answer.text()).into());
    }
    let kept = (connection, Instant::now());
    pool.lock().map_err(|_| "a broken pool")?.push(kept);
    Ok(())
}

/// The id of an account in a large group.
async fn somebody(ada: &SignedIn) -> Result<String> {
    let data = ada
        .read("/api/security/admin/user/list?agencyId=agency0")
        .await?;
    let id = data["list"][0]["userId"].as_str();
    Ok(id.unwrap_or(&ada.user_id).to_owned())
}

fn print(laps: &[Lap], file: Option<&Path>) -> Result<()> {
    println!(
        "| request | times | median ms | p99 ms | aim | bare query µs | ratio |\n|---|---|---|---|---|---|---|"
    );
    let mut names = Vec::new();
    for read in READS {
        if names.contains(&read.name) {
            continue;
        }
        names.push(read.name);
        let median = line(
            read.name,
            &times(laps, |name| name == read.name),
            Some(read.aim),
        );
        match file.filter(|_| !read.bare.is_empty()) {
            Some(file) => {
                let bare = bare_query(file, read.bare)?;
                println!(
                    " {:.0} | {:.0} |",
                    millis(bare) * 1_000.0,
                    median / millis(bare)
                );
            }
            None => println!(" | |"),
        }
    }
    line(WRITE, &times(laps, |name| name == WRITE), None);
    println!(" | |");
    line("all reads", &times(laps, |name| name != WRITE), None);
    println!(" | |");
    Ok(())
}

/// The times of the requests with these names.
fn times(laps: &[Lap], wanted: impl Fn(&str) -> bool) -> Vec<Duration> {
    let laps = laps.iter().filter(|Lap(name, _)| wanted(name));
    laps.map(|Lap(_, time)| *time).collect()
}

/// The middle and the slow end of some times, in milliseconds.
pub struct Spread {
    pub median: f64,
    pub p99: f64,
}

impl Spread {
    /// Zeros without any time.
    pub fn of(times: &[Duration]) -> Self {
        let mut times = times.to_vec();
        times.sort_unstable();
        let at = |share: usize| {
            let index = (times.len() * share / 100).min(times.len().saturating_sub(1));
            millis(times.get(index).copied().unwrap_or_default())
        };
        Self {
            median: at(50),
            p99: at(99),
        }
    }
}

/// Prints the beginning of a line and returns the median in milliseconds. It says whether the aim is missed.
fn line(kind: &str, times: &[Duration], aim: Option<Aim>) -> f64 {
    let Spread { median, p99 } = Spread::of(times);
    let aim = aim.map_or_else(String::new, |Aim(most, most_p99)| {
        let is_missed = median > f64::from(most) || p99 > f64::from(most_p99);
        let missed = if is_missed { ", missed" } else { "" };
        format!(" {most}, {most_p99}{missed}")
    });
    print!(
        "| {kind} | {} | {median:.1} | {p99:.1} |{aim} |",
        times.len()
    );
    median
}

/// The median time of a statement on the file.
fn bare_query(file: &Path, sql: &str) -> Result<Duration> {
    let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
    let db = rusqlite::Connection::open_with_flags(file, flags)?;
    let mut statement = db.prepare(sql)?;
    let mut times = Vec::new();
    for _ in 0..21 {
        let begin = Instant::now();
        let mut rows = statement.query([])?;
        while rows.next()?.is_some() {}
        times.push(begin.elapsed());
    }
    times.sort_unstable();
    Ok(times[times.len() / 2])
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}
