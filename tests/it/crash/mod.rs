//! Tests with processes of the real server: they or their database are killed under load and lose nothing; and two
//! processes get requests at once.

mod kill;
mod ledger;
mod outage;
mod postgres;
mod secrets;
mod two_processes;
mod visitor;

use std::fs::File;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{binary, clients};
use visitor::Http;

/// An installation in its own folder, with demo people and a fixed port.
pub struct Installation {
    folder: tempfile::TempDir,
    port: u16,
    database: Option<String>,
}

/// A running server. Dropping it kills the server.
pub struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    /// Sends SIGKILL, so the server cannot clean up.
    pub fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    /// True if the server has not exited.
    pub fn lives(&mut self) -> bool {
        self.0.try_wait().unwrap().is_none()
    }
}

impl Installation {
    /// Creates an installation on the given PostgreSQL database, or on a SQLite file if there is
    /// none.
    pub fn new(database: Option<String>) -> Self {
        Self::made_by(binary(), database)
    }

    /// Creates it with the tables and the demo data of the version `program`.
    pub fn made_by(program: Command, database: Option<String>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("clients.toml"), clients::text()).unwrap();
        let place = Self {
            folder,
            port: free_port(),
            database,
        };
        let seeded = place.command(program, &["seed", "--demo"]).status();
        let seeded = seeded.unwrap();
        assert!(seeded.success(), "{}", place.log());
        place
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Starts the server and waits until it is ready.
    pub async fn start(&self, http: &Http) -> Running {
        self.start_as(http, |_| {}).await
    }

    /// Starts the server with a changed environment.
    pub async fn start_as(&self, http: &Http, change: impl FnOnce(&mut Command)) -> Running {
        let mut command = self.command(binary(), &["serve"]);
        change(&mut command);
        self.spawn(http, command).await
    }

    /// Starts another process of this server, of the version `program`, which `http` reaches at `port`.
    pub async fn start_beside(&self, http: &Http, program: Command, port: u16) -> Running {
        let mut command = self.command(program, &["serve"]);
        command.env("ATRIUM_SERVER__LISTEN", format!("127.0.0.1:{port}"));
        self.spawn(http, command).await
    }

    async fn spawn(&self, http: &Http, mut command: Command) -> Running {
        let mut running = Running(command.spawn().unwrap());
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(20) {
            let ready = http.get("/readyz").await;
            if ready.is_some_and(|answer| answer.status == 200) {
                return running;
            }
            assert!(running.lives(), "it ended: {}", self.log());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("it is not ready: {}", self.log());
    }

    /// All output of the server and the commands.
    pub fn whole_log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// The last lines of the output of the server and the commands.
    pub fn log(&self) -> String {
        let text = self.whole_log();
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(30)..].join("\n")
    }

    fn command(&self, mut command: Command, arguments: &[&str]) -> Command {
        let log = File::options()
            .create(true)
            .append(true)
            .open(self.folder.path().join("log"))
            .unwrap();
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env("ATRIUM_SERVER__LISTEN", format!("127.0.0.1:{}", self.port))
            .env("ATRIUM_SERVER__PUBLIC_URL", self.url())
            .env("ATRIUM_CLIENTS__FILE", self.path("clients.toml"))
            .env("ATRIUM_MAIL__URL", format!("file:{}", self.path("mail")))
            .env("ATRIUM_DATABASE__URL", self.database_url())
            // An interrupted sign-in counts as a failure, and there are many of them on a slow machine.
            .env("ATRIUM_LIMITS__ACCOUNT_ADDRESS_FAILURES", "100")
            .env("ATRIUM_LIMITS__ACCOUNT_FAILURES", "1000")
            .env("ATRIUM_LIMITS__ADDRESS_FAILURES", "1000")
            .env("ATRIUM_LIMITS__ACCOUNT_WRITES", "1000000")
            .stdin(Stdio::null())
            .stdout(log.try_clone().unwrap())
            .stderr(log);
        if self.database.is_some() {
            let master = "a master secret of this test run alone, thirty-two bytes and more";
            command.env("ATRIUM_KEYS__MASTER", master);
        }
        command
    }

    fn database_url(&self) -> String {
        let file = || format!("sqlite:{}", self.path("atrium.db"));
        self.database.clone().unwrap_or_else(file)
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }
}

/// A free port below the range from which the system takes ports for connections. A connection
/// could take a port in that range while the server is down.
pub fn free_port() -> u16 {
    let random = atrium::random::Random::system();
    loop {
        let port = 20_000 + u16::from_be_bytes(random.bytes()) % 12_000;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}
