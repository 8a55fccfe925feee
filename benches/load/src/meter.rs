//! Repeats a piece of work for some seconds, and measures its rate and its times.

use std::future::Future;
use std::time::{Duration, Instant};

use crate::http::Result;
use crate::server::Process;

/// The result of a measurement.
#[derive(Debug, Clone, Copy, Default)]
pub struct Figures {
    /// Laps per second.
    pub rate: f64,
    /// Median time of a lap in microseconds.
    pub p50: u32,
    /// 99th percentile of the time of a lap in microseconds.
    pub p99: u32,
    /// Laps per second of the server's processor time. Other work on the machine hardly changes it.
    pub per_cpu_second: f64,
    /// Durable commits of the server in a lap; several laps may share one.
    pub commits: f64,
    /// Thread switches of the server in a lap.
    pub switches: f64,
    /// Bytes that the server wrote to the disk in a lap.
    pub written: f64,
}

/// The resources that a server has used so far.
struct Usage {
    cpu_seconds: f64,
    commits: f64,
    switches: f64,
    written: f64,
}

impl Usage {
    async fn of(server: &Process) -> Result<Self> {
        Ok(Self {
            cpu_seconds: server.cpu_seconds()?,
            commits: server.commits().await?,
            switches: server.thread_switches()?,
            written: server.written_bytes()?,
        })
    }
}

/// Work that is repeated on one connection.
pub trait Lap {
    fn lap(&mut self) -> impl Future<Output = Result<()>>;
}

/// Runs all workers in parallel. The first tenth of the time is not measured.
pub async fn run<L: Lap + 'static>(
    workers: Vec<L>,
    time: Duration,
    server: &Process,
) -> Result<Figures> {
    let start = Instant::now() + time / 10;
    let end = start + time;
    let tasks = tokio::task::LocalSet::new();
    let running: Vec<_> = workers
        .into_iter()
        .map(|worker| tasks.spawn_local(repeat(worker, start, end)))
        .collect();
    tasks
        .run_until(async {
            tokio::time::sleep_until(start.into()).await;
            let before = Usage::of(server).await?;
            tokio::time::sleep_until(end.into()).await;
            let after = Usage::of(server).await?;
            let mut all = Vec::new();
            for task in running {
                all.extend(task.await??);
            }
            let laps = all.len() as f64;
            Ok(Figures {
                per_cpu_second: laps / (after.cpu_seconds - before.cpu_seconds).max(0.01),
                commits: (after.commits - before.commits) / laps.max(1.0),
                switches: (after.switches - before.switches) / laps.max(1.0),
                written: (after.written - before.written) / laps.max(1.0),
                ..figures(all, time)
            })
        })
        .await
}

async fn repeat<L: Lap>(mut worker: L, start: Instant, end: Instant) -> Result<Vec<u32>> {
    let mut taken = Vec::with_capacity(65_536);
    loop {
        let before = Instant::now();
        if before >= end {
            return Ok(taken);
        }
        worker.lap().await?;
        if before >= start {
            taken.push(before.elapsed().as_micros() as u32);
        }
    }
}

/// Runs one worker at a fixed rate. A lap that starts late, because the one before took too long,
/// is timed from when it was due. Otherwise a server would look better when it stalls.
pub async fn paced<L: Lap>(mut worker: L, every: Duration, time: Duration) -> Result<Vec<u32>> {
    let start = Instant::now();
    let mut taken = Vec::new();
    let mut due = start;
    while due < start + time {
        let late = Instant::now() >= due;
        tokio::time::sleep_until(due.into()).await;
        let from = if late { due } else { Instant::now() };
        worker.lap().await?;
        taken.push(from.elapsed().as_micros() as u32);
        due += every;
    }
    Ok(taken)
}

/// The figures of laps that took `taken` microseconds each, within `time`.
pub fn figures(mut taken: Vec<u32>, time: Duration) -> Figures {
    taken.sort_unstable();
    let at = |share: f64| {
        let index = (taken.len() as f64 * share) as usize;
        taken
            .get(index.min(taken.len().saturating_sub(1)))
            .copied()
            .unwrap_or_default()
    };
    Figures {
        rate: taken.len() as f64 / time.as_secs_f64(),
        p50: at(0.5),
        p99: at(0.99),
        ..Figures::default()
    }
}
