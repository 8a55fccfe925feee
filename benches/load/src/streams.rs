//! `make bench-streams`: many people read an answer of the assistant while it arrives, and others go on with their work. Then
//! questions that are answered at once, as many as the server takes.

use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::directory::{self, Pool, Spread};
use crate::http::{Connection, Result};
use crate::meter::{self, Lap};
use crate::model::{AT_ONCE, STARTED};
use crate::people;
use crate::product_api::{SignedIn, checked};
use crate::server::Server;
use crate::subjects;
use crate::upstream::Upstream;

/// What is measured.
#[derive(clap::Args)]
pub struct Options {
    /// The root of the repository.
    #[arg(long, default_value = ".")]
    root: PathBuf,
    /// The release binary of Atrium.
    #[arg(long, default_value = "target/release/atrium")]
    atrium: PathBuf,
    /// An empty PostgreSQL database; without it a new SQLite file.
    #[arg(long)]
    database: Option<String>,
    /// How many answers arrive at once.
    #[arg(long, default_value_t = 500)]
    streams: usize,
    /// The pieces of an answer, 20 a second.
    #[arg(long, default_value_t = 1_200)]
    pieces: u64,
}

/// Answers that one person may let arrive at once.
const OF_ONE: usize = 3;
/// Calls of others in a second: reads, and writes besides.
const READS: u32 = 16;
const WRITES: u32 = 50;
/// The reads of others, in turn.
const PATHS: [&str; 4] = [
    "/api/security/home",
    "/api/security/chat-gpt/chat/list",
    "/api/security/chat-gpt/get-cost",
    "/api/security/user/user-group/notify",
];
/// Time to open all streams before anything is measured.
const BEFORE: Duration = Duration::from_secs(10);

/// What a reader saw of an answer.
struct Read {
    /// How long each piece took from the provider to the reader.
    delays: Vec<Duration>,
    /// The last event.
    end: String,
}

/// Starts a server with the people who ask, measures it and prints a table.
pub async fn run(options: &Options) -> Result<()> {
    let upstream = Upstream::start_with(usize::try_from(options.pieces)?).await?;
    let (program, benches) = (options.atrium.canonicalize()?, options.root.join("benches"));
    let database = options.database.as_deref();
    let subject = subjects::atrium(&program, &benches, database, upstream.port)?;
    subject.add_people(options.streams.div_ceil(OF_ONE))?;
    let (server, _) = subject.start().await?;
    measure(&server, options.streams, options.pieces).await
}

/// Opens `streams` answers of `pieces` pieces each, measures the calls of others meanwhile, and prints a table.
async fn measure(server: &Server, streams: usize, pieces: u64) -> Result<()> {
    let authority = server.authority();
    let mut readers = Vec::new();
    for number in 0..streams.div_ceil(OF_ONE) {
        readers.push(Rc::new(
            SignedIn::at(&authority, &people::name(number)).await?,
        ));
    }
    let before = server.process.memory()?;
    let tasks = tokio::task::LocalSet::new();
    let (read, other, most) = tasks
        .run_until(async {
            let running: Vec<_> = (0..streams)
                .map(|number| {
                    let reader = Rc::clone(&readers[number / OF_ONE]);
                    let authority = authority.clone();
                    tokio::task::spawn_local(async move {
                        let late = BEFORE.mul_f64(number as f64 / streams as f64 * 0.8);
                        tokio::time::sleep(late).await;
                        read(&reader, &authority, number).await
                    })
                })
                .collect();
            tokio::time::sleep(BEFORE).await;
            let open = Duration::from_millis(pieces * 50).saturating_sub(BEFORE);
            let other = others(&authority, open).await?;
            let most = server.process.memory()?;
            let mut read = Vec::new();
            for stream in running {
                read.push(stream.await??);
            }
            Ok::<_, crate::http::Error>((read, other, most))
        })
        .await?;
    let whole = format!("\"state\":0,\"words\":{pieces}");
    let lost = read.iter().filter(|one| !one.end.contains(&whole)).count();
    if lost > 0 {
        let one = read.iter().find(|one| !one.end.contains(&whole));
        let end = one.map_or("", |one| one.end.as_str());
        return Err(format!("{lost} of {streams} answers are not whole: {end}").into());
    }
    let delays = read.into_iter().flat_map(|one| one.delays).collect();
    println!("| what | times | median ms | p99 ms |\n|---|---|---|---|");
    for (what, times) in [
        ("a piece, from the provider to the reader", delays),
        ("read", other.reads),
        ("write", other.writes),
    ] {
        let Spread { median, p99 } = Spread::of(&times);
        println!("| {what} | {} | {median:.1} | {p99:.1} |", times.len());
    }
    println!(
        "\nmemory of the server: {:.0} MiB before, {:.0} MiB with the streams, {:.0} MiB at most",
        before.now, most.now, most.peak
    );
    at_once(server, &readers).await
}

/// Asks, and reads the answer to its end.
async fn read(person: &SignedIn, authority: &str, number: usize) -> Result<Read> {
    let question = json!({ "text": format!("question {number}") });
    let asked = person
        .write("/api/security/chat-gpt/stream", &question)
        .await?;
    let id = asked["answerId"].as_str().ok_or("no answer has begun")?;
    let path = format!("/api/security/chat-gpt/stream?answerId={id}");
    let mut connection = Connection::open(authority).await?;
    connection.begin(&person.get(&path)).await?;
    let mut delays = Vec::new();
    while let Some(event) = connection.next_event().await? {
        if event.contains("event: end") {
            return Ok(Read { delays, end: event });
        }
        let now = STARTED.elapsed();
        // A piece is the microseconds since the start, when the provider sent it.
        let digits = event.rsplit("\"text\":").next().unwrap_or_default();
        let sent = digits
            .split(|letter: char| !letter.is_ascii_digit())
            .filter_map(|digits| digits.parse().ok());
        delays.extend(sent.map(|sent| now.saturating_sub(Duration::from_micros(sent))));
    }
    Err(format!("stream {number} ended without its last event").into())
}

/// The times of the calls of others, from when they were due.
struct Others {
    reads: Vec<Duration>,
    writes: Vec<Duration>,
}

/// Sends reads and writes of a member at their rates for `time`, whether or not earlier ones have answered.
async fn others(authority: &str, time: Duration) -> Result<Others> {
    let dan = SignedIn::at(authority, "DanMember").await?;
    let reads = PATHS.map(|path| Rc::new(dan.get(path)));
    for bytes in &reads {
        checked(&mut Connection::open(authority).await?, bytes).await?;
    }
    let writes = ["en-us", "zh-cn"]
        .map(|lang| Rc::new(dan.post("/api/security/user/set-lang", &json!({ "lang": lang }))));
    let pool: Rc<Pool> = Rc::default();
    let begin = Instant::now();
    let send = |rate: u32, requests: &[Rc<Vec<u8>>]| {
        let count = u32::try_from(time.as_secs()).unwrap_or_default() * rate;
        (0..count)
            .map(|n| {
                let bytes = Rc::clone(&requests[n as usize % requests.len()]);
                let (pool, authority) = (Rc::clone(&pool), authority.to_owned());
                let due = begin + Duration::from_secs(1) * n / rate;
                tokio::task::spawn_local(async move {
                    tokio::time::sleep_until(due.into()).await;
                    directory::lap(&pool, &authority, &bytes).await?;
                    Ok::<Duration, crate::http::Error>(due.elapsed())
                })
            })
            .collect::<Vec<_>>()
    };
    let (reads, writes) = (send(READS, &reads), send(WRITES, &writes));
    let mut others = Others {
        reads: Vec::new(),
        writes: Vec::new(),
    };
    for task in reads {
        others.reads.push(task.await??);
    }
    for task in writes {
        others.writes.push(task.await??);
    }
    Ok(others)
}

/// Questions that the provider answers at once: each reserves its words and settles them.
async fn at_once(server: &Server, people: &[Rc<SignedIn>]) -> Result<()> {
    let authority = server.authority();
    let mut workers = Vec::new();
    for person in people {
        let body = json!({ "messageList": [{ "role": "user", "content": AT_ONCE }] });
        workers.push(Question {
            connection: Connection::open(&authority).await?,
            bytes: person.post("/api/security/chat-gpt/chat", &body),
        });
    }
    let asked = meter::run(workers, Duration::from_secs(10), &server.process).await?;
    println!(
        "\nquestions that are answered at once: {:.0} a second ({:.0} in a second of the processor), {:.2} commits each",
        asked.rate, asked.per_cpu_second, asked.commits
    );
    Ok(())
}

/// A person who asks again and again.
struct Question {
    connection: Connection,
    bytes: Vec<u8>,
}

impl Lap for Question {
    async fn lap(&mut self) -> Result<()> {
        checked(&mut self.connection, &self.bytes).await.map(drop)
    }
}
