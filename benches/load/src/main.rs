//! `make bench`: the same load on Atrium and on a peer, next to the limits of the machine. The
//! server has one core, the load generator the other.

mod authenticator;
mod bare;
mod browser;
mod clock;
mod codes;
mod commits;
mod directory;
mod federated;
mod http;
mod limits;
mod lines;
mod meter;
mod model;
mod news;
mod passkeys;
mod people;
mod portal;
mod product_api;
mod provider;
mod reads;
mod server;
mod signing_key;
mod streams;
mod subjects;
mod table;
mod upstream;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

use crate::http::Result;
use crate::lines::Line;
use crate::meter::Figures;
use crate::people::People;
use crate::provider::Provider;
use crate::server::{Pinned, Server, free_port};
use crate::subjects::{ATRIUM, PEER, Subject, atrium, peer};
use crate::table::{Bare, Body, Driven, Report};
use crate::upstream::Upstream;

#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Measures everything and prints the table.
    Run(Run),
    /// Fills a whole directory and sends a mix of reads and writes at a fixed rate.
    Directory {
        /// The root of the repository.
        #[arg(long, default_value = ".")]
        root: PathBuf,
        /// The release binary of Atrium.
        #[arg(long, default_value = "target/release/atrium")]
        atrium: PathBuf,
        /// What `atrium seed --scale` adds.
        #[arg(long, default_value = "accounts=1000000,groups=10000,products=3000")]
        scale: String,
        /// An empty PostgreSQL database; without it a new SQLite file.
        #[arg(long)]
        database: Option<String>,
        /// An existing folder for the data; it may contain an earlier run's.
        #[arg(long)]
        folder: Option<PathBuf>,
        /// How long the mix is sent.
        #[arg(long, default_value_t = 120)]
        seconds: u64,
    },
    /// Lets many answers of the assistant arrive at once.
    Streams(streams::Options),
    /// Serves the minimal answers (started by `run`).
    Bare {
        #[arg(long)]
        port: u16,
        #[command(flatten)]
        sizes: bare::Sizes,
    },
    /// Measures the machine's limits and prints them as JSON (started by `run`).
    Limits {
        #[arg(long)]
        folder: PathBuf,
        #[arg(long)]
        migrations: PathBuf,
        #[arg(long)]
        milliseconds: u64,
    },
}

#[derive(Args)]
struct Run {
    /// The root of the repository.
    #[arg(long, default_value = ".")]
    root: PathBuf,
    /// The release binary of Atrium.
    #[arg(long, default_value = "target/release/atrium")]
    atrium: PathBuf,
    /// An empty PostgreSQL database for Atrium; without it a new SQLite file.
    #[arg(long)]
    database: Option<String>,
    /// How long each round of a line is measured.
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// How often each line is measured; the best round counts.
    #[arg(long, default_value_t = 3)]
    rounds: u32,
    /// How long the server rests before its idle memory is read.
    #[arg(long, default_value_t = 60)]
    rest: u64,
    /// Measure only these lines.
    #[arg(long, value_enum)]
    line: Vec<Line>,
    /// Leave out a part: atrium, peer, limits or storm.
    #[arg(long)]
    without: Vec<String>,
    /// Start two processes of Atrium on the database, and share the connections between them.
    #[arg(long, requires = "database")]
    two_processes: bool,
    /// Record with perf where the server spends its time, one file per line, in this folder.
    #[arg(long)]
    profile: Option<PathBuf>,
}

fn main() -> ExitCode {
    match start(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("bench: {why}");
            ExitCode::FAILURE
        }
    }
}

fn start(command: Command) -> Result<()> {
    let mut runtime = match command {
        // Like Atrium: as many threads as cores.
        Command::Bare { .. } => tokio::runtime::Builder::new_multi_thread(),
        _ => tokio::runtime::Builder::new_current_thread(),
    };
    let runtime = runtime.enable_all().build()?;
    match command {
        Command::Run(run) => runtime.block_on(run.measure()),
        Command::Directory {
            root,
            atrium,
            scale,
            database,
            folder,
            seconds,
        } => {
            let program = atrium.canonicalize()?;
            say(&format!("filling {scale}"));
            let since = std::time::Instant::now();
            let benches = root.join("benches");
            let subject = subjects::atrium_at_scale(
                &program,
                &benches,
                &scale,
                database.as_deref(),
                folder.as_deref(),
            )?;
            println!("filled in {:.0} s\n", since.elapsed().as_secs_f64());
            let file = database.is_none().then(|| subject.file());
            runtime.block_on(async {
                let (server, _) = subject.start().await?;
                directory::measure(&server, file.as_deref(), Duration::from_secs(seconds)).await
            })
        }
        Command::Streams(options) => runtime.block_on(streams::run(&options)),
        Command::Bare { port, sizes } => runtime.block_on(bare::serve(port, sizes)),
        Command::Limits {
            folder,
            migrations,
            milliseconds,
        } => {
            let measured =
                limits::measure(&folder, &migrations, Duration::from_millis(milliseconds))?;
            println!("{}", serde_json::to_string(&measured)?);
            Ok(())
        }
    }
}

impl Run {
    async fn measure(&self) -> Result<()> {
        warn_if_busy()?;
        let mut report = Report::default();
        if self.with("limits") {
            report.limits = Some(self.limits()?);
        }
        let (mut ours, mut peers) = (None, None);
        let upstream = Upstream::start().await?;
        let people = People::new(self.people());
        if self.with("atrium") {
            let program = self.atrium.canonicalize()?;
            let benches = self.root.join("benches");
            let database = self.database.as_deref();
            let subject = atrium(&program, &benches, database, upstream.port)?;
            say(&format!("{} accounts", people.count()));
            subject.add_people(people.count())?;
            ours = Some(subject);
        }
        if self.with("peer") {
            peers = Some(peer(&self.root.join("benches/peer").canonicalize()?)?);
        }
        let subjects: Vec<&Subject> = [&ours, &peers].into_iter().flatten().collect();
        report.driven = self.drive(&subjects, (&people, &upstream)).await?;
        if let Some(subject) = &ours {
            if self.with("storm") {
                report.storm = Some(self.storm(subject).await?);
            }
            if self.with("limits") {
                report.bare = self.bare(subject).await?;
            }
        }
        report.print();
        Ok(())
    }

    /// True if this line is measured.
    fn wants(&self, line: Line) -> bool {
        self.line.is_empty() || self.line.contains(&line)
    }

    /// How many people need an account besides those of the demo.
    fn people(&self) -> usize {
        if self.wants(Line::Totp) {
            people::needed(self.seconds * u64::from(self.rounds))
        } else if self.wants(Line::Passkey) {
            lines::WORKERS
        } else {
            0
        }
    }

    fn with(&self, part: &str) -> bool {
        !self.without.iter().any(|left_out| left_out == part)
    }

    fn time(&self) -> Duration {
        Duration::from_secs(self.seconds)
    }

    fn limits(&self) -> Result<limits::Limits> {
        say("the bare limits");
        let folder = tempfile::tempdir()?;
        let own = std::env::current_exe()?;
        let migrations = self.root.join("migrations").canonicalize()?;
        let milliseconds = (self.seconds * 1000 / 2).to_string();
        let arguments = [
            "limits",
            "--folder",
            text(folder.path())?,
            "--migrations",
            text(&migrations)?,
        ];
        let arguments = [&arguments[..], &["--milliseconds", &milliseconds]].concat();
        let output = Pinned::new(&own, &arguments, folder.path())?.output()?;
        Ok(serde_json::from_slice(&output)?)
    }

    /// Runs each line against the servers in turns, and measures their memory. Each line runs in several rounds, and
    /// the best counts: other work of the machine slows some rounds, but hardly all.
    async fn drive(&self, subjects: &[&Subject], who: (&People, &Upstream)) -> Result<Vec<Driven>> {
        let (mut driven, mut second_processes) = (Vec::new(), Vec::new());
        for subject in subjects {
            let one = self.started(subject).await?;
            if self.two_processes && subject.name == ATRIUM {
                let second = subject.start_second().await?;
                http::share(one.server.authority(), second.authority())?;
                second_processes.push(second);
            }
            driven.push(one);
        }
        for line in Line::ALL {
            if !self.wants(line) {
                continue;
            }
            for round in 1..=self.rounds {
                for one in &mut driven {
                    if one.name == PEER && line.is_without_peer() {
                        continue;
                    }
                    say(&format!("{}: {}, round {round}", one.name, line.name()));
                    let figures = self.one_round(one, line, who).await;
                    let figures =
                        figures.map_err(|why| format!("{}: {}: {why}", one.name, line.name()))?;
                    one.keep_best(line, figures);
                }
            }
        }
        for one in &mut driven {
            one.body.loaded = Some(one.server.process.memory()?);
        }
        Ok(driven)
    }

    async fn started(&self, subject: &Subject) -> Result<Driven> {
        let mut body = Body {
            start: subject.first_page().await?,
            ..Body::default()
        };
        let (server, _) = subject.start().await?;
        let provider = Provider::discover(&server.origin).await?;
        if self.rest > 0 {
            say(&format!("{}: memory at rest", subject.name));
            for _ in 0..10 {
                provider.tokens(false).await?;
            }
            let files = provider.visit_portal().await?;
            say(&format!(
                "{}: {files} files of a portal were served",
                subject.name
            ));
            tokio::time::sleep(Duration::from_secs(self.rest)).await;
            body.idle = Some(server.process.memory()?);
        }
        Ok(Driven {
            name: subject.name,
            server,
            provider,
            figures: Vec::new(),
            body,
        })
    }

    async fn one_round(
        &self,
        one: &Driven,
        line: Line,
        who: (&People, &Upstream),
    ) -> Result<Figures> {
        let recorder = self.record(&one.server, line)?;
        let measured = line
            .drive(&one.provider, who, &one.server.process, self.time())
            .await;
        if let Some(mut recorder) = recorder {
            recorder.wait()?;
        }
        measured
    }

    /// Starts perf for a line, if asked for.
    fn record(&self, server: &Server, line: Line) -> Result<Option<std::process::Child>> {
        let Some(folder) = &self.profile else {
            return Ok(None);
        };
        let file = folder.join(format!("{line:?}.perf"));
        let mut perf = std::process::Command::new("perf");
        perf.args([
            "record",
            "-q",
            "-e",
            "cpu-clock",
            "-F",
            "999",
            "-g",
            "-p",
            &server.process.id(),
        ]);
        perf.arg("-o")
            .arg(file)
            .args(["--", "sleep", &self.seconds.to_string()]);
        Ok(Some(perf.spawn()?))
    }

    /// UserInfo at a fixed rate: alone, and while sixteen clients sign in with passwords without a
    /// pause.
    async fn storm(&self, subject: &Subject) -> Result<(Figures, Figures)> {
        say("userinfo, alone and in a storm");
        let (server, _) = subject.start().await?;
        let provider = Provider::discover(&server.origin).await?;
        let every = Duration::from_millis(2);
        let alone = meter::paced(lines::userinfo(&provider).await?, every, self.time()).await?;
        let storm = meter::run(
            lines::sign_ins(&provider).await?,
            self.time() * 2,
            &server.process,
        );
        let asked = meter::paced(lines::userinfo(&provider).await?, every, self.time());
        let (stormed, asked) = tokio::join!(storm, asked);
        stormed?;
        Ok((
            meter::figures(alone, self.time()),
            meter::figures(asked?, self.time()),
        ))
    }

    /// Measures the minimal handler with bodies as large as this server's.
    async fn bare(&self, subject: &Subject) -> Result<Bare> {
        say("the bare handler");
        let sizes = {
            let (server, _) = subject.start().await?;
            bare::sizes(&Provider::discover(&server.origin).await?).await?
        };
        let folder = tempfile::tempdir()?;
        let port = free_port()?;
        let numbers = [
            usize::from(port),
            sizes.discovery,
            sizes.userinfo,
            sizes.token,
        ]
        .map(|n| n.to_string());
        let names = ["--port", "--discovery", "--userinfo", "--token"];
        let mut arguments = vec!["bare"];
        arguments.extend(
            names
                .iter()
                .zip(&numbers)
                .flat_map(|(name, number)| [name, number.as_str()]),
        );
        let mut command = Pinned::new(&std::env::current_exe()?, &arguments, folder.path())?;
        let (server, _) = Server::start(&mut command, port, "/discovery").await?;
        let authority = &server.authority();
        let get = |path: &str| http::request("GET", authority, path, &[], None);
        let form = http::request(
            "POST",
            authority,
            "/token",
            &[(
                "authorization",
                "Basic ZGVtby1hcHA6ZGVtby1hcHAtc2VjcmV0LTAxMjM0NTY3ODlhYmNkZWY=",
            )],
            Some("grant_type=client_credentials"),
        );
        Ok(Bare {
            discovery: self.fixed(&server, get("/discovery")).await?,
            userinfo: self.fixed(&server, get("/userinfo")).await?,
            token: self.fixed(&server, form).await?,
        })
    }

    async fn fixed(&self, server: &Server, bytes: Vec<u8>) -> Result<f64> {
        let authority = &server.authority();
        let mut workers = Vec::new();
        for _ in 0..16 {
            workers.push(lines::Fixed::new(
                http::Connection::open(authority).await?,
                bytes.clone(),
            ));
        }
        Ok(meter::run(workers, self.time(), &server.process)
            .await?
            .rate)
    }
}

/// Warns if the machine is busy with other work, because the figures would be useless.
fn warn_if_busy() -> Result<()> {
    let load = std::fs::read_to_string("/proc/loadavg")?;
    let busy = load
        .split(' ')
        .next()
        .and_then(|load| load.parse().ok())
        .unwrap_or(0.0);
    if busy > 0.7 {
        say(&format!(
            "the machine is busy (load {busy}): the figures will be too low"
        ));
    }
    Ok(())
}

fn text(path: &Path) -> Result<&str> {
    path.to_str()
        .ok_or_else(|| "a path that is not text".into())
}

fn say(what: &str) {
    eprintln!("bench: {what}");
}
