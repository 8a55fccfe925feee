//! How long an answer takes.

use std::time::Instant;

use super::Fault;

/// How often each question is asked, after one time that does not count.
pub const TIMES: usize = 15;

/// The last answer, and the median and the slowest time of all in milliseconds.
///
/// # Errors
/// `ask` failed.
pub async fn timed<T>(
    mut ask: impl AsyncFnMut() -> Result<T, Fault>,
) -> Result<(T, [f64; 2]), Fault> {
    let mut said = ask().await?;
    let mut times = Vec::new();
    for _ in 0..TIMES {
        let begun = Instant::now();
        said = ask().await?;
        times.push(begun.elapsed().as_secs_f64() * 1_000.0);
    }
    times.sort_by(f64::total_cmp);
    Ok((said, [times[TIMES / 2], times[TIMES - 1]]))
}
