//! Each target holds for its kept inputs, and for a fixed number of inputs made of them.

use atrium_fuzz::{TARGETS, Target, case, corpus, named};

macro_rules! targets {
    ($($name:ident)*) => {
        const TESTED: &[&str] = &[$(stringify!($name)),*];

        $(
            #[test]
            fn $name() {
                holds(stringify!($name));
            }
        )*
    };
}

targets! {
    assertion authorize basic callback cookies csv cursor proof sealed upstream webauthn
}

fn holds(name: &str) {
    let target = named(name).unwrap();
    let kept = corpus::kept(name).unwrap();
    for (file, input) in &kept {
        case::run(target, file, input).unwrap_or_else(|failure| panic!("{failure}"));
    }
    // Otherwise the properties judge nothing.
    let accepted = case::accepted();
    assert!(accepted >= 2, "parsers accepted {accepted} kept inputs");
    let kept: Vec<Vec<u8>> = kept.into_iter().map(|(_, input)| input).collect();
    for seed in 0..target.cases {
        case::run_seed(target, seed, &kept).unwrap_or_else(|failure| panic!("{failure}"));
    }
    println!(
        "{accepted} kept and {} other inputs",
        case::accepted() - accepted
    );
}

#[test]
fn every_target_has_a_test_and_kept_inputs() {
    let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    assert_eq!(names, TESTED);
    let folders = std::fs::read_dir(corpus::folder()).unwrap();
    let folders = folders.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut folders: Vec<String> = folders.collect();
    folders.sort();
    assert_eq!(folders, names);
    for name in names {
        assert!(corpus::kept(name).unwrap().len() >= 5, "{name}");
    }
}

#[test]
fn a_failure_shows_what_broke_and_with_what() {
    let target = Target {
        name: "broken",
        run: |input| assert!(!input.ends_with(b"\n"), "a line break"),
        cases: 0,
    };
    assert_eq!(case::run(&target, "a file", b"fine"), Ok(()));
    let failure = case::run(&target, "seed 7", b"\xff\"\n").unwrap_err();
    let shown = failure.to_string();
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[0], "target broken, seed 7: a line break");
    assert_eq!(lines[1], r#"b"\xff\"\n""#);
    assert!(lines[2].contains("tests/fuzz/corpus/broken"), "{shown}");
}
