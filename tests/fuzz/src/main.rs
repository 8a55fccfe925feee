//! `atrium-fuzz`: runs seeded cases for some minutes, which the targets share. `make fuzz` calls it where no compiler can
//! guide the cases by what they cover.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use atrium::random::Random;
use atrium_fuzz::case::{self, Failure};
use atrium_fuzz::{TARGETS, Target, corpus, named};
use clap::Parser;

type Fault = Box<dyn std::error::Error>;

#[derive(Parser)]
#[command(about = "Gives hostile inputs to the parsers of Atrium")]
struct Arguments {
    /// Only this target.
    #[arg(long)]
    target: Option<String>,
    /// How long, for all targets together.
    #[arg(long, default_value_t = 10.0)]
    minutes: f64,
    /// The first seed of each target; without it, a new one.
    #[arg(long)]
    seed: Option<u64>,
    /// Only this file, at the target.
    #[arg(long, requires = "target")]
    file: Option<std::path::PathBuf>,
}

fn main() -> Result<ExitCode, Fault> {
    let arguments = Arguments::parse();
    let targets: Vec<&Target> = match &arguments.target {
        Some(name) => vec![named(name).ok_or_else(|| unknown(name))?],
        None => TARGETS.iter().collect(),
    };
    if let Some(file) = &arguments.file {
        let input = std::fs::read(file)?;
        let run = case::run(targets[0], &file.display().to_string(), &input);
        return Ok(run.map_or_else(|failure| shown(&failure), |()| ExitCode::SUCCESS));
    }
    let new = || u64::from(u32::from_le_bytes(Random::system().bytes())) << 16;
    let seed = arguments.seed.unwrap_or_else(new);
    let count = u32::try_from(targets.len())?;
    let each = Duration::try_from_secs_f64(arguments.minutes * 60.0)? / count;
    let mut code = ExitCode::SUCCESS;
    for target in targets {
        if let Err(failure) = run_for(each, target, seed)? {
            let file = keep(&failure, seed)?;
            code = shown(&failure);
            eprintln!("It is in {file}.");
        }
    }
    Ok(code)
}

fn unknown(name: &str) -> String {
    let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    format!("no target is called {name}: {}", names.join(", "))
}

/// Runs the kept inputs and then seeded cases for this long, until one fails.
fn run_for(time: Duration, target: &Target, seed: u64) -> std::io::Result<Result<(), Failure>> {
    let kept = corpus::kept(target.name)?;
    for (name, input) in &kept {
        if let Err(failure) = case::run(target, name, input) {
            return Ok(Err(failure));
        }
    }
    let kept: Vec<Vec<u8>> = kept.into_iter().map(|(_, input)| input).collect();
    let (began, before) = (Instant::now(), case::accepted());
    let (mut cases, mut slowest) = (0, (Duration::ZERO, seed));
    while began.elapsed() < time {
        let case_began = Instant::now();
        let at = seed.wrapping_add(cases);
        if let Err(failure) = case::run_seed(target, at, &kept) {
            return Ok(Err(failure));
        }
        cases += 1;
        slowest = slowest.max((case_began.elapsed(), at));
    }
    let a_second = u128::from(cases) * 1_000 / began.elapsed().as_millis().max(1);
    let accepted = case::accepted() - before;
    let (slow, at) = (slowest.0.as_millis(), slowest.1);
    let name = target.name;
    println!(
        "{name:10} {cases:>9} cases from seed {seed}, {a_second:>6} a second, {accepted} accepted; \
         the slowest, {at}, took {slow} ms"
    );
    Ok(Ok(()))
}

/// Writes the input to a file, and gives its name.
fn keep(failure: &Failure, seed: u64) -> std::io::Result<String> {
    let folder = corpus::found();
    std::fs::create_dir_all(&folder)?;
    let file = folder.join(format!("{}-{seed}", failure.target));
    std::fs::write(&file, &failure.input)?;
    Ok(file.display().to_string())
}

fn shown(failure: &Failure) -> ExitCode {
    eprintln!("{failure}");
    ExitCode::FAILURE
}
