//! A temporary PostgreSQL server that one test stops and starts.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use sqlx::{Connection as _, PgConnection};

use super::free_port;

/// A cluster with its own folder and port.
pub struct Cluster {
    folder: tempfile::TempDir,
    programs: PathBuf,
    port: u16,
    server: Option<Child>,
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if let Some(server) = &mut self.server {
            interrupt(server);
            let _ = server.wait();
        }
    }
}

impl Cluster {
    /// Creates the cluster and starts it.
    pub async fn start_new() -> Self {
        let programs = programs().expect("PostgreSQL is missing: run scripts/setup test");
        let mut cluster = Self {
            folder: tempfile::tempdir().unwrap(),
            programs,
            port: free_port(),
            server: None,
        };
        if is_root() {
            let folder = cluster.folder.path();
            let owned = Command::new("chown").arg("postgres").arg(folder).status();
            assert!(owned.unwrap().success(), "run scripts/setup test");
        }
        let mut initdb = cluster.command("initdb");
        initdb.arg("--pgdata").arg(cluster.data()).args([
            "--username=atrium",
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync",
        ]);
        assert!(initdb.status().unwrap().success(), "{}", cluster.log());
        cluster.start().await;
        cluster
    }

    /// The URL for Atrium.
    pub fn url(&self) -> String {
        format!("postgres://atrium@127.0.0.1:{}/postgres", self.port)
    }

    /// Starts the server and waits until it accepts connections.
    pub async fn start(&mut self) {
        let mut postgres = self.command("postgres");
        let port = self.port.to_string();
        postgres
            .arg("-D")
            .arg(self.data())
            .args(["-p", &port, "-c", "listen_addresses=127.0.0.1"])
            .args(["-c", "unix_socket_directories=", "-c", "fsync=off"]);
        self.server = Some(postgres.spawn().unwrap());
        let began = Instant::now();
        while PgConnection::connect(&self.url()).await.is_err() {
            let running = self.server.as_mut().unwrap().try_wait().unwrap();
            assert!(running.is_none(), "it ended: {}", self.log());
            assert!(began.elapsed() < Duration::from_secs(20), "{}", self.log());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Stops the server with SIGINT, which ends every connection.
    pub async fn stop(&mut self) {
        let mut server = self.server.take().expect("it runs");
        interrupt(&server);
        while server.try_wait().unwrap().is_none() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// A command that runs a PostgreSQL program. Root runs it as `postgres`, because these programs
    /// refuse to run as root.
    fn command(&self, name: &str) -> Command {
        let program = self.programs.join(name);
        let mut command = if is_root() {
            let mut command = Command::new("setpriv");
            command
                .args(["--reuid=postgres", "--regid=postgres", "--clear-groups"])
                .args(["--pdeathsig", "QUIT"])
                .arg(program);
            command
        } else {
            Command::new(program)
        };
        let log = File::options()
            .create(true)
            .append(true)
            .open(self.folder.path().join("log"))
            .unwrap();
        command
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(log.try_clone().unwrap())
            .stderr(log);
        command
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }
}

fn interrupt(server: &Child) {
    let pid = server.id().to_string();
    let sent = Command::new("kill").args(["-s", "INT", &pid]).status();
    assert!(sent.is_ok_and(|status| status.success()));
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// The folder of `initdb` and `postgres`: Debian's folder, or a folder on `PATH`.
fn programs() -> Option<PathBuf> {
    let debian = std::fs::read_dir("/usr/lib/postgresql").into_iter();
    let folders = debian.flatten().flatten();
    let mut debian: Vec<PathBuf> = folders.map(|entry| entry.path().join("bin")).collect();
    debian.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let has = |folder: &PathBuf| Path::is_file(&folder.join("initdb"));
    let mut every = debian.into_iter().rev().chain(std::env::split_paths(&path));
    every.find(has)
}
