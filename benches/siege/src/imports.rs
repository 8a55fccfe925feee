//! Long files of accounts, while others write.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::browser::{Http, elsewhere};
use crate::server::Server;
use crate::signed_in::user_token;
use crate::{Plan, Result, Row};

const DRY_RUN: &str = "the dry run of a file of accounts";
const IMPORT: &str = "the import of a file of accounts";

/// The floods.
pub const NAMES: &[&str] = &[DRY_RUN, IMPORT];

/// A network that no flood uses.
const QUIET: usize = 0x00f1_0000;

/// Measures how long others wait for a write during each.
pub async fn floods(plan: &Plan, server: &Server) -> Result<Vec<Row>> {
    let http = Http::new(server.port);
    let importer = user_token(&http, "AdaSuper").await?;
    let other = Other::new(&http).await?;
    let lines = plan.count(500, 100);
    let mut file = "username,email,fullName\n".to_owned();
    for n in 0..lines {
        writeln!(file, "NewPerson{n},new{n}@siege.test,New Person {n}")?;
    }
    let file = STANDARD.encode(file);
    let (mut rows, mut check) = (Vec::new(), Value::Null);
    for (flood, dry_run) in [(DRY_RUN, true), (IMPORT, false)] {
        let body = json!({"file": file, "dryRun": dry_run, "check": check});
        let path = "/api/security/admin/user/import";
        let sent = http.call(elsewhere(QUIET), path, &importer, &body);
        let (answer, slowest) = other.writes_during(sent).await?;
        let done = answer.json()?;
        if done["data"]["added"] != lines || !done["data"]["stopped"].is_null() {
            return Err(format!("{flood}: {:.300}", answer.text()).into());
        }
        check = done["data"]["check"].clone();
        rows.push(Row {
            flood: format!("{flood}, {lines} lines: somebody else's write waits"),
            unit: "ms",
            figure: slowest.as_millis() as f64,
            bound: plan.count(200, 2_000) as f64,
        });
    }
    Ok(rows)
}

/// Somebody else who writes.
struct Other<'a> {
    http: &'a Http,
    token: String,
    account: String,
}

impl<'a> Other<'a> {
    async fn new(http: &'a Http) -> Result<Self> {
        let token = user_token(http, "BenAdmin").await?;
        let path = "/api/security/admin/user/list?context=DanMember";
        let headers = [("access-token", token.as_str())];
        let list = http.get(elsewhere(QUIET + 1), path, &headers).await?;
        let account = list.json()?["data"]["list"][0]["userId"]
            .as_str()
            .map(str::to_owned);
        let account = account.ok_or_else(|| format!("no DanMember: {}", list.text()))?;
        Ok(Self {
            http,
            token,
            account,
        })
    }

    /// Writes again and again until `work` is done; returns the longest wait.
    async fn writes_during<T>(
        &self,
        work: impl Future<Output = Result<T>>,
    ) -> Result<(T, Duration)> {
        let mut work = std::pin::pin!(work);
        let (mut slowest, mut n) = (Duration::ZERO, 0);
        loop {
            n += 1;
            let mut write = std::pin::pin!(self.write(n));
            let done = tokio::select! {
                done = &mut work => Some(done?),
                took = &mut write => {
                    slowest = slowest.max(took?);
                    None
                }
            };
            if let Some(done) = done {
                // The write that waits counts too.
                return Ok((done, slowest.max(write.await?)));
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Writes, and returns how long that took.
    async fn write(&self, n: u32) -> Result<Duration> {
        let begun = Instant::now();
        let body = json!({"userId": self.account, "fullName": format!("Dan {n}")});
        let path = "/api/security/admin/user/update";
        let answer = self
            .http
            .call(elsewhere(QUIET + 1), path, &self.token, &body);
        let answer = answer.await?;
        if answer.json()?["status"] == 0 {
            return Ok(begun.elapsed());
        }
        Err(format!("somebody else's write is refused: {:.300}", answer.text()).into())
    }
}
