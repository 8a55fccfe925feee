//! The faults of the settings, all reported at once.

use std::{fmt, time::Duration};

use crate::clock::Millis;

use super::{duration, key::Key};

/// One wrong setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The key with its section, such as `server.listen`, or the variable or file that it came from.
    pub key: String,
    /// What is wrong; never contains the value of a secret.
    pub problem: String,
    /// The allowed values.
    pub allowed: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {}; allowed is {}",
            self.key, self.problem, self.allowed
        )
    }
}

/// Every fault of the settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// The faults, in the order in which they were found.
    pub fn list(&self) -> &[Fault] {
        &self.0
    }

    /// Adds a fault, unless the same key already has one.
    pub fn add(&mut self, key: String, problem: String, allowed: String) {
        if !self.0.iter().any(|known| known.key == key) {
            self.0.push(Fault {
                key,
                problem,
                allowed,
            });
        }
    }

    /// The faults of one section; its check adds to them.
    pub(super) fn of(&mut self, section: &'static str, keys: &'static [Key]) -> SectionFaults<'_> {
        SectionFaults {
            section,
            keys,
            faults: self,
        }
    }

    /// `value` if there are no faults.
    pub(super) fn into_result<T>(self, value: T) -> Result<T, Self> {
        if self.0.is_empty() {
            Ok(value)
        } else {
            Err(self)
        }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.0.len();
        let noun = if count == 1 {
            "setting is"
        } else {
            "settings are"
        };
        write!(f, "{count} {noun} wrong:")?;
        self.0.iter().try_for_each(|fault| write!(f, "\n  {fault}"))
    }
}

impl std::error::Error for Faults {}

/// Adds faults under the name of one section, with the allowed values from its table of keys.
pub struct SectionFaults<'a> {
    section: &'static str,
    keys: &'static [Key],
    faults: &'a mut Faults,
}

impl SectionFaults<'_> {
    /// Adds a fault of `key`; `problem` continues a sentence that begins with the key, as in "is 0".
    pub fn add(&mut self, key: &str, problem: String) {
        let allowed = self
            .keys
            .iter()
            .find(|known| known.name == key)
            .map_or("", |k| k.allowed);
        self.faults.add(
            format!("{}.{key}", self.section),
            problem,
            allowed.to_owned(),
        );
    }

    /// Adds a fault of one part of a key's value. `part` begins with the key, and the part has allowed values of its own.
    pub fn add_part(&mut self, part: &str, problem: String, allowed: &str) {
        let key = format!("{}.{part}", self.section);
        self.faults.add(key, problem, allowed.to_owned());
    }

    /// Adds a fault unless `good`.
    pub fn unless(&mut self, good: bool, key: &str, problem: impl FnOnce() -> String) {
        if !good {
            self.add(key, problem());
        }
    }

    /// Adds a fault if the number is outside `least..=most`.
    pub fn number(&mut self, key: &str, value: usize, least: usize, most: usize) {
        self.unless((least..=most).contains(&value), key, || {
            format!("is {value}")
        });
    }

    /// Adds a fault if the span is outside `least..=most`.
    pub fn span(&mut self, key: &str, value: Duration, least: Duration, most: Duration) {
        self.unless((least..=most).contains(&value), key, || {
            format!("is \"{}\"", duration::show(value))
        });
    }

    /// Adds a fault if the span in milliseconds is outside the range.
    pub fn millis(&mut self, key: &str, value: Millis, least: Millis, most: Millis) {
        let span = |millis: Millis| Duration::from_millis(millis.unsigned_abs());
        self.span(key, span(value), span(least), span(most));
    }
}
