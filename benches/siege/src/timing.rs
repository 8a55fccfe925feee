//! Known against unknown: both get the same answer after the same time (attack 14).
//!
//! One connection asks about both in a random order, so that work which earlier answers left behind delays both alike. Every
//! name and address is asked about once, except the few disabled accounts. The answers must be the same; whether their times
//! differ is decided by the medians of two of three runs.

use std::time::Instant;

use ring::rand::{SecureRandom as _, SystemRandom};

use crate::browser::Http;
use crate::questions::{Asker, People, Subject};
use crate::server::Server;
use crate::{Error, Plan, Result};

/// The names of the comparisons.
pub const NAMES: [&str; 6] = {
    let mut names = [""; 6];
    let mut n = 0;
    while n < names.len() {
        names[n] = Subject::ALL[n].name();
        n += 1;
    }
    names
};

/// The most that two medians may differ: in ms, or in parts of the greater one.
const MOST_MS: f64 = 1.0;
const MOST_PART: f64 = 0.02;
/// How many runs there are, and how many of them decide. The last one is left out if the others agree.
const RUNS: usize = 3;
const DECIDE: usize = 2;
/// Answers of each kind before a run that count for nothing.
const WARM: usize = 5;

/// Two medians in ms.
#[derive(Clone, Copy, Debug)]
pub struct Medians {
    pub unknown: f64,
    pub known: f64,
}

impl Medians {
    /// The difference in ms.
    pub fn difference(self) -> f64 {
        self.known - self.unknown
    }

    /// The difference in parts of the greater one.
    pub fn part(self) -> f64 {
        self.difference() / self.unknown.max(self.known)
    }

    /// The cells of a table.
    fn cells(self) -> String {
        format!(
            "{:.2} ms | {:.2} ms | {:+.2} ms, {:+.1} %",
            self.unknown,
            self.known,
            self.difference(),
            self.part() * 100.0
        )
    }

    fn are_alike(self) -> bool {
        self.difference().abs() < MOST_MS || self.part().abs() < MOST_PART
    }
}

/// Something known, compared with something unknown.
#[derive(Clone, Debug)]
pub struct Comparison {
    pub compared: String,
    runs: Vec<Medians>,
    /// False in the short form, whose few samples tell nothing.
    is_judged: bool,
}

impl Comparison {
    fn alike(&self) -> usize {
        self.runs.iter().filter(|run| run.are_alike()).count()
    }

    fn is_decided(&self) -> bool {
        let alike = self.alike();
        alike >= DECIDE || self.runs.len() - alike >= DECIDE
    }

    /// True if the times show what is known.
    pub fn differs(&self) -> bool {
        self.is_judged && self.runs.len() - self.alike() >= DECIDE
    }

    /// The row of a table. Its medians are those of the run that differs most among the runs that decided.
    pub fn row(&self) -> String {
        let deciding = self
            .runs
            .iter()
            .filter(|run| !self.is_judged || run.are_alike() != self.differs());
        let most = deciding.max_by(|one, other| {
            let size = |run: &Medians| run.difference().abs();
            size(one).total_cmp(&size(other))
        });
        let Some(run) = most else {
            return String::new();
        };
        let verdict = match (self.is_judged, self.differs()) {
            (false, _) => "not judged",
            (true, false) => "alike",
            (true, true) => "**differs**",
        };
        format!(
            "| {} | {} | {} of {} | {verdict} |",
            self.compared,
            run.cells(),
            self.alike(),
            self.runs.len()
        )
    }
}

/// Makes the comparisons of `plan`, one after the other.
pub async fn comparisons(plan: &Plan, server: &Server) -> Result<Vec<Comparison>> {
    let people = People::of(server).await?;
    let http = Http::new(server.port);
    let mut all = Vec::new();
    for subject in Subject::ALL {
        if plan.wants_one(subject.name()) {
            all.extend(compare(plan, server, &http, (subject, &people)).await?);
        }
    }
    Ok(all)
}

async fn compare(
    plan: &Plan,
    server: &Server,
    http: &Http,
    (subject, people): (Subject, &People),
) -> Result<Vec<Comparison>> {
    let known = subject.known().iter();
    let mut compared: Vec<_> = known
        .map(|known| Comparison {
            compared: format!("{}: {known}", subject.name()),
            runs: Vec::new(),
            is_judged: !plan.short,
        })
        .collect();
    for run in 0..plan.count(RUNS, 1) {
        let asker = Asker::new(server, http, (subject, people)).await?;
        let medians = medians(&asker, subject, plan.samples(), run).await?;
        for (comparison, known) in compared.iter_mut().zip(&medians[1..]) {
            comparison.runs.push(Medians {
                unknown: medians[0],
                known: *known,
            });
            eprintln!(
                "siege: run {}: {}: {}",
                run + 1,
                comparison.compared,
                comparison.runs[run].cells()
            );
        }
        if compared.iter().all(Comparison::is_decided) {
            break;
        }
    }
    Ok(compared)
}

/// The median of each kind in ms.
async fn medians(
    asker: &Asker<'_>,
    subject: Subject,
    samples: usize,
    run: usize,
) -> Result<Vec<f64>> {
    let kinds = 1 + subject.known().len();
    let mut next = vec![run * (WARM + samples); kinds];
    let mut times = vec![Vec::new(); kinds];
    let mut first = None;
    let mut order = in_random_order(kinds, WARM)?;
    order.extend(in_random_order(kinds, samples)?);
    for (at, kind) in order.into_iter().enumerate() {
        let question = asker.question(kind, next[kind]);
        next[kind] += 1;
        let typed = question.typed.clone();
        let since = Instant::now();
        let answer = asker.ask(question).await?;
        let took = since.elapsed();
        let shape = answer.shape(&typed);
        match &first {
            None => {
                asker.check(&answer)?;
                first = Some(shape);
            }
            Some(first) if *first == shape => {}
            Some(first) => {
                let name = subject.name();
                return Err(format!("{name}: another answer:\n{first}\n\nand:\n{shape}").into());
            }
        }
        if at >= WARM * kinds {
            times[kind].push(took.as_secs_f64() * 1_000.0);
        }
        tokio::time::sleep(subject.pause()).await;
    }
    Ok(times.into_iter().map(median).collect())
}

/// Each of `kinds` as often as `each` says.
fn in_random_order(kinds: usize, each: usize) -> Result<Vec<usize>> {
    let mut bytes = vec![0_u8; kinds * each * 8];
    let filled = SystemRandom::new().fill(&mut bytes);
    filled.map_err(|_| Error::from("there are no random numbers"))?;
    let mut order: Vec<_> = bytes.chunks(8).zip((0..kinds).cycle()).collect();
    order.sort_unstable();
    Ok(order.into_iter().map(|(_, kind)| kind).collect())
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(runs: &[(f64, f64)]) -> Comparison {
        let runs = runs.iter();
        Comparison {
            compared: String::new(),
            runs: runs
                .map(|(unknown, known)| Medians {
                    unknown: *unknown,
                    known: *known,
                })
                .collect(),
            is_judged: true,
        }
    }

    /// Attack 14: less than 1 ms or 2 %, in two of three runs.
    #[test]
    fn two_of_three_runs_decide() {
        let (alike, near, apart) = ((5.0, 5.9), (100.0, 101.9), (5.0, 6.1));
        assert!(!of(&[alike]).is_decided());
        assert!(!of(&[alike, apart]).is_decided());
        for (runs, differs) in [
            (vec![alike, near], false),
            (vec![apart, near, alike], false),
            (vec![apart, apart], true),
            (vec![apart, alike, (100.0, 103.0)], true),
        ] {
            let comparison = of(&runs);
            assert!(comparison.is_decided());
            assert_eq!(comparison.differs(), differs, "{runs:?}");
        }
    }

    #[test]
    fn the_row_shows_a_run_that_decided() {
        let row = of(&[(5.0, 5.5), (5.0, 9.0), (5.0, 4.4)]).row();
        assert!(
            row.contains("5.00 ms | 4.40 ms | -0.60 ms, -12.0 % | 2 of 3 | alike"),
            "{row}"
        );
    }

    #[test]
    fn each_kind_comes_equally_often() {
        let order = in_random_order(3, 40).unwrap();
        for kind in 0..3 {
            assert_eq!(order.iter().filter(|one| **one == kind).count(), 40);
        }
        assert_ne!(order, in_random_order(3, 40).unwrap());
        assert!((median(vec![9.0, 1.0, 4.0]) - 4.0).abs() < f64::EPSILON);
    }
}
