//! `make bench-scale`: a stated mix of reads at a fixed rate, sent without waiting for the last answer, while writes
//! continue. The server is the release binary with a whole directory; the time of a read counts from when it was due.
//! On SQLite each read is compared with the bare indexed query on the same file.

use std::path::Path;
use std::rc::Rc;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::http::{Connection, Result};
use crate::server::Server;

/// Reads in a second.
const RATE: u32 = 16;
/// The reads of two seconds, repeated in these proportions.
const READS: [Read; 32] = [
    Read::CARDS,
    Read::ACCOUNTS,
    Read::CARDS,
    Read::SEARCH,
    Read::SECOND_PAGE,
    Read::CARDS,
    Read::FILTER,
    Read::GROUPS,
    Read::DEEP_PAGE,
    Read::CHINESE,
    Read::TWO_FILTERS,
    Read::CARDS,
    Read::COMMON,
    Read::PRODUCTS,
    Read::MEMBERS,
    Read::ACCESS,
    Read::CARDS,
    Read::OWN_GROUPS,
    Read::QUEUE,
    Read::MAIL,
    Read::CLIENT,
    Read::CARDS,
    Read::GROUP_SEARCH,
    Read::MEMBER_SEARCH,
    Read::RIGHTS,
    Read::ACCOUNTS,
    Read::ROLES,
    Read::CARDS,
    Read::MODULES,
    Read::REQUESTS_FOUND,
    Read::PRODUCT_LIST,
    Read::NOTICE,
];
/// Writes in a second: people change their language.
const WRITES: u32 = 50;
/// The password of the demo's people.
const PASSWORD: &str = "Atrium2026*";

/// A kind of read.
#[derive(Clone, Copy)]
struct Read {
    name: &'static str,
    path: &'static str,
    /// The same rows by one statement.
    bare: &'static str,
    is_of_member: bool,
}

impl Read {
    const CARDS: Self = Self {
        name: "cards of home",
        path: "/api/security/app/v2/list-by-type?typeId=1",
        bare: "",
        is_of_member: true,
    };
    const ACCOUNTS: Self = Self::of(
        "accounts, first page",
        "user/list",
        "SELECT id, username, email, full_name, status FROM accounts ORDER BY created_at DESC, id DESC LIMIT 10",
    );
    const SECOND_PAGE: Self = Self::of(
        "accounts, page 2",
        "user/list?pageNum=2&sort=fullName",
        "SELECT id, username, email, full_name, status FROM accounts ORDER BY full_name_key, id LIMIT 10 OFFSET 10",
    );
    const DEEP_PAGE: Self = Self::of(
        "accounts, page 1,000",
        "user/list?pageNum=1000",
        "SELECT id, username, email, full_name, status FROM accounts ORDER BY created_at DESC, id DESC \
         LIMIT 10 OFFSET 9990",
    );
    const FILTER: Self = Self::of(
        "accounts, disabled",
        "user/list?accountStatus=2",
        "SELECT id, username, email, full_name, status FROM accounts WHERE status = 2 \
         ORDER BY created_at DESC, id DESC LIMIT 10",
    );
    const TWO_FILTERS: Self = Self::of(
        "accounts, enabled of one agency",
        "user/list?accountStatus=0&agencyId=agency7",
        "SELECT id, username, email, full_name, status FROM accounts WHERE status = 0 AND agency_id = 'agency7' \
         ORDER BY created_at DESC, id DESC LIMIT 10",
    );
    const SEARCH: Self = Self::of("accounts, `okafor`", "user/list?context=okafor", "");
    const CHINESE: Self = Self::of(
        "accounts, `王伟`",
        "user/list?context=%E7%8E%8B%E4%BC%9F",
        "",
    );
    const COMMON: Self = Self::of("accounts, `smith` (common)", "user/list?context=smith", "");
    const GROUPS: Self = Self::of(
        "groups, first page",
        "user-group/list",
        "SELECT id, name, status FROM groups ORDER BY created_at DESC, id DESC LIMIT 10",
    );
    const PRODUCTS: Self = Self::of("products, search", "app/list?context=dashboard", "");
    const MEMBERS: Self = Self::of(
        "members of a group of 25,000",
        "user-group/user-list?groupId=scale0",
        "SELECT a.id, a.username, a.full_name FROM memberships m JOIN accounts a ON a.id = m.account_id \
         WHERE m.group_id = 'scale0' LIMIT 10",
    );
    const ACCESS: Self = Self::of(
        "effective access",
        "user/role-access-info?userId={person}",
        "",
    );

    const OWN_GROUPS: Self = Self {
        name: "groups to ask for",
        path: "/api/security/user/user-group/group-list",
        bare: "",
        is_of_member: true,
    };
    const MAIL: Self = Self::of(
        "accounts, part of an e-mail address",
        "user/list?context=wei.zhang",
        "",
    );
    const CLIENT: Self = Self::of(
        "accounts of one client",
        "user/list?clientId=client7",
        "SELECT id, username, email, full_name, status FROM accounts WHERE company_id = 'client7' \
         ORDER BY created_at DESC, id DESC LIMIT 10",
    );
    const QUEUE: Self = Self::of(
        "requests that wait, first page",
        "/api/security/user/user-group/request-list",
        "",
    );
    const NOTICE: Self = Self::of(
        "what waits for me",
        "/api/security/user/user-group/notify",
        "",
    );
    const REQUESTS_FOUND: Self = Self::of(
        "requests, search",
        "app/access_application_list?context=okafor",
        "",
    );
    const GROUP_SEARCH: Self = Self::of("groups, search", "user-group/list?context=media", "");
    const MEMBER_SEARCH: Self = Self::of(
        "members of a group, search",
        "user-group/user-list?groupId=scale0&context=garcia",
        "",
    );
    const RIGHTS: Self = Self::of("access rights, search", "access/list?context=reports", "");
    const ROLES: Self = Self::of(
        "roles, first page",
        "role/list",
        "SELECT id, name, status FROM roles ORDER BY created_at DESC, id DESC LIMIT 10",
    );
    const MODULES: Self = Self::of(
        "modules, first page",
        "access/module-list",
        "SELECT id, name, status FROM modules ORDER BY created_at DESC, id DESC LIMIT 10",
    );
    const PRODUCT_LIST: Self = Self::of(
        "products, first page",
        "app/list",
        "SELECT id, name, status FROM products ORDER BY created_at DESC, id DESC LIMIT 10",
    );

    const fn of(name: &'static str, path: &'static str, bare: &'static str) -> Self {
        Self {
            name,
            path,
            bare,
            is_of_member: false,
        }
    }
}

/// One answered request: its kind, and the time from when it was due.
struct Lap(&'static str, Duration);

/// A signed-in person.
struct SignedIn {
    token: String,
    user_id: String,
}

/// Runs the mix and prints its table.
pub async fn measure(server: &Server, file: Option<&Path>, time: Duration) -> Result<()> {
    let authority = server.origin.trim_start_matches("http://").to_owned();
    let ada = sign_in(&authority, "AdaSuper").await?;
    let dan = sign_in(&authority, "DanMember").await?;
    let person = somebody(&authority, &ada).await?;
    let requests: Vec<(&'static str, Rc<Vec<u8>>)> = READS
        .iter()
        .map(|read| {
            let caller = if read.is_of_member { &dan } else { &ada };
            let path = match read.path.strip_prefix('/') {
                Some(_) => read.path.to_owned(),
                None => format!("/api/security/admin/{}", read.path),
            };
            let path = path.replace("{person}", &person);
            (read.name, Rc::new(get(&authority, &path, caller)))
        })
        .collect();
    for (name, bytes) in &requests {
        checked(&mut Connection::open(&authority).await?, bytes)
            .await
            .map_err(|why| format!("{name}: {why}"))?;
    }
    let languages = [["en-us", &dan.token], ["zh-cn", &dan.token]];
    let writes: Vec<Rc<Vec<u8>>> = languages
        .iter()
        .map(|[lang, token]| Rc::new(set_language(&authority, token, lang)))
        .collect();
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
                (due, "write", Rc::clone(&writes[n as usize % writes.len()]))
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
type Pool = Mutex<Vec<(Connection, Instant)>>;
/// The server closes connections that wait longer than it lets them.
const FRESH: Duration = Duration::from_secs(3);

async fn lap(pool: &Pool, authority: &str, bytes: &[u8]) -> Result<()> {
    let free = pool.lock().map_err(|_| "a broken pool")?.pop();
    let mut connection = match free {
        Some((connection, since)) if since.elapsed() < FRESH => connection,
        _ => Connection::open(authority).await?,
    };
    checked(&mut connection, bytes).await?;
    let kept = (connection, Instant::now());
    pool.lock().map_err(|_| "a broken pool")?.push(kept);
    Ok(())
}

/// Sends a request; an error unless the envelope says that it succeeded.
async fn checked(connection: &mut Connection, bytes: &[u8]) -> Result<Value> {
    let answer = connection.send(bytes).await?.json(200)?;
    if answer["status"] == 0 {
        return Ok(answer["data"].clone());
    }
    Err(format!("{answer}").into())
}

async fn sign_in(authority: &str, account: &str) -> Result<SignedIn> {
    let body = serde_json::json!({ "account": account, "password": PASSWORD });
    let bytes = post(authority, "/api/security/acc-login", "", &body);
    let data = checked(&mut Connection::open(authority).await?, &bytes).await?;
    let field = |name: &str| data[name].as_str().unwrap_or_default().to_owned();
    Ok(SignedIn {
        token: field("userToken"),
        user_id: field("userId"),
    })
}

/// The id of an account in a large group.
async fn somebody(authority: &str, ada: &SignedIn) -> Result<String> {
    let path = "/api/security/admin/user/list?agencyId=agency0";
    let bytes = get(authority, path, ada);
    let data = checked(&mut Connection::open(authority).await?, &bytes).await?;
    let id = data["list"][0]["userId"].as_str();
    Ok(id.unwrap_or(&ada.user_id).to_owned())
}

fn get(authority: &str, path: &str, caller: &SignedIn) -> Vec<u8> {
    let token = &caller.token;
    format!("GET {path} HTTP/1.1\r\nhost: {authority}\r\naccess-token: {token}\r\n\r\n")
        .into_bytes()
}

fn set_language(authority: &str, token: &str, lang: &str) -> Vec<u8> {
    let body = serde_json::json!({ "lang": lang });
    post(authority, "/api/security/user/set-lang", token, &body)
}

fn post(authority: &str, path: &str, token: &str, body: &Value) -> Vec<u8> {
    let body = body.to_string();
    let token = match token {
        "" => String::new(),
        token => format!("access-token: {token}\r\n"),
    };
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nhost: {authority}\r\ncontent-type: application/json\r\n{token}\
         content-length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

fn print(laps: &[Lap], file: Option<&Path>) -> Result<()> {
    println!(
        "| request | times | median ms | p99 ms | bare query µs | ratio |\n|---|---|---|---|---|---|"
    );
    let mut kinds: Vec<(&str, &str)> = Vec::new();
    for (name, bare) in READS.iter().map(|read| (read.name, read.bare)) {
        if !kinds.contains(&(name, bare)) {
            kinds.push((name, bare));
        }
    }
    kinds.push(("write", ""));
    let mut all_reads = Vec::new();
    for (kind, bare) in kinds {
        let of_kind = laps.iter().filter(|Lap(name, _)| *name == kind);
        let times: Vec<Duration> = of_kind.map(|Lap(_, time)| *time).collect();
        if kind != "write" {
            all_reads.extend_from_slice(&times);
        }
        let median = line(kind, times);
        match file.filter(|_| !bare.is_empty()) {
            Some(file) => {
                let bare = bare_query(file, bare)?;
                println!(
                    " {:.0} | {:.0} |",
                    millis(bare) * 1_000.0,
                    millis(median) / millis(bare)
                );
            }
            None => println!(" | |"),
        }
    }
    line("all reads", all_reads);
    println!(" | |");
    Ok(())
}

/// Prints the beginning of a line and returns the median.
fn line(kind: &str, mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    let at =
        |share: usize| times.get((times.len() * share / 100).min(times.len().saturating_sub(1)));
    let (median, p99) = (at(50).copied(), at(99).copied());
    let (median, p99) = (median.unwrap_or_default(), p99.unwrap_or_default());
    print!(
        "| {kind} | {} | {:.1} | {:.1} |",
        times.len(),
        millis(median),
        millis(p99)
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
