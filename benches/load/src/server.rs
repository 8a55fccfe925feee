//! The measured servers: each is a process on its own core.

use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use url::Url;

use crate::browser::{Browser, Reached};
use crate::http::{Connection, Result, request};

/// The core of the measured server. The load generator uses the other.
pub const CORE: &str = "0";

/// A running server. It ends when this is dropped.
pub struct Server {
    child: Child,
    /// `http://host:port`.
    pub origin: String,
    pub process: Process,
}

/// A running server's process.
#[derive(Debug, Clone, Copy)]
pub struct Process {
    id: u32,
    port: u16,
}

/// What `benches/atrium.toml` lets read the metrics.
const METRICS_TOKEN: &str = "the-metrics-token-of-the-benchmark-0123";

/// Units per second of processor time in `/proc`: 100 on every current Linux.
const TICKS: f64 = 100.0;

#[derive(Debug, Clone, Copy)]
pub struct Memory {
    /// Resident memory now.
    pub now: f64,
    /// The most resident memory so far.
    pub peak: f64,
}

impl Server {
    /// Starts `command` on the measured core and waits until `path` answers 200. Returns the server
    /// and how long that took.
    pub async fn start(command: &mut Pinned, port: u16, path: &str) -> Result<(Self, Duration)> {
        let origin = format!("http://127.0.0.1:{port}");
        let page = Url::parse(&format!("{origin}{path}"))?;
        let since = Instant::now();
        let child = command.0.spawn()?;
        let process = Process {
            id: child.id(),
            port,
        };
        let mut server = Self {
            child,
            origin,
            process,
        };
        while since.elapsed() < Duration::from_secs(20) {
            if shows(&page).await.is_ok_and(|status| status == 200) {
                return Ok((server, since.elapsed()));
            }
            if let Some(status) = server.child.try_wait()? {
                return Err(format!("the server ended by itself: {status}").into());
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        Err(format!("{path} did not answer 200 within 20 s").into())
    }

    /// Its `host:port`.
    pub fn authority(&self) -> String {
        self.origin.trim_start_matches("http://").to_owned()
    }
}

impl Process {
    pub fn id(self) -> String {
        self.id.to_string()
    }

    /// The processor time of all its threads so far.
    pub fn cpu_seconds(self) -> Result<f64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.id))?;
        let (_, after_name) = stat.rsplit_once(')').ok_or("a strange /proc")?;
        let ticks = |nth: usize| after_name.split_whitespace().nth(nth)?.parse::<f64>().ok();
        let ticks = ticks(11).zip(ticks(12)).ok_or("a strange /proc")?;
        Ok((ticks.0 + ticks.1) / TICKS)
    }

    /// How often its threads gave up the processor so far, because they waited or because others were due.
    pub fn thread_switches(self) -> Result<f64> {
        let mut switches = 0.0;
        for thread in std::fs::read_dir(format!("/proc/{}/task", self.id))? {
            // A thread may have ended meanwhile.
            let Ok(status) = std::fs::read_to_string(thread?.path().join("status")) else {
                continue;
            };
            let counts = status.lines().filter_map(|line| {
                let (name, count) = line.split_once(':')?;
                name.ends_with("ctxt_switches")
                    .then(|| count.trim().parse::<f64>().ok())?
            });
            switches += counts.sum::<f64>();
        }
        Ok(switches)
    }

    /// The commits of its SQLite writer so far; 0 for a server that does not count them.
    pub async fn commits(self) -> Result<f64> {
        let authority = format!("127.0.0.1:{}", self.port);
        let bearer = format!("Bearer {METRICS_TOKEN}");
        let asked = request(
            "GET",
            &authority,
            "/metrics",
            &[("authorization", &bearer)],
            None,
        );
        let mut connection = Connection::open(&authority).await?;
        let text = connection.send(&asked).await?.text();
        let count = text
            .lines()
            .find_map(|line| line.strip_prefix("atrium_db_write_group_count "));
        Ok(count.map(str::parse).transpose()?.unwrap_or_default())
    }

    /// The bytes that it has caused to be written to disks so far.
    pub fn written_bytes(self) -> Result<f64> {
        let io = std::fs::read_to_string(format!("/proc/{}/io", self.id))?;
        let line = io
            .lines()
            .find_map(|line| line.strip_prefix("write_bytes: "));
        Ok(line.ok_or("a strange /proc")?.parse()?)
    }

    pub fn memory(self) -> Result<Memory> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id))?;
        let mib = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
            kib.unwrap_or_default() / 1024.0
        };
        Ok(Memory {
            now: mib("VmRSS:"),
            peak: mib("VmHWM:"),
        })
    }
}

/// The status of a page for a new browser.
async fn shows(page: &Url) -> Result<u16> {
    let mut browser = Browser::new(page.authority(), page).await?;
    match browser.open(page.clone(), "nowhere").await? {
        Reached::Page(page) => Ok(page.status),
        Reached::Callback(url) => Err(format!("{page} leads to {url}").into()),
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A command that runs on the measured core.
pub struct Pinned(Command);

impl Pinned {
    /// `program` with these arguments, run in `folder`, where a file gets its output.
    pub fn new(program: &Path, arguments: &[&str], folder: &Path) -> Result<Self> {
        let log = std::fs::File::create(folder.join("log"))?;
        let mut command = Command::new("taskset");
        command
            .args(["-c", CORE])
            .arg(program)
            .args(arguments)
            .current_dir(folder);
        command
            .stdin(Stdio::null())
            .stderr(log.try_clone()?)
            .stdout(log);
        Ok(Self(command))
    }

    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.0.env(name, value);
        self
    }

    /// Its standard input is this file.
    pub fn input(mut self, file: &Path) -> Result<Self> {
        self.0.stdin(std::fs::File::open(file)?);
        Ok(self)
    }

    /// Runs it to its end and returns its output.
    pub fn output(mut self) -> Result<Vec<u8>> {
        let output = self
            .0
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .output()?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let program = self.0.get_args().nth(2).unwrap_or_default().display();
        Err(format!("{program} ended with {}: {}", output.status, said.trim()).into())
    }
}

pub fn free_port() -> Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?
        .local_addr()?
        .port())
}
