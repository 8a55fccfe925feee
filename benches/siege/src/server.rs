//! The besieged server: its installation, its memory and the size of its tables.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use sqlx::{AssertSqlSafe, Connection as _, PgConnection, SqliteConnection};
use tempfile::TempDir;
use tokio::net::TcpStream;

use crate::{Plan, Result};

/// Where the requests come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    /// A trusted proxy names the address of each request.
    BehindProxy,
    /// The same, with limits so high that none of them answers, and with applications for accounts.
    Unlimited,
    /// Clients connect themselves, over TLS.
    Direct,
}

/// The bytes of each table.
pub type Sizes = BTreeMap<String, i64>;

/// Limits that no comparison reaches.
const UNLIMITED: &str = "account_writes = 1000000\naddress_failures = 1000000\n\
    account_failures = 10000\naccount_address_failures = 100\nperson_invitations = 100000\n\
    kept_counters = 10000000\n[accounts]\nregistration = \"open\"\n";

/// The tables of a PostgreSQL database, and what they take with their indexes.
const TABLES: &str = "SELECT c.relname::text, pg_total_relation_size(c.oid) FROM pg_class c \
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace";

/// A folder with settings and demo data.
pub struct Installation {
    program: PathBuf,
    plan: Plan,
    folder: TempDir,
    port: u16,
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
    short: bool,
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
            plan: plan.clone(),
            folder,
            port: free_port()?,
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

    /// Adds very many accounts without passwords.
    pub fn fill(&self) -> Result<()> {
        let accounts = self.plan.accounts();
        let scale = format!("accounts={accounts},groups={},products=20", accounts / 100);
        let filled = self
            .command(&["seed", "--demo", "--scale", &scale])
            .output()?;
        if filled.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&filled.stderr);
        Err(format!("seed --scale ended with {}: {said}", filled.status).into())
    }

    pub fn engine(&self) -> &'static str {
        if self.plan.database.is_some() {
            "PostgreSQL"
        } else {
            "SQLite"
        }
    }

    fn url(&self) -> String {
        let file = || format!("sqlite:{}", self.folder.path().join("atrium.db").display());
        self.plan.database.clone().unwrap_or_else(file)
    }

    /// How requests of a server without a proxy arrive. In the short form a head has more time than a whole request (30
    /// s), so that no half head ends early and makes room; and few connections fill the memory of arriving requests.
    fn arrival(&self) -> &'static str {
        if self.plan.short {
            "header_timeout = \"1m\"\nbody_memory = 2097152\n"
        } else {
            ""
        }
    }

    /// Writes the settings; returns the certificate of a server without a proxy.
    fn configure(&self, door: Door) -> Result<String> {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()])?;
        let at = |name| self.folder.path().join(name);
        std::fs::write(at("cert.pem"), made.cert.pem())?;
        std::fs::write(at("key.pem"), made.signing_key.serialize_pem())?;
        let port = self.port;
        let server = match door {
            Door::BehindProxy | Door::Unlimited => format!(
                "public_url = \"http://127.0.0.1:{port}\"\ntrusted_proxies = [\"127.0.0.1\"]"
            ),
            Door::Direct => format!(
                "public_url = \"https://localhost:{port}\"\nmax_connections = {}\n\
                 {}tls_cert = \"cert.pem\"\ntls_key = \"key.pem\"",
                self.plan.connections(),
                self.arrival()
            ),
        };
        let limits = match door {
            Door::Unlimited => UNLIMITED.to_owned(),
            Door::BehindProxy | Door::Direct => format!(
                "account_writes = {}\nperson_added_accounts = 1000\nkept_sign_in_flows_mib = {}\n",
                self.plan.writes(),
                self.plan.flows_mib()
            ),
        };
        let settings = format!(
            "[limits]\n{limits}[server]\nlisten = \"127.0.0.1:{port}\"\n{server}\n\
             [database]\nurl = \"{}\"\n[outbound]\nallow = [\"127.0.0.1:{}\"]\n[log]\nlevel = \"error\"\n",
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
            short: self.plan.short,
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
    /// Its own memory in MiB, without the code that it has mapped.
    pub fn memory(&self) -> Result<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("RssAnon:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
        Ok(kib.ok_or("a strange /proc")? / 1024.0)
    }

    /// What each table takes with its indexes, after a vacuum on PostgreSQL. In the short form: the size of its rows,
    /// on SQLite with their indexes. Waits until the server has sorted its audit entries, which have no indexes before.
    pub async fn tables(&self) -> Result<Sizes> {
        let since = Instant::now();
        while self.count("SELECT COUNT(*) FROM audit_arrivals").await? > 0 {
            if since.elapsed() > Duration::from_mins(1) {
                return Err("the server did not sort its audit entries within a minute".into());
            }
            tokio::time::sleep(Duration::from_millis(250)).await;
        }
        let sizes = if self.is_sqlite() {
            self.on_sqlite().await?
        } else {
            self.on_postgresql().await?
        };
        Ok(sizes.into_iter().collect())
    }

    /// Rewrites tables on PostgreSQL, so that only what they keep is measured. Deleted rows take space there until autovacuum
    /// comes, once a minute.
    pub async fn rewrite(&self, tables: &[&str]) -> Result<()> {
        if self.short || self.is_sqlite() {
            return Ok(());
        }
        let mut connection = PgConnection::connect(&self.database).await?;
        let sql = format!("VACUUM FULL {}", tables.join(", "));
        sqlx::query(AssertSqlSafe(sql))
            .execute(&mut connection)
            .await?;
        Ok(())
    }

    /// Waits until the server has added the access rights of its version, a few seconds after the first start.
    pub async fn settled(&self) -> Result<()> {
        let since = Instant::now();
        while !self.has_settled().await? {
            if since.elapsed() > Duration::from_mins(1) {
                return Err("the server did not add its access rights within a minute".into());
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        Ok(())
    }

    async fn has_settled(&self) -> Result<bool> {
        let sql = "SELECT COUNT(*) FROM routine_rounds WHERE name = 'built_in_rights'";
        Ok(self.count(sql).await? > 0)
    }

    async fn count(&self, sql: &'static str) -> Result<i64> {
        let (count,) = if self.is_sqlite() {
            let mut connection = SqliteConnection::connect(&self.database).await?;
            sqlx::query_as(sql).fetch_one(&mut connection).await?
        } else {
            let mut connection = PgConnection::connect(&self.database).await?;
            sqlx::query_as(sql).fetch_one(&mut connection).await?
        };
        Ok(count)
    }

    /// Changes rows behind the back of the server.
    pub async fn change(&self, sql: &str) -> Result<()> {
        if self.is_sqlite() {
            let mut connection = SqliteConnection::connect(&self.database).await?;
            sqlx::query(AssertSqlSafe(sql))
                .execute(&mut connection)
                .await?;
        } else {
            let mut connection = PgConnection::connect(&self.database).await?;
            sqlx::query(AssertSqlSafe(sql))
                .execute(&mut connection)
                .await?;
        }
        Ok(())
    }

    /// The rows of a query for two texts.
    pub async fn pairs(&self, sql: &str) -> Result<Vec<(String, String)>> {
        Ok(if self.is_sqlite() {
            let mut connection = SqliteConnection::connect(&self.database).await?;
            let query = sqlx::query_as(AssertSqlSafe(sql));
            query.fetch_all(&mut connection).await?
        } else {
            let mut connection = PgConnection::connect(&self.database).await?;
            let query = sqlx::query_as(AssertSqlSafe(sql));
            query.fetch_all(&mut connection).await?
        })
    }

    fn is_sqlite(&self) -> bool {
        self.database.starts_with("sqlite:")
    }

    async fn on_sqlite(&self) -> Result<Vec<(String, i64)>> {
        let mut connection = SqliteConnection::connect(&self.database).await?;
        let column = if self.short { "payload" } else { "pgsize" };
        let sql = format!(
            "SELECT s.tbl_name, CAST(SUM(d.{column}) AS INTEGER) FROM dbstat d \
             JOIN sqlite_schema s ON s.name = d.name GROUP BY s.tbl_name"
        );
        let sizes = sqlx::query_as(AssertSqlSafe(sql));
        Ok(sizes.fetch_all(&mut connection).await?)
    }

    async fn on_postgresql(&self) -> Result<Vec<(String, i64)>> {
        let mut connection = PgConnection::connect(&self.database).await?;
        if !self.short {
            sqlx::query("VACUUM").execute(&mut connection).await?;
        }
        let sizes: Vec<(String, i64)> = sqlx::query_as(TABLES).fetch_all(&mut connection).await?;
        if !self.short {
            return Ok(sizes);
        }
        let tables = sizes.iter().map(|(table, _)| bytes_of(table));
        let sql = tables.collect::<Vec<_>>().join(" UNION ALL ");
        let sizes = sqlx::query_as(AssertSqlSafe(sql));
        Ok(sizes.fetch_all(&mut connection).await?)
    }
}

/// The query for what the rows of a PostgreSQL table hold, uncompressed and with the 28 bytes before each.
fn bytes_of(table: &str) -> String {
    format!(
        "SELECT '{table}'::text, COALESCE(SUM(octet_length(whole_row::text) + 28), 0) \
         FROM \"{table}\" whole_row"
    )
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
