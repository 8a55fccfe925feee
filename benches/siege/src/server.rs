//! The besieged server: its installation, its memory and the size of its tables.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use sqlx::{Connection as _, PgConnection, SqliteConnection};
use tempfile::TempDir;
use tokio::net::TcpStream;

use crate::{Plan, Result};

/// Where the requests come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    /// A trusted proxy names the address of each request.
    BehindProxy,
    /// Clients connect themselves, over TLS.
    Direct,
}

/// A folder with settings and demo data.
pub struct Installation {
    program: PathBuf,
    database: Option<String>,
    folder: TempDir,
    port: u16,
    writes: usize,
    /// Most connections of a server without a proxy, so that a few fill it.
    connections: usize,
    /// The port of the server of keys.
    keys: u16,
}

/// A running server. It ends when this is dropped.
pub struct Server {
    child: Child,
    pub port: u16,
    /// The certificate that a client trusts.
    pub certificate: String,
    database: String,
}

impl Installation {
    /// Adds the demo data to an empty database.
    pub fn seeded(plan: &Plan, keys: u16) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        std::fs::write(
            folder.path().join("clients.toml"),
            include_str!("../clients.toml").replace("{keys}", &keys.to_string()),
        )?;
        let place = Self {
            program: plan.atrium.canonicalize()?,
            database: plan.database.clone(),
            folder,
            port: free_port()?,
            writes: plan.writes(),
            connections: plan.connections(),
            keys,
        };
        place.configure(Door::BehindProxy)?;
        let seeded = place.command(&["seed", "--demo"]).output()?;
        if !seeded.status.success() {
            let said = String::from_utf8_lossy(&seeded.stderr);
            return Err(format!("seed --demo ended with {}: {said}", seeded.status).into());
        }
        Ok(place)
    }

    pub fn engine(&self) -> &'static str {
        if self.database.is_some() {
            "PostgreSQL"
        } else {
            "SQLite"
        }
    }

    fn url(&self) -> String {
        let file = || format!("sqlite:{}", self.folder.path().join("atrium.db").display());
        self.database.clone().unwrap_or_else(file)
    }

    /// Writes the settings; returns the certificate of a server without a proxy.
    fn configure(&self, door: Door) -> Result<String> {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()])?;
        let at = |name| self.folder.path().join(name);
        std::fs::write(at("cert.pem"), made.cert.pem())?;
        std::fs::write(at("key.pem"), made.signing_key.serialize_pem())?;
        let port = self.port;
        let server = match door {
            Door::BehindProxy => format!(
                "public_url = \"http://127.0.0.1:{port}\"\ntrusted_proxies = [\"127.0.0.1\"]"
            ),
            Door::Direct => format!(
                "public_url = \"https://localhost:{port}\"\nmax_connections = {}\n\
                 tls_cert = \"cert.pem\"\ntls_key = \"key.pem\"",
                self.connections
            ),
        };
        let settings = format!(
            "[limits]\naccount_writes = {}\n[server]\nlisten = \"127.0.0.1:{port}\"\n{server}\n\
             [database]\nurl = \"{}\"\n[outbound]\nallow = [\"127.0.0.1:{}\"]\n[log]\nlevel = \"error\"\n",
            self.writes,
            self.url(),
            self.keys
        );
        std::fs::write(at("atrium.toml"), settings)?;
        Ok(made.cert.pem())
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("ATRIUM_") {
                command.env_remove(name);
            }
        }
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env(
                "ATRIUM_KEYS__MASTER",
                "a master secret of the siege alone, 32 and more",
            )
            .stdin(Stdio::null());
        command
    }

    /// Starts the server and waits until it accepts connections.
    pub async fn start(&self, door: Door) -> Result<Server> {
        let certificate = self.configure(door)?;
        let log = std::fs::File::create(self.folder.path().join("log"))?;
        let mut command = self.command(&["serve"]);
        command.stderr(log.try_clone()?).stdout(log);
        let mut server = Server {
            child: command.spawn()?,
            port: self.port,
            certificate,
            database: self.url(),
        };
        let since = Instant::now();
        while since.elapsed() < Duration::from_secs(30) {
            if TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))
                .await
                .is_ok()
            {
                return Ok(server);
            }
            if let Some(status) = server.child.try_wait()? {
                let log = std::fs::read_to_string(self.folder.path().join("log"))?;
                return Err(format!("the server ended by itself: {status}\n{log}").into());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Err("the server did not start within 30 s".into())
    }
}

impl Server {
    /// Its resident memory in MiB.
    pub fn memory(&self) -> Result<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
        Ok(kib.ok_or("a strange /proc")? / 1024.0)
    }

    /// The KiB that each table takes with its indexes, after a vacuum on PostgreSQL.
    pub async fn tables(&self) -> Result<BTreeMap<String, i64>> {
        let rows: Vec<(String, i64)> = if self.database.starts_with("sqlite:") {
            let mut connection = SqliteConnection::connect(&self.database).await?;
            let sql = "SELECT s.tbl_name, CAST(SUM(d.pgsize) / 1024 AS INTEGER) FROM dbstat d \
                       JOIN sqlite_schema s ON s.name = d.name GROUP BY s.tbl_name";
            sqlx::query_as(sql).fetch_all(&mut connection).await?
        } else {
            let mut connection = PgConnection::connect(&self.database).await?;
            sqlx::query("VACUUM").execute(&mut connection).await?;
            let sql = "SELECT c.relname::text, pg_total_relation_size(c.oid) / 1024 FROM pg_class c \
                       WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace";
            sqlx::query_as(sql).fetch_all(&mut connection).await?
        };
        Ok(rows.into_iter().collect())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free_port() -> Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    Ok(listener.local_addr()?.port())
}
