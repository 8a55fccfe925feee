//! The commands in the documents exist.

use std::path::Path;

use clap::CommandFactory as _;
use clap::error::ErrorKind;

use crate::house::code_spans;

/// Every document for people, with its text.
fn documents() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for folder in ["", "docs", "docs/decisions"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|kind| kind == "md") {
                let text = std::fs::read_to_string(&path).unwrap();
                found.push((path.display().to_string(), text));
            }
        }
    }
    found
}

/// The words of a call of the binary, without its folder. `[ ]` marks optional parts.
fn call(text: &str) -> Option<Vec<String>> {
    let text = text.replace(['[', ']'], "").replace("ExecStart=", "");
    let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    let (folder, binary) = words
        .first()?
        .rsplit_once('/')
        .unwrap_or(("", words.first()?));
    (binary == "atrium" && !folder.contains('=')).then_some(words)
}

/// The calls in code blocks. Each must run unchanged.
fn fenced(text: &str) -> Vec<Vec<String>> {
    let blocks = text.split("```").skip(1).step_by(2);
    let lines = blocks.flat_map(str::lines);
    let commands = lines.flat_map(|line| {
        let line = line.split('#').next().unwrap_or(line);
        line.split("&&").flat_map(|part| part.split("   "))
    });
    commands.filter_map(call).collect()
}

/// The calls in the text, possibly without their arguments.
fn named(text: &str) -> Vec<Vec<String>> {
    code_spans(text).filter_map(call).collect()
}

/// Why clap refuses the call; `None` if it accepts it.
fn fault(words: &[String]) -> Option<(ErrorKind, String)> {
    let parsed = atrium::cli::Cli::command().try_get_matches_from(words);
    parsed.err().map(|error| (error.kind(), error.to_string()))
}

/// Commands that are copied from the README or the guides work.
#[test]
fn every_command_that_the_documents_show_is_one_that_atrium_takes() {
    let mut seen = 0;
    for (path, text) in documents() {
        for words in fenced(&text) {
            seen += 1;
            assert_eq!(fault(&words), None, "{path}: {words:?}");
        }
        for words in named(&text).iter().filter(|words| words.len() > 1) {
            let allowed = fault(words).is_none_or(|(kind, _)| {
                matches!(
                    kind,
                    ErrorKind::MissingRequiredArgument
                        | ErrorKind::DisplayHelp
                        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
                )
            });
            assert!(allowed, "{path}: {words:?}: {:?}", fault(words));
        }
    }
    assert!(seen > 6, "only {seen} commands were found");
}
