//! The two measured servers: how each is prepared and started.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;

use crate::http::Result;
use crate::people;
use crate::server::{Pinned, Server, free_port};

/// The names of the two in the output.
pub const ATRIUM: &str = "Atrium";
pub const PEER: &str = "peer";

/// A server that can be started repeatedly on the same data.
pub struct Subject {
    /// Its name in the output.
    pub name: &'static str,
    program: PathBuf,
    arguments: Vec<String>,
    environment: Vec<(&'static str, String)>,
    folder: PathBuf,
    /// Removes the folder at the end, unless it is kept.
    _temporary: Option<TempDir>,
    port: u16,
}

/// Atrium with the demo data, in a new SQLite file or in the PostgreSQL database at `database`. A corporate provider listens at
/// the port `upstream`.
pub fn atrium(
    program: &Path,
    benches: &Path,
    database: Option<&str>,
    upstream: u16,
) -> Result<Subject> {
    prepared(
        program,
        benches,
        &["seed", "--demo"],
        environment(database),
        (None, upstream),
    )
}

/// Atrium with the demo data and a whole directory (`seed --scale`), in a new SQLite file or in the PostgreSQL database
/// at `database`. `kept` is a folder that outlives the run: if an earlier run filled it, its data is used again.
pub fn atrium_at_scale(
    program: &Path,
    benches: &Path,
    scale: &str,
    database: Option<&str>,
    kept: Option<&Path>,
) -> Result<Subject> {
    prepared(
        program,
        benches,
        &["seed", "--demo", "--scale", scale],
        environment(database),
        (kept, free_port()?),
    )
}

fn environment(database: Option<&str>) -> Vec<(&'static str, String)> {
    let url = database.map(|url| ("ATRIUM_DATABASE__URL", url.to_owned()));
    let master = "a master secret of the benchmark alone";
    url.into_iter()
        .chain([("ATRIUM_KEYS__MASTER", master.to_owned())])
        .collect()
}

fn prepared(
    program: &Path,
    benches: &Path,
    seed: &[&str],
    environment: Vec<(&'static str, String)>,
    (kept, upstream): (Option<&Path>, u16),
) -> Result<Subject> {
    let temporary = match kept {
        Some(_) => None,
        None => Some(tempfile::tempdir()?),
    };
    let folder = kept
        .or(temporary.as_ref().map(TempDir::path))
        .map(Path::to_owned);
    let folder = folder.ok_or("no folder for the data")?;
    let port = free_port()?;
    let settings = std::fs::read_to_string(benches.join("atrium.toml"))?;
    let settings = settings.replace("{port}", &port.to_string());
    let settings = settings.replace("{upstream}", &upstream.to_string());
    std::fs::write(folder.join("atrium.toml"), settings)?;
    std::fs::write(
        folder.join("upstream.secret"),
        "a secret that nobody checks",
    )?;
    std::fs::copy(benches.join("clients.toml"), folder.join("clients.toml"))?;
    let filled = folder.join("filled");
    if !filled.exists() {
        let mut seeding = Pinned::new(program, seed, &folder)?;
        for (name, value) in &environment {
            seeding = seeding.env(name, value);
        }
        seeding.output()?;
        std::fs::write(filled, "")?;
    }
    Ok(Subject {
        name: ATRIUM,
        program: program.to_owned(),
        arguments: vec!["serve".to_owned()],
        environment,
        folder,
        _temporary: temporary,
        port,
    })
}

/// oidc-provider from npm on the Node of `peer/package.json`, with everything in memory.
pub fn peer(folder: &Path) -> Result<Subject> {
    let port = free_port()?;
    let temporary = tempfile::tempdir()?;
    Ok(Subject {
        name: PEER,
        program: node(folder)?,
        arguments: vec![
            folder.join("server.mjs").display().to_string(),
            port.to_string(),
        ],
        environment: vec![("NODE_ENV", "production".to_owned())],
        folder: temporary.path().to_owned(),
        _temporary: Some(temporary),
        port,
    })
}

/// The binary of Node from npm's registry.
fn node(peer: &Path) -> Result<PathBuf> {
    let built_for = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => return Err(format!("no Node for {other} in benches/peer/package.json").into()),
    };
    let binary = peer.join(format!("node_modules/node-linux-{built_for}/bin/node"));
    if !binary.is_file() {
        let missing = binary.display();
        return Err(format!("missing: {missing}: npm --prefix benches/peer ci").into());
    }
    Ok(binary)
}

impl Subject {
    /// Starts it and waits for its sign-in page.
    pub async fn start(&self) -> Result<(Server, Duration)> {
        self.start_at(self.port).await
    }

    /// Starts a second process on the same data, at another port.
    pub async fn start_second(&self) -> Result<Server> {
        Ok(self.start_at(free_port()?).await?.0)
    }

    /// Adds the accounts of `count` people, before it starts.
    pub fn add_people(&self, count: usize) -> Result<()> {
        let password = self.folder.join("password");
        std::fs::write(&password, people::PASSWORD)?;
        for number in 0..count {
            let name = people::name(number);
            let address = format!("{name}@bench.test");
            let arguments = ["user", "add", &name, "--email", &address];
            let mut adding = Pinned::new(&self.program, &arguments, &self.folder)?;
            for (name, value) in &self.environment {
                adding = adding.env(name, value);
            }
            adding.input(&password)?.output()?;
        }
        Ok(())
    }

    async fn start_at(&self, port: u16) -> Result<(Server, Duration)> {
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        let mut command = Pinned::new(&self.program, &arguments, &self.folder)?;
        for (name, value) in &self.environment {
            command = command.env(name, value);
        }
        if port != self.port {
            command = command.env("ATRIUM_SERVER__LISTEN", &format!("127.0.0.1:{port}"));
        }
        let started = Server::start(&mut command, port, "/login").await;
        started.map_err(|why| format!("{}: {why}{}", self.name, self.last_words()).into())
    }

    /// Its SQLite file.
    pub fn file(&self) -> PathBuf {
        self.folder.join("data/atrium.db")
    }

    /// The time from the start of the process to its first page: the median of five starts.
    pub async fn first_page(&self) -> Result<Duration> {
        let mut taken = Vec::new();
        for _ in 0..5 {
            taken.push(self.start().await?.1);
        }
        taken.sort_unstable();
        Ok(taken[2])
    }

    fn last_words(&self) -> String {
        let log = std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        let last: Vec<&str> = log.lines().rev().take(5).collect();
        last.into_iter()
            .rev()
            .fold(String::new(), |said, line| said + "\n  " + line)
    }
}
