//! The measured servers: each is a process on its own core.

use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use url::Url;

use crate::browser::{Browser, Reached};
use crate::http::Result;

/// The core of the measured server. The load generator uses the other.
pub const CORE: &str = "0";

/// A running server. It ends when this is dropped.
pub struct Server {
    child: Child,
    /// `http://host:port`.
    pub origin: String,
    pub process: Process,
}

/// A running process, by its id.
#[derive(Debug, Clone, Copy)]
pub struct Process(u32);

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
        let process = Process(child.id());
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
}

impl Process {
    pub fn id(self) -> String {
        self.0.to_string()
    }

    /// The processor time of all its threads so far.
    pub fn cpu_seconds(self) -> Result<f64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.0))?;
        let (_, after_name) = stat.rsplit_once(')').ok_or("a strange /proc")?;
        let ticks = |nth: usize| after_name.split_whitespace().nth(nth)?.parse::<f64>().ok();
        let ticks = ticks(11).zip(ticks(12)).ok_or("a strange /proc")?;
        Ok((ticks.0 + ticks.1) / TICKS)
    }

    pub fn memory(self) -> Result<Memory> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0))?;
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
    match Browser::new(page)
        .await?
        .open(page.clone(), "nowhere")
        .await?
    {
        Reached::Page { status, .. } => Ok(status),
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
