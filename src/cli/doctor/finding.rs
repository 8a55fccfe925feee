//! The findings of the doctor, and how they are printed.

use crate::cli::terminal::say;

/// Severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    Good,
    Note,
    Fault,
}

/// The result of one check.
#[derive(Debug)]
pub(super) struct Finding {
    pub level: Level,
    what: &'static str,
    words: String,
    fix: String,
}

impl Finding {
    pub fn good(what: &'static str, words: impl Into<String>) -> Self {
        Self {
            level: Level::Good,
            what,
            words: words.into(),
            fix: String::new(),
        }
    }

    pub fn note(what: &'static str, words: impl Into<String>, fix: impl Into<String>) -> Self {
        Self {
            level: Level::Note,
            what,
            words: words.into(),
            fix: fix.into(),
        }
    }

    pub fn fault(what: &'static str, words: impl Into<String>, fix: impl Into<String>) -> Self {
        Self {
            level: Level::Fault,
            what,
            words: words.into(),
            fix: fix.into(),
        }
    }

    pub fn say(&self) {
        let sign = match self.level {
            Level::Good => "good ",
            Level::Note => "note ",
            Level::Fault => "FAULT",
        };
        say(format_args!("{sign}  {:<12}  {}", self.what, self.words));
        if !self.fix.is_empty() {
            say(format_args!("       {:<12}  fix: {}", "", self.fix));
        }
    }
}
