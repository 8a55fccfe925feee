//! Runs a piece of work over and over for some seconds and tells how often and how fast.

use std::future::Future;
use std::time::{Duration, Instant};

use crate::http::Result;
use crate::server::Process;

/// What a run gave.
#[derive(Debug, Clone, Copy, Default)]
pub struct Figures {
    /// Laps per second.
    pub rate: f64,
    /// Half of the laps took at most this many microseconds.
    pub p50: u32,
    /// 99 of 100 laps took at most this many microseconds.
    pub p99: u32,
    /// Laps per second of processor time that the server took: tells the same on a busy machine.
    pub per_cpu_second: f64,
}

/// Something that is done over and over on one connection.
pub trait Lap {
    /// Does it once.
    fn lap(&mut self) -> impl Future<Output = Result<()>>;
}

/// Runs all workers side by side: first a tenth of the time unmeasured, then measured.
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
            let before = server.cpu_seconds()?;
            tokio::time::sleep_until(end.into()).await;
            let taken = server.cpu_seconds()? - before;
            let mut all = Vec::new();
            for task in running {
                all.extend(task.await??);
            }
            let per_cpu_second = all.len() as f64 / taken.max(0.01);
            Ok(Figures {
                per_cpu_second,
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

/// Runs one worker at a fixed pace. A lap that could not start in time, since the one before was
/// not answered yet, is timed from when it was due: a server that stalls gains nothing by it.
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

/// The figures of these laps, in microseconds each, made within `time`.
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
        per_cpu_second: 0.0,
    }
}
